/* SPDX-License-Identifier: ISC */
/*
 * Invitations to a game, to somebody who need not have an account.
 */
#ifndef CMD_INVITATION_H
#define CMD_INVITATION_H

#include "cmd/request.h"
#include "store/confirmations.h"

/* Invites that address to the game. */
enum outcome invitation_write(
    struct request *rq, const char *address, struct game *game, struct err *err);
/* rq->from has answered this invitation: the game begins, or the reply says why not. */
enum outcome invitation_begin(
    struct request *rq, const struct confirmation *invitation, struct err *err);
/* … does not want any more of them. */
enum outcome invitation_never(
    struct request *rq, const struct confirmation *invitation, struct err *err);
/* … does not want this game: it is taken away, and who had invited is told. */
enum outcome invitation_decline(
    struct request *rq, const struct confirmation *invitation, struct err *err);
/* "invitation-over": was this address invited lately, and is no invitation open any more?  0 or -1.
 */
int invitation_over(struct request *rq, const char *address, struct vars *vars, struct err *err);
/* Takes one away that has lapsed, and tells who had invited: in the same words whether it was
 * answered with "never", never read, or could not be sent. */
enum outcome invitation_due(struct request *rq, int64_t id, struct err *err);

#endif
