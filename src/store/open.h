/* SPDX-License-Identifier: ISC */
/*
 * Opening a database: from whatever version its file has to the newest, in one
 * transaction.
 *
 * Step n (counted from 1) leads from version n - 1 to version n, which is the
 * file's PRAGMA user_version.
 */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

struct err;
struct store;

/* A new file has mode 0600.  A file of a newer program, of another program, or
 * that cannot be brought to this version is refused and stays as it was. */
int store_open(struct store **store, const char *path, struct err *err);
void store_close(struct store *store); /* NULL is fine */

/* For store/ and its tests: the steps (schema.c), and opening with another list. */
#define STORE_APPLICATION 1380537938 /* PRAGMA application_id of Riverpost's files */
extern const char *const schema_steps[];
extern const int schema_version;
int store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err);

#endif
