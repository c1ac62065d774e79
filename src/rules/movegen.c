/* SPDX-License-Identifier: ISC */
/*
 * Legal moves, quickly.
 *
 * Each piece's moves are made by its shape; then only those that could endanger
 * its own king are tried on the board itself, half made, and taken back; so a
 * board of the caller's is copied first.
 *
 * What attacks a king is looked for from the king: on each of its four lines the
 * first three pieces decide everything.  A rook reaches over none and a cannon over
 * one, so a rook after one piece and a cannon after two are held off only while
 * those pieces stay; a horse is held off by its leg.  That uses at[] and the
 * lines, not men[], which a half-made move leaves as they were.
 *
 * A king is never taken, so no position without one can arise.  Knows nothing of
 * reasons: those are rules/status.h's.
 */
#include "rules/movegen.h"

#include "rules/leaps.h"
#include "rules/line_masks.h"
#include "rules/shape.h"

static bool
is_rook_or_facing_king(uint8_t piece, enum direction direction)
{
	return piece_type(piece) == ROOK ||
	    (piece_type(piece) == KING && (direction == UP || direction == DOWN));
}

static bool
attacked_along(const struct board *board, uint8_t square, enum direction direction, enum side by)
{
	struct ray ray = ray_from(board, square, direction);
	uint32_t first = bit_lowest(ray.all) & ray.of[by];
	uint32_t second = bit_lowest(bits_beyond(ray.all)) & ray.of[by];

	if (first != 0 &&
	    is_rook_or_facing_king(board->at[ray_square(square, direction, first)], direction))
		return true;
	return second != 0 &&
	    piece_type(board->at[ray_square(square, direction, second)]) == CANNON;
}

static bool
attacked_by_horse(const struct board *board, uint8_t square, enum side by)
{
	uint8_t horse = piece_of(by, HORSE);

	for (int i = 0; i < 4; i++) {
		const struct leap *threat = &leaps_from[square].horse_threat[i];

		if (board->at[threat->over] == NO_PIECE &&
		    (board->at[threat->to[0]] == horse || board->at[threat->to[1]] == horse))
			return true;
	}
	return false;
}

static bool
attacked_by_soldier(const struct board *board, uint8_t square, enum side by)
{
	const uint8_t *from = leaps_from[square].soldier_threat[by];
	uint8_t soldier = piece_of(by, SOLDIER);

	return board->at[from[0]] == soldier || board->at[from[1]] == soldier ||
	    board->at[from[2]] == soldier;
}

static bool
king_is_attacked(const struct board *board, uint8_t square, enum side by)
{
	for (enum direction direction = 0; direction < DIRECTIONS; direction++)
		if (attacked_along(board, square, direction, by))
			return true;
	return attacked_by_horse(board, square, by) || attacked_by_soldier(board, square, by);
}

bool
side_in_check(const struct board *board, enum side side)
{
	return king_is_attacked(board, board->king[side], side_other(side));
}

/*
 * Whose moves must be tried before they can be called safe: those of the pieces
 * in `watched`, which are the king and what stands as a screen, a leg or in a
 * line before it.  In check, or before a cannon with an open line to the king
 * (any piece that came between would be a screen), everyone's: `all`.
 */
struct watch {
	bool all;
	uint64_t watched[2]; /* bit n % 64 of word n / 64: square n */
};

static void
watch_square(struct watch *watch, uint8_t square)
{
	watch->watched[square / 64] |= 1ull << square % 64;
}

static void
watch_line(const struct board *board, uint8_t king, enum direction direction, enum side by,
    struct watch *watch)
{
	struct ray ray = ray_from(board, king, direction);
	uint32_t bits = ray.all;
	uint8_t before[2] = { 0 };

	if (ray.of[by] == 0)
		return;
	for (int n = 0; n <= 2 && bits_beyond(bits) != 0; n++) {
		uint8_t square = ray_square(king, direction, bits);
		bool hostile = (bit_lowest(bits) & ray.of[by]) != 0;
		/* How many pieces before it just hold it off: one more than it attacks over. */
		int needs = -1;

		if (hostile && is_rook_or_facing_king(board->at[square], direction))
			needs = 1;
		else if (hostile && piece_type(board->at[square]) == CANNON)
			needs = 2;
		if (needs == n) {
			for (int i = 0; i < n; i++)
				watch_square(watch, before[i]);
		} else if (needs > n) {
			watch->all = true;
		}
		if (n < 2)
			before[n] = square;
		bits = bits_beyond(bits);
	}
}

static void
watch_king(const struct board *board, enum side side, struct watch *watch)
{
	uint8_t king = board->king[side];
	enum side by = side_other(side);
	uint8_t horse = piece_of(by, HORSE);

	*watch = (struct watch){ .all = attacked_by_soldier(board, king, by) };
	watch_square(watch, king);
	for (enum direction direction = 0; direction < DIRECTIONS; direction++)
		watch_line(board, king, direction, by, watch);
	for (int i = 0; i < 4; i++) {
		const struct leap *threat = &leaps_from[king].horse_threat[i];

		if (board->at[threat->to[0]] != horse && board->at[threat->to[1]] != horse)
			continue;
		if (board->at[threat->over] == NO_PIECE)
			watch->all = true;
		else
			watch_square(watch, threat->over);
	}
}

static inline bool
watch_has(const struct watch *watch, uint8_t square)
{
	return watch->all || (watch->watched[square / 64] >> square % 64 & 1) != 0;
}

/* What may stand on a target, as bits by piece: nothing, or any of the other
 * side but its king.  The wall is in none. */
#define LANDS_EMPTY 1u
#define LANDS_TYPES \
	(1u << ROOK | 1u << HORSE | 1u << CANNON | 1u << SOLDIER | 1u << GUARD | 1u << ELEPHANT)

struct search {
	struct board *board; /* the same after as before */
	enum side side;
	uint32_t lands;
	struct watch watch;
};

static struct move *
step_add(const struct search *search, uint8_t from, uint8_t to, struct move *out)
{
	*out = (struct move){ from, to };
	return out + (search->lands >> search->board->at[to] & 1);
}

/* Inlined so that a direction is a constant, and looking along it a shift. */
static inline __attribute__((always_inline)) struct move *
slide(const struct search *search, uint8_t from, enum direction direction, bool over_screen,
    struct move *out)
{
	struct ray ray = ray_from(search->board, from, direction);
	uint32_t target = over_screen ? bits_beyond(ray.all) : ray.all;
	int step = direction_step(direction);

	if (search->lands & LANDS_EMPTY)
		for (int n = bit_place(ray.all), to = from; n > 0; n--)
			*out++ = (struct move){ from, (uint8_t)(to += step) };
	target = bit_lowest(target) & ray.of[side_other(search->side)];
	if (target != 0)
		out = step_add(search, from, ray_square(from, direction, target), out);
	return out;
}

static struct move *
slides(const struct search *search, uint8_t from, bool over_screen, struct move *out)
{
	out = slide(search, from, UP, over_screen, out);
	out = slide(search, from, DOWN, over_screen, out);
	out = slide(search, from, RIGHT, over_screen, out);
	return slide(search, from, LEFT, over_screen, out);
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

/* Inlined where the type is known, so that the switch is gone: a jump by type
 * for each piece is what would cost most. */
static inline __attribute__((always_inline)) struct move *
piece_moves(const struct search *search, enum piece_type type, uint8_t from, struct move *out)
{
	const struct leaps *table = &leaps_from[from];
	enum side side = search->side;

	switch (type) {
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
move_is_safe(struct board *board, struct move move)
{
	uint8_t piece = board->at[move.from], taken = board->at[move.to];
	enum side side = piece_side(piece);
	uint8_t king = piece_type(piece) == KING ? move.to : board->king[side];
	bool safe;

	lines_shift(board, move, piece, taken);
	board->at[move.from] = NO_PIECE;
	board->at[move.to] = piece;

	safe = !king_is_attacked(board, king, side_other(side));

	board->at[move.from] = piece;
	board->at[move.to] = taken;
	lines_shift(board, move, piece, taken);
	return safe;
}

static struct move *
keep_safe(struct board *board, struct move *begin, struct move *end)
{
	struct move *kept = begin;

	for (struct move *move = begin; move < end; move++)
		if (move_is_safe(board, *move))
			*kept++ = *move;
	return kept;
}

/* Without a watch: all moves count as safe. */
static struct search
search_begin_unwatched(struct board *board, enum side side, uint32_t lands)
{
	return (struct search){
		.board = board,
		.side = side,
		.lands = lands | LANDS_TYPES << piece_of(side_other(side), NO_TYPE),
	};
}

static struct search
search_begin(struct board *board, enum side side, uint32_t lands)
{
	struct search search = search_begin_unwatched(board, side, lands);

	watch_king(board, side, &search.watch);
	return search;
}

static inline __attribute__((always_inline)) struct move *
type_moves(const struct search *search, enum piece_type type, const uint8_t *men, int count,
    struct move *out)
{
	for (int i = 0; i < count; i++) {
		struct move *begin = out;

		if (men[i] == NO_SQUARE)
			continue;
		out = piece_moves(search, type, men[i], begin);
		if (watch_has(&search->watch, men[i]))
			out = keep_safe(search->board, begin, out);
	}
	return out;
}

static int
side_moves(struct board *board, enum side side, uint32_t lands, struct move *out)
{
	struct search search = search_begin(board, side, lands);
	const uint8_t *men = board->men[side];
	struct move *end = out;

	end = type_moves(&search, ROOK, men + MEN_ROOKS, MEN_HORSES - MEN_ROOKS, end);
	end = type_moves(&search, HORSE, men + MEN_HORSES, MEN_CANNONS - MEN_HORSES, end);
	end = type_moves(&search, CANNON, men + MEN_CANNONS, MEN_SOLDIERS - MEN_CANNONS, end);
	end = type_moves(&search, SOLDIER, men + MEN_SOLDIERS, MEN_GUARDS - MEN_SOLDIERS, end);
	end = type_moves(&search, GUARD, men + MEN_GUARDS, MEN_ELEPHANTS - MEN_GUARDS, end);
	end = type_moves(&search, ELEPHANT, men + MEN_ELEPHANTS, MEN_END - MEN_ELEPHANTS, end);
	end = type_moves(&search, KING, &board->king[side], 1, end);
	return (int)(end - out);
}

static struct move *
man_moves(const struct search *search, uint8_t from, struct move *out)
{
	enum piece_type type = from == NO_SQUARE ? NO_TYPE : piece_type(search->board->at[from]);

	return type_moves(search, type, &from, 1, out);
}

int
moves_legal(const struct board *board, struct move out[MOVES_MAX])
{
	struct board trial = *board;

	return side_moves(&trial, (enum side)board->turn, LANDS_EMPTY, out);
}

int
captures_legal(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	struct board trial = *board;

	return side_moves(&trial, side, 0, out);
}

/* A checker is known by its square: a capture moves none of them. */
static struct move *
keep_standing(const struct board *board, enum side side, struct move *begin, struct move *end)
{
	uint8_t standing[16], now[16];
	int standing_count = checkers(board, side_other(side), standing);
	struct move *kept = begin;

	for (struct move *move = begin; move < end; move++) {
		struct board after = *board;
		int now_count, known = 0;

		board_play(&after, *move);
		now_count = checkers(&after, side_other(side), now);
		for (int i = 0; i < now_count; i++)
			for (int j = 0; j < standing_count; j++)
				known += now[i] == standing[j];
		if (known == now_count)
			*kept++ = *move;
	}
	return kept;
}

int
captures_standing(const struct board *board, enum side side, struct move out[MOVES_MAX])
{
	int count = 0;

	if (!side_in_check(board, side))
		return captures_legal(board, side, out);
	for (int i = 0; i < MEN; i++)
		if (board->men[side][i] != NO_SQUARE)
			count += captures_from(board, board->men[side][i], out + count);
	return count + captures_from(board, board->king[side], out + count);
}

/* Most pieces take nothing, and then the king need not be looked at. */
int
captures_from(const struct board *board, uint8_t from, struct move out[MOVES_MAX])
{
	enum side side = piece_side(board->at[from]);
	struct board trial = *board;
	struct search search = search_begin_unwatched(&trial, side, 0);
	struct move *end = man_moves(&search, from, out);
	struct watch watch;

	if (end == out)
		return 0;
	watch_king(board, side, &watch);
	if (side_in_check(board, side))
		end = keep_standing(board, side, out, end);
	else if (watch_has(&watch, from))
		end = keep_safe(&trial, out, end);
	return (int)(end - out);
}

bool
moves_any(const struct board *board)
{
	enum side side = (enum side)board->turn;
	struct board trial = *board;
	struct search search = search_begin(&trial, side, LANDS_EMPTY);
	struct move moves[MOVES_MAX];

	for (int i = 0; i < MEN; i++)
		if (man_moves(&search, board->men[side][i], moves) != moves)
			return true;
	return man_moves(&search, board->king[side], moves) != moves;
}

bool
move_is_legal(const struct board *board, struct move move)
{
	struct board trial = *board;
	struct search search;
	struct move moves[MOVES_MAX], *end;

	if (move.from >= SQUARES || board->at[move.from] == NO_PIECE ||
	    piece_side(board->at[move.from]) != board->turn)
		return false;
	search = search_begin(&trial, (enum side)board->turn, LANDS_EMPTY);
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
	int count = side_moves(board, (enum side)board->turn, LANDS_EMPTY, moves);
	uint64_t nodes = 0;

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
