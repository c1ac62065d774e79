/* SPDX-License-Identifier: ISC */
/*
 * What delivery reports say (RFC 3464; mail/README 18).
 */
#ifndef MAIL_GUARD_BOUNCE_H
#define MAIL_GUARD_BOUNCE_H

#include "mail/read/headers.h"
#include "mail/read/letter.h"
#include "mail/read/mime.h"

/* Fills *bounce from a report's parts, or else from its words. */
void bounce_read(struct bounce *bounce, struct arena *arena, const struct headers *headers,
    const struct mime *mime, const char *subject);

#endif
