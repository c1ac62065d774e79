/* SPDX-License-Identifier: ISC */
/*
 * Letters to send, and threads.
 */
#include "unit/store/setup.h"

#include "game/game.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"

/* In a transaction of the caller's. */
static int64_t
add_out(const char *message_id, const char *recipient, int64_t game, int64_t created)
{
	struct out out = { .message_id = message_id,
		.sender = "",
		.recipient = recipient,
		.game = game,
		.subject = "Xiangqi Board 1: fred - wilma",
		.bytes = message_id,
		.length = strlen(message_id),
		.created = created };

	OK(outbox_add(store, &out, &err));
	return out.id;
}

static int64_t
add_game(void)
{
	struct game *game = game_new(arena, NOW);

	OK(games_add(store, game, &err));
	return game->id;
}

static void
rows_come_back_as_they_were(void **state)
{
	static const char bytes[] = "Subject: x\r\n\r\n\0binary \xff too\r\n";
	struct out in = { .message_id = "abc@river",
		.sender = "river+t@x",
		.recipient = "Fred@Example.org",
		.subject = "S",
		.turn = 7,
		.bytes = bytes,
		.length = sizeof bytes - 1,
		.created = NOW,
		.state = OUT_SENT,
		.tries = 5 };
	struct out out;
	int64_t next;

	(void)state;
	OK(store_begin(store, &err));
	OK(inbox_add(store, "d", "s", "a", NOW, NOW, &in.letter, &err));
	in.player = add_player("fred");
	in.game = add_game();
	OK(outbox_next_id(store, &next, &err));
	OK(outbox_add(store, &in, &err));
	assert_int_equal(in.id, next);
	OK(outbox_next_id(store, &next, &err));
	assert_int_equal(next, in.id + 1);
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(OK(outbox_get(store, arena, in.id, &out, &err)), 1);
	assert_string_equal(out.message_id, "abc@river");
	assert_int_equal(out.letter, in.letter);
	assert_int_equal(out.player, in.player);
	assert_int_equal(out.game, in.game);
	assert_int_equal(out.turn, 7);
	assert_string_equal(out.sender, "river+t@x");
	assert_string_equal(out.recipient, "Fred@Example.org");
	assert_int_equal(out.length, sizeof bytes - 1);
	assert_memory_equal(out.bytes, bytes, sizeof bytes);
	assert_int_equal(out.state, OUT_WAITING);
	assert_int_equal(out.tries, 0);
	assert_int_equal(out.next_try, NOW);
	assert_int_equal(OK(outbox_get(store, arena, 99, &out, &err)), 0);
}

static void
a_message_id_is_used_once(void **state)
{
	struct out out = { .message_id = "m1", .recipient = "a@b" };

	(void)state;
	OK(store_begin(store, &err));
	add_out("m1", "c@d", 0, NOW);
	assert_int_equal(outbox_add(store, &out, &err), -1);
	store_rollback(store);
}

/* Ids stand in tokens of bounces: a rolled back one may come again, a
 * committed one never. */
static void
ids_after_a_rollback(void **state)
{
	int64_t first, next;

	(void)state;
	OK(store_begin(store, &err));
	OK(outbox_next_id(store, &next, &err));
	first = add_out("m1", "a@b", 0, NOW);
	assert_int_equal(first, next);
	store_rollback(store);
	OK(store_begin(store, &err));
	assert_int_equal(add_out("m2", "a@b", 0, NOW), first);
	OK(store_commit(store, &err));
}

static void
due_letters_come_in_order(void **state)
{
	struct out *due, row;
	int64_t a, b, c, count;

	(void)state;
	OK(outbox_waiting(store, &count, &err));
	assert_int_equal(count, 0);
	OK(store_begin(store, &err));
	a = add_out("a", "a@b", 0, NOW);
	b = add_out("b", "b@b", 0, NOW);
	c = add_out("c", "c@b", 0, NOW + 10);
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW - 1, 10, &due, &err)), 0);
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW, 10, &due, &err)), 2);
	assert_int_equal(due[0].id, a);
	assert_int_equal(due[1].id, b);
	OK(outbox_get(store, arena, b, &row, &err));
	assert_memory_equal(row.bytes, "b", 2);
	OK(outbox_result(store, a, OUT_WAITING, NOW + 20, NOW, "451 later", &err));
	OK(outbox_result(store, b, OUT_SENT, 0, NOW + 1, "250 taken", &err));
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW + 30, 10, &due, &err)), 2);
	assert_int_equal(due[0].id, c);
	assert_int_equal(due[1].id, a);
	assert_int_equal(due[1].tries, 1);
	assert_string_equal(due[1].answer, "451 later");
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW + 30, 1, &due, &err)), 1);
	OK(outbox_waiting(store, &count, &err));
	assert_int_equal(count, 2);
	store_rollback(store);
}

static void
results_lists_and_retries(void **state)
{
	struct out *rows, out;
	int64_t a, b;

	(void)state;
	OK(store_begin(store, &err));
	a = add_out("a", "a@b", 0, NOW);
	b = add_out("b", "b@b", 0, NOW);
	OK(outbox_result(store, a, OUT_SENT, 0, NOW + 1, "250", &err));
	OK(outbox_result(store, b, OUT_REFUSED, 0, NOW + 2, "550 no such user", &err));
	assert_int_equal(OK(outbox_list(store, arena, -1, &rows, &err)), 2);
	assert_int_equal(rows[0].sent, NOW + 1);
	assert_null(rows[0].bytes);
	assert_int_equal(OK(outbox_list(store, arena, OUT_REFUSED, &rows, &err)), 1);
	assert_string_equal(rows[0].answer, "550 no such user");
	assert_int_equal(rows[0].sent, 0);
	assert_int_equal(OK(outbox_list(store, arena, OUT_WAITING, &rows, &err)), 0);
	OK(outbox_retry(store, b, NOW + 3, &err));
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW + 3, 9, &rows, &err)), 1);
	assert_int_equal(rows[0].tries, 1);
	OK(outbox_expire(store, NOW + 2, &err));
	OK(outbox_get(store, arena, a, &out, &err));
	assert_int_equal(out.length, 0);
	OK(outbox_get(store, arena, b, &out, &err));
	assert_int_equal(out.length, 1);
	assert_int_equal(outbox_retry(store, a, NOW, &err), -1);
	assert_int_equal(outbox_result(store, 99, OUT_SENT, 0, 0, "", &err), -1);
	store_rollback(store);
}

static void
threads_have_root_and_last(void **state)
{
	const char *ids[10];
	int64_t game, other;
	char name[8];

	(void)state;
	OK(store_begin(store, &err));
	game = add_game();
	other = add_game();
	assert_int_equal(OK(outbox_thread(store, arena, game, "fred@x", ids, 10, &err)), 0);
	for (int i = 0; i < 6; i++) {
		snprintf(name, sizeof name, "f%d", i);
		add_out(name, i % 2 ? "Fred@x" : "fred@X", game, NOW + i);
		snprintf(name, sizeof name, "w%d", i);
		add_out(name, "wilma@x", game, NOW + i);
		snprintf(name, sizeof name, "o%d", i);
		add_out(name, "fred@x", other, NOW + i);
	}
	assert_int_equal(OK(outbox_thread(store, arena, game, "fred@x", ids, 3, &err)), 3);
	assert_string_equal(ids[0], "f0");
	assert_string_equal(ids[1], "f4");
	assert_string_equal(ids[2], "f5");
	assert_int_equal(OK(outbox_thread(store, arena, game, "fred@x", ids, 10, &err)), 6);
	for (int i = 0; i < 6; i++)
		assert_int_equal(ids[i][1], '0' + i);
	assert_int_equal(OK(outbox_thread(store, arena, game, "fred@x", ids, 6, &err)), 6);
	assert_int_equal(OK(outbox_thread(store, arena, game, "fred@x", ids, 1, &err)), 1);
	assert_string_equal(ids[0], "f0");
	assert_int_equal(OK(outbox_thread(store, arena, game, "red@x", ids, 6, &err)), 0);
	store_rollback(store);
}

static void
one_letter_at_a_time_to_a_recipient(void **state)
{
	struct out *due;
	int64_t first, second, other, late;

	(void)state;
	OK(store_begin(store, &err));
	first = add_out("a1", "Fred@x", 0, NOW);
	second = add_out("a2", "fred@X", 0, NOW);
	other = add_out("b1", "wilma@x", 0, NOW);
	late = add_out("a3", "fred@x", 0, NOW - 10);
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW, 10, &due, &err)), 2);
	assert_int_equal(due[0].id + due[1].id, first + other);
	OK(outbox_result(store, first, OUT_SENT, 0, NOW, "250", &err));
	OK(outbox_result(store, other, OUT_SENT, 0, NOW, "250", &err));
	/* The oldest by its number, whenever it became due. */
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW, 10, &due, &err)), 1);
	assert_int_equal(due[0].id, second);
	OK(outbox_result(store, second, OUT_REFUSED, 0, NOW, "550", &err));
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW, 10, &due, &err)), 1);
	assert_int_equal(due[0].id, late);
	store_rollback(store);
}

static void
one_that_waits_puts_off_the_others(void **state)
{
	struct out *due, row;
	int64_t waits, behind, later, sent, other;

	(void)state;
	OK(store_begin(store, &err));
	waits = add_out("a1", "Fred@x", 0, NOW);
	behind = add_out("a2", "fred@x", 0, NOW);
	later = add_out("a3", "fred@x", 0, NOW + 600);
	sent = add_out("a4", "fred@x", 0, NOW);
	other = add_out("b1", "wilma@x", 0, NOW);
	OK(outbox_result(store, sent, OUT_SENT, 0, NOW, "250", &err));
	OK(outbox_result(store, waits, OUT_WAITING, NOW + 300, NOW, "451", &err));
	assert_int_equal(OK(outbox_due(store, arena, INT64_MIN, NOW + 59, 10, &due, &err)), 1);
	assert_int_equal(due[0].id, other);
	/* Never nearer than it was, and nothing but waiting letters. */
	OK(outbox_get(store, arena, waits, &row, &err));
	assert_int_equal(row.next_try, NOW + 300);
	OK(outbox_get(store, arena, later, &row, &err));
	assert_int_equal(row.next_try, NOW + 600);
	OK(outbox_get(store, arena, sent, &row, &err));
	assert_int_equal(row.next_try, 0);
	/* To be put off is no try. */
	OK(outbox_get(store, arena, behind, &row, &err));
	assert_int_equal(row.next_try, NOW + 60);
	assert_int_equal(row.tries, 0);
	store_rollback(store);
}

/* However many wait: new ones are found by their numbers, the next to an address by that. */
static void
what_may_go_is_found_by_itself(void **state)
{
	struct out *due, next;
	int64_t first, tried, fresh, at;

	(void)state;
	OK(store_begin(store, &err));
	first = add_out("a1", "fred@x", 0, NOW);
	add_out("b1", "wilma@x", 0, NOW);
	tried = add_out("c1", "barney@x", 0, NOW);
	OK(outbox_result(store, tried, OUT_WAITING, NOW + 100, NOW, "451", &err));
	OK(outbox_next_try(store, &at, &err));
	assert_int_equal(at, NOW);
	/* Of an address for which an older one is due, none. */
	add_out("a2", "fred@x", 0, NOW);
	fresh = add_out("d1", "betty@x", 0, NOW + 5);
	assert_int_equal(OK(outbox_new(store, arena, tried, NOW + 4, 9, &due, &err)), 0);
	assert_int_equal(OK(outbox_new(store, arena, tried, NOW + 5, 9, &due, &err)), 1);
	assert_int_equal(due[0].id, fresh);
	assert_int_equal(OK(outbox_new(store, arena, fresh, NOW + 5, 9, &due, &err)), 0);
	assert_int_equal(OK(outbox_due(store, arena, NOW, NOW + 100, 9, &due, &err)), 2);
	assert_int_equal(due[0].id, fresh);
	assert_int_equal(due[1].id, tried);

	assert_int_equal(OK(outbox_next_to(store, arena, "FRED@x", NOW, &next, &err)), 1);
	assert_int_equal(next.id, first);
	assert_int_equal(OK(outbox_next_to(store, arena, "barney@x", NOW, &next, &err)), 0);
	add_out("c2", "barney@x", 0, NOW + 100);
	assert_int_equal(OK(outbox_next_to(store, arena, "barney@x", NOW + 99, &next, &err)), 0);
	assert_int_equal(OK(outbox_next_to(store, arena, "barney@x", NOW + 100, &next, &err)), 1);
	assert_int_equal(next.id, tried);
	store_rollback(store);
}

static int64_t
next_try_of(int64_t id)
{
	struct out row;

	OK(outbox_get(store, arena, id, &row, &err));
	assert_int_equal(row.tries, 0);
	return row.next_try;
}

/* What is written after another failed waits as well, and no longer than a pause. */
static void
one_that_waits_holds_back_later_ones(void **state)
{
	int64_t waits, last;

	(void)state;
	OK(store_begin(store, &err));
	waits = add_out("a1", "Fred@x", 0, NOW);
	OK(outbox_result(store, waits, OUT_WAITING, NOW + 300, NOW, "451", &err));
	assert_int_equal(next_try_of(add_out("a2", "fred@x", 0, NOW)), NOW + 60);
	assert_int_equal(next_try_of(add_out("a3", "fred@x", 0, NOW + 59)), NOW + 60);
	assert_int_equal(next_try_of(add_out("a4", "fred@x", 0, NOW + 60)), NOW + 60);
	assert_int_equal(next_try_of(add_out("a5", "fred@x", 0, NOW + 61)), NOW + 61);
	assert_int_equal(next_try_of(add_out("b1", "wilma@x", 0, NOW)), NOW);
	/* A clock set back makes no long waits. */
	assert_int_equal(
	    next_try_of(last = add_out("a6", "fred@x", 0, NOW - 9999)), NOW - 9999 + 60);
	/* Those that came to their end hold nothing back. */
	OK(outbox_result(store, waits, OUT_SENT, 0, NOW + 300, "250", &err));
	assert_int_equal(next_try_of(add_out("a7", "fred@x", 0, NOW)), NOW);
	OK(outbox_result(store, last, OUT_REFUSED, 0, NOW, "550", &err));
	assert_int_equal(next_try_of(add_out("a8", "fred@x", 0, NOW)), NOW);
	store_rollback(store);
}

static void
message_ids_are_remembered(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	assert_int_equal(OK(outbox_has(store, "a1", &err)), 0);
	add_out("a1", "fred@x", 0, NOW);
	OK(outbox_expire(store, NOW + DAY, &err));
	assert_int_equal(OK(outbox_has(store, "a1", &err)), 1);
	store_rollback(store);
}

static void
those_that_wait_are_hurried(void **state)
{
	int64_t late, unsure, due, sent;
	struct out out;

	(void)state;
	OK(store_begin(store, &err));
	late = add_out("a", "a@b", 0, NOW);
	OK(outbox_result(store, late, OUT_WAITING, NOW + 14400, NOW, "no connection", &err));
	unsure = add_out("b", "b@b", 0, NOW);
	OK(outbox_result(store, unsure, OUT_WAITING, NOW + 14400, NOW, "maybe: no answer", &err));
	due = add_out("c", "c@b", 0, NOW - 5);
	sent = add_out("d", "d@b", 0, NOW);
	OK(outbox_result(store, sent, OUT_SENT, 0, NOW, "ok", &err));
	assert_int_equal(OK(outbox_hurry(store, NOW + 60, "maybe", &err)), 1);
	OK(outbox_get(store, arena, late, &out, &err));
	assert_int_equal(out.next_try, NOW + 60);
	OK(outbox_get(store, arena, unsure, &out, &err));
	assert_int_equal(out.next_try, NOW + 14400);
	OK(outbox_get(store, arena, due, &out, &err));
	assert_int_equal(out.next_try, NOW - 5);
	OK(outbox_get(store, arena, sent, &out, &err));
	assert_int_equal(out.next_try, 0);
	store_rollback(store);
}

/* A letter that only asks for a move, made at NOW + i. */
static int64_t
add_asking(const char *message_id, const char *recipient, int64_t game, int turn, int i)
{
	struct out out = { .message_id = message_id,
		.sender = "",
		.recipient = recipient,
		.game = game,
		.turn = turn,
		.subject = "S",
		.bytes = "b",
		.length = 1,
		.created = NOW + i,
		.made = NOW + i };

	out.player = 1;
	OK(outbox_add(store, &out, &err));
	return out.id;
}

static void
one_takes_the_place_of_those_of_its_kind(void **state)
{
	int64_t game, other, old[4], apart[6], id;
	struct out out, *rows;

	(void)state;
	OK(store_begin(store, &err));
	add_player("fred");
	game = add_game();
	other = add_game();
	old[0] = add_asking("a", "a@b", game, 5, 1);
	OK(outbox_result(store, old[0], OUT_WAITING, NOW + 500, NOW + 2, "later", &err));
	old[1] = add_asking("b", "A@b", game, 5, 3);
	apart[0] = add_asking("c", "a@b", game, 4, 4);
	apart[1] = add_asking("d", "a@b", other, 5, 4);
	apart[2] = add_asking("e", "c@b", game, 5, 4);
	apart[3] = add_out("f", "a@b", game, NOW + 4);
	apart[4] = add_asking("g", "a@b", game, 5, 4);
	OK(outbox_result(store, apart[4], OUT_SENT, 0, NOW + 5, "ok", &err));
	apart[5] = add_asking("h", "a@b", 0, 0, 4);
	assert_int_equal(OK(outbox_made_before(store, arena, NOW + 4, &rows, &err)), 2);
	assert_int_equal(rows[0].id, old[0]);
	assert_int_equal(rows[1].id, old[1]);
	id = add_asking("z", "a@b", game, 5, 1000);
	assert_int_equal(OK(outbox_replace(store, id, &err)), 2);
	for (int i = 0; i < 2; i++) {
		OK(outbox_get(store, arena, old[i], &out, &err));
		assert_int_equal(out.state, OUT_DROPPED);
		assert_int_equal(out.next_try, 0);
	}
	for (int i = 0; i < 6; i++) {
		OK(outbox_get(store, arena, apart[i], &out, &err));
		assert_int_equal(out.state, i == 4 ? OUT_SENT : OUT_WAITING);
	}
	OK(outbox_get(store, arena, id, &out, &err));
	assert_int_equal(out.created, NOW + 1);
	assert_int_equal(out.made, NOW + 1000);
	assert_int_equal(out.tries, 1);
	/* A digest is another's place, and one of its own takes nobody's. */
	old[2] = add_asking("y", "a@b", 0, 0, 2000);
	assert_int_equal(OK(outbox_replace(store, old[2], &err)), 1);
	old[3] = add_asking("x", "new@b", 0, 0, 2000);
	assert_int_equal(OK(outbox_replace(store, old[3], &err)), 0);
	OK(outbox_get(store, arena, old[3], &out, &err));
	assert_int_equal(out.created, NOW + 2000);
	assert_int_equal(out.next_try, NOW + 2000);
	/* A digest, with its list of boards, keeps its place beside a list of invitations. */
	out = (struct out){ .message_id = "w",
		.sender = "",
		.recipient = "new@b",
		.list = 7,
		.subject = "S",
		.bytes = "b",
		.length = 1,
		.player = 1,
		.created = NOW + 2001,
		.made = NOW + 2001 };
	OK(outbox_add(store, &out, &err));
	assert_int_equal(OK(outbox_replace(store, out.id, &err)), 0);
	id = add_asking("v", "new@b", 0, 0, 2002);
	assert_int_equal(OK(outbox_replace(store, id, &err)), 1);
	OK(outbox_get(store, arena, out.id, &out, &err));
	assert_int_equal(out.state, OUT_WAITING);
	store_rollback(store);
}

/* The name says which line of mail/README it is about. */
#define DUTY(number, f) \
	{ \
		"mail " #number ": " #f, f, set_up, tear_down, NULL \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DUTY(16, rows_come_back_as_they_were),
		DUTY(16, a_message_id_is_used_once),
		TEST(ids_after_a_rollback),
		DUTY(20, due_letters_come_in_order),
		DUTY(20, what_may_go_is_found_by_itself),
		DUTY(20, results_lists_and_retries),
		DUTY(17, threads_have_root_and_last),
		DUTY(20, one_letter_at_a_time_to_a_recipient),
		DUTY(20, one_that_waits_puts_off_the_others),
		DUTY(20, one_that_waits_holds_back_later_ones),
		DUTY(16, message_ids_are_remembered),
		TEST(those_that_wait_are_hurried),
		DUTY(16, one_takes_the_place_of_those_of_its_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
