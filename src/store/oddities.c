/* SPDX-License-Identifier: ISC */
/*
 * What an operator may want to look at (oddities.h).
 */
#include "store/oddities.h"

#include "base/arena.h"
#include "store/stmt.h"

#define COUNTED "state = 2 AND is_rated = 1 AND result BETWEEN 1 AND 3 AND ended >= ?1"
/* Each game twice, once from each side. */
#define SIDES \
	"WITH side AS (SELECT red AS player, green AS other, length, ending, result = 2 AS lost" \
	" FROM game WHERE " COUNTED " UNION ALL SELECT green, red, length, ending, result = 1" \
	" FROM game WHERE " COUNTED ")"

/* Two userids, how many of how many games, and a game; ?1 since, ?2 ODD_GAMES, ?3 ODD_SHARE, ?4
 * ODD_LENGTH. */
static const char *const lists[] = {
	[ODD_RESIGNS] = SIDES
	", early AS (SELECT player, sum(lost AND ending = 'resignation' AND length <= ?4) AS"
	" games, count(*) AS of FROM side GROUP BY player)"
	" SELECT userid, '', games, of, 0 FROM early JOIN player ON id = player WHERE of >= ?2"
	" AND 100 * games > ?3 * of ORDER BY games DESC, userid",
	[ODD_PAIR] = SIDES
	", only AS (SELECT player, min(other) AS other, count(*) AS games FROM side GROUP BY"
	" player HAVING min(other) = max(other) AND count(*) >= ?2)"
	" SELECT a.userid, b.userid, only.games, only.games, 0 FROM only JOIN only AS back ON"
	" back.player = only.other AND back.other = only.player JOIN player AS a ON a.id ="
	" only.player JOIN player AS b ON b.id = only.other WHERE only.player < only.other AND"
	" ?3 > 0 AND ?4 > 0 ORDER BY only.games DESC, a.userid",
	[ODD_DRAW] =
	    "SELECT r.userid, g.userid, length, length, game.id FROM game JOIN player AS r ON r.id ="
	    " red JOIN player AS g ON g.id = green WHERE game." COUNTED " AND ending = 'agreement'"
	    " AND length <= ?4 AND ?2 > 0 AND ?3 > 0 ORDER BY ended, game.id",
};

int
oddities_list(struct store *store, struct arena *arena, enum odd kind, int64_t since,
    struct oddity **out, struct err *err)
{
	struct query q;
	struct oddity *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "look for odd results", lists[kind],
	    WITH(INT(since), INT(ODD_GAMES), INT(ODD_SHARE), INT(ODD_LENGTH)));
	while ((more = query_next(&q, err)) == 1) {
		struct oddity *row;

		rows = arena_grow(arena, rows, (size_t)count, sizeof *rows);
		row = &rows[count++];
		for (int i = 0; i < 2; i++)
			query_copy(&q, row->userid[i], sizeof row->userid[i]);
		row->games = (int)query_int(&q);
		row->of = (int)query_int(&q);
		row->game = query_int(&q);
	}
	*out = rows;
	return more == 0 ? count : -1;
}
