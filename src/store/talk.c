/* SPDX-License-Identifier: ISC */
/*
 * What is said about games, and who listens (games.h).
 */
#include "store/games.h"
#include "store/stmt.h"

int
talk_add(struct store *store, const struct talk *talk, struct err *err)
{
	struct query q;

	query_start(&q, store, "add a comment",
	    "INSERT INTO talk (game, player, ply, kind, text,"
	    " at) VALUES (?, ?, ?, ?, ?, ?)");
	query_put_int(&q, talk->game);
	query_put_id(&q, talk->player);
	query_put_int(&q, talk->ply);
	query_put_int(&q, talk->kind);
	query_put_text(&q, talk->text);
	query_put_int(&q, talk->at);
	return query_run(&q, err);
}

int
talk_list(
    struct store *store, struct arena *arena, int64_t game, struct talk **out, struct err *err)
{
	struct query q;
	struct talk *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read comments",
	    "SELECT game, player, userid, ply, kind, text, at"
	    " FROM talk LEFT JOIN player ON player.id = player WHERE game = ? ORDER BY talk.id");
	query_put_int(&q, game);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].game = query_int(&q);
		rows[count].player = query_int(&q);
		rows[count].userid = query_text(&q, arena);
		rows[count].ply = query_small(&q);
		rows[count].kind = (enum talk_kind)query_int(&q);
		rows[count].text = query_text(&q, arena);
		rows[count].at = query_int(&q);
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
observers_add(struct store *store, int64_t game, int64_t player, struct err *err)
{
	struct query q;

	query_start(&q, store, "add an observer",
	    "INSERT INTO observer (game, player)"
	    " VALUES (?, ?) ON CONFLICT DO NOTHING");
	query_put_int(&q, game);
	query_put_int(&q, player);
	return query_run(&q, err);
}

int
observers_remove(struct store *store, int64_t game, int64_t player, struct err *err)
{
	struct query q;

	query_start(&q, store, "remove an observer",
	    "DELETE FROM observer"
	    " WHERE game = ? AND player = ?");
	query_put_int(&q, game);
	query_put_int(&q, player);
	return query_run(&q, err);
}

int
observers_list(
    struct store *store, struct arena *arena, int64_t game, struct seat **out, struct err *err)
{
	struct query q;
	struct seat *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read observers",
	    "SELECT player.id, userid FROM observer"
	    " JOIN player ON player.id = observer.player WHERE game = ? ORDER BY userid");
	query_put_int(&q, game);
	while ((more = query_next(&q, err)) == 1) {
		rows = rows_more(arena, rows, count, sizeof *rows);
		rows[count].player = query_int(&q);
		query_copy(&q, rows[count].userid, sizeof rows[count].userid);
		count++;
	}
	*out = rows;
	return more == 0 ? count : -1;
}
