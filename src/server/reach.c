/* SPDX-License-Identifier: ISC */
/*
 * Players whom letters do not reach (reach.h).
 *
 * The notices to others belong to no game; callers see to it that no notice causes another one
 * without end.  While an address is stopped nothing is written to it, so what was missed is not
 * sent later: the boards tell it.
 */
#include "server/reach.h"

#include <limits.h>

#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "play/facts.h"
#include "play/reply.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/games.h"
#include "store/outbox.h"
#include "store/players.h"

/* The games of a player that wait for somebody; how many, or -1. */
static int
find_games(struct server *server, struct arena *arena, int64_t player, struct game_line **lines,
    struct err *err)
{
	struct game_filter filter = { .player = player,
		.viewer = -1,
		.limit = INT_MAX,
		.of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true } };

	return games_list(server->store, arena, &filter, lines, err);
}

/* His own challenge waits for the other, who has it. */
static bool
is_own_challenge(const struct game_line *line, int64_t player)
{
	return line->state == GAME_OFFERED && line->seat[line->challenger].player == player;
}

/* One note for each opponent and challenger, with the boards that are meant. */
static void
tell_others(struct reply *reply, const struct player *player, const struct game_line *lines,
    int count, const char *template)
{
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		enum side side = line->seat[RED].player == player->id ? GREEN : RED;
		int64_t other = line->seat[side].player;
		bool is_played = line->state == GAME_PLAYING;
		struct message *m = reply->others;
		const char *list = is_played ? "boards" : "challenges";
		struct vars *vars, *item;

		if (is_own_challenge(line, player->id))
			continue;
		while (m != NULL && (m->player != other || m->game != NULL))
			m = m->next;
		vars = m != NULL ? m->first->vars : reply_tell(reply, other, NULL, template);
		vars_text(vars, "userid", player->userid);
		vars_flag(vars, is_played ? "plays" : "challenged", true);
		item = vars_add(vars, list);
		vars_number(item, "board", line->id);
		vars_flag(item, "another", vars_find(vars, list)->first != item);
		if (is_played && line->deadline != 0) {
			bool is_his = line->seat[line->turn].player == player->id;

			if (is_his)
				reply_list(reply, reply_letter(reply, other, NULL), line->id);
			item = vars_add(vars, is_his ? "deadlines" : "own-deadlines");
			vars_number(item, "board", line->id);
			vars_time(item, "deadline", line->deadline);
		}
	}
}

/* What was lost, and whose clocks run meanwhile. */
static void
tell_operator(struct reply *reply, const char *address, const struct player *player,
    const struct out *out, bool is_stopped, const struct game_line *lines, int count)
{
	struct vars *item, *vars = reply_write(reply, address, 0, "operator-undelivered");

	vars_flag(vars, "stopped", is_stopped);
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "recipient", out->recipient);
	vars_number(vars, "row", out->id);
	vars_text(vars, "about", out->subject);
	vars_time(vars, "since", out->created);
	vars_number(vars, "tries", out->tries + 1);
	vars_text(vars, "answer", out->answer);
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];

		if (line->state != GAME_PLAYING || line->deadline == 0 ||
		    line->seat[line->turn].player != player->id)
			continue;
		item = vars_add(vars, "deadlines");
		vars_number(item, "board", line->id);
		vars_time(item, "deadline", line->deadline);
	}
}

int
reach_lost(struct server *server, struct arena *arena, const struct out *out, bool is_stopped,
    int64_t now, struct err *err)
{
	const char *address = server->config->operator_address;
	struct game_line *lines = NULL;
	struct player player;
	struct reply reply;
	int found, reached, count = 0;

	if (out->player == 0)
		return 0;
	if ((found = players_get(server->store, arena, out->player, &player, err)) != 1)
		return found;
	reached = players_is_reached(server->store, player.id, err);
	if (reached == 0 || !is_stopped)
		count = find_games(server, arena, player.id, &lines, err);
	if (reached == -1 || count == -1)
		return -1;
	reply_init(&reply, arena);
	tell_others(
	    &reply, &player, lines, count, is_stopped ? "address-stopped" : "letter-given-up");
	if (address != NULL)
		tell_operator(&reply, address, &player, out, is_stopped, lines, count);
	return outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err);
}

int
reach_boards(struct server *server, struct reply *reply, const struct player *player,
    const char *template, const char *address, struct err *err)
{
	struct game_line *lines;
	int count = find_games(server, reply->arena, player->id, &lines, err), shown = 0;

	for (int i = 0; i < count; i++) {
		struct game *game;
		struct vars *vars;

		if (is_own_challenge(&lines[i], player->id))
			continue;
		if (games_get(server->store, reply->arena, lines[i].id, &game, err) != 1) {
			log_error_once("%s", err->text);
			continue;
		}
		vars = reply_tell(reply, player->id, game, template);
		facts_game(vars, game);
		vars_text(vars, "named", address);
		shown++;
	}
	if (count != -1 && shown == 0)
		vars_text(reply_tell(reply, player->id, NULL, template), "named", address);
	return count == -1 ? -1 : 0;
}

int
reach_others(struct server *server, struct reply *reply, const struct player *player,
    const char *template, struct err *err)
{
	struct game_line *lines;
	int count = find_games(server, reply->arena, player->id, &lines, err);

	if (count > 0)
		tell_others(reply, player, lines, count, template);
	return count == -1 ? -1 : 0;
}

int
reach_again(struct server *server, struct arena *arena, const char *address,
    const struct player *player, int64_t now, struct err *err)
{
	int reached = player != NULL ? players_is_reached(server->store, player->id, err) : 1;
	int begun = addresses_stop(server->store, address, false, err), count;
	struct game_line *lines;
	struct reply reply;

	if (begun != 1 || reached != 0)
		return begun == -1 || reached == -1 ? -1 : 0;
	if ((reached = players_is_reached(server->store, player->id, err)) != 1)
		return reached;
	if ((count = find_games(server, arena, player->id, &lines, err)) == -1)
		return -1;
	reply_init(&reply, arena);
	if (reach_boards(server, &reply, player, "address-back", address, err) == -1)
		return -1;
	tell_others(&reply, player, lines, count, "address-reached");
	return outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err);
}
