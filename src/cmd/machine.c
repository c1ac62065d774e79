/* SPDX-License-Identifier: ISC */
/*
 * A game with a machine begins (machine.h).
 *
 * It needs nobody's consent: it begins with the letter that asks for it.
 */
#include "cmd/machine.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "play/play.h"
#include "speak/levels.h"
#include "store/machines.h"
#include "store/seeks.h"

#define LEVEL_DEFAULT 3
#define GAMES_MOST    3 /* of a player, at once */

static const char *
behind_name(const struct order *order)
{
	return order->word_count > 0 ? levels_behind_name(order->words[0]) : NULL;
}

bool
machine_is_meant(const struct order *order)
{
	const char *rest = behind_name(order);

	return rest != NULL && machine_level(order) == 0 &&
	    rest[strspn(rest, "0123456789")] == '\0';
}

int
machine_is(struct request *rq, int64_t player, struct err *err)
{
	struct player found;
	int rc = players_get(rq->store, rq->arena, player, &found, err);

	return rc == 1 ? found.level > 0 : rc;
}

enum outcome
machine_refuse_level(struct request *rq)
{
	struct vars *vars = reply_refuse(rq->reply, "bot-level");

	vars_number(vars, "limit", MACHINE_LEVELS);
	vars_text(vars, "names", levels_names(rq->arena));
	return REFUSED;
}

int
machine_level(const struct order *order)
{
	const char *rest = behind_name(order);

	if (rest == NULL || (rest[0] != '\0' && order->word_count > 1))
		return 0;
	if (rest[0] == '\0' && order->word_count > 1)
		rest = order->words[1];
	return rest[0] == '\0' ? LEVEL_DEFAULT : levels_named(rest);
}

enum outcome
machine_begin(struct request *rq, struct game *game, int level, struct err *err)
{
	int room = request_room(rq, err), has = machines_games(rq->store, rq->from->id, err);
	struct seek *seeks;
	struct player machine;
	struct vars *vars;
	struct seat *seat;
	struct act *act;
	enum outcome outcome;
	int waiting;

	if (room == -1 || has == -1)
		return FAILED;
	if (!rq->settings->has_machine) {
		waiting = seeks_list(rq->store, rq->arena, 0, rq->now, 100, &seeks, err);
		return waiting == -1 ? FAILED :
				       request_refuse_number(rq, "bot-none", "waiting", waiting);
	}
	if (has >= GAMES_MOST)
		return request_refuse_number(rq, "bot-enough", "limit", GAMES_MOST);
	if (room == 0)
		return request_refuse_full(rq, err);
	if (machines_get(rq->store, rq->arena, level, rq->now, &machine, err) == -1)
		return FAILED;
	game->is_rated = false;
	seat = &game->seat[side_other(game->challenger)];
	seat->player = machine.id;
	str_copy(seat->userid, SEAT_NAME_SIZE, machine.userid);
	rq->game = game;
	act = request_act(rq);
	vars = vars_new(rq->arena);
	vars_number(vars, "level", level);
	vars_text(vars, "machine", machine.userid);
	act->more = vars;
	outcome = play_begin(act, "bot-begun", "bot-begun", err);
	request_add_game(rq, game);
	return outcome;
}
