/* SPDX-License-Identifier: ISC */
/*
 * SIGNOFF: close the account.
 *
 * Asked about once in any case, for it cannot be taken back: open games are given up.
 */
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"

enum outcome
signoff_run(struct request *rq, struct err *err)
{
	struct address *all;
	int count, games;

	if (!rq->is_sure)
		return confirmation_ask_owner(rq, err);
	count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	if (count == -1 ||
	    account_close(rq->store, rq->arena, rq->from, rq->now, rq->reply, &games, err) == -1)
		return FAILED;
	/* Nothing is the player's any more, so that each address is told by itself. */
	for (int i = 0; i < count; i++) {
		struct vars *vars;

		if (!all[i].confirmed || all[i].stopped)
			continue;
		vars = reply_write(rq->reply, all[i].address, 0, "account-closed");
		vars_text(vars, "userid", rq->from->userid);
		vars_number(vars, "games", games);
	}
	rq->reply->silent = true;
	return DONE;
}
