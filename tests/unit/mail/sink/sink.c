/* SPDX-License-Identifier: ISC */
/*
 * Several letters on their way at once (mail/README 20), by a kind of sink of
 * our own making.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "mail/sink/sink.h"
#include "unit/mail/sink/fake.h"

#define CONNECTIONS 4
#define SOON        60000 /* milliseconds for what should take none, on the slowest machine */
#define MANY        400

static struct err err;

static int
setup(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof fake);
	return 0;
}

static struct sink *
open_sink(int connections)
{
	struct sink_options options = { .path = "here", .connections = connections };
	struct sink *sink;

	if (sink_open(&sink, &options, &err) == -1)
		fail_msg("%s", err.text);
	return sink;
}

static void
open_gate(struct sink *sink)
{
	fake.gate_is_open = true;
	sink_wake_at(sink, 1);
}

/* What is given is overwritten at once: the sink keeps copies. */
static void
put(struct sink *sink, int64_t id, const char *recipient)
{
	char name[16], to[64], from[] = "bot+b.1@x";
	struct delivery delivery = {
		.id = id, .sender = from, .recipient = to, .name = name, .bytes = name
	};

	delivery.length = (size_t)snprintf(name, sizeof name, "%d", (int)id);
	snprintf(to, sizeof to, "%s", recipient);
	assert_true(sink_has_room(sink));
	sink_put(sink, &delivery);
	memset(name, '#', sizeof name);
	memset(to, '#', sizeof to);
	memset(from, '#', sizeof from);
}

/* The letter that ended next, whole, with its answer. */
static int64_t
take(struct sink *sink, enum sent want)
{
	const struct delivery *ended = sink_ended(sink, SOON);
	char name[16];
	int64_t id;

	assert_non_null(ended);
	id = ended->id;
	snprintf(name, sizeof name, "%d", (int)id);
	assert_string_equal(ended->name, name);
	assert_string_equal(ended->sender, "bot+b.1@x");
	assert_int_equal(ended->length, strlen(name));
	assert_memory_equal(ended->bytes, name, ended->length);
	assert_int_equal(ended->answer.sent, want);
	if (ended->answer.code != 0)
		assert_string_equal(ended->answer.text + 4, name);
	sink_release(sink, ended);
	return id;
}

static void
shut(struct sink *sink)
{
	sink_close(sink);
	assert_int_equal(fake.closed, fake.opened);
}

static void
a_slow_recipient_delays_nobody(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);

	(void)state;
	put(sink, 1, "slow@x");
	for (int i = 2; i < 40; i++) {
		put(sink, i, "quick@x");
		assert_int_equal(take(sink, SENT), i);
		assert_int_equal(sink_pending(sink), 1);
	}
	assert_null(sink_ended(sink, 0));
	open_gate(sink);
	assert_int_equal(take(sink, SENT), 1);
	shut(sink);
}

static void
as_many_at_once_as_there_are_connections(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);
	int taken = 0;

	(void)state;
	for (int i = 0; i < CONNECTIONS; i++) {
		assert_int_equal(sink_pending(sink), i);
		put(sink, i, "slow@x");
	}
	assert_false(sink_has_room(sink));
	open_gate(sink);
	for (int i = 0; i < CONNECTIONS; i++)
		taken |= 1 << take(sink, SENT);
	assert_int_equal(taken, (1 << CONNECTIONS) - 1);
	assert_true(sink_has_room(sink));
	shut(sink);
	/* Nothing configured is one. */
	sink = open_sink(0);
	put(sink, 1, "slow@x");
	assert_false(sink_has_room(sink));
	/* One that has ended is kept, and stands in nobody's way. */
	open_gate(sink);
	assert_non_null(sink_ended(sink, SOON));
	put(sink, 2, "quick@x");
	assert_int_equal(sink_pending(sink), 2);
	assert_false(sink_has_room(sink));
	assert_int_equal(take(sink, SENT) + take(sink, SENT), 3);
	shut(sink);
}

static void
one_connection_keeps_the_order(void **state)
{
	struct sink *sink = open_sink(1);

	(void)state;
	for (int i = 0; i < MANY; i++) {
		put(sink, i, i % 3 == 0 ? "dead@x" : "quick@x");
		assert_int_equal(take(sink, i % 3 == 0 ? SENT_REFUSED : SENT), i);
	}
	assert_int_equal(fake.begun, MANY);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(atoi(fake.name[i]), i);
	shut(sink);
}

/* Until it is released: only then has the caller noted how it ended. */
static void
a_recipient_has_one_letter_under_way(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);
	const struct delivery *ended;

	(void)state;
	assert_false(sink_has_recipient(sink, "slow@x"));
	put(sink, 1, "slow@x");
	put(sink, 2, "Quick@x");
	assert_true(sink_has_recipient(sink, "SLOW@X"));
	assert_false(sink_has_recipient(sink, "slow@y"));
	assert_int_equal(take(sink, SENT), 2);
	assert_false(sink_has_recipient(sink, "quick@x"));
	open_gate(sink);
	ended = sink_ended(sink, SOON);
	assert_non_null(ended);
	assert_true(sink_has_recipient(sink, "slow@x"));
	assert_int_equal(sink_pending(sink), 1);
	/* Whoever could not note it is told again. */
	assert_ptr_equal(sink_ended(sink, 0), ended);
	sink_release(sink, ended);
	assert_false(sink_has_recipient(sink, "slow@x"));
	assert_null(sink_ended(sink, 0));
	shut(sink);
}

static void
a_failure_is_its_own(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);

	(void)state;
	put(sink, 1, "slow@x");
	for (int round = 0; round < 5; round++) {
		put(sink, 2, "dead@x");
		assert_int_equal(take(sink, SENT_REFUSED), 2);
		put(sink, 3, "quick@x");
		assert_int_equal(take(sink, SENT), 3);
	}
	open_gate(sink);
	assert_int_equal(take(sink, SENT), 1);
	shut(sink);
}

static void
the_descriptor_tells_of_work(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);
	struct pollfd p = { .fd = sink_fd(sink), .events = POLLIN };

	(void)state;
	assert_null(sink_ended(sink, 0));
	put(sink, 1, "slow@x");
	assert_int_equal(poll(&p, 1, 20), 0);
	open_gate(sink);
	assert_int_equal(poll(&p, 1, SOON), 1);
	sink_run(sink);
	assert_int_equal(poll(&p, 1, 0), 0);
	take(sink, SENT);
	assert_int_equal(poll(&p, 1, 0), 0);
	shut(sink);
}

static void
aborted_letters_end_unsent(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);

	(void)state;
	put(sink, 1, "quick@x");
	take(sink, SENT);
	put(sink, 2, "slow@x");
	put(sink, 3, "slow@y");
	sink_abort(sink);
	assert_int_equal(fake.cancelled, 2);
	assert_int_equal(take(sink, SENT_RETRY) + take(sink, SENT_RETRY), 5);
	/* And so do all after it. */
	put(sink, 4, "quick@x");
	take(sink, SENT_RETRY);
	assert_int_equal(fake.begun, 3);
	shut(sink);
}

static void
closing_leaves_nothing_under_way(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);

	(void)state;
	put(sink, 1, "slow@x");
	put(sink, 2, "slow@y");
	shut(sink);
	assert_int_equal(fake.cancelled, 2);
	/* Letters that ended and were never taken, and a sink never used. */
	sink = open_sink(CONNECTIONS);
	put(sink, 4, "quick@x");
	assert_non_null(sink_ended(sink, SOON));
	shut(sink);
	shut(open_sink(CONNECTIONS));
	sink_close(NULL);
}

static void
a_sink_that_does_not_open(void **state)
{
	struct sink_options options = { .path = "here" };
	struct sink *sink;

	(void)state;
	fake.is_shut = true;
	assert_int_equal(sink_open(&sink, &options, &err), -1);
	assert_string_equal(err.text, "no more sinks");
}

/* Kept full, as a busy server keeps it: each letter ends once. */
static void
many_letters_each_once(void **state)
{
	struct sink *sink = open_sink(CONNECTIONS);
	int times[MANY] = { 0 }, next = 0;

	(void)state;
	for (int ended = 0; ended < MANY; ended++) {
		const struct delivery *delivery;

		while (next < MANY && sink_has_room(sink)) {
			put(sink, next, next % 7 == 0 ? "dead@x" : "quick@x");
			next++;
		}
		assert_non_null(delivery = sink_ended(sink, SOON));
		assert_int_equal(
		    delivery->answer.sent, delivery->id % 7 == 0 ? SENT_REFUSED : SENT);
		times[delivery->id]++;
		sink_release(sink, delivery);
	}
	for (int i = 0; i < MANY; i++)
		assert_int_equal(times[i], 1);
	assert_int_equal(sink_pending(sink), 0);
	shut(sink);
}

/* No kind is asked to send what could end a line of a protocol. */
static void
addresses_that_are_refused(void **state)
{
	static const struct {
		const char *sender, *recipient;
	} bad[] = { { "s@x", "" }, { "s@x", "-r@x" }, { "s@x", "a b@x" }, { "s@x", "a@x\r\nDATA" },
		{ "s@x", "<a@x>" }, { "s@x", "a@x\x7f" }, { "s x", "a@x" }, { "-s@x", "a@x" } };
	struct sink *sink = open_sink(1);
	struct sink_answer answer;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		sink_send(sink,
		    &(struct delivery){ .sender = bad[i].sender,
			.recipient = bad[i].recipient,
			.name = "n",
			.bytes = "" },
		    &answer);
		assert_int_equal(answer.sent, SENT_REFUSED);
		assert_null(strpbrk(answer.text, "\r\n"));
	}
	assert_int_equal(fake.begun, 0);
	shut(sink);
}

int
main(void)
{
#define CASE(name, f) \
	{ \
		"mail 20: " name, f, setup, NULL, NULL \
	}
	static const struct CMUnitTest tests[] = {
		CASE("a slow recipient delays nobody", a_slow_recipient_delays_nobody),
		CASE("as many at once as there are connections",
		    as_many_at_once_as_there_are_connections),
		CASE("one connection keeps the order", one_connection_keeps_the_order),
		CASE("a recipient has one letter under way", a_recipient_has_one_letter_under_way),
		CASE("a failure is its own", a_failure_is_its_own),
		CASE("a descriptor tells of work", the_descriptor_tells_of_work),
		CASE("aborted letters end unsent", aborted_letters_end_unsent),
		CASE("closing leaves nothing under way", closing_leaves_nothing_under_way),
		CASE("a sink that does not open", a_sink_that_does_not_open),
		CASE("many letters, each once", many_letters_each_once),
		CASE("addresses that are refused", addresses_that_are_refused),
	};
#undef CASE

	/* What hangs must not hang the tests. */
	alarm(300);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
