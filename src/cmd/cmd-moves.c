/* SPDX-License-Identifier: ISC */
/*
 * MOVES: what can be moved, and where to: on the board and as a list, which is also for
 * those who do not see the board.
 *
 * Those that the referee would refuse now are told apart.
 */
#include "base/arena.h"
#include "cmd/cmd.h"
#include "rules/movegen.h"
#include "rules/notation.h"

#include <string.h>

static bool
read_square(const char *word, uint8_t *square)
{
	return square_read(&word, square) && *word == '\0';
}

/* "Moves me to tears" is speech. */
static bool
moves_accepts(const struct order *order)
{
	uint8_t square;

	return order->word_count == 0 || read_square(order->words[0], &square);
}

static bool
moves_expects(const struct order *order, int i)
{
	(void)i;
	return moves_accepts(order);
}

/* Would the referee refuse it, legal as it is? */
static bool
is_refused(struct arena *arena, const struct game *game, struct move move)
{
	struct move *moves = arena_alloc(arena, (size_t)(game->length + 1) * sizeof *moves);
	struct history history;
	struct verdict verdict;

	game_history(game, &history);
	if (game->length > 0)
		memcpy(moves, game->moves, (size_t)game->length * sizeof *moves);
	moves[history.length++] = move;
	history.moves = moves;
	referee_judge(&history, &verdict);
	return verdict.kind == VERDICT_REFUSED;
}

/* The moves of the piece on `from`, if it has any; marks what it can reach. */
static int
list_piece(struct request *rq, struct vars *vars, uint8_t from, const struct move *moves, int count,
    uint8_t *marks)
{
	const struct board *board = &rq->game->board;
	struct vars *piece = NULL;
	char square[4];
	int found = 0;

	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (moves[i].from != from)
			continue;
		if (found++ == 0) {
			piece = vars_add(vars, "pieces");
			square_write(from, square);
			vars_text(piece, "square", square);
			vars_word(piece, "piece", piece_name(piece_type(board->at[from])));
			vars_list(piece, "targets");
		}
		item = vars_add(piece, "targets");
		facts_move(item, board, moves[i]);
		vars_flag(item, "another", found > 1);
		vars_flag(item, "refused", is_refused(rq->arena, rq->game, moves[i]));
		if (marks != NULL)
			marks[moves[i].to] = SQUARE_TARGET;
	}
	return found;
}

static enum outcome
refuse_square(struct request *rq, struct reply *reply, uint8_t from)
{
	uint8_t on = rq->game->board.at[from];
	bool theirs = on != NO_PIECE && piece_side(on) != game_turn(rq->game);

	request_refuse(rq, reply,
	    on == NO_PIECE ? "moves-empty" :
		theirs     ? "moves-not-its-turn" :
			     "moves-none");
	vars_text(reply->sender->last->vars, "square", rq->order->raw[0]);
	vars_word(reply->sender->last->vars, "piece",
	    on == NO_PIECE ? "none" : piece_name(piece_type(on)));
	return CMD_REFUSED;
}

static enum outcome
moves_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;
	uint8_t *marks = arena_alloc(rq->arena, SQUARES);
	struct move moves[MOVES_MAX];
	struct vars *vars = vars_new(rq->arena);
	bool one = rq->order->word_count > 0;
	uint8_t from = 0;
	int count = moves_legal(&game->board, moves), found = 0;

	(void)err;
	if (game->state != GAME_PLAYING)
		return request_refuse(
		    rq, reply, game->state == GAME_OVER ? "game-is-over" : "moves-not-yet");
	vars_list(vars, "pieces");
	if (one)
		read_square(rq->order->words[0], &from);
	for (uint8_t square = one ? from : 0; square < (one ? from + 1 : SQUARES); square++) {
		int here = list_piece(rq, vars, square, moves, count, one ? marks : NULL);

		if (here > 0)
			marks[square] = SQUARE_MOVER;
		found += here;
	}
	if (found == 0)
		return refuse_square(rq, reply, from);
	facts_game(vars, game);
	vars_flag(vars, "one-piece", one);
	vars_number(vars, "possible", found);
	vars_copy(reply_use(reply, "moves-possible"), vars);
	reply_show_board(reply, game, game->length);
	reply->sender->last->marks = marks;
	return CMD_DONE;
}

const struct cmd cmd_moves = {
	.name = "moves",
	.args = "GAME WORD?",
	.accepts = moves_accepts,
	.expects = moves_expects,
	.needs = NEEDS_GAME | OPEN,
	.run = moves_run,
};
