/* SPDX-License-Identifier: ISC */
/*
 * One letter a day with all boards, in place of the letters that ask for each move
 * (riverpost-commands(7), "set digest").
 */
#ifndef SERVER_DIGEST_H
#define SERVER_DIGEST_H

#include <stdint.h>

struct err;
struct server;

/* Writes the digests that are due, each once; one that fails does not stop the others.  0 or
 * -1. */
int digests_write(struct server *server, int64_t now, struct err *err);

#endif
