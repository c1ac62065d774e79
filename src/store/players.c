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
#include "base/err.h"
#include "base/str.h"
#include "store/stmt.h"

#define PLAYER_COLUMNS \
	"player.id, player.userid, player.state, player.password_hash," \
	" player.created, player.language, player.board, player.flipped, player.notation," \
	" player.zone, player.classic_subject, player.game_limit, player.html, player.writes_html," \
	" player.reminders, player.calendar, player.seen, player.receipt," \
	" player.name"

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

static void
read_player(struct query *q, struct arena *arena, struct player *out)
{
	memset(out, 0, sizeof *out);
	out->id = query_int(q);
	query_copy(q, out->userid, sizeof out->userid);
	out->state = (enum player_state)query_int(q);
	out->password_hash = query_text(q, arena);
	out->created = query_int(q);
	out->language = query_text(q, arena);
	out->board = query_text(q, arena);
	out->flipped = query_int(q) != 0;
	out->notation = query_text(q, arena);
	out->zone = query_text(q, arena);
	out->classic_subject = query_int(q) != 0;
	out->limit = query_small(q);
	out->html = query_text(q, arena);
	out->writes_html = query_int(q) != 0;
	out->reminders = query_text(q, arena);
	out->calendar = query_int(q) != 0;
	out->seen = query_int(q);
	out->no_receipt = query_int(q) == 0;
	out->name = query_text(q, arena);
}

static int
one_player(struct query *q, struct arena *arena, struct player *out, struct err *err)
{
	int found = query_next(q, err);

	if (found != 1)
		return found;
	read_player(q, arena, out);
	query_end(q);
	return 1;
}

int
players_get(
    struct store *store, struct arena *arena, int64_t id, struct player *out, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "read a player", "SELECT " PLAYER_COLUMNS " FROM player WHERE id = ?");
	query_put_int(&q, id);
	return one_player(&q, arena, out, err);
}

int
players_find(struct store *store, struct arena *arena, const char *userid, struct player *out,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "look a userid up",
	    "SELECT " PLAYER_COLUMNS " FROM player WHERE userid = ?");
	query_put_text(&q, userid);
	return one_player(&q, arena, out, err);
}

int
players_by_address(struct store *store, struct arena *arena, const char *address,
    struct player *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "look an address up",
	    "SELECT " PLAYER_COLUMNS
	    " FROM address JOIN player ON player.id = address.player WHERE address.address = ?"
	    " AND address.confirmed = 1");
	query_put_text(&q, address);
	return one_player(&q, arena, out, err);
}

int
players_taken(struct store *store, const char *userid, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];

	userid_key(userid, key);
	query_start(&q, store, "look a userid up",
	    "SELECT EXISTS (SELECT 1 FROM player WHERE userid_key = ?)");
	query_put_text(&q, key);
	return query_count(&q, err);
}

/* Everything but the id and the key of the userid. */
static void
put_player(struct query *q, const struct player *player)
{
	query_put_text(q, player->userid);
	query_put_int(q, player->state);
	query_put_text(q, player->password_hash);
	query_put_int(q, player->created);
	query_put_text(q, player->language);
	query_put_text(q, player->board);
	query_put_int(q, player->flipped);
	query_put_text(q, player->notation);
	query_put_text(q, player->zone);
	query_put_int(q, player->classic_subject);
	query_put_int(q, player->limit);
	query_put_text(q, player->html);
	query_put_int(q, player->writes_html);
	query_put_text(q, player->reminders);
	query_put_int(q, player->calendar);
	query_put_int(q, !player->no_receipt);
	query_put_text(q, player->name);
}

int
players_add(struct store *store, struct player *player, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];

	userid_key(player->userid, key);
	query_start(&q, store, "add a player",
	    "INSERT INTO player (userid, state, password_hash, created, language, board,"
	    " flipped, notation, zone, classic_subject, game_limit, html, writes_html, reminders,"
	    " calendar, receipt, name, userid_key)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	put_player(&q, player);
	query_put_text(&q, key);
	return query_run_id(&q, &player->id, err);
}

int
players_save(struct store *store, const struct player *player, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];

	userid_key(player->userid, key);
	query_start(&q, store, "save a player",
	    "UPDATE player SET userid = ?, state = ?, password_hash = ?, created = ?, language"
	    " = ?, board = ?, flipped = ?, notation = ?, zone = ?, classic_subject = ?,"
	    " game_limit = ?, html = ?, writes_html = ?, reminders = ?, calendar = ?, receipt = ?,"
	    " name = ?, userid_key = ? WHERE id = ?");
	put_player(&q, player);
	query_put_text(&q, key);
	query_put_int(&q, player->id);
	return query_run_one(&q, err);
}

int
players_note_letter(struct store *store, const struct player *player, struct err *err)
{
	struct query q;

	query_start(&q, store, "note how a player writes",
	    "UPDATE player SET writes_html = ?, seen = ? WHERE id = ?");
	query_put_int(&q, player->writes_html);
	query_put_int(&q, player->seen);
	query_put_int(&q, player->id);
	return query_run_one(&q, err);
}

int
players_add_address(struct store *store, const struct address *address, struct err *err)
{
	struct query q;

	query_start(&q, store, "add an address",
	    "INSERT INTO address (player, address, confirmed, receives, stopped) VALUES (?, ?,"
	    " ?, ?, ?) ON CONFLICT (player, address) DO UPDATE SET address = excluded.address,"
	    " confirmed = excluded.confirmed, receives = excluded.receives, stopped ="
	    " excluded.stopped");
	query_put_int(&q, address->player);
	query_put_text(&q, address->address);
	query_put_int(&q, address->confirmed);
	query_put_int(&q, address->receives);
	query_put_int(&q, address->stopped);
	return query_run(&q, err);
}

int
players_drop_address(struct store *store, int64_t player, const char *address, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "drop an address", "DELETE FROM address WHERE player = ? AND address = ?");
	query_put_int(&q, player);
	query_put_text(&q, address);
	return query_run_one(&q, err);
}

int
players_addresses(
    struct store *store, struct arena *arena, int64_t player, struct address **out, struct err *err)
{
	struct query q;
	struct address *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read addresses",
	    "SELECT player, address, confirmed, receives, stopped FROM address WHERE player ="
	    " ? ORDER BY id");
	query_put_int(&q, player);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].player = query_int(&q);
		rows[count].address = query_text(&q, arena);
		rows[count].confirmed = query_int(&q) != 0;
		rows[count].receives = query_int(&q) != 0;
		rows[count].stopped = query_int(&q) != 0;
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
players_all(struct store *store, struct arena *arena, struct player **out, struct err *err)
{
	struct query q;
	struct player *rows = NULL;
	int count = 0, more;

	query_start(
	    &q, store, "list players", "SELECT " PLAYER_COLUMNS " FROM player ORDER BY userid");
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		read_player(&q, arena, &rows[count++]);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
bounces_add(struct store *store, const char *address, int64_t now, int64_t since, int64_t *count,
    struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "forget old bounces", "DELETE FROM bounce WHERE address = ? AND day < ?");
	query_put_text(&q, address);
	query_put_int(&q, since / DAY);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "note a bounce",
	    "INSERT INTO bounce (address, day) VALUES (?, ?) ON CONFLICT DO NOTHING");
	query_put_text(&q, address);
	query_put_int(&q, now / DAY);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "count bounces", "SELECT count(*) FROM bounce WHERE address = ?");
	query_put_text(&q, address);
	return query_number(&q, count, err);
}

int
addresses_stop(struct store *store, const char *address, bool stopped, struct err *err)
{
	struct query q;
	int changed;

	query_start(&q, store, "stop an address",
	    "UPDATE address SET stopped = ?1 WHERE address = ?2 AND stopped <> ?1");
	query_put_int(&q, stopped);
	query_put_text(&q, address);
	if (query_run(&q, err) == -1)
		return -1;
	changed = sqlite3_changes(store->db) > 0;
	if (stopped)
		return changed;
	query_start(&q, store, "forget bounces", "DELETE FROM bounce WHERE address = ?");
	query_put_text(&q, address);
	return query_run(&q, err) == -1 ? -1 : changed;
}

int
vacations_add(struct store *store, int64_t player, const struct span *span, struct err *err)
{
	struct query q;

	query_start(&q, store, "add a vacation",
	    "INSERT INTO vacation (player, begins, ends) VALUES (?, ?, ?)");
	query_put_int(&q, player);
	query_put_int(&q, span->from);
	query_put_int(&q, span->to);
	return query_run(&q, err);
}

int
vacations_list(struct store *store, struct arena *arena, int64_t player, int64_t since,
    const struct span **out, struct err *err)
{
	struct query q;
	struct span *spans = NULL;
	int count = 0, more;

	query_start(&q, store, "read vacations",
	    "SELECT begins, ends FROM vacation WHERE player = ? AND ends > ? ORDER BY begins");
	query_put_int(&q, player);
	query_put_int(&q, since);
	while ((more = query_next(&q, err)) == 1) {
		spans = rows_more(arena, spans, count, sizeof *spans);
		spans[count].from = query_int(&q);
		spans[count].to = query_int(&q);
		count++;
	}
	*out = spans;
	return more == 0 ? count : -1;
}

int
vacations_cut(struct store *store, int64_t player, int64_t now, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "drop vacations", "DELETE FROM vacation WHERE player = ? AND begins >= ?");
	query_put_int(&q, player);
	query_put_int(&q, now);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(&q, store, "end a vacation",
	    "UPDATE vacation SET ends = ?2 WHERE player = ?1 AND ends > ?2");
	query_put_int(&q, player);
	query_put_int(&q, now);
	return query_run(&q, err);
}

int
blocks_add(struct store *store, int64_t player, int64_t blocked, struct err *err)
{
	struct query q;

	query_start(&q, store, "block a player",
	    "INSERT INTO block (player, blocked) VALUES (?, ?) ON CONFLICT DO NOTHING");
	query_put_int(&q, player);
	query_put_int(&q, blocked);
	return query_run(&q, err);
}

int
blocks_remove(struct store *store, int64_t player, const char *userid, struct err *err)
{
	struct query q;

	query_start(&q, store, "unblock a player",
	    "DELETE FROM block WHERE player = ? AND blocked = (SELECT id FROM player WHERE userid"
	    " = ?)");
	query_put_int(&q, player);
	query_put_text(&q, userid);
	return query_run(&q, err) == -1 ? -1 : sqlite3_changes(store->db) > 0;
}

int
blocks_list(
    struct store *store, struct arena *arena, int64_t player, struct seat **out, struct err *err)
{
	struct query q;
	struct seat *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "list who is blocked",
	    "SELECT id, userid FROM block JOIN player ON player.id = blocked WHERE player = ?"
	    " ORDER BY userid");
	query_put_int(&q, player);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		memset(&rows[count], 0, sizeof *rows);
		rows[count].player = query_int(&q);
		query_copy(&q, rows[count++].userid, USERID_SIZE);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
blocks_of(struct store *store, struct arena *arena, int64_t blocked, int64_t **out, struct err *err)
{
	struct query q;
	int64_t *rows = NULL;
	int count = 0, more;

	query_start(
	    &q, store, "list who has blocked", "SELECT player FROM block WHERE blocked = ?");
	query_put_int(&q, blocked);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count++] = query_int(&q);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
blocks_forget(struct store *store, int64_t player, struct err *err)
{
	return query_run_with(
	    store, "forget blocks", "DELETE FROM block WHERE ?1 IN (player, blocked)", player, err);
}
