/* SPDX-License-Identifier: ISC */
/*
 * What `player`, `game`, `queue` and the operator's other words share.
 *
 * An action that changes something is one transaction, so that a running server
 * sees all of it or nothing (SQLite's own locking is enough); its output is
 * printed only after the commit.
 */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "server/server.h"

struct arena;
struct err;
struct game;
struct reply;
struct request;
struct vars;

struct admin {
	struct server server;
	struct arena *arena;
	int64_t now;
	struct str output; /* for standard output */
};

enum action_kind {
	ACTION_READS,     /* the database must be there */
	ACTION_CHANGES,   /* … and run is one transaction */
	ACTION_ADDS,      /* as ACTION_CHANGES, but a missing home is made first */
	ACTION_BY_ITSELF, /* run makes its own transactions, and admin_log; a missing home is made
			   * first */
	ACTION_BEGINS     /* … and what is missing in it is made anew */
};

/* What an action returns beside -1 with err. */
enum { ACTION_DONE = 0, ACTION_TROUBLE = 1, ACTION_USAGE = 2 };

struct action {
	const char *name;
	int args_min, args_max; /* after the name */
	enum action_kind kind;
	/* args ends with NULL.  ACTION_TROUBLE: done, but the exit code is 1. */
	int (*run)(struct admin *admin, char **args, struct err *err);
};

/* Words whose arguments are an action, or begin with the name of one. */
extern const struct action cli_player[], cli_game[], cli_import[], cli_export[], cli_check[],
    cli_ratings[], cli_positions[], cli_status[], cli_site[], cli_init[], cli_tournament[],
    cli_stairs[], cli_archive[], cli_puzzles[];

/* Performs an action with these arguments; returns the exit code. */
int admin_do(const struct action *action, int count, char **args);
/* argv[0] is the only action, or argv[1] names one of them (a table that ends with an empty
 * name); the rest are its arguments. */
int admin_choose(const struct action *actions, int argc, char **argv);

/* Who has changed what by hand, and why: all words of the command line. */
void admin_log(struct admin *admin, const char *name, char **args);
/* The words as one text that can stand in a letter; "" when there is none. */
const char *admin_words(struct admin *admin, char **words);
/* The game of a number as people write it ("7", "#7"), and the move in "7#10" (0: none is named;
 * move NULL: none may be); 0, or -1 with err. */
int admin_game(
    struct admin *admin, const char *number, int *move, struct game **out, struct err *err);
/* Writes the letters of a reply into the transaction. */
int admin_send(struct admin *admin, const struct reply *reply, struct err *err);
/* What a command of a letter needs, with nobody who has written; what it tells goes into reply. */
void admin_request(struct admin *admin, struct reply *reply, struct request *out);
/* "2026-11-21 18:05" (UTC) in the arena; "-" for 0. */
const char *admin_time(struct admin *admin, int64_t time);

#endif
