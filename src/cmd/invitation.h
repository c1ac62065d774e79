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

#endif
