/* SPDX-License-Identifier: ISC */
/*
 * RATING, STANDINGS: the course of one rating, and where all stand.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "speak/query.h"
#include "store/ratings.h"

#define GAMES_SHOWN      20
#define RECKONINGS_SHOWN 5
#define ACTIVE           (180 * DAY) /* who has finished no game for longer is not listed */
#define BARS             60          /* of the graph */

static const char *
digits(struct arena *arena, double rating, const char *more)
{
	return arena_printf(arena, "%ld%s", lround(rating), more);
}

/* The course as a line of bars, the oldest first. */
static const char *
graph(struct arena *arena, const struct course *course, int count)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	double low = course[0].after, high = low;
	struct str line;

	str_init(&line, arena, 0);
	for (int i = 0; i < count; i++) {
		low = fmin(low, course[i].after);
		high = fmax(high, course[i].after);
	}
	for (int i = count - 1; i >= 0; i--)
		str_add(&line,
		    bars[high > low ? lround(7 * (course[i].after - low) / (high - low)) : 0]);
	return line.data;
}

/* "reckonings": when decisions about games that were over have changed it. */
static int
tell_reckonings(struct request *rq, const struct player *player, struct vars *vars, struct err *err)
{
	struct reckoning *all;
	int count = ratings_reckonings(
	    rq->store, rq->arena, player->id, RECKONINGS_SHOWN, &all, err);

	vars_list(vars, "reckonings");
	vars_flag(vars, "any-reckonings", count > 0);
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "reckonings");
		struct game *game;
		int sees = request_sees(rq, all[i].game, &game, err);

		if (sees == -1)
			return -1;
		request_day(item, "date", "", all[i].at);
		vars_flag(item, "private", sees == 0);
		vars_number(item, "board", sees == 1 ? all[i].game : 0);
		vars_text(item, "before", digits(rq->arena, all[i].was, ""));
		vars_text(item, "after", digits(rq->arena, all[i].is, ""));
	}
	return count == -1 ? -1 : 0;
}

static enum outcome
tell_course(struct request *rq, const struct player *player, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "rating");
	struct course *course;
	int count = ratings_course(rq->store, rq->arena, player->id, BARS, &course, err);

	vars_text(vars, "userid", player->userid);
	vars_list(vars, "games");
	if (count == -1 || facts_player(vars, rq->store, player->id, rq->now, err) == -1)
		return FAILED;
	if (count > 0)
		vars_text(vars, "graph", graph(rq->arena, course, count));
	for (int i = 0; i < count && i < GAMES_SHOWN; i++) {
		struct vars *item = vars_add(vars, "games");
		struct game *game;
		int sees = request_sees(rq, course[i].game, &game, err);

		if (sees == -1)
			return FAILED;
		vars_flag(item, "private", sees == 0);
		request_day(item, "date", "", sees == 1 ? course[i].at : 0);
		vars_number(item, "board", sees == 1 ? course[i].game : 0);
		vars_text(item, "opponent",
		    sees == 1 ? game->seat[side_other(game_side_of(game, player->id))].userid : "");
		vars_text(item, "before", digits(rq->arena, course[i].before, ""));
		vars_text(item, "after", digits(rq->arena, course[i].after, ""));
		vars_number(item, "sure", lround(course[i].deviation));
	}
	return tell_reckonings(rq, player, vars, err) == -1 ? FAILED : DONE;
}

enum outcome
rating_run(struct request *rq, struct err *err)
{
	struct player *player = rq->from;
	enum outcome outcome = DONE;

	if (rq->order->word_count > 0)
		outcome = request_player(rq, rq->order->raw[0], &player, err);
	else if (player == NULL)
		return request_refuse(rq, "games-whose");
	return outcome == DONE ? tell_course(rq, player, err) : outcome;
}

static int
add_row(struct request *rq, struct vars *vars, const struct rated_player *row, int rank,
    struct err *err)
{
	struct vars *item = vars_add(vars, "rows");
	struct tally tally;

	if (games_tally(rq->store, row->seat.player, &tally, err) == -1)
		return -1;
	vars_number(item, "rank", rank);
	vars_flag(item, "yours", rq->from != NULL && rq->from->id == row->seat.player);
	vars_text(item, "userid", row->seat.userid);
	vars_number(item, "won", tally.won);
	vars_number(item, "drawn", tally.drawn);
	vars_number(item, "lost", tally.lost);
	return facts_player(item, rq->store, row->seat.player, rq->now, err);
}

/* Which part of the list somebody belongs to. */
enum part { SETTLED, UNSETTLED, INACTIVE };
static enum part
part_of(const struct rated_player *row, int64_t since, int64_t now)
{
	struct rating rating = rating_on(&row->rating, now);

	return row->rating.at < since ? INACTIVE : rating_is_settled(&rating) ? SETTLED : UNSETTLED;
}

/* Those of one part: the first `limit`, and the line of the one who asks. */
static int
add_part(struct request *rq, struct vars *vars, const struct rated_player *rows, int count,
    enum part part, const struct standings_query *q, struct err *err)
{
	const struct rated_player *above = NULL;
	int rank = 0, place = 0;

	vars_list(vars, "rows");
	for (int i = 0; i < count; i++) {
		bool is_own = rq->from != NULL && rq->from->id == rows[i].seat.player;

		if (part_of(&rows[i], q->since, rq->now) != part)
			continue;
		rank++;
		if (above == NULL || !rating_shares(&above->rating, &rows[i].rating))
			place = rank;
		above = &rows[i];
		if ((rank <= q->limit || is_own) && add_row(rq, vars, &rows[i], place, err) == -1)
			return -1;
	}
	return rank;
}

/* "left-out": whoever asks has a rating, and no game since then, and reads it here. */
static int
add_own(struct request *rq, struct vars *vars, const struct rated_player *rows, int count,
    int64_t since, struct err *err)
{
	vars_flag(vars, "left-out", false);
	for (int i = 0; i < count; i++)
		if (rq->from != NULL && rows[i].seat.player == rq->from->id &&
		    part_of(&rows[i], since, rq->now) == INACTIVE) {
			vars_flag(vars, "left-out", true);
			return facts_player(vars, rq->store, rq->from->id, rq->now, err);
		}
	return 0;
}

enum outcome
standings_run(struct request *rq, struct err *err)
{
	struct standings_query q;
	struct rated_player *rows;
	struct player *player;
	struct vars *vars;
	enum outcome outcome;
	bool is_usual;
	int count = ratings_standings(rq->store, rq->arena, false, &rows, err), settled, others;

	query_read_standings(rq->order, rq->now, &q);
	if (count == -1)
		return FAILED;
	if (q.name != NULL) {
		outcome = request_player(rq, q.name, &player, err);
		return outcome == DONE ? tell_course(rq, player, err) : outcome;
	}
	vars = reply_use(rq->reply, "standings");
	vars_flag(vars, "since-named", q.since != 0);
	request_day(vars, "since", "", q.since);
	is_usual = q.since == 0 && !q.is_inactive;
	if (q.since == 0)
		q.since = rq->now - ACTIVE;
	vars_flag(vars, "inactive", q.is_inactive);
	vars_time(vars, "now", rq->now);
	if (q.is_inactive) {
		others = add_part(rq, vars_add(vars, "unsettled"), rows, count, INACTIVE, &q, err);
		settled = 0;
	} else {
		settled = add_part(rq, vars_add(vars, "settled"), rows, count, SETTLED, &q, err);
		others = add_part(rq, vars_add(vars, "unsettled"), rows, count, UNSETTLED, &q, err);
	}
	if (settled == -1 || others == -1)
		return FAILED;
	if (add_own(rq, vars, rows, count, is_usual ? q.since : 0, err) == -1)
		return FAILED;
	vars_number(vars, "settled-count", settled);
	vars_number(vars, "others-count", others);
	vars_flag(vars, "any-settled", settled > 0);
	vars_flag(vars, "any-others", others > 0);
	vars_number(vars, "active-days", ACTIVE / DAY);
	return DONE;
}
