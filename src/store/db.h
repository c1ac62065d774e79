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

#include <stdint.h>

struct err;
struct store;

/* Brings the file from whatever version it has to the newest, in one transaction.
 * A new file has mode 0600.  A file of a newer program, of another program, or
 * that cannot be brought to this version is refused and stays as it was. */
int store_open(struct store **store, const char *path, struct err *err);
void store_close(struct store *store); /* NULL is fine */

int store_begin(struct store *store, struct err *err); /* BEGIN IMMEDIATE */
int store_commit(struct store *store, struct err *err);
void store_rollback(struct store *store); /* none open: nothing */
/* Transactions begun between these two are kept or undone each by itself, and reach the disk
 * together, with store_group_end; where that fails nothing of any is kept, and what was
 * committed in the group must not be told to anybody before. */
int store_group_begin(struct store *store, struct err *err);
int store_group_end(struct store *store, struct err *err);
/* Instead of store_group_begin, for what does no harm when it is forgotten: what is committed
 * is safe from a crash of this program, and from the power failing after store_sync. */
int store_group_begin_unsynced(struct store *store, struct err *err);
int store_sync(struct store *store, struct err *err);
/* Within a transaction: all that is written between the two is undone. */
int store_try(struct store *store, struct err *err);
int store_untry(struct store *store, struct err *err);
/* Online copy to a new file (mode 0600), fsynced; not inside a transaction. */
int store_backup(struct store *store, const char *path, struct err *err);
/* PRAGMA integrity_check and foreign_key_check; -1 with the first complaint. */
int store_check(struct store *store, struct err *err);
/* Small facts by name ("last-run"); *out is 0 when there is none. */
int store_fact(struct store *store, const char *name, int64_t *out, struct err *err);
int store_set_fact(struct store *store, const char *name, int64_t value, struct err *err);

/* For store/ and its tests: the steps (schema.c), and opening with another list.  Step n
 * (counted from 1) leads from version n - 1 to version n, the file's PRAGMA user_version. */
#define STORE_APPLICATION 1380537938 /* PRAGMA application_id of Riverpost's files */
extern const char *const schema_steps[];
extern const int schema_version;
int store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err);

#endif
