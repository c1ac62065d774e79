/* SPDX-License-Identifier: ISC */
/*
 * LIMIT: how many games a player wants to have at once.
 *
 * Whoever has so many is neither challenged nor begins another; those that run go on.
 */
#include <stdlib.h>

#include "cmd/cmd.h"

enum outcome
limit_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	int taken = games_taken(rq->store, rq->from->id, err);
	struct vars *vars;

	if (taken == -1)
		return FAILED;
	if (order->word_count > 0) {
		long wanted = strtol(order->words[0], NULL, 10); /* "off": 0 */

		if (order->words[0][0] == '0' || wanted > rq->settings->games_max)
			return request_refuse_number(
			    rq, "limit-wrong", "most", rq->settings->games_max);
		rq->from->limit = (int)wanted;
		if (players_save(rq->store, rq->from, err) == -1)
			return FAILED;
	}
	vars = reply_use(rq->reply, "limit");
	vars_number(vars, "limit", rq->from->limit);
	vars_flag(vars, "limited", rq->from->limit > 0);
	vars_number(vars, "most", rq->settings->games_max);
	vars_number(vars, "count", taken);
	vars_flag(vars, "full", request_room(rq, err) == 0);
	return DONE;
}
