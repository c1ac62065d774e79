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

/* names: as those of struct notation_letters, one each. */
static void
write_four(const struct board *board, struct move move, const char *const names[NAMES], char *out,
    size_t size)
{
	const char *piece, *mark, *way;
	struct standing st;

	stand(&st, board, move);
	piece = names[st.type];
	mark = names[NAME_MARKS + (st.order > 0 ? 2 : 0)];
	way = names[NAME_WAYS + st.way];
	if (many_soldiers(&st))
		str_format(out, size, "%d%d%s%d", st.order + 1, st.file, way, st.number);
	else if (st.marked)
		str_format(out, size, "%s%s%s%d", piece, mark, way, st.number);
	else
		str_format(out, size, "%s%d%s%d", piece, st.file, way, st.number);
}

void
notation_write_letters(const struct notation_letters *letters, const struct board *board,
    struct move move, char *out, size_t size)
{
	const char *names[NAMES] = { "" };
	char first[NAMES][16];

	for (int i = ROOK; i < NAMES; i++) {
		int length = (int)strcspn(letters->names[i], " ");

		str_format(first[i], sizeof first[i], "%.*s", length, letters->names[i]);
		names[i] = first[i];
	}
	write_four(board, move, names, out, size);
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

static const char *const wxf_names[NAMES] = { "", "R", "H", "C", "P", "A", "E", "K", "+", ".", "-",
	"+", "-", "=" };

void
notation_write(
    enum notation form, const struct board *board, struct move move, char *out, size_t size)
{
	switch (form) {
	case NOTATION_COORDINATES:
		write_squares(move, 1, 'A', "-", out, size);
		break;
	case NOTATION_WXF:
		write_four(board, move, wxf_names, out, size);
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

void
notation_write_surely(bool iccs, const struct board *board, struct move move, char out[32])
{
	static const char name[] = "iccs ";

	if (!iccs) {
		move_write(move, out);
		return;
	}
	memcpy(out, name, sizeof name);
	notation_write(NOTATION_ICCS, board, move, out + strlen(name), 32 - strlen(name));
}
