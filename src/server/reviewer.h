/* SPDX-License-Identifier: ISC */
/*
 * Reviews of games: the program that plays is asked about one position after the other, while no
 * game waits for it.
 *
 * What it has found is kept after each, so that nothing is asked twice, whatever ends the server
 * in between.
 *
 * Order: reviewer_open, reviewer_step any number of times, reviewer_close.
 */
#ifndef SERVER_REVIEWER_H
#define SERVER_REVIEWER_H

#include <stdbool.h>
#include <stdint.h>

struct engine_options;
struct err;
struct reviewer;
struct server;

struct reviewer *reviewer_open(void);
void reviewer_close(struct reviewer *reviewer);

/* Never waits for the program.  may_begin: with the next position.  1 it thinks; 0 there is
 * nothing to do, or not now; -1 with err: something could not be read or stored. */
int reviewer_step(struct reviewer *reviewer, struct server *server,
    const struct engine_options *engine, bool may_begin, int64_t now, struct err *err);
bool reviewer_thinks(const struct reviewer *reviewer);
/* Has a letter been written since this was last asked? */
bool reviewer_wrote(struct reviewer *reviewer);

#endif
