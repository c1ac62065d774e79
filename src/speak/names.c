/* SPDX-License-Identifier: ISC */
/*
 * Reserved names (names.h).
 */
#include "speak/names.h"

#include <stddef.h>
#include <string.h>

#include "base/lookalike.h"
#include "play/glossary.h"
#include "speak/verbs.h"

/* Who speaks for the server. */
static const char offices[] = "riverpost server operator admin administrator root postmaster "
			      "webmaster hostmaster mailer-daemon support help-desk moderator "
			      "abuse security system staff";

/* Nobody, everybody, and what is no player. */
static const char others[] = "engine bot bot1 bot2 bot3 bot4 bot5 bot6 bot7 bot8 computer machine "
			     "robot observer none null nobody anyone anybody everyone "
			     "everybody someone it its you me i my he she we us they them all any "
			     "end multiple xiangqi xq board game new red green black white yes no "
			     "ok draw tie resign surrender";

/* Is the key that of one of the words?  words: blank-separated, or NULL. */
static bool
is_one_of(const char *words, const char *key)
{
	char other[LOOKALIKE_SIZE];

	while (words != NULL && *(words += strspn(words, " ")) != '\0') {
		size_t length = strcspn(words, " ");

		lookalike_key(words, length, other);
		if (strcmp(key, other) == 0)
			return true;
		words += length;
	}
	return false;
}

/* A word of some language that means yes, no, draw or resign? */
static bool
is_answer(const struct glossary *glossary, const char *key)
{
	static const enum verb_id deeds[] = { VERB_DRAW, VERB_RESIGN };

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const struct language *language = &glossary->languages[i];

		if (is_one_of(language->yes, key) || is_one_of(language->no, key))
			return true;
		for (size_t d = 0; d < sizeof deeds / sizeof deeds[0]; d++)
			if (is_one_of(language->commands[deeds[d]], key) ||
			    is_one_of(verb_table[deeds[d]].aliases, key))
				return true;
	}
	return false;
}

bool
name_is_reserved(const struct glossary *glossary, const char *name)
{
	char key[LOOKALIKE_SIZE];

	lookalike_key(name, strlen(name), key);
	if (key[0] == '\0')
		return false;
	if (is_one_of(others, key) || is_one_of(offices, key) || is_answer(glossary, key))
		return true;
	for (const char *at = name; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " ")) {
		lookalike_key(at, strcspn(at, " "), key);
		if (key[0] != '\0' && is_one_of(offices, key))
			return true;
	}
	return false;
}
