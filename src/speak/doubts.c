/* SPDX-License-Identifier: ISC */
/*
 * Second thoughts (doubts.h).
 *
 * Looked for where a clause begins, behind courtesies: "Sorry, wrong board".  What people say of a
 * game that is over stands elsewhere in their sentences.
 */
#include "speak/doubts.h"

#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/parse.h"
#include "speak/speech.h"

#define LINES_MAX 40  /* that are looked at */
#define LINE_MAX  300 /* bytes */
#define MARKS     " \t.,;:!?-*()[]\"'"

/* The folded clause without courtesies, laughs and marks in front. */
static const char *
behind_courtesies(const struct parse_context *context, const char *clause)
{
	size_t length;

	do {
		clause += strspn(clause, MARKS);
		length = speech_listed(context, clause, SPEECH_LIST(courtesies));
		clause += length;
	} while (length > 0);
	return clause;
}

/* Bytes of a "no" at the beginning of the folded clause. */
static size_t
denial(const struct parse_context *context, const char *clause)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		size_t no = speech_phrase(clause, glossary->languages[i].no, " ");

		longest = no > longest ? no : longest;
	}
	return longest;
}

/* "Do not play this before tomorrow" */
static bool
retracts(const struct parse_context *context, const char *clause)
{
	return speech_listed(
		   context, behind_courtesies(context, clause), SPEECH_LIST(retractions)) > 0;
}

static bool
is_doubt(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t no, joke, oops;

	clause = behind_courtesies(context, clause);
	if (speech_listed(context, clause, SPEECH_LIST(second_thoughts)) > 0 ||
	    retracts(context, clause))
		return true;
	joke = speech_listed(context, clause, SPEECH_LIST(jokes));
	oops = speech_listed(context, clause, SPEECH_LIST(corrections));
	no = denial(context, clause);
	joke = oops > joke ? oops : joke;
	return (joke > 0 && speech_ends_clause(arena, context, clause + joke)) ||
	    (no > 0 && speech_ends_clause(arena, context, clause + no));
}

/* Is any clause of the folded line one that throws doubt, or, of a move, that takes it back? */
static bool
any_clause(
    struct arena *arena, const struct parse_context *context, const char *folded, bool of_move)
{
	bool begins = true;

	for (const char *at = folded, *next = folded; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);

		if (begins && (of_move ? retracts(context, at) : is_doubt(arena, context, at)))
			return true;
		begins = speech_is_end(c);
	}
	return false;
}

bool
doubts_in_line(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line);

	/* Nothing but "?" */
	if (strchr(folded, '?') != NULL && folded[strspn(folded, MARKS)] == '\0')
		return true;
	return any_clause(arena, context, folded, false);
}

bool
doubts_retract(struct arena *arena, const struct parse_context *context, const char *folded)
{
	return any_clause(arena, context, folded, true);
}

bool
doubts_in_words(struct arena *arena, const struct parse_context *context, const char *words)
{
	for (int i = 0; i < LINES_MAX && *words != '\0'; i++) {
		size_t length = strcspn(words, "\n");

		if (length <= LINE_MAX &&
		    doubts_in_line(arena, context, arena_strndup(arena, words, length)))
			return true;
		words += length + (words[length] == '\n');
	}
	return false;
}

bool
doubts_deny(const struct parse_context *context, const char *folded)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if (speech_find(folded, glossary->languages[i].denials, ",") != NULL)
			return true;
	return false;
}
