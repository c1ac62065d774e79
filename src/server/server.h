/* SPDX-License-Identifier: ISC */
/*
 * The post server: everything that is open while the server works.
 *
 * Order: server_open, then for each pass tick_begin, postman_handle for each
 * letter, tick, sender_send; then server_close.  One letter, one transaction (postman.c); what is
 * sent was rendered in the transaction that caused it (outgoing.c).
 */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "cmd/cmd.h"
#include "mail/read/letter.h"

struct arena;
struct config;
struct err;
struct intake;
struct store;
struct templates;

struct server {
	const struct config *config;
	struct store *store;
	struct templates *templates;
	struct keys keys;
	struct settings settings;
	struct letter_policy policy;
	const char *domain; /* of our address */
};

/* Makes the home folder if it is missing; opens database, keys, templates. */
int server_open(struct server *server, const struct config *config, struct err *err);
void server_close(struct server *server);

/* What became of a letter. */
enum handled {
	LETTER_DONE,         /* its commands were carried out */
	LETTER_REFUSED,      /* … up to a refusal */
	LETTER_IGNORED,      /* a robot's, a stranger's, a loop */
	LETTER_KNOWN,        /* taken before; nothing new happened */
	LETTER_BOUNCED,      /* a report about a letter of ours */
	LETTER_PARKED,       /* unreadable: to be put aside */
	LETTER_KNOWN_PARKED, /* taken before, and to be put aside as it was then */
	LETTER_FAILED,       /* this letter cannot be answered: a fault of ours */
	LETTER_TROUBLE       /* it could not even be begun: try again */
};

/* Handles one letter in one transaction.  err: for LETTER_FAILED and LETTER_TROUBLE. */
enum handled postman_handle(
    struct server *server, const struct intake *intake, int64_t now, struct err *err);
/* Counts that this letter failed; how often by now, or -1. */
int postman_failed(
    struct server *server, const struct intake *intake, int64_t now, struct err *err);
const char *handled_name(enum handled handled);

/* Between these two a crash of the program is put down to this letter, so that
 * one that crashes it three times is parked.  Returns how often it did so far. */
int poison_begin(const struct server *server, const struct intake *intake);
void poison_end(void);

/* What a reply becomes: outbox rows, in the transaction under way. */
struct cause {
	int64_t now;
	int64_t letter;              /* inbox row; 0 none */
	const char *digest;          /* of that letter; NULL none */
	const char *message_id;      /* of the letter answered; NULL */
	const char *address;         /* of its sender; NULL */
	const struct player *sender; /* NULL a stranger, or nobody */
};
/* 0; -1: the letters cannot be made (a template's fault), or cannot be stored. */
int outgoing_write(struct server *server, struct arena *arena, const struct reply *reply,
    const struct cause *cause, struct err *err);

/* Writes to the operator, if there is one, in a transaction of its own; at most ten times
 * a day with the same template. 0 or -1. */
int operator_report(
    struct server *server, const char *template, const char *what, int64_t now, struct err *err);

/* Somebody else takes letters out of this source: tells the log and the operator, once a
 * day. 0 or -1. */
int operator_rival(struct server *server, const char *source, int64_t now, struct err *err);

/* Notes that a pass begins; after an outage gives the lost time back, before any move is
 * taken.  *sound: games may end on time in this pass. */
int tick_begin(struct server *server, int64_t now, bool *sound, struct err *err);
/* Once a day, in a transaction of its own: forgets what is kept only for a time.  1 when it
 * did, 0 when it is not due, -1. */
int tick_clean_up(struct server *server, int64_t now, struct err *err);
/* What happens without mail: lapsed offers, reminders, time forfeits.  may_end: the pass is
 * sound, and every letter that arrived before `now` was read, so that nobody loses while one
 * of his waits. */
int tick(struct server *server, int64_t now, bool may_end, struct err *err);

#endif
