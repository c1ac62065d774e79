/* SPDX-License-Identifier: ISC */
/*
 * Which letters were taken (inbox.h).
 */
#include "store/inbox.h"

#include "store/stmt.h"

int
inbox_find(struct store *store, const char *digest, int64_t *id, struct err *err)
{
	struct query q;
	int64_t found;

	query_start(&q, store, "look a letter up", "SELECT id FROM inbox WHERE digest = ?");
	query_put_text(&q, digest);
	if (query_number(&q, &found, err) == -1)
		return -1;
	if (found == 0)
		return 0;
	*id = found;
	return 1;
}

int
inbox_was_parked(struct store *store, int64_t id, struct err *err)
{
	struct query q;

	query_start(&q, store, "look a letter's outcome up",
	    "SELECT count(*) FROM inbox WHERE id = ? AND outcome = 'parked'");
	query_put_int(&q, id);
	return query_count(&q, err);
}

int
inbox_add(struct store *store, const char *digest, const char *source, const char *sender,
    int64_t received, int64_t now, int64_t *id, struct err *err)
{
	struct query q;

	query_start(&q, store, "take a letter",
	    "INSERT INTO inbox (digest, source, sender, received, taken) VALUES (?, ?, ?, ?, ?)");
	query_put_text(&q, digest);
	query_put_text(&q, source);
	query_put_text(&q, sender);
	query_put_int(&q, received);
	query_put_int(&q, now);
	return query_run_id(&q, id, err);
}

int
inbox_set_outcome(struct store *store, int64_t id, const char *outcome, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "note a letter's outcome", "UPDATE inbox SET outcome = ? WHERE id = ?");
	query_put_text(&q, outcome);
	query_put_int(&q, id);
	return query_run_one(&q, err);
}

/* Letters that moves came from stay: each ply keeps which one it was. */
int
inbox_expire(struct store *store, int64_t before, struct err *err)
{
	return query_run_with(store, "forget old letters",
	    "DELETE FROM inbox WHERE taken < ? AND NOT EXISTS (SELECT 1 FROM ply WHERE letter"
	    " = inbox.id) AND NOT EXISTS (SELECT 1 FROM undone WHERE letter = inbox.id)",
	    before, err);
}
