/* SPDX-License-Identifier: ISC */
/*
 * Moves in algebraic notation, as chess programs write those of xiangqi too: "Che2",
 * "Hg7", "Cxe6+", "c4" for a soldier, "Ch2-e2".
 *
 * Ranks count from 0 or from 1, which a move alone does not tell: who reads one tries both.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/status.h"

/* A square, or a part of one: -1 is not said. */
struct point {
	int file, rank;
};

/* Reads file and rank, as far as they are there; the rank is counted from `first`.  NULL: there
 * is no such rank. */
static const char *
read_point(const char *text, int first, struct point *point)
{
	*point = (struct point){ -1, -1 };
	if (*text >= 'a' && *text < 'a' + FILES)
		point->file = *text++ - 'a';
	if (*text >= '0' && *text <= '9') {
		point->rank = *text++ - '0';
		if (first == 1 && point->rank == 1 && *text == '0') {
			point->rank = RANKS;
			text++;
		}
		point->rank -= first;
		if (point->rank < 0)
			return NULL;
	}
	return text;
}

static enum piece_type
read_type(const char **text)
{
	static const char letters[] = "RHCSGEK"
				      "RNCPABK"
				      "RHCPAMK"; /* by type, from ROOK on */
	const char *found = **text != '\0' ? strchr(letters, **text) : NULL;

	if (found == NULL)
		return SOLDIER;
	(*text)++;
	return (enum piece_type)((found - letters) % KING + ROOK);
}

static bool
is_at(uint8_t square, struct point point)
{
	return (point.file == -1 || point.file == square_file(square)) &&
	    (point.rank == -1 || point.rank == square_rank(square));
}

/* Can any piece of that type go there? */
static bool
reaches(const struct board *board, enum piece_type type, uint8_t to)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	for (int i = 0; i < count; i++)
		if (moves[i].to == to && piece_type(board->at[moves[i].from]) == type)
			return true;
	return false;
}

/* Why it is illegal: for the one of the pieces that are meant which comes nearest, by moving as
 * pieces of its kind do. */
static void
say_why(const struct board *board, enum piece_type type, struct point from, uint8_t to,
    struct reading *out)
{
	out->kind = READ_ILLEGAL;
	out->why = (struct refusal_why){ .refusal = MOVE_NO_PIECE, .square = NO_SQUARE };
	out->named = type;
	out->move = (struct move){ NO_SQUARE, NO_SQUARE };
	for (uint8_t at = 0; at < SQUARES; at++) {
		uint8_t piece = board->at[at];
		struct move move = { at, to };
		struct refusal_why why;

		if (piece == NO_PIECE || piece_side(piece) != (enum side)board->turn ||
		    piece_type(piece) != type || !is_at(at, from) || at == to)
			continue;
		move_judge(board, move, &why);
		if (out->move.from == NO_SQUARE ||
		    (out->why.refusal == MOVE_WRONG_SHAPE && why.refusal != MOVE_WRONG_SHAPE)) {
			out->move = move;
			out->why = why;
		}
	}
	out->by_target = out->why.refusal == MOVE_WRONG_SHAPE && !reaches(board, type, to);
}

/* Reads piece, origin as far as it is told, whether it takes, and target; returns what follows the
 * marks behind them, or NULL: the text has another form. */
static const char *
read_form(const char *text, int first, enum piece_type *type, struct point *from, struct point *to,
    bool *takes)
{
	*type = read_type(&text);
	if ((text = read_point(text, first, from)) == NULL)
		return NULL;
	*takes = *text == 'x';
	text += *takes || *text == '-';
	if ((text = read_point(text, first, to)) == NULL)
		return NULL;
	if (to->file == -1 && to->rank == -1) {
		*to = *from;
		*from = (struct point){ -1, -1 };
	}
	text += strspn(text, "+#!?");
	return to->file == -1 || to->rank == -1 || strchr(" \t\r\n.,;:)", *text) == NULL ? NULL :
											   text;
}

bool
notation_is_algebraic(const char *line)
{
	static const char pieces[] = "KAEBHNRCPS", files[] = "abcdefghi", digits[] = "0123456789";

	line += strspn(line, " \t");
	if (*line == '\0' || strchr(pieces, *line) == NULL)
		return false;
	/* Without the place that the piece leaves, and with it. */
	for (int from = 0; from < 2; from++) {
		const char *at = line + 1;
		size_t rank;

		if (from == 1) {
			at += *at != '\0' && strchr(files, *at) != NULL;
			at += strspn(at, digits);
		}
		at += *at == 'x' || *at == '-';
		if (*at == '\0' || strchr(files, *at) == NULL)
			continue;
		rank = strspn(at + 1, digits);
		at += 1 + rank;
		if (rank >= 1 && rank <= 2 && at[strspn(at, "+#!? \t\r")] == '\0')
			return true;
	}
	return false;
}

enum reading_kind
notation_read_algebraic(const char *text, const struct board *board, int first, struct reading *out)
{
	struct move moves[MOVES_MAX];
	enum piece_type type;
	struct point from, to;
	bool takes;
	const char *end = read_form(text, first, &type, &from, &to, &takes);
	int count;

	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	if (end == NULL)
		return READ_NOT_A_MOVE;
	out->consumed = (size_t)(end - text);
	/* "Cxe6" onto an empty square means another one, as if the ranks were counted otherwise. */
	if (takes && board->at[square_at(to.file, to.rank)] == NO_PIECE) {
		out->kind = READ_ILLEGAL;
		out->why = (struct refusal_why){ .refusal = MOVE_NO_PIECE,
			.square = square_at(to.file, to.rank) };
		out->named = type;
		out->move = (struct move){ NO_SQUARE, NO_SQUARE };
		return out->kind;
	}
	count = moves_legal(board, moves);
	for (int i = 0; i < count && out->candidate_count < 16; i++)
		if (piece_type(board->at[moves[i].from]) == type && is_at(moves[i].from, from) &&
		    is_at(moves[i].to, to))
			out->candidates[out->candidate_count++] = moves[i];
	if (out->candidate_count == 0)
		say_why(board, type, from, square_at(to.file, to.rank), out);
	else
		out->kind = out->candidate_count == 1 ? READ_MOVE : READ_AMBIGUOUS;
	if (out->kind == READ_MOVE)
		out->move = out->candidates[0];
	return out->kind;
}
