/* SPDX-License-Identifier: ISC */
/*
 * A list of moves as the command line gets it: played on a board, stopped at
 * the first that cannot be played.
 */
#ifndef CLI_MOVE_LIST_H
#define CLI_MOVE_LIST_H

#include "rules/board.h"

struct move_list {
	struct board start, board; /* before the first and after the last move */
	struct move *moves;        /* move_list_release frees */
	int length, capacity;
	/* Where it stopped: the place of the bad move (1-based), or 0. */
	int bad;
	char bad_text[64];
	const char *bad_name; /* refusal_name(), "not-a-move" or "ambiguous" */
	char bad_reason[160]; /* refusal_write(), or the name */
};

void move_list_init(struct move_list *list, const struct board *start);
void move_list_release(struct move_list *list);
/* Adds the moves of a text, separated by blanks, in any notation; numbers such
 * as "12." between them are skipped.
 * After a bad move nothing is added. */
void move_list_add(struct move_list *list, const char *text);

#endif
