/* SPDX-License-Identifier: ISC */
/*
 * The first half of reading a letter: its header, and the members of struct
 * letter that letter_head fills.
 */
#ifndef MAIL_HEAD_H
#define MAIL_HEAD_H

#include "mail/headers.h"
#include "mail/letter.h"

#define HEAD_ROOM	64	/* bytes free in front of a letter's own */

/* A letter's bytes with one kind of line end and without NULs, the header split. */
struct head {
	char		*bytes;		/* HEAD_ROOM bytes in front are free too */
	size_t		 length;
	struct headers	 headers;
	const char	*from_name;	/* still encoded */
};

/* As letter_head; what head points to lives in the arena. */
void	head_read(struct head *head, struct letter *letter, struct arena *arena, const char *bytes,
	    size_t length, const struct letter_policy *policy);

#endif
