/* SPDX-License-Identifier: ISC */
/*
 * AS: say who writes, once for all commands of a letter.
 *
 * The dispatcher has checked the password when this runs.
 */
#include "cmd/cmd.h"

static bool
as_accepts(const struct order *order)
{
	return order->userid != NULL;
}

static enum outcome
as_run(struct request *rq, struct reply *reply, struct err *err)
{
	(void)reply;
	(void)err;
	rq->by_password = rq->from;
	return CMD_DONE;
}

const struct cmd cmd_as = {
	.name = "as",
	.aliases = "userid login",
	.args = "AUTH",
	.accepts = as_accepts,
	.needs = NEEDS_PLAYER,
	.run = as_run,
};
