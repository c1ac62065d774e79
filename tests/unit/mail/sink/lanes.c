/* SPDX-License-Identifier: ISC */
/*
 * Lanes (mail/README 20) over sinks of our own making, which wait at a gate,
 * refuse or take letters as their recipients' names say.
 *
 * tests/cases/threads.sh runs the same under a sanitizer for threads, so what
 * the sinks note is behind a lock.
 */
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "mail/sink/lanes.h"

#define LANES 4
#define SOON  60000 /* milliseconds for what should take none, on the slowest machine */
#define MANY  400

struct sink {
	pthread_t driver;
	bool is_driven, is_busy, is_hurried;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* All behind the lock. */
static bool gate_is_open;
static int waiting; /* at the gate */
static int opened, closed, open_until;
static int faults;           /* of the lanes, seen from a sink */
static char order[MANY][16]; /* names as they were sent */
static int sent_count;

static struct err err;

int
sink_open(struct sink **sink, const struct sink_options *options, struct err *why)
{
	(void)options;
	if (opened == open_until)
		return err_set(why, "no more sinks");
	opened++;
	*sink = calloc(1, sizeof(**sink));
	return 0;
}

void
sink_close(struct sink *sink)
{
	pthread_mutex_lock(&lock);
	faults += sink->is_busy;
	closed++;
	pthread_mutex_unlock(&lock);
	free(sink);
}

void
sink_hurry(struct sink *sink)
{
	pthread_mutex_lock(&lock);
	sink->is_hurried = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

/* One thread drives a sink, one letter at a time, and signals are not its matter. */
static void
look_at_driver(struct sink *sink)
{
	sigset_t blocked;

	pthread_sigmask(SIG_BLOCK, NULL, &blocked);
	faults += sink->is_busy || !sigismember(&blocked, SIGTERM) ||
	    !sigismember(&blocked, SIGHUP);
	faults += sink->is_driven && !pthread_equal(sink->driver, pthread_self());
	sink->driver = pthread_self();
	sink->is_driven = sink->is_busy = true;
}

static void
wait_at_gate(const struct sink *sink)
{
	waiting++;
	pthread_cond_broadcast(&changed);
	while (!gate_is_open && !sink->is_hurried)
		pthread_cond_wait(&changed, &lock);
	waiting--;
}

void
sink_send(struct sink *sink, const char *sender, const char *recipient, const char *name,
    const char *bytes, size_t length, struct sink_answer *answer)
{
	pthread_mutex_lock(&lock);
	look_at_driver(sink);
	faults += strcmp(sender, "bot+b.1@x") != 0 || length != strlen(name) ||
	    memcmp(bytes, name, length) != 0;
	*answer = (struct sink_answer){ .sent = SENT, .code = 250 };
	if (strncmp(recipient, "slow", 4) == 0)
		wait_at_gate(sink);
	if (sink->is_hurried)
		*answer = (struct sink_answer){ .sent = SENT_RETRY };
	else if (strncmp(recipient, "dead", 4) == 0)
		*answer = (struct sink_answer){ .sent = SENT_REFUSED, .code = 550 };
	snprintf(answer->text, sizeof(answer->text), "%s", name);
	snprintf(order[sent_count++ % MANY], sizeof(order[0]), "%s", name);
	sink->is_busy = false;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static int
setup(void **state)
{
	(void)state;
	gate_is_open = false;
	waiting = opened = closed = faults = sent_count = 0;
	open_until = -1;
	return 0;
}

static void
open_gate(void)
{
	pthread_mutex_lock(&lock);
	gate_is_open = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

/* Until the counter, one of those above, has come to a value. */
static void
await(const int *counter, int value)
{
	pthread_mutex_lock(&lock);
	while (*counter != value)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

static struct lanes *
open_lanes(int connections)
{
	struct sink_options options = { .kind = SINK_SMTP, .connections = connections };
	struct lanes *lanes;

	if (lanes_open(&lanes, &options, &err) == -1)
		fail_msg("%s", err.text);
	return lanes;
}

/* What is given is overwritten at once: lanes keep copies. */
static void
put(struct lanes *lanes, int64_t id, const char *recipient)
{
	char name[16], to[64], from[] = "bot+b.1@x";
	struct freight freight = {
		.id = id, .sender = from, .recipient = to, .name = name, .bytes = name
	};

	freight.length = (size_t)snprintf(name, sizeof(name), "%d", (int)id);
	snprintf(to, sizeof(to), "%s", recipient);
	assert_true(lanes_has_room(lanes));
	lanes_put(lanes, &freight);
	memset(name, '#', sizeof(name));
	memset(to, '#', sizeof(to));
	memset(from, '#', sizeof(from));
}

/* The letter that ended next; its answer belongs to it. */
static int64_t
take(struct lanes *lanes, enum sent want)
{
	struct sink_answer answer;
	int64_t id;

	assert_true(lanes_take(lanes, SOON, &id, &answer));
	assert_int_equal(atoi(answer.text), id);
	assert_int_equal(answer.sent, want);
	return id;
}

static void
shut(struct lanes *lanes)
{
	lanes_close(lanes);
	assert_int_equal(closed, opened);
	assert_int_equal(faults, 0);
}

static void
a_slow_recipient_delays_nobody(void **state)
{
	struct lanes *lanes = open_lanes(LANES);
	struct sink_answer answer;
	int64_t id;

	(void)state;
	put(lanes, 1, "slow@x");
	await(&waiting, 1);
	for (int i = 2; i < 40; i++) {
		put(lanes, i, "quick@x");
		assert_int_equal(take(lanes, SENT), i);
		assert_int_equal(lanes_under_way(lanes), 1);
	}
	assert_false(lanes_take(lanes, 0, &id, &answer));
	open_gate();
	assert_int_equal(take(lanes, SENT), 1);
	shut(lanes);
}

static void
as_many_at_once_as_there_are_lanes(void **state)
{
	struct lanes *lanes = open_lanes(LANES);
	int taken = 0;

	(void)state;
	for (int i = 0; i < LANES; i++) {
		assert_int_equal(lanes_under_way(lanes), i);
		put(lanes, i, "slow@x");
	}
	assert_false(lanes_has_room(lanes));
	await(&waiting, LANES);
	open_gate();
	for (int i = 0; i < LANES; i++)
		taken |= 1 << take(lanes, SENT);
	assert_int_equal(taken, (1 << LANES) - 1);
	assert_true(lanes_has_room(lanes));
	shut(lanes);
	/* Nothing configured is one. */
	lanes = open_lanes(0);
	put(lanes, 1, "quick@x");
	assert_false(lanes_has_room(lanes));
	take(lanes, SENT);
	shut(lanes);
}

static void
one_lane_keeps_the_order(void **state)
{
	struct lanes *lanes = open_lanes(1);

	(void)state;
	for (int i = 0; i < MANY; i++) {
		put(lanes, i, i % 3 == 0 ? "dead@x" : "quick@x");
		assert_int_equal(take(lanes, i % 3 == 0 ? SENT_REFUSED : SENT), i);
	}
	assert_int_equal(sent_count, MANY);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(atoi(order[i]), i);
	shut(lanes);
}

/* Until it is taken: only then does the caller know how it ended. */
static void
a_recipient_has_one_letter_under_way(void **state)
{
	struct lanes *lanes = open_lanes(LANES);

	(void)state;
	assert_false(lanes_has_recipient(lanes, "slow@x"));
	put(lanes, 1, "slow@x");
	put(lanes, 2, "Quick@x");
	await(&waiting, 1);
	assert_true(lanes_has_recipient(lanes, "SLOW@X"));
	assert_false(lanes_has_recipient(lanes, "slow@y"));
	assert_int_equal(take(lanes, SENT), 2);
	assert_false(lanes_has_recipient(lanes, "quick@x"));
	open_gate();
	await(&sent_count, 2);
	assert_true(lanes_has_recipient(lanes, "slow@x"));
	take(lanes, SENT);
	assert_false(lanes_has_recipient(lanes, "slow@x"));
	shut(lanes);
}

static void
a_failure_is_its_own_lanes(void **state)
{
	struct lanes *lanes = open_lanes(LANES);

	(void)state;
	put(lanes, 1, "slow@x");
	await(&waiting, 1);
	for (int round = 0; round < 5; round++) {
		put(lanes, 2, "dead@x");
		assert_int_equal(take(lanes, SENT_REFUSED), 2);
		put(lanes, 3, "quick@x");
		assert_int_equal(take(lanes, SENT), 3);
	}
	open_gate();
	assert_int_equal(take(lanes, SENT), 1);
	shut(lanes);
}

static void
the_descriptor_tells_of_an_end(void **state)
{
	struct lanes *lanes = open_lanes(LANES);
	struct pollfd p = { .fd = lanes_fd(lanes), .events = POLLIN };
	struct sink_answer answer;
	int64_t id;

	(void)state;
	assert_false(lanes_take(lanes, 0, &id, &answer));
	put(lanes, 1, "slow@x");
	await(&waiting, 1);
	assert_int_equal(poll(&p, 1, 20), 0);
	open_gate();
	assert_int_equal(poll(&p, 1, SOON), 1);
	take(lanes, SENT);
	assert_int_equal(poll(&p, 1, 0), 0);
	shut(lanes);
}

static void
hurried_letters_end_unsent(void **state)
{
	struct lanes *lanes = open_lanes(LANES);

	(void)state;
	put(lanes, 1, "quick@x");
	take(lanes, SENT);
	put(lanes, 2, "slow@x");
	put(lanes, 3, "slow@y");
	await(&waiting, 2);
	lanes_hurry(lanes);
	assert_int_equal(take(lanes, SENT_RETRY) + take(lanes, SENT_RETRY), 5);
	/* And so do all after it. */
	put(lanes, 4, "quick@x");
	take(lanes, SENT_RETRY);
	shut(lanes);
}

static void *
open_gate_later(void *unused)
{
	(void)unused;
	await(&waiting, 2);
	poll(NULL, 0, 50);
	open_gate();
	return NULL;
}

static void
closing_waits_for_what_is_on_its_way(void **state)
{
	struct lanes *lanes = open_lanes(LANES);
	pthread_t opener;

	(void)state;
	put(lanes, 1, "slow@x");
	put(lanes, 2, "slow@y");
	put(lanes, 3, "quick@x");
	assert_int_equal(pthread_create(&opener, NULL, open_gate_later, NULL), 0);
	shut(lanes);
	assert_int_equal(sent_count, 3);
	pthread_join(opener, NULL);
	/* Letters that ended and were never taken, and lanes never used. */
	lanes = open_lanes(LANES);
	put(lanes, 4, "quick@x");
	shut(lanes);
	shut(open_lanes(LANES));
	lanes_close(NULL);
}

static void
a_sink_that_does_not_open(void **state)
{
	struct sink_options options = { .kind = SINK_SMTP, .connections = LANES };
	struct lanes *lanes;

	(void)state;
	open_until = LANES - 1;
	assert_int_equal(lanes_open(&lanes, &options, &err), -1);
	assert_string_equal(err.text, "no more sinks");
	assert_int_equal(closed, LANES - 1);
}

/* Lanes kept full, as a busy server keeps them: each letter ends once. */
static void
many_letters_each_once(void **state)
{
	struct lanes *lanes = open_lanes(LANES);
	struct sink_answer answer;
	int64_t id;
	int times[MANY] = { 0 }, next = 0, ended = 0;

	(void)state;
	while (ended < MANY) {
		while (next < MANY && lanes_has_room(lanes)) {
			put(lanes, next, next % 7 == 0 ? "dead@x" : "quick@x");
			next++;
		}
		assert_true(lanes_take(lanes, SOON, &id, &answer));
		assert_int_equal(atoi(answer.text), id);
		assert_int_equal(answer.sent, id % 7 == 0 ? SENT_REFUSED : SENT);
		times[id]++;
		ended++;
	}
	for (int i = 0; i < MANY; i++)
		assert_int_equal(times[i], 1);
	assert_int_equal(lanes_under_way(lanes), 0);
	shut(lanes);
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
		CASE("as many at once as there are lanes", as_many_at_once_as_there_are_lanes),
		CASE("one lane keeps the order", one_lane_keeps_the_order),
		CASE("a recipient has one letter under way", a_recipient_has_one_letter_under_way),
		CASE("a failure is its own lane's", a_failure_is_its_own_lanes),
		CASE("a descriptor tells of an end", the_descriptor_tells_of_an_end),
		CASE("hurried letters end unsent", hurried_letters_end_unsent),
		CASE("closing waits for what is on its way", closing_waits_for_what_is_on_its_way),
		CASE("a sink that does not open", a_sink_that_does_not_open),
		CASE("many letters, each once", many_letters_each_once),
	};
#undef CASE

	/* A lane that hangs must not hang the tests. */
	alarm(300);
	return cmocka_run_group_tests_name("mail_lanes", tests, NULL, NULL);
}
