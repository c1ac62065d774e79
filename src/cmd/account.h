/* SPDX-License-Identifier: ISC */
/*
 * What the commands about accounts share: confirmations, and how many of them may be
 * written.
 *
 * Nothing of an account changes before the right address has answered, and a letter
 * to an address that has not asked for it is counted against that address, whoever
 * caused it, so that nobody can be flooded through the server.
 */
#ifndef CMD_ACCOUNT_H
#define CMD_ACCOUNT_H

#include "cmd/request.h"
#include "store/confirmations.h"

#define CODE_LENGTH   8 /* of a confirmation's code */
#define ADDRESSES_MAX 5 /* of a player */

/* Refuses with "userid". */
enum outcome account_refuse(struct reply *reply, const char *template, const char *userid);
/* Counts a confirmation to this address; *may: it can be written.  0 or -1. */
int account_count(struct request *rq, enum confirmation_kind kind, const char *address, bool *may,
    struct err *err);
/* Stores the confirmation, which needs kind, player, address and whatever its kind has
 * besides, and writes its letter: *vars, with "code", are the caller's to fill.  0 or -1. */
int account_ask(struct request *rq, struct reply *reply, struct confirmation *c,
    const char *template, struct vars **vars, struct err *err);
/* The confirmation that is answered, by its code or by the token in the answer's address, if
 * it went to the address of this letter, or to the player who writes.  1, 0 none, -1. */
int account_find(struct request *rq, const char *code, struct confirmation *out, struct err *err);
/* Nothing waits for that answer, or no more; a stranger who has asked for nothing is not told. */
enum outcome account_refuse_lapsed(struct request *rq, struct reply *reply, struct err *err);
/* A letter without a command that answers a confirmation: asked again; one word in answer to
 * FORGOT is the new password.  *answers: it is such a letter. */
enum outcome account_ask_again(
    struct request *rq, struct reply *reply, const char *said, bool *answers, struct err *err);

/* Did the player prove by his password that he wants this, or confirm it? */
bool account_is_sure(const struct request *rq);
/* He did not: the answer asks him, and carries the token of the question. */
enum outcome account_ask_owner(struct request *rq, struct reply *reply, struct err *err);
/* Ends the open games of a player who leaves, tells the others, and closes the account;
 * *games: how many ended.  0 or -1. */
int account_close(struct store *store, struct arena *arena, struct player *player, int64_t now,
    struct reply *reply, int *games, struct err *err);

/* Asks further addresses, blanks between, whether they may be added to an account, but those
 * that are in it; the reply has "asked" with "address" for each. */
int account_ask_addresses(struct request *rq, struct reply *reply, const struct player *player,
    const char *addresses, struct vars *told, struct err *err);
/* Opens the account that was asked for, if its name is still free, and welcomes the sender,
 * who has answered from its address. */
enum outcome account_open(
    struct request *rq, struct reply *reply, const struct confirmation *signup, struct err *err);

#endif
