/* SPDX-License-Identifier: ISC */
/*
 * TOURNAMENTS, TOURNAMENT, JOIN, LEAVE: what is announced and played, how it stands, and who takes
 * part.
 *
 * Whoever leaves while it is played loses his open games in it, and is asked once.
 */
#include <math.h>

#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "cmd/tournament.h"
#include "speak/verbs.h"
#include "store/linked.h"

enum outcome
tournaments_run(struct request *rq, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "tournament-list");
	struct tournament *all;
	int count = tournaments_list(rq->store, rq->arena, TOURNAMENTS_LISTED, &all, err);

	vars_list(vars, "tournaments");
	vars_flag(vars, "stranger", rq->from == NULL);
	vars_flag(vars, "any-open", false);
	for (int i = 0; i < count; i++) {
		if (tournament_facts(rq, &all[i], vars_add(vars, "tournaments"), err) != DONE)
			return FAILED;
		if (all[i].state == TOURNAMENT_OPEN)
			vars_flag(vars, "any-open", true);
	}
	return count == -1 ? FAILED : DONE;
}

/* "others": is there any but this one (0: any at all)?  0 or -1. */
static int
add_others(struct request *rq, struct vars *vars, bool is_one, struct err *err)
{
	struct tournament *all;
	int count = tournaments_list(rq->store, rq->arena, 2, &all, err);

	vars_flag(vars, "others", count > is_one);
	return count == -1 ? -1 : 0;
}

/* The tournament that the order names. */
static enum outcome
find(struct request *rq, struct tournament *out, struct err *err)
{
	int found = tournaments_get(rq->store, rq->arena, rq->order->game, out, err);
	struct vars *vars;

	if (found != 0)
		return found == 1 ? DONE : FAILED;
	vars = reply_refuse(rq->reply, "tournament-unknown");
	vars_number(vars, "number", rq->order->game);
	return add_others(rq, vars, false, err) == -1 ? FAILED : REFUSED;
}

enum outcome
tournament_run(struct request *rq, struct err *err)
{
	struct tournament t;
	enum outcome outcome = find(rq, &t, err);
	struct admission admission;
	struct vars *vars;
	int admits = 1;

	if (outcome != DONE)
		return outcome;
	vars = reply_use(rq->reply, "tournament");
	vars_flag(vars, "stranger", rq->from == NULL);
	if (tournament_facts(rq, &t, vars, err) != DONE)
		return FAILED;
	if (rq->from != NULL)
		admits = tournament_admits(rq, &t, rq->from, &admission, err);
	if (admits == -1)
		return FAILED;
	vars_flag(vars, "admitted", admits == 1);
	return tournament_tables(rq, &t, vars, err) == -1 ? FAILED : DONE;
}

static enum outcome
refuse(struct request *rq, const struct tournament *t, const char *template, struct err *err)
{
	struct vars *vars = reply_refuse(rq->reply, template);

	vars_number(vars, "number", t->id);
	vars_text(vars, "name", t->name);
	vars_number(vars, "places", t->places);
	vars_flag(vars, "over", t->state == TOURNAMENT_OVER);
	vars_flag(vars, "cancelled", t->state == TOURNAMENT_CANCELLED);
	return add_others(rq, vars, true, err) == -1 ? FAILED : REFUSED;
}

/* Of one that is being played: is he in its stage, and has he left it?  1, 0 or -1. */
static int
find_place(struct request *rq, const struct tournament *t, bool *has_left, struct err *err)
{
	struct contestant *places;
	int count = contestants_list(rq->store, rq->arena, t->id, t->stage, &places, err);

	for (int i = 0; i < count; i++)
		if (places[i].seat.player == rq->from->id) {
			*has_left = places[i].left != LEFT_NOT;
			return 1;
		}
	return count == -1 ? -1 : 0;
}

/* Of one that has begun: who plays in it keeps his place. */
static enum outcome
keep_place(struct request *rq, const struct tournament *t, struct err *err)
{
	bool has_left = false;
	int is_in = t->state == TOURNAMENT_PLAYING ? find_place(rq, t, &has_left, err) : 0;
	struct vars *vars;

	if (is_in == -1)
		return FAILED;
	if (is_in == 0)
		return refuse(rq, t, "tournament-begun", err);
	if (has_left)
		return refuse(rq, t, "tournament-gone", err);
	vars = reply_use(rq->reply, "tournament-kept");
	vars_number(vars, "number", t->id);
	vars_text(vars, "name", t->name);
	/* The end of the stage may have waited for that. */
	return tournament_add_waiting(rq, t, rq->from->id, vars, err) == -1 ||
		tournaments_look_again(rq->store, t->id, err) == -1 ?
	    FAILED :
	    DONE;
}

/* Whom it is for, and what he has of that. */
static enum outcome
refuse_admission(struct request *rq, const struct tournament *t, const struct admission *admission,
    struct err *err)
{
	bool by_rating = admission->unrated || admission->too_low || admission->too_high;
	struct vars *vars;

	if (refuse(rq, t,
		admission->barred_until != 0 ? "tournament-barred" :
		    by_rating                ? "tournament-rating" :
					       "tournament-ontime",
		err) == FAILED)
		return FAILED;
	vars = rq->reply->sender->last->vars;
	vars_time(vars, "barred-until", admission->barred_until);
	vars_number(vars, "min-rating", t->min_rating);
	vars_number(vars, "max-rating", t->max_rating);
	vars_number(vars, "share", t->ontime);
	vars_flag(vars, "unrated", admission->unrated);
	vars_flag(vars, "too-low", admission->too_low);
	vars_number(vars, "rating", lround(admission->rating.rating));
	vars_number(vars, "turns", admission->turns.turns);
	vars_number(vars, "in-time",
	    admission->late ? 100 * admission->turns.in_time / admission->turns.turns : 0);
	return REFUSED;
}

/* May he join those who have? */
static enum outcome
check_join(struct request *rq, const struct tournament *t, const struct seat *entrants, int count,
    struct err *err)
{
	struct admission admission;
	int admits;

	for (int i = 0; i < count; i++) {
		int same = entrants[i].player == rq->from->id ?
		    0 :
		    linked_together(rq->store, entrants[i].player, rq->from->id, err);

		if (same == -1)
			return FAILED;
		if (entrants[i].player == rq->from->id)
			return refuse(rq, t, "tournament-joined", err);
		if (same != TOGETHER_NOT)
			return refuse(rq, t,
			    same == TOGETHER_BY_MAILBOX ? "tournament-one-mailbox" :
							  "tournament-linked",
			    err);
	}
	if (t->places > 0 && count >= t->places)
		return refuse(rq, t, "tournament-full", err);
	admits = tournament_admits(rq, t, rq->from, &admission, err);
	return admits == -1 ? FAILED :
	    admits == 1     ? DONE :
			      refuse_admission(rq, t, &admission, err);
}

enum outcome
join_run(struct request *rq, struct err *err)
{
	struct seat *entrants;
	struct tournament t;
	struct vars *vars;
	enum outcome outcome = find(rq, &t, err);
	int count;

	if (outcome != DONE)
		return outcome;
	if (t.state != TOURNAMENT_OPEN)
		return keep_place(rq, &t, err);
	count = entrants_list(rq->store, rq->arena, t.id, &entrants, err);
	outcome = count == -1 ? FAILED : check_join(rq, &t, entrants, count, err);
	if (outcome != DONE)
		return outcome;
	if (entrants_add(rq->store, t.id, rq->from->id, rq->now, err) == -1)
		return FAILED;
	if (count + 1 == t.places) {
		t.due = rq->now;
		if (tournaments_save(rq->store, &t, err) == -1)
			return FAILED;
	}
	vars = reply_use(rq->reply, "tournament-join");
	vars_flag(vars, "complete", count + 1 == t.places);
	vars_number(vars, "limit", rq->from->limit);
	vars_flag(vars, "limited", rq->from->limit > 0);
	return tournament_facts(rq, &t, vars, err);
}

enum outcome
leave_run(struct request *rq, struct err *err)
{
	struct tournament t;
	struct vars *vars, *told = vars_new(rq->arena);
	enum outcome outcome = find(rq, &t, err);

	if (outcome != DONE)
		return outcome;
	if (t.state == TOURNAMENT_OPEN) {
		int left = entrants_remove(rq->store, t.id, rq->from->id, err);

		if (left == 1) {
			vars = reply_use(rq->reply, "tournament-left");
			vars_number(vars, "number", t.id);
			vars_text(vars, "name", t.name);
		}
		return left == -1 ? FAILED :
		    left == 1     ? DONE :
				    refuse(rq, &t, "tournament-not-in", err);
	}
	if (t.state != TOURNAMENT_PLAYING)
		return refuse(rq, &t, "tournament-begun", err);
	outcome = tournament_leave(rq, &t, LEAVES, told, err);
	if (outcome == REFUSED)
		return refuse(rq, &t, "tournament-not-in", err);
	if (outcome != DONE || !rq->is_sure)
		return outcome == DONE ? confirmation_ask_owner(rq, err) : outcome;
	vars_copy(reply_use(rq->reply, "tournament-withdrawn"), told);
	return outcome;
}

/* The tournament of its number in which who writes "withdraw" with one plays, or which he has
 * joined: 1, 0 or -1. */
static int
withdraws_from(struct request *rq, struct tournament *out, struct err *err)
{
	const struct order *order = rq->order;
	bool is_shut;
	int found;

	if (order->verb != &verb_table[VERB_WITHDRAW] || order->game == 0 || rq->from == NULL)
		return 0;
	found = tournaments_get(rq->store, rq->arena, order->game, out, err);
	if (found != 1 || (out->state != TOURNAMENT_OPEN && out->state != TOURNAMENT_PLAYING))
		return found == -1 ? -1 : 0;
	return tournament_has(rq, out, rq->from, &is_shut, err);
}

int
tournament_read_withdraw(struct request *rq, struct err *err)
{
	struct tournament t;
	struct order *order;
	struct game *game;
	int found = withdraws_from(rq, &t, err);

	if (found != 1 || t.state != TOURNAMENT_OPEN)
		return found == -1 ? -1 : 0;
	found = request_game(rq, t.id, &game, err);
	if (found == -1 || (found == 1 && game->state != GAME_OVER && game_has(game, rq->from->id)))
		return found == -1 ? -1 : 0;
	order = arena_alloc(rq->arena, sizeof *order);
	*order = *rq->order;
	order->verb = &verb_table[VERB_LEAVE];
	rq->order = order;
	return 0;
}

int
tournament_say_leave(struct request *rq, struct err *err)
{
	struct tournament t;
	bool is_named = rq->from != rq->sender && rq->proof == PROOF_NONE;
	int found = is_named ? 0 : withdraws_from(rq, &t, err);
	struct vars *vars;

	if (found != 1)
		return found;
	vars = reply_refuse(rq->reply, "tournament-leave");
	vars_number(vars, "number", t.id);
	vars_text(vars, "name", t.name);
	return 0;
}
