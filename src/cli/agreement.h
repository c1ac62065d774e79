/* SPDX-License-Identifier: ISC */
/*
 * How often a player's moves were those of a program: for the operator alone, and no verdict.
 */
#ifndef CLI_AGREEMENT_H
#define CLI_AGREEMENT_H

struct admin;
struct err;
struct player;

#define AGREEMENT_FROM  16 /* plies: what books know is nobody's */
#define AGREEMENT_GAMES 10
#define AGREEMENT_MOST  200

/* Adds to the output a line for each of the player's latest finished games with people, `most` at
 * most, and the sum: the program of the configuration is asked for each position from
 * AGREEMENT_FROM on, as `review` asks it.  Waits for it, some seconds a game.  0 or -1. */
int agreement_write(struct admin *admin, const struct player *player, int most, struct err *err);

#endif
