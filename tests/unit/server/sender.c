/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits (mail/README 18, 20) through a sink of our own making: in
 * which order, how often, for how long, and who is told.
 */
#include "unit/mail/sink/fake.h"
#include "unit/store/games_setup.h"

#include "config/config.h"
#include "server/sender.h"
#include "server/server.h"
#include "store/outbox.h"

static struct config *config;
static struct server server;
static struct sender *sender;

static void
open_sender(int connections)
{
	sender_close(sender, &server, NOW);
	sender = NULL;
	config->sink.connections = connections;
	OK(sender_open(&sender, config, &err));
}

static int
open_server(void **state)
{
	char here[200];

	(void)state;
	arena = arena_new();
	memset(&fake, 0, sizeof fake);
	strcpy(folder, "/tmp/riverpost-test-XXXXXX");
	if (mkdtemp(folder) == NULL || getcwd(here, sizeof here) == NULL)
		return -1;
	OK(config_load(&config, NULL, folder, &err));
	config->templates = arena_printf(arena, "%s/templates", here);
	config->operator_address = "operator@home.test";
	OK(server_open(&server, config, SERVER_WORKS, &err));
	store = server.store;
	open_sender(4);
	return 0;
}

static int
close_server(void **state)
{
	sender_close(sender, &server, NOW);
	sender = NULL;
	server_close(&server);
	store = NULL;
	config_free(config);
	return tear_down(state);
}

static int64_t
add(const struct out *letter)
{
	static int number;
	struct out out = *letter;

	out.message_id = arena_printf(arena, "%d.letter@home.test", ++number);
	out.sender = "bot@home.test";
	out.subject = "a letter";
	out.bytes = "Subject: a letter\r\n\r\nHello\r\n";
	out.length = strlen(out.bytes);
	if (out.created == 0)
		out.created = NOW;
	OK(store_begin(store, &err));
	OK(outbox_add(store, &out, &err));
	OK(store_commit(store, &err));
	return out.id;
}

static int64_t
add_to(const char *recipient)
{
	return add(&(struct out){ .recipient = recipient });
}

static struct out
row(int64_t id)
{
	struct out out;

	assert_int_equal(outbox_get(store, arena, id, &out, &err), 1);
	return out;
}

/* How many letters were tried. */
static int
send_at(int64_t now, bool all)
{
	int begun = fake.begun, sent = 0;

	OK(sender_send(sender, &server, now, all ? SENDER_ALL : 2000, &sent, &err));
	return fake.begun - begun;
}

static void
those_never_tried_go_first(void **state)
{
	int64_t busy;

	(void)state;
	open_sender(1);
	busy = add_to("busy@a.test");
	assert_int_equal(send_at(NOW, true), 1);
	add(&(struct out){ .recipient = "third@a.test", .created = NOW + 60 });
	add(&(struct out){ .recipient = "first@a.test", .created = NOW + 20 });
	add(&(struct out){ .recipient = "second@a.test", .created = NOW + 40 });
	add(&(struct out){ .recipient = "later@a.test", .created = NOW + 61 });
	assert_int_equal(send_at(NOW + 60, true), 4);
	assert_string_equal(fake.order[1], "first@a.test");
	assert_string_equal(fake.order[2], "second@a.test");
	assert_string_equal(fake.order[3], "third@a.test");
	assert_string_equal(fake.order[4], "busy@a.test");
	assert_int_equal(row(busy).tries, 2);
}

static void
one_recipient_gets_letters_in_their_order(void **state)
{
	int64_t id[5];

	(void)state;
	for (int i = 0; i < 5; i++)
		id[i] = add(&(struct out){ .recipient = "quick@a.test", .created = NOW + i });
	assert_int_equal(send_at(NOW + 10, true), 5);
	for (int i = 0; i < 5; i++) {
		assert_string_equal(fake.name[i], row(id[i]).message_id);
		assert_int_equal(row(id[i]).state, OUT_SENT);
	}
}

static void
pauses_grow(void **state)
{
	static const int64_t waits[] = { 60, 300, 900, 3600, 14400, 14400, 14400 };
	int64_t id = add_to("busy@a.test"), now = NOW;

	(void)state;
	for (int i = 0; i < (int)(sizeof waits / sizeof waits[0]); i++) {
		assert_int_equal(send_at(now, true), 1);
		assert_int_equal(row(id).state, OUT_WAITING);
		assert_int_equal(row(id).tries, i + 1);
		assert_int_equal(row(id).next_try, now + waits[i]);
		assert_non_null(strstr(row(id).answer, "451 "));
		assert_int_equal(sender_wait(sender, &server, now, 100000), waits[i]);
		now += waits[i];
		assert_int_equal(send_at(now - 1, true), 0);
	}
}

static void
each_answer_has_its_end(void **state)
{
	int64_t sent = add_to("quick@a.test"), refused = add_to("dead@a.test");

	(void)state;
	assert_int_equal(send_at(NOW, true), 2);
	assert_int_equal(row(sent).state, OUT_SENT);
	assert_int_equal(row(sent).sent, NOW);
	assert_int_equal(row(refused).state, OUT_REFUSED);
	assert_non_null(strstr(row(refused).answer, "550 "));
	assert_int_equal(send_at(NOW + 100000, true), 0);
	assert_int_equal(sender_wait(sender, &server, NOW, 1000), 1000);
}

/* After a failure nothing else is tried at this address for a minute. */
static void
an_address_pauses(void **state)
{
	int64_t second;

	(void)state;
	add_to("busy@a.test");
	second = add_to("Busy@a.test");
	assert_int_equal(send_at(NOW, true), 1);
	add(&(struct out){ .recipient = "busy@a.test", .created = NOW + 1 });
	add(&(struct out){ .recipient = "quick@a.test", .created = NOW + 1 });
	assert_int_equal(send_at(NOW + 59, true), 1);
	assert_string_equal(fake.order[1], "quick@a.test");
	assert_int_equal(row(second).tries, 0);
	assert_true(send_at(NOW + 60, true) >= 1);
}

static void
five_days_are_enough(void **state)
{
	int64_t id = add_to("busy@a.test"), now = NOW;

	(void)state;
	while (row(id).state == OUT_WAITING) {
		now = row(id).next_try;
		assert_true(now <= NOW + 5 * DAY);
		assert_int_equal(send_at(now, true), 1);
	}
	assert_int_equal(row(id).state, OUT_GIVEN_UP);
	assert_true(now > NOW + 4 * DAY + 20 * HOUR);
	assert_int_equal(send_at(now + DAY, true), 0);
}

/* How many letters to this address were tried. */
static int
tried(const char *address)
{
	int count = 0;

	for (int i = 0; i < fake.begun; i++)
		count += strcmp(fake.order[i], address) == 0;
	return count;
}

/* A daily limit, say, for a fortnight: no letter is given up for it, or else thrown at it. */
static void
what_is_ours_is_waited_for(void **state)
{
	int64_t id = add_to("limit@a.test"), other, now = NOW;

	(void)state;
	open_sender(1);
	other = add_to("limit@b.test");
	assert_int_equal(send_at(now, true), 1);
	assert_int_equal(row(other).tries, 0);
	assert_int_equal(tried("operator@home.test"), 0);
	for (; now < NOW + 14 * DAY; now += HOUR)
		send_at(now, true);
	assert_int_equal(row(id).state, OUT_WAITING);
	assert_int_equal(row(other).state, OUT_WAITING);
	assert_in_range(tried("operator@home.test"), 12, 15);
}

/* Each try may be a copy; and who waits ten minutes for an answer does so once a pass. */
static void
what_may_have_come_waits_for_hours(void **state)
{
	static const int hours[] = { 0, 4, 12, 28, 52, 76, 100 };
	int64_t id = add_to("mute@a.test"), other;
	int next = 0, tries;

	(void)state;
	open_sender(1);
	other = add_to("mute@b.test");
	send_at(NOW, true);
	assert_int_equal(row(other).tries, 0);
	for (int hour = 0; hour < 10 * 24; hour++) {
		tries = row(id).tries;
		if (hour > 0)
			send_at(NOW + hour * HOUR, true);
		if (hour == 0 || row(id).tries > tries)
			assert_int_equal(hour, hours[next++]);
	}
	assert_int_equal(next, 7);
	assert_int_equal(row(id).state, OUT_GIVEN_UP);
}

static void
opponents_and_operator_are_told(void **state)
{
	int64_t game, other;

	(void)state;
	OK(store_begin(store, &err));
	add_players();
	for (int i = 0; i < 3; i++)
		OK(players_add_address(store,
		    &(struct address){ .player = (int64_t[]){ fred, wilma, barney }[i],
			.address = (const char *[]){ "dead@a.test", "wilma@a.test",
			    "barney@a.test" }[i],
			.confirmed = true,
			.receives = true },
		    &err));
	game = add_game(fred, wilma, "B3-E3");
	add_game(wilma, fred, "");
	other = add_game(wilma, barney, "");
	OK(store_commit(store, &err));
	add(&(struct out){ .recipient = "dead@a.test", .player = fred, .game = game, .turn = 1 });
	assert_int_equal(send_at(NOW, true), 3);
	/* Once for both boards; who does not play with fred, nothing. */
	assert_int_equal(tried("wilma@a.test"), 1);
	assert_int_equal(tried("operator@home.test"), 1);
	/* A letter that waits is no news yet. */
	add(&(struct out){ .recipient = "busy@a.test", .player = barney, .game = other });
	/* And nobody is told of a letter of no game: it may be such a notice. */
	add(&(struct out){ .recipient = "dead@b.test", .player = fred });
	assert_int_equal(send_at(NOW, true), 2);
}

/* No letter is to blame; what becomes due may look whether it is over. */
static void
a_server_that_is_down_has_a_minute(void **state)
{
	int64_t fresh;

	(void)state;
	open_sender(1);
	for (int i = 0; i < 50; i++)
		add_to(arena_printf(arena, "down%d@a.test", i));
	assert_int_equal(send_at(NOW, true), 1);
	assert_int_equal(send_at(NOW + 30, true), 0);
	assert_true(sender_wait(sender, &server, NOW + 30, 1000) <= 30);
	fresh = add(&(struct out){ .recipient = "quick@a.test", .created = NOW + 31 });
	assert_true(send_at(NOW + 31, true) >= 1);
	assert_int_equal(row(fresh).state, OUT_SENT);
}

/* Somebody has mended something: but for a copy of what may have been taken it is too soon. */
static void
those_that_wait_are_hurried(void **state)
{
	int64_t busy = add_to("busy@a.test"), mute = add_to("mute@a.test"), later;

	(void)state;
	assert_int_equal(send_at(NOW, true), 2);
	later = row(mute).next_try;
	assert_true(later > NOW + 60 && row(busy).next_try > NOW + 1);
	OK(sender_hurry(&server, NOW + 1, &err));
	assert_int_equal(row(busy).next_try, NOW + 1);
	assert_int_equal(row(mute).next_try, later);
}

/* Those that failed before leave half of the places to the others. */
static void
the_slow_leave_room(void **state)
{
	int64_t id;
	int sent = 0;

	(void)state;
	fake.gate_is_open = true;
	for (int i = 0; i < 8; i++)
		add_to(arena_printf(arena, "busy%d@a.test", i));
	assert_int_equal(send_at(NOW, true), 8);
	fake.is_slow = true;
	fake.gate_is_open = false;
	assert_int_equal(OK(sender_send(sender, &server, NOW + 60, 0, &sent, &err)), 0);
	assert_int_equal(fake.begun, 8 + 2);
	id = add(&(struct out){ .recipient = "quick@a.test", .created = NOW + 60 });
	OK(sender_send(sender, &server, NOW + 60, 0, &sent, &err));
	OK(sender_send(sender, &server, NOW + 60, 0, &sent, &err));
	assert_int_equal(row(id).state, OUT_SENT);
	assert_int_equal(sender_wait(sender, &server, NOW + 60, 1000), 5);
	fake.gate_is_open = true;
}

/* What the operator has dropped meanwhile is not sent. */
static void
a_row_is_sent_as_it_is_now(void **state)
{
	int64_t id;

	(void)state;
	open_sender(1);
	add_to("slow@a.test");
	id = add_to("quick@a.test");
	assert_int_equal(send_at(NOW, false), 1);
	OK(store_begin(store, &err));
	OK(outbox_result(store, id, OUT_DROPPED, 0, NOW, "dropped", &err));
	OK(store_commit(store, &err));
	fake.gate_is_open = true;
	send_at(NOW, false);
	assert_int_equal(fake.begun, 1);
}

#undef TEST
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_server, close_server)

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(those_never_tried_go_first),
		TEST(one_recipient_gets_letters_in_their_order),
		TEST(pauses_grow),
		TEST(each_answer_has_its_end),
		TEST(an_address_pauses),
		TEST(five_days_are_enough),
		TEST(what_may_have_come_waits_for_hours),
		TEST(what_is_ours_is_waited_for),
		TEST(opponents_and_operator_are_told),
		TEST(a_server_that_is_down_has_a_minute),
		TEST(those_that_wait_are_hurried),
		TEST(the_slow_leave_room),
		TEST(a_row_is_sent_as_it_is_now),
	};

	alarm(300);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
