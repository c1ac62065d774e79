/* SPDX-License-Identifier: ISC */
/*
 * Moves read and played one after the other.
 *
 * Only the basic rules decide here; what a move leads to under a rule set is for
 * the referee to say (rules/referee/referee.h).
 */
#include "cli/move_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/notation.h"

#define BLANKS " \t\r\n"

void
move_list_init(struct move_list *list, const struct board *start)
{
	memset(list, 0, sizeof *list);
	list->start = list->board = *start;
}

void
move_list_release(struct move_list *list)
{
	free(list->moves);
	list->moves = NULL;
}

static void
push(struct move_list *list, struct move move)
{
	if (list->length == list->capacity) {
		list->capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
		list->moves = realloc(list->moves, (size_t)list->capacity * sizeof *list->moves);
		if (list->moves == NULL)
			abort();
	}
	list->moves[list->length++] = move;
	board_play(&list->board, move);
}

/* Says what is wrong with the move in `length` bytes at text. */
static void
stop(struct move_list *list, const char *text, size_t length, const struct reading *reading)
{
	list->bad = list->length + 1;
	str_format(list->bad_text, sizeof list->bad_text, "%.*s", (int)length, text);
	list->bad_name = reading->kind == READ_ILLEGAL ? refusal_name(reading->why.refusal) :
	    reading->kind == READ_AMBIGUOUS            ? "ambiguous" :
							 "not-a-move";
	if (reading->kind == READ_ILLEGAL)
		refusal_write(&reading->why, list->bad_reason, sizeof list->bad_reason);
	else
		str_copy(list->bad_reason, sizeof list->bad_reason, list->bad_name);
}

void
move_list_add(struct move_list *list, const char *text)
{
	struct reading reading;

	for (text += strspn(text, BLANKS); *text != '\0' && list->bad == 0;
	     text += strspn(text, BLANKS)) {
		size_t length = strcspn(text, BLANKS), digits = strspn(text, "0123456789");

		/* "12." and "12" are the numbers of moves; "!?" and "±" belong to the one before.
		 */
		if ((digits > 0 && digits + strspn(text + digits, ".") == length) ||
		    (list->length > 0 && notation_annotation_length(text) == length)) {
			text += length;
			continue;
		}
		notation_read(text, &list->board, WXF_ANY, false, &reading);
		if (reading.consumed > length)
			length = reading.consumed;
		if (reading.kind == READ_MOVE && reading.consumed == length)
			push(list, reading.move);
		else
			stop(list, text, length, &reading);
		text += length;
	}
}
