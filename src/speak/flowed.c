/* SPDX-License-Identifier: ISC */
/*
 * Soft line breaks below a command, and a line that holds two (flowed.h).
 */
#include "speak/flowed.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "play/glossary.h"
#include "speak/parse.h"
#include "speak/verbs.h"

#define BLANKS     " \t\n"
#define JOINTS_MAX 40   /* looked at in a letter: commands stand at its beginning */
#define LINE_MAX   2000 /* bytes of a command */

static bool
is_whole_command(struct arena *arena, const struct parse_context *context, const char *line)
{
	struct order order;

	return strlen(line) <= LINE_MAX &&
	    parse_line(arena, context, line, &order) == LINE_COMMAND && order.rest[0] == '\0' &&
	    !order.is_talk;
}

/* Is the line a whole command, or the rest of that above it; *above: the whole of it. */
static bool
ends_command(
    struct arena *arena, const struct parse_context *context, const char *line, const char **above)
{
	if (line[0] == '-')
		line = arena_printf(arena, "%s %s", *above, line);
	if (!is_whole_command(arena, context, line))
		return false;
	*above = arena_strdup(arena, line);
	return true;
}

const char *
flowed_undo(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *lines = context->lines, *at = text, *above = "";
	size_t begin = 0; /* of the line */
	int joints = 0;
	struct str out;

	if (lines == NULL)
		return text;
	str_init(&out, arena, strlen(text) + JOINTS_MAX);
	while (*at != '\0' || *lines != '\0') {
		size_t blanks = strspn(at, BLANKS), between = strspn(lines, BLANKS);

		if (memchr(lines, '\n', between) == NULL) {
			str_addn(&out, at, blanks);
		} else if (memchr(at, '\n', blanks) != NULL) {
			above = arena_strdup(arena, out.data + begin);
			str_addn(&out, at, blanks);
			begin = out.length;
		} else {
			str_addn(&out, at, blanks);
			if (joints++ < JOINTS_MAX &&
			    ends_command(arena, context, out.data + begin, &above)) {
				str_addc(&out, '\n');
				begin = out.length;
			}
		}
		at += blanks;
		lines += between;
		if (*at != *lines)
			return text;
		if (*at != '\0') {
			str_addc(&out, *at++);
			lines++;
		}
	}
	return out.data;
}

const char *
flowed_part(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *line = text + strspn(text, BLANKS), *end = line + strcspn(line, "\n"), *offer;
	size_t length = end - line <= LINE_MAX ? glossary_form_end(context->glossary, line, NULL) :
						 0;
	struct order order;

	offer = line + length + strspn(line + length, " \t,;:.-");
	if (length == 0 || offer >= end ||
	    parse_line(arena, context, arena_strndup(arena, offer, (size_t)(end - offer)),
		&order) != LINE_COMMAND ||
	    order.verb != &verb_table[VERB_DRAW] || order.game != 0 || order.word_count > 0 ||
	    order.userid != NULL)
		return text;
	return arena_printf(arena, "%.*s\n%s", (int)length, line, offer);
}
