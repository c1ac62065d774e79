/* SPDX-License-Identifier: ISC */
/*
 * MOVES: what can be moved, and where to: on the board and as a list, which is also for
 * those who do not see the board.
 *
 * Those that would be refused now, or would end the game by a rule, are told apart.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "game/prospect.h"
#include "rules/movegen.h"

/* The moves of the piece on `from`, if it has any; marks what it can reach, and counts those that
 * would be refused. */
static int
list_piece(struct request *rq, struct vars *vars, uint8_t from, const struct move *moves, int count,
    uint8_t *marks, int *refused)
{
	const struct board *board = &rq->game->board;
	struct vars *piece = NULL;
	char square[4];
	int found = 0;

	for (int i = 0; i < count; i++) {
		enum prospect prospect;
		struct verdict verdict;
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
		prospect = prospect_of(rq->game, moves[i], &verdict);
		vars_flag(item, "barred", prospect != PROSPECT_FREE);
		*refused += prospect == PROSPECT_REFUSED;
		facts_prospect(item, rq->game, prospect, verdict.reason);
		if (marks != NULL)
			marks[moves[i].to] = SQUARE_TARGET;
	}
	return found;
}

static enum outcome
refuse_square(struct request *rq, uint8_t from)
{
	uint8_t on = rq->game->board.at[from];
	bool theirs = on != NO_PIECE && piece_side(on) != game_turn(rq->game);
	struct vars *vars = reply_refuse_game(rq->reply, rq->game,
	    on == NO_PIECE ? "moves-empty" :
		theirs     ? "moves-not-its-turn" :
			     "moves-none");

	vars_text(vars, "square", rq->order->raw[0]);
	facts_piece(vars, "piece", on);
	return REFUSED;
}

enum outcome
moves_run(struct request *rq, struct err *err)
{
	struct game *game = rq->game;
	uint8_t *marks = arena_alloc(rq->arena, SQUARES);
	struct move moves[MOVES_MAX];
	struct vars *vars = vars_new(rq->arena);
	bool one = rq->order->word_count > 0;
	const char *square_name = rq->order->words[0];
	uint8_t from = 0;
	int count = moves_legal(&game->board, moves), found = 0, refused = 0;

	(void)err;
	if (game->state != GAME_PLAYING)
		return request_refuse_game(
		    rq, game->state == GAME_OVER ? "game-is-over" : "moves-not-yet");
	if (one)
		square_read(&square_name, &from);
	for (uint8_t square = one ? from : 0; square < (one ? from + 1 : SQUARES); square++) {
		int here = list_piece(rq, vars, square, moves, count, one ? marks : NULL, &refused);

		if (here > 0)
			marks[square] = SQUARE_MOVER;
		found += here;
	}
	if (found == 0)
		return refuse_square(rq, from);
	facts_game(vars, game);
	vars_flag(vars, "one-piece", one);
	vars_flag(vars, "you-move",
	    rq->from != NULL && game->seat[game_turn(game)].player == rq->from->id);
	vars_number(vars, "possible", found - refused);
	vars_number(vars, "refused", refused);
	vars_copy(reply_use(rq->reply, "moves-possible"), vars);
	reply_show_board(rq->reply, game, game->length);
	rq->reply->sender->last->marks = marks;
	return DONE;
}
