/* SPDX-License-Identifier: ISC */
/*
 * The stairs, pure: who may challenge whom, and which step a game leads to.
 *
 * The rules are BrainKing's.  All begin on step 1; who wins goes up one step, who loses goes down
 * one, and never below the first; a draw changes nothing.  Each plays two such games at most, one
 * as the challenger, one as the challenged.  Steps that are empty close once a month.
 */
#ifndef GAME_STAIRS_H
#define GAME_STAIRS_H

#include "game/game.h"

#define STAIRS_BELOW 3          /* steps that a challenger may reach down */
#define STAIRS_REST  (14 * DAY) /* between two games of the same players */

/* One who stands on the stairs. */
struct climber {
	struct seat seat;
	int step;                      /* from 1 on */
	int64_t challenges, is_played; /* boards that he plays as the challenger, and as the
					* challenged; 0 none */
	int64_t since;                 /* when he came, or his last game on the stairs ended */
};

enum meeting {
	MEETING_FREE, /* he may challenge him */
	MEETING_SELF,
	MEETING_ABOVE,
	MEETING_FAR,     /* more than STAIRS_BELOW steps below */
	MEETING_TAKEN,   /* somebody else has challenged him */
	MEETING_PLAYING, /* a game between the two goes on */
	MEETING_LATELY   /* … or ended within STAIRS_REST */
};
/* May `by`, who plays no game as the challenger, challenge `other`?  plays: a game between them
 * goes on; last: when one ended, 0 never. */
enum meeting stairs_meeting(
    const struct climber *by, const struct climber *other, bool plays, int64_t last, int64_t now);

/* The step after a game; a game that was cancelled, or drawn, changes nothing. */
int stairs_step(int step, enum result result, enum side side);
/* Does this side leave the stairs by it: has it lost on time, or closed its account? */
bool stairs_leaves(enum result result, enum ending ending, enum side side);
/* Who of two plays Red: the one who has had it less often, or else the challenged.  more: how many
 * more games as Red than as Green each has played on the stairs. */
enum side stairs_challenger_side(int challenger_more, int challenged_more);
/* What is left of each step where the empty ones below it close; steps in any order. */
void stairs_close(int *steps, int count);
/* The month of a time, counted on: the steps close where it changes. */
int64_t stairs_month(int64_t at);
/* When the next month begins, UTC. */
int64_t stairs_closing(int64_t now);

#endif
