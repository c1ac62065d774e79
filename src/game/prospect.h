/* SPDX-License-Identifier: ISC */
/*
 * What the moves of the side to move would bring now: the referee is asked about each by
 * itself, as if it were sent.
 *
 * Whoever shows a move, lists moves or warns of one asks here.
 */
#ifndef GAME_PROSPECT_H
#define GAME_PROSPECT_H

#include "game/game.h"

/* Each with its name in templates, the word "prospect". */
#define PROSPECTS(X) \
	X(FREE, "free")       /* also when it wins */ \
	X(DRAWS, "draws")     /* it ends the game */ \
	X(REFUSED, "refused") /* it is not played; of a repetition, the attempt counts */ \
	X(LOSES, "loses")     /* it ends the game */
#define PROSPECT_ID(name, word) PROSPECT_##name,
enum prospect { PROSPECTS(PROSPECT_ID) };
const char *prospect_name(enum prospect prospect);

/* Of a legal move; *verdict is the referee's.  Nothing changes. */
enum prospect prospect_of(struct game *game, struct move move, struct verdict *verdict);

/* A move that is not free, by a repetition or a limit of checks or chases. */
struct barred {
	struct move move;
	enum prospect prospect;
	enum verdict_reason reason;
};

struct prospects {
	int legal; /* moves */
	int kept;  /* of these, those that are played without losing */
	struct barred barred[MOVES_MAX];
	int barred_count;
	/* The last free choice: when the side goes on in the loop with the first of these moves
	 * and is answered with the second, as before, it has none but such as the third, which
	 * lose. */
	bool is_last_choice;
	struct move loop[3];
	enum verdict_reason loop_reason;
};

/* Quick where no position has recurred and no limit is near. */
void prospects_find(const struct game *game, struct prospects *out);

#endif
