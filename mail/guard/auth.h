/* SPDX-License-Identifier: ISC */
/*
 * Who says who wrote a letter: Authentication-Results (RFC 8601; mail/README 11).
 */
#ifndef MAIL_GUARD_AUTH_H
#define MAIL_GUARD_AUTH_H

#include "mail/read/headers.h"
#include "mail/read/letter.h"

/* Our mail server's word on dmarc for a letter from `from` (may be NULL); auth_server as
 * in struct letter_policy. */
enum dmarc auth_dmarc(
    struct arena *arena, const struct headers *headers, const char *auth_server, const char *from);

#endif
