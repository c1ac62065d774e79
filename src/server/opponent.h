/* SPDX-License-Identifier: ISC */
/*
 * The machines at their games: a program is asked for moves, and these are played.
 *
 * It thinks outside of every transaction; what it answers counts only while the game stands as
 * it was asked about.  Whatever ends the server in between, the game itself says that it is to
 * move, and the same question has the same answer.
 *
 * Order: opponents_open, opponents_step any number of times, opponents_close.
 */
#ifndef SERVER_OPPONENT_H
#define SERVER_OPPONENT_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct opponents;
struct server;

struct opponents *opponents_open(const struct server *server);
void opponents_close(struct opponents *opponents); /* NULL is fine */

/* Never waits for the program; anew: games may have changed since.  1 it thinks; 0 there is
 * nothing to do; -1 with err: something could not be read or stored. */
int opponents_step(
    struct opponents *opponents, struct server *server, bool anew, int64_t now, struct err *err);
/* Does it think? */
bool opponents_think(const struct opponents *opponents);
/* Have letters been written since this was last asked? */
bool opponents_wrote(struct opponents *opponents);

#endif
