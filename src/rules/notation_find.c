/* SPDX-License-Identifier: ISC */
/*
 * A move as written, looked up on a board: which own pieces the first two
 * symbols can mean, where the last two take them, and what of that is legal.
 *
 * Sources: WXF rules 1997 and 2018 for soldiers that share files; the Chinese
 * names (前中後, 二兵) and the letters a-e some programs write are read beside
 * them.  This file never chooses between two legal moves.
 */
#include <stdlib.h>

#include "rules/movegen.h"
#include "rules/notation_parts.h"
#include "rules/status.h"

struct search {
	const struct written *written;
	const struct board *board;
	enum side side;
	enum wxf_dialect dialect;
	bool loose;
	struct found *found;
};

/* Own pieces of one type, by file. */
struct lines {
	uint8_t squares[FILES][RANKS]; /* by the mover's number of the file, less 1; front first */
	int count[FILES];
	int shared; /* files with two or more */
};

int
file_pieces(
    const struct board *board, enum side side, enum piece_type type, int file, uint8_t out[RANKS])
{
	int count = 0;

	for (int i = 0; i < RANKS; i++) {
		uint8_t square = square_at(file, side == RED ? RANKS - 1 - i : i);

		if (board->at[square] == piece_of(side, type))
			out[count++] = square;
	}
	return count;
}

static void
lines_fill(struct lines *lines, const struct search *s, enum piece_type type)
{
	lines->shared = 0;
	for (int i = 0; i < FILES; i++) {
		lines->count[i] = file_pieces(
		    s->board, s->side, type, file_of_number(s->side, i + 1), lines->squares[i]);
		if (lines->count[i] >= 2)
			lines->shared++;
	}
}

void
found_add(struct found *found, const struct board *board, struct move move)
{
	struct refusal_why why;

	if (move_judge(board, move, &why) == MOVE_LEGAL) {
		for (int i = 0; i < found->legal_count; i++)
			if (move_equal(found->legal[i], move))
				return;
		if (found->legal_count < 16)
			found->legal[found->legal_count++] = move;
	} else if (!found->nearest_known || found->nearest.to == NO_SQUARE ||
	    why.refusal > found->why.refusal) {
		found->nearest_known = true;
		found->nearest = move;
		found->why = why;
	}
}

/* A piece is meant, but the last two symbols take it nowhere. */
static void
found_add_shapeless(struct found *found, uint8_t from)
{
	if (found->nearest_known)
		return;
	found->nearest_known = true;
	found->nearest = (struct move){ from, NO_SQUARE };
	found->why = (struct refusal_why){ .refusal = MOVE_WRONG_SHAPE, .square = NO_SQUARE };
}

/* Ranks a horse, elephant or guard advances when it goes `files` sideways. */
static int
diagonal_advance(enum piece_type type, int files)
{
	switch (type) {
	case HORSE:
		return files == 1 ? 2 : files == 2 ? 1 : 0;
	case ELEPHANT:
		return files == 2 ? 2 : 0;
	case GUARD:
		return files == 1 ? 1 : 0;
	default:
		return 0;
	}
}

/* Where the piece on `from` goes by way and number; NO_SQUARE if nowhere. */
static uint8_t
destination(const struct search *s, enum piece_type type, uint8_t from, unsigned way)
{
	bool diagonal = type_is_diagonal(type);
	int file = square_file(from), rank = square_rank(from), advance;

	if (way == WAY_SIDEWAYS || diagonal)
		file = file_of_number(s->side, s->written->number);
	if (way == WAY_SIDEWAYS)
		return diagonal ? NO_SQUARE : square_at(file, rank);
	advance = s->written->number;
	if (diagonal)
		advance = diagonal_advance(type, abs(file - square_file(from)));
	if (advance == 0)
		return NO_SQUARE;
	rank += (way == WAY_FORWARD) == (s->side == RED) ? advance : -advance;
	return rank >= 0 && rank < RANKS ? square_at(file, rank) : NO_SQUARE;
}

static void
add_piece(const struct search *s, enum piece_type type, uint8_t from)
{
	for (unsigned way = WAY_FORWARD; way <= WAY_SIDEWAYS; way <<= 1) {
		uint8_t to;

		if ((s->written->ways & way) == 0)
			continue;
		to = destination(s, type, from, way);
		if (to == NO_SQUARE)
			found_add_shapeless(s->found, from);
		else
			found_add(s->found, s->board, (struct move){ from, to });
	}
}

static void
add_nth(const struct search *s, enum piece_type type, const struct lines *lines, int line, int n)
{
	if (n >= 0 && n < lines->count[line])
		add_piece(s, type, lines->squares[line][n]);
}

static void
add_line(const struct search *s, enum piece_type type, const struct lines *lines, int line)
{
	for (int n = 0; n < lines->count[line]; n++)
		add_nth(s, type, lines, line, n);
}

/* A digit that is the soldiers' own file means the middle one of three or five
 * (WXF 1997). */
static void
by_file(const struct search *s, enum piece_type type, const struct lines *lines)
{
	int line = s->written->file - 1, count = lines->count[line];

	if (type == SOLDIER && count >= 3 && count % 2 == 1 && !s->written->hanzi && !s->loose)
		add_nth(s, type, lines, line, count / 2);
	else
		add_line(s, type, lines, line);
}

/* In WXF, + and - are the second and the last but one of four or five; the
 * extremes are ++ and --.  前 and 後 are always the extremes. */
static void
marked_on_line(const struct search *s, enum piece_type type, const struct lines *lines, int line)
{
	const struct written *w = s->written;
	int count = lines->count[line];
	int inset = count >= 4 && !w->hanzi && w->place == PLACE_MARK;

	if (w->marks & MARK_FRONT)
		add_nth(s, type, lines, line, inset);
	if (w->marks & MARK_MIDDLE && count % 2 == 1)
		add_nth(s, type, lines, line, count / 2);
	if (w->marks & MARK_REAR)
		add_nth(s, type, lines, line, count - 1 - inset);
}

/* A mark without a shared file: the foremost or rearmost piece of all. */
static void
marked_anywhere(const struct search *s, enum piece_type type, const struct lines *lines)
{
	bool front = (s->written->marks & MARK_FRONT) != 0;
	int best = -1;

	for (int pass = 0; pass < 2; pass++)
		for (int line = 0; line < FILES; line++) {
			int depth;

			if (lines->count[line] == 0)
				continue;
			depth = square_rank(lines->squares[line][0]);
			if (front != (s->side == GREEN))
				depth = RANKS - 1 - depth;
			if (best == -1 || depth < best)
				best = depth;
			if (pass == 1 && depth == best)
				add_nth(s, type, lines, line, 0);
		}
}

static void
by_mark(const struct search *s, enum piece_type type, const struct lines *lines)
{
	for (int line = 0; line < FILES; line++)
		if (lines->count[line] >= 2)
			marked_on_line(s, type, lines, line);
	if (lines->shared == 0 && s->loose && s->written->marks != MARK_MIDDLE)
		marked_anywhere(s, type, lines);
}

static void
by_mark_and_file(const struct search *s, enum piece_type type, const struct lines *lines)
{
	int line = s->written->file - 1;

	if (lines->count[line] >= 2 || s->loose)
		marked_on_line(s, type, lines, line);
}

/* Counted over all files that several soldiers share, from the mover's right. */
static void
by_letter(const struct search *s, enum piece_type type, const struct lines *lines)
{
	int left = s->written->order - 1;

	for (int line = 0; line < FILES; line++) {
		if (lines->count[line] < 2)
			continue;
		if (left < lines->count[line]) {
			add_nth(s, type, lines, line, left);
			return;
		}
		left -= lines->count[line];
	}
}

static void
by_order(const struct search *s, enum piece_type type, const struct lines *lines)
{
	for (int line = 0; line < FILES; line++)
		if (lines->count[line] >= 2)
			add_nth(s, type, lines, line, s->written->order - 1);
	if (lines->shared > 1)
		by_letter(s, type, lines);
}

/*
 * 2018: order and file.  1997: the file twice, for the middle one of three,
 * written only while another file has several soldiers too.
 */
static void
by_order_and_file(const struct search *s, enum piece_type type, const struct lines *lines)
{
	const struct written *w = s->written;
	int line = w->file - 1;
	bool middle = w->order == w->file && lines->count[line] == 3;

	if (s->dialect == WXF_1997 ? middle : middle && s->dialect == WXF_ANY && lines->shared > 1)
		add_nth(s, type, lines, line, 1);
	if (lines->count[line] >= 2 && (s->dialect != WXF_1997 || s->loose))
		add_nth(s, type, lines, line, w->order - 1);
}

static void
search_type(const struct search *s, enum piece_type type)
{
	struct lines lines;

	lines_fill(&lines, s, type);
	switch (s->written->place) {
	case PLACE_FILE:
		by_file(s, type, &lines);
		break;
	case PLACE_MARK:
	case PLACE_EXTREME:
		by_mark(s, type, &lines);
		break;
	case PLACE_MARK_FILE:
		by_mark_and_file(s, type, &lines);
		break;
	case PLACE_ORDER:
		by_order(s, type, &lines);
		break;
	case PLACE_LETTER:
		by_letter(s, type, &lines);
		break;
	case PLACE_ORDER_FILE:
		by_order_and_file(s, type, &lines);
		break;
	case PLACE_SQUARES:
		break;
	}
}

void
written_find(const struct written *written, const struct board *board, enum wxf_dialect dialect,
    bool loose, struct found *found)
{
	struct search s = { written, board, (enum side)board->turn, dialect, loose, found };

	if (written->dialect != WXF_ANY)
		s.dialect = written->dialect;
	for (int type = ROOK; type <= KING; type++)
		if (written->types & 1u << type)
			search_type(&s, (enum piece_type)type);
}
