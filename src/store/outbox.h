/* SPDX-License-Identifier: ISC */
/*
 * Which letters are to be sent, and what became of them.
 *
 * A row's bytes are rendered once and never changed.
 */
#ifndef STORE_OUTBOX_H
#define STORE_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct store;

enum out_state {
	OUT_WAITING = 0,
	OUT_SENT = 1,
	OUT_REFUSED = 2,
	OUT_GIVEN_UP = 3,
	OUT_DROPPED = 4
};

struct out {
	int64_t id;
	const char *message_id; /* without <>, unique */
	int64_t letter;         /* inbox row that caused it; 0: none */
	int64_t player;         /* recipient; 0: a stranger */
	int64_t game;           /* 0: none */
	int turn;               /* the number of the turn that is its reader's (game.h); 0 none */
	int64_t list;           /* of boards, where it is no game's own (lists.h); 0 none */
	const char *sender;     /* envelope; "" is <> */
	const char *recipient;
	const char *subject; /* for lists and logs */
	const char *bytes;
	size_t length;
	int64_t created;
	int64_t made; /* when its bytes were, of one that only shows how things stand; 0: of any
			 other */
	enum out_state state;
	int tries;
	int64_t next_try;
	int64_t sent;
	const char *answer; /* the last answer of the next server */
};

/* Sets out->id. next_try is `created`, or the end of the pause of its address. */
int outbox_add(struct store *, struct out *out, struct err *);
/* 1 when a letter with this Message-ID was added ever, 0, -1. */
int outbox_has(struct store *, const char *message_id, struct err *);
/* The id the next outbox_add of this transaction will get (for VERP tokens). */
int outbox_next_id(struct store *, int64_t *id, struct err *);
/* Waiting rows that became due after `after` and are at `now`, those never tried first, then
 * the longest due, at most `max`, without bytes: of each recipient the oldest, so that they
 * go one by one.  Lists return how many or -1; outbox_get 1 found, 0 not, -1 failure. */
int outbox_due(struct store *, struct arena *, int64_t after, int64_t now, int max,
    struct out **out, struct err *);
/* The same of rows with a number above `above`. */
int outbox_new(struct store *, struct arena *, int64_t above, int64_t now, int max,
    struct out **out, struct err *);
/* The oldest that is due to this address: 1, 0 or -1. */
int outbox_next_to(struct store *, struct arena *, const char *recipient, int64_t now,
    struct out *out, struct err *);
/* Waiting rows that only show how things stand, made before `before`, by number, without bytes. */
int outbox_made_before(
    struct store *, struct arena *, int64_t before, struct out **out, struct err *);
int outbox_get(struct store *, struct arena *, int64_t id, struct out *out, struct err *);
/* Rows by state (-1: all), newest last, without bytes; OUT_UNSENT: all neither sent nor dropped,
 * state by state. */
#define OUT_UNSENT (-2)
int outbox_list(struct store *, struct arena *, int state, struct out **out, struct err *);
/* After a try: state, tries+1, next_try (while waiting), answer, sent (`when`, if sent).
 * One that has to wait gives its address a pause of a minute: nothing else is tried
 * there, whether it was written before or is written meanwhile. */
int outbox_result(struct store *, int64_t id, enum out_state state, int64_t next_try, int64_t when,
    const char *answer, struct err *);
/* It is sent in place of those to the same address that wait, only show how things stand, and are
 * to the same player of the same game and turn (or, with no game, are digests, too; to the
 * operator, say that letters wait): they are dropped, and it is as old, and was tried as often, as
 * the oldest of them.  How many, or -1. */
int outbox_replace(struct store *, int64_t id, struct err *);
/* Puts a row back to waiting, due at once (operator: queue retry); a failure
 * when its bytes were dropped. */
int outbox_retry(struct store *, int64_t id, int64_t now, struct err *);
/* The same of all that were neither sent nor dropped and have bytes; how many, or -1. */
int outbox_retry_all(struct store *, int64_t now, struct err *);
/* All that wait are due, but those whose last answer begins with these words; how many were not, or
 * -1. */
int outbox_hurry(struct store *, int64_t now, const char *but, struct err *);
/* How many wait; when the next one is due (0: none). */
int outbox_waiting(struct store *, int64_t *count, struct err *);
int outbox_next_try(struct store *, int64_t *next, struct err *);
/* 1 when letters that ask this player for this turn, made since `since`, wait or went at `now`,
 * and none was sent before; 0, -1. */
int outbox_pending(struct store *, int64_t game, int64_t player, int turn, int64_t since,
    int64_t now, struct err *);
/* Message-IDs of the first and the last letters of this game to this address, `max`
 * (at least 1) together, oldest first (for References). Returns how many. */
int outbox_thread(struct store *, struct arena *, int64_t game, const char *recipient,
    const char **ids, int max, struct err *);
/* Drops the bytes of rows sent, or given up and made, before `before`. */
int outbox_expire(struct store *, int64_t before, struct err *);

#endif
