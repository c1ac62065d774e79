/* SPDX-License-Identifier: ISC */
/*
 * Letters to send (outbox.h).
 *
 * The bytes stand in a table of their own, written once; the row changes its
 * state beside them.
 */
#include "store/outbox.h"

#include "store/columns.h"

#define PAUSE 60 /* seconds after a failure in which nothing is tried at its address */

#define C(name, member, uses)   COLUMN(name, struct out, member, uses)
#define REFERENCE(name, member) COLUMN_OF(COLUMN_ID, name, NULL, struct out, member, LISTED | ADDED)
static const struct column columns[] = {
	C("id", id, LISTED),
	C("message_id", message_id, LISTED | ADDED),
	REFERENCE("letter", letter),
	REFERENCE("player", player),
	REFERENCE("game", game),
	C("turn", turn, LISTED | ADDED),
	C("list", list, LISTED | ADDED),
	C("sender", sender, LISTED | ADDED),
	C("recipient", recipient, LISTED | ADDED),
	C("subject", subject, LISTED | ADDED),
	C("created", created, LISTED | ADDED),
	C("made", made, LISTED | ADDED),
	C("state", state, LISTED | ADDED),
	C("tries", tries, LISTED | ADDED),
	C("next_try", next_try, LISTED | ADDED),
	C("sent", sent, LISTED | ADDED),
	C("answer", answer, LISTED | ADDED),
};
static const struct table letters = TABLE("outbox", struct out, columns);

int
outbox_add(struct store *store, struct out *out, struct err *err)
{
	struct out row = *out;
	int64_t tried;

	if (query_number(store, "see when an address failed",
		"SELECT max(tried) FROM outbox WHERE state = 0 AND recipient = ?",
		WITH(TEXT(out->recipient)), &tried, err) == -1)
		return -1;
	row.state = OUT_WAITING;
	row.tries = 0;
	row.sent = 0;
	row.answer = "";
	/* No try was later than now, whatever the clock said then. */
	if (tried > row.created)
		tried = row.created;
	row.next_try = tried + PAUSE > row.created ? tried + PAUSE : row.created;
	if (row_add(store, "add a letter to send", &letters, &row, "", &out->id, err) == -1)
		return -1;
	return query_do(store, "add a letter's bytes",
	    "INSERT INTO outbox_bytes (id, bytes) VALUES (?, ?)",
	    WITH(INT(out->id), BYTES(out->bytes, out->length)), err);
}

int
outbox_has(struct store *store, const char *message_id, struct err *err)
{
	return query_count(store, "look a Message-ID up",
	    "SELECT count(*) FROM outbox WHERE message_id = ?", WITH(TEXT(message_id)), err);
}

int
outbox_next_id(struct store *store, int64_t *id, struct err *err)
{
	int64_t last;

	if (query_number(store, "number a letter",
		"SELECT seq FROM sqlite_sequence WHERE name = 'outbox'", NULL, &last, err) == -1)
		return -1;
	*id = last + 1;
	return 0;
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
	return rows_list(store, "read letters to send", &letters,
	    "WHERE id IN (SELECT * FROM (SELECT id FROM outbox WHERE state = 0 AND tries = 0 AND"
	    " next_try <= ?1 AND next_try > ?2" IS_OLDEST " ORDER BY next_try, id LIMIT ?3) UNION"
	    " ALL SELECT * FROM (SELECT id FROM outbox WHERE state = 0 AND tries > 0 AND"
	    " next_try <= ?1 AND next_try > ?2" IS_OLDEST " ORDER BY next_try, id LIMIT ?3))"
	    " ORDER BY tries > 0, next_try, id LIMIT ?3",
	    WITH(INT(now), INT(after), INT(max)), arena, out, err);
}

int
outbox_new(struct store *store, struct arena *arena, int64_t above, int64_t now, int max,
    struct out **out, struct err *err)
{
	return rows_list(store, "read new letters to send", &letters,
	    "WHERE id > ?2 AND +state = 0 AND +next_try <= ?1" IS_OLDEST " ORDER BY id LIMIT ?3",
	    WITH(INT(now), INT(above), INT(max)), arena, out, err);
}

int
outbox_next_to(struct store *store, struct arena *arena, const char *recipient, int64_t now,
    struct out *out, struct err *err)
{
	return row_find(store, "read the next letter to an address", &letters,
	    "WHERE id = (SELECT min(id) FROM (SELECT * FROM (SELECT id FROM outbox WHERE state = 0"
	    " AND recipient = ?1 AND tried = 0 AND next_try <= ?2 ORDER BY id LIMIT 1) UNION ALL"
	    " SELECT min(id) FROM outbox WHERE state = 0 AND recipient = ?1 AND tried > 0 AND"
	    " next_try <= ?2))",
	    WITH(TEXT(recipient), INT(now)), arena, out, err);
}

int
outbox_made_before(
    struct store *store, struct arena *arena, int64_t before, struct out **out, struct err *err)
{
	return rows_list(store, "read letters that wait for long", &letters,
	    "WHERE state = 0 AND made > 0 AND made < ?1 ORDER BY id", WITH(INT(before)), arena, out,
	    err);
}

int
outbox_get(struct store *store, struct arena *arena, int64_t id, struct out *out, struct err *err)
{
	struct query q;
	int found = row_find(store, "read a letter to send", &letters, "WHERE id = ?",
	    WITH(INT(id)), arena, out, err);

	if (found != 1)
		return found;
	query_start(&q, store, "read a letter's bytes",
	    "SELECT bytes FROM outbox_bytes WHERE id = ?", WITH(INT(id)));
	if ((found = query_next(&q, err)) == -1)
		return -1;
	out->bytes = found == 1 ? query_bytes(&q, arena, &out->length) : "";
	out->length = found == 1 ? out->length : 0;
	query_end(&q);
	return 1;
}

int
outbox_list(struct store *store, struct arena *arena, int state, struct out **out, struct err *err)
{
	return rows_list(store, "list letters", &letters,
	    "WHERE ?1 IN (-1, state) OR (?1 = -2 AND state IN (0, 2, 3))"
	    " ORDER BY iif(?1 = -2, state, 0), id",
	    WITH(INT(state)), arena, out, err);
}

int
outbox_result(struct store *store, int64_t id, enum out_state state, int64_t next_try, int64_t when,
    const char *answer, struct err *err)
{
	if (query_do_one(store, "record the result of a letter",
		"UPDATE outbox SET state = ?, tries = tries + 1, next_try = ?, tried = ?, sent = ?,"
		" answer = ? WHERE id = ?",
		WITH(INT(state), INT(state == OUT_WAITING ? next_try : 0), INT(when),
		    INT(state == OUT_SENT ? when : 0), TEXT(answer), INT(id)),
		err) == -1)
		return -1;
	if (state != OUT_WAITING)
		return 0;
	/* The others that wait for the same address wait as well. */
	return query_do(store, "put letters off",
	    "UPDATE outbox SET next_try = ?1 WHERE state = 0 AND id <> ?2 AND recipient ="
	    " (SELECT recipient FROM outbox WHERE id = ?2) AND next_try < ?1",
	    WITH(INT(when + PAUSE), INT(id)), err);
}

#define REPLACED \
	" FROM outbox AS old JOIN outbox AS new ON new.id = ?1 WHERE old.state = 0 AND" \
	" old.recipient = new.recipient AND old.made <> 0 AND old.game IS new.game AND" \
	" old.turn = new.turn AND (old.list = 0) = (new.list = 0) AND old.player IS new.player AND old.id <> new.id"

int
outbox_replace(struct store *store, int64_t id, struct err *err)
{
	if (query_do(store, "put a letter in the place of others",
		"UPDATE outbox SET (created, tries, next_try) = (SELECT coalesce(min(old.created),"
		" outbox.created), coalesce(max(old.tries), 0), coalesce(min(old.next_try),"
		" outbox.next_try)" REPLACED ") WHERE id = ?1",
		WITH(INT(id)), err) == -1 ||
	    query_do(store, "drop letters that another one replaces",
		"UPDATE outbox SET state = 4, next_try = 0, answer = 'letter ' || ?1 || ' was sent"
		" in its place' WHERE id IN (SELECT old.id" REPLACED ")",
		WITH(INT(id)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
outbox_retry(struct store *store, int64_t id, int64_t now, struct err *err)
{
	return query_do_one(store, "put a letter back",
	    "UPDATE outbox SET state = 0, next_try = ?, sent = 0 WHERE id = ? AND EXISTS"
	    " (SELECT 1 FROM outbox_bytes WHERE outbox_bytes.id = outbox.id)",
	    WITH(INT(now), INT(id)), err);
}

int
outbox_retry_all(struct store *store, int64_t now, struct err *err)
{
	if (query_do(store, "put letters back",
		"UPDATE outbox SET state = 0, next_try = ?, sent = 0 WHERE state IN (0, 2, 3) AND"
		" EXISTS (SELECT 1 FROM outbox_bytes WHERE outbox_bytes.id = outbox.id)",
		WITH(INT(now)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
outbox_hurry(struct store *store, int64_t now, const char *but, struct err *err)
{
	if (query_do(store, "put letters in line",
		"UPDATE outbox SET next_try = ?1 WHERE state = 0 AND next_try > ?1 AND"
		" substr(answer, 1, length(?2)) <> ?2",
		WITH(INT(now), TEXT(but)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
outbox_waiting(struct store *store, int64_t *count, struct err *err)
{
	return query_number(store, "count letters to send",
	    "SELECT count(*) FROM outbox WHERE state = 0", NULL, count, err);
}

int
outbox_next_try(struct store *store, int64_t *next, struct err *err)
{
	return query_number(store, "see when a letter is to be sent",
	    "SELECT coalesce(min(next_try), 0) FROM (SELECT min(next_try) AS next_try FROM outbox"
	    " WHERE state = 0 AND tries = 0 UNION ALL SELECT min(next_try) FROM outbox WHERE"
	    " state = 0 AND tries > 0)",
	    NULL, next, err);
}

int
outbox_pending(struct store *store, int64_t game, int64_t player, int turn, int64_t since,
    int64_t now, struct err *err)
{
	return query_count(store, "look for a letter to send",
	    "SELECT max(state = 0 OR state = 1 AND sent >= ?5) AND NOT max(state = 1 AND"
	    " sent < ?5) FROM (SELECT state, sent FROM outbox WHERE game = ?1 AND player = ?2 AND"
	    " turn = ?3 AND created >= ?4 UNION ALL SELECT state, sent FROM outbox JOIN list ON"
	    " list.player = outbox.player AND list.number = outbox.list WHERE outbox.player = ?2"
	    " AND list <> 0 AND created >= ?4 AND instr(' ' || boards, ' ' || ?1 || ' ' || ?3 ||"
	    " ' '))",
	    WITH(INT(game), INT(player), INT(turn), INT(since), INT(now)), err);
}

/* Those of letters that are old enough are hidden (leaving.h). */
#define ANY_NAME "recipient IN (?2, veil(lower(?2), 0), veil(lower(?2), 1))"

int
outbox_thread(struct store *store, struct arena *arena, int64_t game, const char *recipient,
    const char **ids, int max, struct err *err)
{
	struct query q;
	int count = 0, more;

	/* The first of all, and of the others the last. */
	query_start(&q, store, "read a game's letters",
	    "WITH his AS MATERIALIZED (SELECT id FROM outbox WHERE game = ?1 AND " ANY_NAME ")"
	    " SELECT message_id FROM outbox WHERE id IN (SELECT min(id) FROM his UNION ALL"
	    " SELECT * FROM (SELECT id FROM his ORDER BY id DESC LIMIT ?3 - 1)) ORDER BY id",
	    WITH(INT(game), TEXT(recipient), INT(max)));
	while ((more = query_next(&q, err)) == 1)
		ids[count++] = query_text(&q, arena);
	return more == -1 ? -1 : count;
}

/* By when they were made where they were never sent. */
int
outbox_expire(struct store *store, int64_t before, struct err *err)
{
	return query_do(store, "drop the bytes of old letters",
	    "DELETE FROM outbox_bytes WHERE id IN (SELECT outbox.id FROM outbox_bytes CROSS"
	    " JOIN outbox ON outbox.id = outbox_bytes.id WHERE state <> 0 AND max(sent,"
	    " created) < ?)",
	    WITH(INT(before)), err);
}
