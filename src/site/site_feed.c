/* SPDX-License-Identifier: ISC */
/*
 * Feeds of finished games (RFC 4287): the newest, older ones in documents behind it that stay as
 * they are (RFC 5005, 4), and those of each player.
 *
 * Entries are numbered in the order in which games came into the feed (store/published.h), so that
 * a document of fifty is complete once a later number is there.
 */
#include "base/arena.h"
#include "base/err.h"
#include "cmd/cmd.h"
#include "play/facts.h"
#include "site/site_internal.h"

/* A game as an entry; in *latest when it ended, or was decided, if that is later. */
static int
add_entry(struct archive *site, struct vars *vars, int64_t id, int64_t *latest, struct err *err)
{
	struct game *game;
	struct vars *item;
	int64_t at;
	bool unknown[2];
	int found = games_get(site->store, site->arena, id, &game, err);

	if (found == -1)
		return -1;
	if (found == 0 || !page_shows(game) || game->state != GAME_OVER)
		return 0;
	if (page_names(site, game->seat, unknown, err) == -1)
		return -1;
	item = vars_add(vars, "entries");
	facts_game(item, game);
	if (published_decided(site->store, id, &at, err) == -1)
		return -1;
	if (at < game->ended)
		at = game->ended;
	page_time(item, "day", "moment", at);
	vars_number(item, "moves", (game->length + 1) / 2);
	vars_text(item, "score", facts_score(game->result));
	if (at > *latest)
		*latest = at;
	return page_position(site, item, game, err);
}

/* Those of these games, the newest first. */
static int
write_feed(struct archive *site, struct vars *vars, const char *path, const int64_t *games,
    int count, struct err *err)
{
	int64_t latest = 0;

	vars_list(vars, "entries");
	for (int i = 0; i < count; i++)
		if (add_entry(site, vars, games[i], &latest, err) == -1)
			return -1;
	page_time(vars, "day", "moment", latest);
	vars_text(vars, "self", path);
	return page_write(site, path, "archive-feed", vars, NULL, err);
}

static struct vars *
feed_vars(struct archive *site, const char *root)
{
	struct vars *vars = page_vars(site, root, "feed");

	vars_text(vars, "userid", "");
	vars_flag(vars, "archived", false);
	vars_flag(vars, "any-earlier", false);
	return vars;
}

int
site_player_feed(struct archive *site, int64_t player, const char *userid, const int64_t *games,
    int count, struct err *err)
{
	struct vars *vars = feed_vars(site, "../");

	vars_text(vars, "userid", userid);
	vars_number(vars, "player", player);
	return write_feed(site, vars,
	    arena_printf(site->arena, "player/%lld.atom", (long long)player), games, count, err);
}

/* Documents that are complete are numbered from 0 on. */
static int
write_entries(struct archive *site, const char *path, int64_t last, int64_t earlier, bool archived,
    struct err *err)
{
	struct vars *vars = feed_vars(site, archived ? "../" : "");
	int64_t *games;
	int count = published_entries(site->store, site->arena, last, FEED_ENTRIES, &games, err);

	if (count == -1)
		return -1;
	vars_flag(vars, "archived", archived);
	vars_flag(vars, "any-earlier", earlier >= 0);
	vars_number(vars, "earlier", earlier);
	return write_feed(site, vars, path, games, count, err);
}

int
site_feed(struct archive *site, int64_t number, struct err *err)
{
	int64_t game, entry, last = (number + 1) * FEED_ENTRIES;

	if (published_last(site->store, &game, &entry, err) == -1)
		return -1;
	if (entry < last)
		return 0;
	return write_entries(site, arena_printf(site->arena, "feed/%lld.atom", (long long)number),
	    last, number - 1, true, err);
}

int
site_main_feed(struct archive *site, struct err *err)
{
	int64_t game, entry;

	if (published_last(site->store, &game, &entry, err) == -1)
		return -1;
	return write_entries(site, "feed.atom", entry, entry / FEED_ENTRIES - 1, false, err);
}
