/* SPDX-License-Identifier: ISC */
/*
 * Reduced rights: strangers' letters are read in a process of their own, and
 * the server keeps only the rights it needs.
 *
 * Order: sandbox_start before the configuration and the keys are in memory, so
 * that no secret is in any reader's; then sandbox_read for each letter, and
 * sandbox_ahead for the next;
 * sandbox_server once everything is open.
 *
 * Each letter has a new reader: it may compute, allocate within a limit, answer,
 * and (Linux, with Landlock) look at the converters in /usr/lib; nothing else.  A reader
 * that was taken over can lie about the words of its own letter; who wrote it
 * and which letter it is, the server reads itself (head_read), and so cannot
 * be told.  Without seccomp or Landlock the processes and limits remain; that is
 * logged once.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/head.h"
#include "mail/read/letter.h"

struct config;
struct err;

struct sandbox_limits {
	int cpu;       /* seconds of processor time for one letter */
	int wall;      /* seconds by the clock */
	size_t memory; /* bytes of address space */
};

/* Forks the process that makes the readers; from here on this program leaves no
 * core files.  `read` has the contract of reader_read_apart; limits NULL: the usual
 * ones.  A letter costs about 1 ms more so. */
int sandbox_start(void (*read)(struct letter *letter, struct arena *arena, const char *bytes,
		      size_t length, const struct letter_policy *policy),
    const struct sandbox_limits *limits, struct err *err);
void sandbox_stop(void);  /* waits for it; without sandbox_start nothing */
bool sandbox_reads(void); /* false: not started, or gone, it or the helper; not made again */

/* As reader_read, but without `whole`.  A reader that dies, does not end or answers
 * nonsense makes the letter LETTER_UNREADABLE, without words.  1 with err when the reader
 * says that something hindered it: the letter may be tried again, but not for ever, as that
 * may be a lie.  -1 when no reader can be had: an error of this system, the letter is not to
 * blame. */
int sandbox_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy, struct err *err);
/* Hands a letter over before its turn, so that it is read while this process does something
 * else; sandbox_read with the same bytes then takes the answer.  One after the other, in the
 * order in which they will be read, two at most.  False where it is not done (a large letter,
 * no reader to be had): sandbox_read does it then.  The bytes must stay until sandbox_read or
 * sandbox_forget, the policy need not. */
bool sandbox_ahead(const char *bytes, size_t length, const struct letter_policy *policy);
void sandbox_forget(const char *bytes); /* and those before it; nothing where it is not there */

/* Before sandbox_server: forks the helper (mail/net/helper.h) that runs sendmail and
 * token_command, which need rights of their own; none where none is configured.  The
 * configuration must stay until then.  sandbox_stop ends it. */
int sandbox_programs(const struct config *config, struct err *err);
/* Takes from this process, for good, what the configuration does not need: new
 * privileges, and files outside the home folder, the configured ones and the
 * system's.  What the kernel cannot do is logged, and the server works without. */
void sandbox_server(const struct config *config);
/* -1 with err: another configuration needs rights given up by sandbox_server. */
int sandbox_fits(const struct config *config, struct err *err);

#endif
