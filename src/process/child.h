/* SPDX-License-Identifier: ISC */
/*
 * Another program of this machine, run without a shell, within limits.
 *
 * Order: child_start; child_poll until it says that the child has ended, or
 * child_kill.  While it runs, child_say and child_line talk with it.
 */
#ifndef PROCESS_CHILD_H
#define PROCESS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "process/rights.h"

struct err;

#define CHILD_POLL_MS   5 /* a child is looked after so often */
#define CHILD_WORDS_MAX 8

/* What is run, and how; what it points to must outlive the child. */
struct child_plan {
	const char *words[CHILD_WORDS_MAX]; /* words[0] is a path */
	int count;
	struct limits limits; /* limits.wall is needed */
	/* Its whole standard input; NULL: child_say writes there. */
	const char *input;
	size_t input_length;
	/* What it writes to its other two descriptors, cut to size, with a NUL. */
	char *output;
	size_t size;
};

struct child {
	struct child_plan plan;
	pid_t pid;        /* 0: none runs, or somebody else has it (child_starter) */
	int report;       /* from him; -1: none */
	int from;         /* its output; -1: closed */
	int to;           /* its input; -1: it is a file, or closed */
	int64_t deadline; /* by clock_steady_ms */
	bool is_late;     /* it was killed at its deadline */
	size_t got;       /* bytes in plan.output */
	size_t printed;   /* bytes it has written */
};

/* -1 with err: it cannot be started. */
int child_start(struct child *child, const struct child_plan *plan, struct err *err);
/* Never waits.  0 it still runs; 1 it has ended by itself with *code; -1 it was killed,
 * has broken a limit (and is gone now) or could not be run. */
int child_poll(struct child *child, int *code, struct err *err);
/* Has it been started, and its end not been told by child_poll? */
bool child_is_running(const struct child *child);
/* Its process group, where it still runs. */
void child_kill(struct child *child);

/* Writes to a child without `input`; never waits.  False when it has closed that, or does not
 * read what came before. */
bool child_say(struct child *child, const char *text);
/* The next whole line of what child_poll has read, without its end, is taken out of
 * plan.output; false when there is none yet. */
bool child_line(struct child *child, char *line, size_t size);

/* From now on children are started by that function (process/helper.h): it runs the plan with
 * these descriptors, and returns one from which the status of wait(2) can be read when
 * it has ended, and whose closing ends it; or -1.  NULL: by this process. */
typedef int child_starter(const struct child_plan *plan, int input, int output, struct err *err);
void child_start_by(child_starter *starter);

/* In a process forked for it: becomes the plan's program. */
_Noreturn void child_become(const struct child_plan *plan, int input, int output);

#endif
