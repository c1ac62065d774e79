/* SPDX-License-Identifier: ISC */
/*
 * Who is never answered, and who says who wrote it: judgements over a letter's
 * headers (mail/README 7, 8, 11, 18).
 */
#ifndef MAIL_GUARD_H
#define MAIL_GUARD_H

#include "mail/read/headers.h"
#include "mail/read/letter.h"
#include "mail/read/mime.h"

/* Sets kind and kind_reason by the header alone; letter's envelope and From are read. */
void guard_head(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct letter_policy *policy);
/* Afterwards, Subject and parts read: what these say besides. */
void guard_judge(struct letter *letter, struct arena *arena, const struct headers *headers,
    const struct mime *mime);
/* Does nobody read what is sent there?  By the local part, tags and seals left out. */
bool guard_address_is_robots(const char *address);
/* Why this one field is a program's; NULL: it may be a person's. */
const char *guard_field_reason(const struct header *header);
/* Does a program write such a Subject (decoded, with its marks): an automatic
 * answer or a receipt; a delivery report (`anywhere`: not only at its front)? */
bool guard_subject_is_automatic(struct arena *arena, const char *subject);
bool guard_subject_is_report(struct arena *arena, const char *subject, bool anywhere);
/* Do the words of an answer without a command speak like a program's?  `text` is the new text. */
bool guard_says_automatic(struct arena *arena, const char *subject, const char *text);
/* Fills *bounce from a delivery report's parts, or from its words. */
void bounce_read(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const struct mime *mime, const char *subject);
/* Its status, and whether it is final, from words alone; is_report: the letter calls itself one. */
void bounce_words(struct bounce *bounce, struct arena *arena, const char *subject, const char *text,
    bool is_report);
/* Our mail server's word on dmarc for a letter from `from` (may be NULL); auth_server as
 * in struct letter_policy. */
enum dmarc auth_dmarc(
    struct arena *arena, const struct headers *headers, const char *auth_server, const char *from);

#endif
