/* SPDX-License-Identifier: ISC */
/*
 * Copies of the database, each with a note of how much it held when it was made.
 *
 * What the server keeps by itself, before it changes a database for good, lies in the folder
 * "kept" beside it, and goes after a while (tick.c).
 */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

#include <limits.h>
#include <stdint.h>

struct audit;
struct err;
struct store;

/* Online copy to a new file (mode 0600), fsynced; not inside a transaction.  now: for the note. */
int store_backup(struct store *store, const char *path, int64_t now, struct err *err);

/* How much a database holds. */
struct holding {
	int64_t players, games, moves, letters; /* letters: taken, and written */
};
int backup_holding(struct store *store, struct holding *out, struct err *err);
/* Tells what a copy holds no longer of what its note says.  *made: when it was made; 0: it has
 * no note. */
int backup_compare(struct store *store, const struct audit *audit, int64_t *made, struct err *err);

/* The folder for what is kept beside a database, made if it is missing.  0 or -1. */
int backup_kept(char out[PATH_MAX], const char *path, struct err *err);
/* Keeps a copy there, "version-N.sqlite", of a database that is to be brought to a newer version.
 * 0 or -1. */
int backup_before(struct store *store, int version, struct err *err);

#endif
