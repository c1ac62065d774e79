/* SPDX-License-Identifier: ISC */
/*
 * Confirmations: asked for, counted, found.
 *
 * Nothing of an account changes before the right address has answered, and a letter
 * to an address that has not asked for it is counted against that address, whoever
 * caused it, so that nobody can be flooded through the server.
 */
#ifndef CMD_CONFIRMATIONS_H
#define CMD_CONFIRMATIONS_H

#include "cmd/request.h"
#include "store/confirmations.h"

#define ADDRESSES_MAX 5 /* of a player */

/* Counts and stores the confirmation, which needs kind, player, address and whatever its kind
 * has besides; 1, 0 if there were enough of them, -1. */
int confirmation_store(struct request *rq, struct confirmation *c, struct err *err);
/* Counts and stores the confirmation, which needs kind, player, address and whatever its kind has
 * besides, and writes its letter: *vars, with "code", are the caller's to fill.  1, 0
 * if there were enough of them, -1. */
int confirmation_ask(struct request *rq, struct confirmation *c, const char *template,
    struct vars **vars, struct err *err);
/* One more letter about a sign-up to a stranger's address: 1, counted; 0 if its site has had
 * enough of them in this hour; -1. */
int confirmation_count_site(const struct request *rq, const char *address, struct err *err);
/* The confirmation that is answered, by its code or by the token in the answer's address, if
 * it went to the address of this letter, or to the player who writes.  1, 0 none, -1. */
int confirmation_find(
    struct request *rq, const char *code, struct confirmation *out, struct err *err);
/* Is there one that another address has to answer?  1, 0 or -1. */
int confirmation_is_elsewhere(struct request *rq, const char *code, struct err *err);
/* Nothing waits for that answer, or no more; a stranger who has asked for nothing is not told. */
enum outcome confirmation_refuse_lapsed(struct request *rq, struct err *err);
/* Did the player ask for a new password, by an address of his?  Or else only the code sets it. */
bool confirmation_is_own_forgot(const struct confirmation *c);
/* What answers it is no yes, or may be none: asked again. */
enum outcome confirmation_unclear(
    struct request *rq, const struct confirmation *c, struct err *err);
/* A letter that answers a confirmation, and means nothing else: asked again.  *answers: it is
 * such a letter. */
enum outcome confirmation_ask_again(
    struct request *rq, bool may_be_password, bool *answers, struct err *err);

/* Did the player prove by his password that he wants this, or confirm it? */
bool confirmation_is_sure(const struct request *rq);
/* He did not: the answer asks him, and carries the token of the question. */
enum outcome confirmation_ask_owner(struct request *rq, struct err *err);

/* The letter to the sender asks whether he means these commands, a line each, and a yes in answer
 * to it runs them.  It is on the caller that he is who he says, or that the letter goes to his
 * registered address.  0 or -1. */
int confirmation_offer_yes(
    struct request *rq, struct message *letter, const char *lines, struct err *err);

/* The letter to the player asks one thing: a yes orders this, and so do words without a command,
 * and a no that.  0 or -1. */
int confirmation_offer_either(struct request *rq, struct message *letter, int64_t player,
    const char *yes, const char *no, struct err *err);

/* For "address-asked": a question went to the address (asked), or it was asked the same before, or
 * (before is 0) enough were asked. */
void confirmation_say_asked(struct vars *told, const char *address, bool asked, int64_t before);
/* Asks further addresses, blanks between, whether they may be added to an account, but those
 * that are in it, and those that were asked within a day; the reply has "asked", "asked-before" or
 * "not-asked" with "asked-address" for each. */
int confirmation_ask_addresses(struct request *rq, const struct player *player,
    const char *addresses, struct vars *told, struct err *err);

#endif
