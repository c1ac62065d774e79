/* SPDX-License-Identifier: ISC */
/*
 * How much there is of everything, for whoever watches over a server.
 */
#ifndef STORE_NUMBERS_H
#define STORE_NUMBERS_H

#include <stdint.h>

struct err;
struct store;

enum number {
	NUMBER_SCHEMA,         /* the version of the file */
	NUMBER_WAITING,        /* letters to send */
	NUMBER_WAITING_OLDEST, /* when it was made; 0: none waits */
	NUMBER_FAILED,         /* refused or given up, in the last week */
	NUMBER_STOPPED,        /* addresses that get nothing more, after bounces */
	NUMBER_HELD,           /* games whose clocks stand for a letter put aside */
	NUMBER_OFFERED,
	NUMBER_PLAYING,
	NUMBER_OVER,
	NUMBER_ACTIVE,
	NUMBER_SUSPENDED,
	NUMBER_CLOSED,
	NUMBER_SEEN, /* players who wrote in the last 30 days */
	NUMBERS
};

int numbers_read(struct store *, int64_t now, int64_t out[NUMBERS], struct err *);

#endif
