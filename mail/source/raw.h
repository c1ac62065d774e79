/* SPDX-License-Identifier: ISC */
/*
 * A letter's bytes as a source finds them, before anybody reads what they say.
 */
#ifndef MAIL_RAW_H
#define MAIL_RAW_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct raw {
	const char *bytes; /* in the arena, NUL behind */
	size_t length;
	bool headers_only;     /* larger than allowed: up to the first empty line */
	const char *sender;    /* NULL: not known; "" is <> */
	const char *recipient; /* NULL: not known */
};

/* Reads a file; of one larger than bytes_max only the headers, and of these
 * bytes_max at most.  1, 0 when there is no such file, -1 when it cannot be read. */
int raw_read(
    struct raw *raw, struct arena *arena, const char *path, size_t bytes_max, struct err *err);
/* Bytes up to and with the first empty line; all of them when there is none. */
size_t raw_headers(const char *bytes, size_t length);
/* Takes the spool's line off the top (mail/spool.h), fills sender and
 * recipient, and says the same as Return-Path and Delivered-To above the
 * letter's own headers.  A "From " line of a mailbox goes too. */
void raw_take_envelope(struct raw *raw, struct arena *arena);

#endif
