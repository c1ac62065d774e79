/* SPDX-License-Identifier: ISC */
/*
 * Invisible characters (mail/README 12).  Line ends are tried in whole letters
 * (reader.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "mail/read/clean.h"

/* The short cut shows every character as the long way does, but for numbers that
 * stand for none yet, and joiners, which Latin words do without. */
static void
test_clean(void **state)
{
	(void)state;
	for (uint32_t c = 1; c < 0x11000; c++) {
		struct arena *arena = arena_new();
		char bytes[8] = "a";

		bytes[1 + utf8_encode(c, bytes + 1)] = 'b';
		if (utf8proc_category((utf8proc_int32_t)c) != UTF8PROC_CATEGORY_CN &&
		    (c < 0xD800 || c > 0xDFFF) && c != 0x200C && c != 0x200D) {
			assert_string_equal(clean_text(arena, bytes),
			    utf8_clean(arena, bytes, strlen(bytes), true));
		}
		arena_free(arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 12: invisible characters", test_clean, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_clean", tests, NULL, NULL);
}
