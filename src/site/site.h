/* SPDX-License-Identifier: ISC */
/*
 * Static pages of what everybody may see, for any web server: games, players, tournaments, lists
 * and a feed (riverpost(8), archive).
 *
 * What is shown follows from the database alone, not from the clock: the same database makes the
 * same bytes, and a file that would not change is not written.  Each file is written whole and
 * renamed.  Nothing that players say is shown, since the help promises that; of imported scores
 * the comments are.  Names of files are made from numbers alone.
 *
 * Each page is there in each language, at the same path below the language's folder; whatever has
 * no words, as scores and pictures, is there once.  A language that has not all texts is left out;
 * the first is then English.
 */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct settings;
struct store;
struct templates;

struct site_options {
	struct store *store;
	struct templates *templates;
	const struct settings *settings; /* name and address of the server, what tournaments need */
	const char *folder;              /* where the pages go; made where it is missing */
	const char *url;                 /* of that folder, with a slash at its end; "" not known */
	const char *domain; /* of the server's address: in the ids of feeds, if none is noted */
	/* Codes of the languages, with commas or blanks between, the first as it stands and each
	 * other in a folder of its own; NULL: that of letters to strangers. */
	const char *languages;
	int64_t mark; /* another number where all pages may have become others */
};

struct site_result {
	int written, removed; /* files */
	bool is_busy;         /* another process writes there; nothing was done */
	bool goes_on;         /* there is more to do */
};

/* Makes the folder and those in it, for all to read, where they are missing.  0 or -1. */
int site_prepare(const char *folder, struct err *err);
/* All pages, from the start.  0 or -1. */
int site_build(const struct site_options *options, struct site_result *out, struct err *err);
/* Those alone that show what has changed, for about `patience` milliseconds; all of them, bit by
 * bit, where the folder has none yet or was made with another mark. */
int site_update(
    const struct site_options *options, int patience, struct site_result *out, struct err *err);

#endif
