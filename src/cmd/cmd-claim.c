/* SPDX-License-Identifier: ISC */
/*
 * CLAIM, GIVE: the opponent's time is up, in a game where only that ends it; more time for
 * him, in his bank or for his next move.
 *
 * A game that is claimed ends when every letter that waits has been read (server/tick.c): a move
 * that arrived in time is in time.
 */
#include "cmd/cmd.h"
#include "play/play.h"

enum outcome
claim_run(struct request *rq, struct err *err)
{
	return play_claim(request_act(rq), err);
}

enum outcome
give_run(struct request *rq, struct err *err)
{
	int64_t seconds;

	if (!duration_read(rq->order->words[0], &seconds))
		seconds = TIME_MAX; /* more than can be read */
	return play_give(request_act(rq), seconds, err);
}
