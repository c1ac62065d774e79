/* SPDX-License-Identifier: ISC */
/*
 * How much is answered: so many letters an hour and a day to one address
 * (answers-hour, answers-day).
 *
 * What was carried out with proof is always answered: it cannot be part of a
 * loop, and a fast game must not fall silent; but the same commands, in answer to one answer after
 * the other, are a robot's unless they play.  What only asks has five times as many.  Answers
 * without proof are counted apart: a forged From could use up the answers to the letters of the one
 * it names.
 */
#ifndef SERVER_QUOTA_H
#define SERVER_QUOTA_H

#include <stdbool.h>

struct err;
struct reply;
struct request;
struct server;

/* Leaves out what would be too much for the other players: 30 letters a day from one to another,
 * and five times answers_hour in an hour to all, but moves, ends of games and answers to offers
 * always go.  The writer is told.  0 or -1. */
int quota_count_others(
    const struct server *server, const struct request *rq, struct reply *reply, struct err *err);
/* Counts the answer to a letter whose commands were run.  1: it may be sent, and says so when it
 * is the last for a while; 0: not, and the reply is silent for the sender; -1.  is_done: the
 * letter has changed something. */
int quota_count(struct server *server, const struct request *rq, struct reply *reply, bool is_done,
    struct err *err);

#endif
