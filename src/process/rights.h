/* SPDX-License-Identifier: ISC */
/*
 * What a process may still do: limits, core files, and filters of system calls.
 *
 * Where the kernel has no seccomp, limits remain.
 */
#ifndef PROCESS_RIGHTS_H
#define PROCESS_RIGHTS_H

#include <stdbool.h>
#include <stddef.h>

/* 0: any. */
struct limits {
	int wall;           /* seconds by the clock */
	int cpu;            /* seconds of processor time */
	size_t memory;      /* bytes of address space */
	size_t output;      /* bytes written to its standard output and error */
	bool is_fenced;     /* a program without network, other processes, and signals to others; it
			       writes no file, and reads only those of the system and of `folder` */
	const char *folder; /* NULL: none */
	bool is_nice;       /* all others come first */
	bool is_mute;       /* what it writes to its standard error is lost */
};

/* A process that was killed for its processor time has ended by SIGXCPU, or a second later by
 * SIGKILL. */

/* The status of a process that was hindered, whatever it was to do: it could not shut itself in,
 * or hear the question, or give its answer. */
#define RIGHTS_HINDERED 2

/* In a process just forked: it has these descriptors as its first three, and `control` (-1:
 * none) as the fourth, no others, and signals as a new program has them. */
void rights_settle(int input, int output, int error, int control);
void rights_no_core(void);
bool rights_no_new(void); /* no new privileges by exec; false: not to be had */

/* Between fork and exec of that program: all of the limits but wall and output.  False when they
 * cannot be put in force. */
bool rights_confine(const struct limits *limits, const char *program);

/* For forks that only compute: read what is open, answer, allocate, end.  First once in the
 * process that forks them; `files`: they may open files for reading, too.  True when seccomp can
 * be used. */
bool rights_prepare(const struct limits *limits, bool files);
/* Then in each: what was prepared is put in force. */
void rights_drop(const struct limits *limits);

#endif
