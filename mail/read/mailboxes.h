/* SPDX-License-Identifier: ISC */
/*
 * Mailboxes in From, To, Cc and the like (RFC 5322, 3.4), read for safety:
 * every comma-separated item counts, also one we cannot read.
 */
#ifndef MAIL_MAILBOXES_H
#define MAIL_MAILBOXES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct mailbox {
	const char *name;    /* display name, still encoded; "" */
	const char *address; /* normalised, or NULL when it is none we accept */
};

/* Reads the next mailbox from *at on and moves *at; false at the end.  An
 * empty item (two commas) is skipped, a group's name too. */
bool mailbox_next(struct arena *arena, const char **at, struct mailbox *mailbox);

#endif
