/* SPDX-License-Identifier: ISC */
/*
 * STAIRS: who stands on which step; somebody joins, challenges, leaves.
 *
 * Who joins has agreed to be challenged: a game begins at once.  Nobody is offered here whom a
 * challenge would be refused to.
 */
#include "base/arena.h"
#include "base/str.h"
#include "cmd/challenge.h"
#include "cmd/cmd.h"
#include "play/facts.h"
#include "play/play.h"
#include "speak/query.h"
#include "store/linked.h"
#include "store/stairs.h"

#define NAMED_MOST   40 /* players of a step, and of those who may be challenged */
#define REASONS_MOST 5  /* why somebody cannot be challenged */

struct stairs {
	struct climber *all; /* the highest first */
	int count;
	const struct climber *me; /* rq->from; NULL he is not on them */
};

/* Why somebody cannot be challenged; MEETING_FREE, and nothing else: he can. */
struct obstacle {
	enum meeting meeting;
	int64_t last; /* MEETING_LATELY: when their game ended */
	bool is_away, is_unreached;
};

static const struct climber *
find(const struct stairs *stairs, int64_t player)
{
	for (int i = 0; i < stairs->count; i++)
		if (stairs->all[i].seat.player == player)
			return &stairs->all[i];
	return NULL;
}

static int
read_stairs(struct request *rq, struct stairs *out, struct err *err)
{
	out->count = climbers_list(rq->store, rq->arena, &out->all, err);
	out->me = rq->from != NULL ? find(out, rq->from->id) : NULL;
	return out->count == -1 ? -1 : 0;
}

/* A game there, with nobody seated. */
static struct game *
new_game(struct request *rq)
{
	struct game *game = game_new(rq->arena, rq->now);

	game->is_stairs = game->is_rated = true;
	terms_read_time(&game->terms, rq->settings->stairs);
	return game;
}

static int
is_away(struct request *rq, int64_t player, struct err *err)
{
	const struct period *spans;
	int count = vacations_list(rq->store, rq->arena, player, rq->now, &spans, err);

	return count == -1 ? -1 : count > 0 && spans[0].from <= rq->now;
}

/* 1 nothing stands against it, 0, -1. */
static int
look(struct request *rq, const struct climber *me, const struct climber *other,
    struct obstacle *out, struct err *err)
{
	int64_t player = other->seat.player;
	int away, reached;
	bool plays;

	*out = (struct obstacle){ .meeting = stairs_meeting(me, other, false, 0, rq->now) };
	/* The others of a large step need not be looked up. */
	if (out->meeting != MEETING_FREE && out->meeting != MEETING_TAKEN)
		return 0;
	if (stairs_between(rq->store, me->seat.player, player, &plays, &out->last, err) == -1)
		return -1;
	out->meeting = stairs_meeting(me, other, plays, out->last, rq->now);
	if (out->meeting != MEETING_FREE)
		return 0;
	away = is_away(rq, player, err);
	reached = players_is_reached(rq->store, player, err);
	if (away == -1 || reached == -1)
		return -1;
	out->is_away = away == 1;
	out->is_unreached = reached == 0;
	return !out->is_away && !out->is_unreached;
}

/* Can he be challenged in every regard?  1, 0 or -1; nothing is said. */
static int
may_challenge(
    struct request *rq, const struct climber *me, const struct climber *other, struct err *err)
{
	struct reply *reply = rq->reply, unsaid;
	struct obstacle obstacle;
	struct player player;
	enum outcome outcome;
	int may = look(rq, me, other, &obstacle, err);

	if (may != 1)
		return may;
	if (players_get(rq->store, rq->arena, other->seat.player, &player, err) != 1)
		return -1;
	reply_init(&unsaid, rq->arena);
	rq->reply = &unsaid;
	outcome = challenge_check(rq, &player, err);
	rq->reply = reply;
	return outcome == FAILED ? -1 : outcome == DONE;
}

/* Does the other stand where he may challenge? */
static bool
is_near(const struct climber *me, const struct climber *other)
{
	return other != me && other->step <= me->step && other->step >= me->step - STAIRS_BELOW;
}

/* Does anybody? */
static bool
is_alone(const struct stairs *stairs)
{
	for (int i = 0; i < stairs->count; i++)
		if (is_near(stairs->me, &stairs->all[i]))
			return false;
	return true;
}

static void
add_alone(struct request *rq, struct vars *vars, const struct stairs *stairs)
{
	vars_flag(vars, "alone", is_alone(stairs));
	vars_flag(vars, "only", stairs->count == 1);
	vars_text(vars, "only-other",
	    stairs->count == 2 ? stairs->all[stairs->me == &stairs->all[0]].seat.userid : "");
	/* Where others stand further down. */
	vars_flag(vars, "closes", stairs->all[stairs->count - 1].step < stairs->me->step);
	request_day(vars, "closing", "", stairs_closing(rq->now));
}

/* Each step, from the top, with those who stand there. */
static int
add_steps(struct request *rq, struct vars *vars, const struct stairs *stairs, struct err *err)
{
	struct vars *step = NULL;
	int number = 0, named = 0;

	vars_list(vars, "steps");
	for (int i = 0; i < stairs->count; i++) {
		const struct climber *climber = &stairs->all[i];
		struct vars *item;
		int away;

		for (; step == NULL || number != climber->step; named = 0) {
			number = step == NULL ? climber->step : number - 1;
			step = vars_add(vars, "steps");
			vars_number(step, "number", number);
			vars_number(step, "others", 0);
			vars_list(step, "players");
		}
		if (named++ >= NAMED_MOST) {
			vars_number(step, "others", named - NAMED_MOST);
			continue;
		}
		if ((away = is_away(rq, climber->seat.player, err)) == -1)
			return -1;
		item = vars_add(step, "players");
		vars_text(item, "userid", climber->seat.userid);
		vars_flag(item, "another", named > 1);
		vars_flag(item, "you", climber == stairs->me);
		vars_flag(item, "challenged", climber->is_played != 0);
		vars_flag(item, "away", away == 1);
	}
	return 0;
}

/* Whom he may challenge. */
static int
add_free(struct request *rq, struct vars *vars, const struct stairs *stairs, struct err *err)
{
	int named = 0;

	vars_list(vars, "free");
	for (int i = 0; i < stairs->count && named < NAMED_MOST; i++) {
		struct vars *item;
		int may = may_challenge(rq, stairs->me, &stairs->all[i], err);

		if (may == -1)
			return -1;
		if (may == 0)
			continue;
		item = vars_add(vars, "free");
		vars_text(item, "userid", stairs->all[i].seat.userid);
		vars_flag(item, "another", named++ > 0);
	}
	vars_flag(vars, "any-free", named > 0);
	return 0;
}

/* Where he stands, and what he can do. */
static int
add_own(struct request *rq, struct vars *vars, const struct stairs *stairs, struct err *err)
{
	const struct climber *me = stairs->me;
	int room = request_room(rq, err);

	vars_number(vars, "step", me->step);
	vars_number(vars, "board", me->challenges);
	vars_flag(vars, "challenging", me->challenges != 0);
	vars_flag(vars, "full", room == 0);
	vars_flag(vars, "any-free", false);
	add_alone(rq, vars, stairs);
	if (room == -1)
		return -1;
	return me->challenges != 0 || room == 0 ? 0 : add_free(rq, vars, stairs, err);
}

static enum outcome
show(struct request *rq, const struct stairs *stairs, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "stairs");

	vars_flag(vars, "any", stairs->count > 0);
	vars_flag(vars, "stranger", rq->from == NULL);
	vars_flag(vars, "on", stairs->me != NULL);
	facts_agreed(vars, new_game(rq));
	if (add_steps(rq, vars, stairs, err) == -1)
		return FAILED;
	return stairs->me != NULL && add_own(rq, vars, stairs, err) == -1 ? FAILED : DONE;
}

static enum outcome
join(struct request *rq, struct stairs *stairs, struct err *err)
{
	struct vars *vars;

	if (stairs->me != NULL)
		return request_refuse_number(rq, "stairs-joined", "step", stairs->me->step);
	for (int i = 0; i < stairs->count; i++) {
		int together = linked_together(
		    rq->store, rq->from->id, stairs->all[i].seat.player, err);

		if (together == -1)
			return FAILED;
		if (together != TOGETHER_NOT)
			return request_refuse(rq,
			    together == TOGETHER_BY_MAILBOX ? "stairs-one-mailbox" :
							      "stairs-linked");
	}
	if (climbers_add(rq->store, rq->from->id, rq->now, err) == -1 ||
	    read_stairs(rq, stairs, err) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "stairs-join");
	facts_agreed(vars, new_game(rq));
	return add_own(rq, vars, stairs, err) == -1 ? FAILED : DONE;
}

/* They still count for his opponents. */
void
stairs_left_facts(struct vars *vars, const struct climber *climber)
{
	vars_number(
	    vars, "board", climber->challenges != 0 ? climber->challenges : climber->is_played);
	vars_number(vars, "other-board", climber->is_played);
	vars_flag(vars, "any-board", climber->challenges != 0 || climber->is_played != 0);
	vars_flag(vars, "both", climber->challenges != 0 && climber->is_played != 0);
}

static enum outcome
leave(struct request *rq, const struct stairs *stairs, struct err *err)
{
	if (stairs->me == NULL)
		return request_refuse(rq, "stairs-not-on");
	if (climbers_remove(rq->store, rq->from->id, err) == -1)
		return FAILED;
	stairs_left_facts(reply_use(rq->reply, "stairs-left"), stairs->me);
	return DONE;
}

static enum outcome
refuse(struct request *rq, const struct stairs *stairs, const struct seat *whom,
    const struct obstacle *obstacle)
{
	const struct climber *other = find(stairs, whom->player);
	struct vars *vars = reply_refuse(rq->reply, "stairs-cannot");

	vars_text(vars, "userid", whom->userid);
	vars_flag(vars, "absent", other == NULL);
	vars_number(vars, "your-step", stairs->me->step);
	vars_number(vars, "step", other != NULL ? other->step : 0);
	vars_number(vars, "below", STAIRS_BELOW);
	vars_flag(vars, "above", obstacle->meeting == MEETING_ABOVE);
	vars_flag(vars, "far", obstacle->meeting == MEETING_FAR);
	vars_flag(vars, "taken", obstacle->meeting == MEETING_TAKEN);
	vars_flag(vars, "playing", obstacle->meeting == MEETING_PLAYING);
	vars_flag(vars, "lately", obstacle->meeting == MEETING_LATELY);
	vars_number(vars, "rest", STAIRS_REST / DAY);
	vars_time(vars, "again", obstacle->last + STAIRS_REST);
	vars_flag(vars, "away", obstacle->is_away);
	vars_flag(vars, "unreached", obstacle->is_unreached);
	return REFUSED;
}

/* *out: the one he names, if he can be challenged. */
static enum outcome
find_named(struct request *rq, const struct stairs *stairs, const char *name, struct player *out,
    struct err *err)
{
	struct player *player;
	struct obstacle obstacle = { MEETING_FREE };
	enum outcome outcome = request_player(rq, name, &player, err);
	const struct climber *other;
	struct seat seat;
	int may = 0;

	if (outcome != DONE)
		return outcome;
	if (player->id == rq->from->id)
		return request_refuse(rq, "challenge-self");
	*out = *player;
	seat.player = player->id;
	str_copy(seat.userid, sizeof seat.userid, player->userid);
	other = find(stairs, player->id);
	if (other != NULL && (may = look(rq, stairs->me, other, &obstacle, err)) == -1)
		return FAILED;
	return may == 1 ? challenge_check(rq, out, err) : refuse(rq, stairs, &seat, &obstacle);
}

/* Why none of those within reach can be challenged, and from when on, each by name. */
static enum outcome
refuse_near(struct request *rq, const struct stairs *stairs, struct err *err)
{
	enum outcome outcome = REFUSED;

	for (int i = 0; i < stairs->count && outcome == REFUSED; i++) {
		const struct climber *other = &stairs->all[i];
		struct player unused;

		if (is_near(stairs->me, other))
			outcome = find_named(rq, stairs, other->seat.userid, &unused, err);
	}
	return outcome;
}

/* … or who has waited longest, of those on one step the first who came. */
static enum outcome
find_longest(struct request *rq, const struct stairs *stairs, struct player *out, struct err *err)
{
	const struct climber *longest = NULL;
	struct vars *vars;
	int reached = 0;

	if (request_room(rq, err) == 0)
		return request_refuse_full(rq, err);
	for (int i = 0; i < stairs->count; i++) {
		const struct climber *other = &stairs->all[i];
		int may = longest != NULL && other->since >= longest->since ?
		    0 :
		    may_challenge(rq, stairs->me, other, err);

		if (may == -1)
			return FAILED;
		if (may == 1)
			longest = other;
		reached += is_near(stairs->me, other);
	}
	if (longest != NULL)
		return players_get(rq->store, rq->arena, longest->seat.player, out, err) == 1 ?
		    DONE :
		    FAILED;
	if (reached > 0 && reached <= REASONS_MOST)
		return refuse_near(rq, stairs, err);
	vars = reply_refuse(rq->reply, "stairs-nobody");
	vars_number(vars, "below", STAIRS_BELOW);
	add_alone(rq, vars, stairs);
	return REFUSED;
}

/* Where a win and a loss would lead from a step. */
static void
add_stake(struct vars *vars, const char *name, const struct climber *climber)
{
	struct vars *item = vars_add(vars, name);
	int down = stairs_step(climber->step, RESULT_GREEN, RED);

	vars_number(item, "up", stairs_step(climber->step, RESULT_RED, RED));
	vars_number(item, "down", down);
	vars_flag(item, "lowest", down == climber->step);
}

static enum outcome
begin(struct request *rq, const struct stairs *stairs, const struct player *other, struct err *err)
{
	struct game *game = rq->game = new_game(rq);
	struct vars *more = vars_new(rq->arena);
	int mine, theirs;
	enum outcome outcome;
	struct act *act;

	if (stairs_more_red(rq->store, rq->from->id, &mine, err) == -1 ||
	    stairs_more_red(rq->store, other->id, &theirs, err) == -1)
		return FAILED;
	game->challenger = stairs_challenger_side(mine, theirs);
	game->seat[game->challenger] = stairs->me->seat;
	challenge_seat(game, other);
	act = request_act(rq);
	act->more = more;
	add_stake(more, "challenger-stake", stairs->me);
	add_stake(more, "challenged-stake", find(stairs, other->id));
	outcome = play_begin(act, "stairs-begun", "stairs-challenged", err);
	if (outcome != DONE || stairs_begin(rq->store, game, err) == -1)
		return FAILED;
	request_add_game(rq, game);
	return DONE;
}

static enum outcome
play(struct request *rq, const struct stairs *stairs, const char *name, struct err *err)
{
	struct player other;
	enum outcome outcome;

	if (stairs->me == NULL)
		return request_refuse(rq, "stairs-not-on");
	if (stairs->me->challenges != 0)
		return request_refuse_number(
		    rq, "stairs-challenging", "board", stairs->me->challenges);
	outcome = name != NULL ? find_named(rq, stairs, name, &other, err) :
				 find_longest(rq, stairs, &other, err);
	return outcome == DONE ? begin(rq, stairs, &other, err) : outcome;
}

enum outcome
stairs_run(struct request *rq, struct err *err)
{
	struct stairs_query query;
	struct stairs stairs;

	if (read_stairs(rq, &stairs, err) == -1)
		return FAILED;
	query_read_stairs(rq->order, &query);
	switch (query.what) {
	case STAIRS_JOIN:
		return join(rq, &stairs, err);
	case STAIRS_PLAY:
		return play(rq, &stairs, query.name, err);
	case STAIRS_LEAVE:
		return leave(rq, &stairs, err);
	case STAIRS_SHOW:
		break;
	}
	return show(rq, &stairs, err);
}

enum outcome
stairs_month_due(struct request *rq, int64_t month, struct err *err)
{
	return stairs_close_empty(rq->store, rq->arena, month, err) == -1 ? FAILED : DONE;
}
