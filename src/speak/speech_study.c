/* SPDX-License-Identifier: ISC */
/*
 * Lines that are about moves, and would tell the other player what their writer thinks of
 * (speech.h).
 */
#include <string.h>

#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/parse.h"
#include "speak/sought.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

static bool
asks_about_moves(const struct verb *verb)
{
	return verb != NULL && verb->needs & ONLY_ASKS &&
	    (verb_takes(verb, ARG_MOVES) || verb_takes(verb, ARG_SOUGHT));
}

/* How many moves the words from that one on are; 0: not all of them are moves, or numbers of
 * some. */
static int
moves_from(const struct tokens *tokens, int at)
{
	int moves = 0;

	for (int i = at; i < tokens->count; i++) {
		const char *word = tokens->raw[i] + sought_number(tokens->raw[i]);

		if (*word != '\0' && !notation_is_move_like(word))
			return 0;
		moves += *word != '\0';
	}
	return moves;
}

/* The one that shows what moves lead to. */
static const struct verb *
study_of_moves(void)
{
	for (int i = 0; i < VERB_COUNT; i++)
		if (asks_about_moves(&verb_table[i]) && verb_takes(&verb_table[i], ARG_MOVES))
			return &verb_table[i];
	return NULL;
}

/* "openings 1. C2=5 h8+7", "the opening C2=5": only moves behind the word, so that "the opening
 * C2=5 is sound" is said to the other.  NULL: it is not so. */
static const struct verb *
study_in_words(const struct parse_context *context, const struct tokens *tokens)
{
	const struct verb *verb = NULL;
	int at = 0;

	while (at < tokens->count && at < 3 && !asks_about_moves(verb)) {
		const char *word = tokens->folded[at++];

		verb = verb_find(context->glossary, word);
		verb = verb != NULL ? verb : verb_near(context->glossary, word);
	}
	while (at < tokens->count && glossary_lists("after of with the from", tokens->folded[at]))
		at++;
	return asks_about_moves(verb) && moves_from(tokens, at) > 0 ? verb : NULL;
}

const struct verb *
speech_study(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const char *const begins[] = { "new", "fen" };
	const struct verb *verb;
	struct tokens tokens;
	const char *second;
	size_t digits;

	if (!context->answer.is_his_move && notation_is_algebraic(line))
		return verb_meant_by(MEANT_BY_MOVE);
	tokens_split(arena, line, &tokens);
	/* What he thinks of playing, move by move. */
	if (context->answer.game != 0 && !context->answer.is_his_move && moves_from(&tokens, 0) > 1)
		return study_of_moves();
	if ((verb = study_in_words(context, &tokens)) != NULL)
		return verb;
	if (tokens.count < 2 ||
	    !asks_about_moves(verb = verb_find(context->glossary, tokens.folded[0])))
		return NULL;
	second = tokens.raw[1];
	digits = strspn(second, "0123456789");
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strcmp(tokens.folded[1], begins[i]) == 0)
			return verb;
	return (digits > 0 && second[digits] == '.') || notation_is_move_like(tokens.folded[1]) ?
	    verb :
	    NULL;
}
