/* SPDX-License-Identifier: ISC */
/*
 * Is a move legal, and if not, why; how a position stands.
 *
 * The reasons are found by playing the move on a copy and looking, so that
 * they hold whatever the piece.  Dead positions are those of riverpost-rules(7); the
 * tests prove them by going through all of them.
 */
#include "rules/status.h"

#include "rules/board_lines.h"
#include "rules/movegen.h"
#include "rules/shape.h"

/* What is wrong with the two squares, before the shape is looked at. */
static enum refusal
judge_squares(const struct board *board, struct move move)
{
	uint8_t piece, target;

	if (move.from >= SQUARES || move.to >= SQUARES)
		return MOVE_NO_SUCH_SQUARE;
	piece = board->at[move.from];
	target = board->at[move.to];
	if (piece == NO_PIECE)
		return MOVE_NO_PIECE;
	if (piece_side(piece) != board->turn)
		return MOVE_NOT_YOURS;
	if (move.from == move.to)
		return MOVE_NO_STEP;
	if (target != NO_PIECE && piece_side(target) == board->turn)
		return MOVE_OWN_PIECE;
	return MOVE_LEGAL;
}

static enum refusal
judge_safety(const struct board *board, struct move move, struct refusal_why *why)
{
	struct board after = *board;
	enum side other = side_other((enum side)board->turn);
	uint8_t from[16];

	/* A king is never taken: the position could not have arisen. */
	if (piece_type(board->at[move.to]) == KING)
		return MOVE_GAME_OVER;
	board_play(&after, move);
	if (checkers(&after, other, from) == 0)
		return MOVE_LEGAL;
	if (piece_type(after.at[from[0]]) == KING)
		return MOVE_KINGS_FACE;
	why->square = from[0];
	why->was_in_check = side_in_check(board, (enum side)board->turn);
	return MOVE_LEAVES_CHECK;
}

enum refusal
move_judge(const struct board *board, struct move move, struct refusal_why *why)
{
	*why = (struct refusal_why){ .refusal = judge_squares(board, move), .square = NO_SQUARE };
	if (why->refusal == MOVE_LEGAL)
		shape_judge(board, move, board->at[move.to] != NO_PIECE, why);
	if (why->refusal == MOVE_LEGAL)
		why->refusal = judge_safety(board, move, why);
	return why->refusal;
}

enum status
board_status(const struct board *board)
{
	bool check = side_in_check(board, (enum side)board->turn);

	if (moves_any(board))
		return check ? STATUS_CHECK : STATUS_PLAY;
	return check ? STATUS_CHECKMATE : STATUS_STALEMATE;
}

static int
count_men(const struct board *board, enum side side, int first, int end)
{
	int n = 0;

	for (int i = first; i < end; i++)
		n += board->men[side][i] != NO_SQUARE;
	return n;
}

bool
side_is_bare(const struct board *board, enum side side)
{
	return count_men(board, side, MEN_ROOKS, MEN_GUARDS) == 0;
}

/* A cannon and perhaps elephants, but no guard for a screen, against a bare side. */
static bool
lone_cannon_is_dead(const struct board *board, enum side side)
{
	enum side other = side_other(side);
	int elephants = count_men(board, side, MEN_ELEPHANTS, MEN_END);
	int other_guards = count_men(board, other, MEN_GUARDS, MEN_ELEPHANTS);

	if (count_men(board, side, MEN_CANNONS, MEN_SOLDIERS) != 1 ||
	    count_men(board, side, MEN_ROOKS, MEN_ELEPHANTS) != 1 || !side_is_bare(board, other))
		return false;
	return other_guards == 0 || (other_guards == 1 && elephants == 0);
}

bool
board_is_dead(const struct board *board)
{
	return (side_is_bare(board, RED) && side_is_bare(board, GREEN)) ||
	    lone_cannon_is_dead(board, RED) || lone_cannon_is_dead(board, GREEN);
}
