/* SPDX-License-Identifier: ISC */
/*
 * Another program of this machine, run without a shell.
 *
 * Order: child_start; child_poll until it says that the child has ended, or
 * child_kill.
 */
#ifndef MAIL_NET_CHILD_H
#define MAIL_NET_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct err;

#define CHILD_POLL_MS 5 /* a child is looked after so often */

struct child {
	const char *program;
	pid_t pid;  /* 0: none runs, or the helper has it (helper.h) */
	int report; /* from the helper; -1: none */
	int from;   /* its output; -1: closed */
	int timeout;
	int64_t deadline; /* by clock_steady_ms */
	char *output;
	size_t size, got;
};

/*
 * Runs argv[0] (a path) with `input` on its standard input and the other two
 * descriptors read into `output` (NUL-terminated, cut to size), for at most
 * `timeout` seconds.  argv[0] and output must outlive the child.
 */
int child_start(struct child *child, const char *const *argv, const char *input,
    size_t input_length, int timeout, char *output, size_t size, struct err *err);
/* Never waits.  0 it still runs; 1 it has ended by itself with *code; -1 it was killed,
 * took too long (and is gone now) or could not be run. */
int child_poll(struct child *child, int *code, struct err *err);
/* In a process forked for it: becomes the program. */
_Noreturn void child_become(const char *const *argv, int input, int output);
/* Its process group, where it still runs. */
void child_kill(struct child *child);

#endif
