/* SPDX-License-Identifier: ISC */
/*
 * One game as a state machine: offered, playing, over.
 *
 * Pure: time is an argument, nothing is stored or sent.  A function that
 * refuses changes nothing (game_play counts a refused repetition, the one
 * exception riverpost-commands(7) makes).  A game's memory is its arena's.
 */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "game/clock.h"
#include "game/rating.h"
#include "rules/board.h"
#include "rules/fen.h"
#include "rules/referee/referee.h"

struct arena;

#define USERID_SIZE    24 /* with the NUL; userids have 2-20 characters */
#define SEAT_NAME_SIZE 84 /* of a name in a score: 40 letters of two bytes, 27 hanzi */

/* Stored as numbers: never renumber. */
enum game_state { GAME_OFFERED = 0, GAME_PLAYING = 1, GAME_OVER = 2 };
enum result {
	RESULT_NONE = 0,
	RESULT_RED = 1,
	RESULT_GREEN = 2,
	RESULT_DRAW = 3,
	RESULT_CANCELLED = 4,
	RESULT_UNKNOWN = 5 /* of an imported game, whose score does not say it */
};

/* How a game ended; ending_name() is also the stored form, which never changes, and
 * the word in the templates ("ending.checkmate"). */
#define ENDINGS(X) \
	X(NONE, "") \
	X(CHECKMATE, "checkmate") \
	X(STALEMATE, "stalemate") \
	X(RESIGNATION, "resignation") \
	X(TIME, "time") \
	X(PERPETUAL_CHECK, "perpetual-check") \
	X(PERPETUAL_CHASE, "perpetual-chase") \
	X(REFUSED_REPETITION, "refused-repetition") \
	X(AGREEMENT, "agreement") \
	X(REPETITION, "repetition") \
	X(DEAD_POSITION, "dead-position") \
	X(NO_CAPTURE, "no-capture") \
	X(EFFECTIVE_MOVES, "effective-moves") \
	X(LENGTH, "length") \
	X(CLOSED, "account-closed") /* the loser's */ \
	X(STAGE_END, "stage-end")   /* the tournament does not wait for it */ \
	X(ADJUDICATION, "adjudication") \
	/* The game was never really played: */ \
	X(REJECTED, "rejected") \
	X(WITHDRAWN, "withdrawn") \
	X(LAPSED, "lapsed") \
	X(CHALLENGER_LEFT, "challenger-left") /* whose account was closed */ \
	X(CHALLENGED_LEFT, "challenged-left") \
	X(CANCELLED, "cancelled") \
	X(MACHINE, "machine-gone") /* which did not answer any more */ \
	X(UNKNOWN, "unknown")      /* of an imported game */
#define ENDING_ID(name, word) ENDING_##name,
enum ending { ENDINGS(ENDING_ID) };
const char *ending_name(enum ending ending); /* "checkmate" … ; "" for none */
bool ending_find(const char *name, enum ending *out);
/* What the verdict on a move makes of the game; RESULT_NONE: it goes on. */
enum result result_of_verdict(const struct verdict *verdict);
bool ending_is_by_verdict(enum ending ending); /* or by what somebody did, or by the clock */

/* Why a game is not rated; stored as numbers: never renumber. */
enum unrated {
	UNRATED_ASKED = 0,    /* it was asked for so, or begins from another position */
	UNRATED_MAILBOX = 1,  /* both write from one mailbox */
	UNRATED_OFTEN = 2,    /* they have begun RATED_GAMES_MAX in RATED_GAMES_TIME */
	UNRATED_ABSENT = 3,   /* the loser has vanished, and lost another on time before */
	UNRATED_UNPLAYED = 4, /* of a tournament or the stairs: lost before both had moved */
	UNRATED_LEFT = 5, /* of a tournament, which the loser has left: one of his games counts */
	UNRATED_SUSPENDED = 6, /* the loser's account was suspended when it ended */
	UNRATED_LINKED = 7     /* the operator takes both accounts for one person's */
};
#define RATED_GAMES_MAX  12
#define RATED_GAMES_TIME (90 * DAY)
#define ABSENCE          (30 * DAY)

struct seat {
	int64_t player;              /* store's id; 0: not a player of this server */
	char userid[SEAT_NAME_SIZE]; /* or the name in an imported score; "" nobody */
};

/* What is kept of each ply besides its move. Seconds; 0 unknown. */
struct ply {
	int64_t received;  /* the letter with the move arrived */
	int64_t committed; /* the move was played */
	int64_t answered;  /* the mail server accepted the opponent's letter */
	int64_t letter;    /* inbox row */
	int64_t turn;      /* the game's count of turns when it had been played */
	int64_t spent;     /* the mover's clock ran so long; -1 unknown */
};

/* What a side may offer to its opponent during a game, time and again. */
struct proposal {
	bool is_open;
	enum side by;
	int last[2]; /* ply of each side's last one; -1 none */
};

struct game {
	struct arena *arena;
	int64_t id; /* the board's number; 0 before games_add */
	enum game_state state;
	struct seat seat[2];  /* by enum side */
	enum side challenger; /* whose player made the offer */
	enum ruleset rules;
	int rules_version;
	bool is_rated, is_private;
	enum unrated unrated;   /* unless is_rated */
	int64_t tournament;     /* for which it is played (store/tournaments.h); 0 none */
	bool is_tournament_on;  /* … as read: that is still being played */
	bool is_tournament_off; /* … or was called off, and the game goes on without it */
	bool is_stairs;         /* it is played on the stairs (game/stairs.h) */
	/* The steps of both before and after it, by side; 0: not on the stairs (store/stairs.h). */
	bool is_climbed;
	int step_before[2], step_after[2];
	/* It has just been decided otherwise: where both stood until then; 0 not there. */
	bool is_climbed_anew;
	int step_until[2];
	/* What the result did to the ratings of both, by side (store/ratings.h). */
	bool is_counted;
	struct rating before[2], after[2];

	struct board start, board;
	char start_fen[FEN_SIZE];
	struct move *moves; /* length of them */
	uint8_t *taken;     /* the piece that each took, or NO_PIECE */
	struct ply *plies;  /* of a stored game empty until games_plies (store/games.h) */
	int length, room;
	/* How often the turn has changed: one more with each move that is played, and with
	 * each that is taken back, so that what was said about an earlier turn never fits a
	 * later one.  It never goes back. */
	int turns;
	int refused[2]; /* refused losing repetitions, by side */

	struct proposal draw, undo; /* undo: to go back to the position game_undo_to() tells */

	enum result result;
	enum ending ending;

	int64_t created, started, ended;
	int64_t turn_since; /* the clock of the turn (or of the offer) runs from here */
	struct terms terms;
	int64_t bank[2];  /* seconds left at the beginning of the turn, by side */
	int64_t given[2]; /* seconds more for this side's next move */
	int64_t gifts[2]; /* seconds that this side has given the other, in all */
	int64_t reminded; /* reminders of this turn, or offer, up to here are done; 0 none */
	bool is_claimed;  /* the opponent has claimed this turn's time */
	/* This time of the turn does not count, for a letter lay aside (store/asides.h); from ==
	 * to: there is none.  is_held_told: nobody need be told any more that it is over. */
	struct period held;
	bool is_held_told;
	struct calendar calendar[2]; /* of the two players, as stored when the game was read */
};

#define OFFER_LAPSES       (14 * DAY)
#define OFFER_REMINDS      (12 * DAY) /* of the challenged, once */
#define GIFTS_MAX          (30 * DAY) /* of a side, in a game */
#define OFFER_REPEAT_MOVES 10         /* own moves between two offers of a kind of a side */

/* A new offer from the start position. The caller sets seats and options. */
struct game *game_new(struct arena *arena, int64_t now);
/* Another start; false (and nothing changed) when the FEN is bad, *why static text. */
bool game_set_start(struct game *game, const char *fen, const char **why);
/* Where Red gives something: "rook", "horse", "two-horses", "cannon" (those at Red's left),
 * "first-move".  The position the game begins from, as a FEN; NULL there is none of that name. */
const char *handicap_find(const char *name);
/* What Red gives in this game; NULL nothing. */
const char *game_handicap(const struct game *game);
/* Is the position after so many plies one that everybody knows: before move EARLY_MOVES from the
 * usual start, or that of a handicap? */
#define EARLY_MOVES 8
bool game_is_early(const struct game *game, int ply);
/* Appends a stored move without judging it; the next turn begins.  Returns the piece taken. */
uint8_t game_replay(struct game *game, struct move move, const struct ply *ply);
/* The same of so many, of which nothing else is known; stops before one that cannot be played
 * at all (board_play_all).  Returns how many were played. */
int game_replay_all(struct game *game, const struct move *moves, int count);

/* Is it played in a tournament or on the stairs, where both sides have the same terms to the end?
 */
bool game_is_match(const struct game *game);
bool game_has(const struct game *game, int64_t player);
enum side game_side_of(const struct game *game, int64_t player); /* game_has it */
enum side game_turn(const struct game *game);
/* The position after `ply` plies (0 is the start); false when there are fewer. */
bool game_board_at(const struct game *game, int ply, struct board *out);
/* The game as it stood after that many plies, of those it has: a copy in its arena, which can be
 * played on. */
struct game *game_at(const struct game *game, int plies);
/* The printed move number of a ply counted from 0: both sides' moves share one,
 * and a game that begins with Green's move leaves Red's first place empty. */
int game_move_number(const struct game *game, int ply);
/* The plies that have been played when move `number` is complete (at most length). */
int game_plies_at(const struct game *game, int number);
void game_history(const struct game *game, struct history *out);
/* When the time of the player to move is up; 0: never. */
int64_t game_deadline(const struct game *game);
/* The clock of the turn; the game is being played. */
struct turn_clock game_clock(const struct game *game);
/* When the offer, which is open, lapses. */
int64_t game_lapses(const struct game *game);
/* When something happens without a letter: a reminder is due, an offer lapses, time is up; it
 * may be in the past.  0: never. */
int64_t game_due(const struct game *game);
/* False: a challenge that came to nothing.  One that is open may still begin. */
bool game_began(const struct game *game);
/* Is the other side's time up, in a game where this side has to claim it? */
bool game_may_claim(const struct game *game, enum side side, int64_t now);
/* More time for a side, by a gift of its opponent. */
void game_give(struct game *game, enum side side, int64_t seconds);

void game_accept(struct game *game, int64_t now);
void game_decline(struct game *game, enum ending how, int64_t now);

enum play {
	PLAY_DONE,    /* also when the move ended the game */
	PLAY_REFUSED, /* *verdict says why; attempts counted if it is a repetition */
	PLAY_LOST     /* the third refused attempt: the game is over */
};
/* The side to move plays a move that is legal by the basic rules. */
enum play game_play(
    struct game *game, struct move move, const struct ply *ply, struct verdict *verdict);
/* Would the referee let the side to move play it, and not lose by it?  Nothing changes. */
bool game_may_play(struct game *game, struct move move, struct verdict *verdict);
/* What referee says of the position as it stands (for letters). */
void game_verdict(const struct game *game, struct verdict *verdict);

/* Before each side has moved the game is cancelled unrated, else lost. */
void game_resign(struct game *game, enum side side, int64_t now);
void game_leave(struct game *game, enum side side, int64_t now); /* his account is closed */
bool game_may_offer_draw(const struct game *game, enum side side);
/* The length of the game before the last move of `side`; -1: it has not moved. */
int game_undo_to(const struct game *game, enum side side);
bool game_may_offer_undo(const struct game *game, enum side side);
/* Either of the two, which may be offered. */
void game_offer(struct game *game, struct proposal *proposal, enum side side);
/* Where the open offer leads; what was moved since by the one who offers goes with it. */
int game_undo_offered_to(const struct game *game);
/* Takes the moves after the first `length` back: banks stay, the turn's clock starts anew,
 * and open offers are gone.  They stay in `moves`, after the others, until the store has kept
 * them (games_take_back). */
void game_take_back(struct game *game, int length, int64_t now);
/* Time is up for the side to move: lost, drawn if the other side is bare, or cancelled if
 * it has never moved. */
void game_forfeit(struct game *game, int64_t now);
void game_end(struct game *game, enum result result, enum ending ending, int64_t now);

#endif
