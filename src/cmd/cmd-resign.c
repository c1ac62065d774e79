/* SPDX-License-Identifier: ISC */
/*
 * RESIGN: give up a game, on or off turn.
 *
 * Before each side has moved the game is only cancelled, and counts for nothing.
 * Mail is slow: what a player gave up months ago may have been won since, so that an
 * answer counts for the turn of its letter and the one after it.
 */
#include "cmd/cmd.h"
#include "play/play.h"

enum outcome
resign_run(struct request *rq, struct err *err)
{
	return play_resign(request_act(rq), err);
}
