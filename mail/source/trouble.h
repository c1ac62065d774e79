/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give, or to move.
 *
 * They are passed over for a while, so that they hold up no other, and tried again
 * then; where it may be chance, not before TROUBLE_TRIES failures in a row.  They
 * stay where they are: the fault may be the server's and not the letter's.
 */
#ifndef MAIL_TROUBLE_H
#define MAIL_TROUBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TROUBLE_MAX   100 /* letters known at a time; the oldest is forgotten first */
#define TROUBLE_TRIES 3
#define TROUBLE_REST  900 /* seconds */
#define TROUBLE_ID    128 /* bytes of a letter's name, with NUL */

/* All nought at first. */
struct trouble {
	struct {
		char id[TROUBLE_ID];
		int64_t until;
	} passed_over[TROUBLE_MAX];
	size_t next; /* the place for one more */
	char last[TROUBLE_ID];
	int tries; /* of the last one, in a row */
};

/* A letter is passed over from now on. */
void trouble_pass_over(struct trouble *trouble, const char *id, int64_t now);
/* A letter failed, perhaps by chance; true when it is passed over from now on. */
bool trouble_note(struct trouble *trouble, const char *id, int64_t now);
bool trouble_has(const struct trouble *trouble, const char *id, int64_t now);

#endif
