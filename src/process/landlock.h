/* SPDX-License-Identifier: ISC */
/*
 * Files shut for a process and those it makes, for good, by Linux' Landlock.
 *
 * Order: landlock_begin, landlock_allow for each path, landlock_close; all paths not
 * allowed are shut from then on.
 */
#ifndef PROCESS_LANDLOCK_H
#define PROCESS_LANDLOCK_H

#include <stdbool.h>

enum landlock_right { MAY_READ, MAY_WRITE, MAY_RUN }; /* each but the first: and read */

int landlock_begin(void); /* a ruleset; -1, with errno: not to be had */
/* A file, or a folder with all below it; no path of that name: nothing. */
void landlock_allow(int ruleset, const char *path, enum landlock_right right);
bool landlock_close(int ruleset);

#endif
