/* SPDX-License-Identifier: ISC */
/*
 * Mail addresses, and the tag in our own.
 */
#ifndef MAIL_READ_ADDRESS_H
#define MAIL_READ_ADDRESS_H

#include <stdbool.h>

struct arena;

/* Addresses: a deliberately narrow addr-spec (RFC 5321 dot-string or RFC 6531
 * UTF-8, no comments, no quotes, no controls, at most 254 octets, local part
 * at most 64).  Lower-cases the domain; false when `text` is no such address. */
bool address_normalise(struct arena *arena, const char *text, const char **out);
/* "xiangqi+TOKEN@example.org" against "xiangqi@example.org": the TOKEN (in the
 * arena), or NULL.  "xiangqi+b.TOKEN@…" gives "b.TOKEN". */
const char *address_tag(struct arena *arena, const char *address, const char *own);
/* "fred@a.test" for "fred+x@a.test", which mostly is the same mailbox. */
const char *address_untagged(struct arena *arena, const char *address);

#endif
