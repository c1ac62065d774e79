/* SPDX-License-Identifier: ISC */
/*
 * Who wrote a letter, and what proves it: a token in an address or a Message-ID,
 * a password in the text, the word of the operator's mail server.
 *
 * A token counts only for its own player, in a letter from one of his addresses,
 * and never against dmarc=fail of the operator's mail server.
 */
#ifndef SERVER_IDENTITY_H
#define SERVER_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"

struct arena;
struct err;
struct intake;
struct letter;
struct request;
struct server;

struct identity {
	struct player *sender; /* NULL a stranger */
	bool is_suspended;     /* the address is a suspended player's; sender is NULL */
	bool has_token;        /* one that the sender may use */
	struct token token;
	const struct listed *listed; /* the boards that the letter answered lists */
	int listed_count;
	int64_t confirm; /* the confirmation answered; 0 none */
	/* The player, and the board or 0, whose letter a stranger answers by its token; 0 nobody.
	 */
	int64_t owner, board;
	bool answers_us; /* the letter answers one of the server's, proof or not */
	bool any_token;  /* … that one of the keys has signed, for whomever */
	bool of_others;  /* … that went to somebody else than the sender */
};

/* The player who has the address of the letter, which this letter proves reachable, and the
 * tokens that it was written to or refers to.  Values live in arena.  0 or -1. */
int identity_find(struct identity *identity, const struct server *server, struct arena *arena,
    const struct letter *letter, const struct intake *intake, struct err *err);
/* The token in the envelope sender that the letter was sent to, "name+b.TOKEN"; NULL none. */
const char *identity_envelope_token(const struct server *server, struct arena *arena,
    const struct letter *letter, const struct intake *intake);
/* Has the letter proved, once its commands were run, who sent it? */
bool identity_is_proved(const struct request *rq);
/* Remembers that the player wrote today, and whether in HTML, where it was he for sure. */
int identity_note(const struct server *server, const struct letter *letter,
    const struct request *rq, struct err *err);

#endif
