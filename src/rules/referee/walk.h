/* SPDX-License-Identifier: ISC */
/*
 * A walk through a game: the position and everything the rule sets count from
 * move to move, so that each further move costs little and nothing allocates.
 *
 * Private to this folder.  The walk counts; it decides nothing.
 */
#ifndef RULES_REFEREE_WALK_H
#define RULES_REFEREE_WALK_H

#include "rules/referee/cxq.h"
#include "rules/referee/referee.h"

/*
 * One side's run of consecutive checks with one piece (seed 004, c), counted as
 * far back as it can be: by one piece moved, by one piece answering, and by one
 * piece attacking the king.  The shortest of the three is the run.
 */
struct check_run {
	int moved;        /* checks in a row made by moving one piece … */
	uint8_t mover;    /* … which stands here now */
	int answered;     /* answers in a row by one piece … */
	uint8_t answerer; /* … which stands here now */
	int checker_count;
	uint8_t checker[16]; /* pieces that attack the king, */
	int attacked[16];    /* and after how many checks in a row each did */
};

/* 60 moves of each side without a capture, of which at most 10 checks. */
struct quiet_count {
	int moves[2];
	int checks[2];
	int uncounted[2];     /* moves left out */
	int since;            /* the ply of the last capture; 0 none */
	bool uncounted_check; /* the last move; its answer is not counted either */
};

/* Positions since `base` leave a mark here: no mark, no recurrence. */
#define MARKS 4096

struct walk {
	struct board board;
	int ply;
	enum ruleset rules;
	bool in_check; /* the side to move */
	bool captured; /* the last move did */
	struct check_run run[2];
	struct quiet_count quiet;
	struct cxq cxq;
	/* No position before this one can come back. */
	struct board base;
	int base_ply;
	uint64_t marks[MARKS / 64];
	bool marked_before; /* the position now on the board may have occurred */
	bool recurred;      /* since `base` some position may have */
};

void walk_start(struct walk *walk, enum ruleset rules, const struct board *board);
void walk_step(struct walk *walk, struct move move);
/* False: this position has not stood since `base`. */
bool walk_has_mark(const struct walk *walk, const struct board *board);
/* Takes all but the last `short_of` moves of a game. */
void walk_through(struct walk *walk, const struct history *h, int short_of);

/* The length of the run that the last check belongs to, and the piece that
 * attacked the king after each of its checks. */
int check_run_length(const struct check_run *run, uint8_t *checker);

/* Earlier occurrences of the position on the board. */
struct recurrence {
	int occurrences; /* with the present one */
	int first;       /* plies played when it first stood */
	int previous;    /* … and when it last stood before */
	struct board board;
};

/* `moves` are the game's, of which the first walk->ply - 1 are read: the last
 * move of the walk may be another than the game's. */
void recurrence_find(const struct walk *walk, const struct move *moves, struct recurrence *out);

#endif
