/* SPDX-License-Identifier: ISC */
/*
 * Reviews that are wanted (reviews.h).
 */
#include "store/reviews.h"

#include "store/columns.h"

#define C(name, uses) COLUMN(#name, struct wanted, name, uses)
static const struct column columns[] = {
	C(game, LISTED | ADDED),
	C(player, LISTED | ADDED),
	C(asked, LISTED | ADDED),
	C(found, ALWAYS),
	C(tries, ALWAYS),
	C(next, ALWAYS),
};
static const struct table reviews = TABLE("review", struct wanted, columns);

int
reviews_add(struct store *store, int64_t game, int64_t player, int64_t now, struct err *err)
{
	struct wanted wanted = { .game = game, .player = player, .asked = now, .found = "" };
	int had = query_count(store, "look for a review",
	    "SELECT count(*) FROM review WHERE game = ? AND player = ?",
	    WITH(INT(game), INT(player)), err);

	if (had != 0)
		return had == -1 ? -1 : 0;
	return row_add(store, "want a review", &reviews, &wanted, "", NULL, err) == -1 ? -1 : 1;
}

int
reviews_get(struct store *store, struct arena *arena, int64_t game, int64_t player,
    struct wanted *out, struct err *err)
{
	return row_find(store, "look for a review", &reviews, "WHERE game = ? AND player = ?",
	    WITH(INT(game), INT(player)), arena, out, err);
}

int
reviews_due(
    struct store *store, struct arena *arena, int64_t now, struct wanted *out, struct err *err)
{
	return row_find(store, "look for reviews", &reviews,
	    "WHERE next <= ? ORDER BY asked, game, player LIMIT 1", WITH(INT(now)), arena, out,
	    err);
}

int
reviews_save(struct store *store, const struct wanted *wanted, struct err *err)
{
	return row_save(store, "note what a review found", &reviews, wanted, SAVED,
	    "WHERE game = ? AND player = ?", WITH(INT(wanted->game), INT(wanted->player)), err);
}

int
reviews_remove(struct store *store, const struct wanted *wanted, struct err *err)
{
	return query_do_one(store, "end a review",
	    "DELETE FROM review WHERE game = ? AND player = ?",
	    WITH(INT(wanted->game), INT(wanted->player)), err);
}
