/* SPDX-License-Identifier: ISC */
/*
 * SUBSCRIBE, UNSUBSCRIBE, NOTIFY: observe a game or all public games of a player, only
 * their ends, or no more; and hear of new invitations.
 */
#include "cmd/cmd.h"
#include "speak/settings.h"

#define FOLLOWS_MAX 50 /* players whom one player observes */

enum copies { NO_COPIES, ALL_COPIES, ENDS };

/* What is to come from now on. */
static void
say_copies(struct vars *vars, enum copies copies, const char *userid)
{
	vars_text(vars, "userid", userid);
	vars_flag(vars, "all", copies == ALL_COPIES);
	vars_flag(vars, "ends", copies == ENDS);
}

static enum outcome
observe_player(struct request *rq, enum copies copies, struct err *err)
{
	struct player *other;
	enum outcome outcome = request_player(rq, rq->order->words[0], &other, err);
	int count, has;

	if (outcome != DONE)
		return outcome;
	if ((count = follows_count(rq->store, rq->from->id, err)) == -1 ||
	    (has = follows_has(rq->store, other->id, rq->from->id, err)) == -1)
		return FAILED;
	if (other->id == rq->from->id)
		return request_refuse(rq, "subscribe-self");
	if (copies == NO_COPIES && !has)
		return request_refuse_userid(rq, "unsubscribe-nobody", other->userid);
	if (copies != NO_COPIES && count >= FOLLOWS_MAX)
		return request_refuse_number(rq, "subscribe-too-many", "limit", FOLLOWS_MAX);
	if (copies == NO_COPIES ?
		follows_remove(rq->store, other->id, rq->from->id, err) == -1 :
		follows_add(rq->store, other->id, rq->from->id, copies == ENDS, err) == -1)
		return FAILED;
	say_copies(reply_use(rq->reply, "subscribe-player"), copies, other->userid);
	return DONE;
}

enum outcome
subscribe_hear(struct request *rq, bool hears, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "subscribe-seeks");

	rq->from->seeks = hears;
	vars_flag(vars, "on", hears);
	vars_flag(vars, "digest", rq->from->digest[0] != '\0');
	return players_save(rq->store, rq->from, err) == -1 ? FAILED : DONE;
}

static enum outcome
observe(struct request *rq, enum copies copies, struct err *err)
{
	const struct seat *followed[2];
	struct vars *vars, *item;
	bool by_board;
	int rc, count;

	if (rq->game == NULL && rq->order->word_count == 0)
		return subscribe_hear(rq, false, err);
	if (setting_is_seeks(rq->order))
		return subscribe_hear(
		    rq, copies != NO_COPIES && !setting_ends_daily(rq->order), err);
	if (rq->order->word_count > 0)
		return observe_player(rq, copies, err);
	if (game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(rq->reply,
			       copies == NO_COPIES ? "unsubscribe-own-game" : "subscribe-own-game"),
		    rq->game);
		return REFUSED;
	}
	if (copies == NO_COPIES)
		rc = observers_remove(rq->store, rq->game->id, rq->from->id, err);
	else
		rc = observers_add(rq->store, rq->game->id, rq->from->id, copies == ENDS, err);
	if (rc == -1 ||
	    (count = observers_why(rq->store, rq->game, rq->from->id, &by_board, followed, err)) ==
		-1)
		return FAILED;
	vars = reply_use_game(
	    rq->reply, rq->game, copies == NO_COPIES ? "unsubscribe-done" : "subscribe-done");
	say_copies(vars, copies, "");
	vars_flag(vars, "still", count > 0);
	vars_list(vars, "followed");
	for (int i = 0; i < count; i++) {
		item = vars_add(vars, "followed");
		vars_text(item, "userid", followed[i]->userid);
		vars_flag(item, "another", i > 0);
	}
	return DONE;
}

enum outcome
subscribe_run(struct request *rq, struct err *err)
{
	return observe(rq, ALL_COPIES, err);
}

enum outcome
unsubscribe_run(struct request *rq, struct err *err)
{
	return observe(rq, NO_COPIES, err);
}

enum outcome
notify_run(struct request *rq, struct err *err)
{
	return observe(rq, ENDS, err);
}
