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

#include "rules/board_lines.h"
#include "rules/leaps.h"
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

/* Bit n % 64 of word n / 64: square n. */
struct squares {
	uint64_t word[2];
};

static const struct squares every_square = { { UINT64_MAX, UINT64_MAX } };

static inline void
squares_add(struct squares *squares, uint8_t square)
{
	squares->word[square / 64] |= 1ull << square % 64;
}

static inline bool
squares_has(const struct squares *squares, uint8_t square)
{
	return (squares->word[square / 64] >> square % 64 & 1) != 0;
}

static struct squares
squares_join(const struct squares *a, const struct squares *b)
{
	return (struct squares){ { a->word[0] | b->word[0], a->word[1] | b->word[1] } };
}

static struct squares
squares_common(const struct squares *a, const struct squares *b)
{
	return (struct squares){ { a->word[0] & b->word[0], a->word[1] & b->word[1] } };
}

/*
 * Which moves must be tried before they can be called safe: those of the pieces
 * in `watched`, which are the king and the screens of cannons that give check.
 * Of the pieces in `pinned`, which hold an attack off as a screen, a leg or in a
 * line, those to `stays` of all their pins; no other of them is safe.  Of the rest,
 * in check, those to `answers`, where they take or stop every checker, and again
 * no other; else those to `screens`, the open line before a cannon that wants one.
 */
struct watch {
	bool in_check;
	struct squares watched, answers, screens, pinned;
	int pins;
	struct {
		uint8_t square;
		struct squares stays;
	} pin[12]; /* two on each line, and four legs */
};

/* The pins are left as they are: none counts. */
static void
watch_clear(struct watch *watch)
{
	static const struct squares none = { 0 };

	watch->in_check = false;
	watch->watched = watch->answers = watch->screens = watch->pinned = none;
	watch->pins = 0;
}

static void
watch_pin(struct watch *watch, uint8_t square, const struct squares *stays)
{
	squares_add(&watch->pinned, square);
	watch->pin[watch->pins].square = square;
	watch->pin[watch->pins++].stays = *stays;
}

/* Another checker, which a piece stops by going to one of these squares. */
static void
watch_check(struct watch *watch, const struct squares *answers)
{
	watch->answers = watch->in_check ? squares_common(&watch->answers, answers) : *answers;
	watch->in_check = true;
}

/* The points before the king, up to a piece and with it. */
static struct squares
squares_of_line(uint8_t king, enum direction direction, uint8_t end)
{
	struct squares line = { 0 };
	int step = direction_step(direction);

	for (int square = king; square != end;)
		squares_add(&line, (uint8_t)(square += step));
	return line;
}

/* A piece at the end of the line, held off by `needs` pieces, has n before it. */
static void
watch_attacker(
    struct watch *watch, const struct squares *line, const uint8_t before[2], int n, int needs)
{
	for (int i = 0; i < n; i++)
		if (needs == n)
			watch_pin(watch, before[i], line);
		else
			squares_add(&watch->watched, before[i]);
	if (needs == n + 1)
		watch_check(watch, line);
	else if (needs == n + 2)
		watch->screens = squares_join(&watch->screens, line);
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
		if (needs >= n) {
			struct squares line = squares_of_line(king, direction, square);

			watch_attacker(watch, &line, before, n, needs);
		}
		if (n < 2)
			before[n] = square;
		bits = bits_beyond(bits);
	}
}

static void
watch_horses(const struct board *board, uint8_t king, enum side by, struct watch *watch)
{
	uint8_t horse = piece_of(by, HORSE);

	for (int i = 0; i < 4; i++) {
		const struct leap *threat = &leaps_from[king].horse_threat[i];
		struct squares answers = { 0 };

		if (board->at[threat->to[0]] != horse && board->at[threat->to[1]] != horse)
			continue;
		for (int k = 0; k < 2; k++)
			if (board->at[threat->to[k]] == horse)
				squares_add(&answers, threat->to[k]);
		squares_add(
		    board->at[threat->over] == NO_PIECE ? &answers : &watch->watched, threat->over);
		if (board->at[threat->over] == NO_PIECE)
			watch_check(watch, &answers);
	}
}

static void
watch_king(const struct board *board, enum side side, struct watch *watch)
{
	uint8_t king = board->king[side];
	enum side by = side_other(side);

	watch_clear(watch);
	squares_add(&watch->watched, king);
	for (enum direction direction = 0; direction < DIRECTIONS; direction++)
		watch_line(board, king, direction, by, watch);
	watch_horses(board, king, by, watch);
	for (int i = 0; i < 3 && attacked_by_soldier(board, king, by); i++) {
		uint8_t from = leaps_from[king].soldier_threat[by][i];
		struct squares answers = { 0 };

		if (board->at[from] != piece_of(by, SOLDIER))
			continue;
		squares_add(&answers, from);
		watch_check(watch, &answers);
	}
}

/* What may stand on a target, as bits by piece: nothing, or any of the other
 * side but its king.  The wall is in none. */
#define LANDS_EMPTY 1u
#define LANDS_TYPES \
	(1u << ROOK | 1u << HORSE | 1u << CANNON | 1u << SOLDIER | 1u << GUARD | 1u << ELEPHANT)

struct generator {
	struct board *board; /* the same after as before */
	enum side side;
	uint32_t lands;
	struct watch watch;
};

static struct move *
step_add(const struct generator *search, uint8_t from, uint8_t to, struct move *out)
{
	*out = (struct move){ from, to };
	return out + (search->lands >> search->board->at[to] & 1);
}

/* Inlined so that a direction is a constant, and looking along it a shift. */
static inline __attribute__((always_inline)) struct move *
slide(const struct generator *search, uint8_t from, enum direction direction, bool over_screen,
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
slides(const struct generator *search, uint8_t from, bool over_screen, struct move *out)
{
	out = slide(search, from, UP, over_screen, out);
	out = slide(search, from, DOWN, over_screen, out);
	out = slide(search, from, RIGHT, over_screen, out);
	return slide(search, from, LEFT, over_screen, out);
}

static struct move *
leaps(const struct generator *search, uint8_t from, const struct leap *leap, struct move *out)
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
steps(const struct generator *search, uint8_t from, const uint8_t *to, int count, struct move *out)
{
	for (int i = 0; i < count; i++)
		out = step_add(search, from, to[i], out);
	return out;
}

/* Inlined where the type is known, so that the switch is gone: a jump by type
 * for each piece is what would cost most. */
static inline __attribute__((always_inline)) struct move *
piece_moves(const struct generator *search, enum piece_type type, uint8_t from, struct move *out)
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

/* Is any move of the piece doubtful? */
static inline bool
watch_has(const struct watch *watch, uint8_t from)
{
	int word = from / 64;

	return watch->in_check || (watch->screens.word[0] | watch->screens.word[1]) != 0 ||
	    ((watch->watched.word[word] | watch->pinned.word[word]) >> from % 64 & 1) != 0;
}

/* Where the piece may go: what lies outside is not safe. */
static struct squares
watch_stays(const struct watch *watch, uint8_t square)
{
	struct squares stays = every_square;

	for (int i = 0; i < watch->pins; i++)
		if (watch->pin[i].square == square)
			stays = squares_common(&stays, &watch->pin[i].stays);
	return stays;
}

/* Of the moves of one piece, those that are safe. */
static struct move *
keep_watched(struct board *board, const struct watch *watch, struct move *begin, struct move *end)
{
	struct squares doubtful = watch->in_check ? watch->answers : watch->screens;
	bool bound = watch->in_check;
	struct move *kept = begin;

	if (begin == end)
		return end;
	if (squares_has(&watch->watched, begin->from)) {
		doubtful = every_square;
	} else if (squares_has(&watch->pinned, begin->from)) {
		doubtful = watch_stays(watch, begin->from);
		bound = true;
	}
	for (struct move *move = begin; move < end; move++)
		if (squares_has(&doubtful, move->to) ? move_is_safe(board, *move) : !bound)
			*kept++ = *move;
	return kept;
}

static void
search_begin(struct generator *search, struct board *board, enum side side, uint32_t lands)
{
	search->board = board;
	search->side = side;
	search->lands = lands | LANDS_TYPES << piece_of(side_other(side), NO_TYPE);
}

static inline __attribute__((always_inline)) struct move *
type_moves(const struct generator *search, enum piece_type type, const uint8_t *men, int count,
    struct move *out)
{
	for (int i = 0; i < count; i++) {
		struct move *begin = out;

		if (men[i] == NO_SQUARE)
			continue;
		out = piece_moves(search, type, men[i], begin);
		if (watch_has(&search->watch, men[i]))
			out = keep_watched(search->board, &search->watch, begin, out);
	}
	return out;
}

static int
side_moves(struct board *board, enum side side, uint32_t lands, struct move *out)
{
	const uint8_t *men = board->men[side];
	struct move *end = out;
	struct generator search;

	search_begin(&search, board, side, lands);
	watch_king(board, side, &search.watch);
	end = type_moves(&search, ROOK, men + MEN_ROOKS, MEN_HORSES - MEN_ROOKS, end);
	end = type_moves(&search, HORSE, men + MEN_HORSES, MEN_CANNONS - MEN_HORSES, end);
	end = type_moves(&search, CANNON, men + MEN_CANNONS, MEN_SOLDIERS - MEN_CANNONS, end);
	end = type_moves(&search, SOLDIER, men + MEN_SOLDIERS, MEN_GUARDS - MEN_SOLDIERS, end);
	end = type_moves(&search, GUARD, men + MEN_GUARDS, MEN_ELEPHANTS - MEN_GUARDS, end);
	end = type_moves(&search, ELEPHANT, men + MEN_ELEPHANTS, MEN_END - MEN_ELEPHANTS, end);
	end = type_moves(&search, KING, &board->king[side], 1, end);
	return (int)(end - out);
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
	struct generator search;
	struct move *end;

	search_begin(&search, &trial, side, 0);
	watch_clear(&search.watch);
	end = type_moves(&search, piece_type(board->at[from]), &from, 1, out);
	if (end == out)
		return 0;
	watch_king(board, side, &search.watch);
	if (search.watch.in_check)
		end = keep_standing(board, side, out, end);
	else if (watch_has(&search.watch, from))
		end = keep_watched(&trial, &search.watch, out, end);
	return (int)(end - out);
}

bool
moves_any(const struct board *board)
{
	struct board trial = *board;
	struct generator search;
	struct move moves[MOVES_MAX], *end = moves;

	/* The first move that comes to hand is nearly always safe. */
	search_begin(&search, &trial, (enum side)board->turn, LANDS_EMPTY);
	watch_clear(&search.watch);
	for (int i = 0; i < MEN && end == moves; i++) {
		uint8_t from = board->men[board->turn][i];

		if (from != NO_SQUARE)
			end = type_moves(&search, piece_type(board->at[from]), &from, 1, moves);
	}
	return (end > moves && move_is_safe(&trial, moves[0])) || moves_legal(board, moves) > 0;
}

bool
move_is_legal(const struct board *board, struct move move)
{
	struct move moves[MOVES_MAX];

	return move_is_among(moves, moves_legal(board, moves), move);
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
