/* SPDX-License-Identifier: ISC */
/*
 * The database: one SQLite file (WAL, synchronous=FULL, STRICT tables).
 *
 * Order of calls: store_open, then any number of { store_begin, work,
 * store_commit | store_rollback }, store_close.
 * A transaction is never half kept: a store_commit that fails has rolled back,
 * and once the disk was full or failed, everything in that transaction fails
 * until it is rolled back.
 * Reading outside a transaction is fine; writing outside one is a bug
 * (asserted).  Only store/ sees sqlite3.h.
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct store;

/* Brings the file from whatever version it has to the newest, in one transaction; before that, a
 * copy of it is kept (backup.h).
 * A new file has mode 0600.  A file of a newer program, of another program, or
 * that cannot be brought to this version is refused and stays as it was. */
int store_open(struct store **store, const char *path, struct err *err);
/* The same of one that is there: an empty file is refused, too. */
int store_open_again(struct store **store, const char *path, struct err *err);
/* … for who only asks: also where it cannot be written to (a
 * read-only disk, somebody else's backup), if it is of the newest version. */
int store_open_to_read(struct store **store, const char *path, struct err *err);
void store_close(struct store *store); /* NULL is fine */
/* SQLite has lost a lock on the file (SQLITE_PROTOCOL): nothing can be read or written until it is
 * opened anew. */
bool store_is_stuck(const struct store *store);

int store_begin(struct store *store, struct err *err); /* BEGIN IMMEDIATE */
int store_commit(struct store *store, struct err *err);
void store_rollback(struct store *store); /* none open: nothing */
/* The end of work that came to `rc`: -1 undoes it, all else is committed.  rc, or -1. */
int store_finish(struct store *store, int rc, struct err *err);
/* Transactions begun between these two are kept or undone each by itself, and reach the disk
 * together, with store_group_end; where that fails nothing of any is kept, and what was
 * committed in the group must not be told to anybody before. */
int store_group_begin(struct store *store, struct err *err);
int store_group_end(struct store *store, struct err *err);
/* Within a transaction: all that is written between the two is undone. */
int store_try(struct store *store, struct err *err);
int store_untry(struct store *store, struct err *err);
/* PRAGMA integrity_check and foreign_key_check; -1 with the first complaint. */
int store_check(struct store *store, struct err *err);
/* Small facts by name ("last-run"); *out is 0 when there is none. */
int store_fact(struct store *store, const char *name, int64_t *out, struct err *err);
#define FACT_AWAY_FROM "away-from" /* the last time that the server did not run: from then … */
#define FACT_AWAY_TO   "away-to"   /* … to then */
int store_set_fact(struct store *store, const char *name, int64_t value, struct err *err);

/* A game that could not be read: what is stored of it is no game.  Each that was met since this
 * was last asked, some of them if there are many; false: no more. */
struct damage {
	int64_t game;
	char what[64];
};
bool store_next_damage(struct store *store, struct damage *out);

/* For store/ and its tests: the steps (schema.c), and opening with another list.  Step n
 * (counted from 1) leads from version n - 1 to version n, the file's PRAGMA user_version. */
#define STORE_APPLICATION 1380537938 /* PRAGMA application_id of Riverpost's files */
extern const char *const schema_steps[];
extern const int schema_version;
/* What the first SCHEMA_WHOLE steps make of an empty file, at once (schema_whole.c). */
#define SCHEMA_WHOLE 43
extern const char schema_whole[];
void store_prepare(struct store *store); /* what steps call, on its connection */
/* Takes all steps, on a connection to an empty file. */
int store_make(struct store *store, struct err *err);
#define SCHEMA_RATINGS 27 /* the step that makes room for ratings, which are reckoned after it */
int store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err);

#endif
