/* SPDX-License-Identifier: ISC */
/*
 * STOP: the addresses stay as they were before somebody asked from elsewhere.
 *
 * What waits is forgotten, and what was added from elsewhere is dropped.  Where nothing is to be
 * stopped, an answer to a letter about no board ends those about invitations.
 */
#include "cmd/cmd.h"
#include "store/confirmations.h"

enum outcome
stop_run(struct request *rq, struct err *err)
{
	int waiting = confirmations_stop(rq->store, rq->from->id, err), dropped;
	struct vars *vars;

	if (waiting == -1 ||
	    (dropped = players_drop_new(rq->store, rq->from->id, rq->now, err)) == -1)
		return FAILED;
	if (waiting + dropped == 0 && rq->from->seeks && rq->token != NULL &&
	    rq->listed_count == 0 && request_token_game(rq) == 0)
		return subscribe_hear(rq, false, err);
	if (waiting + dropped == 0) {
		vars = reply_refuse(rq->reply, "stop-nothing");
		vars_flag(vars, "hears", rq->from->seeks);
		vars_flag(vars, "digest", rq->from->digest[0] != '\0');
		return REFUSED;
	}
	reply_use(rq->reply, "stop");
	return DONE;
}
