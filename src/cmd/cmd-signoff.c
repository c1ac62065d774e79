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
	int games;

	if (!rq->is_sure)
		return confirmation_ask_owner(rq, err);
	if (account_close(rq->store, rq->arena, rq->from, rq->now, NULL, rq->reply, &games, err) ==
	    -1)
		return FAILED;
	rq->reply->silent = true;
	return DONE;
}
