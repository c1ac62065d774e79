/* SPDX-License-Identifier: ISC */
/*
 * The move that a line of a letter speaks of, on the board that the letter answers: alone, as
 * beginners and telephones write it, with words behind it, or inside a sentence
 * (riverpost-commands(7)).
 *
 * Here the board decides: only what is one legal move, with nothing else on its line but words
 * behind it, may be played; all else is asked about.
 */
#ifndef SPEAK_MENTION_H
#define SPEAK_MENTION_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct parse_context;

enum mention_kind {
	MENTION_NONE,
	MENTION_MOVE,    /* a legal move; what stands beside it is said */
	MENTION_SPOKEN,  /* a sentence about one legal move, or a slip of one */
	MENTION_REFUSED, /* a move that is not legal, or several by the same words */
	MENTION_UNCLEAR  /* several moves, or squares that make none */
};

struct mention {
	enum mention_kind kind;
	const char *move;    /* for the board to read; NULL: MENTION_NONE, MENTION_UNCLEAR */
	const char *rest;    /* what is said behind it, and in front; "" nothing */
	const char *choices; /* MENTION_UNCLEAR: the legal moves that it can be, a line each, where
			      * they are few; "" */
};

/* context->answer.board is not NULL. */
void mention_read(struct arena *arena, const struct parse_context *context, const char *line,
    struct mention *out);

/* Bytes of the form of a move at the beginning of the text, without the marks that end a clause; 0:
 * none.  No board is asked.  spelled: as in notation_form_end, or NULL. */
size_t mention_form(const struct parse_context *context, const char *text, bool *spelled);

#endif
