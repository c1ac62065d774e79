/* SPDX-License-Identifier: ISC */
/*
 * The first half of reading a letter: its header, and the members of struct
 * letter that it fills.
 */
#ifndef MAIL_HEAD_H
#define MAIL_HEAD_H

#include "mail/read/headers.h"
#include "mail/read/letter.h"

#define HEAD_ROOM 256 /* bytes free in front of a letter's own */

/* A letter's bytes with one kind of line end and without NULs, the header split. */
struct head {
	char *bytes; /* HEAD_ROOM bytes in front are free too */
	size_t length;
	struct headers headers;
	const char *from_name; /* still encoded */
	const char *rest;      /* of a letter that is too large: not looked at, as it came */
	size_t rest_length;
};

/* What settles who wrote it, which letter it is and whom it answers: return_path,
 * from, from_count, message_id, message_id_text, date, recipients, references, dmarc, too_large,
 * the digests, by its bytes; and kind as far as the header tells.  The rest is as in a letter
 * without text.  By bounded code of our own: neither GMime nor iconv. */
void head_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy);

/* The same without digest, and *head for reading the rest; what it points to lives in the
 * arena, and in bytes. */
void head_split(struct head *head, struct letter *letter, struct arena *arena, const char *bytes,
    size_t length, const struct letter_policy *policy);
/* The digests, of the letter's bytes, as long as *head is as head_split made it. */
void head_digest(struct letter *letter, const struct head *head);
/* Afterwards, once all else of the letter is read: the digest by its text, if it has one. */
void head_digest_text(struct letter *letter, struct arena *arena);

#endif
