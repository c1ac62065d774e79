/* SPDX-License-Identifier: ISC */
/*
 * GAMES: a player's games, one line each, those that wait for him first.
 */

#include "base/str.h"
#include "cmd/cmd.h"
#include "store/games.h"
#include "store/machines.h"

enum which { ACTIVE, NEXT, INACTIVE, ALL, WHICH };
static const char *const which_names[WHICH] = { "active", "next", "inactive", "all" };

/* NULL: it is not for the viewer. */
static struct vars *
add_line(
    struct vars *vars, const struct game_line *line, int64_t player, int64_t viewer, int64_t now)
{
	struct vars *item;
	enum side side = line->seat[RED].player == player ? RED : GREEN;
	bool playing = line->state == GAME_PLAYING;

	/* Challenges are nobody else's business (request_visible_game). */
	if (line->state == GAME_OFFERED &&
	    (viewer == 0 ||
		(line->seat[RED].player != viewer && line->seat[GREEN].player != viewer)))
		return NULL;
	item = vars_add(vars, "games");
	facts_line(item, line);
	vars_text(item, "turn", line->seat[line->turn].userid);
	vars_flag(item, "offered", line->state == GAME_OFFERED);
	vars_flag(item, "asked", line->seat[side_other(line->challenger)].player == viewer);
	vars_flag(item, "playing", playing);
	vars_flag(item, "over", line->state == GAME_OVER);
	vars_flag(item, "mine", playing && line->turn == side && player == viewer);
	vars_flag(item, "timed", playing && line->deadline != 0);
	vars_time(item, "deadline", line->deadline);
	vars_flag(item, "held", playing && line->held > now);
	vars_time(item, "until", line->turn_since + OFFER_LAPSES);
	return item;
}

/* What a line of a game that goes on says beside that, of the list's `item`: "machine-waits", and
 * to the viewer that his opponent is suspended.  0 or -1. */
static int
add_hindrance(struct request *rq, struct vars *item, const struct game_line *line, struct err *err)
{
	int64_t viewer = rq->from != NULL ? rq->from->id : 0;
	struct player other = { .state = PLAYER_ACTIVE };
	struct game *game;
	int waits = 0;

	for (int side = RED; side <= GREEN && viewer != 0; side++)
		if (line->seat[side].player == viewer &&
		    players_get(rq->store, rq->arena, line->seat[side_other(side)].player, &other,
			err) == -1)
			return -1;
	if (line->state == GAME_PLAYING && other.level > 0)
		waits = games_get(rq->store, rq->arena, line->id, &game, err) != 1 ?
		    -1 :
		    thinking_waits(rq->store, game->id, game->turns, rq->now, err);
	vars_flag(item, "machine-waits", waits == 1);
	vars_text(item, "suspended", other.state == PLAYER_SUSPENDED ? other.userid : "");
	return waits == -1 ? -1 : 0;
}

/* Whose games are asked for, and which of them: [USERID [USERID | WHICH]] or WHICH. */
static enum outcome
whose(struct request *rq, struct player **player, struct game_filter *filter, struct err *err)
{
	const struct order *order = rq->order;
	struct player *other;
	enum outcome outcome;
	int which = -1;

	*player = rq->from;
	if (order->word_count > 0) {
		which = str_index(which_names, WHICH, order->words[order->word_count - 1]);
		if ((which == -1 || order->word_count == 2) &&
		    (outcome = request_player(rq, order->words[0], player, err)) != DONE)
			return outcome;
		/* pbmserv's: all games of the two. */
		if (which == -1 && order->word_count == 2) {
			if ((outcome = request_player(rq, order->words[1], &other, err)) != DONE)
				return outcome;
			filter->opponent = other->id;
			which = ALL;
		}
	}
	if (*player == NULL)
		return request_refuse(rq, "games-whose");
	filter->player = (*player)->id;
	filter->of_state[GAME_OFFERED] = which != INACTIVE && which != NEXT;
	filter->of_state[GAME_PLAYING] = which != INACTIVE;
	filter->of_state[GAME_OVER] = which == INACTIVE || which == ALL;
	filter->to_move = which == NEXT;
	return DONE;
}

enum outcome
games_run(struct request *rq, struct err *err)
{
	struct game_filter filter = { .viewer = rq->from != NULL ? rq->from->id : 0 };
	struct game_line *lines;
	struct player *player;
	struct vars *vars;
	enum outcome outcome;
	int count;

	if ((outcome = whose(rq, &player, &filter, err)) != DONE)
		return outcome;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return FAILED;
	/* The answer to a list is about no board in particular. */
	rq->reply->sender->game = NULL;
	vars = reply_use(rq->reply, "games");
	vars_text(vars, "userid", player->userid);
	for (int i = 0; i < count; i++) {
		struct vars *item = add_line(vars, &lines[i], player->id, filter.viewer, rq->now);

		if (item != NULL && add_hindrance(rq, item, &lines[i], err) == -1)
			return FAILED;
		/* His answer may be about each of them. */
		if (rq->sender != NULL && player->id == rq->sender->id &&
		    lines[i].state == GAME_PLAYING)
			reply_list(rq->reply, rq->reply->sender, lines[i].id);
	}
	return DONE;
}
