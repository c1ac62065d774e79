/* SPDX-License-Identifier: ISC */
/*
 * Other folders of the mailbox: made, and letters moved into them.  Internal to
 * imap.c, which sets the limits; results are libetpan's codes.
 */
#ifndef MAIL_IMAP_FOLDER_H
#define MAIL_IMAP_FOLDER_H

#include <libetpan/libetpan.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool imap_is_done(int code);
/* Subscribed too, so that mail programs show it. */
int imap_folder_make(mailimap *session, const char *folder);
/* Makes it where STATUS does not know it. */
int imap_folder_provide(mailimap *session, const char *folder);
/* Into a folder, made if missing: UID MOVE; without it COPY, mark, UID EXPUNGE; without
 * that the letters stay, marked.  *moved: how many it says there were (RFC 4315,
 * COPYUID); 0 when it does not say. */
int imap_folder_move(
    mailimap *session, struct mailimap_set *uids, const char *folder, size_t *moved);

#endif
