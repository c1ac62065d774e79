/* SPDX-License-Identifier: ISC */
/*
 * What tournament.c and tournament_stage.c share.
 */
#ifndef CMD_TOURNAMENT_INTERNAL_H
#define CMD_TOURNAMENT_INTERNAL_H

#include "cmd/tournament.h"
#include "game/crosstable.h"

/* A stage as it stands. */
struct stage {
	int number;
	struct contestant *places;
	int place_count;
	struct paired *games;
	int game_count;
	int sections;
};

/* One of its sections. */
struct sectional {
	int number, size;
	const struct contestant *places; /* size of them */
	struct paired *games;
	int game_count;
	struct table_row rows[SECTION_MOST];
	int order[SECTION_MOST];
	bool has_left[SECTION_MOST];
	int over; /* games */
};

int tournament_stage(
    struct request *rq, const struct tournament *t, struct stage *out, struct err *err);
void tournament_section(const struct stage *stage, int number, struct sectional *out);
/* A game with these options, with nobody seated. */
enum outcome tournament_game(
    struct request *rq, const char *options, struct order *order, struct game **out);
/* Who goes on from a stage, or has won its only section; how many.  out: as many as it has
 * places. */
int tournament_first(const struct tournament *t, const struct stage *stage, struct seat *out);
/* He leaves, and loses his open games: of those in which both have moved only the first counts for
 * ratings, and none if he has lost one on time in an absence that goes on.  more: his account
 * closes, and what its letters say; else NULL.  told: what "tournament-withdrawn" says of it.  0 or
 * -1. */
int tournament_withdraw(struct request *rq, const struct tournament *t, const struct stage *stage,
    struct contestant *place, enum leaving why, struct vars *more, struct vars *told,
    struct err *err);
/* Has he a game that goes on? */
bool tournament_plays_on(const struct stage *stage, const struct contestant *place);
/* Who has lost two games on time, and has not written since, is asked once, and has left if he
 * says nothing; *due: when it is looked at again.  1 his answer is waited for, 0, -1. */
int tournament_look_at_silence(struct request *rq, const struct tournament *t,
    const struct stage *stage, struct contestant *place, const struct player *player, int64_t *due,
    struct err *err);
void tournament_list_winners(struct vars *vars, const struct seat *winners, int count);
/* "winners", of one that is over. 0 or -1. */
int tournament_winners(
    struct request *rq, const struct tournament *t, struct vars *vars, struct err *err);
/* How a section stands, for this reader. */
void tournament_table(struct request *rq, struct vars *vars, const struct tournament *t,
    const struct stage *stage, int number, int64_t reader);

#endif
