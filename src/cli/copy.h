/* SPDX-License-Identifier: ISC */
/*
 * A backup, opened in a folder of its own, so that the file itself stays as it is.
 *
 * A backup is two files: FILE, the database, and FILE.keys.
 */
#ifndef CLI_COPY_H
#define CLI_COPY_H

#include <limits.h>
#include <stdbool.h>

#include "cli/admin.h"
#include "config/config.h"

struct err;

struct copy {
	char folder[PATH_MAX]; /* riverpost.sqlite and keys are in it */
	struct config config;  /* with that folder as its home */
	struct admin admin;    /* its server is the copy's */
	bool has_keys;         /* FILE.keys was there */
	bool has_signing;      /* FILE.signing was */
};

/* Copies FILE into a new folder in `where`, and opens it there, brought up to date.  keys: those
 * to take where FILE.keys is missing.  copy_close in any case.  0 or -1. */
int copy_open(
    struct copy *copy, const char *file, const char *where, const char *keys, struct err *err);
/* The same of a backup that was named as the home, --home FILE, for words that only read: the copy
 * is the home from then on.  copy_close in any case.  0 or -1. */
int copy_as_home(struct copy *copy, struct err *err);
/* Where copies are made that nobody keeps. */
const char *copy_place(void);
/* Closes what is open, and leaves the files. */
void copy_detach(struct copy *copy);
void copy_close(struct copy *copy);

#endif
