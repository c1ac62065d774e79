/* SPDX-License-Identifier: ISC */
/*
 * The positions of finished public games, found again.
 *
 * Each position of such a game stands in an index by the key of it and its mirror image
 * (rules/pair.h), once a game, with the first ply that reached it; a cancelled game's do not.  A
 * game is entered and taken out in the transaction that changes it (games_save), an imported one
 * soon after it was stored: positions_enter.  Of a position that POSITION_COMMON games have reached
 * it is kept what was played there, so that no answer has to look at more games than that.
 */
#ifndef STORE_POSITIONS_H
#define STORE_POSITIONS_H

#include "store/games.h"

struct arena;
struct err;
struct store;

#define POSITION_COMMON 200
#define POSITION_PLIES  4 /* that a game must have to count */

/* Why a game that was found does not count in the figures. */
enum apart { APART_NOT, APART_MACHINE, APART_ELSEWHERE, APART_SHORT };

enum apart positions_apart(bool has_machine, const char *start_fen, int length);

/* Results of games. */
struct scored {
	int games, red, drawn, green, unknown;
};

/* What was played there; from == to: the game ended there. */
struct continuation {
	struct move move;
	struct scored scored;
	int mirrored; /* of the games: it was played in the mirror image */
};

struct position_game {
	struct game_line line; /* id, seats, result, started, ended, date */
	int ply;               /* that the game has played until there */
	int number;            /* the printed number of the next one */
	struct move next;      /* as it was played there; from == to: the game ended there */
	bool is_mirrored;
	enum apart apart;
};

struct found_position {
	struct scored scored;
	int mirrored, apart; /* games: in the mirror image; that do not count */
	struct continuation *moves;
	int move_count; /* those played most often first */
	struct position_game *games;
	int game_count;
	bool goes_on;  /* there are more games */
	bool is_whole; /* no game waits to be entered */
};

/* What was played in the position; and of its games `limit`, those with the highest numbers
 * first, below the number `after` (0: all).  In the arena; 0 or -1. */
int positions_find(struct store *, struct arena *, const struct board *, int64_t after, int limit,
    struct found_position *out, struct err *);
/* The same, from all games that are stored, without the index. */
int positions_scan(struct store *, struct arena *, const struct board *, int limit,
    struct found_position *out, struct err *);

/* Within a transaction, before and after the row of a game is written: takes out what has changed,
 * and enters a game that is over. */
int positions_leave(struct store *, const struct game *game, struct err *);
int positions_settle(struct store *, const struct game *game, struct err *);
/* Within a transaction: enters so many of the games that wait for it; how many, or -1. */
int positions_enter(struct store *, int limit, struct err *);

/* Does any wait?  1, 0 or -1. */
int positions_waiting(struct store *, struct err *);

/* How many entries are not what the games make them, none missing and none too many; *first says
 * where, in the arena, or is NULL.  -1. */
int positions_check(struct store *, struct arena *, const char **first, struct err *);

#endif
