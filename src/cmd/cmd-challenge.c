/* SPDX-License-Identifier: ISC */
/*
 * CHALLENGE, INVITE: offer a game to another player, or to an address: one letter to somebody
 * who need not have an account.
 *
 * Nothing runs until the challenged accepts.
 */
#include <string.h>

#include "base/arena.h"
#include "cmd/challenge.h"
#include "cmd/cmd.h"
#include "cmd/invitation.h"
#include "cmd/machine.h"
#include "play/glossary.h"

/* Of two names both are players' or an address, and where anybody is meant nobody is. */
static enum outcome
check_names(struct request *rq, struct err *err)
{
	static const char anybody[] = "anybody anyone somebody someone everybody everyone";
	const struct order *order = rq->order;
	enum outcome outcome = DONE;
	struct player *unused;

	if (glossary_lists(anybody, order->words[0])) {
		vars_flag(reply_refuse(rq->reply, "challenge-anybody"), "machine",
		    rq->settings->has_machine);
		return REFUSED;
	}
	for (int i = 0; i < order->word_count && order->word_count == 2 &&
	     order->option_count == 0 && strchr(order->words[1], '=') == NULL && outcome == DONE;
	     i++)
		if (strchr(order->raw[i], '@') == NULL)
			outcome = request_player(rq, order->raw[i], &unused, err);
	return outcome;
}

enum outcome
challenge_run(struct request *rq, struct err *err)
{
	struct player *other;
	struct game *game;
	const char *name;
	int level = machine_level(rq->order), found = 0;
	enum outcome outcome;

	if (machine_is_meant(rq->order)) {
		other = arena_alloc(rq->arena, sizeof *other);
		found = players_find(rq->store, rq->arena, rq->order->words[0], other, err);
		if (found != 1)
			return found == -1 ? FAILED : machine_refuse_level(rq);
	}
	outcome = level > 0 ? DONE : check_names(rq, err);
	if (outcome != DONE ||
	    (outcome = challenge_read(rq, rq->order, rq->from, &game, &name)) != DONE)
		return outcome;
	if (level > 0)
		return machine_begin(rq, game, level, err);
	if (strchr(name, '@') != NULL)
		return invitation_write(rq, name, game, err);
	if ((outcome = request_player(rq, name, &other, err)) != DONE ||
	    (outcome = challenge_check(rq, other, err)) != DONE ||
	    (outcome = challenge_check_ontime(rq, rq->order, other, "challenge-ontime", err)) !=
		DONE)
		return outcome;
	return challenge_send(rq, game, other, NULL, err);
}

enum outcome
invite_run(struct request *rq, struct err *err)
{
	struct game *game;
	const char *address;
	enum outcome outcome = challenge_read(rq, rq->order, rq->from, &game, &address);

	return outcome == DONE ? invitation_write(rq, address, game, err) : outcome;
}
