/* SPDX-License-Identifier: ISC */
/*
 * What waits for the answer to a confirmation: sign-ups, further addresses, and
 * whatever else of an account is not changed before the right address has answered.
 *
 * A row reserves nothing.  Its number stands in the token of its letter and is
 * never used again, its code can be typed; it is removed when it has been used,
 * and lapses.
 */
#ifndef STORE_CONFIRMATIONS_H
#define STORE_CONFIRMATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "game/game.h"

struct arena;
struct err;
struct store;

/* Stored as numbers: never renumber. */
enum confirmation_kind {
	CONFIRM_SIGNUP = 0, /* opens an account with this address */
	CONFIRM_ADD = 1,    /* adds this address to an account */
	CONFIRM_MOVE = 2,   /* makes this address the only one of an account */
	CONFIRM_DEED = 3,   /* the owner of an account gave this command without a password, or
			     * may have meant it */
	CONFIRM_FORGOT = 4, /* the answer brings a new password */
	CONFIRM_INVITE = 5  /* the answer brings a userid, and begins a game with `player` */
};

struct confirmation {
	int64_t id;
	enum confirmation_kind kind;
	int64_t player;           /* whose account, or who invites; 0 with CONFIRM_SIGNUP */
	char userid[USERID_SIZE]; /* of the account to be opened; "" with all others */
	const char *address;      /* to which the letter went, and from which it is answered */
	const char *site;         /* the domain that its owner registered: who is counted */
	const char *language;
	/* A password, sealed (base/token.h), or the hash of one ("$argon2id$…"); "" none. */
	const char *secret;
	/* CONFIRM_SIGNUP: further addresses, blanks between; CONFIRM_DEED,
	 * CONFIRM_INVITE: the command, or below an empty line what a yes orders and, in the line
	 * after that, what a no does; CONFIRM_FORGOT: FORGOT_BY_HIMSELF, or "". */
	const char *detail;
	const char *code; /* what `confirm CODE` says */
	int64_t created;
	int64_t due; /* asked for from elsewhere: not done, or trusted, before; 0 at once */
	bool agreed; /* … and the right address has answered; CONFIRM_INVITE: and declined */
};

#define SIGNUP_LASTS (7 * DAY)
#define INVITE_LASTS (14 * DAY) /* riverpost-commands(7), invite */
#define FORGOT_LASTS DAY        /* riverpost-commands(7), forgot */

#define FORGOT_BY_HIMSELF "own" /* one of the player's addresses has asked */

int confirmations_add(struct store *, struct confirmation *, struct err *); /* sets id */
/* 1 found and not lapsed, 0, -1. */
int confirmations_get(struct store *, struct arena *, int64_t id, int64_t now,
    struct confirmation *out, struct err *);
int confirmations_find(struct store *, struct arena *, const char *code, int64_t now,
    struct confirmation *out, struct err *);
/* How many wait for this address that were made since `since`; or -1. */
int confirmations_count(struct store *, const char *address, int64_t since, struct err *);
/* When the address was asked the same last, since `since`, about that account, if it has not
 * answered: *at; 0 it was not.  0 or -1. */
int confirmations_asked(
    struct store *, const struct confirmation *, int64_t since, int64_t *at, struct err *err);
/* What waits until it is due needs nobody's answer any more. */
int confirmations_agree(struct store *, int64_t id, struct err *);
/* Those of them that have waited; returns how many or -1. */
int confirmations_due(struct store *, struct arena *, int64_t now, int64_t **out, struct err *);
/* Forgets the changes of a player's addresses; returns how many or -1. */
int confirmations_stop(struct store *, int64_t player, struct err *);
int confirmations_remove(struct store *, int64_t id, struct err *);
/* Those of an address that has an account now, or of an account that is closed. */
int confirmations_remove_signups(struct store *, const char *address, struct err *);
int confirmations_remove_of(struct store *, int64_t player, struct err *);
/* Forgets sign-ups until `most` wait: of each site the newest stay, and as many of each
 * site, so that a flood in one name pushes itself out. */
int confirmations_trim(struct store *, int most, struct err *);
int confirmations_expire(struct store *, int64_t now, struct err *);
/* Gives `seconds` to all that wait (after an outage); negative: takes. */
int confirmations_give_back(struct store *, int64_t seconds, struct err *);

/* The invitation that waits for this address.  1, 0 or -1. */
int invitations_find(struct store *, struct arena *, const char *address, int64_t now,
    struct confirmation *out, struct err *);
/* Those that were made before, in the arena; how many or -1. */
int invitations_lapsed(struct store *, struct arena *, int64_t before, int64_t **out, struct err *);
/* Takes it away, whether it has lapsed or not, or was declined; *out: what it was.  1, 0 or -1. */
int invitations_remove(
    struct store *, struct arena *, int64_t id, struct confirmation *out, struct err *);
/* Notes when a mailbox was invited last, or that it wants that never again. */
int invitations_note(struct store *, const char *mailbox, int64_t now, bool never, struct err *);
/* Is it too soon for another one?  1, 0 or -1. */
int invitations_closed(struct store *, const char *mailbox, int64_t now, struct err *);

#endif
