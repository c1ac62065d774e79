/* SPDX-License-Identifier: ISC */
/*
 * Who is never answered, and who says who wrote it: judgements over a letter's
 * headers (mail/README 7, 8, 11, 18).
 */
#ifndef MAIL_GUARD_H
#define MAIL_GUARD_H

#include "mail/headers.h"
#include "mail/letter.h"
#include "mail/mime.h"

/* Sets kind and kind_reason by the header alone; letter's envelope and From are read. */
void	guard_head(struct letter *letter, struct arena *arena, const struct headers *headers,
	    const struct letter_policy *policy);
/* Afterwards, Subject and parts read: what these say besides. */
void	guard_judge(struct letter *letter, struct arena *arena, const struct headers *headers,
	    const struct mime *mime);
/* Fills *bounce from a delivery report's parts, or from its words. */
void	bounce_read(struct bounce *bounce, struct arena *arena, const struct headers *headers,
	    const struct mime *mime, const char *subject);
/* The configured server's word on dmarc for a letter from `from` (may be NULL). */
enum dmarc auth_dmarc(struct arena *arena, const struct headers *headers,
	    const char *server, const char *from);

#endif
