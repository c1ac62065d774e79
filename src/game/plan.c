/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead (plan.h).  No boards here: whether a line can be played at all is
 * for those to find out who read it.
 */
#include "game/plan.h"

#include <string.h>

#include "base/str.h"

int
plan_line_played(const struct plan_line *line, const struct move *played, int count)
{
	int same = 0;

	while (same < line->length && same < count && move_equal(line->moves[same], played[same]))
		same++;
	return same;
}

int
plan_contradicted(const struct plan *plan, const struct plan_line *line)
{
	for (int i = 0; i < plan->count; i++) {
		const struct plan_line *other = &plan->lines[i];
		int same = plan_line_played(other, line->moves, line->length);

		if (same % 2 == 1 && same < other->length && same < line->length)
			return i;
	}
	return -1;
}

bool
plan_answer(const struct plan *plan, const struct move *played, int count, struct move *out)
{
	for (int i = 0; i < plan->count; i++) {
		const struct plan_line *line = &plan->lines[i];

		if (line->length > count && plan_line_played(line, played, count) == count) {
			*out = line->moves[count];
			return true;
		}
	}
	return false;
}

void
plan_write(const struct plan *plan, struct str *out)
{
	for (int i = 0; i < plan->count; i++)
		for (int k = 0; k < plan->lines[i].length; k++) {
			char text[8];

			move_write(plan->lines[i].moves[k], text);
			str_addf(out, "%s%s", k > 0 ? " " : i > 0 ? "\n" : "", text);
		}
}

bool
plan_read(const char *text, struct plan *out)
{
	out->count = 0;
	for (;;) {
		struct plan_line *line = &out->lines[out->count];

		if (out->count == PLAN_LINES_MAX)
			return false;
		for (line->length = 0;; text++) {
			size_t length = strcspn(text, " \n");
			char one[8];

			if (line->length == PLAN_MOVES_MAX || length >= sizeof one)
				return false;
			memcpy(one, text, length);
			one[length] = '\0';
			if (!move_read(one, &line->moves[line->length++]))
				return false;
			text += length;
			if (*text != ' ')
				break;
		}
		out->count++;
		if (*text == '\0')
			return true;
		text++;
	}
}
