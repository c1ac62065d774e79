/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give, or to move.
 *
 * They are skipped for a while, so that they hold up no other, and tried again
 * then; where it may be chance, not before SKIPPED_TRIES failures in a row.  They
 * stay where they are: the fault may be the server's and not the letter's.
 */
#ifndef MAIL_SKIPPED_H
#define MAIL_SKIPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SKIPPED_MAX     100 /* letters known at a time; the oldest is forgotten first */
#define SKIPPED_TRIES   3
#define SKIPPED_SECONDS 900
#define SKIPPED_ID      128 /* bytes of a letter's name, with NUL */

/* All zero at first. */
struct skipped {
	struct {
		char id[SKIPPED_ID];
		int64_t until;
	} letters[SKIPPED_MAX];
	size_t next;           /* the place for one more */
	char last[SKIPPED_ID]; /* the letter that failed last */
	int failures;          /* of that one, in a row */
};

/* A letter is skipped from now on. */
void skipped_add(struct skipped *skipped, const char *id, int64_t now);
/* A letter failed, perhaps by chance; true when it is skipped from now on. */
bool skipped_note_failure(struct skipped *skipped, const char *id, int64_t now);
bool skipped_has(const struct skipped *skipped, const char *id, int64_t now);

#endif
