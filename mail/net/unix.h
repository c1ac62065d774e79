/* SPDX-License-Identifier: ISC */
/*
 * This machine's ways: lines that end in LF, and running another program.
 */
#ifndef MAIL_UNIX_H
#define MAIL_UNIX_H

#include <stdatomic.h>
#include <stddef.h>

struct arena;
struct err;

/* The bytes with CRLF made LF, in the arena. */
const char *unix_lines(struct arena *arena, const char *bytes, size_t length, size_t *out_length);

/*
 * Runs argv[0] (a path) with `input` on its standard input and the other two
 * descriptors read into `output` (NUL-terminated, cut to size).  No shell.
 * After `timeout` seconds, or soon after another thread has set *stop (NULL:
 * nobody does), its process group is killed.  Returns its exit code, or -1 with
 * err when it could not be run, was killed, or took too long.
 */
int unix_run(const char *const *argv, const char *input, size_t input_length, int timeout,
    const atomic_bool *stop, char *output, size_t size, struct err *err);

#endif
