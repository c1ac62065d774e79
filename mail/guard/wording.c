/* SPDX-License-Identifier: ISC */
/*
 * Subjects and texts that programs write: automatic answers, receipts, delivery reports.
 *
 * The phrases (robots.txt) are given folded (lower case, NFKC).  In Subjects they count at
 * the beginning, after brackets; a person's answer or forward has a mark before them.  People
 * write the phrases of texts too, so a text is asked only about a letter in which nothing
 * else was found, and a few such letters a day are taken for a person's (server/postman.c): more
 * answers might begin a loop.
 */
#include "mail/guard/guard.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/quote/phrases.h"
#include "mail/read/subject.h"

#define SENTENCE_MAX 200 /* bytes of a line that is all a program writes */
#define TEXT_MAX     700 /* bytes looked at: after a greeting, before a signature */

/* Folded, and after the bracket of "[Auto reply] …". */
static struct span
fold_subject(struct arena *arena, const char *subject)
{
	const char *text = utf8_fold(arena, subject);

	text += strspn(text, " [(");
	text += str_starts_nocase(text, "【") ? strlen("【") : 0;
	return (struct span){ text, strlen(text) };
}

bool
wording_subject_is_automatic(struct arena *arena, const char *subject)
{
	struct span text = fold_subject(arena, subject);
	bool was_answer;

	if (phrases_start(PHRASES_SUBJECT_AUTOMATIC, text))
		return true;
	subject_strip(arena, subject, &was_answer);
	return !was_answer && phrases_stand_in(PHRASES_SUBJECT_AWAY, text);
}

bool
wording_subject_is_report(struct arena *arena, const char *subject, bool anywhere)
{
	struct span text = fold_subject(arena, subject);

	return anywhere ? phrases_stand_in(PHRASES_SUBJECT_REPORT, text) :
			  phrases_start(PHRASES_SUBJECT_REPORT, text);
}

/* Typographic apostrophes, line breaks: as in the phrases. */
static struct span
fold_text(struct arena *arena, const char *text)
{
	char *copy = arena_strndup(arena, text, strnlen(text, TEXT_MAX)), *found;

	copy = arena_strdup(arena, utf8_fold(arena, utf8_clean(arena, copy, strlen(copy), false)));
	while ((found = strstr(copy, "’")) != NULL) {
		*found = '\'';
		memmove(found + 1, found + strlen("’"), strlen(found + strlen("’")) + 1);
	}
	return (struct span){ copy, strlen(copy) };
}

bool
wording_is_automatic(struct arena *arena, const char *subject, const char *text)
{
	struct span folded = fold_text(arena, text);

	/* Programs that answer ask nothing; in an address no blank follows the "?". */
	for (const char *at = folded.at; (at = strchr(at, '?')) != NULL; at++)
		if (at[1] == '\0' || at[1] == ' ')
			return false;
	return phrases_stand_in(PHRASES_LETTER_AUTOMATIC, fold_text(arena, subject)) ||
	    phrases_stand_in(PHRASES_LETTER_AUTOMATIC, folded);
}

bool
wording_is_reaction(struct arena *arena, const char *text)
{
	struct span folded = fold_text(arena, text);

	folded = span_trim(folded.at, folded.at + folded.length);
	return folded.length <= SENTENCE_MAX && phrases_end(PHRASES_TEXT_REACTION, folded);
}

bool
wording_is_recall(struct arena *arena, const char *subject, const char *text)
{
	struct span folded = fold_text(arena, text);

	folded = span_trim(folded.at, folded.at + folded.length);
	return phrases_start(PHRASES_SUBJECT_RECALL, fold_subject(arena, subject)) ||
	    (folded.length <= SENTENCE_MAX && phrases_begin(PHRASES_TEXT_RECALL, folded));
}
