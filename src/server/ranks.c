/* SPDX-License-Identifier: ISC */
/*
 * How a program counts ranks (ranks.h).
 */
#include "server/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/token.h"
#include "game/game.h"
#include "store/db.h"

#define RANKS_KNOWN "engine-ranks"
#define RANKS_NODES 200

/* Its command's digest, and the last bit free. */
static int64_t
mark_of(const struct engine_options *engine)
{
	const char *command = engine->command != NULL ? engine->command : "";
	char digest[65];

	digest_pieces((const struct piece[]){ { command, strlen(command) } }, 1, digest);
	digest[12] = '\0';
	return strtoll(digest, NULL, 16) << 1;
}

struct engine_question
ranks_question(struct arena *arena, int64_t now)
{
	return (struct engine_question){ .game = game_new(arena, now), .nodes = RANKS_NODES };
}

int
ranks_find(struct store *store, struct engine_options *engine, struct err *err)
{
	int64_t known;

	if (store_fact(store, RANKS_KNOWN, &known, err) == -1)
		return -1;
	if ((known & ~INT64_C(1)) != mark_of(engine))
		return 0;
	engine->counts_from_zero = known & 1;
	return 1;
}

int
ranks_keep(struct store *store, const struct engine_options *engine, struct err *err)
{
	return store_set_fact(
	    store, RANKS_KNOWN, mark_of(engine) | (engine->counts_from_zero ? 1 : 0), err);
}
