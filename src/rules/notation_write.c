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

/* The piece among its like, and where it goes. */
struct standing {
	enum side side;
	enum piece_type type;
	int file;         /* by number */
	int order, count; /* on that file, order from 0 at the front */
	int shared;       /* files with two or more of its like */
	bool marked;      /* its file alone does not name it */
	int way;          /* 0 forward, 1 backward, 2 sideways */
	int number;       /* of the file of arrival, or of points */
};

static void
stand(struct standing *st, const struct board *board, struct move move)
{
	int advance = square_rank(move.to) - square_rank(move.from);
	uint8_t squares[RANKS];

	*st = (struct standing){ .side = piece_side(board->at[move.from]),
		.type = piece_type(board->at[move.from]) };
	st->file = number_of_file(st->side, square_file(move.from));
	for (int file = 0; file < FILES; file++) {
		int count = file_pieces(board, st->side, st->type, file, squares);

		if (count >= 2)
			st->shared++;
		if (file != square_file(move.from))
			continue;
		st->count = count;
		while (squares[st->order] != move.from)
			st->order++;
	}
	st->marked = st->count >= 2 && st->type != ELEPHANT && st->type != GUARD;
	if (st->side == GREEN)
		advance = -advance;
	st->way = advance > 0 ? 0 : advance < 0 ? 1 : 2;
	if (advance == 0 || type_is_diagonal(st->type))
		st->number = number_of_file(st->side, square_file(move.to));
	else
		st->number = abs(advance);
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

	stand(&st, board, move);
	if (many_soldiers(&st))
		str_format(out, size, "%d%d%s%d", st.order + 1, st.file, ways[st.way], st.number);
	else if (st.marked)
		str_format(out, size, "%s%s%s%d", pieces[st.type], marks[st.order > 0],
		    ways[st.way], st.number);
	else
		str_format(
		    out, size, "%s%d%s%d", pieces[st.type], st.file, ways[st.way], st.number);
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

	stand(&st, board, move);
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
	second = !st.marked || (many_soldiers(&st) && st.shared > 1) ? digits[st.file] : piece;
	str_format(
	    out, size, "%s%s%s%s", first, second, ways[simplified][st.way], digits[st.number]);
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
