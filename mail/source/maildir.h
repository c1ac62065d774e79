/* SPDX-License-Identifier: ISC */
/*
 * One letter on its way into a Maildir, written piece by piece.
 *
 * maildir_file_open, maildir_file_write as often as needed, then maildir_file_close (the
 * letter is in new/ and durable) or maildir_file_abandon (nothing is left).
 * maildir_make and maildir_put are declared in mail/source.h.
 */
#ifndef MAIL_MAILDIR_H
#define MAIL_MAILDIR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

#define MAILDIR_PROCESSED "Processed"
#define MAILDIR_FAILED    "Failed"
#define MAILDIR_NAME_MAX  200 /* of a letter's file name, without flags */

struct maildir_file {
	int fd;
	char folder[PATH_MAX]; /* the Maildir */
	char tmp[PATH_MAX];    /* where the bytes are until they are complete */
	char name[MAILDIR_NAME_MAX + 1];
};

/* tmp, new and cur of one Maildir, where missing. */
int maildir_make_bare(const char *path, struct err *err);
/* The Maildir++ subfolder `name` ("Processed" is .Processed), made if missing;
 * its path in out. */
int maildir_subfolder(char out[PATH_MAX], const char *path, const char *name, struct err *err);
/* A file name from any text: safe characters stay, the others become "_". */
void maildir_safe_name(char out[MAILDIR_NAME_MAX + 1], const char *text);
/* A name no other delivery has: time, process, random, host. */
void maildir_unique_name(char out[MAILDIR_NAME_MAX + 1]);
/* True when new/ or cur/ already hold a letter of this name (flags apart). */
bool maildir_has(const char *path, const char *name);

/* Removes letters that were received and put there before `before` (seconds). */
int maildir_expire(const char *path, int64_t before, struct err *err);

int maildir_file_open(
    struct maildir_file *delivery, const char *maildir, const char *name, struct err *err);
int maildir_file_write(
    struct maildir_file *delivery, const char *bytes, size_t length, struct err *err);
int maildir_file_close(struct maildir_file *delivery, struct err *err);
void maildir_file_abandon(struct maildir_file *delivery);

#endif
