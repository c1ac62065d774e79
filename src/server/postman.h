/* SPDX-License-Identifier: ISC */
/*
 * One letter at work, between the parts of the postman; private to them.
 */
#ifndef POSTMAN_H
#define POSTMAN_H

#include "base/str.h"
#include "server/server.h"

/* One letter at work. */
struct work {
	struct server *server;
	struct arena *arena;
	const struct intake *intake;
	int64_t now;
	struct letter letter;
	int64_t inbox;
	struct player *sender; /* NULL a stranger */
	bool is_suspended;     /* the address is a suspended player's; sender is NULL */
	struct token token;
	bool has_token;
	bool answers_us;     /* it answers a letter of ours, proof or not */
	const char *outcome; /* for the inbox row and the log */
	struct str story;    /* for the log: commands, boards, letters out */
};

/* Who wrote it: the player with that address, whom this letter proves reachable. 0 or -1. */
int postman_find_sender(struct work *work, struct err *err);
/* The token that this sender may use, from recipients or references. */
void postman_find_token(struct work *work);
/* The commands of the letter; a yes to a confirmation is one.  */
void postman_read_orders(struct work *work, struct parsed_letter *parsed);
/* The token in the envelope sender of ours that it was sent to, "name+b.TOKEN"; NULL none. */
const char *postman_envelope_token(const struct work *work);
/* *may: the sender is within the limits on answers; counts this one.  0 or -1. */
int postman_may_answer(struct work *work, bool is_proved, bool is_done, bool *may, struct err *err);
/* A report about a letter of ours; 0 or -1. */
int postman_bounce(struct work *work, struct err *err);

#endif
