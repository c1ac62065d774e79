/* SPDX-License-Identifier: ISC */
/*
 * Plans, "if REPLY then MOVE", and lines that are nearly one (speech.h).
 */
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/str.h"
#include "rules/notation.h"
#include "speak/parse.h"
#include "speak/speech.h"

/* Is it this word, perhaps with a comma behind it? */
static bool
is_word(const char *word, size_t length, const char *wanted)
{
	while (length > 0 && strchr(",;:", word[length - 1]) != NULL)
		length--;
	return length == strlen(wanted) && strncasecmp(word, wanted, length) == 0;
}

bool
speech_read_plan(
    struct arena *arena, const struct parse_context *context, const char *text, const char **out)
{
	bool has_answer = false;
	struct str plan, piece;
	size_t length;

	str_init(&plan, arena, 0);
	str_init(&piece, arena, 0);
	do {
		struct dressed_move move;

		text += strspn(text, " \t");
		length = strcspn(text, " \t");
		if (length > 0 && !is_word(text, length, has_answer ? "if" : "then")) {
			str_addc(&piece, ' ');
			str_addn(&piece, text, length);
			text += length;
			continue;
		}
		if (!speech_read_move(arena, context, piece.data, &move) || move.number != 0 ||
		    move.is_question || move.rest[0] != '\0')
			return false;
		str_addf(&plan, "%s%s", plan.length > 0 ? "\t" : "", move.move);
		str_truncate(&piece, 0);
		text += length;
		has_answer = has_answer != (length > 0);
	} while (length > 0);
	*out = plan.data;
	return has_answer;
}

bool
speech_resembles_plan(struct arena *arena, const struct parse_context *context, const char *line,
    const char **reply, const char **rest)
{
	struct dressed_move move;
	size_t length;

	line += strspn(line, " \t");
	length = strcspn(line, " \t");
	if (!is_word(line, length, "if"))
		return false;
	line += length + strspn(line + length, " \t");
	length = strcspn(line, " \t");
	*reply = "";
	*rest = line + length + strspn(line + length, " \t");
	if (speech_read_move(arena, context, arena_strndup(arena, line, length), &move))
		*reply = move.move;
	else if (!notation_is_move_like(line))
		return false;
	/* Lines may be long: nothing is looked at beyond a word, or behind one that is none. */
	for (; *line != '\0'; line += length + strspn(line + length, " \t")) {
		length = strcspn(line, " \t");
		if (strcspn(line, "0123456789 \t") == length && !is_word(line, length, "if") &&
		    !is_word(line, length, "then") && !is_word(line, length, "and") &&
		    !notation_is_move_like(line))
			return false;
	}
	return true;
}
