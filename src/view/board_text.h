/* SPDX-License-Identifier: ISC */
/*
 * Boards as text (seed 004; riverpost-commands(7)).
 *
 * BOARD_CLASSIC is character for character the board of seed 004, with
 * trailing blanks dropped.  The last move is marked: "(rC)"-like on its target
 * and "." on its source; where a style has no room, a caption is the caller's.
 */
#ifndef VIEW_BOARD_TEXT_H
#define VIEW_BOARD_TEXT_H

#include <stdbool.h>

#include "rules/board.h"

struct str;

enum board_style {
	BOARD_CLASSIC,    /* gR--gH--gE */
	BOARD_HANZI,      /* 俥 傌, two columns each, ASCII lines */
	BOARD_SIMPLIFIED, /* the same in simplified characters, as far as the sides stay apart */
	BOARD_LETTERS,    /* R upper case Red, r lower case Green */
	BOARD_UNICODE     /* U+1FA60–1FA6D, one column by the tables, whatever fonts make of it */
};

/* 帥仕相俥傌炮兵 for Red, 將士象車馬砲卒 for Green; two columns wide. */
const char *piece_hanzi(uint8_t piece);
/* 帅仕相俥傌炮兵, 将士象车马砲卒. */
const char *piece_simplified(uint8_t piece);

bool board_style_find(const char *name, enum board_style *out); /* "classic" … */
/* The words on a board, in the reader's language. */
struct board_labels {
	const char *side[2]; /* beside the sides' own ranks */
	const char *river;   /* at most 31 columns; styles of hanzi have their own */
};

/* flipped: Green at the bottom. last: NULL or the move that led here.  marks: NULL, or by square
 * (enum square_mark) "(rC)" the piece that moves, "[gH]" what it can take, "*" where it can go. */
void board_text(struct str *out, const struct board *board, const struct board_labels *labels,
    enum board_style style, bool flipped, const struct move *last, const uint8_t *marks);

#endif
