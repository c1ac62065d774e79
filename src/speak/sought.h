/* SPDX-License-Identifier: ISC */
/*
 * Which position a line asks for:
 *
 *	position [N[#n] | [fen] FEN | new] [after BOARD]
 *	opening MOVE… [after BOARD]
 */
#ifndef SPEAK_SOUGHT_H
#define SPEAK_SOUGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct order;

struct sought {
	int64_t board;   /* 0 none */
	int number;      /* … and the printed number of a move, or TOKENS_NOW */
	bool is_new;     /* the start position, and the moves of an opening from there */
	const char *fen; /* "" none */
	int moves;       /* words that are moves, or numbers in front of them */
	int64_t after;   /* of the games, those below this number; 0 all */
};

/* Reads the words of the order; false: they name no position. */
bool sought_read(struct arena *arena, const struct order *order, struct sought *out);
bool sought_fits(const struct order *order);
/* "1.", "12...": bytes of the number of a move with which the word begins. */
size_t sought_number(const char *word);
/* A word of an opening without its move's number and a comma: "12.C2=5," is "C2=5"; "" only a
 * number. */
const char *sought_move(struct arena *arena, const char *word);

#endif
