/* SPDX-License-Identifier: ISC */
/*
 * Players and their addresses (players.h).
 *
 * Addresses are compared by the NOCASE collation, which folds ASCII only: a
 * wider folding would take different mailboxes for one.
 */
#include "store/players.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/idn.h"
#include "base/lookalike.h"
#include "store/columns.h"

#define NOTED OWN_USE /* when a letter has come */

/* A player, and what his row has besides. */
struct player_row {
	struct player player;
	char key[USERID_SIZE];
};

#define C(name, member, uses) COLUMN(name, struct player, member, uses)
static const struct column player_columns[] = {
	C("id", id, LISTED),
	C("userid", userid, ALWAYS),
	COLUMN("userid_key", struct player_row, key, ADDED | SAVED),
	C("state", state, ALWAYS),
	C("password_hash", password_hash, ALWAYS),
	C("created", created, ALWAYS),
	C("language", language, ALWAYS),
	C("board", board, ALWAYS),
	C("flipped", flipped, ALWAYS),
	C("notation", notation, ALWAYS),
	C("name", name, ALWAYS),
	C("zone", zone, ALWAYS),
	C("reminders", reminders, ALWAYS),
	C("classic_subject", classic_subject, ALWAYS),
	COLUMN_OF(COLUMN_NOT, "receipt", NULL, struct player, no_receipt, ALWAYS),
	COLUMN_OF(COLUMN_NOT, "listed", NULL, struct player, unlisted, ALWAYS),
	C("calendar", calendar, ALWAYS),
	C("digest", digest, ALWAYS),
	C("digested", digested, ALWAYS),
	C("seeks", seeks, ALWAYS),
	C("puzzles", puzzles, ALWAYS),
	C("puzzled", puzzled, ALWAYS),
	C("html", html, ALWAYS),
	C("writes_html", writes_html, ALWAYS | NOTED),
	C("seen", seen, LISTED | NOTED),
	C("absent", absent, LISTED | NOTED),
	C("game_limit", limit, ALWAYS),
	C("level", level, LISTED | ADDED),
};
const struct table player_rows = TABLE("player", struct player, player_columns);
#undef C

#define C(name, member, uses) COLUMN(name, struct address, member, uses)
static const struct column address_columns[] = {
	C("player", player, LISTED | ADDED),
	C("address", address, LISTED | ADDED),
	C("confirmed", confirmed, LISTED | ADDED),
	C("receives", receives, LISTED | ADDED),
	C("stopped", stopped, LISTED | ADDED),
	C("old_from", old_from, LISTED | ADDED),
};
static const struct table addresses = TABLE("address", struct address, address_columns);
#undef C

static const struct column span_columns[] = {
	COLUMN("begins", struct period, from, LISTED),
	COLUMN("ends", struct period, to, LISTED),
};
static const struct table spans = TABLE("vacation", struct period, span_columns);

static const struct column seat_columns[] = {
	COLUMN("id", struct seat, player, LISTED),
	COLUMN("userid", struct seat, userid, LISTED),
};
const struct table player_seats = TABLE("player", struct seat, seat_columns);

/* Equal keys: the userids differ at most in case, 0/o, 1/l/i and -/_. Stored: the
 * folding never changes. */
static void
userid_key(const char *userid, char out[USERID_SIZE])
{
	size_t i;

	for (i = 0; userid[i] != '\0' && i < USERID_SIZE - 1; i++) {
		char c = userid[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c == '0')
			c = 'o';
		else if (c == '1' || c == 'i')
			c = 'l';
		else if (c == '_')
			c = '-';
		out[i] = c;
	}
	out[i] = '\0';
}

int
players_get(
    struct store *store, struct arena *arena, int64_t id, struct player *out, struct err *err)
{
	return row_find(
	    store, "read a player", &player_rows, "WHERE id = ?", WITH(INT(id)), arena, out, err);
}

int
players_find(struct store *store, struct arena *arena, const char *userid, struct player *out,
    struct err *err)
{
	return row_find(store, "look a userid up", &player_rows, "WHERE userid = ?",
	    WITH(TEXT(userid)), arena, out, err);
}

int
players_by_address(struct store *store, struct arena *arena, const char *address,
    struct player *out, struct err *err)
{
	return row_find(store, "look an address up", &player_rows,
	    "JOIN address ON player.id = address.player WHERE address.address = ? AND"
	    " address.confirmed = 1",
	    WITH(TEXT(address)), arena, out, err);
}

int
players_taken(struct store *store, const char *name, int64_t id, struct err *err)
{
	char key[LOOKALIKE_SIZE], other[LOOKALIKE_SIZE], text[LOOKALIKE_SIZE];
	struct query q;
	int found = 1, taken = 0;

	lookalike_key(name, strlen(name), key);
	query_start(&q, store, "look for names that look alike",
	    "SELECT userid FROM player WHERE id <> ?1 UNION ALL SELECT name FROM player WHERE id <>"
	    " ?1 AND name <> ''",
	    WITH(INT(id)));
	while (!taken && (found = query_next(&q, err)) == 1) {
		query_copy(&q, text, sizeof text);
		lookalike_key(text, strlen(text), other);
		taken = key[0] != '\0' && strcmp(key, other) == 0;
	}
	query_end(&q);
	return found == -1 ? -1 : taken;
}

int
players_add(struct store *store, struct player *player, struct err *err)
{
	struct player_row row = { .player = *player };

	userid_key(player->userid, row.key);
	return row_add(store, "add a player", &player_rows, &row, "", &player->id, err);
}

int
players_save(struct store *store, const struct player *player, struct err *err)
{
	struct player_row row = { .player = *player };

	userid_key(player->userid, row.key);
	return row_save(store, "save a player", &player_rows, &row, SAVED, "WHERE id = ?",
	    WITH(INT(player->id)), err);
}

int
players_note_letter(struct store *store, const struct player *player, struct err *err)
{
	return row_save(store, "note how a player writes", &player_rows, player, NOTED,
	    "WHERE id = ?", WITH(INT(player->id)), err);
}

int
players_digested(struct store *store, struct arena *arena, struct player **out, struct err *err)
{
	return rows_list(store, "list digests", &player_rows, "WHERE digested <> 0 ORDER BY id",
	    NULL, arena, out, err);
}

int
players_note_digest(struct store *store, int64_t player, int64_t when, struct err *err)
{
	return query_do_one(store, "note a digest", "UPDATE player SET digested = ? WHERE id = ?",
	    WITH(INT(when), INT(player)), err);
}

int
players_puzzled(struct store *store, struct arena *arena, struct player **out, struct err *err)
{
	return rows_list(store, "list who wants puzzles", &player_rows,
	    "WHERE puzzles IN ('daily', 'weekly') ORDER BY id", NULL, arena, out, err);
}

int
players_note_puzzle(struct store *store, int64_t player, int64_t when, struct err *err)
{
	return query_do_one(store, "note a puzzle", "UPDATE player SET puzzled = ? WHERE id = ?",
	    WITH(INT(when), INT(player)), err);
}

int
players_add_address(struct store *store, const struct address *address, struct err *err)
{
	return row_add(store, "add an address", &addresses, address,
	    "ON CONFLICT (player, address) DO UPDATE SET address = excluded.address, confirmed ="
	    " excluded.confirmed, receives = excluded.receives, stopped = excluded.stopped",
	    NULL, err);
}

int
players_is_reached(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "look whether a player gets letters",
	    "SELECT EXISTS (SELECT 1 FROM address WHERE player = ? AND confirmed = 1"
	    " AND receives = 1 AND stopped = 0)",
	    WITH(INT(player)), err);
}

/* In what anybody has said, in both spellings of its domain. */
static int
blank_address(struct store *store, const char *address, struct err *err)
{
	struct arena *arena = arena_new();
	const char *spellings[] = { address, idn_ascii(arena, address) };
	int rc = 0;

	for (int i = 0; i < 2 && rc == 0; i++)
		rc = query_do(store, "blank an address in what was said",
		    "UPDATE talk SET text = replaced(text, ?1, '********') WHERE text LIKE"
		    " '%@%' AND text <> replaced(text, ?1, '********')",
		    WITH(TEXT(spellings[i])), err);
	arena_free(arena);
	return rc;
}

int
players_drop_address(struct store *store, int64_t player, const char *address, struct err *err)
{
	if (blank_address(store, address, err) == -1)
		return -1;
	return query_do_one(store, "drop an address",
	    "DELETE FROM address WHERE player = ? AND address = ?",
	    WITH(INT(player), TEXT(address)), err);
}

int
players_addresses(
    struct store *store, struct arena *arena, int64_t player, struct address **out, struct err *err)
{
	return rows_list(store, "read addresses", &addresses, "WHERE player = ? ORDER BY id",
	    WITH(INT(player)), arena, out, err);
}

int
players_all(struct store *store, struct arena *arena, struct player **out, struct err *err)
{
	return rows_list(
	    store, "list players", &player_rows, "ORDER BY userid", NULL, arena, out, err);
}

#define HERE " state = 0 AND level = 0 AND seen >= ?1"

int
players_here(struct store *store, struct arena *arena, int64_t since, int limit, struct seat **out,
    struct err *err)
{
	return rows_list(store, "list who is here", &player_seats,
	    "WHERE" HERE " AND listed = 1 ORDER BY seen DESC, userid LIMIT ?2",
	    WITH(INT(since), INT(limit)), arena, out, err);
}

int
players_count_here(
    struct store *store, int64_t since, int64_t *listed, int64_t *unlisted, struct err *err)
{
	return query_number(store, "count who is here",
		   "SELECT count(*) FROM player WHERE" HERE " AND listed = 1", WITH(INT(since)),
		   listed, err) == -1 ?
	    -1 :
	    query_number(store, "count who is here unlisted",
		"SELECT count(*) FROM player WHERE" HERE " AND listed = 0", WITH(INT(since)),
		unlisted, err);
}

int
players_count(struct store *store, struct err *err)
{
	return query_count(store, "count players", "SELECT count(*) FROM player", NULL, err);
}

int
players_drop_new(struct store *store, int64_t player, int64_t now, struct err *err)
{
	if (query_do(store, "drop new addresses",
		"DELETE FROM address WHERE player = ?1 AND old_from > ?2 AND EXISTS (SELECT 1 FROM"
		" address AS old WHERE old.player = ?1 AND old.confirmed = 1 AND old.old_from <= ?2)",
		WITH(INT(player), INT(now)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
bounces_add(struct store *store, const char *address, int64_t now, int64_t since, int64_t *count,
    struct err *err)
{
	if (query_do(store, "forget old bounces",
		"DELETE FROM bounce WHERE address = ? AND day < ?",
		WITH(TEXT(address), INT(since / DAY)), err) == -1 ||
	    query_do(store, "note a bounce",
		"INSERT INTO bounce (address, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
		WITH(TEXT(address), INT(now / DAY)), err) == -1)
		return -1;
	return query_number(store, "count bounces", "SELECT count(*) FROM bounce WHERE address = ?",
	    WITH(TEXT(address)), count, err);
}

int
addresses_stop(struct store *store, const char *address, bool stopped, struct err *err)
{
	int changed;

	if (query_do(store, "stop an address",
		"UPDATE address SET stopped = ?1 WHERE address = ?2 AND stopped <> ?1",
		WITH(INT(stopped), TEXT(address)), err) == -1)
		return -1;
	changed = sqlite3_changes(store->db) > 0;
	if (!stopped &&
	    query_do(store, "forget bounces", "DELETE FROM bounce WHERE address = ?",
		WITH(TEXT(address)), err) == -1)
		return -1;
	return changed;
}

int
vacations_add(struct store *store, int64_t player, const struct period *span, struct err *err)
{
	return query_do(store, "add a vacation",
	    "INSERT INTO vacation (player, begins, ends) VALUES (?, ?, ?)",
	    WITH(INT(player), INT(span->from), INT(span->to)), err);
}

int
vacations_list(struct store *store, struct arena *arena, int64_t player, int64_t since,
    const struct period **out, struct err *err)
{
	return rows_list(store, "read vacations", &spans,
	    "WHERE player = ? AND ends > ? ORDER BY begins", WITH(INT(player), INT(since)), arena,
	    out, err);
}

int
vacations_move(
    struct store *store, int64_t player, int64_t begins, const struct period *span, struct err *err)
{
	return query_do_one(store, "move a vacation",
	    "UPDATE vacation SET begins = ?, ends = ? WHERE player = ? AND begins = ?",
	    WITH(INT(span->from), INT(span->to), INT(player), INT(begins)), err);
}

int
vacations_cut(struct store *store, int64_t player, int64_t begins, int64_t now, struct err *err)
{
	if (query_do(store, "drop vacations",
		"DELETE FROM vacation WHERE player = ?1 AND begins >= ?2 AND ?3 IN (0, begins)",
		WITH(INT(player), INT(now), INT(begins)), err) == -1)
		return -1;
	return query_do(store, "end a vacation",
	    "UPDATE vacation SET ends = ?2 WHERE player = ?1 AND ends > ?2 AND ?3 IN (0, begins)",
	    WITH(INT(player), INT(now), INT(begins)), err);
}

int
vacations_owe(struct store *store, int64_t player, int64_t other, struct err *err)
{
	return query_do(store, "note whom to tell of a vacation",
	    "INSERT INTO vacation_news (player, other) VALUES (?, ?) ON CONFLICT DO UPDATE SET"
	    " waits = 1",
	    WITH(INT(player), INT(other)), err);
}

/* That none is left is told at once, as it takes time away: once, until others are told. */
#define OWED \
	"waits = 1 AND (at <= ?1 OR (told <> '' AND NOT EXISTS (SELECT 1 FROM vacation WHERE" \
	" vacation.player = vacation_news.player AND ends > ?2)))"

int
vacations_owed(
    struct store *store, struct arena *arena, int64_t before, int64_t **out, struct err *err)
{
	return query_ids(store, "list news of vacations",
	    "SELECT DISTINCT player FROM vacation_news WHERE " OWED,
	    WITH(INT(before), INT(before + DAY)), arena, out, err);
}

int
vacations_owed_of(struct store *store, struct arena *arena, int64_t player, int64_t before,
    int64_t **others, struct err *err)
{
	return query_ids(store, "list who is to hear of a vacation",
	    "SELECT other FROM vacation_news WHERE player = ?3 AND " OWED,
	    WITH(INT(before), INT(before + DAY), INT(player)), arena, others, err);
}

int
vacations_told(struct store *store, struct arena *arena, int64_t player, int64_t other,
    const char **told, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read what was told of a vacation",
	    "SELECT told FROM vacation_news WHERE player = ? AND other = ?",
	    WITH(INT(player), INT(other)));
	if ((found = query_next(&q, err)) == 1)
		*told = query_text(&q, arena);
	query_end(&q);
	return found;
}

int
vacations_note_told(struct store *store, int64_t player, int64_t other, const char *told,
    int64_t at, struct err *err)
{
	if (told == NULL)
		return query_do_one(store, "note that nothing is to be told",
		    "UPDATE vacation_news SET waits = 0 WHERE player = ? AND other = ?",
		    WITH(INT(player), INT(other)), err);
	return query_do_one(store, "note what was told of a vacation",
	    "UPDATE vacation_news SET waits = 0, told = ?, at = ? WHERE player = ? AND other = ?",
	    WITH(TEXT(told), INT(at), INT(player), INT(other)), err);
}

int
vacations_knowing(
    struct store *store, struct arena *arena, int64_t player, int64_t **others, struct err *err)
{
	return query_ids(store, "list who knows of a vacation",
	    "SELECT other FROM vacation_news WHERE player = ? AND told <> ''", WITH(INT(player)),
	    arena, others, err);
}

int
vacations_correct_told(
    struct store *store, int64_t player, int64_t other, const char *told, struct err *err)
{
	return query_do_one(store, "correct what was told of a vacation",
	    "UPDATE vacation_news SET told = ? WHERE player = ? AND other = ?",
	    WITH(TEXT(told), INT(player), INT(other)), err);
}

int
blocks_add(struct store *store, int64_t player, int64_t blocked, struct err *err)
{
	return query_do(store, "block a player",
	    "INSERT INTO block (player, blocked) VALUES (?, ?) ON CONFLICT DO NOTHING",
	    WITH(INT(player), INT(blocked)), err);
}

int
blocks_remove(struct store *store, int64_t player, const char *userid, struct err *err)
{
	if (query_do(store, "unblock a player",
		"DELETE FROM block WHERE player = ? AND blocked = (SELECT id FROM player WHERE"
		" userid = ?)",
		WITH(INT(player), TEXT(userid)), err) == -1)
		return -1;
	return sqlite3_changes(store->db) > 0;
}

int
blocks_list(
    struct store *store, struct arena *arena, int64_t player, struct seat **out, struct err *err)
{
	return rows_list(store, "list who is blocked", &player_seats,
	    "JOIN block ON player.id = blocked WHERE player = ? ORDER BY userid", WITH(INT(player)),
	    arena, out, err);
}

int
blocks_of(struct store *store, struct arena *arena, int64_t blocked, int64_t **out, struct err *err)
{
	return query_ids(store, "list who has blocked",
	    "SELECT player FROM block WHERE blocked = ?", WITH(INT(blocked)), arena, out, err);
}

int
blocks_forget(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "forget blocks", "DELETE FROM block WHERE ?1 IN (player, blocked)",
	    WITH(INT(player)), err);
}
