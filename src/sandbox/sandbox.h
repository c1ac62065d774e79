/* SPDX-License-Identifier: ISC */
/*
 * Reduced rights: strangers' letters are read in a process of their own, and
 * the server keeps only the rights it needs.
 *
 * Order: sandbox_start; then sandbox_read for each letter; sandbox_server once everything
 * is open.
 *
 * Each letter has a new reader: it may compute, allocate within a limit, answer,
 * and (with Landlock) look at the converters in /usr/lib; nothing else.  A reader
 * that was taken over can lie about the words of its own letter, and so about the
 * digest they are part of; who wrote it, when and under which Message-ID, the server
 * reads itself (head_read), and so cannot be told.  Without seccomp or Landlock the processes and
 * limits remain; that is logged once.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/head.h"
#include "mail/read/letter.h"

struct config;
struct err;
struct limits;

/* Starts the program that makes the readers, riverpost-reader; from here on this program leaves no
 * core files.  The limits (cpu, wall, memory) are each letter's; NULL: the usual ones.  A
 * letter costs about 1 ms more so. */
int sandbox_start(const char *program, const struct limits *limits, struct err *err);
void sandbox_stop(void);  /* waits for it; without sandbox_start nothing */
bool sandbox_reads(void); /* false: not started, or gone, it or the helper; not made again */

/* As reader_read, but without `whole`.  A reader that dies, does not end or answers
 * nonsense makes the letter LETTER_UNREADABLE, without words.  1 with err when the reader
 * says that something hindered it, or was killed by somebody else: the letter may be tried again,
 * but not for ever, as that may be a lie.  -1 when no reader can be had: an error of this system,
 * the letter is not to blame. */
int sandbox_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy, struct err *err);

/* Before sandbox_server: forks the helper (process/helper.h) that runs sendmail and
 * token_command, which need rights of their own; none where none is configured.  The
 * configuration must stay until then.  sandbox_stop ends it. */
int sandbox_programs(const struct config *config, struct err *err);
/* Takes from this process, for good, what the configuration does not need: new
 * privileges, and files outside the home folder, the configured ones and the
 * system's.  What the kernel cannot do is logged, and the server works without. */
void sandbox_server(const struct config *config);
bool sandbox_can_shut(void); /* has this system Landlock? */
/* -1 with err: another configuration needs rights given up by sandbox_server. */
int sandbox_fits(const struct config *config, struct err *err);

#endif
