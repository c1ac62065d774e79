/* SPDX-License-Identifier: ISC */
/*
 * From a reply to outbox rows: who gets a letter, and what its header says.
 */
#include "unit/server/setup.h"

#include "server/outgoing.h"

static struct reply reply;

/* Writes the reply's letters and commits; how many there are now. */
static int
write_reply(const struct cause *cause)
{
	OK(store_begin(server.store, &err));
	OK(outgoing_write(&server, arena, &reply, cause, &err));
	OK(store_commit(server.store, &err));
	return outbox_count();
}

static void
tell(const struct player *player, struct game *game)
{
	vars_text(reply_tell(&reply, player->id, game, "help"), "userid", player->userid);
}

static int
begin(void **state)
{
	if (set_up(state) != 0)
		return -1;
	reply_init(&reply, arena);
	return 0;
}

static void
writes_where_letters_are_wanted(void **state)
{
	static const struct {
		const char *name;
		bool confirmed, receives, stopped;
		enum player_state player;
		int want; /* letters, the one to USERID@a.test among them */
	} cases[] = {
		{ "a second address", true, true, false, PLAYER_ACTIVE, 2 },
		{ "not confirmed", false, true, false, PLAYER_ACTIVE, 1 },
		{ "not chosen", true, false, false, PLAYER_ACTIVE, 1 },
		{ "it bounced", true, true, true, PLAYER_ACTIVE, 1 },
		{ "a suspended player", true, true, false, PLAYER_SUSPENDED, 2 },
		{ "a closed account", true, true, false, PLAYER_CLOSED, 0 },
	};
	struct cause cause = { .now = NOW };
	int written = 0;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct address address = { .confirmed = cases[i].confirmed,
			.receives = cases[i].receives };
		struct player player;

		print_message("%s\n", cases[i].name);
		OK(store_begin(server.store, &err));
		add_player(&player, arena_printf(arena, "reader%c", (int)('a' + i)));
		player.state = cases[i].player;
		OK(players_save(server.store, &player, &err));
		address.player = player.id;
		address.address = arena_printf(arena, "second%zu@b.test", i);
		OK(players_add_address(server.store, &address, &err));
		if (cases[i].stopped)
			OK(addresses_stop(server.store, address.address, true, &err));
		OK(store_commit(server.store, &err));
		reply_init(&reply, arena);
		tell(&player, NULL);
		written += cases[i].want;
		assert_int_equal(write_reply(&cause), written);
	}
}

/* The sender's letter goes to the address that wrote, if he is a stranger. */
static void
answers_the_sender(void **state)
{
	struct cause cause = {
		.now = NOW, .digest = "0123", .message_id = "his@c.test", .address = "x@c.test"
	};
	struct out out;

	(void)state;
	reply_use(&reply, "help");
	reply.silent = true;
	assert_int_equal(write_reply(&cause), 0);
	reply.silent = false;
	assert_int_equal(write_reply(&cause), 1);
	out = outbox_newest();
	assert_string_equal(out.recipient, "x@c.test");
	assert_string_equal(out.sender, "");
	assert_int_equal(out.player, 0);
	assert_string_equal(field(&out, "Reply-To"), "");
	assert_string_equal(field(&out, "In-Reply-To"), "<his@c.test>");
	assert_string_equal(field(&out, "Auto-Submitted"), "auto-replied");

	cause.sender = &fred;
	assert_int_equal(write_reply(&cause), 2);
	out = outbox_newest();
	assert_string_equal(out.recipient, "fred@a.test");
	assert_int_equal(out.player, fred.id);
}

/* The token between '+' and '@'. */
static struct token
token_in(const char *address, const char *prefix)
{
	const char *at = strstr(address, prefix);
	struct token token;

	assert_non_null(at);
	at += strlen(prefix);
	at = arena_strndup(arena, at, strcspn(at, "@>"));
	assert_true(token_read(&server.keys, at, &token));
	return token;
}

static void
proves_who_answers(void **state)
{
	struct cause cause = { .now = NOW };
	struct game *game;
	struct token token;
	struct out out;

	(void)state;
	OK(store_begin(server.store, &err));
	game = add_game(true);
	OK(store_commit(server.store, &err));
	tell(&fred, game);
	write_reply(&cause);
	out = outbox_newest();
	token = token_in(field(&out, "Reply-To"), "xiangqi+");
	assert_int_equal(token.purpose, TOKEN_GAME);
	assert_int_equal(token.player, fred.id);
	assert_int_equal(token.game, game->id);
	assert_int_equal(token.turn, game->turns);
	token = token_in(out.sender, "xiangqi+b.");
	assert_int_equal(token.purpose, TOKEN_BOUNCE);
	assert_int_equal(token.game, out.id);
	assert_string_equal(field(&out, "Auto-Submitted"), "auto-generated");
	/* The root of a conversation carries no token. */
	assert_null(
	    strchr(arena_strndup(arena, out.message_id, strcspn(out.message_id, "@")), '.'));

	write_reply(&cause);
	out = outbox_newest();
	token = token_in(out.message_id, ".");
	assert_int_equal(token.purpose, TOKEN_MESSAGE);
	assert_int_equal(token.player, fred.id);

	reply_init(&reply, arena);
	tell(&fred, NULL);
	write_reply(&cause);
	out = outbox_newest();
	assert_int_equal(token_in(field(&out, "Reply-To"), "xiangqi+").purpose, TOKEN_ACCOUNT);

	reply_init(&reply, arena);
	reply_write(&reply, "y@c.test", 7, "help");
	write_reply(&cause);
	out = outbox_newest();
	token = token_in(field(&out, "Reply-To"), "xiangqi+");
	assert_int_equal(token.purpose, TOKEN_CONFIRM);
	assert_int_equal(token.game, 7);
	assert_string_equal(out.sender, "");
}

/* Each address has a thread of its own. */
static void
keeps_one_conversation(void **state)
{
	struct cause cause = { .now = NOW };
	struct game *game;
	const char *first;
	struct out out;

	(void)state;
	OK(store_begin(server.store, &err));
	game = add_game(true);
	OK(store_commit(server.store, &err));
	tell(&fred, game);
	write_reply(&cause);
	out = outbox_newest();
	first = out.message_id;
	assert_string_equal(field(&out, "References"), "");
	assert_int_equal(out.turn, game->turns);
	assert_non_null(strstr(field(&out, "List-Id"), "<board-1.xiangqi.game.test>"));

	reply_init(&reply, arena);
	tell(&wilma, game);
	write_reply(&cause);
	out = outbox_newest();
	assert_string_equal(out.recipient, "wilma@a.test");
	assert_string_equal(field(&out, "References"), "");
	assert_int_equal(out.turn, 0); /* it is not her turn */

	reply_init(&reply, arena);
	tell(&fred, game);
	write_reply(&cause);
	out = outbox_newest();
	assert_string_equal(field(&out, "In-Reply-To"), arena_printf(arena, "<%s>", first));
}

/* The same letter handled again, as after a restored backup, has the same answer; not
 * when that answer was written already. */
static void
names_an_answer_once(void **state)
{
	static const struct {
		const char *name, *digest, *address;
		bool is_same; /* as the first */
	} cases[] = {
		{ "the first", "0123", "x@c.test", true },
		{ "again", "0123", "x@c.test", true },
		{ "another letter", "4567", "x@c.test", false },
		{ "another address", "0123", "y@c.test", false },
		{ "no letter", NULL, "x@c.test", false },
	};
	const char *first = NULL;

	(void)state;
	reply_use(&reply, "help");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct cause cause = {
			.now = NOW, .digest = cases[i].digest, .address = cases[i].address
		};
		const char *id;

		print_message("%s\n", cases[i].name);
		OK(store_begin(server.store, &err));
		OK(outgoing_write(&server, arena, &reply, &cause, &err));
		id = outbox_newest().message_id;
		store_rollback(server.store);
		if (first == NULL)
			first = id;
		assert_int_equal(strcmp(id, first) == 0, cases[i].is_same);
	}
	write_reply(&(struct cause){ .now = NOW, .digest = "0123", .address = "x@c.test" });
	assert_string_equal(outbox_newest().message_id, first);
	write_reply(&(struct cause){ .now = NOW, .digest = "0123", .address = "x@c.test" });
	assert_string_not_equal(outbox_newest().message_id, first);
}

static void
says_what_cannot_be_rendered(void **state)
{
	struct cause cause = { .now = NOW };

	(void)state;
	reply_tell(&reply, fred.id, NULL, "no-such-template");
	OK(store_begin(server.store, &err));
	assert_int_equal(outgoing_write(&server, arena, &reply, &cause, &err), -1);
	store_rollback(server.store);
	assert_non_null(strstr(err.text, "no-such-template"));
	assert_int_equal(outbox_count(), 0);
}

#undef TEST
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(writes_where_letters_are_wanted),
		TEST(answers_the_sender),
		TEST(proves_who_answers),
		TEST(keeps_one_conversation),
		TEST(names_an_answer_once),
		TEST(says_what_cannot_be_rendered),
	};

	return cmocka_run_group_tests_name("outgoing", tests, NULL, NULL);
}
