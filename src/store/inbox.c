/* SPDX-License-Identifier: ISC */
/*
 * Which letters were taken (inbox.h).
 */
#include "store/inbox.h"

#include "store/columns.h"

int
inbox_find(struct store *store, const char *digest, int64_t *id, struct err *err)
{
	if (query_number(store, "look a letter up", "SELECT id FROM inbox WHERE digest = ?",
		WITH(TEXT(digest)), id, err) == -1)
		return -1;
	return *id != 0;
}

int
inbox_was_parked(struct store *store, int64_t id, struct err *err)
{
	return query_count(store, "look a letter's outcome up",
	    "SELECT count(*) FROM inbox WHERE id = ? AND outcome = 'parked'", WITH(INT(id)), err);
}

int
inbox_add(struct store *store, const char *digest, const char *source, const char *sender,
    int64_t received, int64_t now, int64_t *id, struct err *err)
{
	if (query_do(store, "take a letter",
		"INSERT INTO inbox (digest, source, sender, received, taken) VALUES (?, ?, ?, ?, ?)",
		WITH(TEXT(digest), TEXT(source), TEXT(sender), INT(received), INT(now)), err) == -1)
		return -1;
	*id = sqlite3_last_insert_rowid(store->db);
	return 0;
}

int
inbox_set_outcome(struct store *store, int64_t id, const char *outcome, struct err *err)
{
	return query_do_one(store, "note a letter's outcome",
	    "UPDATE inbox SET outcome = ? WHERE id = ?", WITH(TEXT(outcome), INT(id)), err);
}

int
inbox_set_digest(struct store *store, int64_t id, const char *digest, struct err *err)
{
	return query_do_one(store, "note a letter's digest",
	    "UPDATE inbox SET digest = ? WHERE id = ?", WITH(TEXT(digest), INT(id)), err);
}

static const struct column writer_columns[] = {
	COLUMN_AS("userid", struct correspondent, userid),
	COLUMN_AS("sender", struct correspondent, sender),
	COLUMN_AS("letters", struct correspondent, letters),
	COLUMN_AS("caused", struct correspondent, caused),
	COLUMN_AS("last", struct correspondent, last),
};
static const struct table writers = TABLE(
    "(SELECT ifnull(userid, '') AS userid, max(sender) AS sender, count(*) AS letters,"
    " sum(caused) AS caused, max(taken) AS last FROM (SELECT sender, taken, (SELECT count(*) FROM"
    " outbox WHERE letter = inbox.id) AS caused, (SELECT player FROM address WHERE address ="
    " inbox.sender AND confirmed = 1) AS player FROM inbox WHERE taken > ?1) LEFT JOIN player ON"
    " player.id = player GROUP BY ifnull(player, lower(sender)))",
    struct correspondent, writer_columns);

int
inbox_top(struct store *store, struct arena *arena, int64_t since, int max,
    struct correspondent **out, struct err *err)
{
	return rows_list(store, "see who writes most", &writers,
	    "ORDER BY letters DESC, caused DESC LIMIT ?2", WITH(INT(since), INT(max)), arena, out,
	    err);
}

/* Letters that moves came from stay: each ply keeps which one it was. */
int
inbox_expire(struct store *store, int64_t before, struct err *err)
{
	return query_do(store, "forget old letters",
	    "DELETE FROM inbox WHERE taken < ? AND NOT EXISTS (SELECT 1 FROM ply WHERE letter"
	    " = inbox.id) AND NOT EXISTS (SELECT 1 FROM undone WHERE letter = inbox.id)",
	    WITH(INT(before)), err);
}
