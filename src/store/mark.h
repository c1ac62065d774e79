/* SPDX-License-Identifier: ISC */
/*
 * Does the write-ahead log beside a database belong to it?
 *
 * SQLite plays a log that it finds into whatever file has the name: into an old copy, too, that
 * was put in the place of a file whose program did not end well.  So the database bears a mark, a
 * random number that no copy shares for longer than an hour, and the file FILE-mark says which one
 * the log was begun with.
 */
#ifndef STORE_MARK_H
#define STORE_MARK_H

#include <stdbool.h>

struct err;
struct store;

/* Before the database is opened: is there anything in its log (*has_log), and does that belong to
 * it?  0; -1: it belongs to another file.  Changes nothing. */
int mark_look(const char *path, bool *has_log, struct err *err);
/* After it was opened with such a log, before anything else is done: does SQLite find the two to be
 * sound together?  0; -1: they are not, and the log stays what it is. */
int mark_check(struct store *store, struct err *err);
/* A new mark, unless somebody reads there just now; by the one program that works there, outside of
 * transactions.  0 or -1. */
int mark_renew(struct store *store, struct err *err);

#endif
