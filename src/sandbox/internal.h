/* SPDX-License-Identifier: ISC */
/*
 * What the files of the sandbox share; nobody else includes this.
 *
 *	sandbox.c	the server's side: asks, and distrusts the answer
 *	zygote.c	the process that forks a reader for each letter
 *	wire.c		question and answer as bytes
 *	rights.c	limits, core files, seccomp, Landlock
 *	server.c	the server's own rights
 */
#ifndef SANDBOX_INTERNAL_H
#define SANDBOX_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sanitized.h"
#include "mail/head.h"
#include "sandbox/sandbox.h"

struct str;

/* What the zygote says when it is ready. */
struct zygote_greeting {
	bool seccomp, landlock; /* in force */
};

/* What the zygote says after each letter. */
struct zygote_verdict {
	int status;    /* of the reader, as wait(2) has it; -1: it could not be forked */
	bool too_slow; /* killed for the clock */
};

/* The status of a reader that was hindered, whatever its letter says: it could not shut
 * itself in, or hear the question, or give its answer. */
#define READER_HINDERED 2

struct zygote {
	void (*read)(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
	    const struct letter_policy *policy);
	struct sandbox_limits limits;
};

/* Never returns: serves `control` until its other end is closed. */
_Noreturn void zygote_serve(const struct zygote *zygote, int control);

/* A letter and the policy it is read by, on their way to the reader. */
#define QUESTION_WORDS 3
struct question {
	size_t length, bytes_max;
	size_t words[QUESTION_WORDS]; /* lengths of address, loop_id, auth_server; SIZE_MAX: NULL */
};

/* All of it, from a socket; false at its end, or when the other side is too slow. */
bool wire_receive(int fd, void *out, size_t size);

/* Bytes of the longest answer for a letter. */
size_t answer_max(size_t length, const struct letter_policy *policy);
void answer_pack(struct str *out, const struct letter *letter);
/* Sets what head_read does not, and kind; the strings stay in bytes.  False when
 * anything is not as letter.h says; these members are undefined then. */
bool answer_unpack(struct letter *letter, const char *bytes, size_t length);

void rights_no_core(void);
/* In the zygote, once; `files`: reading files may be left to the reader. True
 * when seccomp can be used. */
bool rights_prepare(const struct sandbox_limits *limits, bool files);
/* In the reader: what was prepared is put in force. */
void rights_drop(const struct sandbox_limits *limits);
bool rights_no_new(void); /* no new privileges by exec; false: not to be had */

/* Landlock: landlock_begin, landlock_allow for each path, landlock_close; all paths not
 * allowed are shut from then on, for good. */
int landlock_begin(void); /* a ruleset; -1, with errno: not to be had */
void landlock_allow(int ruleset, const char *path, bool writing); /* no path: nothing */
bool landlock_close(int ruleset);

#endif
