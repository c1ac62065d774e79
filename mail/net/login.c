/* SPDX-License-Identifier: ISC */
/*
 * What a mail server is shown by whoever wants to use it.
 */
#include "mail/net/login.h"

#include "base/arena.h"

struct login
login_copy(struct arena *arena, const struct login *login)
{
	return (struct login){
		.user = arena_strdup(arena, login->user),
		.password = arena_strdup(arena, login->password),
		.token_command = arena_strdup(arena, login->token_command),
		.ca_file = arena_strdup(arena, login->ca_file),
	};
}
