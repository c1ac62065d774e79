/* SPDX-License-Identifier: ISC */
/*
 * Internationalised domains, by libidn2 (idn.h).
 */
#include "base/idn.h"

#include <idn2.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"

#define A_LABEL "xn--"

/* UTS 46 folds capitals and widths, and keeps ß. */
#define FLAGS (IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL)

enum script { LATIN = 1, GREEK = 2, CYRILLIC = 4, EASTERN = 8, OTHER = 16 };

/* From which character on letters are of which; EASTERN, Chinese, Japanese and Korean, are written
 * together.  Those of OTHER are not taken for each other's. */
static const struct {
	uint32_t from;
	enum script script;
} blocks[] = {
	{ 0x0, LATIN },
	{ 0x370, GREEK },
	{ 0x400, CYRILLIC },
	{ 0x530, OTHER },
	{ 0x1100, EASTERN },
	{ 0x1200, OTHER },
	{ 0x1c80, CYRILLIC },
	{ 0x1c90, OTHER },
	{ 0x1d00, LATIN },
	{ 0x1f00, GREEK },
	{ 0x2000, OTHER },
	{ 0x2c60, LATIN },
	{ 0x2c80, OTHER },
	{ 0x2de0, CYRILLIC },
	{ 0x2e00, OTHER },
	{ 0x2e80, EASTERN },
	{ 0xa4d0, OTHER },
	{ 0xa640, CYRILLIC },
	{ 0xa6a0, OTHER },
	{ 0xa720, LATIN },
	{ 0xa800, OTHER },
	{ 0xa960, EASTERN },
	{ 0xa980, OTHER },
	{ 0xab30, LATIN },
	{ 0xab70, OTHER },
	{ 0xac00, EASTERN },
	{ 0xd800, OTHER },
	{ 0xf900, EASTERN },
	{ 0xfb00, OTHER },
	{ 0x1b000, EASTERN },
	{ 0x1b170, OTHER },
	{ 0x20000, EASTERN },
	{ UINT32_MAX, OTHER },
};

static bool
is_of_one_script(const char *label)
{
	int scripts = 0;
	uint32_t c;

	while ((c = utf8_next(&label)) != 0) {
		size_t i = 0;

		if (!utf8_is_alnum(c) || (c >= '0' && c <= '9'))
			continue;
		while (blocks[i + 1].from <= c)
			i++;
		scripts |= (int)blocks[i].script;
	}
	return (scripts & (scripts - 1)) == 0;
}

static const char *
domain_of(const char *name)
{
	const char *at = strrchr(name, '@');

	return at != NULL ? at + 1 : name;
}

/* NULL where it has no A-labels. */
static char *
to_ascii(struct arena *arena, const char *domain)
{
	static const char valid[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
	char *ascii, *out;

	if (idn2_to_ascii_8z(domain, &ascii, FLAGS) != IDN2_OK)
		return NULL;
	out = arena_strdup(arena, ascii);
	idn2_free(ascii);
	/* Some characters fold to those that no domain has. */
	return out[strspn(out, valid)] == '\0' ? out : NULL;
}

/* A label as it is shown. */
static const char *
label_shown(struct arena *arena, const char *label)
{
	const char *shown, *back;
	char *letters;

	if (!str_starts_nocase(label, A_LABEL) ||
	    idn2_to_unicode_8z8z(label, &letters, 0) != IDN2_OK)
		return label;
	shown = arena_strdup(arena, letters);
	idn2_free(letters);
	back = to_ascii(arena, shown);
	return back != NULL && str_equal(back, label) && is_of_one_script(shown) &&
		str_equal(utf8_clean(arena, shown, strlen(shown), false), shown) ?
	    shown :
	    label;
}

const char *
idn_people(struct arena *arena, const char *name)
{
	const char *domain = domain_of(name);
	char *ascii, *rest;
	struct str out;

	if ((utf8_is_ascii(domain) && str_find_nocase(domain, A_LABEL) == NULL) ||
	    (ascii = to_ascii(arena, domain)) == NULL)
		return name;
	str_init(&out, arena, 0);
	str_addn(&out, name, (size_t)(domain - name));
	rest = ascii;
	for (const char *label; (label = strsep(&rest, ".")) != NULL;) {
		if (label != ascii)
			str_addc(&out, '.');
		str_add(&out, label_shown(arena, label));
	}
	return out.data;
}

const char *
idn_ascii(struct arena *arena, const char *name)
{
	const char *domain = domain_of(name);
	size_t before = (size_t)(domain - name);
	char *ascii;

	if (utf8_is_ascii(domain) || utf8_ascii(name, before) < before ||
	    (ascii = to_ascii(arena, domain)) == NULL)
		return name;
	return arena_printf(arena, "%.*s%s", (int)before, name, ascii);
}
