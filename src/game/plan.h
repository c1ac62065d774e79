/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, as a tree.
 *
 * A line begins with a reply of the opponent and ends with an own answer: reply, answer,
 * reply, answer …  Lines that begin with the same replies have the same answers.
 */
#ifndef GAME_PLAN_H
#define GAME_PLAN_H

#include <stdbool.h>

#include "rules/board.h"

struct str;

#define PLAN_LINES_MAX 50
#define PLAN_MOVES_MAX 40 /* of one line */

struct plan_line {
	struct move moves[PLAN_MOVES_MAX];
	int length;
};

struct plan {
	struct plan_line lines[PLAN_LINES_MAX];
	int count;
};

/* The first line that answers a reply of `line` otherwise than it does; -1 none. */
int plan_contradicted(const struct plan *plan, const struct plan_line *line);
/* The answer after the moves that were played since the plan begins, the last of them a
 * reply; false: the plan has none. */
bool plan_answer(const struct plan *plan, const struct move *played, int count, struct move *out);
/* How many of the line's moves were played. */
int plan_line_played(const struct plan_line *line, const struct move *played, int count);
/* As text, a line each: "H10-G8 C4-C5 G8-F6 C5-C6". */
void plan_write(const struct plan *plan, struct str *out);
/* False, and nothing of *out counts: this is not what plan_write writes. */
bool plan_read(const char *text, struct plan *out);

#endif
