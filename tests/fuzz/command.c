/* SPDX-License-Identifier: ISC */
/*
 * Any text as a letter's Subject and new text: no crash; an order, shown and
 * read again, is the same order; what stands after the first empty line
 * commands nothing; and a letter without a deed's command leaves the game as it is.
 *
 * The input is a byte of choices, the Subject's line, and the text; what the answered letter asked
 * is among the choices. Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "config/config.h"
#include "play/reply.h"
#include "server/server.h"
#include "speak/parse.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "speak/verbs.h"
#include "store/db.h"
#include "store/games.h"
#include "store/players.h"

#define NOW INT64_C(1795000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char home[] = "/tmp/riverpost-fuzz-command.XXXXXX";
static struct config *config;
static struct server server; /* as `run` opens it in a new home */
static struct arena *players;
static struct player fred, wilma;
static int64_t board;
static struct board start;

static bool
is_userid(void *source, const char *userid)
{
	(void)source;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0;
}

static struct parse_context context = { .writer = "fred", .is_userid = is_userid };

static void
need(int rc)
{
	if (rc == -1)
		abort();
}

static void
drop(void)
{
	char command[sizeof home + 16];

	server_close(&server);
	config_free(config);
	snprintf(command, sizeof command, "rm -rf '%s'", home);
	if (system(command) != 0)
		fprintf(stderr, "%s is left\n", home);
}

/* As the store gives him back. */
static void
add_player(struct player *player, const char *userid)
{
	struct player new = { .created = NOW,
		.language = "en",
		.board = "classic",
		.notation = "coordinates",
		.zone = "",
		.reminders = "",
		.name = "",
		.html = "auto",
		.password_hash = "" };
	struct address address = { .address = arena_printf(players, "%s@a.test", userid),
		.confirmed = true,
		.receives = true };
	struct err err;

	str_copy(new.userid, sizeof new.userid, userid);
	need(players_add(server.store, &new, &err));
	address.player = new.id;
	need(players_add_address(server.store, &address, &err));
	if (players_get(server.store, players, new.id, player, &err) != 1)
		abort();
}

/* Fred plays Red against wilma, who has offered a draw. */
static void
begin(void)
{
	struct game *game;
	struct err err;

	players = arena_new();
	if (mkdtemp(home) == NULL)
		abort();
	need(config_load(&config, NULL, home, &err));
	need(server_open(&server, config, SERVER_WORKS, &err));
	context.glossary = server.settings.glossary;
	need(store_begin(server.store, &err));
	add_player(&fred, "fred");
	add_player(&wilma, "wilma");
	game = game_new(players, NOW);
	game->seat[RED].player = fred.id;
	game->seat[GREEN].player = wilma.id;
	str_copy(game->seat[RED].userid, USERID_SIZE, "fred");
	str_copy(game->seat[GREEN].userid, USERID_SIZE, "wilma");
	game_accept(game, NOW);
	game_offer(game, &game->draw, GREEN);
	need(games_add(server.store, game, &err));
	need(store_commit(server.store, &err));
	board = game->id;
	start = game->board;
	atexit(drop);
}

static bool
has_password(const struct parsed_letter *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		if (parsed->orders[i].password != NULL)
			return true;
	return false;
}

static void
check_order(struct arena *arena, const struct order *order)
{
	struct order *again = arena_alloc(arena, sizeof *again);
	enum line_kind kind;

	assert(order->verb != NULL && order->line != NULL && order->written != NULL);
	assert(order->word_count >= 0 && order->word_count <= WORDS_MAX);
	assert(order->option_count >= 0 && order->option_count <= WORDS_MAX);
	assert(utf8_is_valid(order->line, strlen(order->line)));
	if (order->password != NULL || order->fresh != NULL)
		return;
	/* Options are shown last, and a mark at a line's end is no part of its last word. */
	if (order->option_count > 0 && speech_mark(order->line) != MARK_NONE)
		return;
	kind = parse_line(arena, &context, order->line, again);
	/* As an answer they mean another order. */
	if (again->verb != NULL && again->verb->manner & (CONFIRMS | ASKS_FOR_PAGE))
		return;
	/* Stars stand where a password does: sent again they may be one. */
	if (again->verb != order->verb ||
	    (strstr(order->line, BLANKED) == NULL &&
		((kind != LINE_COMMAND && kind != LINE_LOOSE) ||
		    strcmp(again->line, order->line) != 0))) {
		fprintf(stderr, "\"%s\" is shown as \"%s\", which is something else\n",
		    order->written, order->line);
		abort();
	}
}

/* Where the first paragraph ends; NULL: with the text. */
static const char *
find_end(struct arena *arena, const char *text)
{
	bool has_begun = false;
	struct order order;

	while (*text != '\0') {
		const char *end = strchrnul(text, '\n');
		bool is_empty = parse_line(arena, &context,
				    arena_strndup(arena, text, (size_t)(end - text)),
				    &order) == LINE_EMPTY;

		if (is_empty && has_begun)
			return text;
		has_begun |= !is_empty;
		text = end + (*end != '\0');
	}
	return NULL;
}

/* The same orders come from the first paragraph alone. */
static void
check_paragraph(struct arena *arena, const char *subject, const char *text, bool body_first,
    const struct parsed_letter *parsed)
{
	struct parsed_letter *alone = arena_alloc(arena, sizeof *alone);
	const char *end = find_end(arena, text);

	if (parsed->from_subject || end == NULL)
		return;
	parse_letter(arena, &context, subject, arena_strndup(arena, text, (size_t)(end - text)),
	    body_first, alone);
	assert(alone->from_subject || alone->count == parsed->count);
}

/* Run as fred's letter about the board, and undone. */
static void
run(struct arena *arena, const struct parsed_letter *parsed)
{
	const struct token token = { .purpose = TOKEN_GAME, .player = fred.id, .game = board };
	struct player sender = fred;
	struct reply reply;
	struct request rq = { .arena = arena,
		.store = server.store,
		.settings = &server.settings,
		.now = NOW + 60,
		.received = NOW + 60,
		.address = "fred@a.test",
		.sender = &sender,
		.token = &token,
		.parsed = parsed,
		.reply = &reply };
	bool may_change = false;
	struct game *game;
	struct err err;

	for (int i = 0; i < parsed->count; i++)
		may_change |= (parsed->orders[i].verb->needs & NEEDS_GAME) != 0 ||
		    verb_id(parsed->orders[i].verb) == VERB_ACCEPT ||
		    verb_id(parsed->orders[i].verb) == VERB_REJECT;
	reply_init(&reply, arena);
	need(store_begin(server.store, &err));
	if (parsed->count == 0 || parsed->doubtful != NULL || parsed->too_many) {
		need(cmd_run_none(&rq, &err) == FAILED ? -1 : 0);
		may_change = false;
	} else {
		need(cmd_run_all(&rq, &err) == FAILED ? -1 : 0);
	}
	if (games_get(server.store, arena, board, &game, &err) != 1)
		abort();
	assert(
	    may_change || (game->state == GAME_PLAYING && game->length == 0 && game->draw.is_open));
	store_rollback(server.store);
}

/* What is not there is "" (parse.h). */
static void
check_texts(const struct parsed_letter *parsed)
{
	assert(parsed->count >= 0 && parsed->count <= ORDERS_MAX);
	assert(utf8_is_valid(parsed->comment, strlen(parsed->comment)));
	assert(parsed->marked != NULL && parsed->note != NULL && parsed->below != NULL &&
	    parsed->form != NULL && parsed->said != NULL && parsed->unread != NULL &&
	    parsed->choices != NULL);
}

/* As the answer to a letter of the board, which asks something. */
static void
parse_answer(struct arena *arena, const char *subject, const char *text, unsigned choices)
{
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context answering = context;

	answering.answer = (struct parse_answer){ .game = board,
		.asks = (enum token_asks)(choices % (ASKS_MOVE + 1)),
		.meant = "resign",
		.takes_words = true,
		.is_playing = true,
		.has_offer = true,
		.is_his_move = (choices & 8) == 0,
		.board = (choices & 8) == 0 ? &start : NULL,
		.by = { .language = "en" } };
	parse_letter(arena, &answering, subject, text, true, parsed);
	check_texts(parsed);
	if (parsed->count == 0 || parsed->doubtful != NULL || parsed->too_many)
		run(arena, parsed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parsed_letter *parsed;
	struct arena *arena;
	const char *text, *subject;
	size_t line;
	bool body_first;

	if (size < 2 || !utf8_is_valid((const char *)data + 1, size - 1))
		return 0;
	if (config == NULL)
		begin();
	arena = arena_new();
	parsed = arena_alloc(arena, sizeof *parsed);
	body_first = data[0] & 1;
	text = arena_strndup(arena, (const char *)data + 1, size - 1);
	line = strcspn(text, "\n");
	subject = arena_strndup(arena, text, line);
	text += line + (text[line] != '\0');
	parse_letter(arena, &context, subject, text, body_first, parsed);
	check_texts(parsed);
	for (int i = 0; i < parsed->count; i++)
		check_order(arena, &parsed->orders[i]);
	if (!str_equal_nocase(subject, "multiple"))
		check_paragraph(arena, subject, text, body_first, parsed);
	parse_answer(arena, subject, text, data[0] / 2U);
	/* A password costs a tenth of a second. */
	if (!has_password(parsed))
		run(arena, parsed);
	arena_free(arena);
	return 0;
}
