/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as HTML: no crash, valid text, no more of it than of HTML but for the marks of
 * quotes; what stands within a hidden element, well-formed, is not read.
 *
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/quote/quote.h"
#include "mail/read/html.h"
#include "unit/phrases.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A word that HTML cannot make by itself. */
#define SECRET "qzxsecretqzx"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	/* As the reader gives it: valid text without NULs. */
	const char *html = utf8_clean(arena, (const char *)data, size, true);
	const char *text = html_lines(arena, html);

	assert(utf8_is_valid(text, strlen(text)));
	load_phrases();
	quote_cut(arena, utf8_clean(arena, text, strlen(text), true));
	/* Whatever stands in front: the element around decides. */
	if (strstr(html, SECRET) == NULL && strchr(html, '<') == NULL) {
		text = html_lines(arena,
		    arena_printf(arena, "<div style='display:none'>%s" SECRET "</div>", html));
		assert(strstr(text, SECRET) == NULL);
	}
	/* A style that cannot be read does not undo one that can. */
	if (strpbrk(html, "'<>&") == NULL) {
		text = html_lines(arena,
		    arena_printf(arena,
			"<div style='%s' hidden><p style='display:none!important'>" SECRET
			"</p></div>",
			html));
		assert(strstr(text, SECRET) == NULL);
	}
	arena_free(arena);
	return 0;
}
