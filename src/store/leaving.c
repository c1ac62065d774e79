/* SPDX-License-Identifier: ISC */
/*
 * What is not kept of people (leaving.h).
 */
#include "store/leaving.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/token.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/stmt.h"

#define BOUNCES_KEPT (31 * DAY) /* longer than they count */
#define IS_OPEN(a)   a " LIKE '%@%' AND " a " NOT LIKE '%" VEIL_DOMAIN "'"

/* veil(ADDRESS, 0 or 1) in SQL: by the first key, or by the one before it. */
static void
veil(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *address = (const char *)sqlite3_value_text(values[0]);
	char out[VEIL_SIZE];

	(void)count;
	address_veil(sqlite3_user_data(context), sqlite3_value_int(values[1]),
	    address != NULL ? address : "", out);
	sqlite3_result_text(context, out, -1, SQLITE_TRANSIENT);
}

void
leaving_set_keys(struct store *store, const struct keys *keys)
{
	sqlite3_create_function_v2(store->db, "veil", 2,
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, (void *)(uintptr_t)keys, veil,
	    NULL, NULL, NULL);
}

static int
each(struct store *store, const char *const *sql, const struct value *values, struct err *err)
{
	for (; *sql != NULL; sql++)
		if (query_do(store, "forget a person", *sql, values, err) == -1)
			return -1;
	return 0;
}

int
leaving_close(struct store *store, int64_t player, struct err *err)
{
	static const char *const sql[] = {
		"DELETE FROM bounce WHERE address IN (SELECT address FROM address WHERE player = ?)",
		"DELETE FROM vacation WHERE player = ?",
		"DELETE FROM vacation_news WHERE ? IN (player, other)",
		"DELETE FROM list WHERE player = ?", "DELETE FROM review WHERE player = ?",
		"DELETE FROM stair WHERE player = ?",
		"DELETE FROM entrant WHERE player = ? AND tournament IN (SELECT id FROM tournament"
		" WHERE state = 0)",
		"UPDATE player SET digest = '', digested = 0, seeks = 0, puzzles = 'off', puzzled = 0"
		" WHERE id = ?",
		NULL
	};
	struct arena *arena = arena_new();
	struct address *all;
	int count = 0, rc = each(store, sql, WITH(INT(player)), err);

	if (rc == 0)
		rc = count = players_addresses(store, arena, player, &all, err);
	for (int i = 0; rc != -1 && i < count; i++)
		rc = players_drop_address(store, player, all[i].address, err);
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

int
leaving_erase(struct store *store, struct player *player, struct err *err)
{
#define HIS_GAMES   "(SELECT id FROM game WHERE red = ?1 OR green = ?1)"
#define HIS_LETTERS "(player = ?1 OR game IN " HIS_GAMES ")"
	static const char *const sql[] = { "DELETE FROM talk WHERE player = ?1",
		"UPDATE talk SET text = replaced(text, (SELECT userid FROM player WHERE id = ?1),"
		" 'former player ' || ?1) WHERE game IN " HIS_GAMES,
		"DELETE FROM observer WHERE player = ?1", "DELETE FROM plan WHERE player = ?1",
		"DELETE FROM puzzling WHERE player = ?1",
		"UPDATE outbox SET subject = '-', answer = '' WHERE " HIS_LETTERS " OR"
		" instr(lower(subject), lower((SELECT userid FROM player WHERE id = ?1)))",
		"DELETE FROM outbox_bytes WHERE id IN (SELECT id FROM outbox WHERE state <> 0 AND"
		" " HIS_LETTERS ")",
		NULL };

	str_format(
	    player->userid, sizeof player->userid, "former player %lld", (long long)player->id);
	player->name = player->zone = "";
	player->digest = "";
	player->seeks = false;
	player->puzzles = "off";
	player->seen = player->digested = player->puzzled = 0;
	return each(store, sql, WITH(INT(player->id)), err) == -1 ?
	    -1 :
	    players_save(store, player, err);
}

int
leaving_hide(struct store *store, int64_t before, int64_t now, struct err *err)
{
	static const char *const sql[] = {
		"UPDATE inbox SET sender = veil(lower(sender), 0) WHERE taken < ? AND " IS_OPEN(
		    "sender"),
		"UPDATE outbox SET recipient = veil(lower(recipient), 0) WHERE created < ? AND"
		" state <> 0 AND " IS_OPEN("recipient"),
		"UPDATE outbox SET subject = veil(lower(subject), 0) WHERE created < ? AND"
		" state <> 0 AND " IS_OPEN("subject"),
		"UPDATE outbox SET answer = '' WHERE created < ? AND state <> 0 AND answer LIKE"
		" '%@%'",
		"UPDATE OR REPLACE invited SET mailbox = veil(lower(mailbox), 0) WHERE at < ? AND"
		" " IS_OPEN("mailbox"),
		NULL
	};

	if (each(store, sql, WITH(INT(before)), err) == -1 ||
	    outbox_expire(store, before, err) == -1)
		return -1;
	return query_do(store, "forget old bounces", "DELETE FROM bounce WHERE day < ?",
	    WITH(INT((now - BOUNCES_KEPT) / DAY)), err);
}

void
leaving_flush(struct store *store)
{
	sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}
