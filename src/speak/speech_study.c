/* SPDX-License-Identifier: ISC */
/*
 * Lines that are about moves, and would tell the other player what their writer thinks of
 * (speech.h).
 */
#include <string.h>

#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

/* Is the line nothing but a move as chess programs write it: "Che2", "Hxg7+", "Ch2-e2"? */
static bool
is_algebraic(const char *line)
{
	static const char pieces[] = "KAEBHNRCPS", files[] = "abcdefghi", digits[] = "0123456789";

	line += strspn(line, " \t");
	if (*line == '\0' || strchr(pieces, *line) == NULL)
		return false;
	/* Without the place that the piece leaves, and with it. */
	for (int from = 0; from < 2; from++) {
		const char *at = line + 1;
		size_t rank;

		if (from == 1) {
			at += *at != '\0' && strchr(files, *at) != NULL;
			at += strspn(at, digits);
		}
		at += *at == 'x' || *at == '-';
		if (*at == '\0' || strchr(files, *at) == NULL)
			continue;
		rank = strspn(at + 1, digits);
		at += 1 + rank;
		if (rank >= 1 && rank <= 2 && at[strspn(at, "+#!? \t\r")] == '\0')
			return true;
	}
	return false;
}

const struct verb *
speech_study(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const char *const begins[] = { "new", "fen" };
	const struct verb *verb;
	struct tokens tokens;
	const char *second;
	size_t digits;

	if (!context->answer.is_his_move && is_algebraic(line))
		return verb_meant_by(MEANT_BY_MOVE);
	tokens_split(arena, line, &tokens);
	if (tokens.count < 2 || (verb = verb_find(context->glossary, tokens.folded[0])) == NULL ||
	    !(verb->needs & ONLY_ASKS) ||
	    !(verb_takes(verb, ARG_MOVES) || verb_takes(verb, ARG_SOUGHT)))
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
