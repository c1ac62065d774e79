/* SPDX-License-Identifier: ISC */
/*
 * A game as the variables of its letter: moves in two columns, board, captured
 * pieces, clock, rules, and the answers that its reader can give.
 */
#ifndef VIEW_GAME_VARS_H
#define VIEW_GAME_VARS_H

#include "view/letter.h"

/* Moves shown in a letter; `record` sends them all. */
#define MOVES_SHOWN 12

int game_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    const struct reader *how, struct vars *vars, struct err *err);
/* The names of the pieces, each with where they stand.  0 with *out in the arena, or -1. */
int board_in_words(struct arena *arena, struct templates *templates, const struct reader *how,
    const struct board *board, const char **out, struct err *err);
/* Does the reader want boards in words ("set board list"), for a screen reader? */
bool game_is_listed(const struct player *reader);
/* "board-text": the board after `ply` plies, the way the reader wants it, which becomes a board
 * of the document.  marks: by square, enum square_mark, or NULL.  A board in words has no
 * marks: then it is "".  0 or -1. */
int game_board_text(const struct letter_view *view, struct doc *doc, const struct game *game,
    int ply, const uint8_t *marks, const struct player *reader, const struct reader *how,
    struct vars *vars, struct err *err);

#endif
