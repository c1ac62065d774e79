/* SPDX-License-Identifier: ISC */
/*
 * GAMES: a player's games, one line each, those that wait for him first.
 */
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "cmd/shared.h"

static bool
is_filter(const char *word)
{
	return strcmp(word, "active") == 0 || strcmp(word, "next") == 0 ||
	    strcmp(word, "inactive") == 0 || strcmp(word, "all") == 0;
}

static bool
accepts(const struct order *order)
{
	return order->word_count < 2 ||
	    (order->word_count == 2 && is_filter(order->words[1]) && !is_filter(order->words[0]));
}

static void
set_filter(struct game_filter *filter, const char *which)
{
	filter->of_state[GAME_OFFERED] = strcmp(which, "inactive") != 0 &&
	    strcmp(which, "next") != 0;
	filter->of_state[GAME_PLAYING] = strcmp(which, "inactive") != 0;
	filter->of_state[GAME_OVER] = strcmp(which, "inactive") == 0 || strcmp(which, "all") == 0;
	filter->to_move = strcmp(which, "next") == 0;
}

/* Challenges are nobody else's business (request_may_see). */
static bool
may_see(const struct game_line *line, int64_t viewer)
{
	return line->state != GAME_OFFERED ||
	    (viewer != 0 &&
		(line->seat[RED].player == viewer || line->seat[GREEN].player == viewer));
}

static void
add_line(struct vars *vars, const struct game_line *line, int64_t player, int64_t viewer)
{
	struct vars *item;
	enum side side = line->seat[RED].player == player ? RED : GREEN;

	if (!may_see(line, viewer))
		return;
	item = vars_add(vars, "games");
	vars_number(item, "board", line->id);
	vars_text(item, "red", line->seat[RED].userid);
	vars_text(item, "green", line->seat[GREEN].userid);
	vars_number(item, "moves", (line->length + 1) / 2);
	vars_text(item, "turn", line->seat[line->turn].userid);
	vars_flag(item, "offered", line->state == GAME_OFFERED);
	vars_flag(item, "playing", line->state == GAME_PLAYING);
	vars_flag(item, "over", line->state == GAME_OVER);
	vars_flag(item, "mine", line->state == GAME_PLAYING && line->turn == side);
	vars_flag(item, "timed", line->state == GAME_PLAYING && line->forfeittime > 0);
	vars_time(item, "deadline", line->turn_since + line->forfeittime * DAY);
	vars_flag(item, "drawn", line->result == RESULT_DRAW);
	vars_flag(item, "cancelled", line->result == RESULT_CANCELLED);
	vars_text(item, "winner", line->seat[line->result == RESULT_GREEN].userid);
	if (line->state == GAME_OVER)
		vars_word(item, "ending", ending_name(line->ending));
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct game_filter filter = { .viewer = rq->from != NULL ? rq->from->id : 0 };
	struct game_line *lines;
	struct player *player = rq->from;
	const char *which = order->word_count > 0 ? order->words[order->word_count - 1] : "";
	int found, count;
	struct vars *vars;

	if (order->word_count > 0 && !is_filter(order->words[0])) {
		found = request_player(rq, reply, order->words[0], &player, err);
		if (found != 1)
			return found == 0 ? CMD_REFUSED : CMD_FAILED;
	}
	if (player == NULL) {
		reply_refuse(reply, "whose-games");
		return CMD_REFUSED;
	}
	filter.player = player->id;
	set_filter(&filter, is_filter(which) ? which : "active");
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return CMD_FAILED;
	vars = reply_use(reply, "games");
	vars_text(vars, "userid", player->userid);
	vars_list(vars, "games");
	for (int i = 0; i < count; i++)
		add_line(vars, &lines[i], player->id, filter.viewer);
	return CMD_DONE;
}

const struct cmd cmd_games = {
	.name = "games",
	.args = "WORDS",
	.accepts = accepts,
	.needs = OPEN,
	.run = run,
};
