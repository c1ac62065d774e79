/* SPDX-License-Identifier: ISC */
/*
 * Ratings of stored games (ratings.h).
 */
#include "store/ratings.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "store/linked.h"
#include "store/players.h"
#include "store/stmt.h"

#define REBUILD_CACHE "PRAGMA cache_size = -262144" /* the rows of a million games */
#define USUAL_CACHE   "PRAGMA cache_size = -4096"
#define SLACK         1e-6 /* between two machines' arithmetic */
#define ENDED_GAMES   50   /* looked at for reliability */

int
ratings_allow(struct store *store, struct game *game, int64_t now, struct err *err)
{
	const int64_t red = game->seat[RED].player, green = game->seat[GREEN].player;
	int together, count;

	if (!game->is_rated || red == 0 || green == 0)
		return 0;
	together = linked_together(store, red, green, err);
	count = query_count(store, "count rated games of two players",
	    "SELECT count(*) FROM game WHERE ((red = ?1 AND green = ?2) OR (red = ?2 AND"
	    " green = ?1)) AND is_rated = 1 AND state <> 0 AND result <> 4 AND started > ?3",
	    WITH(INT(red), INT(green), INT(now - RATED_GAMES_TIME)), err);
	if (together == -1 || count == -1)
		return -1;
	game->unrated = together == TOGETHER_BY_MAILBOX ? UNRATED_MAILBOX :
	    together == TOGETHER_BY_OPERATOR            ? UNRATED_LINKED :
	    count >= RATED_GAMES_MAX                    ? UNRATED_OFTEN :
							  UNRATED_ASKED;
	game->is_rated = game->unrated == UNRATED_ASKED;
	return 0;
}

int
ratings_absence_counts(struct store *store, int64_t player, int64_t absent, struct err *err)
{
	return absent == 0 ?
	    0 :
	    query_count(store, "look for a game lost on time that counts",
		"SELECT EXISTS (SELECT 1 FROM game WHERE iif(turn = 0, red, green) ="
		" ?1 AND (red = ?1 OR green = ?1) AND state = 2 AND ending = 'time'"
		" AND is_rated = 1 AND ended >= ?2)",
		WITH(INT(player), INT(absent)), err);
}

int
ratings_note_absence(struct store *store, struct game *game, struct err *err)
{
	int64_t loser = game->seat[game_turn(game)].player, since;
	int counts;

	if ((!game->is_rated && !game_is_match(game)) || game->result == RESULT_CANCELLED)
		return 0;
	if (query_number(store, "look since when a player is absent",
		"SELECT absent FROM player WHERE id = ?", WITH(INT(loser)), &since, err) == -1)
		return -1;
	if (since != 0 && game->ended - since <= ABSENCE) {
		/* A first one that is not rated itself makes no other free. */
		if (game->is_rated &&
		    (counts = ratings_absence_counts(store, loser, since, err)) != 0) {
			game->is_rated = false;
			game->unrated = UNRATED_ABSENT;
			return counts == -1 ? -1 : 0;
		}
		return 0;
	}
	return query_do(store, "note that a player is absent",
	    "UPDATE player SET absent = ?2 WHERE id = ?1", WITH(INT(loser), INT(game->ended)), err);
}

int
ratings_note_suspension(struct store *store, struct game *game, struct err *err)
{
	int64_t loser = game->seat[game->result == RESULT_RED ? GREEN : RED].player, state;

	if (game->state != GAME_OVER || game->ending == ENDING_ADJUDICATION ||
	    (game->result != RESULT_RED && game->result != RESULT_GREEN))
		return 0;
	/* That he was silent, or has left, is no reason while he could do nothing else. */
	if (!game->is_rated && game->unrated != UNRATED_ABSENT && game->unrated != UNRATED_LEFT)
		return 0;
	if (query_number(store, "look whether a player is suspended",
		"SELECT state FROM player WHERE id = ?", WITH(INT(loser)), &state, err) == -1)
		return -1;
	if (state == PLAYER_SUSPENDED) {
		game->is_rated = false;
		game->unrated = UNRATED_SUSPENDED;
	}
	return 0;
}

/* --- One game. */

#define COUNTED "state = 2 AND is_rated = 1 AND result BETWEEN 1 AND 3"

static double
score_of(enum result result)
{
	return result == RESULT_RED ? 1 : result == RESULT_DRAW ? 0.5 : 0;
}

static void
read_figures(struct query *q, struct rating *out)
{
	out->rating = query_real(q);
	out->deviation = query_real(q);
	out->volatility = query_real(q);
}

int
ratings_of(struct store *store, int64_t player, struct rating *out, struct err *err)
{
	struct query q;
	int found;

	*out = rating_new();
	query_start(&q, store, "read a rating",
	    "SELECT at, r, rd, s FROM standing WHERE player = ?", WITH(INT(player)));
	if ((found = query_next(&q, err)) == 1) {
		out->at = query_int(&q);
		read_figures(&q, out);
		query_end(&q);
	}
	return found == -1 ? -1 : 0;
}

int
ratings_seed(struct store *store, int64_t player, int64_t now, double *out, struct err *err)
{
	struct rating current;
	struct query q;
	int found;

	if (ratings_of(store, player, &current, err) == -1)
		return -1;
	*out = current.rating;
	query_start(&q, store, "read the best rating of a year",
	    "SELECT max(r1) FROM rating WHERE player = ? AND at > ? AND rd1 < ?",
	    WITH(INT(player), INT(now - SEED_TIME), REAL(DEVIATION_SETTLED)));
	if ((found = query_next(&q, err)) == 1) {
		double best = query_real(&q) - SEED_BELOW;

		query_end(&q);
		*out = best > *out ? best : *out;
	}
	return found == -1 ? -1 : 0;
}

static int
write_standing(struct store *store, int64_t player, const struct rating *rating, struct err *err)
{
	if (rating->at == 0)
		return query_do(store, "forget a standing", "DELETE FROM standing WHERE player = ?",
		    WITH(INT(player)), err);
	return query_do(store, "write a standing",
	    "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?)",
	    WITH(INT(player), INT(rating->at), REAL(rating->rating), REAL(rating->deviation),
		REAL(rating->volatility)),
	    err);
}

static int
write_rating(struct store *store, int64_t player, int64_t game, const struct rating *before,
    const struct rating *after, struct err *err)
{
	return query_do(store, "write a rating",
	    "INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    WITH(INT(player), INT(after->at), INT(game), REAL(before->rating),
		REAL(before->deviation), REAL(before->volatility), REAL(after->rating),
		REAL(after->deviation), REAL(after->volatility)),
	    err);
}

/* 1 found, 0 not, -1. */
static int
read_rating(struct store *store, int64_t player, int64_t at, int64_t game, struct rating *before,
    struct rating *after, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, "read what a game did to a rating",
	    "SELECT r0, rd0, s0, r1, rd1, s1 FROM rating WHERE player = ? AND at = ? AND game = ?",
	    WITH(INT(player), INT(at), INT(game)));
	if ((found = query_next(&q, err)) == 1) {
		read_figures(&q, before);
		read_figures(&q, after);
		after->at = at;
		query_end(&q);
	}
	return found;
}

int
ratings_get(struct store *store, struct game *game, struct err *err)
{
	int found = game->state == GAME_OVER && game->is_rated;

	for (int side = RED; side <= GREEN && found == 1; side++)
		found = read_rating(store, game->seat[side].player, game->ended, game->id,
		    &game->before[side], &game->after[side], err);
	game->is_counted = found == 1;
	return found == -1 ? -1 : 0;
}

static int
count_game(struct store *store, struct game *game, struct err *err)
{
	struct rating known[2];

	for (int side = RED; side <= GREEN; side++)
		if (ratings_of(store, game->seat[side].player, &known[side], err) == -1)
			return -1;
	rating_game(known, score_of(game->result), game->ended, game->before, game->after);
	for (int side = RED; side <= GREEN; side++) {
		int64_t player = game->seat[side].player;

		if (write_rating(store, player, game->id, &game->before[side], &game->after[side],
			err) == -1 ||
		    write_standing(store, player, &game->after[side], err) == -1)
			return -1;
	}
	game->is_counted = true;
	return 0;
}

/* --- All games from one on. */

struct reckoner {
	struct store *store;
	int64_t at, game; /* the first */
	int64_t players;  /* the highest number of one */
	struct known {
		struct rating rating;
		bool is_read;
	} * known; /* by player */
	bool is_check;
	struct arena *arena; /* … and its findings */
	const char *first;
	int64_t games;
	int wrong;
};

/* What a player had before the first of the games. */
static int
know(struct reckoner *r, int64_t player, struct err *err)
{
	struct known *known = &r->known[player];
	struct query q;
	int found = 0;

	if (known->is_read)
		return 0;
	known->is_read = true;
	known->rating = rating_new();
	if (r->at == 0)
		return 0;
	query_start(&q, r->store, "read an earlier rating",
	    "SELECT at, r1, rd1, s1 FROM rating WHERE player = ?1 AND (at, game) < (?2, ?3)"
	    " ORDER BY at DESC, game DESC LIMIT 1",
	    WITH(INT(player), INT(r->at), INT(r->game)));
	if ((found = query_next(&q, err)) == 1) {
		known->rating.at = query_int(&q);
		read_figures(&q, &known->rating);
		query_end(&q);
	}
	return found == -1 ? -1 : 0;
}

static bool
is_near(const struct rating *a, const struct rating *b)
{
	return fabs(a->rating - b->rating) < SLACK && fabs(a->deviation - b->deviation) < SLACK &&
	    fabs(a->volatility - b->volatility) < SLACK;
}

static void
find_wrong(struct reckoner *r, const char *first)
{
	if (r->wrong++ == 0)
		r->first = first;
}

static int
reckon_game(struct reckoner *r, int64_t id, const int64_t player[2], double score, int64_t ended,
    struct err *err)
{
	struct rating known[2], before[2], after[2];

	for (int i = 0; i < 2; i++) {
		if (know(r, player[i], err) == -1)
			return -1;
		known[i] = r->known[player[i]].rating;
	}
	rating_game(known, score, ended, before, after);
	for (int i = 0; i < 2; i++) {
		struct rating kept[2];
		int found;

		r->known[player[i]].rating = after[i];
		if (!r->is_check) {
			if (write_rating(r->store, player[i], id, &before[i], &after[i], err) == -1)
				return -1;
			continue;
		}
		found = read_rating(r->store, player[i], ended, id, &kept[0], &kept[1], err);
		if (found == -1)
			return -1;
		if (found == 0 || !is_near(&kept[0], &before[i]) || !is_near(&kept[1], &after[i]))
			find_wrong(r,
			    arena_printf(r->arena,
				"game %lld: what it did to the rating of player"
				" %lld is not what is kept",
				(long long)id, (long long)player[i]));
	}
	r->games++;
	return 0;
}

/* Where all who were met stand in the end. */
static int
reckon_standings(struct reckoner *r, struct err *err)
{
	for (int64_t player = 1; player <= r->players; player++) {
		const struct known *known = &r->known[player];
		struct rating kept;

		if (!known->is_read)
			continue;
		if (!r->is_check) {
			if (write_standing(r->store, player, &known->rating, err) == -1)
				return -1;
			continue;
		}
		if (ratings_of(r->store, player, &kept, err) == -1)
			return -1;
		if (kept.at != known->rating.at || !is_near(&kept, &known->rating))
			find_wrong(r,
			    arena_printf(r->arena,
				"player %lld: the rating that is kept is not that of"
				" the last game",
				(long long)player));
	}
	return 0;
}

/* also: players to reckon, whatever games there are; 0 none. */
static int
reckon(struct reckoner *r, const int64_t also[2], struct err *err)
{
	struct arena *arena = arena_new();
	struct query q;
	int more = -1;

	if (query_number(r->store, "count players", "SELECT ifnull(max(id), 0) FROM player", NULL,
		&r->players, err) == -1)
		goto out;
	r->known = arena_alloc(arena, (size_t)(r->players + 1) * sizeof *r->known);
	for (int i = 0; i < 2; i++)
		if (also[i] != 0 && know(r, also[i], err) == -1)
			goto out;
	query_start(&q, r->store, "list games that count",
	    "SELECT id, red, green, result, ended FROM game WHERE " COUNTED
	    " AND (ended, id) >= (?, ?) ORDER BY ended, id",
	    WITH(INT(r->at), INT(r->game)));
	while ((more = query_next(&q, err)) == 1) {
		int64_t id = query_int(&q), red = query_int(&q), green = query_int(&q);
		double score = score_of((enum result)query_int(&q));

		if (reckon_game(
			r, id, (const int64_t[]){ red, green }, score, query_int(&q), err) == -1) {
			query_end(&q);
			more = -1;
			break;
		}
	}
	if (more == 0)
		more = reckon_standings(r, err);
out:
	arena_free(arena);
	return more;
}

int
ratings_settle(struct store *store, struct game *game, struct err *err)
{
	const int64_t red = game->seat[RED].player, green = game->seat[GREEN].player;
	struct reckoner r = { .store = store, .at = game->ended, .game = game->id };
	bool counts = game->is_rated && game->result != RESULT_CANCELLED;
	int64_t later;

	if (game->state != GAME_OVER || red == 0 || green == 0)
		return 0;
	if (query_number(store, "look for ratings of later games",
		"SELECT count(*) FROM rating WHERE player IN (?1, ?2) AND (at, game) >= (?3, ?4)",
		WITH(INT(red), INT(green), INT(r.at), INT(r.game)), &later, err) == -1)
		return -1;
	if (later == 0)
		return counts ? count_game(store, game, err) : 0;
	if (query_do(store, "forget what a game did to ratings",
		"DELETE FROM rating WHERE player IN (?1, ?2) AND at = ?3 AND game = ?4",
		WITH(INT(red), INT(green), INT(r.at), INT(r.game)), err) == -1 ||
	    reckon(&r, (const int64_t[]){ red, green }, err) == -1)
		return -1;
	return ratings_get(store, game, err);
}

int
ratings_rebuild(struct store *store, struct err *err)
{
	struct reckoner r = { .store = store };
	int rc;

	if (query_do(store, "forget all ratings", "DELETE FROM rating", NULL, err) == -1 ||
	    query_do(store, "forget all standings", "DELETE FROM standing", NULL, err) == -1)
		return -1;
	sqlite3_exec(store->db, REBUILD_CACHE, NULL, NULL, NULL);
	rc = reckon(&r, (const int64_t[2]){ 0 }, err);
	sqlite3_exec(store->db, USUAL_CACHE, NULL, NULL, NULL);
	return rc;
}

int
ratings_check(
    struct store *store, struct arena *arena, const char **first, int64_t *games, struct err *err)
{
	struct reckoner r = { .store = store, .is_check = true, .arena = arena };
	int64_t ratings, standings, wanted = 0;

	if (reckon(&r, (const int64_t[2]){ 0 }, err) == -1 ||
	    query_number(
		store, "count ratings", "SELECT count(*) FROM rating", NULL, &ratings, err) == -1 ||
	    query_number(store, "count standings", "SELECT count(*) FROM standing", NULL,
		&standings, err) == -1 ||
	    query_number(store, "count players with ratings",
		"SELECT count(DISTINCT player) FROM rating", NULL, &wanted, err) == -1)
		return -1;
	if (ratings != 2 * r.games || standings != wanted)
		find_wrong(&r,
		    arena_printf(arena, "there are %lld ratings of %lld games, and %lld standings",
			(long long)ratings, (long long)r.games, (long long)standings));
	*first = r.first;
	*games = r.games;
	return r.wrong;
}

/* --- Lists. */

int
ratings_standings(struct store *store, struct arena *arena, bool suspended,
    struct rated_player **out, struct err *err)
{
	struct query q;
	struct rated_player *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "list standings",
	    "SELECT player, userid, at, r, rd, s FROM standing JOIN player ON player.id = player"
	    " WHERE state <= ? ORDER BY r DESC, userid",
	    WITH(INT(suspended ? PLAYER_SUSPENDED : PLAYER_ACTIVE)));
	while ((more = query_next(&q, err)) == 1) {
		struct rated_player *row;

		rows = arena_grow(arena, rows, (size_t)count, sizeof *rows);
		row = &rows[count++];
		row->seat.player = query_int(&q);
		query_copy(&q, row->seat.userid, sizeof row->seat.userid);
		row->rating.at = query_int(&q);
		read_figures(&q, &row->rating);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
ratings_course(struct store *store, struct arena *arena, int64_t player, int limit,
    struct course **out, struct err *err)
{
	struct query q;
	struct course *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read the course of a rating",
	    "SELECT game, at, r0, r1, rd1 FROM rating WHERE player = ? ORDER BY at DESC, game DESC"
	    " LIMIT ?",
	    WITH(INT(player), INT(limit)));
	while ((more = query_next(&q, err)) == 1) {
		struct course *row;

		rows = arena_grow(arena, rows, (size_t)count, sizeof *rows);
		row = &rows[count++];
		row->game = query_int(&q);
		row->at = query_int(&q);
		row->before = query_real(&q);
		row->after = query_real(&q);
		row->deviation = query_real(&q);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

int
ratings_note_reckoning(struct store *store, const struct reckoning *r, struct err *err)
{
	return query_do(store, "note a rating reckoned anew",
	    "INSERT INTO reckoning (player, at, game, was, becomes) VALUES (?, ?, ?, ?, ?)",
	    WITH(INT(r->player), INT(r->at), INT(r->game), REAL(r->was), REAL(r->is)), err);
}

int
ratings_reckonings(struct store *store, struct arena *arena, int64_t player, int limit,
    struct reckoning **out, struct err *err)
{
	struct query q;
	struct reckoning *rows = NULL;
	int count = 0, more;

	query_start(&q, store, "read ratings reckoned anew",
	    "SELECT player, at, game, was, becomes FROM reckoning WHERE player = ? ORDER BY at DESC,"
	    " rowid DESC LIMIT ?",
	    WITH(INT(player), INT(limit)));
	while ((more = query_next(&q, err)) == 1) {
		struct reckoning *row;

		rows = arena_grow(arena, rows, (size_t)count, sizeof *rows);
		row = &rows[count++];
		row->player = query_int(&q);
		row->at = query_int(&q);
		row->game = query_int(&q);
		row->was = query_real(&q);
		row->is = query_real(&q);
	}
	*out = rows;
	return more == 0 ? count : -1;
}

/* Turns of a player: since when his clock ran, when his move arrived, or his time was up, and how
 * long the clock took, -1 where that has to be reckoned from both; and those in which a game was
 * cancelled, which were late where all their time had passed (bank_red, bank_green: at most two
 * moves were made).  Each side apart, for the index of each. */
#define GAMES_OF(side, is_green, condition) \
	"SELECT id, started, ended, ending, turn, length, turn_since, weekend_off, no_vacation, tournament," \
	" iif(forfeittime > 0, forfeittime, bank_" side ") AS allowed, " is_green \
	" AS mine FROM game WHERE " side " = ?1 AND is_private = 0 AND " condition
#define BOTH_SIDES(condition) \
	GAMES_OF("red", "0", condition) " UNION ALL " GAMES_OF("green", "1", condition)
#define OPEN_GAMES               BOTH_SIDES("state = 1")
#define ENDED_GAMES_LATEST_FIRST BOTH_SIDES("state = 2 AND started > 0") " ORDER BY ended DESC"
static const char turns[] =
    "WITH of AS (" OPEN_GAMES " UNION ALL SELECT * FROM (" ENDED_GAMES_LATEST_FIRST " LIMIT ?2))"
    " SELECT iif(ply.ply = 1, started, max(before.committed, before.answered)),"
    " iif(ply.received > 0, ply.received, ply.committed) AS until, 0, weekend_off, no_vacation,"
    " started, ifnull((SELECT vacations FROM tournament WHERE tournament.id = of.tournament), 0), 0,"
    " ply.spent"
    " FROM of JOIN ply ON ply.game = of.id AND (of.turn + length + ply.ply - 1) % 2 = mine"
    " LEFT JOIN ply AS before ON before.game = of.id AND before.ply = ply.ply - 1"
    " UNION ALL SELECT started, ended AS until, 1, 0, 0, 0, 0, 0, 0 FROM of WHERE ending = 'time' AND"
    " turn = mine"
    " UNION ALL SELECT turn_since, ended AS until, 0, weekend_off, no_vacation, started, 0, allowed,"
    " -1 FROM of WHERE ending = 'cancelled' AND turn = mine AND allowed > 0"
    " ORDER BY until DESC LIMIT ?3";

static int
by_length(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int
ratings_reliability(struct store *store, struct arena *arena, int64_t player,
    struct reliability *out, struct err *err)
{
	struct calendar calendar = { .zone = "" };
	int64_t took[RELIABLE_TURNS], started, allowed, spent;
	const struct period *spans;
	struct period *counted;
	struct player who;
	struct query q;
	int more, count;

	*out = (struct reliability){ 0 };
	if ((more = players_get(store, arena, player, &who, err)) != 1)
		return more;
	calendar.zone = who.zone;
	if ((count = vacations_list(store, arena, player, 0, &spans, err)) == -1)
		return -1;
	counted = arena_alloc(arena, (size_t)(count + 1) * sizeof *counted);
	query_start(&q, store, "list a player's turns", turns,
	    WITH(INT(player), INT(ENDED_GAMES), INT(RELIABLE_TURNS)));
	while ((more = query_next(&q, err)) == 1) {
		struct terms terms = { 0 };
		struct turn_clock clock = { .terms = &terms,
			.calendar = &calendar,
			.since = query_int(&q),
			.allowed = -1 };
		int64_t until = query_int(&q);
		bool is_late = query_int(&q) != 0;

		terms.is_weekend_off = query_int(&q) != 0;
		terms.no_vacation = query_int(&q) != 0;
		started = query_int(&q);
		terms.vacation_days = (int)query_int(&q);
		allowed = query_int(&q);
		spent = query_int(&q);
		calendar.off = spans;
		calendar.off_count = count;
		if (terms.vacation_days > 0) {
			calendar.off = counted;
			calendar.off_count = vacations_counted(
			    who.zone, started, terms.vacation_days, spans, count, counted);
		}
		if (spent == -1)
			spent = until > clock.since ? clock_spent(&clock, until) : 0;
		/* Cancelled, and by no clock. */
		if (allowed > 0 && spent < allowed)
			continue;
		out->turns++;
		if (!is_late && allowed == 0)
			took[out->in_time++] = spent;
	}
	if (more == -1)
		return -1;
	qsort(took, (size_t)out->in_time, sizeof *took, by_length);
	out->median = out->in_time > 0 ? took[out->in_time / 2] : 0;
	return 1;
}
