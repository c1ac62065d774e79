/* SPDX-License-Identifier: ISC */
/*
 * WHO: what everybody may know of a player; without a name, who was here this week.
 *
 * No address, no zone, no hour: only days.  Private games are not counted.  Of those who do not
 * want to be listed only the number is told.
 */
#include "cmd/cmd.h"
#include "store/numbers.h"
#include "store/seeks.h"

#define WEEK        (7 * DAY) /* today and the six days before */
#define SHOWN_MAX   100
#define SEEKS_SHOWN 2 /* of a player, by number */

/* The vacation that goes on, or the next one. */
static int
add_vacation(struct request *rq, const struct player *player, struct vars *vars, struct err *err)
{
	const struct period *spans;
	int count = vacations_list(rq->store, rq->arena, player->id, rq->now, &spans, err);

	vars_flag(vars, "away", count > 0 && spans[0].from <= rq->now);
	vars_flag(vars, "vacation", count > 0);
	if (count > 0) {
		request_day(vars, "from", player->zone, spans[0].from);
		request_day(vars, "to", player->zone, spans[0].to - 1);
	}
	return count == -1 ? -1 : 0;
}

/* One of the list: how strong and how reliable, and what he invites to. */
static int
add_here(struct request *rq, const struct seat *seat, struct vars *vars, struct err *err)
{
	struct vars *item = vars_add(vars, "here"), *one;
	struct seek *seeks;
	int count = seeks_list(
	    rq->store, rq->arena, seat->player, rq->now, SEEKS_SHOWN + 1, &seeks, err);

	if (count == -1)
		return -1;
	vars_text(item, "userid", seat->userid);
	vars_flag(item, "more-seeks", count > SEEKS_SHOWN);
	vars_list(item, "seeks");
	for (int i = 0; i < count && i < SEEKS_SHOWN; i++) {
		one = vars_add(item, "seeks");
		vars_number(one, "number", seeks[i].id);
		vars_flag(one, "another", i > 0);
	}
	return facts_player(item, rq->store, seat->player, rq->now, err);
}

static enum outcome
anybody(struct request *rq, struct err *err)
{
	int64_t since = (rq->now - WEEK) / DAY * DAY + DAY, numbers[NUMBERS], listed, unlisted;
	struct vars *vars = reply_use(rq->reply, "who-anybody");
	struct seat *seats;
	int count = players_here(rq->store, rq->arena, since, SHOWN_MAX, &seats, err);

	if (count == -1 || players_count_here(rq->store, since, &listed, &unlisted, err) == -1 ||
	    numbers_read(rq->store, rq->now, numbers, err) == -1)
		return FAILED;
	vars_list(vars, "here");
	for (int i = 0; i < count; i++)
		if (add_here(rq, &seats[i], vars, err) == -1)
			return FAILED;
	vars_flag(vars, "any", count > 0);
	vars_number(vars, "more", listed - count);
	vars_number(vars, "unlisted", unlisted);
	vars_number(vars, "playing", numbers[NUMBER_PLAYING]);
	vars_flag(vars, "stranger", rq->from == NULL);
	return DONE;
}

enum outcome
who_run(struct request *rq, struct err *err)
{
	struct player *player;
	struct tally tally;
	enum outcome outcome;
	struct vars *vars;

	if (rq->order->word_count == 0)
		return anybody(rq, err);
	if ((outcome = request_player(rq, rq->order->words[0], &player, err)) != DONE)
		return outcome;
	vars = reply_use(rq->reply, "who");
	if (games_tally(rq->store, player->id, &tally, err) == -1 ||
	    facts_player(vars, rq->store, player->id, rq->now, err) == -1 ||
	    add_vacation(rq, player, vars, err) == -1)
		return FAILED;
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "public-name", player->name);
	vars_flag(vars, "machine", player->level > 0);
	vars_number(vars, "level", player->level);
	request_day(vars, "since", "", player->created);
	vars_flag(vars, "seen-once", player->seen != 0);
	request_day(vars, "seen", "", player->seen);
	vars_flag(vars, "suspended", player->state == PLAYER_SUSPENDED);
	vars_number(vars, "open", tally.open);
	vars_number(vars, "won", tally.won);
	vars_number(vars, "lost", tally.lost);
	vars_number(vars, "drawn", tally.drawn);
	return DONE;
}
