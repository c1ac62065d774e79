/* SPDX-License-Identifier: ISC */
/*
 * Letters that do not arrive: whom to tell.
 */
#ifndef UNDELIVERED_H
#define UNDELIVERED_H

#include <stdint.h>

struct arena;
struct err;
struct out;
struct server;

/* A letter to a player did not arrive: tells the opponents (template) and the operator, in
 * the transaction under way. 0 or -1. */
int undelivered_tell(struct server *server, struct arena *arena, const struct out *out,
    const char *template, int64_t now, struct err *err);

#endif
