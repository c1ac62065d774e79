/* SPDX-License-Identifier: ISC */
/*
 * Puzzles for those who want one every day or every week.
 */
#ifndef SERVER_PUZZLES_H
#define SERVER_PUZZLES_H

#include <stdint.h>

struct err;
struct server;

/* Writes those that are due: at the hour of a player's digest, or at eight in his zone.  One that
 * fails does not stop the others.  0 or -1. */
int puzzles_write(struct server *server, int64_t now, struct err *err);

#endif
