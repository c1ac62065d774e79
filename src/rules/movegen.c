/* SPDX-License-Identifier: ISC */
/*
 * Legal moves, quickly.
 *
 * Each piece's moves are made by its shape; then only those that could endanger
 * the own king (rules/safety.h says whose) are tried, by halves, on a copy.
 * A king is never taken, so no position without one can arise.  Knows nothing of
 * reasons: those are rules/status.h's.
 */
#include "rules/movegen.h"

#include "rules/lines.h"
#include "rules/safety.h"
#include "rules/steps.h"

/* What may stand on a target, as bits by piece: nothing, or any of the other
 * side but its king.  The wall is in none. */
#define LANDS_EMPTY	1u
#define LANDS_TYPES \
	(1u << ROOK | 1u << HORSE | 1u << CANNON | 1u << SOLDIER | 1u << GUARD | 1u << ELEPHANT)

struct search {
	const struct board	*board;
	enum side		 side;
	uint32_t		 lands;
	struct watch		 watch;
};

static struct move *
step_add(const struct search *search, uint8_t from, uint8_t to, struct move *out)
{
	*out = (struct move){from, to};
	return out + (search->lands >> search->board->at[to] & 1);
}

static struct move *
slides(const struct search *search, uint8_t from, bool over_screen, struct move *out)
{
	for (enum direction direction = 0; direction < DIRECTIONS; direction++) {
		struct ray ray = ray_from(search->board, from, direction);
		uint32_t   target = over_screen ? bits_beyond(ray.all) : ray.all;
		int	   step = direction_step(direction);

		if (search->lands & LANDS_EMPTY)
			for (int n = bit_place(ray.all), to = from; n > 0; n--)
				*out++ = (struct move){from, (uint8_t)(to += step)};
		target = bit_lowest(target) & ray.of[side_other(search->side)];
		if (target != 0)
			out = step_add(search, from, ray_square(from, direction, target), out);
	}
	return out;
}

static struct move *
leaps(const struct search *search, uint8_t from, const struct leap *leap, struct move *out)
{
	for (int i = 0; i < 4; i++, leap++) {
		if (search->board->at[leap->over] != NO_PIECE)
			continue;
		out = step_add(search, from, leap->to[0], out);
		out = step_add(search, from, leap->to[1], out);
	}
	return out;
}

static struct move *
steps(const struct search *search, uint8_t from, const uint8_t *to, int count, struct move *out)
{
	for (int i = 0; i < count; i++)
		out = step_add(search, from, to[i], out);
	return out;
}

static struct move *
piece_moves(const struct search *search, uint8_t from, struct move *out)
{
	const struct steps *table = &steps_from[from];
	enum side	    side = search->side;

	switch (piece_type(search->board->at[from])) {
	case ROOK:
		return slides(search, from, false, out);
	case CANNON:
		return slides(search, from, true, out);
	case HORSE:
		return leaps(search, from, table->horse, out);
	case ELEPHANT:
		return leaps(search, from, table->elephant[side], out);
	case SOLDIER:
		return steps(search, from, table->soldier[side], 3, out);
	case GUARD:
		return steps(search, from, table->guard[side], 4, out);
	default:
		return steps(search, from, table->king[side], 4, out);
	}
}

/* Moves a piece in the lines alone; done a second time, moves it back. */
static void
lines_shift(struct board *board, struct move move, uint8_t piece, uint8_t taken)
{
	lines_toggle(board, move.from, piece);
	lines_toggle(board, move.to, piece);
	if (taken != NO_PIECE)
		lines_toggle(board, move.to, taken);
}

/* Only what king_is_attacked looks at is moved, and moved back. */
static bool
move_is_safe(struct board *trial, struct move move)
{
	uint8_t	  piece = trial->at[move.from], taken = trial->at[move.to];
	enum side side = piece_side(piece);
	uint8_t	  king = piece_type(piece) == KING ? move.to : trial->king[side];
	bool	  safe;

	lines_shift(trial, move, piece, taken);
	trial->at[move.from] = NO_PIECE;
	trial->at[move.to] = piece;

	safe = !king_is_attacked(trial, king, side_other(side));

	trial->at[move.from] = piece;
	trial->at[move.to] = taken;
	lines_shift(trial, move, piece, taken);
	return safe;
}

static struct move *
keep_safe(const struct board *board, struct move *begin, struct move *end)
{
	struct board trial;
	struct move *kept = begin;

	if (begin == end)
		return end;
	trial = *board;
	for (struct move *move = begin; move < end; move++)
		if (move_is_safe(&trial, *move))
			*kept++ = *move;
	return kept;
}

static struct search
search_begin(const struct board *board, enum side side, uint32_t lands)
{
	struct search search = {
		.board = board,
		.side = side,
		.lands = lands | LANDS_TYPES << piece_of(side_other(side), NO_TYPE),
	};

	watch_king(board, side, &search.watch);
	return search;
}

static struct move *
man_moves(const struct search *search, uint8_t from, struct move *out)
{
	struct move *end;

	if (from == NO_SQUARE)
		return out;
	end = piece_moves(search, from, out);
	return watch_has(&search->watch, from) ? keep_safe(search->board, out, end) : end;
}

static int
side_moves(const struct board *board, enum side side, uint32_t lands, struct move *out)
{
	struct search search = search_begin(board, side, lands);
	struct move  *end = out;

	for (int i = 0; i < MEN; i++)
		end = man_moves(&search, board->men[side][i], end);
	end = man_moves(&search, board->king[side], end);
	return (int)(end - out);
}

int
moves_legal(const struct board *board, struct move out[MOVES_MAX])
{
	return side_moves(board, (enum side)board->turn, LANDS_EMPTY, out);
}

int
captures_legal(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	return side_moves(board, side, 0, out);
}

bool
moves_any(const struct board *board)
{
	enum side     side = (enum side)board->turn;
	struct search search = search_begin(board, side, LANDS_EMPTY);
	struct move   moves[MOVES_MAX];

	for (int i = 0; i < MEN; i++)
		if (man_moves(&search, board->men[side][i], moves) != moves)
			return true;
	return man_moves(&search, board->king[side], moves) != moves;
}

bool
move_is_legal(const struct board *board, struct move move)
{
	struct search search;
	struct move   moves[MOVES_MAX], *end;

	if (move.from >= SQUARES || board->at[move.from] == NO_PIECE ||
	    piece_side(board->at[move.from]) != board->turn)
		return false;
	search = search_begin(board, (enum side)board->turn, LANDS_EMPTY);
	end = man_moves(&search, move.from, moves);
	for (const struct move *legal = moves; legal < end; legal++)
		if (move_equal(*legal, move))
			return true;
	return false;
}

static uint64_t
perft_below(struct board *board, int depth)
{
	struct move moves[MOVES_MAX];
	int	    count = moves_legal(board, moves);
	uint64_t    nodes = 0;

	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		uint8_t taken = board_play(board, moves[i]);

		nodes += perft_below(board, depth - 1);
		board_unplay(board, moves[i], taken);
	}
	return nodes;
}

uint64_t
perft(const struct board *board, int depth)
{
	struct board trial = *board;

	return depth <= 0 ? 1 : perft_below(&trial, depth);
}
