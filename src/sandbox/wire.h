/* SPDX-License-Identifier: ISC */
/*
 * What the server and the reader of letters say to each other, as bytes.
 *
 * The server starts riverpost-reader and tells it its limits; that greets.  Then for each
 * letter a connection of its own is handed over, on which the question comes and the answer
 * goes, and a verdict is said on the first.
 */
#ifndef SANDBOX_WIRE_H
#define SANDBOX_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/read/letter.h"

struct str;

/* When it is ready. */
struct zygote_greeting {
	bool seccomp, landlock; /* in force */
};

/* After each letter. */
struct zygote_verdict {
	int status;    /* of the reader, as wait(2) has it; -1: it could not be forked */
	bool too_slow; /* killed for the clock */
};

/* A letter and the policy it is read by, on their way to the reader. */
#define QUESTION_WORDS 2
struct question {
	size_t length, bytes_max;
	size_t words[QUESTION_WORDS]; /* lengths of address, auth_server; SIZE_MAX: NULL */
};

/* All of it, from a socket; false at its end, or when the other side is too slow. */
bool wire_receive(int fd, void *out, size_t size);

/* Bytes of the longest answer for a letter. */
size_t answer_max(size_t length, const struct letter_policy *policy);
void answer_pack(struct str *out, const struct letter *letter);
/* Sets what head_read does not, and kind; the strings stay in bytes.  False when
 * anything is not as letter.h says; these members are undefined then. */
bool answer_unpack(struct letter *letter, const char *bytes, size_t length);

#endif
