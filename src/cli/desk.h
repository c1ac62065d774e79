/* SPDX-License-Identifier: ISC */
/*
 * The operator's desk: what `player`, `game`, `queue` and the like share.
 *
 * A deed that changes something is one transaction, so that a server at work
 * meanwhile sees all of it or nothing (SQLite's own locking is enough); what it
 * says is printed only after the commit.
 */
#ifndef DESK_H
#define DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "server/office.h"

struct arena;
struct err;
struct game;
struct vars;

struct desk {
	struct office office;
	struct arena *arena;
	int64_t now;
	struct str said; /* for standard output */
};

enum deed_kind {
	DEED_READS,    /* the database must be there */
	DEED_CHANGES,  /* … and run is one transaction */
	DEED_ADDS,     /* as DEED_CHANGES, but a missing home is made first */
	DEED_BY_ITSELF /* run makes its own transactions; a missing home is made first */
};

/* What a deed returns beside -1 with err. */
enum { DEED_DONE = 0, DEED_TROUBLE = 1, DEED_USAGE = 2 };

struct deed {
	const char *name;
	int args_min, args_max; /* behind the name */
	enum deed_kind kind;
	/* args ends with NULL.  DEED_TROUBLE: done, but the exit code is 1. */
	int (*run)(struct desk *desk, char **args, struct err *err);
};

/* Does a deed with these arguments; returns the exit code. */
int desk_do(const struct deed *deed, int count, char **args);
/* argv[1] names one of the deeds (a table that ends with an empty name); the
 * rest are its arguments. */
int desk_choose(const struct deed *deeds, int argc, char **argv);

/* The game of a number as people write it ("7", "#7"); 0, or -1 with err. */
int desk_game(struct desk *desk, const char *number, struct game **out, struct err *err);
/* Tells the players of the game, and its observers, but not `except` (0: all).
 * vars NULL: what vars_game says. */
int desk_tell(struct desk *desk, struct reply *reply, struct game *game, int64_t except,
    const char *template, const struct vars *vars, struct err *err);
/* Writes the letters of a reply into the transaction. */
int desk_send(struct desk *desk, const struct reply *reply, struct err *err);
/* "2026-11-21 18:05" (UTC) in the arena; "-" for 0. */
const char *desk_time(struct desk *desk, int64_t time);

#endif
