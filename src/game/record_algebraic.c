/* SPDX-License-Identifier: ISC */
/*
 * Moves in algebraic notation, as chess programs write those of xiangqi too: "Che2",
 * "Hg7", "Cxe6+", "c4" for a soldier, "Ch2-e2".
 *
 * Ranks count from 0 or from 1, which a move alone does not tell: record_moves.c tries both.
 */
#include <string.h>

#include "game/record_internal.h"
#include "rules/movegen.h"

/* A square, or a part of one: -1 is not said. */
struct point {
	int file, rank;
};

/* Reads file and rank, as far as they are there; the rank is counted from `first`. */
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
	}
	return text;
}

static enum piece_type
read_type(const char **text)
{
	static const char letters[] = "RHCSGEK"
				      "RNCPABK"; /* twice by type, from ROOK on */
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

void
algebraic_read(const char *text, const struct board *board, int first, struct reading *out)
{
	struct move moves[MOVES_MAX];
	struct point from, to;
	const char *at = text;
	enum piece_type type = read_type(&at);
	int count;

	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	at = read_point(at, first, &from);
	at += *at == 'x' || *at == '-';
	at = read_point(at, first, &to);
	if (to.file == -1 && to.rank == -1) {
		to = from;
		from = (struct point){ -1, -1 };
	}
	at += strspn(at, "+#!?");
	if (to.file == -1 || to.rank == -1 || strchr(" \t\r\n", *at) == NULL)
		return;
	out->consumed = (size_t)(at - text);
	out->kind = READ_ILLEGAL;
	out->why.refusal = MOVE_NO_PIECE;
	out->why.square = NO_SQUARE;
	count = moves_legal(board, moves);
	for (int i = 0; i < count; i++) {
		if (piece_type(board->at[moves[i].from]) != type || !is_at(moves[i].from, from) ||
		    !is_at(moves[i].to, to))
			continue;
		out->kind = out->kind == READ_ILLEGAL ? READ_MOVE : READ_AMBIGUOUS;
		out->move = moves[i];
	}
}
