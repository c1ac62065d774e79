/* SPDX-License-Identifier: ISC */
/*
 * What the referee finds, in the words of the letters.
 */
#ifndef VIEW_JUDGE_TEXT_H
#define VIEW_JUDGE_TEXT_H

#include <stdbool.h>

#include "play/reply.h"

struct arena;
struct err;
struct history;
struct templates;
struct verdict;

/* What a bare list of moves comes to, in the words of the letters: the players are called by
 * their sides.  explain: with what each move was, also before and without a loop.  0 with
 * *out in the arena. */
int judge_text(struct arena *arena, struct templates *templates, const struct history *history,
    const struct verdict *verdict, bool explain, const char **out, struct err *err);

#endif
