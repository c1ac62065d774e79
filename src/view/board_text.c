/* SPDX-License-Identifier: ISC */
/*
 * Boards as text (board_text.h).
 *
 * Every point is a cell of four columns with its crossing in the third; a piece
 * of two columns takes the second too.  That leaves the first and the last for
 * the marks of the last move, so that no mark moves anything aside.
 */
#include "view/board_text.h"

#include "base/str.h"
#include "base/utf8.h"
#include "play/reply.h"

static const char *const style_names[] = {
	[BOARD_CLASSIC] = "classic",
	[BOARD_HANZI] = "hanzi",
	[BOARD_SIMPLIFIED] = "simplified",
	[BOARD_LETTERS] = "letters",
	[BOARD_UNICODE] = "unicode",
};
#define STYLES (sizeof style_names / sizeof style_names[0])

bool
board_style_find(const char *name, enum board_style *out)
{
	int i = str_index(style_names, STYLES, name);

	if (i != -1)
		*out = (enum board_style)i;
	return i != -1;
}

/* By style, side and enum piece_type.  Red keeps 俥 and 傌 in simplified characters, too:
 * 车 and 马 would be anybody's. */
static const char *const signs[STYLES][2][8] = {
	[BOARD_HANZI] = { { "", "俥", "傌", "炮", "兵", "仕", "相", "帥" },
	    { "", "車", "馬", "砲", "卒", "士", "象", "將" } },
	[BOARD_SIMPLIFIED] = { { "", "俥", "傌", "炮", "兵", "仕", "相", "帅" },
	    { "", "车", "马", "砲", "卒", "士", "象", "将" } },
	[BOARD_UNICODE] = { { "", "🩤", "🩣", "🩥", "🩦", "🩡", "🩢", "🩠" },
	    { "", "🩫", "🩪", "🩬", "🩭", "🩨", "🩩", "🩧" } },
};

const char *
piece_hanzi(uint8_t piece)
{
	return signs[BOARD_HANZI][piece_side(piece)][piece_type(piece)];
}

const char *
piece_simplified(uint8_t piece)
{
	return signs[BOARD_SIMPLIFIED][piece_side(piece)][piece_type(piece)];
}

/* What stands before and after a crossing. */
static const char *
around(uint8_t piece, bool is_target, enum square_mark mark, const char *fill)
{
	if (mark == SQUARE_MOVER)
		return "()";
	if (piece == NO_PIECE)
		return fill;
	return mark == SQUARE_TARGET ? "[]" : is_target ? "()" : fill;
}

static void
add_cell(struct str *out, const struct board *board, uint8_t square, enum board_style style,
    const char *fill, const struct move *last, enum square_mark mark)
{
	uint8_t piece = board->at[square];
	const char *sides = around(piece, last != NULL && last->to == square, mark, fill);
	bool is_source = last != NULL && last->from == square;
	bool is_wide = piece != NO_PIECE && style != BOARD_LETTERS && style != BOARD_UNICODE;

	if (!is_wide)
		str_addc(out, fill[0]);
	str_addc(out, sides[0]);
	if (piece == NO_PIECE)
		str_addc(out, is_source ? '.' : mark == SQUARE_TARGET ? '*' : '+');
	else if (style == BOARD_CLASSIC) {
		str_addc(out, piece_side(piece) == RED ? 'r' : 'g');
		str_addc(out, piece_letter(piece_of(RED, piece_type(piece))));
	} else if (style == BOARD_LETTERS)
		str_addc(out, piece_letter(piece));
	else
		str_add(out, signs[style][piece_side(piece)][piece_type(piece)]);
	str_addc(out, sides[1]);
}

/* In two columns. */
static void
add_rank(struct str *out, int rank)
{
	str_addc(out, rank == RANKS - 1 ? '1' : ' ');
	str_addc(out, rank == RANKS - 1 ? '0' : (char)('1' + rank));
}

static void
add_files(struct str *out, bool flipped)
{
	str_add(out, "  ");
	for (int column = 0; column < FILES; column++) {
		str_add(out, "   ");
		str_addc(out, (char)('A' + (flipped ? FILES - 1 - column : column)));
	}
	str_addc(out, '\n');
}

#define RIVER_COLUMNS 31

/* Between the rows, from the top; the same whichever side is below. */
#define FILES_LINE "     |   |   |   |   |   |   |   |   |\n"
#define FORTH_LINE "     |   |   |   | \\ | / |   |   |   |\n"
#define BACK_LINE  "     |   |   |   | / | \\ |   |   |   |\n"
static const char *const gaps[RANKS] = { FORTH_LINE, BACK_LINE, FILES_LINE, FILES_LINE, "",
	FILES_LINE, FILES_LINE, FORTH_LINE, BACK_LINE, "" };

/* The river, its name in the middle. */
static void
add_river(struct str *out, const char *name, enum board_style style)
{
	int left, right;

	if (style == BOARD_HANZI || style == BOARD_SIMPLIFIED)
		name = style == BOARD_HANZI ? "楚 河           漢 界" : "楚 河           汉 界";
	left = (RIVER_COLUMNS - (int)utf8_width(name)) / 2;
	left = left < 0 ? 0 : left;
	right = RIVER_COLUMNS - left - (int)utf8_width(name);
	str_addf(out, "     |%*s%s%*s|\n", left, "", name, right < 0 ? 0 : right, "");
}

void
board_text(struct str *out, const struct board *board, const struct board_labels *labels,
    enum board_style style, bool flipped, const struct move *last, const uint8_t *marks)
{
	add_files(out, flipped);
	str_addc(out, '\n');
	for (int row = 0; row < RANKS; row++) {
		int rank = flipped ? row : RANKS - 1 - row;

		add_rank(out, rank);
		str_addc(out, ' ');
		for (int column = 0; column < FILES; column++) {
			uint8_t square = square_at(flipped ? FILES - 1 - column : column, rank);

			add_cell(out, board, square, style,
			    column == 0             ? " -" :
				column == FILES - 1 ? "- " :
						      "--",
			    last, marks != NULL ? (enum square_mark)marks[square] : SQUARE_PLAIN);
		}
		add_rank(out, rank);
		if (rank == 0 || rank == RANKS - 1)
			str_addf(out, "   %s", labels->side[rank == 0 ? RED : GREEN]);
		str_addc(out, '\n');
		if (row == 4)
			add_river(out, labels->river, style);
		str_add(out, gaps[row]);
	}
	str_addc(out, '\n');
	add_files(out, flipped);
}
