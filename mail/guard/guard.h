/* SPDX-License-Identifier: ISC */
/*
 * Who is never answered (mail/README 7, 8, 18).
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

#endif
