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
#include "base/err.h"
#include "base/str.h"
#include "store/stmt.h"
#include "store/userid.h"

#define COLUMNS \
	"player.id, player.userid, player.state, player.password_hash," \
	" player.created, player.language, player.board, player.flipped, player.notation," \
	" player.zone, player.classic_subject, player.game_limit, player.html"

void
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
	out->zone = query_small(q);
	out->classic_subject = query_int(q) != 0;
	out->limit = query_small(q);
	out->html = query_int(q) != 0;
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

	query_start(&q, store, "read a player", "SELECT " COLUMNS " FROM player WHERE id = ?");
	query_put_int(&q, id);
	return one_player(&q, arena, out, err);
}

int
players_find(struct store *store, struct arena *arena, const char *userid, struct player *out,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "look a userid up",
	    "SELECT " COLUMNS " FROM player"
	    " WHERE userid = ?");
	query_put_text(&q, userid);
	return one_player(&q, arena, out, err);
}

int
players_by_address(struct store *store, struct arena *arena, const char *address,
    struct player *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "look an address up",
	    "SELECT " COLUMNS " FROM address"
	    " JOIN player ON player.id = address.player"
	    " WHERE address.address = ? AND address.confirmed = 1");
	query_put_text(&q, address);
	return one_player(&q, arena, out, err);
}

int
players_taken(struct store *store, const char *userid, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];
	int64_t is_taken;

	userid_key(userid, key);
	query_start(&q, store, "look a userid up",
	    "SELECT EXISTS (SELECT 1 FROM player WHERE userid_key = ?1)"
	    " OR EXISTS (SELECT 1 FROM signup WHERE userid_key = ?1)");
	query_put_text(&q, key);
	if (query_number(&q, &is_taken, err) == -1)
		return -1;
	return is_taken ? 1 : 0;
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
	query_put_int(q, player->zone);
	query_put_int(q, player->classic_subject);
	query_put_int(q, player->limit);
	query_put_int(q, player->html);
}

int
players_add(struct store *store, struct player *player, struct err *err)
{
	struct query q;
	char key[USERID_SIZE];

	userid_key(player->userid, key);
	query_start(&q, store, "add a player",
	    "INSERT INTO player (userid, state, password_hash,"
	    " created, language, board, flipped, notation, zone, classic_subject, game_limit,"
	    " html, userid_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
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
	    "UPDATE player SET userid = ?, state = ?,"
	    " password_hash = ?, created = ?, language = ?, board = ?, flipped = ?, notation = ?,"
	    " zone = ?, classic_subject = ?, game_limit = ?, html = ?, userid_key = ? WHERE id = ?");
	put_player(&q, player);
	query_put_text(&q, key);
	query_put_int(&q, player->id);
	return query_run_one(&q, err);
}

int
players_add_address(struct store *store, const struct address *address, struct err *err)
{
	struct query q;

	query_start(&q, store, "add an address",
	    "INSERT INTO address (player, address,"
	    " confirmed, receives, stopped) VALUES (?, ?, ?, ?, ?)"
	    " ON CONFLICT (player, address) DO UPDATE SET address = excluded.address,"
	    " confirmed = excluded.confirmed, receives = excluded.receives,"
	    " stopped = excluded.stopped");
	query_put_int(&q, address->player);
	query_put_text(&q, address->address);
	query_put_int(&q, address->confirmed);
	query_put_int(&q, address->receives);
	query_put_int(&q, address->stopped);
	return query_run(&q, err);
}

int
players_addresses(
    struct store *store, struct arena *arena, int64_t player, struct address **out, struct err *err)
{
	struct query q;
	struct address *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read addresses",
	    "SELECT player, address, confirmed, receives,"
	    " stopped FROM address WHERE player = ? ORDER BY id");
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

	query_start(&q, store, "list players", "SELECT " COLUMNS " FROM player ORDER BY userid");
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		read_player(&q, arena, &rows[count++]);
	}
	*out = rows;
	return more == 0 ? count : -1;
}
