/* SPDX-License-Identifier: ISC */
/*
 * One server at a time in a home folder.
 *
 * The folder itself is locked, and the file HOME/lock for file systems that
 * cannot lock a folder; who removes that file lets nobody in.
 */
#ifndef SERVER_LOCK_H
#define SERVER_LOCK_H

#include <stdbool.h>

struct err;

struct lock {
	int file, folder;
};

/* Makes the folder where it is missing.  0, 1 another has it, -1. */
int lock_home(struct lock *lock, const char *home, struct err *err);
void lock_release(struct lock *lock);
/* Is a server or a pass at work there?  Makes nothing. */
bool lock_is_held(const char *home);
/* False when another folder has taken the place of the one that is locked. */
bool lock_is_ours(const struct lock *lock, const char *home);

#endif
