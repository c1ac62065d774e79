/* SPDX-License-Identifier: ISC */
/*
 * Letters that stay in a mailbox on a server although they should not: not given, or taken and
 * not moved (struct letter_mark of mail/source/source.h, whose members these are).
 */
#ifndef STORE_MAILBOXES_H
#define STORE_MAILBOXES_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct store;

struct mailbox_letter {
	char letter[128]; /* its name within the source */
	int64_t size;     /* bytes; 0: not known */
	int kind;         /* 0 late, 1 taken, 2 copied */
	int64_t since;
	int tries;
	bool is_moved, is_parked, is_told;
};

/* Those of one source, in the arena; how many, or -1. */
int mailboxes_list(
    struct store *, struct arena *, const char *source, struct mailbox_letter **out, struct err *);
/* One of them, in the place of what was known of it. */
int mailboxes_keep(
    struct store *, const char *source, const struct mailbox_letter *letter, struct err *);
int mailboxes_forget(struct store *, const char *source, const char *letter, struct err *);

#endif
