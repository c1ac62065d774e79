/* SPDX-License-Identifier: ISC */
/*
 * What a mail server is shown by whoever wants to use it.
 */
#ifndef MAIL_LOGIN_H
#define MAIL_LOGIN_H

struct arena;

struct login {
	const char *user;          /* NULL: no login */
	const char *password;      /* or NULL with token_command */
	const char *token_command; /* prints an XOAUTH2 access token; NULL: password */
	const char *ca_file;       /* certificates to trust; NULL: the system's */
};

/* Every text of it in the arena. */
struct login login_copy(struct arena *arena, const struct login *login);

#endif
