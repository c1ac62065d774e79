/* SPDX-License-Identifier: ISC */
/*
 * SHOW: boards as they stand, or after a move; a player's boards.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/shared.h"
#include "cmd/words.h"

#define BOARDS_MAX 10 /* shown in one letter */

static bool
is_number(const char *word)
{
	int64_t number;
	int ply;

	return word_is_number(word, &number, &ply);
}

static bool
is_filter(const char *word)
{
	return strcmp(word, "all") == 0 || strcmp(word, "active") == 0 || strcmp(word, "next") == 0;
}

/* Nothing, numbers, or a userid and perhaps a filter. */
static bool
accepts(const struct order *order)
{
	if (order->word_count == 0 || is_number(order->words[0])) {
		for (int i = 0; i < order->word_count; i++)
			if (!is_number(order->words[i]))
				return false;
		return true;
	}
	return order->word_count == 1 || (order->word_count == 2 && is_filter(order->words[1]));
}

static enum outcome
show_game(struct request *rq, struct reply *reply, int64_t id, int move_number, struct err *err)
{
	struct game *game;
	struct vars *vars;
	int found = request_game(rq, id, &game, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || !request_may_see(rq, game)) {
		vars_number(reply_refuse(reply, "game-unknown"), "board", id);
		return CMD_REFUSED;
	}
	vars = reply_use(reply, move_number > 0 ? "show-position" : "show");
	vars_game(vars, game);
	vars_number(vars, "number", move_number);
	if (move_number == 0) {
		reply_show(reply, game);
		return CMD_DONE;
	}
	reply_show_board(reply, game, game_plies_at(game, move_number));
	return CMD_DONE;
}

static enum outcome
show_player(struct request *rq, struct reply *reply, struct err *err)
{
	const char *which = rq->order->word_count > 1 ? rq->order->words[1] : "active";
	struct game_filter filter = { .viewer = rq->from != NULL ? rq->from->id : 0,
		.limit = BOARDS_MAX };
	struct game_line *lines;
	struct player *player;
	int found, count;

	if ((found = request_player(rq, reply, rq->order->words[0], &player, err)) != 1)
		return found == 0 ? CMD_REFUSED : CMD_FAILED;
	filter.player = player->id;
	filter.of_state[GAME_PLAYING] = true;
	filter.of_state[GAME_OVER] = strcmp(which, "all") == 0;
	filter.to_move = strcmp(which, "next") == 0;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return CMD_FAILED;
	if (count == 0)
		vars_text(reply_use(reply, "show-none"), "userid", player->userid);
	for (int i = 0; i < count; i++)
		if (show_game(rq, reply, lines[i].id, 0, err) == CMD_FAILED)
			return CMD_FAILED;
	return CMD_DONE;
}

static enum outcome
show_numbers(struct request *rq, struct reply *reply, struct err *err)
{
	for (int i = 0; i < rq->order->word_count && i < BOARDS_MAX; i++) {
		int64_t number;
		int move_number;
		enum outcome outcome;

		word_is_number(rq->order->words[i], &number, &move_number);
		outcome = show_game(rq, reply, number, move_number, err);
		if (outcome != CMD_DONE)
			return outcome;
	}
	return CMD_DONE;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	if (rq->order->word_count == 0) {
		if (rq->token != NULL && rq->token->purpose != TOKEN_ACCOUNT &&
		    rq->token->game != 0)
			return show_game(rq, reply, rq->token->game, 0, err);
		reply_refuse(reply, "game-missing");
		return CMD_REFUSED;
	}
	if (is_number(rq->order->words[0]))
		return show_numbers(rq, reply, err);
	return show_player(rq, reply, err);
}

const struct cmd cmd_show = {
	.name = "show",
	.args = "WORDS",
	.accepts = accepts,
	.needs = OPEN,
	.run = run,
};
