/* SPDX-License-Identifier: ISC */
/*
 * FEN read and written.
 *
 * Nothing is guessed: a placement that does not fill exactly ten ranks of nine
 * points is refused, and so is one no game can reach, with the first reason
 * found.  The counters at the end are counted as fields, but not read.
 */
#include "rules/fen.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "rules/shape.h"

/* Links have "_" for a blank. */
#define BLANKS " \t\r\n_"

static uint8_t
piece_of_letter(char letter)
{
	/* Three times by type, from ROOK on. */
	static const char letters[] = "rhcsgek"
				      "rncpabk"
				      "rncpamk";
	bool red = letter >= 'A' && letter <= 'Z';
	const char *found = strchr(letters, letter | 0x20);

	if (letter < 'A' || found == NULL)
		return NO_PIECE;
	return piece_of(red ? RED : GREEN, (enum piece_type)((found - letters) % KING + ROOK));
}

static const char *
too_many(uint8_t piece)
{
	static const char *const texts[2][KING + 1] = {
		{ NULL, "more than two red rooks", "more than two red horses",
		    "more than two red cannons", "more than five red soldiers",
		    "more than two red guards", "more than two red elephants",
		    "more than one red king" },
		{ NULL, "more than two green rooks", "more than two green horses",
		    "more than two green cannons", "more than five green soldiers",
		    "more than two green guards", "more than two green elephants",
		    "more than one green king" },
	};

	return texts[piece_side(piece)][piece_type(piece)];
}

static const char *
read_rank(const char **text, int rank, struct board *board)
{
	int file = 0;

	for (; **text != '\0' && strchr("/[;" BLANKS, **text) == NULL; (*text)++) {
		uint8_t piece;

		if (**text >= '1' && **text <= '9') {
			file += **text - '0';
			continue;
		}
		piece = piece_of_letter(**text);
		if (piece == NO_PIECE)
			return "a letter that is no piece (RNBAKCP, rnbakcp)";
		if (file >= FILES)
			return "a rank of more than nine points";
		if (!board_put(board, square_at(file++, rank), piece))
			return too_many(piece);
	}
	if (file > FILES)
		return "a rank of more than nine points";
	return file == FILES ? NULL : "a rank of fewer than nine points";
}

static const char *
read_placement(const char **text, struct board *board)
{
	for (int rank = RANKS - 1; rank >= 0; rank--) {
		const char *wrong = read_rank(text, rank, board);

		if (wrong != NULL)
			return wrong;
		if (rank > 0 && *(*text)++ != '/')
			return "fewer than ten ranks";
	}
	if (**text == '/')
		return "more than ten ranks";
	return NULL;
}

static const char *
kings_missing(const struct board *board)
{
	if (board->king[RED] == NO_SQUARE)
		return "no red king";
	if (board->king[GREEN] == NO_SQUARE)
		return "no green king";
	if (!square_in_palace(board->king[RED], RED) ||
	    !square_in_palace(board->king[GREEN], GREEN))
		return "a king outside its palace";
	return NULL;
}

/* Skips blanks and reads the next field; returns its length, 0 also at a ';', behind which
 * EPD has a title. */
static size_t
next_field(const char **text, const char **field)
{
	size_t length;

	*text += strspn(*text, BLANKS);
	*field = *text;
	length = strcspn(*text, ";" BLANKS);
	*text += length;
	return length;
}

static bool
read_side(const char *field, size_t length, enum side *side)
{
	static const struct {
		const char *name;
		enum side side;
	} names[] = { { "w", RED }, { "r", RED }, { "red", RED }, { "white", RED }, { "b", GREEN },
		{ "g", GREEN }, { "black", GREEN }, { "green", GREEN } };

	*side = RED;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strlen(names[i].name) == length &&
		    strncasecmp(names[i].name, field, length) == 0) {
			*side = names[i].side;
			return true;
		}
	return length == 0;
}

bool
fen_is_side(const char *field)
{
	enum side side;

	return field[0] != '\0' && read_side(field, strlen(field), &side);
}

const char *
fen_read_lenient(const char *text, struct board *board)
{
	struct board read;
	const char *wrong, *field;
	enum side side;
	size_t length;
	int fields = 2;

	board_clear(&read);
	text += strspn(text, BLANKS);
	if (*text == '\0')
		return "no position";
	if ((wrong = read_placement(&text, &read)) != NULL ||
	    (wrong = kings_missing(&read)) != NULL)
		return wrong;
	if (*text == '[') {
		text += 1 + (text[1] == '-');
		if (*text++ != ']')
			return "pieces in hand";
	}
	length = next_field(&text, &field);
	if (!read_side(field, length, &side))
		return "a side to move that is neither w nor b";
	board_set_turn(&read, side);
	while (next_field(&text, &field) != 0)
		if (++fields > 6)
			return "more than six fields";
	*board = read;
	return NULL;
}

/* What is wrong with a piece on that square, whatever else stands on the board. */
static const char *
misplaced(uint8_t square, enum side side, enum piece_type type)
{
	int file = square_file(square), rank = square_rank(square);
	int forward = side == RED ? rank : RANKS - 1 - rank;

	switch (type) {
	case GUARD:
		if (!square_in_palace(square, side))
			return "a guard outside its palace";
		return (file + forward) % 2 == 1 ? NULL : "a guard off the palace's diagonals";
	case ELEPHANT:
		if (!square_is_home(square, side))
			return "an elephant across the river";
		/* Seven points: C1 G1 A3 E3 I3 C5 G5, and the same for Green. */
		return forward % 2 == 0 && file % 4 == (forward == 2 ? 0 : 2) ?
		    NULL :
		    "an elephant where none can come";
	case SOLDIER:
		return forward >= 5 || (forward >= 3 && file % 2 == 0) ?
		    NULL :
		    "a soldier where none can come";
	default:
		return NULL;
	}
}

/* Before the river a soldier keeps its file. */
static bool
soldiers_share_file(const struct board *board)
{
	for (uint8_t file = 0; file < FILES; file += 2)
		for (uint8_t rank = 3; rank < RANKS; rank = rank == 3 ? 5 : RANKS) {
			uint8_t a = board->at[square_at(file, rank)];
			uint8_t b = board->at[square_at(file, rank + 1)];
			enum side side = rank == 3 ? RED : GREEN;

			if (a == b && a == piece_of(side, SOLDIER))
				return true;
		}
	return false;
}

const char *
fen_read(const char *text, struct board *board)
{
	struct board read;
	const char *wrong = fen_read_lenient(text, &read);
	uint8_t from[16];
	enum side waiting;

	for (uint8_t square = 0; wrong == NULL && square < SQUARES; square++)
		if (read.at[square] != NO_PIECE)
			wrong = misplaced(
			    square, piece_side(read.at[square]), piece_type(read.at[square]));
	if (wrong != NULL)
		return wrong;
	if (soldiers_share_file(&read))
		return "two soldiers on one file before the river";
	waiting = side_other((enum side)read.turn);
	if (kings_face(&read))
		return "the kings face each other";
	if (checkers(&read, (enum side)read.turn, from) != 0)
		return waiting == RED ? "red is in check, but green is to move" :
					"green is in check, but red is to move";
	*board = read;
	return NULL;
}

static char *
write_rank(const struct board *board, int rank, char *out)
{
	static const char letters[] = ".RNCPABK.rncpabk";
	int empty = 0;

	for (int file = 0; file < FILES; file++) {
		uint8_t piece = board->at[square_at(file, rank)];

		if (piece == NO_PIECE) {
			empty++;
			continue;
		}
		if (empty > 0)
			*out++ = (char)('0' + empty);
		*out++ = letters[piece];
		empty = 0;
	}
	if (empty > 0)
		*out++ = (char)('0' + empty);
	return out;
}

void
fen_write(const struct board *board, int halfmoves, int fullmove, char out[FEN_SIZE])
{
	char *p = out;

	for (int rank = RANKS - 1; rank >= 0; rank--) {
		p = write_rank(board, rank, p);
		*p++ = rank > 0 ? '/' : ' ';
	}
	snprintf(p, (size_t)(out + FEN_SIZE - p), "%c - - %d %d", board->turn == RED ? 'w' : 'b',
	    halfmoves, fullmove);
}
