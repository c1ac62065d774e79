/* SPDX-License-Identifier: ISC */
/*
 * WHO: what everybody may know of a player.
 *
 * No address, no zone, no hour: only days.  Private games are not counted.
 */
#include "base/clock.h"
#include "base/zone.h"
#include "cmd/cmd.h"

static void
day_text(struct vars *vars, const char *name, const char *zone, int64_t time)
{
	struct civil day = zone_civil(zone, time);

	vars_textf(vars, name, "%04d-%02d-%02d", day.year, day.month, day.day);
}

/* The vacation that goes on, or the next one. */
static int
add_vacation(struct request *rq, const struct player *player, struct vars *vars, struct err *err)
{
	const struct span *spans;
	int count = vacations_list(rq->store, rq->arena, player->id, rq->now, &spans, err);

	vars_flag(vars, "away", count > 0 && spans[0].from <= rq->now);
	vars_flag(vars, "vacation", count > 0);
	if (count > 0) {
		day_text(vars, "from", player->zone, spans[0].from);
		day_text(vars, "to", player->zone, spans[0].to - 1);
	}
	return count == -1 ? -1 : 0;
}

static enum outcome
who_run(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player;
	struct tally tally;
	enum outcome outcome = request_player(rq, reply, rq->order->words[0], &player, err);
	struct vars *vars;
	int ended;

	if (outcome != CMD_DONE)
		return outcome;
	vars = reply_use(reply, "who");
	if (games_tally(rq->store, player->id, &tally, err) == -1 ||
	    add_vacation(rq, player, vars, err) == -1)
		return CMD_FAILED;
	ended = tally.won + tally.lost + tally.drawn;
	vars_text(vars, "userid", player->userid);
	vars_text(vars, "public-name", player->name);
	day_text(vars, "since", "", player->created);
	vars_flag(vars, "seen-once", player->seen != 0);
	day_text(vars, "seen", "", player->seen);
	vars_flag(vars, "suspended", player->state == PLAYER_SUSPENDED);
	vars_number(vars, "open", tally.open);
	vars_number(vars, "won", tally.won);
	vars_number(vars, "lost", tally.lost);
	vars_number(vars, "drawn", tally.drawn);
	vars_number(vars, "ended", ended);
	vars_flag(vars, "any-ended", ended > 0);
	vars_number(vars, "on-time", ended - tally.late);
	vars_number(vars, "percent", ended > 0 ? 100 * (ended - tally.late) / ended : 0);
	return CMD_DONE;
}

const struct cmd cmd_who = {
	.name = "who",
	.aliases = "whois finger",
	.args = "WORD",
	.needs = NEEDS_PLAYER,
	.run = who_run,
};
