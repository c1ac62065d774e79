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

struct arena;
struct err;
struct str;

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
/* What riverpost-deliver, which reads no configuration, goes by: the server notes there how many
 * megabytes are to stay free, in HOME/free-min.  0 or -1. */
int free_min_of(const char *home);
int free_min_note(const char *home, int megabytes, struct err *err);
/* All of a file, or of standard input (path NULL), at most `max` bytes of it: *out is made in the
 * arena.  0; -1 with err, and errno (0: it is larger). */
int file_read(const char *path, struct arena *arena, size_t max, struct str *out, struct err *err);
/* The whole text in place of the file, for all to read (mode) or not: whoever opens it finds the
 * one or the other.  0 or -1. */
int file_replace(const char *path, const char *text, unsigned mode, struct err *err);
/* The bytes as a file of mode 0600, whole or not at all, and on the disk when it returns.  Without
 * `replace` a file that is there stays, and all is well. */
int file_keep(const char *path, const char *bytes, size_t length, bool replace, struct err *err);
/* Opens /dev/null in place of a standard descriptor that is closed: a file would get its number,
 * and what is said there.  0 or -1. */
int descriptors_open(void);
/* Writes all of it; `path` is for the message. */
int file_write(int fd, const char *path, const char *bytes, size_t length, struct err *err);

#endif
