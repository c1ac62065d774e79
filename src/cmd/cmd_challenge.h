/* SPDX-License-Identifier: ISC */
/*
 * What a challenge, an invitation and an open one (seek) share: the game that they ask for.
 */
#ifndef CMD_CMD_CHALLENGE_H
#define CMD_CMD_CHALLENGE_H

#include "cmd/request.h"
#include "store/confirmations.h"

/* The game that rq->order asks for, by `challenger`: its options read, he alone seated;
 * *name is whom he means, as written.  Refuses what is wrong with them. */
enum outcome challenge_read(struct request *rq, struct reply *reply,
    const struct player *challenger, struct game **out, const char **name);
/* May rq->from and `other` begin one more game: are they two, active, have they room, and has
 * neither blocked the other? */
enum outcome challenge_check(
    struct request *rq, struct reply *reply, const struct player *other, struct err *err);
/* Offers a new game in which the sender has his seat, unless that is a nuisance. */
enum outcome challenge_send(struct request *rq, struct reply *reply, struct game *game,
    const struct player *other, struct err *err);
void challenge_seat(struct game *game, const struct player *other);

/* Invites that address to the game. */
enum outcome invite_write(struct request *rq, struct reply *reply, const char *address,
    struct game *game, struct err *err);
/* rq->from has answered this invitation: the game begins, or the reply says why not. */
enum outcome invite_begin(struct request *rq, struct reply *reply,
    const struct confirmation *invitation, struct err *err);
/* … does not want any more of them. */
enum outcome invite_never(struct request *rq, struct reply *reply,
    const struct confirmation *invitation, struct err *err);

#endif
