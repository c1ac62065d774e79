/* SPDX-License-Identifier: ISC */
/*
 * The same position on another board (parallel.h).
 */
#include "store/parallel.h"

#include "rules/pair.h"
#include "store/games.h"
#include "store/stmt.h"

#define MACHINES "(SELECT id FROM player WHERE level > 0)"

int64_t
parallel_board(struct store *store, struct arena *arena, const struct game *game, int64_t player,
    struct err *err)
{
	struct game *other;
	int64_t *ids;
	int count = query_ids(store, "look for the boards of a player",
	    "SELECT id FROM game WHERE state = 1 AND red = ?1 AND green NOT IN " MACHINES
	    " UNION SELECT id FROM game WHERE state = 1 AND green = ?1 AND red NOT IN " MACHINES
	    " ORDER BY 1",
	    WITH(INT(player)), arena, &ids, err);

	for (int i = 0; i < count; i++) {
		if (games_get(store, arena, ids[i], &other, err) != 1)
			return -1;
		if (!game_is_early(other, other->length) &&
		    pair_is_image(&other->board, &game->board))
			return ids[i];
	}
	return count == -1 ? -1 : 0;
}
