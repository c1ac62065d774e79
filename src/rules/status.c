/* SPDX-License-Identifier: ISC */
/*
 * Why a move is refused; how a position stands.
 *
 * The reasons are found by playing the move on a copy and looking, so that
 * they hold whatever the piece.  Dead positions are those of riverpost-commands(7); the
 * tests prove them by going through all of them.
 */
#include "rules/status.h"

#include <stdio.h>

#include "rules/lines.h"
#include "rules/movegen.h"
#include "rules/shape.h"

static enum refusal
refuse(struct refusal_why *why, enum refusal refusal)
{
	why->refusal = refusal;
	return refusal;
}

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
		return refuse(why, MOVE_GAME_OVER);
	board_play(&after, move);
	if (checkers(&after, other, from) == 0)
		return MOVE_LEGAL;
	if (piece_type(after.at[from[0]]) == KING)
		return refuse(why, MOVE_KINGS_FACE);
	why->square = from[0];
	why->was_in_check = side_in_check(board, (enum side)board->turn);
	return refuse(why, MOVE_LEAVES_CHECK);
}

enum refusal
move_judge(const struct board *board, struct move move, struct refusal_why *why)
{
	enum refusal refusal = judge_squares(board, move);

	*why = (struct refusal_why){ .refusal = refusal, .square = NO_SQUARE };
	if (refusal != MOVE_LEGAL)
		return refusal;
	refusal = shape_judge(board, move, board->at[move.to] != NO_PIECE, why);
	if (refusal != MOVE_LEGAL)
		return refusal;
	return judge_safety(board, move, why);
}

const char *
refusal_name(enum refusal refusal)
{
	static const char *const names[] = {
		[MOVE_LEGAL] = "legal",
		[MOVE_NO_SUCH_SQUARE] = "no-such-square",
		[MOVE_NO_PIECE] = "no-piece",
		[MOVE_NOT_YOURS] = "not-yours",
		[MOVE_OWN_PIECE] = "own-piece",
		[MOVE_NO_STEP] = "no-step",
		[MOVE_WRONG_SHAPE] = "wrong-shape",
		[MOVE_BLOCKED] = "blocked",
		[MOVE_LEAVES_PALACE] = "leaves-palace",
		[MOVE_CROSSES_RIVER] = "crosses-river",
		[MOVE_BACKWARD] = "backward",
		[MOVE_SIDEWAYS_EARLY] = "sideways-early",
		[MOVE_SCREENS] = "screens",
		[MOVE_LEAVES_CHECK] = "leaves-check",
		[MOVE_KINGS_FACE] = "kings-face",
		[MOVE_GAME_OVER] = "game-over",
	};

	return names[refusal];
}

/* Those that need nothing filled in. */
static const char *
refusal_words(enum refusal refusal)
{
	static const char *const words[] = {
		[MOVE_LEGAL] = "legal",
		[MOVE_NO_SUCH_SQUARE] = "no such square",
		[MOVE_NO_PIECE] = "no piece there",
		[MOVE_NOT_YOURS] = "not your piece",
		[MOVE_OWN_PIECE] = "your own piece is on the target",
		[MOVE_NO_STEP] = "it goes nowhere",
		[MOVE_WRONG_SHAPE] = "that piece does not move so",
		[MOVE_LEAVES_PALACE] = "it leaves the palace",
		[MOVE_CROSSES_RIVER] = "an elephant does not cross the river",
		[MOVE_BACKWARD] = "a soldier does not go back",
		[MOVE_SIDEWAYS_EARLY] = "a soldier goes sideways only across the river",
		[MOVE_KINGS_FACE] = "the kings would face each other",
		[MOVE_GAME_OVER] = "the game is over",
	};

	return words[refusal];
}

void
refusal_text(const struct refusal_why *why, char *out, size_t size)
{
	char square[4] = "";

	if (why->square != NO_SQUARE)
		square_write(why->square, square);
	switch (why->refusal) {
	case MOVE_BLOCKED:
		snprintf(out, size, "blocked at %s", square);
		break;
	case MOVE_SCREENS:
		snprintf(
		    out, size, "a cannon takes over exactly one screen, and finds %d", why->count);
		break;
	case MOVE_LEAVES_CHECK:
		snprintf(out, size, "your king would %sbe in check from %s",
		    why->was_in_check ? "still " : "", square);
		break;
	default:
		snprintf(out, size, "%s", refusal_words(why->refusal));
	}
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
