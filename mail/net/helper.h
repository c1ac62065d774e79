/* SPDX-License-Identifier: ISC */
/*
 * The process that starts other programs for a server that gave that right away.
 *
 * It is forked before, and starts nothing but the commands it was told then:
 * a server that was taken over can have them run, and no others.  Without it
 * child_start forks by itself.
 */
#ifndef MAIL_NET_HELPER_H
#define MAIL_NET_HELPER_H

#include <stdbool.h>

struct err;

#define HELPER_WORDS_MAX 8

/* Words of a command; NULL stands for any word. */
struct helper_command {
	const char *words[HELPER_WORDS_MAX];
	int count;
};

/* The commands must stay as long as the helper. */
int helper_start(const struct helper_command *commands, int count, struct err *err);
void helper_stop(void);
bool helper_is_used(void);
/* It was found dead; it is not made again. */
bool helper_is_gone(void);
/* Is it one of the commands it was told? */
bool helper_knows(const struct helper_command *command);

/* For child.c: runs argv with these descriptors.  A descriptor from which the status of wait(2)
 * can be read when it has ended, and whose closing ends it; -1. */
int helper_run(const char *const *argv, int input, int output, struct err *err);

#endif
