/* SPDX-License-Identifier: ISC */
/*
 * One letter taken from its source: handled, then settled there.
 */
#ifndef SERVER_INTAKE_H
#define SERVER_INTAKE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct intake;
struct server;
struct source;

/* One pass over all sources, counted. */
struct pass {
	int letters, done, refused, ignored, parked, sent;
	bool all_read; /* no source failed, nothing was left unhandled */
	bool failed;   /* something did, for a fault of this installation or of a mail server */
};

/* 0; -1: stop this pass. */
int intake_letter(struct server *server, struct source *source, const struct intake *intake,
    int64_t now, struct pass *pass, struct err *err);

/* While a letter is being read, from poison_begin to poison_end, a crash of the program is
 * counted against it, in HOME/in-hand.  How often it crashed the program so far. */
int poison_begin(const struct server *server, const struct intake *intake);
void poison_end(void);

#endif
