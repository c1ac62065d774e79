/* SPDX-License-Identifier: ISC */
/*
 * Writing a legal move.
 *
 * WXF by the rules of 2018: a mark whenever two rooks, horses, cannons or
 * soldiers share the file, order and file where soldiers are many, always the
 * digit for elephants and guards.  Chinese: 前中後 and 二三四 to the same end.
 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/notation_parts.h"

/* The piece among its like. */
struct standing {
	enum side side;
	enum piece_type type;
	int number;       /* of its file */
	int order, count; /* on that file, order from 0 at the front */
	int shared;       /* files with two or more of its like */
	bool marked;      /* not told by the file alone */
};

struct last_two {
	int way; /* 0 forward, 1 backward, 2 sideways */
	int number;
};

static void
stand(struct standing *st, const struct board *board, uint8_t from)
{
	uint8_t squares[RANKS];

	*st = (struct standing){ .side = piece_side(board->at[from]),
		.type = piece_type(board->at[from]) };
	st->number = number_of_file(st->side, square_file(from));
	for (int file = 0; file < FILES; file++) {
		int count = file_pieces(board, st->side, st->type, file, squares);

		if (count >= 2)
			st->shared++;
		if (file != square_file(from))
			continue;
		st->count = count;
		while (squares[st->order] != from)
			st->order++;
	}
	st->marked = st->count >= 2 && st->type != ELEPHANT && st->type != GUARD;
}

static struct last_two
last_two(const struct standing *st, struct move move)
{
	int advance = square_rank(move.to) - square_rank(move.from);
	int arrival = number_of_file(st->side, square_file(move.to));

	if (st->side == GREEN)
		advance = -advance;
	if (advance == 0)
		return (struct last_two){ 2, arrival };
	if (type_is_diagonal(st->type))
		return (struct last_two){ advance < 0, arrival };
	return (struct last_two){ advance < 0, abs(advance) };
}

static bool
many_soldiers(const struct standing *st)
{
	return st->type == SOLDIER && st->marked && (st->count > 2 || st->shared > 1);
}

static void
write_four(const struct board *board, struct move move, const char *const pieces[],
    const char *const marks[2], const char *const ways[3], char *out, size_t size)
{
	struct standing st;
	struct last_two last;

	stand(&st, board, move.from);
	last = last_two(&st, move);
	if (many_soldiers(&st))
		str_format(
		    out, size, "%d%d%s%d", st.order + 1, st.number, ways[last.way], last.number);
	else if (st.marked)
		str_format(out, size, "%s%s%s%d", pieces[st.type], marks[st.order > 0],
		    ways[last.way], last.number);
	else
		str_format(
		    out, size, "%s%d%s%d", pieces[st.type], st.number, ways[last.way], last.number);
}

/* The first of the names. */
static const char *
first_name(const char *names, char out[16])
{
	size_t length = strcspn(names, " ");

	str_format(out, 16, "%.*s", (int)length, names);
	return out;
}

void
notation_write_letters(const struct notation_letters *letters, const struct board *board,
    struct move move, char *out, size_t size)
{
	char text[KING + 6][16];
	const char *pieces[KING + 1] = { "" }, *marks[2], *ways[3];

	for (int type = ROOK; type <= KING; type++)
		pieces[type] = first_name(letters->pieces[type], text[type]);
	marks[0] = first_name(letters->front, text[KING + 1]);
	marks[1] = first_name(letters->rear, text[KING + 2]);
	ways[0] = first_name(letters->forward, text[KING + 3]);
	ways[1] = first_name(letters->backward, text[KING + 4]);
	ways[2] = first_name(letters->sideways, text[KING + 5]);
	write_four(board, move, pieces, marks, ways, out, size);
}

static const char *const chinese_digits[2][10] = {
	{ "", "一", "二", "三", "四", "五", "六", "七", "八", "九" },
	{ "", "１", "２", "３", "４", "５", "６", "７", "８", "９" },
};
static const char *const chinese_pieces[2][2][8] = {
	{
	    { "", "俥", "傌", "炮", "兵", "仕", "相", "帥" },
	    { "", "車", "馬", "砲", "卒", "士", "象", "將" },
	},
	{
	    { "", "车", "马", "炮", "兵", "仕", "相", "帅" },
	    { "", "车", "马", "炮", "卒", "士", "象", "将" },
	},
};

static void
write_chinese(const struct board *board, struct move move, bool simplified, char *out, size_t size)
{
	static const char *const ways[2][3] = { { "進", "退", "平" }, { "进", "退", "平" } };
	const char *const *digits, *piece, *first, *second;
	struct standing st;
	struct last_two last;

	stand(&st, board, move.from);
	last = last_two(&st, move);
	digits = chinese_digits[st.side];
	piece = chinese_pieces[simplified][st.side][st.type];
	/* 前, 中 or 後 of two or three; else 前 for the first, then numbers. */
	if (!st.marked)
		first = piece;
	else if (st.order == 0)
		first = "前";
	else if (st.count > 3)
		first = digits[st.order + 1];
	else if (st.order < st.count - 1)
		first = "中";
	else
		first = simplified ? "后" : "後";
	second = !st.marked || (many_soldiers(&st) && st.shared > 1) ? digits[st.number] : piece;
	str_format(
	    out, size, "%s%s%s%s", first, second, ways[simplified][last.way], digits[last.number]);
}

static void
write_squares(struct move move, int lowest, int letter, const char *dash, char *out, size_t size)
{
	str_format(out, size, "%c%d%s%c%d", letter + square_file(move.from),
	    square_rank(move.from) + lowest, dash, letter + square_file(move.to),
	    square_rank(move.to) + lowest);
}

static const char *const wxf_pieces[] = { "", "R", "H", "C", "P", "A", "E", "K" };
static const char *const wxf_marks[] = { "+", "-" }, *const wxf_ways[] = { "+", "-", "=" };

void
notation_write(
    enum notation form, const struct board *board, struct move move, char *out, size_t size)
{
	switch (form) {
	case NOTATION_COORDINATES:
		write_squares(move, 1, 'A', "-", out, size);
		break;
	case NOTATION_WXF:
		write_four(board, move, wxf_pieces, wxf_marks, wxf_ways, out, size);
		break;
	case NOTATION_CHINESE:
	case NOTATION_SIMPLIFIED:
		write_chinese(board, move, form == NOTATION_SIMPLIFIED, out, size);
		break;
	case NOTATION_ICCS:
		write_squares(move, 0, 'A', "-", out, size);
		break;
	case NOTATION_UCI:
		write_squares(move, 1, 'a', "", out, size);
		break;
	}
}
