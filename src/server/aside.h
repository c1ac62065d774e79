/* SPDX-License-Identifier: ISC */
/*
 * Letters that are put aside: who wrote one is told that nothing was done, and the operator
 * whose it was, why, and where it lies.
 */
#ifndef SERVER_ASIDE_H
#define SERVER_ASIDE_H

#include <stdint.h>

#include "mail/source/source.h"

struct err;
struct server;

/* Why a letter is put aside. */
struct aside {
	const struct source *source;
	const struct intake *intake;
	int failures;    /* it was tried so often; 0: it cannot be read */
	const char *why; /* as in the log; NULL: it stopped the program */
};

/* Writes these letters.  The writer is told if his address is a player's, or has been asked to
 * confirm something, within the limits of answers; what nobody known wrote and nobody can read
 * is told to nobody.  That the writer cannot be told is logged.  0 or -1. */
int aside_tell(struct server *server, const struct aside *aside, int64_t now, struct err *err);

#endif
