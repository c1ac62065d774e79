/* SPDX-License-Identifier: ISC */
/*
 * What the tests of store/ share: a database in a folder of its own, an arena,
 * and failures that tell their message.  Each test begins with a new file.
 */
#ifndef TESTS_STORE_SETUP_H
#define TESTS_STORE_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "store/db.h"
#include "store/players.h"

#define NOW      INT64_C(1700000000)
#define OK(call) ok((call), #call, __LINE__)

static struct arena *arena;
static struct store *store;
static struct err err;
static char folder[64], path[96];

static inline int
ok(int result, const char *call, int line)
{
	if (result == -1)
		fail_msg("line %d: %s: %s", line, call, err.text);
	return result;
}

static inline int
set_up(void **state)
{
	(void)state;
	arena = arena_new();
	strcpy(folder, "/tmp/riverpost-test-XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(path, sizeof path, "%s/river.db", folder);
	memset(&err, 0, sizeof err);
	return store_open(&store, path, &err);
}

static inline int
tear_down(void **state)
{
	char command[128];

	(void)state;
	store_close(store);
	store = NULL;
	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	return system(command);
}

static inline void
reopen(void)
{
	store_close(store);
	store = NULL;
	OK(store_open(&store, path, &err));
}

/* In a transaction of the caller's. */
static inline int64_t
add_player(const char *userid)
{
	struct player player = { .created = NOW,
		.language = "en",
		.board = "classic",
		.html = "auto",
		.notation = "coordinates",
		.password_hash = "" };

	snprintf(player.userid, sizeof player.userid, "%s", userid);
	OK(players_add(store, &player, &err));
	return player.id;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#endif
