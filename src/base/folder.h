/* SPDX-License-Identifier: ISC */
/*
 * Folders and files that are on the disk when the call returns.
 *
 * Everything a letter passes through on this machine (spool, Maildirs) is made
 * with these.  No library but libc: riverpost-deliver links them.
 */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* Makes the folder and those above it (mode 0700) where they are missing. */
int folder_make(const char *path, struct err *err);
/* After this, names added to or taken from the folder survive a crash. */
int folder_sync(const char *path, struct err *err);
/* The same for the folder that holds `path`. */
int folder_sync_parent(const char *path, struct err *err);
/* "folder/name" in out; refuses what does not fit. */
int folder_join(char out[PATH_MAX], const char *folder, const char *name, struct err *err);
/* Removes the files of a folder that are older than `before` (seconds); moved: and were not
 * put there later. */
int folder_expire(const char *path, int64_t before, bool moved, struct err *err);
/* Are at least that many megabytes free there, and room for files? 0; -1: no, or it cannot be
 * asked.  A folder that is not there has room. */
#define FREE_MIN "20" /* where nothing else is said */
int folder_has_room(const char *path, int megabytes, struct err *err);
/* Writes all of it; `path` is for the message. */
int file_write(int fd, const char *path, const char *bytes, size_t length, struct err *err);

#endif
