/* SPDX-License-Identifier: ISC */
/*
 * Addresses of mail servers as the operator writes them, and what those servers
 * are shown.
 *
 * scheme://host[:port][/folder], the scheme with "+starttls" for TLS begun on
 * a plain connection and "+insecure" for a login without TLS.  No user or password inside: those
 * are options of their own and never stand in a name that is logged.
 */
#ifndef MAIL_NET_URL_H
#define MAIL_NET_URL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

enum tls {
	TLS_NEVER,   /* plain */
	TLS_UPGRADE, /* STARTTLS or STLS, or no connection */
	TLS_ALWAYS   /* from the first byte */
};

struct url {
	const char *base; /* scheme://host[:port] for libcurl, no folder, no slash */
	const char *host;
	const char *folder; /* "" when there is none; percent signs decoded */
	enum tls tls;
	bool is_asked_insecure; /* "+insecure": plain, and the operator knows */
};

/* What a mail server is shown by whoever wants to use it. */
struct login {
	const char *user;          /* NULL: no login */
	const char *password;      /* or NULL with token_command */
	const char *token_command; /* prints an XOAUTH2 access token; NULL: password */
	const char *ca_file;       /* certificates to trust; NULL: the system's */
};

/* Every text of it in the arena. */
struct login login_copy(struct arena *arena, const struct login *login);

/* `protocol` is "imap", "pop3" or "smtp".  Everything in the arena. */
int url_read(
    struct url *url, struct arena *arena, const char *text, const char *protocol, struct err *err);
/* Has it a scheme of that protocol, and something after it? */
bool url_is_of(const char *text, const char *protocol);
/* Does a user or a password seem to stand in it?  Then it is shown to nobody. */
bool url_holds_login(const char *text);
/* A password goes over TLS, over loopback, or where the operator insists. */
bool url_may_login(const struct url *url);
/* "imaps://user@host/INBOX": for the log; a user or password inside is left out. */
void url_name(char *out, size_t size, const char *text, const char *user);

#endif
