/* SPDX-License-Identifier: ISC */
/*
 * A verdict in English, for the command line. (Letters take their words from
 * templates.)
 */
#ifndef VERDICT_TEXT_H
#define VERDICT_TEXT_H

#include <stdio.h>

#include "rules/referee/referee.h"

#define VERDICT_LINE_SIZE 80

/* "none", "warn loss red REASON", "warn draw REASON", "refused N REASON",
 * "draw REASON", "loss red REASON"; N is the last move of h. */
void verdict_line(
    const struct history *h, const struct verdict *verdict, char out[VERDICT_LINE_SIZE]);
/* What happened and why, move by move. */
void verdict_print(FILE *to, const struct history *h, const struct verdict *verdict);

#endif
