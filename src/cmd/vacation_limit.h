/* SPDX-License-Identifier: ISC */
/*
 * Tournaments that let only so many days of a vacation count: on which boards a player's clock
 * runs again before he is back, and from when on.
 */
#ifndef CMD_VACATION_LIMIT_H
#define CMD_VACATION_LIMIT_H

#include "cmd/request.h"

struct vacation_limit {
	int64_t tournament;
	int days;        /* that it lets count in a stage */
	int64_t runs;    /* from then on; what is past is "now" */
	bool is_again;   /* after days that count, and not in a vacation of which none does */
	int64_t *boards; /* of them, in the arena */
	int board_count;
};
/* Where the vacations that a player has planned, or has now, do not all count; against one
 * opponent, 0 against all.  In the arena; how many, or -1. */
int vacation_limits(struct request *rq, int64_t player, int64_t opponent,
    struct vacation_limit **out, struct err *err);
/* One of them, with days of that zone: "tournament", "days", "runs-on", "runs-now", "again",
 * "boards" and "one-board". */
void vacation_limit_facts(const struct request *rq, const struct vacation_limit *limit,
    const char *zone, struct vars *vars);
/* All of a player's, of his zone, in the list "limits".  0 or -1. */
int vacation_add_limits(struct request *rq, const struct player *player, int64_t opponent,
    struct vars *vars, struct err *err);

#endif
