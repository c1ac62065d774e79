/* SPDX-License-Identifier: ISC */
/*
 * What the tests of server/ share: a server with its store in a folder of its own and the
 * templates of the source, two players, and the outbox.
 */
#ifndef TESTS_SERVER_SETUP_H
#define TESTS_SERVER_SETUP_H

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
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "config/config.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/outbox.h"
#include "store/players.h"
#include "view/languages.h"
#include "view/template.h"

#define NOW      INT64_C(1795000000)
#define OK(call) ok((call), #call, __LINE__)

static struct arena *arena;
static struct err err;
static char home[64];
static struct config config = { .home = home, .answers_hour = 2, .answers_day = 3, .outage = 60 };
static struct server server;
static struct player fred, wilma;

static inline int
ok(int result, const char *call, int line)
{
	if (result == -1)
		fail_msg("line %d: %s: %s", line, call, err.text);
	return result;
}

static inline void
open_templates(const char *own)
{
	templates_free(server.templates);
	server.templates = templates_new(own, "templates");
	OK(languages_read(server.templates, &server.settings.glossary, &err));
}

/* With addresses USERID@a.test. */
static inline void
add_player(struct player *player, const char *userid)
{
	struct address address = {
		.address = arena_printf(arena, "%s@a.test", userid),
		.confirmed = true,
		.receives = true,
	};

	*player = (struct player){ .created = NOW,
		.language = "en",
		.board = "classic",
		.html = "auto",
		.notation = "coordinates",
		.name = "",
		.reminders = REMINDERS_DEFAULT,
		.password_hash = "" };
	str_copy(player->userid, sizeof player->userid, userid);
	OK(players_add(server.store, player, &err));
	address.player = player->id;
	OK(players_add_address(server.store, &address, &err));
}

static inline int
set_up(void **state)
{
	(void)state;
	arena = arena_new();
	str_copy(home, sizeof home, "/tmp/riverpost-server-XXXXXX");
	if (mkdtemp(home) == NULL)
		return -1;
	server = (struct server){ .config = &config,
		.settings = { .name = "Riverpost",
		    .address = "xiangqi@game.test",
		    .language = "en",
		    .keys = &server.keys,
		    .addresses = &server_addresses,
		    .nagtime = 7,
		    .forfeittime = 21,
		    .games_max = 100,
		    .answers_hour = 20,
		    .commands_max = 20 },
		.policy = { .bytes_max = 4096, .address = "xiangqi@game.test" },
		.domain = "game.test" };
	OK(keys_load(&server.keys, arena_printf(arena, "%s/keys", home), &err));
	OK(store_open(&server.store, arena_printf(arena, "%s/river.db", home), &err));
	open_templates(NULL);
	OK(store_begin(server.store, &err));
	add_player(&fred, "fred");
	add_player(&wilma, "wilma");
	OK(store_commit(server.store, &err));
	return 0;
}

static inline int
tear_down(void **state)
{
	char command[128];

	(void)state;
	store_close(server.store);
	templates_free(server.templates);
	server.templates = NULL;
	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf '%s'", home);
	return system(command);
}

/* In a transaction of the caller's: fred is Red, and it is his turn. */
static inline struct game *
add_game(bool is_accepted)
{
	struct game *game = game_new(arena, NOW);

	game->seat[RED].player = fred.id;
	game->seat[GREEN].player = wilma.id;
	str_copy(game->seat[RED].userid, USERID_SIZE, "fred");
	str_copy(game->seat[GREEN].userid, USERID_SIZE, "wilma");
	game->challenger = RED;
	game->terms.nag = 7 * DAY;
	game->terms.move = 21 * DAY;
	if (is_accepted)
		game_accept(game, NOW);
	OK(games_add(server.store, game, &err));
	return game;
}

/* How many letters were ever written; *rows all of them, newest last. */
static inline int
outbox(struct out **rows)
{
	return OK(outbox_list(server.store, arena, -1, rows, &err));
}

static inline int
outbox_count(void)
{
	struct out *rows;

	return outbox(&rows);
}

/* The newest letter, with its bytes. */
static inline struct out
outbox_newest(void)
{
	struct out *rows, out;
	int count = outbox(&rows);

	assert_true(count > 0);
	assert_int_equal(OK(outbox_get(server.store, arena, rows[count - 1].id, &out, &err)), 1);
	return out;
}

/* What stands after "Name: " in a letter, up to the end of the line; "" none. */
static inline const char *
field(const struct out *out, const char *name)
{
	const char *at = strstr(out->bytes, arena_printf(arena, "\r\n%s: ", name));

	if (at == NULL)
		return "";
	at += strlen(name) + 4;
	return arena_strndup(arena, at, strcspn(at, "\r"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#endif
