/* SPDX-License-Identifier: ISC */
/*
 * The spool: where riverpost-deliver leaves letters for the server.
 *
 * It is a Maildir.  Before each letter in it stands one line that says what the mail
 * server told about the envelope, "Riverpost-Spool: <sender> <recipient>", "-" for what
 * is not known; <> is the null sender.  source_maildir.c reads it.
 */
#ifndef MAIL_SPOOL_H
#define MAIL_SPOOL_H

struct err;

#define SPOOL_MARK "Riverpost-Spool: "

/* A letter from a descriptor, durable before return (write, fsync, rename, fsync of the
 * folder).  No library but libc.  0, or -1 with err. */
int spool_put(
    const char *spool, int input, const char *sender, const char *recipient, struct err *err);

#endif
