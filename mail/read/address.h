/* SPDX-License-Identifier: ISC */
/*
 * Mail addresses, the tag in our own, and the lists of mailboxes in From, To, Cc
 * and the like.
 */
#ifndef MAIL_READ_ADDRESS_H
#define MAIL_READ_ADDRESS_H

#include <stdbool.h>

struct arena;

#define ADDRESS_MAX 254 /* octets (RFC 5321, 4.5.3.1.3, without the brackets) */

/* Addresses: a deliberately narrow addr-spec (RFC 5321 dot-string or RFC 6531
 * UTF-8, no comments, no quotes, no controls, at most ADDRESS_MAX octets, local
 * part at most 64).  The domain becomes lower case, in U-labels (base/idn.h): one address has one
 * spelling.  False, and *out as it was, when `text` is no such address. */
bool address_normalise(struct arena *arena, const char *text, const char **out);
/* "xiangqi+TOKEN@example.org" against "xiangqi@example.org": the TOKEN (in the
 * arena), or NULL.  "xiangqi+b.TOKEN@…" gives "b.TOKEN". */
const char *address_tag(struct arena *arena, const char *address, const char *own);
/* Behind the last "+" of any address, NULL: nothing.  Only a signature tells whose it is. */
const char *address_last_tag(struct arena *arena, const char *address);
/* "fred@a.test" for "f.red+x@a.test" and the like, which mostly are the same mailbox: for
 * counting what goes there. */
const char *address_mailbox(struct arena *arena, const char *address);
/* The domain that somebody registered, "a.co.uk" of "fred@mail.a.co.uk", by the public
 * suffix list: whoever has it can make any number of domains below it. */
const char *address_site(struct arena *arena, const char *address);

struct mailbox {
	const char *name;    /* display name, still encoded; "" */
	const char *address; /* normalised, or NULL when it is not one we accept */
};

/* Reads the next mailbox of a list (RFC 5322, 3.4) from *at on and moves *at; false
 * at the end.  Every item between commas counts, also one we cannot read; an empty
 * item is skipped, and so is the name of a group. */
bool address_next_mailbox(struct arena *arena, const char **at, struct mailbox *mailbox);
/* The mailbox of a field in which one address stands, and no second "@": commas in a name that
 * is not quoted are the name's.  A quote or a comment without an end is read in more than one way,
 * and so nobody's.  False: there is none. */
bool address_sole_mailbox(struct arena *arena, const char *field, struct mailbox *mailbox);

#endif
