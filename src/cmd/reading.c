/* SPDX-License-Identifier: ISC */
/*
 * Texts that are no move that can be played (reading.h).
 */
#include "cmd/reading.h"

#include <string.h>

#include "base/arena.h"
#include "cmd/confirmations.h"
#include "play/facts.h"
#include "play/glossary.h"
#include "play/play.h"

int
reading_offer_yes(struct request *rq, struct vars *vars, const char *move, struct err *err)
{
	if (rq->proof != PROOF_NONE && rq->from == rq->sender &&
	    request_token_game(rq) == rq->game->id &&
	    play_open_offer(rq->game, side_other(rq->side), OFFER_ANY) == OFFER_NONE &&
	    confirmation_offer_yes(rq, rq->reply->sender, arena_strdup(rq->arena, move), err) == -1)
		return -1;
	vars_flag(vars, "yes", rq->reply->sender->meant != 0);
	return 0;
}

int
reading_offer_now(struct request *rq, struct vars *vars, const char *text, struct err *err)
{
	const struct board *board = &rq->game->board;
	struct reading reading;
	char move[32] = "";

	if (reading_read(rq, text, board, &reading) == READ_MOVE) {
		notation_write_surely(request_spelling(rq->from).iccs, board, reading.move, move);
		if (reading_offer_yes(rq, vars, move, err) == -1)
			return -1;
	}
	vars_text(vars, "now", move);
	return 0;
}

enum reading_kind
reading_read(
    const struct request *rq, const char *text, const struct board *board, struct reading *out)
{
	return glossary_read_any(
	    rq->settings->glossary, request_spelling(rq->from), text, board, out);
}

/* What an illegal move would be in other letters, or with ranks that begin with 0 ("iccs") or, for
 * whoever writes so, with 1: if that is one move, a yes plays it. */
static int
offer_other_reading(struct request *rq, struct vars *vars, const char *text,
    const struct board *board, const struct reading *reading, struct err *err)
{
	bool by_iccs = request_spelling(rq->from).iccs;
	struct reading other;
	char move[32] = "";

	if (notation_read(text, board, WXF_ANY, !by_iccs, &other) == READ_MOVE &&
	    (other.form == NOTATION_ICCS) == !by_iccs)
		notation_write_surely(by_iccs, board, other.move, move);
	vars_text(vars, "iccs", move);
	vars_flag(vars, "other-letters", reading->candidate_count > 0);
	vars_text(vars, "letters",
	    reading->letters != NULL ?
		glossary_name_of_letters(rq->settings->glossary, reading->letters) :
		"WXF");
	if (reading->candidate_count == 1)
		notation_write_surely(by_iccs, board, reading->candidates[0], move);
	vars_flag(vars, "yes", false);
	return move[0] != '\0' && reading->candidate_count < 2 && board == &rq->game->board ?
	    reading_offer_yes(rq, vars, move, err) :
	    0;
}

enum outcome
reading_refuse(struct request *rq, const char *text, const struct board *board,
    const struct reading *reading, struct err *err)
{
	struct vars *vars = reply_refuse_game(rq->reply, rq->game,
	    reading->kind == READ_AMBIGUOUS   ? "move-ambiguous" :
		reading->kind == READ_ILLEGAL ? "move-illegal" :
						"move-unreadable");

	vars_text(vars, "text", text);
	rq->reply->sender->asks |= reading->kind == READ_AMBIGUOUS;
	if (reading->kind == READ_ILLEGAL) {
		facts_refusal(vars, board, reading, false);
		vars_flag(vars, "queues", board != &rq->game->board);
		if (offer_other_reading(rq, vars, text, board, reading, err) == -1)
			return FAILED;
	}
	for (int i = 0; i < reading->candidate_count; i++)
		facts_placed(
		    vars_add(vars, "candidates"), "candidate", board, reading->candidates[i]);
	return REFUSED;
}

/* Is it a move of the side that is not to move? */
static bool
is_others_move(const struct request *rq, const char *text, const struct board *board)
{
	struct board other = *board;
	struct reading reading;

	other.turn ^= 1;
	return reading_read(rq, text, &other, &reading) == READ_MOVE;
}

/* "Cxe3": *square is that to which it goes, where nothing stands. */
static bool
takes_nothing(
    const struct request *rq, const char *text, const struct board *board, uint8_t *square)
{
	const char *sign = strpbrk(text, "xX");
	struct reading reading;
	enum reading_kind kind;

	if (sign == NULL)
		return false;
	kind = reading_read(rq,
	    arena_printf(rq->arena, "%.*s%s", (int)(sign - text), text, sign + 1), board, &reading);
	if (kind != READ_MOVE && kind != READ_AMBIGUOUS)
		return false;
	*square = kind == READ_MOVE ? reading.move.to : reading.candidates[0].to;
	return board->at[*square] == NO_PIECE;
}

/* Is the side to move that of the one who asks? */
static bool
is_own_turn(const struct request *rq, const struct game *game)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;

	return who != NULL && game->id != 0 && game_has(game, who->id) &&
	    game_side_of(game, who->id) == (enum side)game->board.turn;
}

enum outcome
reading_refuse_tried(
    struct request *rq, const char *text, struct game *game, const struct reading *reading)
{
	struct vars *vars = reply_refuse(rq->reply, "preview-bad-move");
	char move[8];
	uint8_t square;

	vars_text(vars, "text", text);
	vars_text(vars, "empty", "");
	vars_word(vars, "side", side_name((enum side)game->board.turn));
	vars_flag(vars, "others-turn", is_others_move(rq, text, &game->board));
	vars_list(vars, "candidates");
	vars_flag(vars, "any-candidates", reading->kind == READ_AMBIGUOUS);
	if (takes_nothing(rq, text, &game->board, &square)) {
		square_write(square, move);
		vars_text(vars, "empty", move);
	} else if (reading->kind == READ_ILLEGAL) {
		facts_refusal(vars, &game->board, reading, !is_own_turn(rq, game));
	}
	for (int i = 0; reading->kind == READ_AMBIGUOUS && i < reading->candidate_count; i++) {
		struct vars *item = vars_add(vars, "candidates");

		move_write(reading->candidates[i], move);
		vars_text(item, "candidate", move);
		vars_flag(item, "another", i > 0);
	}
	reply_show_board(rq->reply, game, game->length);
	return REFUSED;
}
