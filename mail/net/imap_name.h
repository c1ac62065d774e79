/* SPDX-License-Identifier: ISC */
/*
 * Names of folders as IMAP has them: modified UTF-7 (RFC 3501, 5.1.3).
 */
#ifndef MAIL_NET_IMAP_NAME_H
#define MAIL_NET_IMAP_NAME_H

struct arena;

/* The name for the server, in the arena; `folder` is in UTF-8.  One that is modified UTF-7
 * already, each "&" of it beginning a piece that encodes something or a "&-", stays as it is. */
const char *imap_name(struct arena *arena, const char *folder);

#endif
