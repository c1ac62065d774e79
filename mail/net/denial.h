/* SPDX-License-Identifier: ISC */
/*
 * Why a mail server lets nobody in, where it says so by a code of its protocol
 * (RFC 5530, 3; RFC 2449, 8; RFC 3206; RFC 4954, 6).
 *
 * Looks at codes alone: a server's words may repeat what it was sent.
 */
#ifndef MAIL_DENIAL_H
#define MAIL_DENIAL_H

#include <stddef.h>

/* The code in a line of an IMAP or POP3 server, "[UNAVAILABLE]"; NULL when it has
 * none that is known. */
const char *denial_code(const char *line, size_t length);
/* What it means if it is not about user and password; `said` is such a code or an SMTP
 * server's line; else NULL. */
const char *denial_words(const char *said);

#endif
