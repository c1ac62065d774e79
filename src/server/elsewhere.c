/* SPDX-License-Identifier: ISC */
/*
 * Letters answered from elsewhere (elsewhere.h).
 *
 * The notice may be forwarded to a robot at that address, which answers it: the limit of a day
 * ends that.
 */
#include "server/elsewhere.h"

#include "base/arena.h"
#include "base/clock.h"
#include "cmd/request.h"
#include "play/facts.h"
#include "server/identity.h"
#include "store/counters.h"
#include "store/players.h"

#define TOLD_A_DAY 5

/* 1, and counted, or 0: he was told enough; or -1. */
static int
count(struct request *rq, int64_t player, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player);
	int64_t today;

	if (counters_get(rq->store, "elsewhere", who, rq->now - DAY, &today, err) == -1)
		return -1;
	return today >= TOLD_A_DAY ? 0 :
				     request_count(rq, "elsewhere", who, rq->now - HOUR, 1, err);
}

int
elsewhere_tell(struct request *rq, const struct identity *who, struct err *err)
{
	struct game *game = NULL;
	struct player player;
	struct vars *vars;
	int found;

	if (who->owner == 0 || !rq->reply->silent || rq->reply->others != NULL)
		return 0;
	found = players_get(rq->store, rq->arena, who->owner, &player, err);
	if (found != 1 || player.state != PLAYER_ACTIVE)
		return found == -1 ? -1 : 0;
	if ((found = count(rq, player.id, err)) != 1)
		return found;
	if (who->board != 0 && request_game(rq, who->board, &game, err) == -1)
		return -1;
	if (game != NULL && !game_has(game, player.id))
		game = NULL;
	vars = reply_tell(rq->reply, player.id, game, "proof-elsewhere");
	vars_text(vars, "named", rq->address);
	if (game != NULL)
		facts_game(vars, game);
	return 0;
}
