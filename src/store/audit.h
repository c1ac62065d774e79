/* SPDX-License-Identifier: ISC */
/*
 * What is wrong with a database: its file, its schema, and every row against what
 * the program keeps true.
 *
 * Reads only.  What needs the rules of the game is the caller's: games_get replays
 * the moves, games_check compares a game with its row.
 */
#ifndef STORE_AUDIT_H
#define STORE_AUDIT_H

#include <stdint.h>

struct err;
struct store;

/* Takes one finding, a sentence without its full stop. */
struct audit {
	void (*tell)(void *context, const char *finding);
	void *context;
};

/* The file as SQLite sees it, then the schema, then all rows as of `now`.  0; -1 when it could
 * not be done to the end. */
int audit_store(struct store *, int64_t now, const struct audit *, struct err *);

#endif
