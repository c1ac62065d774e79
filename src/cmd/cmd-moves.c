/* SPDX-License-Identifier: ISC */
/*
 * MOVES: what can be moved, and where to: on the board and as a list, which is also for
 * those who do not see the board.
 *
 * Those that would be refused now, or would end the game by a rule, are told apart.  "moves 3#12"
 * lists those that the pieces had after move 12, whatever was judged of them then.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "game/prospect.h"
#include "rules/movegen.h"

/* The moves of the piece on `from`, if it has any; marks what it can reach, and counts those that
 * would be refused. */
static int
list_piece(struct request *rq, struct game *game, struct vars *vars, uint8_t from,
    const struct move *moves, int count, uint8_t *marks, int *refused)
{
	const struct board *board = &game->board;
	struct vars *piece = NULL;
	char square[4];
	int found = 0;

	for (int i = 0; i < count; i++) {
		enum prospect prospect;
		struct verdict verdict = { 0 };
		struct vars *item;

		if (moves[i].from != from)
			continue;
		if (found++ == 0) {
			piece = vars_add(vars, "pieces");
			square_write(from, square);
			vars_text(piece, "square", square);
			facts_piece(piece, "piece", board->at[from]);
		}
		item = vars_add(piece, "targets");
		facts_move(item, board, moves[i]);
		vars_flag(item, "another", found > 1);
		prospect = rq->order->is_numbered ? PROSPECT_FREE :
						    prospect_of(game, moves[i], &verdict);
		vars_flag(item, "barred", prospect != PROSPECT_FREE);
		*refused += prospect == PROSPECT_REFUSED;
		facts_prospect(item, game, prospect, verdict.reason);
		if (marks != NULL)
			marks[moves[i].to] = SQUARE_TARGET;
	}
	return found;
}

static enum outcome
refuse_square(struct request *rq, const struct game *game, uint8_t from)
{
	uint8_t on = game->board.at[from];
	bool theirs = on != NO_PIECE && piece_side(on) != game_turn(game);
	struct vars *vars = reply_refuse_game(rq->reply, rq->game,
	    on == NO_PIECE ? "moves-empty" :
		theirs     ? "moves-not-its-turn" :
			     "moves-none");

	vars_text(vars, "turn", game->seat[game_turn(game)].userid);
	vars_text(vars, "square", rq->order->raw[0]);
	facts_piece(vars, "piece", on);
	return REFUSED;
}

/* *out: the game as it stands, or stood after the move that is named. */
static enum outcome
choose(struct request *rq, struct game **out, struct err *err)
{
	struct game *game = rq->game;
	bool is_then = rq->order->is_numbered;

	if (game->state == GAME_OFFERED || (!is_then && game->state != GAME_PLAYING))
		return request_refuse_game(
		    rq, game->state == GAME_OVER ? "game-is-over" : "moves-not-yet");
	*out = game;
	return is_then ? request_position(rq, game->id, rq->order->number, out, err) : DONE;
}

enum outcome
moves_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	bool is_then = order->is_numbered;
	struct game *game;
	enum outcome outcome = choose(rq, &game, err);
	uint8_t *marks = arena_alloc(rq->arena, SQUARES);
	struct move moves[MOVES_MAX];
	struct vars *vars = vars_new(rq->arena);
	bool one = order->word_count > 0;
	const char *square_name = order->words[0];
	char square[4];
	uint8_t from = 0;
	int count, found = 0, refused = 0;

	if (outcome != DONE)
		return outcome;
	count = moves_legal(&game->board, moves);
	if (one)
		square_read(&square_name, &from);
	for (uint8_t at = one ? from : 0; at < (one ? from + 1 : SQUARES); at++) {
		int here = list_piece(
		    rq, game, vars, at, moves, count, one ? marks : NULL, &refused);

		if (here > 0)
			marks[at] = SQUARE_MOVER;
		found += here;
	}
	if (found == 0)
		return one ? refuse_square(rq, game, from) :
			     request_refuse_game(rq, "game-is-over");
	facts_game(vars, game);
	vars_flag(vars, "one-piece", one);
	square_write(from, square);
	vars_text(vars, "square", square);
	facts_piece(vars, "piece", game->board.at[from]);
	vars_flag(vars, "then", is_then);
	vars_number(vars, "number", order->number);
	vars_flag(vars, "you-move",
	    !is_then && rq->from != NULL && game->seat[game_turn(game)].player == rq->from->id);
	vars_number(vars, "possible", found - refused);
	vars_number(vars, "refused", refused);
	vars_copy(reply_use(rq->reply, "moves-possible"), vars);
	reply_show_board(rq->reply, rq->game, game->length);
	rq->reply->sender->last->marks = marks;
	return DONE;
}
