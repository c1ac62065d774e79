/* SPDX-License-Identifier: ISC */
/*
 * Maildirs: made, and letters put into them durably; no library but libc.
 */
#ifndef MAIL_SOURCE_MAILDIR_H
#define MAIL_SOURCE_MAILDIR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

#define MAILDIR_PROCESSED "Processed"
#define MAILDIR_FAILED    "Failed"
#define MAILDIR_NAME_MAX  200 /* of a letter's file name, without flags */

/* tmp, new and cur of one Maildir, where missing. */
int maildir_make(const char *path, struct err *err);
/* Can a Maildir have a subfolder of that name? */
bool maildir_can_have(const char *name);
/* The Maildir++ subfolder `name` ("Processed" is .Processed), made if missing;
 * its path in out. */
int maildir_subfolder(char out[PATH_MAX], const char *path, const char *name, struct err *err);
/* A file name from any text: safe characters stay, the others become "_". */
void maildir_safe_name(char out[MAILDIR_NAME_MAX + 1], const char *text);
/* Delivers bytes into a Maildir durably; `name` becomes part of the unique
 * file name: the same name twice is one letter (the second is dropped). */
int maildir_put(
    const char *path, const char *name, const char *bytes, size_t length, struct err *err);
/* Removes letters that were received and put there before `before` (seconds). */
int maildir_expire(const char *path, int64_t before, struct err *err);

/* The spool, where riverpost-deliver leaves letters for the server, is a Maildir.  Before
 * each letter in it stands one line that says what the mail server told about the envelope,
 * "Riverpost-Spool: <sender> <recipient>", "-" for what is not known; <> is the null sender.
 * source_maildir.c reads it. */
#define SPOOL_MARK "Riverpost-Spool: "

/* A letter from a descriptor, durable before return. 0 or -1. */
int spool_put(
    const char *spool, int input, const char *sender, const char *recipient, struct err *err);

#endif
