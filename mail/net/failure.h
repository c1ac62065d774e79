/* SPDX-License-Identifier: ISC */
/*
 * Why a mail server cannot be used, in words an operator can act on.
 *
 * Says no secrets: of a refused login it looks at codes alone (RFC 5530, 3;
 * RFC 2449, 8; RFC 3206; RFC 4954, 6), as a server's words may repeat what it
 * was sent.
 */
#ifndef MAIL_FAILURE_H
#define MAIL_FAILURE_H

#include <curl/curl.h>
#include <stddef.h>

struct err;

/* Of a transfer that failed.  `detail`: the code that failure_code found, what an SMTP server
 * said last, or libcurl's own words ("": none).  -1. */
int failure_tell(struct err *err, CURL *curl, CURLcode code, const char *detail);
/* The code in a line of an IMAP or POP3 server that lets nobody in, "[UNAVAILABLE]"; NULL when
 * it has none that is known. */
const char *failure_code(const char *line, size_t length);

#endif
