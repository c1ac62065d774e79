/* SPDX-License-Identifier: ISC */
/*
 * Moves read and played one after the other.
 *
 * Only the basic rules decide here; what a move leads to under a rule set is for
 * the referee to say (rules/referee/referee.h).
 */
#include "cli/move_list.h"

#include <ctype.h>
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
add_word(struct move_list *list, const char *word)
{
	size_t digits = strspn(word, "0123456789");
	struct reading reading;

	/* "12." and "12" are the numbers of moves. */
	if (digits > 0 && word[digits + strspn(word + digits, ".")] == '\0')
		return;
	notation_read(word, &list->board, WXF_ANY, false, &reading);
	if (reading.kind == READ_MOVE && word[reading.consumed] == '\0') {
		if (list->length == list->capacity) {
			list->capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
			list->moves = realloc(
			    list->moves, (size_t)list->capacity * sizeof *list->moves);
			if (list->moves == NULL)
				abort();
		}
		list->moves[list->length++] = reading.move;
		board_play(&list->board, reading.move);
		return;
	}
	list->bad = list->length + 1;
	str_copy(list->bad_text, sizeof list->bad_text, word);
	list->bad_name = reading.kind == READ_ILLEGAL ? refusal_name(reading.why.refusal) :
	    reading.kind == READ_AMBIGUOUS            ? "ambiguous" :
							"not-a-move";
	if (reading.kind == READ_ILLEGAL)
		refusal_write(&reading.why, list->bad_reason, sizeof list->bad_reason);
	else
		str_copy(list->bad_reason, sizeof list->bad_reason, list->bad_name);
}

/* "B3". */
static bool
is_square(const char *word)
{
	size_t digits = word[0] == '\0' ? 0 : strspn(word + 1, "0123456789");

	return isalpha((unsigned char)word[0]) && (digits == 1 || digits == 2) &&
	    word[1 + digits] == '\0';
}

/* Copies the next word of text; returns where it ends. */
static const char *
next_word(const char *text, char *word, size_t size)
{
	size_t length;

	text += strspn(text, BLANKS);
	length = strcspn(text, BLANKS);
	str_format(word, size, "%.*s", (int)length, text);
	return text + length;
}

void
move_list_add(struct move_list *list, const char *text)
{
	char word[64], to[64], both[128];

	while (list->bad == 0) {
		const char *rest;

		text = next_word(text, word, sizeof word);
		if (word[0] == '\0')
			return;
		rest = next_word(text, to, sizeof to);
		if (!is_square(word) || !is_square(to)) {
			add_word(list, word);
			continue;
		}
		str_format(both, sizeof both, "%s-%s", word, to);
		add_word(list, both);
		text = rest;
	}
}
