/* SPDX-License-Identifier: ISC */
/*
 * The process that starts other programs for a server that gave that right away.
 *
 * It is forked before, and starts nothing but the plans it was told then, within
 * their limits: a server that was taken over can have them run, and no others.  While it is
 * there, child_start has children started by it.
 */
#ifndef PROCESS_HELPER_H
#define PROCESS_HELPER_H

#include <stdbool.h>

#include "process/child.h"

/* Of each plan the words count, of which NULL stands for any word, and the limits.  The plans
 * must stay as long as the helper. */
int helper_start(const struct child_plan *plans, int count, struct err *err);
void helper_stop(void); /* waits for its end; without one nothing */
/* It was found dead; it is not made again. */
bool helper_is_gone(void);
/* Is it one of the plans it was told? */
bool helper_knows(const struct child_plan *plan);

#endif
