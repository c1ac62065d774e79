/* SPDX-License-Identifier: ISC */
/*
 * Open invitations (seeks.h).
 */
#include "store/seeks.h"

#include "store/columns.h"

static const struct column columns[] = {
	COLUMN("id", struct seek, id, LISTED),
	COLUMN("player", struct seek, player, LISTED | ADDED),
	COLUMN_AS("userid", struct seek, userid),
	COLUMN("games", struct seek, games, LISTED | ADDED),
	COLUMN("options", struct seek, options, LISTED | ADDED),
	COLUMN("created", struct seek, created, LISTED | ADDED),
};
static const struct table seeks = TABLE("seek", struct seek, columns);

#define OPEN "JOIN player ON player.id = seek.player WHERE player.state = 0 AND seek.created > ?1"

int
seeks_add(struct store *store, struct seek *seek, struct err *err)
{
	return row_add(store, "add an invitation", &seeks, seek, "", &seek->id, err);
}

int
seeks_list(struct store *store, struct arena *arena, int64_t player, int64_t now, int most,
    struct seek **out, struct err *err)
{
	return rows_list(store, "list invitations", &seeks,
	    OPEN " AND ?2 IN (0, seek.player) ORDER BY seek.id LIMIT ?3",
	    WITH(INT(now - SEEK_LASTS), INT(player), INT(most)), arena, out, err);
}

int
seeks_get(struct store *store, struct arena *arena, int64_t id, int64_t now, struct seek *out,
    struct err *err)
{
	return row_find(store, "read an invitation", &seeks, OPEN " AND seek.id = ?2",
	    WITH(INT(now - SEEK_LASTS), INT(id)), arena, out, err);
}

int
seeks_last(struct store *store, int64_t *id, struct err *err)
{
	return query_number(store, "find the last invitation",
	    "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'seek'", NULL, id, err);
}

int
seeks_take(struct store *store, const struct seek *seek, struct err *err)
{
	return query_do_one(store, "take an invitation",
	    seek->games > 1 ? "UPDATE seek SET games = games - 1 WHERE id = ?" :
			      "DELETE FROM seek WHERE id = ?",
	    WITH(INT(seek->id)), err);
}

int
seeks_remove(struct store *store, int64_t id, struct err *err)
{
	return query_do_one(
	    store, "take an invitation back", "DELETE FROM seek WHERE id = ?", WITH(INT(id)), err);
}

int
seeks_remove_of(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "take invitations back", "DELETE FROM seek WHERE player = ?",
	    WITH(INT(player)), err);
}

int
seeks_lapsed(
    struct store *store, struct arena *arena, int64_t before, int64_t **out, struct err *err)
{
	return query_ids(store, "list whose invitations have lapsed",
	    "SELECT DISTINCT player FROM seek WHERE created <= ?", WITH(INT(before)), arena, out,
	    err);
}

int
seeks_remove_lapsed(struct store *store, struct arena *arena, int64_t player, int64_t before,
    struct seek **out, struct err *err)
{
	int count = rows_list(store, "list lapsed invitations", &seeks,
	    "JOIN player ON player.id = seek.player WHERE seek.player = ? AND seek.created <= ?"
	    " ORDER BY seek.id",
	    WITH(INT(player), INT(before)), arena, out, err);

	return count == -1 ||
		query_do(store, "remove lapsed invitations",
		    "DELETE FROM seek WHERE player = ? AND created <= ?",
		    WITH(INT(player), INT(before)), err) == -1 ?
	    -1 :
	    count;
}

/* ?1 is the time. */
#define LISTENING \
	" seeks = 1 AND state = 0 AND level = 0 AND EXISTS (SELECT 1 FROM address WHERE" \
	" address.player = player.id AND confirmed = 1 AND receives = 1 AND stopped = 0) AND" \
	" NOT EXISTS (SELECT 1 FROM vacation WHERE vacation.player = player.id AND begins <= ?1" \
	" AND ends > ?1)"
/* ?2 is since when invitations are open. */
#define UNHEARD \
	LISTENING " AND heard < (SELECT ifnull(max(seek.id), 0) FROM seek JOIN player AS owner ON" \
		  " owner.id = seek.player WHERE owner.state = 0 AND seek.created > ?2 AND" \
		  " seek.player <> player.id)"

int
seeks_listeners(struct store *store, struct arena *arena, int64_t player, int64_t now,
    int64_t **out, struct err *err)
{
	return query_ids(store, "list who hears of invitations",
	    "SELECT id FROM player WHERE id <> ?2 AND" LISTENING, WITH(INT(now), INT(player)),
	    arena, out, err);
}

int
seeks_unheard(
    struct store *store, struct arena *arena, int64_t before, int64_t **out, struct err *err)
{
	int64_t now = before + DAY;

	return query_ids(store, "list who has not heard of invitations",
	    "SELECT id FROM player WHERE digest = '' AND heard_at <= ?3 AND" UNHEARD,
	    WITH(INT(now), INT(now - SEEK_LASTS), INT(before)), arena, out, err);
}

int
seeks_is_unheard(struct store *store, int64_t player, int64_t now, struct err *err)
{
	return query_count(store, "look for invitations that a player has not heard of",
	    "SELECT count(*) FROM player WHERE id = ?3 AND" UNHEARD,
	    WITH(INT(now), INT(now - SEEK_LASTS), INT(player)), err);
}

int
seeks_heard(struct store *store, int64_t player, int64_t *newest, struct err *err)
{
	return query_number(store, "read which invitations a player has heard of",
	    "SELECT heard FROM player WHERE id = ?", WITH(INT(player)), newest, err);
}

int
seeks_note_heard(
    struct store *store, int64_t player, int64_t newest, bool is_told, int64_t now, struct err *err)
{
	return query_do_one(store, "note which invitations a player has heard of",
	    "UPDATE player SET heard = ?1, heard_at = iif(?2, ?3, heard_at) WHERE id = ?4",
	    WITH(INT(newest), INT(is_told), INT(now), INT(player)), err);
}
