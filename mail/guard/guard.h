/* SPDX-License-Identifier: ISC */
/*
 * Who is never answered: by addresses and fields (guard.c), by how programs word their
 * letters (wording.c); and what delivery reports say (bounce.c; mail/README 7, 8, 18).
 */
#ifndef MAIL_GUARD_GUARD_H
#define MAIL_GUARD_GUARD_H

#include "mail/read/headers.h"
#include "mail/read/letter.h"
#include "mail/read/mime.h"

/* Sets kind and kind_reason by the header alone; letter's envelope and From are read. */
void guard_head(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct letter_policy *policy);
/* Afterwards, Subject and parts read: what these say besides. */
void guard_judge(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct mime *mime);

/* Fills *bounce from a delivery report's parts (RFC 3464), or else from its words. */
void bounce_read(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const struct mime *mime, const char *subject);

/* Does a program write such a Subject (decoded, with its marks), in any language: an
 * automatic answer or a receipt; a delivery report (`anywhere`: not only at its front)? */
bool wording_subject_is_automatic(struct arena *arena, const char *subject);
bool wording_subject_is_report(struct arena *arena, const char *subject, bool anywhere);
/* Is a letter without a command worded like a program's?  `text` is the new text. */
bool wording_is_automatic(struct arena *arena, const char *subject, const char *text);
/* Is it no more than a reaction, "Fred reacted via Gmail"? */
bool wording_is_reaction(struct arena *arena, const char *text);
/* Does a program ask for an earlier letter back (Exchange)? */
bool wording_is_recall(struct arena *arena, const char *subject, const char *text);

#endif
