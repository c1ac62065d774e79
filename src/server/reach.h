/* SPDX-License-Identifier: ISC */
/*
 * Players whom letters do not reach: who is told, and what they get when they are back.
 */
#ifndef SERVER_REACH_H
#define SERVER_REACH_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct out;
struct player;
struct reply;
struct server;

/* A letter to a player did not arrive: tells those who play against him or have challenged him,
 * and the operator, in the transaction under way.  is_stopped: the address gets no more letters,
 * which others hear of where he has no other.  0 or -1. */
int reach_lost(struct server *server, struct arena *arena, const struct out *out, bool is_stopped,
    int64_t now, struct err *err);
/* Somebody has written from this address: letters go there again, if they had stopped.  Where that
 * was the only one of the player's (NULL: nobody's) he gets his boards as they stand, and
 * those who were told before are told that he is back.  In the transaction under way. 0 or -1. */
int reach_again(struct server *server, struct arena *arena, const char *address,
    const struct player *player, int64_t now, struct err *err);
/* Tells a player something in a letter with each of his boards as it stands, but for challenges
 * of his own, or, where there is none, in one of no board.  address: "named" in the template, or
 * NULL.  A board that is damaged is left out.  0 or -1. */
int reach_boards(struct server *server, struct reply *reply, const struct player *player,
    const char *template, const char *address, struct err *err);

/* Tells each who plays against a player or has challenged him, in a letter of no board that
 * names theirs.  0 or -1. */
int reach_others(struct server *server, struct reply *reply, const struct player *player,
    const char *template, struct err *err);

#endif
