/* SPDX-License-Identifier: ISC */
/*
 * Telex and VIQR, undone (keys.h).
 */
#include "speak/keys.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"

static bool
is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* Does the character make a mark on the word that ends at `behind`, which has a vowel already? */
static bool
is_tone(char c, const char *behind)
{
	bool ends = !isalpha((unsigned char)*behind);

	return (is_one_of(c, "sfrxj") && ends) || is_one_of(c, "'`?~^(");
}

/* Does it make another letter of the one before it? */
static bool
is_shape(char c, char before, const char *behind)
{
	if (c == before)
		return is_one_of(c, "aeod");
	if (c == 'w')
		return is_one_of(before, "aou");
	/* "Tu+o+.ng" */
	return is_one_of(c, "+.") &&
	    (isalpha((unsigned char)*behind) || is_one_of(*behind, "+.'`?~")) &&
	    is_one_of(before, "aeiouy");
}

const char *
keys_undo(struct arena *arena, const char *folded)
{
	bool has_vowel = false, is_changed = false;
	char before = '\0';
	struct str out;

	str_init(&out, arena, 0);
	for (const char *at = folded; *at != '\0'; at++) {
		if (is_shape(*at, before, at + 1) || (has_vowel && is_tone(*at, at + 1))) {
			is_changed = true;
			continue;
		}
		str_addc(&out, *at);
		before = *at;
		has_vowel = is_one_of(*at, "aeiouy") || (has_vowel && isalpha((unsigned char)*at));
	}
	return is_changed ? out.data : NULL;
}
