/* SPDX-License-Identifier: ISC */
/*
 * Lists of games, players and tournaments, and the front page (site_internal.h).
 */
#include <limits.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/tournament.h"
#include "game/rating.h"
#include "play/facts.h"
#include "rules/fen.h"
#include "site/site_internal.h"
#include "store/players.h"
#include "store/positions.h"
#include "store/ratings.h"
#include "view/doc.h"

#define FRONT_GAMES     20
#define FRONT_PLAYERS   10
#define FRONT_RUNNING   50
#define PLAYER_GAMES    100         /* of a page */
#define ACTIVE          (180 * DAY) /* who has finished no game for longer stands in no table */
#define TOURNAMENTS_MAX 1000

static int
add_line(struct archive *site, struct vars *item, const struct game_line *line, struct err *err)
{
	struct game_line named = *line;
	int64_t red, green;
	bool unknown[2];

	if (page_player(site, &line->seat[RED], &red, err) == -1 ||
	    page_player(site, &line->seat[GREEN], &green, err) == -1 ||
	    page_names(site, named.seat, unknown, err) == -1)
		return -1;
	facts_line(item, &named);
	vars_number(item, "red-page", red);
	vars_number(item, "green-page", green);
	vars_flag(item, "over", line->state == GAME_OVER);
	vars_text(item, "score", facts_score(line->result));
	page_time(item, "day", "moment", line->state == GAME_OVER ? line->ended : line->started);
	if (line->date[0] != '\0')
		vars_text(item, "day", line->date);
	return 0;
}

static int
add_lines(struct archive *site, struct vars *vars, const char *name, const struct game_line *lines,
    int count, struct err *err)
{
	vars_list(vars, name);
	for (int i = 0; i < count; i++)
		if (add_line(site, vars_add(vars, name), &lines[i], err) == -1)
			return -1;
	page_mark_ends(vars, name);
	return count == -1 ? -1 : 0;
}

/* Of the state, the newest first; player 0: everybody's. */
static int
list_games(struct archive *site, int64_t player, enum game_state state, int limit,
    struct game_line **out, struct err *err)
{
	struct game_filter filter = { .player = player, .newest_first = true, .limit = limit };

	filter.of_state[state] = true;
	return games_list(site->store, site->arena, &filter, out, err);
}

static int
add_games(struct archive *site, struct vars *vars, const char *name, int64_t player,
    enum game_state state, int limit, struct err *err)
{
	struct game_line *lines;
	int count = list_games(site, player, state, limit, &lines, err);

	return add_lines(site, vars, name, lines, count, err);
}

/* Those that are played. */
static int
add_running(struct archive *site, struct vars *vars, struct err *err)
{
	int64_t *ids;
	int count = published_running(site->store, site->arena, FRONT_RUNNING, &ids, err);

	vars_list(vars, "running");
	for (int i = 0; i < count; i++) {
		struct game_line line;

		if (games_line(site->store, site->arena, ids[i], &line, err) == -1 ||
		    add_line(site, vars_add(vars, "running"), &line, err) == -1)
			return -1;
	}
	page_mark_ends(vars, "running");
	return count == -1 ? -1 : 0;
}

static int
has_machine(struct archive *site, const struct game_line *line, bool *out, struct err *err)
{
	*out = false;
	for (int side = RED; side <= GREEN; side++) {
		struct player player;
		int found = line->seat[side].player != 0 ?
		    players_get(site->store, site->arena, line->seat[side].player, &player, err) :
		    0;

		if (found == -1)
			return -1;
		*out |= found == 1 && player.level > 0;
	}
	return 0;
}

int
page_opening_games(struct archive *site, struct vars *vars, const char *line, struct err *err)
{
	struct game_filter filter = { .opening = line, .newest_first = true, .limit = FRONT_GAMES };
	struct game_line *lines;
	int count;

	filter.of_state[GAME_OVER] = true;
	count = games_list(site->store, site->arena, &filter, &lines, err);
	vars_list(vars, "games");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "games");
		bool machine, is_usual;

		if (add_line(site, item, &lines[i], err) == -1 ||
		    has_machine(site, &lines[i], &machine, err) == -1)
			return -1;
		is_usual = lines[i].opening[0] != '\0' || lines[i].length == 0;
		facts_apart(
		    item, positions_apart(machine, is_usual ? FEN_START : "", lines[i].length));
	}
	page_mark_ends(vars, "games");
	return count == -1 ? -1 : 0;
}

int
site_list(struct archive *site, int64_t number, struct err *err)
{
	const char *path = arena_printf(site->arena, "list/%lld.html", (long long)number);
	struct vars *vars = page_vars(site, "../", "list");
	int64_t *ids, first = number * LIST_GAMES, earlier, later;
	int count = published_games(
	    site->store, site->arena, first, first + LIST_GAMES - 1, &ids, err);

	if (count <= 0)
		return count == -1 ? -1 : page_remove_own(site, path, err);
	if (published_before(site->store, first, &earlier, err) == -1 ||
	    published_after(site->store, first + LIST_GAMES - 1, &later, err) == -1)
		return -1;
	vars_flag(vars, "any-earlier", earlier != 0);
	vars_flag(vars, "any-later", later != 0);
	vars_number(vars, "earlier", earlier / LIST_GAMES);
	vars_number(vars, "later", later / LIST_GAMES);
	vars_number(vars, "first", ids[count - 1]);
	vars_number(vars, "newest", ids[0]);
	vars_list(vars, "games");
	for (int i = 0; i < count; i++) {
		struct game_line line;

		if (games_line(site->store, site->arena, ids[i], &line, err) == -1 ||
		    add_line(site, vars_add(vars, "games"), &line, err) == -1)
			return -1;
	}
	return page_write(site, path, "archive-list", vars, NULL, err);
}

/* Where he stands after his last game: figures that grow with time would change every page each
 * day. */
static int
add_rating(struct archive *site, struct vars *vars, int64_t player, struct err *err)
{
	struct rating rating;

	if (ratings_of(site->store, player, &rating, err) == -1)
		return -1;
	vars_flag(vars, "rated", rating.at != 0);
	facts_rating(vars, "rating", "sure", &rating);
	return 0;
}

/* A page of his finished games; number -1: the newest, on the page that has all the rest. */
static int
write_player(struct archive *site, const struct player *player, const struct game_line *lines,
    int count, int number, struct err *err)
{
	const char *path = number == -1 ?
	    arena_printf(site->arena, "player/%lld.html", (long long)player->id) :
	    arena_printf(site->arena, "player/%lld-%d.html", (long long)player->id, number);
	struct vars *vars = page_vars(site, "../", "player");
	struct tally tally;
	/* Pages count from the oldest game on, so that they stay as they are. */
	int first = number == -1 ? 0 : count - (number + 1) * PLAYER_GAMES;
	int after = first + PLAYER_GAMES, shown = after < count ? PLAYER_GAMES : count - first;
	int left = count - after;

	if (first < 0) {
		shown += first;
		first = 0;
	}
	vars_text(vars, "userid", player->userid);
	vars_number(vars, "player", player->id);
	vars_text(vars, "feed-of",
	    number == -1 ? arena_printf(site->arena, "%lld", (long long)player->id) : "");
	vars_flag(vars, "any-older", left > 0);
	vars_number(vars, "older", left > 0 ? (left - 1) / PLAYER_GAMES : 0);
	if (games_tally(site->store, player->id, &tally, err) == -1 ||
	    add_rating(site, vars, player->id, err) == -1)
		return -1;
	vars_number(vars, "games-won", tally.won);
	vars_number(vars, "games-lost", tally.lost);
	vars_number(vars, "games-drawn", tally.drawn);
	vars_list(vars, "running");
	if (number == -1 &&
	    add_games(site, vars, "running", player->id, GAME_PLAYING, FRONT_RUNNING, err) == -1)
		return -1;
	if (add_lines(site, vars, "games", lines + first, shown, err) == -1)
		return -1;
	return page_write(site, path, "archive-player", vars, NULL, err);
}

/* Those from a number on, for which there are no games any more. */
static int
remove_older(struct archive *site, int64_t id, int pages, struct err *err)
{
	for (;; pages++) {
		int before = site->result->removed;

		if (page_remove_own(site,
			arena_printf(site->arena, "player/%lld-%d.html", (long long)id, pages),
			err) == -1)
			return -1;
		if (site->result->removed == before)
			return 0;
	}
}

/* The pages behind the first, which grow at their end. */
static int
write_older(struct archive *site, int64_t id, struct err *err)
{
	struct player player;
	struct game_line *lines;
	int found = players_get(site->store, site->arena, id, &player, err), count, pages;

	if (found != 1 || player.state == PLAYER_CLOSED)
		return found == -1 ? -1 : 0;
	if ((count = list_games(site, id, GAME_OVER, INT_MAX, &lines, err)) == -1)
		return -1;
	pages = count > PLAYER_GAMES ? (count - PLAYER_GAMES - 1) / PLAYER_GAMES + 1 : 0;
	for (int number = 0; number < pages; number++)
		if (write_player(site, &player, lines, count, number, err) == -1)
			return -1;
	return remove_older(site, id, pages, err);
}

/* Whose account is closed has no page. */
static int
remove_player(struct archive *site, int64_t id, struct err *err)
{
	static const char *const suffixes[] = { "html", "atom" };

	for (int i = 0; i < 2; i++)
		if (page_remove_own(site,
			arena_printf(site->arena, "player/%lld.%s", (long long)id, suffixes[i]),
			err) == -1)
			return -1;
	return remove_older(site, id, 0, err);
}

int
site_player(struct archive *site, int64_t id, struct err *err)
{
	struct player player;
	struct game_line *lines;
	struct tally tally;
	int64_t ids[FEED_ENTRIES];
	int found, listed, count;

	if (id < 0)
		return write_older(site, -id, err);
	if ((found = players_get(site->store, site->arena, id, &player, err)) == -1)
		return -1;
	if (found == 0 || player.state == PLAYER_CLOSED)
		return remove_player(site, id, err);
	listed = list_games(site, id, GAME_OVER, PLAYER_GAMES, &lines, err);
	if (listed == -1 || games_tally(site->store, id, &tally, err) == -1)
		return -1;
	count = listed < PLAYER_GAMES ? listed : tally.won + tally.drawn + tally.lost;
	for (int i = 0; i < listed && i < FEED_ENTRIES; i++)
		ids[i] = lines[i].id;
	if (write_player(site, &player, lines, count, -1, err) == -1)
		return -1;
	return site_player_feed(
	    site, id, player.userid, ids, listed < FEED_ENTRIES ? listed : FEED_ENTRIES, err);
}

/* Who is asked for what a tournament is: nobody. */
static void
request_of(struct archive *site, struct reply *reply, struct request *out)
{
	reply_init(reply, site->arena);
	*out = (struct request){ .arena = site->arena,
		.store = site->store,
		.settings = site->options->settings,
		.reply = reply };
}

int
site_tournament(struct archive *site, int64_t id, struct err *err)
{
	struct vars *vars = page_vars(site, "../", "tournament");
	struct vars *facts = vars_new(site->arena);
	struct tournament tournament;
	struct request request;
	struct reply reply;
	const char *text;
	struct paired *games;
	int found = tournaments_get(site->store, site->arena, id, &tournament, err), count;

	if (found != 1)
		return found;
	request_of(site, &reply, &request);
	vars_flag(facts, "stranger", true);
	if (tournament_facts(&request, &tournament, facts, err) != DONE ||
	    tournament_tables(&request, &tournament, facts, err) == -1 ||
	    template_text(
		site->options->templates, &site->reader, "tournament", facts, &text, err) == -1)
		return -1;
	vars_number(vars, "number", id);
	vars_text(vars, "name", tournament.name);
	vars_text(vars, "facts", doc_plain(site->arena, arena_printf(site->arena, "%s\n", text)));
	vars_list(vars, "games");
	for (int stage = 1; stage <= tournament.stage; stage++) {
		count = paired_list(site->store, site->arena, id, stage, &games, err);
		for (int i = 0; i < count; i++) {
			struct game_line line;

			if (games_line(site->store, site->arena, games[i].game, &line, err) == -1)
				return -1;
			if (!line.is_private && line.state != GAME_OFFERED &&
			    line.result != RESULT_CANCELLED &&
			    add_line(site, vars_add(vars, "games"), &line, err) == -1)
				return -1;
		}
		if (count == -1)
			return -1;
	}
	page_mark_ends(vars, "games");
	return page_write(site, arena_printf(site->arena, "tournament/%lld.html", (long long)id),
	    "archive-tournament", vars, NULL, err);
}

/* The day to which the table is reckoned: that of the newest game in it. */
static int64_t
newest_of(const struct rated_player *rows, int count)
{
	int64_t newest = 0;

	for (int i = 0; i < count; i++)
		if (rows[i].rating.at > newest)
			newest = rows[i].rating.at;
	return newest;
}

static int
add_standings(struct archive *site, struct vars *vars, int limit, struct err *err)
{
	struct rated_player *rows;
	int count = ratings_standings(site->store, site->arena, false, &rows, err), rank = 0,
	    place = 0;
	int64_t newest = newest_of(rows, count);
	const struct rated_player *above = NULL;

	page_time(vars, "standings-day", "standings-moment", newest);
	vars_list(vars, "standings");
	for (int i = 0; i < count && rank < limit; i++) {
		struct rating rating = rating_on(&rows[i].rating, newest);
		struct tally tally;
		struct vars *item;

		if (rows[i].rating.at < newest - ACTIVE || !rating_is_settled(&rating))
			continue;
		if (games_tally(site->store, rows[i].seat.player, &tally, err) == -1)
			return -1;
		item = vars_add(vars, "standings");
		rank++;
		if (above == NULL || !rating_shares(&above->rating, &rows[i].rating))
			place = rank;
		above = &rows[i];
		vars_number(item, "rank", place);
		vars_text(item, "userid", rows[i].seat.userid);
		vars_number(item, "player", rows[i].seat.player);
		facts_rating(item, "rating", "sure", &rating);
		vars_number(item, "games-won", tally.won);
		vars_number(item, "games-drawn", tally.drawn);
		vars_number(item, "games-lost", tally.lost);
	}
	page_mark_ends(vars, "standings");
	return count == -1 ? -1 : 0;
}

static int
add_tournaments(struct archive *site, struct vars *vars, int limit, struct err *err)
{
	struct tournament *all;
	int count = tournaments_list(site->store, site->arena, limit, &all, err);

	vars_list(vars, "tournaments");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "tournaments");
		struct request request;
		struct reply reply;

		request_of(site, &reply, &request);
		if (tournament_facts(&request, &all[i], item, err) != DONE)
			return -1;
	}
	page_mark_ends(vars, "tournaments");
	return count == -1 ? -1 : 0;
}

static int
write_standings(struct archive *site, struct err *err)
{
	struct vars *vars = page_vars(site, "", "standings");

	if (add_standings(site, vars, INT_MAX, err) == -1)
		return -1;
	return page_write(site, "standings.html", "archive-standings", vars, NULL, err);
}

static int
write_tournaments(struct archive *site, struct err *err)
{
	struct vars *vars = page_vars(site, "", "tournaments");

	if (add_tournaments(site, vars, TOURNAMENTS_MAX, err) == -1)
		return -1;
	return page_write(site, "tournaments.html", "archive-tournaments", vars, NULL, err);
}

int
site_front(struct archive *site, struct err *err)
{
	struct vars *vars = page_vars(site, "", "front");
	int64_t last;

	if (write_standings(site, err) == -1 || write_tournaments(site, err) == -1 ||
	    site_main_feed(site, err) == -1)
		return -1;
	if (add_running(site, vars, err) == -1 ||
	    add_games(site, vars, "games", 0, GAME_OVER, FRONT_GAMES, err) == -1 ||
	    add_standings(site, vars, FRONT_PLAYERS, err) == -1 ||
	    add_tournaments(site, vars, FRONT_PLAYERS, err) == -1 ||
	    published_before(site->store, INT64_MAX, &last, err) == -1)
		return -1;
	vars_flag(vars, "any-list", last != 0);
	vars_number(vars, "list", last / LIST_GAMES);
	return page_write(site, "index.html", "archive", vars, NULL, err);
}
