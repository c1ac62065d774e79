/* SPDX-License-Identifier: ISC */
/*
 * What the notation*.c files share: a move as written, before a board is looked
 * at (notation_form.c), and how its mover counts files.
 */
#ifndef RULES_NOTATION_PARTS_H
#define RULES_NOTATION_PARTS_H

#include "rules/notation.h"

/* Bits: what is written may mean several of them. */
enum { MARK_FRONT = 1, MARK_MIDDLE = 2, MARK_REAR = 4 };
enum { WAY_FORWARD = 1, WAY_BACKWARD = 2, WAY_SIDEWAYS = 4 };

/* How the first two symbols name the piece. */
enum place {
	PLACE_SQUARES,   /* coordinates */
	PLACE_FILE,      /* C2: the file */
	PLACE_MARK,      /* C+: front, middle or rear */
	PLACE_EXTREME,   /* ++: front or rear of four or five */
	PLACE_MARK_FILE, /* 3+ and 前兵三: the same among the pieces of that file */
	PLACE_ORDER,     /* 二兵: n-th from the front */
	PLACE_LETTER,    /* Pb: n-th of all soldiers that share a file */
	PLACE_ORDER_FILE /* 15: n-th from the front on a file; 33: see dialects */
};

struct written {
	enum notation form;
	enum place place;
	bool hanzi;
	bool spelled; /* "Cannon 2 = 5": names, not letters */
	bool alike;   /* "С2=5": a letter of another alphabet that looks like a Latin one */
	unsigned types;
	unsigned marks;
	int order, file; /* as numbered by the mover, 1-9 */
	unsigned ways;
	int number;               /* 1-9 */
	bool iccs;                /* the word stood in front */
	enum wxf_dialect dialect; /* likewise; WXF_ANY: none */
	int squares[4];           /* file 0-, rank as written; from, to */
	size_t end;               /* bytes of the text, marks like "!?" included */
};

/* Does text begin with something of a move's form?  letters may be NULL. */
bool written_read(const char *text, const struct notation_letters *letters, struct written *out);

/* File 0-8 of the board that `side` calls n (1-9), and back. */
static inline int
file_of_number(enum side side, int n)
{
	return side == RED ? FILES - n : n - 1;
}
static inline int
number_of_file(enum side side, int file)
{
	return side == RED ? FILES - file : file + 1;
}

/* Its number is always the file of arrival. */
static inline bool
type_is_diagonal(enum piece_type type)
{
	return type == HORSE || type == ELEPHANT || type == GUARD;
}

/* Squares of the pieces (side, type) on a file of the board, front to back;
 * returns how many. */
int file_pieces(
    const struct board *board, enum side side, enum piece_type type, int file, uint8_t out[RANKS]);

#endif
