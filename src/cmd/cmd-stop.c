/* SPDX-License-Identifier: ISC */
/*
 * STOP: the addresses stay as they were before somebody asked from elsewhere.
 *
 * What waits is forgotten, and what was added from elsewhere is dropped.
 */
#include "cmd/cmd.h"
#include "store/confirmations.h"

enum outcome
stop_run(struct request *rq, struct err *err)
{
	int waiting = confirmations_stop(rq->store, rq->from->id, err), dropped;

	if (waiting == -1 ||
	    (dropped = players_drop_new(rq->store, rq->from->id, rq->now, err)) == -1)
		return FAILED;
	if (waiting + dropped == 0)
		return request_refuse(rq, "stop-nothing");
	reply_use(rq->reply, "stop");
	return DONE;
}
