/* SPDX-License-Identifier: ISC */
/*
 * Tournaments in sections where all play all, pure: who plays whom, and how a section stands.
 *
 * Pairings are those of the Berger tables (FIDE Handbook, C.05, annex 1).  Ties are broken by
 * Sonneborn-Berger, by the games among those who are level, by wins, by wins with Green; who
 * is level after that shares a place.  Players are counted from 0.
 */
#ifndef GAME_CROSSTABLE_H
#define GAME_CROSSTABLE_H

#include <stdbool.h>

#define SECTION_LEAST 2
#define SECTION_MOST  14 /* of 13, and one more where nothing else fits */

struct pairing {
	int round; /* from 1 on, in which it would be played one round after the other */
	int red, green;
};
#define PAIRINGS_MOST (SECTION_MOST * (SECTION_MOST - 1))
/* All games of a section of so many players (SECTION_LEAST to SECTION_MOST), twice with colours
 * exchanged where is_double; round by round.  Returns how many. */
int crosstable_pairings(int players, bool is_double, struct pairing out[PAIRINGS_MOST]);

/* How many sections of at most `size` so many players make, as equal as can be: of four at least,
 * with one more than the size where that helps, and of fewer where nothing else does. */
int crosstable_sections(int players, int size);
/* In which section the player of this seed (0: the strongest) plays: to and fro, so that they
 * are of like strength. */
int crosstable_section(int seed, int sections);

/* In the order of stored results (game.h). */
enum score { SCORE_OPEN, SCORE_RED, SCORE_GREEN, SCORE_DRAW };
struct table_game {
	int red, green;
	enum score score;
};
struct table_row {
	int points;    /* halves */
	int sonneborn; /* Sonneborn-Berger, in quarters */
	int mutual;    /* halves, against those who are level with him in the two above */
	int wins, green_wins;
	int open;  /* games that go on */
	int place; /* from 1 on; of all who share it the same; 0: has left */
};
/* has_left: of each player; whose games are in nobody's figures.  The order from the first place
 * down, who has left last. */
void crosstable_reckon(const struct table_game *games, int count, const bool *has_left, int players,
    struct table_row *rows, int *order);
/* Who of that order are the first `places` of those who have not gone, all who share the last place
 * of them, too; out: room for all players.  How many. */
int crosstable_first(const struct table_row *rows, const int *order, int players, int places,
    const bool *has_gone, int *out);

#endif
