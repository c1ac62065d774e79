/* SPDX-License-Identifier: ISC */
/*
 * What the tests of commands share: a store in a folder of its own with three players and a
 * game of two of them, and a letter from one of them run against it.
 */
#ifndef TESTS_CMD_SETUP_H
#define TESTS_CMD_SETUP_H

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
#include "cmd/cmd.h"
#include "speak/parse.h"
#include "store/db.h"
#include "store/games.h"
#include "store/players.h"
#include "unit/glossary.h"

#define NOW      INT64_C(1795000000)
#define PASSWORD "Good4Fred"
#define OK(call) ok((call), #call, __LINE__)

static struct arena *arena;
static struct err err;
static char home[64];
static struct store *store;
static struct keys keys;
static struct player fred, wilma, barney;
static struct game *game; /* fred is Red, and it is his turn */
static struct request rq;
static struct reply reply;

static inline int
ok(int result, const char *call, int line)
{
	if (result == -1)
		fail_msg("line %d: %s: %s", line, call, err.text);
	return result;
}

static bool
normalise(struct arena *to, const char *text, const char **out)
{
	*out = arena_strdup(to, text);
	return strchr(text, '@') != NULL;
}

static const char *
mailbox(struct arena *to, const char *address)
{
	return arena_strdup(to, address);
}

static const char *
site(struct arena *to, const char *address)
{
	return arena_strdup(to, strchr(address, '@') + 1);
}

static const struct address_ops addresses = { normalise, mailbox, site };
static struct settings settings = { .name = "Riverpost",
	.address = "xiangqi@game.test",
	.language = "en",
	.keys = &keys,
	.addresses = &addresses,
	.nagtime = 7,
	.forfeittime = 21,
	.games_max = 100,
	.answers_hour = 20,
	.commands_max = 20 };

/* With the address USERID@a.test. */
static inline void
add_player(struct player *player, const char *userid, const char *hash)
{
	struct address address = { .address = arena_printf(arena, "%s@a.test", userid),
		.confirmed = true,
		.receives = true };

	*player = (struct player){ .created = NOW,
		.language = "en",
		.board = "classic",
		.html = "auto",
		.notation = "coordinates",
		.name = "",
		.reminders = REMINDERS_DEFAULT,
		.password_hash = hash };
	str_copy(player->userid, sizeof player->userid, userid);
	OK(players_add(store, player, &err));
	address.player = player->id;
	OK(players_add_address(store, &address, &err));
}

/* In a transaction, which tear_down leaves open. */
static inline int
set_up(void **state)
{
	char hash[PASSWORD_HASH_SIZE];

	(void)state;
	arena = arena_new();
	str_copy(home, sizeof home, "/tmp/riverpost-cmd-XXXXXX");
	if (mkdtemp(home) == NULL)
		return -1;
	settings.glossary = glossary_shipped();
	OK(keys_load(&keys, arena_printf(arena, "%s/keys", home), &err));
	OK(store_open(&store, arena_printf(arena, "%s/river.db", home), &err));
	OK(store_begin(store, &err));
	OK(password_hash(PASSWORD, hash, &err));
	add_player(&fred, "fred", arena_strdup(arena, hash));
	add_player(&wilma, "wilma", "");
	add_player(&barney, "barney", "");
	game = game_new(arena, NOW);
	game->seat[RED].player = fred.id;
	game->seat[GREEN].player = wilma.id;
	str_copy(game->seat[RED].userid, USERID_SIZE, "fred");
	str_copy(game->seat[GREEN].userid, USERID_SIZE, "wilma");
	game->terms.nag = 7 * DAY;
	game->terms.move = 21 * DAY;
	game_accept(game, NOW);
	OK(games_add(store, game, &err));
	return 0;
}

static inline int
tear_down(void **state)
{
	char command[128];

	(void)state;
	store_rollback(store);
	store_close(store);
	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf '%s'", home);
	return system(command);
}

/* Begins a letter of this sender; NULL: of a stranger. */
static inline void
begin_letter(const struct player *sender)
{
	struct player *copy = arena_alloc(arena, sizeof *copy);

	rq = (struct request){ .arena = arena,
		.store = store,
		.settings = &settings,
		.reply = &reply,
		.now = NOW,
		.received = NOW,
		.letter = 1,
		.address = "stranger@c.test" };
	if (sender == NULL)
		return;
	*copy = *sender;
	rq.sender = copy;
	rq.address = arena_printf(arena, "%s@a.test", sender->userid);
}

/* It answers a letter of the server to its sender. */
static inline void
bring_token(enum token_purpose purpose, int64_t of_game, int turn)
{
	struct token *token = arena_alloc(arena, sizeof *token);

	*token = (struct token){
		.purpose = purpose, .player = rq.sender->id, .game = of_game, .turn = turn
	};
	rq.token = token;
}

static bool
is_userid(void *unused, const char *userid)
{
	(void)unused;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0 ||
	    strcmp(userid, "barney") == 0;
}

/* Runs the letter's text. */
static inline enum outcome
run_letter(const char *text)
{
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context context = { .glossary = settings.glossary,
		.writer = rq.sender != NULL ? rq.sender->userid : NULL,
		.is_userid = is_userid,
		.answer.game = request_token_game(&rq) };

	parse_letter(arena, &context, "", text, rq.token != NULL, parsed);
	rq.parsed = parsed;
	reply_init(&reply, arena);
	assert_true(parsed->count > 0);
	return cmd_run_all(&rq, &err);
}

/* The templates that the sender is answered with, blanks between; "-" silence. */
static inline const char *
answered(void)
{
	struct str out;

	str_init(&out, arena, 0);
	for (const struct note *note = reply.sender->first; note != NULL; note = note->next)
		str_addf(&out, "%s%s", out.length > 0 ? " " : "", note->template);
	return reply.silent ? "-" : out.data;
}

/* What others are told, "wilma:resign-opponent", blanks between. */
static inline const char *
told(void)
{
	struct str out;

	str_init(&out, arena, 0);
	for (const struct message *m = reply.others; m != NULL; m = m->next)
		str_addf(&out, "%s%s:%s", out.length > 0 ? " " : "",
		    m->player == fred.id       ? "fred" :
			m->player == wilma.id  ? "wilma" :
			m->player == barney.id ? "barney" :
						 m->address,
		    m->first->template);
	return out.data;
}

#endif
