/* SPDX-License-Identifier: ISC */
/*
 * A conversation with an IMAP server about one mailbox.
 *
 * libcurl has made the connection (wire.h), libetpan speaks over it; its
 * parser sees the server's words and never looks into a letter.  After any
 * failure the conversation is over: imap_close, and begin anew.
 */
#ifndef MAIL_NET_IMAP_H
#define MAIL_NET_IMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/net/url.h"
#include "mail/net/wire.h"

struct arena;
struct err;
struct imap;

/* What the server knows about a letter, and its text. */
struct imap_letter {
	uint32_t uid;
	uint32_t size;       /* bytes; RFC822.SIZE; 0: not known */
	int64_t received;    /* INTERNALDATE; 0: not known */
	bool is_there;       /* the server has answered for it */
	bool is_passed_over; /* the server has it, and gives nothing of it */
	const char *bytes;   /* NULL: not fetched, or not given */
	size_t length;
};

/* Connects, logs in, selects url->folder (INBOX when it has none).  No literal
 * above bytes_max and a little is taken. */
int imap_open(struct imap **imap, const struct url *url, const struct login *login,
    size_t bytes_max, struct err *err);
/* Says goodbye for at most a few seconds; NULL is fine. */
void imap_close(struct imap *imap);
uint32_t imap_uidvalidity(const struct imap *imap);

/* UIDs from `first` on that are not marked deleted, ascending, in the arena. */
int imap_search(struct imap *imap, uint32_t first, struct arena *arena, uint32_t **uids,
    size_t *count, struct err *err);
/* Fills size, received and is_there of letters whose uid is set. */
int imap_look(struct imap *imap, struct imap_letter *letters, size_t count, struct err *err);
/* At most bytes_max bytes of each letter that is there, or of its headers, without marking
 * it seen; the letters are ascending. */
int imap_fetch(struct imap *imap, struct imap_letter *letters, size_t count, bool headers,
    struct arena *arena, struct err *err);
/* Finds out which of the letters that are not there a search names all the same
 * (is_passed_over): how many, or -1. */
int imap_count_passed_over(struct imap *imap, struct imap_letter *letters, size_t count,
    struct arena *arena, struct err *err);
/* What a server has said of letters that were to leave the mailbox. */
struct imap_moved {
	size_t count; /* how many there were, if it says so; else 0 */
	size_t gone;  /* how many have left */
};
/*
 * Into another folder, made if missing; 0 also where the server has no MOVE.  A copy of them there.
 * Out of the mailbox: marked, and expunged where the server can do that to these alone.
 * 1, 0 it is refused (a letter that is gone may be a reason), or -1.
 */
int imap_move(struct imap *imap, const uint32_t *uids, size_t count, const char *folder,
    struct imap_moved *out, struct err *err);
int imap_copy(struct imap *imap, const uint32_t *uids, size_t count, const char *folder,
    struct imap_moved *out, struct err *err);
int imap_delete(
    struct imap *imap, const uint32_t *uids, size_t count, struct imap_moved *out, struct err *err);
/* Sees that the folder is there; makes it if it is missing. */
int imap_provide(struct imap *imap, const char *folder, struct err *err);

/* IDLE: a descriptor that becomes readable when the server speaks; -1 when it cannot be had.
 * Then imap_idle_end before anything else, which waits for a few seconds at most. */
int imap_idle(struct imap *imap);
int imap_news(struct imap *imap); /* a descriptor that is readable now */
/* Where that one is readable: has the server news, or is it gone?  Never waits. */
bool imap_has_news(struct imap *imap);
int imap_idle_end(struct imap *imap, struct err *err);
/* Has the server refused the last one, or not confirmed it? */
bool imap_refuses_idle(const struct imap *imap);

#endif
