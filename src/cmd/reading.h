/* SPDX-License-Identifier: ISC */
/*
 * A text that is no move that can be played: why, and what else it may mean.
 */
#ifndef CMD_READING_H
#define CMD_READING_H

#include "cmd/request.h"

/* Reads a move of a command on a board, as whoever speaks writes moves, and as chess programs do
 * ("Che2"), with ranks counted from 1 or from 0. */
enum reading_kind reading_read(
    const struct request *rq, const char *text, const struct board *board, struct reading *out);
/* Refuses it: what it was read as on the board.  Another reading is asked about, so that a yes in
 * answer plays it. */
enum outcome reading_refuse(struct request *rq, const char *text, const struct board *board,
    const struct reading *reading, struct err *err);
/* Refuses it among moves that are only tried, with the board before it. */
enum outcome reading_refuse_tried(
    struct request *rq, const char *text, struct game *game, const struct reading *reading);
/* A yes in answer to the letter plays the move in rq->game, if nothing else there asks for one:
 * "yes".  0 or -1. */
int reading_offer_yes(struct request *rq, struct vars *vars, const char *move, struct err *err);

/* As reading_offer_yes, for the move that the text is now: "now"; "" where it is none. */
int reading_offer_now(struct request *rq, struct vars *vars, const char *text, struct err *err);

#endif
