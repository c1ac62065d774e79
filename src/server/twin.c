/* SPDX-License-Identifier: ISC */
/*
 * Another server at work with a copy of the same database (twin.h).
 */
#include "server/twin.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "mail/read/letter.h"
#include "server/server.h"
#include "store/db.h"
#include "store/outbox.h"

int
twin_load(struct server *server, struct err *err)
{
	return store_fact(server->store, "restored-at", &server->restored, err) == -1 ?
	    -1 :
	    store_fact(server->store, "twin-at", &server->twin, err);
}

int
twin_find(
    const struct server *server, struct arena *arena, const struct letter *letter, struct err *err)
{
	for (int i = 0; server->restored != 0 && i < letter->reference_count; i++) {
		char *id = arena_strdup(arena, letter->references[i]), *at = strrchr(id, '@'), *dot;
		struct token token;
		bool is_signed;
		int known;

		if (at == NULL || !str_equal_nocase(at + 1, server->domain))
			continue;
		for (char *c = id; *c != '\0'; c++)
			*c = (char)tolower((unsigned char)*c);
		*at = '\0';
		dot = strrchr(id, '.');
		is_signed = dot != NULL && token_read(&server->keys, dot + 1, &token);
		*at = '@';
		if (!is_signed || token.made < server->restored)
			continue;
		if ((known = outbox_has(server->store, id, err)) == -1)
			return -1;
		if (known == 1)
			continue;
		err_set(err,
		    "a twin of this server is at work with the same keys: a letter answers <%s>, "
		    "which was not written here",
		    id);
		err->is_ours = true;
		return 1;
	}
	return 0;
}

int
twin_note(struct server *server, int64_t now, struct err *err)
{
	if (store_begin(server->store, err) == -1)
		return -1;
	server->twin = now;
	return store_finish(server->store, store_set_fact(server->store, "twin-at", now, err), err);
}

bool
twin_is_at_work(struct server *server, struct err *err)
{
	if (server->twin == 0 || twin_load(server, err) == -1 || server->twin == 0)
		return false;
	err_set(err,
	    "nothing is read and nothing is sent: this database was restored, and a twin of it is at "
	    "work elsewhere; stop one of them, and call riverpost restore --alone where it goes on");
	return true;
}
