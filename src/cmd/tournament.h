/* SPDX-License-Identifier: ISC */
/*
 * Tournaments at work: announced, begun, told how they stand, ended (store/tournaments.h).
 */
#ifndef CMD_TOURNAMENT_H
#define CMD_TOURNAMENT_H

#include "cmd/request.h"
#include "store/ratings.h"
#include "store/tournaments.h"

#define TOURNAMENT_LEAST 4 /* players */
#define TOURNAMENT_MOST  200

#define STAGE_DAYS_MOST 730

#define VACATION_MOST 60 /* days of it that count in a stage */

#define TOURNAMENTS_LISTED 20 /* the newest */

#define DOUBLE_MOST 8 /* of a section where all meet twice: its table is as wide as a letter */

enum announced {
	ANNOUNCED,
	ANNOUNCED_UNKNOWN, /* *wrong: an option that is none */
	ANNOUNCED_UNFIT,   /* … that is none of a tournament's games */
	ANNOUNCED_WRONG,   /* … whose value is wrong */
	ANNOUNCED_REFUSED, /* … of its games; the reply says why */
	ANNOUNCED_NEVER,   /* neither a number of players nor a day: it would never begin */
	ANNOUNCED_PAST,    /* the day is over */
	ANNOUNCED_WIDE,    /* DOUBLE_MOST */
	ANNOUNCED_ENDLESS, /* no clock ends its games */
	ANNOUNCED_ALL,     /* nobody of a section would not go on */
	ANNOUNCED_SHORT,   /* a stage would end before a move is due; *wrong: days that would do */
	ANNOUNCED_STALLED  /* … before both have used up their time for a long game */
};
/* What rq->from or the operator announces, which is not added yet: --sections=7 --games=1
 * --advance=1 --players=16 --start=DATE --vacations=14, and the options of its games
 * (game_options.h).  *out is set where it could be read. */
enum announced tournament_read(struct request *rq, const char *name, const char *options,
    struct tournament *out, const char **wrong);
/* What is due of it: it begins, a stage ends, or its players are told how it stands. */
enum outcome tournament_due(struct request *rq, int64_t id, struct err *err);
/* What all may know of it, its terms and when it begins. */
enum outcome tournament_facts(
    struct request *rq, const struct tournament *tournament, struct vars *vars, struct err *err);
/* What keeps somebody out of it, as whom it admits was announced. */
struct admission {
	bool unrated, too_low, too_high, late;
	int64_t barred_until; /* 0 he is not */
	struct rating rating;
	struct reliability turns;
};
/* Does it admit him?  1, 0 with what keeps him out, -1. */
int tournament_admits(struct request *rq, const struct tournament *tournament,
    const struct player *who, struct admission *out, struct err *err);
/* The only tournament for which whoever writes can use that verb, which needs a number: join one,
 * leave one, look at one; *number 0: there is none, or several.  0 or -1. */
int tournament_only(struct request *rq, const struct verb *verb, int64_t *number, struct err *err);
/* Does he play in it, or has he joined it?  1, 0 or -1.  *is_shut: he could not join it. */
int tournament_has(struct request *rq, const struct tournament *t, const struct player *who,
    bool *is_shut, struct err *err);
/* The tables of its stages, the newest first, each as the template "tournament-table", into a list
 * "sections".  0 or -1. */
int tournament_tables(
    struct request *rq, const struct tournament *tournament, struct vars *vars, struct err *err);
/* Why somebody leaves a stage. */
enum leaving {
	LEAVES,
	LEAVES_ASKED,  /* by his answer, where his silence has led to the question */
	LEAVES_SILENT, /* there was none */
	LEAVES_SUSPENDED,
	LEAVES_BY_OPERATOR,
	LEAVES_CLOSED /* his account is */
};
/* Whom his silence has put out of one joins no other for so long. */
#define TOURNAMENT_BARRED (90 * DAY)
/* rq->from leaves a tournament that is being played, once he is sure: his open games are lost.
 * told: what "tournament-withdrawn" says of it.  DONE, REFUSED: he does not play in it, FAILED. */
enum outcome tournament_leave(struct request *rq, struct tournament *tournament, enum leaving why,
    struct vars *told, struct err *err);
/* A player whose account is closed or suspended leaves all that are being played; more: what the
 * letters of his games say of that, or NULL.  Unless it is closed he is told.  How many, or -1. */
int tournaments_leave_all(
    struct request *rq, int64_t player, enum leaving why, struct vars *more, struct err *err);
/* Who has won the tournament of that number, in the arena; how many, 0 while it is not over or for
 * number 0, -1. */
int tournament_winners_of(struct request *rq, int64_t number, struct seat **out, struct err *err);
/* The operator has decided a game: where it gives its tournament, which was over, other winners
 * than those before, all who took part are told.  0 or -1. */
int tournament_tell_changed(struct request *rq, const struct game *game, const struct seat *was,
    int was_count, struct err *err);
/* "waiting": the boards of a stage where it is this player's turn, with when his time is up; 0 or
 * -1. */
int tournament_add_waiting(struct request *rq, const struct tournament *tournament, int64_t player,
    struct vars *vars, struct err *err);
/* The letter answers the question whether its writer still plays, and says neither yes nor no:
 * asked again. */
enum outcome tournament_ask_again(struct request *rq, struct err *err);
/* rq->from calls it off before it begins, or the operator at any time: nobody wins, and games that
 * are being played go on without it. */
int tournament_cancel(struct request *rq, struct tournament *tournament, struct err *err);

#endif
