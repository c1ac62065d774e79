/* SPDX-License-Identifier: ISC */
/*
 * What the two files of the IMAP source share: source_imap.c, rounds of letters, and
 * source_imap_settle.c, what becomes of a letter in its mailbox.
 */
#ifndef MAIL_SOURCE_IMAP_H
#define MAIL_SOURCE_IMAP_H

#include "mail/net/imap.h"
#include "mail/source/source_ops.h"
#include "mail/source/trouble.h"

#define MOVE_AT 100 /* letters moved in one command */

struct imap_mailbox {
	struct imap *imap; /* NULL: not connected */
	int64_t opened;    /* by clock_steady_ms */
	struct url url;
	struct login login;
	struct arena *round;
	struct imap_letter *letters;
	size_t count, next, looked;
	size_t look_at;            /* letters asked about in one command */
	int starts;                /* connections in a row on which no letter came */
	uint32_t settled[MOVE_AT]; /* to be moved to `folder` */
	size_t settled_count;
	uint32_t settled_in;   /* the UIDVALIDITY of these */
	int64_t settled_since; /* by clock_steady_ms: the first of them */
	size_t settled_bytes;  /* of all */
	const char *folder;
	bool tells_moves; /* the server says how many it has moved */
	uint32_t last;    /* highest UID seen */
	struct trouble trouble;
	struct trouble parked; /* but the server will not move them */
};

/* Ends the connection.  What was settled is moved by the next one, so that it need not
 * come again: over a link that breaks often nothing would ever be done. */
void imap_mailbox_drop(struct imap_mailbox *mailbox);
/* "uidvalidity.uid" */
void imap_mailbox_name(char id[TROUBLE_ID], const struct imap_mailbox *mailbox, uint32_t uid);
/* Moves what was settled; -1: the connection is of no use any more. */
int imap_mailbox_flush(struct source *source, struct err *err);
int imap_mailbox_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err);

#endif
