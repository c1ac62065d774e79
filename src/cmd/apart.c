/* SPDX-License-Identifier: ISC */
/*
 * One of one person's accounts stays where both have joined (apart.h).
 */
#include "cmd/apart.h"

#include "cmd/cmd.h"
#include "store/linked.h"
#include "store/stairs.h"

/* Why two are one person. */
static void
add_why(struct vars *vars, int together)
{
	vars_flag(vars, "one-mailbox", together == TOGETHER_BY_MAILBOX);
	vars_flag(vars, "linked", together == TOGETHER_BY_OPERATOR);
}

static int
take_off(struct request *rq, const struct climber *climber, int together, struct err *err)
{
	struct vars *vars = reply_tell(rq->reply, climber->seat.player, NULL, "stairs-apart");

	add_why(vars, together);
	stairs_left_facts(vars, climber);
	return climbers_remove(rq->store, climber->seat.player, err) == -1 ? -1 : 0;
}

int
apart_on_stairs(struct request *rq, int64_t player, struct err *err)
{
	struct climber *all;
	int count = climbers_list(rq->store, rq->arena, &all, err), own = 0;

	if (count == -1)
		return -1;
	while (own < count && all[own].seat.player != player)
		own++;
	for (int i = 0; own < count && i < count; i++) {
		int together = i == own ?
		    TOGETHER_NOT :
		    linked_together(rq->store, player, all[i].seat.player, err);

		if (together == -1 ||
		    (together != TOGETHER_NOT &&
			take_off(rq, &all[i < own ? own : i], together, err) == -1))
			return -1;
		if (together != TOGETHER_NOT && i < own)
			break;
	}
	return 0;
}

/* With one of the earlier ones: how; TOGETHER_NOT, or -1. */
static int
with_earlier(
    struct request *rq, const struct seat *earlier, int count, int64_t player, struct err *err)
{
	int together = TOGETHER_NOT;

	for (int i = 0; i < count && together == TOGETHER_NOT; i++)
		together = linked_together(rq->store, earlier[i].player, player, err);
	return together;
}

int
apart_entrants(struct request *rq, const struct tournament *t, struct seat *entrants, int *count,
    struct err *err)
{
	int kept = 0;

	for (int i = 0; i < *count; i++) {
		int64_t player = entrants[i].player;
		int together = with_earlier(rq, entrants, kept, player, err);
		struct vars *vars;

		if (together == -1)
			return -1;
		if (together == TOGETHER_NOT) {
			entrants[kept++] = entrants[i];
			continue;
		}
		if (entrants_remove(rq->store, t->id, player, err) == -1)
			return -1;
		vars = reply_tell(rq->reply, player, NULL, "tournament-apart");
		vars_number(vars, "number", t->id);
		vars_text(vars, "name", t->name);
		add_why(vars, together);
	}
	*count = kept;
	return 0;
}
