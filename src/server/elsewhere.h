/* SPDX-License-Identifier: ISC */
/*
 * Letters of players that are answered from addresses which are nobody's.
 */
#ifndef SERVER_ELSEWHERE_H
#define SERVER_ELSEWHERE_H

struct err;
struct identity;
struct request;

/* A stranger who gets no answer has answered a player's letter (who->owner; 0: nobody's): the
 * player is told in rq->reply, with the address and how to add it, once an hour, five times a day.
 * The stranger is not: he may have the letter from somebody who forwarded it.  0 or -1. */
int elsewhere_tell(struct request *rq, const struct identity *who, struct err *err);

#endif
