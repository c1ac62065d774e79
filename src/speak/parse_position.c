/* SPDX-License-Identifier: ISC */
/*
 * Where the moves of a preview begin, and whether a letter is one legal move (parse.h).
 */
#include <string.h>

#include "play/glossary.h"
#include "rules/fen.h"
#include "speak/parse.h"
#include "speak/sought.h"
#include "speak/tokens.h"

#define DIGITS        "0123456789"
#define FEN_WORDS_MAX 7

int
order_first_move(const struct order *order)
{
	int at;

	if (order->word_count == 0)
		return 0;
	if (strcmp(order->words[0], "new") == 0 ||
	    (tokens_is_number(order->words[0]) &&
		(order->word_count == 1 || sought_number(order->raw[0]) == 0)))
		return 1;
	if (strcmp(order->words[0], "fen") != 0 || order->word_count == 1)
		return 0;
	/* After a FEN's placement: whose turn, then "-" or numbers. */
	for (at = 2; at < order->word_count && at < FEN_WORDS_MAX; at++) {
		const char *word = order->words[at];

		if (at == 2 ? !fen_is_side(word) :
			      strcmp(word, "-") != 0 && strspn(word, DIGITS) != strlen(word))
			break;
	}
	return at;
}

bool
parse_is_legal_move(
    const struct parse_context *context, const struct parsed_letter *parsed, struct move *move)
{
	const struct parse_answer *answer = &context->answer;
	const struct order *order = &parsed->orders[0];
	struct reading reading;

	if (answer->board == NULL || parsed->count != 1 || parsed->doubtful != NULL ||
	    order->move == NULL || order->is_question ||
	    (order->game != 0 && order->game != answer->game) ||
	    glossary_read_move(
		context->glossary, answer->by, order->move, answer->board, &reading) != READ_MOVE)
		return false;
	*move = reading.move;
	return true;
}
