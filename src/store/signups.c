/* SPDX-License-Identifier: ISC */
/*
 * Sign-ups that wait for the answer to their confirmation (players.h).
 */
#include <string.h>

#include "store/players.h"
#include "store/stmt.h"
#include "store/userid.h"

#define COLUMNS "id, userid, password_hash, address, language, code, created"

int
signups_add(struct store *store, struct signup *signup, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];

	userid_key(signup->userid, key);
	query_start(&q, store, "add a sign-up",
	    "INSERT INTO signup (userid, userid_key,"
	    " password_hash, address, language, code, created) VALUES (?, ?, ?, ?, ?, ?, ?)");
	query_put_text(&q, signup->userid);
	query_put_text(&q, key);
	query_put_text(&q, signup->password_hash);
	query_put_text(&q, signup->address);
	query_put_text(&q, signup->language);
	query_put_text(&q, signup->code);
	query_put_int(&q, signup->created);
	return query_run_id(&q, &signup->id, err);
}

static int
one_signup(struct query *q, struct arena *arena, struct signup *out, struct err *err)
{
	int found = query_next(q, err);

	if (found != 1)
		return found;
	memset(out, 0, sizeof *out);
	out->id = query_int(q);
	query_copy(q, out->userid, sizeof out->userid);
	out->password_hash = query_text(q, arena);
	out->address = query_text(q, arena);
	out->language = query_text(q, arena);
	out->code = query_text(q, arena);
	out->created = query_int(q);
	query_end(q);
	return 1;
}

int
signups_get(
    struct store *store, struct arena *arena, int64_t id, struct signup *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "read a sign-up", "SELECT " COLUMNS " FROM signup WHERE id = ?");
	query_put_int(&q, id);
	return one_signup(&q, arena, out, err);
}

int
signups_find(
    struct store *store, struct arena *arena, const char *code, struct signup *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "look a code up", "SELECT " COLUMNS " FROM signup WHERE code = ?");
	query_put_text(&q, code);
	return one_signup(&q, arena, out, err);
}

int
signups_count(struct store *store, const char *address, int64_t since, struct err *err)
{
	struct query q;
	int64_t count;

	query_start(&q, store, "count sign-ups",
	    "SELECT count(*) FROM signup"
	    " WHERE address = ? AND created >= ?");
	query_put_text(&q, address);
	query_put_int(&q, since);
	return query_number(&q, &count, err) == -1 ? -1 : (int)count;
}

int
signups_remove(struct store *store, int64_t id, struct err *err)
{
	struct query q;

	query_start(&q, store, "remove a sign-up", "DELETE FROM signup WHERE id = ?");
	query_put_int(&q, id);
	return query_run(&q, err);
}

int
signups_expire(struct store *store, int64_t before, struct err *err)
{
	struct query q;

	query_start(&q, store, "forget old sign-ups", "DELETE FROM signup WHERE created < ?");
	query_put_int(&q, before);
	return query_run(&q, err);
}
