/* SPDX-License-Identifier: ISC */
/*
 * Letters that do not arrive (undelivered.h).
 *
 * Told are those who play against the player, once each, and the operator.
 * What is written here belongs to no game; callers see to it that no notice
 * causes another one without end.
 */
#include "server/undelivered.h"

#include "base/arena.h"
#include "base/err.h"
#include "cmd/facts.h"
#include "config/config.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/games.h"
#include "store/outbox.h"

/* One note for each opponent, with the boards that are played against him. */
static int
tell_opponents(struct server *server, struct arena *arena, const struct player *player,
    const char *template, struct reply *reply, struct err *err)
{
	struct game_filter filter = {
		.player = player->id, .viewer = -1, .of_state = { [GAME_PLAYING] = true }
	};
	struct game_line *lines;
	int count = games_list(server->store, arena, &filter, &lines, err);

	for (int i = 0; i < count; i++) {
		enum side side = lines[i].seat[RED].player == player->id ? GREEN : RED;
		int64_t opponent = lines[i].seat[side].player;
		struct message *m = reply->others;
		struct vars *vars;

		while (m != NULL && m->player != opponent)
			m = m->next;
		vars = m != NULL ? m->first->vars : reply_tell(reply, opponent, NULL, template);
		vars_text(vars, "userid", player->userid);
		vars_number(vars_add(vars, "boards"), "board", lines[i].id);
	}
	return count;
}

int
undelivered_tell(struct server *server, struct arena *arena, const struct out *out,
    const char *template, int64_t now, struct err *err)
{
	const char *operator= server->config->operator_address;
	struct cause cause = { .now = now };
	struct player player;
	struct reply reply;
	int found;

	if (out->player == 0)
		return 0;
	if ((found = players_get(server->store, arena, out->player, &player, err)) != 1)
		return found;
	reply_init(&reply, arena);
	if (tell_opponents(server, arena, &player, template, &reply, err) == -1)
		return -1;
	if (operator!= NULL) {
		struct vars *vars = reply_write(&reply, operator, 0, "operator-undelivered");

		vars_text(vars, "userid", player.userid);
		vars_text(vars, "recipient", out->recipient);
		vars_number(vars, "row", out->id);
		vars_text(vars, "answer", out->answer);
	}
	return outgoing_write(server, arena, &reply, &cause, err) == 0 ? 0 : -1;
}
