/* SPDX-License-Identifier: ISC */
/*
 * Open invitations (seeks.h).
 */
#include "store/seeks.h"

#include <string.h>

#include "base/arena.h"
#include "store/stmt.h"

#define SELECT_SEEKS \
	"SELECT seek.id, seek.player, userid, games, options, seek.created" \
	" FROM seek JOIN player ON player.id = seek.player" \
	" WHERE player.state = 0 AND seek.created > ?1"

int
seeks_add(struct store *store, struct seek *seek, struct err *err)
{
	struct query q;

	query_start(&q, store, "add an invitation",
	    "INSERT INTO seek (player, games, options, created) VALUES (?, ?, ?, ?)");
	query_put_int(&q, seek->player);
	query_put_int(&q, seek->games);
	query_put_text(&q, seek->options);
	query_put_int(&q, seek->created);
	return query_run_id(&q, &seek->id, err);
}

static void
read_seek(struct query *q, struct arena *arena, struct seek *out)
{
	memset(out, 0, sizeof *out);
	out->id = query_int(q);
	out->player = query_int(q);
	query_copy(q, out->userid, sizeof out->userid);
	out->games = query_small(q);
	out->options = query_text(q, arena);
	out->created = query_int(q);
}

int
seeks_list(struct store *store, struct arena *arena, int64_t player, int64_t now, int most,
    struct seek **out, struct err *err)
{
	struct query q;
	struct seek *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "list invitations",
	    SELECT_SEEKS " AND ?2 IN (0, seek.player) ORDER BY seek.id LIMIT ?3");
	query_put_int(&q, now - SEEK_LASTS);
	query_put_int(&q, player);
	query_put_int(&q, most);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		read_seek(&q, arena, &rows[count++]);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
seeks_get(struct store *store, struct arena *arena, int64_t id, int64_t now, struct seek *out,
    struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read an invitation", SELECT_SEEKS " AND seek.id = ?2");
	query_put_int(&q, now - SEEK_LASTS);
	query_put_int(&q, id);
	if ((found = query_next(&q, err)) != 1)
		return found;
	read_seek(&q, arena, out);
	query_end(&q);
	return 1;
}

int
seeks_take(struct store *store, const struct seek *seek, struct err *err)
{
	struct query q;

	query_start(&q, store, "take an invitation",
	    seek->games > 1 ? "UPDATE seek SET games = games - 1 WHERE id = ?" :
			      "DELETE FROM seek WHERE id = ?");
	query_put_int(&q, seek->id);
	return query_run_one(&q, err);
}

int
seeks_remove_of(struct store *store, int64_t player, struct err *err)
{
	return query_run_with(
	    store, "take invitations back", "DELETE FROM seek WHERE player = ?", player, err);
}

int
seeks_expire(struct store *store, int64_t now, struct err *err)
{
	return query_run_with(store, "remove lapsed invitations",
	    "DELETE FROM seek WHERE created <= ?", now - SEEK_LASTS, err);
}
