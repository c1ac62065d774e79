/* SPDX-License-Identifier: ISC */
/*
 * The stairs (stairs.h).
 */
#include "store/stairs.h"

#include "base/arena.h"
#include "store/columns.h"

#define C(name, member, uses) COLUMN(name, struct climber, member, uses)
#define BOARD(role) \
	"ifnull((SELECT game FROM climb WHERE climb." role " = stair.player AND result = 0), 0)"
static const struct column climber_columns[] = {
	C("player", seat.player, LISTED | ADDED),
	COLUMN_AS("userid", struct climber, seat.userid),
	C("step", step, ALWAYS),
	C("since", since, ALWAYS),
	COLUMN_AS(BOARD("challenger"), struct climber, challenges),
	COLUMN_AS(BOARD("challenged"), struct climber, is_played),
};
static const struct table climbers = TABLE("stair", struct climber, climber_columns);
#undef C

/* What a game has done, by side. */
struct climb {
	int64_t game, challenger, challenged;
	enum result result;
	int before[2], after[2];
};
#define C(name, member, uses) COLUMN(name, struct climb, member, uses)
static const struct column climb_columns[] = {
	C("game", game, LISTED | ADDED),
	C("challenger", challenger, LISTED | ADDED),
	C("challenged", challenged, LISTED | ADDED),
	C("result", result, ALWAYS),
	C("red_before", before[RED], ALWAYS),
	C("red_after", after[RED], ALWAYS),
	C("green_before", before[GREEN], ALWAYS),
	C("green_after", after[GREEN], ALWAYS),
};
static const struct table climbs = TABLE("climb", struct climb, climb_columns);
#undef C

int
climbers_list(struct store *store, struct arena *arena, struct climber **out, struct err *err)
{
	return rows_list(store, "read the stairs", &climbers,
	    "JOIN player ON player.id = stair.player WHERE player.state = 0 ORDER BY step DESC,"
	    " since, player",
	    NULL, arena, out, err);
}

/* Where he stands: 1, 0 nowhere, -1. */
static int
find_climber(
    struct store *store, struct arena *arena, int64_t player, struct climber *out, struct err *err)
{
	return row_find(store, "find a player on the stairs", &climbers,
	    "JOIN player ON player.id = stair.player WHERE player.id = ?", WITH(INT(player)), arena,
	    out, err);
}

int
climbers_has(struct store *store, int64_t player, struct err *err)
{
	return query_count(store, "look for a player on the stairs",
	    "SELECT count(*) FROM stair WHERE player = ?", WITH(INT(player)), err);
}

int
climbers_add(struct store *store, int64_t player, int64_t now, struct err *err)
{
	const struct climber climber = { .seat.player = player, .step = 1, .since = now };
	int had = climbers_has(store, player, err);

	if (had != 0)
		return had == -1 ? -1 : 0;
	return row_add(store, "put a player on the stairs", &climbers, &climber, "", NULL, err) ==
		-1 ?
	    -1 :
	    1;
}

int
climbers_remove(struct store *store, int64_t player, struct err *err)
{
	int had = climbers_has(store, player, err);

	if (had <= 0)
		return had;
	return query_do_one(store, "take a player off the stairs",
		   "DELETE FROM stair WHERE player = ?", WITH(INT(player)), err) == -1 ?
	    -1 :
	    1;
}

int
stairs_begin(struct store *store, const struct game *game, struct err *err)
{
	const struct climb climb = { .game = game->id,
		.challenger = game->seat[game->challenger].player,
		.challenged = game->seat[side_other(game->challenger)].player };

	return row_add(store, "begin a game on the stairs", &climbs, &climb, "", NULL, err);
}

int
stairs_between(
    struct store *store, int64_t one, int64_t other, bool *plays, int64_t *last, struct err *err)
{
	int open = query_count(store, "look for a game on the stairs",
	    "SELECT count(*) FROM climb WHERE result = 0 AND (challenger, challenged) IN"
	    " (VALUES (?1, ?2), (?2, ?1))",
	    WITH(INT(one), INT(other)), err);

	*plays = open > 0;
	return open == -1 ? -1 :
			    query_number(store, "look for the last game on the stairs",
				"SELECT max(ended) FROM climb JOIN game ON game.id = climb.game"
				" WHERE climb.result <> 0 AND (climb.challenger, challenged) IN"
				" (VALUES (?1, ?2), (?2, ?1))",
				WITH(INT(one), INT(other)), last, err);
}

int
stairs_more_red(struct store *store, int64_t player, int *more, struct err *err)
{
	int64_t sum;
	int rc = query_number(store, "count colours on the stairs",
	    "SELECT sum(iif(red = ?1, 1, -1)) FROM game WHERE id IN (SELECT game FROM climb WHERE"
	    " challenger = ?1 UNION ALL SELECT game FROM climb WHERE challenged = ?1)",
	    WITH(INT(player)), &sum, err);

	*more = (int)sum;
	return rc;
}

/* Moves one side: back by what the game has done before, and on by what it does now. */
static int
move_climber(
    struct store *store, struct game *game, struct climb *climb, enum side side, struct err *err)
{
	struct climber climber;
	int was = climb->after[side] > 0 ? climb->after[side] - climb->before[side] : 0;
	int found;

	game->step_until[side] = 0;
	/* It has taken him off, or he was not there. */
	if (climb->result != RESULT_NONE && climb->after[side] == 0)
		return 0;
	if ((found = find_climber(store, game->arena, game->seat[side].player, &climber, err)) ==
	    -1)
		return -1;
	climb->before[side] = climb->after[side] = 0;
	if (found == 0)
		return 0;
	game->step_until[side] = climber.step;
	climber.step = climber.step - was > 1 ? climber.step - was : 1;
	climb->before[side] = climber.step;
	if (stairs_leaves(game->result, game->ending, side))
		return climbers_remove(store, climber.seat.player, err) == -1 ? -1 : 0;
	climb->after[side] = climber.step = stairs_step(climber.step, game->result, side);
	if (climb->result == RESULT_NONE)
		climber.since = game->ended;
	return row_save(store, "move a player on the stairs", &climbers, &climber, SAVED,
	    "WHERE player = ?", WITH(INT(climber.seat.player)), err);
}

static int
find_climb(struct store *store, const struct game *game, struct climb *out, struct err *err)
{
	return row_find(store, "read what a game did on the stairs", &climbs, "WHERE game = ?",
	    WITH(INT(game->id)), game->arena, out, err);
}

/* What is stored, into the game. */
static void
note_steps(struct game *game, const struct climb *climb)
{
	game->is_climbed = climb->result != RESULT_NONE;
	for (int side = RED; side <= GREEN; side++) {
		game->step_before[side] = climb->before[side];
		game->step_after[side] = climb->after[side];
	}
}

int
stairs_settle(struct store *store, struct game *game, struct err *err)
{
	struct climb climb;
	int found;

	if (!game->is_stairs || game->state != GAME_OVER)
		return 0;
	if ((found = find_climb(store, game, &climb, err)) != 1 || climb.result == game->result)
		return found == -1 ? -1 : 0;
	game->is_climbed_anew = climb.result != RESULT_NONE;
	for (int side = RED; side <= GREEN; side++)
		if (move_climber(store, game, &climb, side, err) == -1)
			return -1;
	climb.result = game->result;
	note_steps(game, &climb);
	return row_save(store, "note what a game did on the stairs", &climbs, &climb, SAVED,
	    "WHERE game = ?", WITH(INT(game->id)), err);
}

int
stairs_get(struct store *store, struct game *game, struct err *err)
{
	struct climb climb;
	int found = game->is_stairs ? find_climb(store, game, &climb, err) : 0;

	if (found == 1)
		note_steps(game, &climb);
	return found == -1 ? -1 : 0;
}

/*
 * Empty steps close.
 */

/* Kept as a month, and not as a time: whichever way a clock jumps, they close once too often at
 * most, and there is nothing to close then. */
#define CLOSED "stairs-month"

int
stairs_due(struct store *store, struct arena *arena, int64_t now, int64_t **out, struct err *err)
{
	int64_t month = stairs_month(now), closed;

	if (store_fact(store, CLOSED, &closed, err) == -1)
		return -1;
	*out = arena_alloc(arena, sizeof **out);
	**out = month;
	return month != closed;
}

int
stairs_close_empty(struct store *store, struct arena *arena, int64_t month, struct err *err)
{
	struct climber *all;
	int *steps,
	    count = rows_list(store, "read the stairs", &climbers,
		"JOIN player ON player.id = stair.player ORDER BY step", NULL, arena, &all, err);

	if (count == -1)
		return -1;
	steps = arena_alloc(arena, (size_t)(count + 1) * sizeof *steps);
	for (int i = 0; i < count; i++)
		steps[i] = all[i].step;
	stairs_close(steps, count);
	for (int i = 0; i < count; i++) {
		if (steps[i] == all[i].step)
			continue;
		all[i].step = steps[i];
		if (row_save(store, "close empty steps", &climbers, &all[i], SAVED,
			"WHERE player = ?", WITH(INT(all[i].seat.player)), err) == -1)
			return -1;
	}
	return store_set_fact(store, CLOSED, month, err);
}
