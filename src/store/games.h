/* SPDX-License-Identifier: ISC */
/*
 * Games: rows, plies, talk and observers (games.c); what is wrong with one (games_check.c);
 * lists (games_list.c).
 */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

struct arena;
struct err;
struct store;

/* 1 found, 0 not, -1 failure.  The moves are played again; a stored one that cannot be
 * played at all (board_play_all) is a failure that names game and ply.  What else is kept of
 * each is left to games_plies. */
int games_get(struct store *, struct arena *, int64_t id, struct game **out, struct err *);
/* Reads game->plies; one that is missing is a failure.  0 or -1. */
int games_plies(struct store *, struct game *game, struct err *);
/* Who plays in it, whatever its row is like, in the arena; how many (2, or 0: there is no such
 * game of players), or -1. */
int games_seats(struct store *, struct arena *, int64_t id, struct seat **out, struct err *);
/* Is each move of a game that games_get has read legal, and what stands in its row but does
 * not follow from its moves and clocks?  *wrong NULL: nothing.  Reads the plies.  0, or -1: also
 * for an illegal move or a missing ply. */
int games_check(struct store *, struct game *game, const char **wrong, struct err *);
/* Sets game->id (numbers go up by one and are never used again); ratings_allow. */
int games_add(struct store *, struct game *game, struct err *);
/* Writes the row and the plies that are new, and of a game that is over what it does to the
 * ratings; plies stored before are never
 * changed, and a game with fewer plies than are stored is a failure. */
int games_save(struct store *, struct game *game, struct err *);
/* Saves a game from which game_take_back has just taken moves; these are kept apart, and what
 * was said at them is said at the last that stays. */
int games_take_back(struct store *, struct game *game, int64_t now, struct err *);
/* A move that was taken back; turns are counted as in game->turns. */
struct undone {
	struct move move;
	int ply;  /* that it was, counted from 1 */
	int turn; /* that had played it … */
	int back; /* … and that took it back */
};
/* All of a game, in the order of `back`, in the arena; how many or -1. */
int undone_list(struct store *, struct arena *, int64_t game, struct undone **out, struct err *);
/* The mail server has taken the letter that told the side to move of this turn
 * (the first is 1); kept once.  What passed since the turn began is added to its
 * clock if it is still running (riverpost-commands(7)): 1; 0 where it was not set on; -1. */
int games_answered(struct store *, int64_t game, int turn, int64_t when, struct err *);
/* Gives the clock of that turn seconds, unless it is over: how many clocks, 0 or 1; -1. */
int games_give(struct store *, int64_t game, int turn, int64_t seconds, struct err *);
/* How long, by `when`, the side to move of this turn has waited for that letter; 0 once it was
 * taken. */
int games_waited(
    struct store *, int64_t game, int turn, int64_t when, int64_t *waited, struct err *);

/* The same for the first move, whose letter (an outbox row) was made when the game was
 * accepted; nothing for any other letter. */
int games_asked(struct store *, int64_t game, int64_t letter, int64_t when, struct err *);

/* When the turn began, as far as is known: when it was played, or moves were taken back to it; of
 * turn 0, when the game was begun.  0: there is no such turn. */
int games_turn_began(struct store *, int64_t game, int turn, int64_t *at, struct err *);

/* So many of the first moves as "H3-E3 H10-G8 ...", in 8 bytes each and one more.  Stored: the form
 * never changes. */
void moves_line(const struct game *game, int count, char *end);

#define OPENING_PLIES 20 /* kept of each game for searching; never changes */

/* One line of a list: everything but the moves. */
struct game_line {
	int64_t id;
	enum game_state state;
	struct seat seat[2];
	enum side challenger;
	enum ruleset rules;
	bool is_rated, is_private;
	int64_t tournament; /* for which it is played; 0 none */
	int length;
	enum side turn;
	enum result result;
	enum ending ending;
	int64_t started, ended, turn_since;
	char opening[16]; /* the first moves, one after the other as far as there is room */
	char date[16];    /* of an imported game, as far as it is known; else "" */
	int64_t deadline; /* of the turn; 0 none */
	int64_t held;     /* its clock stands until then at the latest (asides.h); or 0 */
};

/* Which games; zero or NULL means "any". */
struct game_filter {
	int64_t player;   /* plays (or played) in it */
	const char *name; /* … or who has this name in an imported score; NULL none */
	int64_t opponent; /* the other one */
	const char *opponent_name;
	int64_t after;         /* what follows this game in the order newest_first */
	bool of_state[3];      /* by enum game_state; all false: any */
	bool to_move;          /* `player` is to move */
	int64_t viewer;        /* private games only if this player is in them; -1 operator: all */
	bool won, lost, drawn; /* by `player`; none set: cancelled ones only of `ending` "lapsed" */
	int color;             /* 0 any, 1 player was Red, 2 Green */
	int64_t since, until;  /* ended within */
	const char *ending;    /* ending_name; "repetition", "length": all of their families */
	const char *opening; /* first moves as "H3-E3 H10-G8", whole moves, from the usual start */
	int limit;           /* lines at most; 0: 200 */
	bool newest_first;   /* else: player's turn first, then least time left, then id */
};
/* Returns how many or -1. */
int games_list(struct store *, struct arena *, const struct game_filter *, struct game_line **out,
    struct err *);
/* The line of one game, whoever may see it: 1, 0 there is none, -1. */
int games_line(struct store *, struct arena *, int64_t id, struct game_line *out, struct err *);
/* Ids of the games in which the player is to move, least time left first, in the arena; how
 * many or -1. */
int games_waiting(struct store *, struct arena *, int64_t player, int64_t **out, struct err *);
/* Has somebody in an imported game that name?  Case does not matter, and a hyphen or an
 * underscore is as good as a blank.  1, 0 or -1. */
int games_has_name(struct store *, const char *name, struct err *);
/* A name in an imported game that is that one in another spelling (utf8_bare): 1, and *out as
 * games_list takes it; 0 there is none; -1. */
int games_spelled_name(
    struct store *, struct arena *, const char *name, const char **out, struct err *);
/* Games being played or offered by a player. */
int games_count(struct store *, int64_t player, struct err *);
/* Those of them that the player plays, or has offered himself. */
int games_taken(struct store *, int64_t player, struct err *);
/* How the public games of a player went; imported ones are not counted. */
struct tally {
	int open, won, lost, drawn;
	int late; /* of those lost, on time */
};
int games_tally(struct store *, int64_t player, struct tally *out, struct err *);
/* Ids of all games, in the arena; returns how many or -1. */
int games_all(struct store *, struct arena *, int64_t **out, struct err *);
/* Ids of the games and offers whose clocks have to be looked at by now, in the arena; for
 * server/tick.c.  Returns how many or -1.  Saving a game says when that is next. */
int games_due(struct store *, struct arena *, int64_t now, int64_t **out, struct err *);
/* Something of this player changed that bears on his clocks: they are due. */
int games_look_again(struct store *, int64_t player, struct err *);
/* Reads the settings and vacations of its players again, which bear on its clock.  0 or -1. */
int games_read_calendars(struct store *, struct game *game, struct err *);
/* Gives `seconds` to the clock of every game or offer (after an outage); negative: takes. */
int games_give_back(struct store *, int64_t seconds, struct err *);

/* Talk. */
enum talk_kind { TALK_COMMENT = 0, TALK_CHAT = 1, TALK_NOTE = 2 };
struct talk {
	int64_t game, player;
	const char *userid;
	int ply;
	enum talk_kind kind;
	const char *text;
	int64_t at;
};
/* Lists in the arena, oldest first (observers by userid); how many or -1. */
int talk_add(struct store *, const struct talk *talk, struct err *);
int talk_list(struct store *, struct arena *, int64_t game, struct talk **out, struct err *);

/* Observers. */
/* ends_only: he is told only how it ends.  Twice is fine, and the last counts. */
int observers_add(struct store *, int64_t game, int64_t player, bool ends_only, struct err *);
int observers_remove(struct store *, int64_t game, int64_t player, struct err *);
/* With those who follow one of its players, if it is public and has begun.  Who only wants to know
 * how it ends is one of them if it has_ended. */
int observers_list(
    struct store *, struct arena *, int64_t game, bool has_ended, struct seat **out, struct err *);
/* Why he is one of them: *by_board, he chose the game itself; followed[i], for i below the value,
 * are its players whom he follows.  Or -1. */
int observers_why(struct store *, const struct game *, int64_t player, bool *by_board,
    const struct seat *followed[2], struct err *);
/* All public games of `followed`, also future ones; as observers_add.  With !ends_only also those
 * of which only the end was wanted until now. */
int follows_add(struct store *, int64_t followed, int64_t player, bool ends_only, struct err *);
int follows_remove(struct store *, int64_t followed, int64_t player, struct err *);
int follows_has(struct store *, int64_t followed, int64_t player, struct err *); /* 1, 0 or -1 */
/* How many players he follows, or -1. */
int follows_count(struct store *, int64_t player, struct err *);
/* Those of a player who leaves. */
int follows_forget(struct store *, int64_t player, struct err *);

#endif
