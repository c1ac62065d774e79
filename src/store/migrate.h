/* SPDX-License-Identifier: ISC */
/*
 * From whatever version a file has to the newest, in one transaction.
 *
 * Step n (counted from 1) leads from version n - 1 to version n, which is the
 * file's PRAGMA user_version.  Private to store/ and its tests.
 */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

struct err;
struct store;

#define STORE_APPLICATION 1380537938 /* PRAGMA application_id of our files */

extern const char *const schema_steps[];
extern const int schema_version;

/* Is this an empty file, or one of ours of a version up to `newest`?  0 or -1. */
int migrate_check(struct store *store, int newest, struct err *err);
/* Takes the missing steps of `count`; on failure the file is as it was. */
int migrate_run(struct store *store, const char *const *steps, int count, struct err *err);
/* store_open with another list of steps. */
int store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err);

#endif
