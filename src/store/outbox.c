/* SPDX-License-Identifier: ISC */
/*
 * Letters to send (outbox.h).
 *
 * The bytes stand in a table of their own, written once; the row changes its
 * state beside them.
 */
#include "store/outbox.h"

#include <string.h>

#include "base/arena.h"
#include "store/stmt.h"

#define PAUSE 60 /* seconds after a failure in which nothing is tried at its address */

#define COLUMNS \
	"outbox.id, message_id, letter, player, game, turn, sender, recipient, subject," \
	" created, state, tries, next_try, sent, answer"

int
outbox_add(struct store *store, struct out *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "add a letter to send",
	    "INSERT INTO outbox (message_id, letter, player, game, turn, sender, recipient,"
	    " subject, created, state, tries, next_try, sent, answer) VALUES (?1, ?2, ?3, ?4,"
	    " ?5, ?6, ?7, ?8, ?9, 0, 0, max(?9, min(?9, coalesce((SELECT max(tried) FROM"
	    " outbox WHERE state = 0 AND recipient = ?7), 0)) + ?10), 0, '')");
	query_put_text(&q, out->message_id);
	query_put_id(&q, out->letter);
	query_put_id(&q, out->player);
	query_put_id(&q, out->game);
	query_put_int(&q, out->turn);
	query_put_text(&q, out->sender);
	query_put_text(&q, out->recipient);
	query_put_text(&q, out->subject);
	query_put_int(&q, out->created);
	query_put_int(&q, PAUSE);
	if (query_run_id(&q, &out->id, err) == -1)
		return -1;

	query_start(&q, store, "add a letter's bytes",
	    "INSERT INTO outbox_bytes (id, bytes) VALUES (?, ?)");
	query_put_int(&q, out->id);
	query_put_bytes(&q, out->bytes, out->length);
	return query_run(&q, err);
}

int
outbox_has(struct store *store, const char *message_id, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "look a Message-ID up", "SELECT count(*) FROM outbox WHERE message_id = ?");
	query_put_text(&q, message_id);
	return query_count(&q, err);
}

int
outbox_next_id(struct store *store, int64_t *id, struct err *err)
{
	struct query q;
	int64_t last;

	query_start(
	    &q, store, "number a letter", "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'");
	if (query_number(&q, &last, err) == -1)
		return -1;
	*id = last + 1;
	return 0;
}

static void
read_out(struct query *q, struct arena *arena, struct out *out)
{
	memset(out, 0, sizeof *out);
	out->id = query_int(q);
	out->message_id = query_text(q, arena);
	out->letter = query_int(q);
	out->player = query_int(q);
	out->game = query_int(q);
	out->turn = query_small(q);
	out->sender = query_text(q, arena);
	out->recipient = query_text(q, arena);
	out->subject = query_text(q, arena);
	out->created = query_int(q);
	out->state = (enum out_state)query_int(q);
	out->tries = query_small(q);
	out->next_try = query_int(q);
	out->sent = query_int(q);
	out->answer = query_text(q, arena);
}

/* Behind the `count` that *out has. */
static int
read_all(struct query *q, struct arena *arena, struct out **out, int count, struct err *err)
{
	struct out *rows = *out;
	int more;

	while ((more = query_next(q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		read_out(q, arena, &rows[count++]);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

/* Those that were never tried stand in outbox_recipient by their numbers. */
#define IS_OLDEST \
	" AND NOT EXISTS (SELECT 1 FROM outbox AS older WHERE older.state = 0 AND" \
	" older.recipient = outbox.recipient AND older.tried = 0 AND older.id < outbox.id AND" \
	" older.next_try <= ?1) AND NOT EXISTS (SELECT 1 FROM outbox AS older WHERE" \
	" older.state = 0 AND older.recipient = outbox.recipient AND older.tried > 0 AND" \
	" older.id < outbox.id AND older.next_try <= ?1)"

int
outbox_due(struct store *store, struct arena *arena, int64_t after, int64_t now, int max,
    struct out **out, struct err *err)
{
	static const char *const sql[] = {
		"SELECT " COLUMNS " FROM outbox WHERE state = 0 AND tries = 0 AND next_try <= ?1"
		" AND next_try > ?2" IS_OLDEST " ORDER BY next_try, id LIMIT ?3",
		"SELECT " COLUMNS " FROM outbox WHERE state = 0 AND tries > 0 AND next_try <= ?1"
		" AND next_try > ?2" IS_OLDEST " ORDER BY next_try, id LIMIT ?3",
	};
	int count = 0;

	*out = NULL;
	for (size_t i = 0; i < 2 && count != -1 && count < max; i++) {
		struct query q;

		query_start(&q, store, "read letters to send", sql[i]);
		query_put_int(&q, now);
		query_put_int(&q, after);
		query_put_int(&q, max - count);
		count = read_all(&q, arena, out, count, err);
	}
	return count;
}

int
outbox_new(struct store *store, struct arena *arena, int64_t above, int64_t now, int max,
    struct out **out, struct err *err)
{
	struct query q;

	*out = NULL;
	query_start(&q, store, "read new letters to send",
	    "SELECT " COLUMNS
	    " FROM outbox WHERE id > ?2 AND +state = 0 AND +next_try <= ?1" IS_OLDEST
	    " ORDER BY id LIMIT ?3");
	query_put_int(&q, now);
	query_put_int(&q, above);
	query_put_int(&q, max);
	return read_all(&q, arena, out, 0, err);
}

int
outbox_next_to(struct store *store, struct arena *arena, const char *recipient, int64_t now,
    struct out *out, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read the next letter to an address",
	    "SELECT " COLUMNS " FROM outbox WHERE id = (SELECT min(id) FROM (SELECT * FROM (SELECT"
	    " id FROM outbox WHERE state = 0 AND recipient = ?1 AND tried = 0 AND next_try <= ?2"
	    " ORDER BY id LIMIT 1) UNION ALL SELECT min(id) FROM outbox WHERE state = 0 AND"
	    " recipient = ?1 AND tried > 0 AND next_try <= ?2))");
	query_put_text(&q, recipient);
	query_put_int(&q, now);
	if ((found = query_next(&q, err)) == 1) {
		read_out(&q, arena, out);
		query_end(&q);
	}
	return found;
}

int
outbox_get(struct store *store, struct arena *arena, int64_t id, struct out *out, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read a letter to send",
	    "SELECT " COLUMNS
	    ", bytes FROM outbox LEFT JOIN outbox_bytes ON outbox_bytes.id = outbox.id WHERE"
	    " outbox.id = ?");
	query_put_int(&q, id);
	found = query_next(&q, err);
	if (found != 1)
		return found;
	read_out(&q, arena, out);
	out->bytes = query_bytes(&q, arena, &out->length);
	query_end(&q);
	return 1;
}

int
outbox_list(struct store *store, struct arena *arena, int state, struct out **out, struct err *err)
{
	struct query q;

	*out = NULL;
	query_start(&q, store, "list letters",
	    "SELECT " COLUMNS " FROM outbox WHERE ?1 IN (-1, state) ORDER BY id");
	query_put_int(&q, state);
	return read_all(&q, arena, out, 0, err);
}

int
outbox_result(struct store *store, int64_t id, enum out_state state, int64_t next_try, int64_t when,
    const char *answer, struct err *err)
{
	struct query q;

	query_start(&q, store, "record the result of a letter",
	    "UPDATE outbox SET state = ?, tries = tries + 1, next_try = ?, tried = ?, sent ="
	    " ?, answer = ? WHERE id = ?");
	query_put_int(&q, state);
	query_put_int(&q, state == OUT_WAITING ? next_try : 0);
	query_put_int(&q, when);
	query_put_int(&q, state == OUT_SENT ? when : 0);
	query_put_text(&q, answer);
	query_put_int(&q, id);
	if (query_run_one(&q, err) == -1)
		return -1;
	if (state != OUT_WAITING)
		return 0;

	/* The others that wait for the same address wait as well. */
	query_start(&q, store, "put letters off",
	    "UPDATE outbox SET next_try = ?1 WHERE state = 0 AND id <> ?2 AND recipient ="
	    " (SELECT recipient FROM outbox WHERE id = ?2) AND next_try < ?1");
	query_put_int(&q, when + PAUSE);
	query_put_int(&q, id);
	return query_run(&q, err);
}

int
outbox_retry(struct store *store, int64_t id, int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "put a letter back",
	    "UPDATE outbox SET state = 0, next_try = ?, sent = 0 WHERE id = ? AND EXISTS"
	    " (SELECT 1 FROM outbox_bytes WHERE outbox_bytes.id = outbox.id)");
	query_put_int(&q, now);
	query_put_int(&q, id);
	return query_run_one(&q, err);
}

int
outbox_waiting(struct store *store, int64_t *count, int64_t *next, struct err *err)
{
	struct query q;

	query_start(&q, store, "count letters to send",
	    "SELECT count(*), min(next_try) FROM outbox WHERE state = 0");
	if (query_next(&q, err) == -1)
		return -1;
	*count = query_int(&q);
	*next = query_int(&q);
	query_end(&q);
	return 0;
}

int
outbox_next_try(struct store *store, int64_t *next, struct err *err)
{
	struct query q;

	query_start(&q, store, "see when a letter is to be sent",
	    "SELECT coalesce(min(next_try), 0) FROM (SELECT min(next_try) AS next_try FROM outbox"
	    " WHERE state = 0 AND tries = 0 UNION ALL SELECT min(next_try) FROM outbox WHERE"
	    " state = 0 AND tries > 0)");
	return query_number(&q, next, err);
}

int
outbox_pending(struct store *store, int64_t game, int64_t player, int turn, int64_t since,
    int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "look for a letter to send",
	    "SELECT max(state = 0 OR state = 1 AND sent >= ?5) AND NOT max(state = 1 AND"
	    " sent < ?5) FROM outbox WHERE game = ?1 AND player = ?2 AND turn = ?3 AND"
	    " created >= ?4");
	query_put_int(&q, game);
	query_put_int(&q, player);
	query_put_int(&q, turn);
	query_put_int(&q, since);
	query_put_int(&q, now);
	return query_count(&q, err);
}

/* The first or, from the newest, the last ones; how many or -1. */
static int
thread_ids(struct store *store, struct arena *arena, int64_t game, const char *recipient,
    bool from_last, const char **ids, int max, struct err *err)
{
	static const char *const sql[] = {
		"SELECT message_id FROM outbox WHERE game = ? AND recipient = ? ORDER BY id LIMIT ?",
		"SELECT message_id FROM outbox WHERE game = ? AND recipient = ? ORDER BY id DESC"
		" LIMIT ?",
	};
	struct query q;
	int count = 0, more;

	query_start(&q, store, "read a game's letters", sql[from_last]);
	query_put_int(&q, game);
	query_put_text(&q, recipient);
	query_put_int(&q, max);
	while ((more = query_next(&q, err)) == 1)
		ids[count++] = query_text(&q, arena);
	return more == -1 ? -1 : count;
}

int
outbox_thread(struct store *store, struct arena *arena, int64_t game, const char *recipient,
    const char **ids, int max, struct err *err)
{
	int first = thread_ids(store, arena, game, recipient, false, ids, 1, err), last;

	if (first != 1 || max < 2)
		return first;
	last = thread_ids(store, arena, game, recipient, true, ids + 1, max - 1, err);
	for (int i = 1, k = last; i < k; i++, k--) {
		const char *id = ids[i];

		ids[i] = ids[k];
		ids[k] = id;
	}
	if (last == -1 || strcmp(ids[0], ids[1]) != 0)
		return last == -1 ? -1 : last + 1;
	/* The first is among the last. */
	memmove(ids, ids + 1, (size_t)last * sizeof *ids);
	return last;
}

/* By when they were made where they were never sent. */
int
outbox_expire(struct store *store, int64_t before, struct err *err)
{
	return query_run_with(store, "drop the bytes of old letters",
	    "DELETE FROM outbox_bytes WHERE id IN (SELECT outbox.id FROM outbox_bytes CROSS"
	    " JOIN outbox ON outbox.id = outbox_bytes.id WHERE state <> 0 AND max(sent,"
	    " created) < ?)",
	    before, err);
}
