/* SPDX-License-Identifier: ISC */
/*
 * How long a vacation counts in tournaments (vacation_limit.h).
 */
#include "cmd/vacation_limit.h"

#include <stdlib.h>

#include "base/arena.h"
#include "store/games.h"

/* The one of that tournament and that day, which may be new. */
static struct vacation_limit *
find_limit(struct vacation_limit *limits, int *count, int64_t tournament, int64_t runs)
{
	for (int i = 0; i < *count; i++)
		if (limits[i].tournament == tournament && limits[i].runs == runs)
			return &limits[i];
	limits[*count] = (struct vacation_limit){ .tournament = tournament, .runs = runs };
	return &limits[(*count)++];
}

static int
by_number(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int
vacation_limits(struct request *rq, int64_t player, int64_t opponent, struct vacation_limit **out,
    struct err *err)
{
	struct game_filter filter = { .player = player,
		.opponent = opponent,
		.viewer = -1,
		.of_state = { [GAME_PLAYING] = true },
		.limit = INT32_MAX };
	struct vacation_limit *limits;
	struct game_line *lines;
	const struct period *spans;
	int ahead = vacations_list(rq->store, rq->arena, player, rq->now, &spans, err);
	int count = ahead > 0 ? games_list(rq->store, rq->arena, &filter, &lines, err) : ahead;
	int found = 0;

	if (count == -1)
		return -1;
	limits = *out = arena_alloc(rq->arena, (size_t)(count + 1) * sizeof *limits);
	for (int i = 0; i < count; i++) {
		enum side mine = lines[i].seat[RED].player == player ? RED : GREEN;
		const struct calendar *calendar;
		struct vacation_limit *limit;
		struct game *game;
		int64_t runs;

		if (lines[i].tournament == 0)
			continue;
		/* As it is after what this letter has changed. */
		if (games_get(rq->store, rq->arena, lines[i].id, &game, err) != 1)
			return -1;
		calendar = &game->calendar[mine];
		if (game->terms.vacation_days == 0 || game->terms.no_vacation)
			continue;
		runs = vacations_uncounted(
		    spans, ahead, calendar->off, calendar->off_count, rq->now);
		if (runs == 0)
			continue;
		limit = find_limit(limits, &found, game->tournament, runs);
		limit->days = game->terms.vacation_days;
		for (int k = 0; k < calendar->off_count; k++)
			limit->is_again |= calendar->off[k].to == runs;
		if (limit->boards == NULL)
			limit->boards = arena_bytes(
			    rq->arena, (size_t)count * sizeof *limit->boards);
		limit->boards[limit->board_count++] = game->id;
	}
	for (int i = 0; i < found; i++)
		qsort(limits[i].boards, (size_t)limits[i].board_count, sizeof *limits[i].boards,
		    by_number);
	return found;
}

void
vacation_limit_facts(const struct request *rq, const struct vacation_limit *limit, const char *zone,
    struct vars *vars)
{
	vars_number(vars, "tournament", limit->tournament);
	vars_number(vars, "days", limit->days);
	vars_flag(vars, "runs-now", limit->runs <= rq->now);
	vars_flag(vars, "again", limit->is_again);
	request_day(vars, "runs-on", zone, limit->runs);
	vars_flag(vars, "one-board", limit->board_count == 1);
	vars_list(vars, "boards");
	for (int i = 0; i < limit->board_count; i++) {
		struct vars *item = vars_add(vars, "boards");

		vars_number(item, "board", limit->boards[i]);
		vars_flag(item, "another", i > 0);
		vars_flag(item, "final", i == limit->board_count - 1);
	}
}

int
vacation_add_limits(struct request *rq, const struct player *player, int64_t opponent,
    struct vars *vars, struct err *err)
{
	struct vacation_limit *limits;
	int count = vacation_limits(rq, player->id, opponent, &limits, err);

	vars_list(vars, "limits");
	for (int i = 0; i < count; i++)
		vacation_limit_facts(rq, &limits[i], player->zone, vars_add(vars, "limits"));
	return count == -1 ? -1 : 0;
}
