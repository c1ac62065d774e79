/* SPDX-License-Identifier: ISC */
/*
 * LIMIT: how many games a player wants to have at once.
 *
 * Whoever has so many is neither challenged nor begins another; those that run go on.
 */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cmd/cmd.h"

#define DIGITS_MAX 6

/* "Limit your losses": speech. */
static bool
limit_accepts(const struct order *order)
{
	const char *word = order->words[0];

	return order->word_count == 0 || str_equal(word, "off") || str_equal(word, "none") ||
	    (strspn(word, "0123456789") == strlen(word) && strlen(word) <= DIGITS_MAX);
}

/* "none", which is no keyword of all commands. */
static bool
limit_expects(const struct order *order, int i)
{
	return limit_accepts(order) && i == 0;
}

static enum outcome
limit_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	int taken = games_taken(rq->store, rq->from->id, err);
	struct vars *vars;

	if (taken == -1)
		return CMD_FAILED;
	if (order->word_count > 0) {
		rq->from->limit = (int)strtol(order->words[0], NULL, 10); /* "off": 0 */
		if (players_save(rq->store, rq->from, err) == -1)
			return CMD_FAILED;
	}
	vars = reply_use(reply, "limit");
	vars_number(vars, "limit", rq->from->limit);
	vars_flag(vars, "limited", rq->from->limit > 0);
	vars_number(vars, "most", rq->settings->games_max);
	vars_number(vars, "count", taken);
	vars_flag(vars, "full", request_room(rq, err) == 0);
	return CMD_DONE;
}

const struct cmd cmd_limit = {
	.name = "limit",
	.args = "AUTH WORD?",
	.accepts = limit_accepts,
	.expects = limit_expects,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = limit_run,
};
