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
void tournament_list_winners(struct vars *vars, const struct seat *winners, int count);
/* "winners", of one that is over. 0 or -1. */
int tournament_winners(
    struct request *rq, const struct tournament *t, struct vars *vars, struct err *err);
/* How a section stands, for this reader. */
void tournament_table(struct request *rq, struct vars *vars, const struct tournament *t,
    const struct stage *stage, int number, int64_t reader);

#endif
