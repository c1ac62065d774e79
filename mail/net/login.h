/* SPDX-License-Identifier: ISC */
/*
 * Ways to log in: the protocols' own and those of SASL (RFC 4422), one after another.
 *
 * Only ways that fit what the operator gave are tried, and only what the server offers: none
 * that needs a ticket (GSSAPI) or a domain's account (NTLM).  With a token XOAUTH2, then
 * OAUTHBEARER; with a password PLAIN, LOGIN and the protocol's own first, where nobody listens.
 * What is said on the wire beside them, and when, is the caller's (wire.c, smtp_connection.c).
 */
#ifndef MAIL_NET_LOGIN_H
#define MAIL_NET_LOGIN_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/net/url.h"

/* OWN: IMAP's LOGIN (RFC 9051, 6.2.3), POP3's USER and PASS. */
enum way { WAY_PLAIN, WAY_LOGIN, WAY_OWN, WAY_CRAM_MD5, WAY_XOAUTH2, WAY_OAUTHBEARER, WAYS };

#define LOGIN_LINE 12288 /* room for a response, a token among them */

/* Logging in on one connection. */
struct login_attempt {
	const struct login *login;
	const char *token; /* where the login is one */
	const struct url *url;
	unsigned offered; /* bits: 1 << way */
	bool has_list;    /* the server said what it offers … */
	char list[100];   /* … in its words; cut */
	bool takes_first; /* with the command, what is said first (IMAP: SASL-IR) */
	bool is_in;       /* without a login */
	unsigned tried;   /* bits */
	enum way way;     /* that is tried now … */
	int step;         /* … and how much was said for it */
	bool is_over;     /* no other way will help */
	char said[300];   /* which were refused, and in what words */
};

void attempt_begin(struct login_attempt *attempt, const struct url *url, const struct login *login,
    const char *token);
/* A line of the server, from its greeting on: what it offers. */
void attempt_hear(struct login_attempt *attempt, const char *line, size_t length);
/* Chooses the next way; false when none is left. */
bool attempt_next(struct login_attempt *attempt);
/* Its name, as the server is told. */
const char *attempt_name(const struct login_attempt *attempt);
/* Does the way begin with words of ours, so that they may stand behind the command? */
bool attempt_has_first(const struct login_attempt *attempt);
/* What is said now, to this challenge ("": none), in base64; false: nothing fits, and the
 * exchange is to be broken off. */
bool attempt_respond(struct login_attempt *attempt, const char *challenge, char *out, size_t size);
/* The way was refused with these words: `reply`, an answer without its tag. */
void attempt_refused(struct login_attempt *attempt, const char *reply);

#endif
