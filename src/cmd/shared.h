/* SPDX-License-Identifier: ISC */
/*
 * What several commands need: games of the request, talk, telling the others,
 * the variables that every letter about a game has.
 */
#ifndef CMD_SHARED_H
#define CMD_SHARED_H

#include "cmd/cmd.h"
#include "store/games.h"

/* 1 with *out (one struct game per letter and number), 0 no such game, -1 err. */
int request_game(struct request *rq, int64_t id, struct game **out, struct err *err);
/* Whether the one who speaks may see this game. */
bool request_may_see(const struct request *rq, const struct game *game);
/* The letter's remark goes to the talk of rq->game and into the letters about
 * it; nothing when there is none, or when it went already. */
int request_talk(struct request *rq, struct reply *reply, enum talk_kind kind, struct err *err);
/* Tells the opponent of rq->from, and the observers, about rq->game. */
int request_tell(struct request *rq, struct reply *reply, const char *template,
    const struct vars *vars, struct err *err);
/* 1 with *out: the player of that userid; 0: refused, with a note; -1. */
int request_player(struct request *rq, struct reply *reply, const char *userid, struct player **out,
    struct err *err);
/* Counts what comes to others unasked; *may: it was done less than `most` times in a day,
 * by rq->from to `to` (0: to anybody). 0 or -1. */
int request_count(
    struct request *rq, const char *what, int64_t to, int most, bool *may, struct err *err);
/* 0 when the answer's letter was about the position as it stands; else refused, with a note. */
enum outcome request_is_current(struct request *rq, struct reply *reply);

/* "board", "red", "green", and how it ended: "ending" (word), "winner", "loser", "drawn". */
void vars_game(struct vars *vars, const struct game *game);
/* "move", "wxf", "piece" and "taken" (words), "check", as played in `before`. */
void vars_move(struct vars *vars, const struct board *before, struct move move);
/* A verdict's facts: "verdict" and "reason" (words), "article", "varies", "used", "allowed",
 * "leaving", "loop" …  refused: the move behind the game's that the verdict is about, or NULL. */
void vars_verdict(struct vars *vars, const struct game *game, const struct move *refused,
    const struct verdict *verdict);
/* Copies every variable (the items of lists are shared). */
void vars_copy(struct vars *to, const struct vars *from);

/* 2-20 letters, digits, '-', '_', a letter first; no command word, no move. */
bool userid_is_sound(const char *userid);

#endif
