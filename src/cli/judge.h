/* SPDX-License-Identifier: ISC */
/*
 * A verdict as one line that programs read: the first of `riverpost judge`.
 */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include "rules/referee/referee.h"

#define VERDICT_LINE_SIZE 80

/* Does it end the game? */
bool verdict_decides(const struct verdict *verdict);

/* "none", "warn loss red REASON", "warn draw REASON", "refused N REASON",
 * "draw REASON", "loss red REASON"; N is the last move of h. */
void verdict_line(
    const struct history *h, const struct verdict *verdict, char out[VERDICT_LINE_SIZE]);

#endif
