/* SPDX-License-Identifier: ISC */
/*
 * riverpost tournament: tournaments, by the operator's hand.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/admin.h"
#include "cmd/tournament.h"
#include "store/linked.h"

#define LISTED_MOST 1000

static const char *const states[] = { [TOURNAMENT_OPEN] = "open",
	[TOURNAMENT_PLAYING] = "being played",
	[TOURNAMENT_OVER] = "over",
	[TOURNAMENT_CANCELLED] = "cancelled" };

static int
find(struct admin *admin, const char *number, struct tournament *out, struct err *err)
{
	char *end;
	long long id = strtoll(number, &end, 10);
	int found = *end == '\0' && id > 0 ?
	    tournaments_get(admin->server.store, admin->arena, id, out, err) :
	    0;

	if (found == 0)
		return err_set(err, "there is no tournament %s", number);
	return found == 1 ? 0 : -1;
}

static int
tournament_list(struct admin *admin, char **args, struct err *err)
{
	struct tournament *all;
	int count = tournaments_list(admin->server.store, admin->arena, LISTED_MOST, &all, err);

	(void)args;
	for (int i = 0; i < count; i++)
		str_addf(&admin->output, "%4lld  %-12s  %s\n", (long long)all[i].id,
		    states[all[i].state], all[i].name);
	return count == -1 ? -1 : ACTION_DONE;
}

/* Who has that number in a section. */
static const char *
userid_at(const struct contestant *places, int count, int section, int number)
{
	for (int i = 0; i < count; i++)
		if (places[i].section == section && places[i].number == number)
			return places[i].seat.userid;
	return "?";
}

/* Who takes part, and of whom it is known that an earlier one is the same person. */
static int
say_entrants(struct admin *admin, const struct seat *entrants, int count, struct err *err)
{
	for (int i = 0; i < count; i++) {
		str_addf(&admin->output, "  %s", entrants[i].userid);
		for (int j = 0; j < i; j++) {
			int together = linked_together(
			    admin->server.store, entrants[j].player, entrants[i].player, err);

			if (together == -1)
				return -1;
			if (together != TOGETHER_NOT)
				str_addf(&admin->output, ", %s %s",
				    together == TOGETHER_BY_MAILBOX ? "one mailbox with" :
								      "linked with",
				    entrants[j].userid);
		}
		str_add(&admin->output, "\n");
	}
	return 0;
}

static int
tournament_show(struct admin *admin, char **args, struct err *err)
{
	struct tournament t;
	struct seat *entrants;
	struct contestant *places;
	struct paired *games;
	int count, game_count, place_count;

	if (find(admin, args[0], &t, err) == -1)
		return -1;
	count = entrants_list(admin->server.store, admin->arena, t.id, &entrants, err);
	game_count = paired_list(admin->server.store, admin->arena, t.id, t.stage, &games, err);
	place_count = contestants_list(
	    admin->server.store, admin->arena, t.id, t.stage, &places, err);
	if (count == -1 || game_count == -1 || place_count == -1)
		return -1;
	str_addf(&admin->output,
	    "%s: %s\nannounced: %s\nstarts: %s\nbegun: %s\nended: %s\nstage: %d\ngames: %s\nplayers: %d\n",
	    t.name, states[t.state], admin_time(admin, t.created), admin_time(admin, t.start),
	    admin_time(admin, t.begun), admin_time(admin, t.ended), t.stage,
	    t.options[0] != '\0' ? t.options : "-", count);
	if (t.min_rating > 0)
		str_addf(&admin->output, "rating at least: %d\n", t.min_rating);
	if (t.max_rating > 0)
		str_addf(&admin->output, "rating at most: %d\n", t.max_rating);
	if (t.vacations > 0)
		str_addf(
		    &admin->output, "days of vacation that count in a stage: %d\n", t.vacations);
	if (t.ontime > 0)
		str_addf(&admin->output, "turns in time: %d %%\n", t.ontime);
	if (say_entrants(admin, entrants, count, err) == -1)
		return -1;
	for (int i = 0; i < game_count; i++)
		str_addf(&admin->output, "section %d, board %lld: %s - %s%s\n", games[i].section,
		    (long long)games[i].game,
		    userid_at(places, place_count, games[i].section, games[i].red),
		    userid_at(places, place_count, games[i].section, games[i].green),
		    games[i].state == GAME_OVER ? ", over" : "");
	return ACTION_DONE;
}

static int
tournament_new(struct admin *admin, char **args, struct err *err)
{
	const char *wrong = "";
	enum announced announced;
	struct request rq;
	struct reply reply;
	struct tournament t;

	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	announced = tournament_read(&rq, args[0], admin_words(admin, args + 1), &t, &wrong);
	switch (announced) {
	case ANNOUNCED:
		if (tournaments_add(admin->server.store, &t, err) == -1)
			return -1;
		str_addf(&admin->output,
		    "tournament %lld, \"%s\", is open: players send \"join %lld\"\n",
		    (long long)t.id, t.name, (long long)t.id);
		return ACTION_DONE;
	case ANNOUNCED_UNFIT:
		return err_set(err, "--%s is for challenges, not for tournaments", wrong);
	case ANNOUNCED_WRONG:
		if (strcmp(wrong, "vacations") == 0)
			return err_set(err,
			    "--vacations takes off, or how many days of vacation count in a stage, up to %d",
			    VACATION_MOST);
		/* FALLTHROUGH */
	case ANNOUNCED_UNKNOWN:
	case ANNOUNCED_REFUSED:
		return err_set(
		    err, "--%s is no option of a tournament, or its value is wrong", wrong);
	case ANNOUNCED_NEVER:
		return err_set(
		    err, "it needs --players=N or --start=DATE, or it would never begin");
	case ANNOUNCED_PAST:
		return err_set(err, "--start=DATE is not a day that is still to come");
	case ANNOUNCED_WIDE:
		return err_set(err, "with --games=2 a section has %d players at most", DOUBLE_MOST);
	case ANNOUNCED_ENDLESS:
		return err_set(err, "its games need a clock that ends them, without --claim");
	case ANNOUNCED_ALL:
		return err_set(err,
		    "with --advance=%d everybody in a section of %d would go on; it has to be smaller than --sections",
		    t.advance, t.size);
	case ANNOUNCED_SHORT:
	case ANNOUNCED_STALLED:
		return err_set(err,
		    "with --days=%d a stage ends before a player's time in his games is up%s: allow %s days or more, or less --time",
		    t.days,
		    announced == ANNOUNCED_STALLED ? ", reckoned for 60 moves of each side" : "",
		    wrong);
	}
	return -1;
}

/* It begins in the next pass, whoever has joined. */
static int
tournament_start(struct admin *admin, char **args, struct err *err)
{
	struct tournament t;
	struct seat *entrants;
	int count;

	if (find(admin, args[0], &t, err) == -1)
		return -1;
	if (t.state != TOURNAMENT_OPEN)
		return err_set(err, "tournament %s is %s", args[0], states[t.state]);
	t.start = t.due = admin->now;
	if ((count = entrants_list(admin->server.store, admin->arena, t.id, &entrants, err)) == -1)
		return -1;
	str_addf(&admin->output,
	    count < TOURNAMENT_LEAST ?
		"tournament %s will be cancelled in the next pass: fewer than %d players have joined\n" :
		"tournament %s begins with the next pass\n",
	    args[0], TOURNAMENT_LEAST);
	return tournaments_save(admin->server.store, &t, err) == -1 ? -1 : ACTION_DONE;
}

static int
tournament_call_off(struct admin *admin, char **args, struct err *err)
{
	struct request rq;
	struct reply reply;
	struct tournament t;

	if (find(admin, args[0], &t, err) == -1)
		return -1;
	if (t.state == TOURNAMENT_OVER || t.state == TOURNAMENT_CANCELLED)
		return err_set(err, "tournament %s is %s", args[0], states[t.state]);
	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	if (tournament_cancel(&rq, &t, err) == -1 || admin_send(admin, &reply, err) == -1)
		return -1;
	str_addf(&admin->output, "tournament %s is cancelled%s\n", args[0],
	    t.begun != 0 ? "; its games go on" : "");
	return ACTION_DONE;
}

/* A player is out of it, and is told; his open games are lost. */
static int
tournament_withdraw(struct admin *admin, char **args, struct err *err)
{
	struct request rq;
	struct reply reply;
	struct tournament t;
	struct player player;
	struct vars *vars;
	int found, left = 0;

	if (find(admin, args[0], &t, err) == -1 ||
	    (found = players_find(admin->server.store, admin->arena, args[1], &player, err)) == -1)
		return -1;
	if (found == 0)
		return err_set(err, "there is no player %s", args[1]);
	reply_init(&reply, admin->arena);
	admin_request(admin, &reply, &rq);
	rq.from = &player;
	rq.is_sure = true;
	vars = reply_tell(&reply, player.id, NULL, "tournament-withdrawn");
	vars_number(vars, "number", t.id);
	vars_text(vars, "name", t.name);
	vars_flag(vars, "by-operator", true);
	if (t.state == TOURNAMENT_OPEN) {
		left = entrants_remove(rq.store, t.id, player.id, err);
	} else if (t.state == TOURNAMENT_PLAYING) {
		enum outcome outcome = tournament_leave(&rq, &t, LEAVES_BY_OPERATOR, vars, err);

		left = outcome == FAILED ? -1 : outcome == DONE;
	}
	if (left == 0)
		return err_set(err, "%s does not play in tournament %s", player.userid, args[0]);
	if (left == -1 || admin_send(admin, &reply, err) == -1)
		return -1;
	str_addf(&admin->output, "%s is out of tournament %s%s\n", player.userid, args[0],
	    t.state == TOURNAMENT_PLAYING ? "; the player's open games in it are lost" : "");
	return ACTION_DONE;
}

const struct action cli_tournament[] = { { "list", 0, 0, ACTION_READS, tournament_list },
	{ "show", 1, 1, ACTION_READS, tournament_show },
	{ "announce", 2, 20, ACTION_CHANGES, tournament_new },
	{ "start", 1, 1, ACTION_CHANGES, tournament_start },
	{ "withdraw", 2, 2, ACTION_CHANGES, tournament_withdraw },
	{ "cancel", 1, 1, ACTION_CHANGES, tournament_call_off }, { 0 } };
