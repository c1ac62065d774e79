/* SPDX-License-Identifier: ISC */
/*
 * Scores of imported games (scores.h): one PGN each, whose moves are in ICCS because that
 * has one meaning only.
 */
#include "store/scores.h"

#include <string.h>

#include "base/err.h"
#include "store/games.h"
#include "store/stmt.h"

int
scores_keep(struct store *store, int64_t game, const char *score, const char *date, struct err *err)
{
	return query_do(store, "keep a score", "INSERT INTO imported VALUES (?, ?, ?)",
	    WITH(INT(game), TEXT(score), TEXT(date)), err);
}

int
scores_get(
    struct store *store, struct arena *arena, int64_t game, const char **score, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read a score", "SELECT score FROM imported WHERE game = ?",
	    WITH(INT(game)));
	if ((found = query_next(&q, err)) != 1)
		return found;
	*score = query_text(&q, arena);
	query_end(&q);
	return 1;
}

int
scores_record(struct store *store, struct arena *arena, struct game *game, struct record **out,
    struct err *err)
{
	const char *score;
	int count, found = scores_get(store, arena, game->id, &score, err);

	if (found == 1)
		return record_read(arena, score, strlen(score), out, &count, err);
	if (found == -1 || games_plies(store, game, err) == -1)
		return -1;
	*out = record_from_game(arena, game);
	return 0;
}
