/* SPDX-License-Identifier: ISC */
/*
 * Letters out by a sendmail program, which small scripts play.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/sink/sink.h"
#include "unit/mail/folder.h"

#define PATIENCE 300 /* seconds; more than these tests take on the slowest machine */

static const char letter[] = "Subject: a\r\n\r\nb\r\n.\r\nc\r\n";
static const char lines[] = "Subject: a\n\nb\n.\nc\n";

static const struct delivery to_send = { .sender = "s@x",
	.recipient = "r@y",
	.name = "n",
	.bytes = letter,
	.length = sizeof letter - 1 };

static struct err err;

static const char *
read_file(const char *path)
{
	FILE *file = fopen(at(path), "r");
	char *text = arena_alloc(arena, 65536);

	if (file == NULL)
		return NULL;
	text[fread(text, 1, 65535, file)] = '\0';
	fclose(file);
	return text;
}

static struct sink *
open_sink(const char *path, int timeout)
{
	struct sink_options options = { .kind = SINK_SENDMAIL, .path = path, .timeout = timeout };
	struct sink *sink;

	if (sink_open(&sink, &options, &err) == -1)
		fail_msg("%s", err.text);
	return sink;
}

static void
send(struct sink *sink, const char *sender, const char *recipient, const char *name,
    struct sink_answer *answer)
{
	sink_send(sink,
	    &(struct delivery){ .sender = sender,
		.recipient = recipient,
		.name = name,
		.bytes = letter,
		.length = strlen(letter) },
	    answer);
}

static const char *
script_at(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	fprintf(file, "#!/bin/sh\ncd %s\n%s\n", root, text);
	fclose(file);
	chmod(path, 0700);
	return path;
}

static const char *
script(const char *text)
{
	return script_at(at("sendmail"), text);
}

/* Words as the real msmtp has them; what it calls 65 may be any of them. */
#define MSMTP(words) "echo 'msmtp: not accepted'; echo 'msmtp: server message: " words "'; "

static void
sendmail_exit_codes(void **state)
{
	static const struct {
		const char *script;
		int tries; /* before this one */
		enum sent want;
		enum blame blame;
	} cases[] = {
		{ "exit 0", 0, SENT, BLAME_LETTER },
		{ "exit 1", 0, SENT_RETRY, BLAME_UNCLEAR },
		{ "exit 64", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 65", 0, SENT_RETRY, BLAME_LETTER },
		{ "exit 65", 8, SENT_RETRY, BLAME_LETTER },
		{ "exit 65", 9, SENT_REFUSED, BLAME_LETTER },
		{ "exit 66", 99, SENT_RETRY, BLAME_UNCLEAR },
		{ "echo '5.1.1 no such user'; exit 67", 0, SENT_REFUSED, BLAME_LETTER },
		{ "echo 'msmtp: cannot locate host smtp.x.test'; exit 68", 99, SENT_RETRY,
		    BLAME_SERVER },
		{ "exit 69", 99, SENT_RETRY, BLAME_UNCLEAR },
		{ "exit 70", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 71", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 73", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 75", 99, SENT_RETRY, BLAME_UNCLEAR },
		{ "exit 77", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 78", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 126", 99, SENT_RETRY, BLAME_SERVER },
		{ "exit 127", 99, SENT_RETRY, BLAME_SERVER },
		{ MSMTP("550 5.1.1 no such user") "exit 65", 0, SENT_RETRY, BLAME_LETTER },
		{ MSMTP("550 5.1.1 no such user") "exit 65", 2, SENT_REFUSED, BLAME_LETTER },
		{ MSMTP("550 5.4.5 Daily limit") "exit 65", 99, SENT_RETRY, BLAME_OURS },
		{ MSMTP("553 Mail from must equal authorized user") "exit 65", 99, SENT_RETRY,
		    BLAME_SENDER },
		{ MSMTP("554 5.7.1 Relay access denied") "exit 67", 0, SENT_RETRY, BLAME_OURS },
		{ MSMTP("554 5.7.1 Client host blocked") "exit 69", 0, SENT_RETRY, BLAME_OURS },
		{ MSMTP("451 4.2.0 later") "exit 69", 99, SENT_RETRY, BLAME_UNCLEAR },
		{ "echo 'port 587 is busy'; exit 78", 0, SENT_RETRY, BLAME_SERVER },
		{ "echo 'send-mail: RCPT TO:<r@y> (550 5.7.1 Unable to relay)'; exit 1", 0,
		    SENT_RETRY, BLAME_OURS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sink *sink = open_sink(script(cases[i].script), PATIENCE);
		struct delivery delivery = to_send;
		const struct delivery *ended;

		delivery.tries = cases[i].tries;
		sink_put(sink, &delivery);
		assert_non_null(ended = sink_ended(sink, PATIENCE * 1000));
		if (ended->answer.sent != cases[i].want || ended->answer.blame != cases[i].blame)
			fail_msg(
			    "%s: %d %d", cases[i].script, ended->answer.sent, ended->answer.blame);
		if (ended->answer.code == 67 && ended->answer.sent == SENT_REFUSED)
			assert_non_null(strstr(ended->answer.text, "5.1.1 no such user"));
		sink_close(sink);
	}
}

static void
sendmail_arguments_and_input(void **state)
{
	struct sink *sink = open_sink(
	    script("for a; do echo \"[$a]\"; done >args; cat >input; ls /proc/$$/fd | wc -l >fds"),
	    PATIENCE);
	struct sink_answer answer;

	(void)state;
	send(sink, "bot+b.1@x", "$(touch${IFS}evil);'\"@y", "n", &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(
	    read_file("args"), "[-i]\n[-f]\n[bot+b.1@x]\n[--]\n[$(touch${IFS}evil);'\"@y]\n");
	assert_string_equal(read_file("input"), lines);
	assert_int_equal(access(at("evil"), F_OK), -1);
	send(sink, "", "r@y", "n", &answer);
	assert_string_equal(read_file("args"), "[-i]\n[-f]\n[]\n[--]\n[r@y]\n");
	send(sink, "", "r@bücher.test", "n", &answer);
	assert_string_equal(read_file("args"), "[-i]\n[-f]\n[]\n[--]\n[r@xn--bcher-kva.test]\n");
	sink_close(sink);
}

/* Had the end been waited for, the letter would be sent, or nothing would end. */
static void
sendmail_that_does_not_end(void **state)
{
	static const char *const scripts[] = { "sleep 600", "exec >/dev/null 2>&1; sleep 600",
		"while :; do echo chatter; done", "kill -9 $$",
		"exit 0 | cat /dev/null; kill -STOP $$" };
	enum { COUNT = sizeof scripts / sizeof scripts[0] };
	struct sink *sinks[COUNT];

	(void)state;
	for (int i = 0; i < COUNT; i++) {
		sinks[i] = open_sink(
		    script_at(at(arena_printf(arena, "sendmail.%d", i)), scripts[i]), 1);
		sink_put(sinks[i], &to_send);
	}
	for (int i = 0; i < COUNT; i++) {
		const struct delivery *ended = sink_ended(sinks[i], PATIENCE * 1000);

		assert_non_null(ended);
		/* What is killed by another hand ends at once, and is tried soon. */
		if (ended->answer.sent != SENT_RETRY ||
		    ended->answer.is_unsure != (strcmp(scripts[i], "kill -9 $$") != 0))
			fail_msg("\"%s\": %s", scripts[i], ended->answer.text);
		sink_close(sinks[i]);
	}
}

/* It keeps its place, and the others go by. */
static void
sendmail_that_is_slow(void **state)
{
	struct sink_options options = { .kind = SINK_SENDMAIL,
		.path = script("case $5 in slow*) while [ ! -e gate ]; do sleep 0.1; done; esac"),
		.timeout = PATIENCE,
		.connections = 2 };
	struct delivery slow = to_send;
	struct sink *sink;

	(void)state;
	assert_int_equal(sink_open(&sink, &options, &err), 0);
	slow.id = 1;
	slow.recipient = "slow@y";
	sink_put(sink, &slow);
	for (int i = 0; i < 5; i++) {
		const struct delivery *ended;

		sink_put(sink, &to_send);
		assert_non_null(ended = sink_ended(sink, PATIENCE * 1000));
		assert_int_equal(ended->id, 0);
		assert_int_equal(ended->answer.sent, SENT);
		sink_release(sink, ended);
	}
	assert_null(sink_ended(sink, 0));
	fclose(fopen(at("gate"), "w"));
	assert_int_equal(sink_ended(sink, PATIENCE * 1000)->id, 1);
	sink_close(sink);
}

static bool
is_zombie(pid_t pid)
{
	return system(arena_printf(arena, "grep -qs '^State:.Z' /proc/%d/status", (int)pid)) == 0;
}

/* The program's own child goes with it, and what comes after is not begun. */
static void
sendmail_is_aborted(void **state)
{
	struct sink *sink = open_sink(
	    script("touch begun; sleep 600 & echo $! >child; wait"), PATIENCE);
	const struct delivery *ended;
	struct sink_answer answer;
	struct stat st;
	pid_t child;

	(void)state;
	sink_put(sink, &to_send);
	/* As soon as the program has a child and has written its number down. */
	while (stat(at("child"), &st) == -1 || st.st_size == 0)
		assert_null(sink_ended(sink, 1));
	sink_abort(sink);
	assert_non_null(ended = sink_ended(sink, 0));
	assert_int_equal(ended->answer.sent, SENT_RETRY);
	assert_string_equal(ended->answer.text, "stopped");
	sink_release(sink, ended);
	child = atoi(read_file("child"));
	while (kill(child, 0) == 0 && !is_zombie(child))
		usleep(20000);
	assert_int_equal(unlink(at("begun")), 0);
	send(sink, "s@x", "r@y", "n", &answer);
	assert_int_equal(answer.sent, SENT_RETRY);
	assert_int_equal(access(at("begun"), F_OK), -1);
	sink_close(sink);
}

/* It is not waited for, and goes on. */
static void
sendmail_that_leaves_a_child(void **state)
{
	struct sink *sink = open_sink(script("sleep 600 & echo $! >child; exit 0"), PATIENCE);
	struct sink_answer answer;

	(void)state;
	send(sink, "s@x", "r@y", "n", &answer);
	assert_int_equal(answer.sent, SENT);
	assert_int_equal(kill(atoi(read_file("child")), SIGKILL), 0);
	sink_close(sink);
}

static void
sendmail_that_is_not_there(void **state)
{
	struct sink_options options = { .kind = SINK_SENDMAIL, .path = at("nowhere") };
	struct sink *sink;
	struct sink_answer answer;

	(void)state;
	assert_int_equal(sink_open(&sink, &options, &err), -1);
	sink = open_sink(script("exit 0"), PATIENCE);
	unlink(at("sendmail"));
	send(sink, "s@x", "r@y", "n", &answer);
	assert_int_equal(answer.sent, SENT_RETRY);
	sink_close(sink);
}

int
main(void)
{
#define CASE(name, f) \
	{ \
		name, f, setup, teardown, NULL \
	}
	static const struct CMUnitTest tests[] = {
		CASE("mail 20: sendmail exit codes", sendmail_exit_codes),
		CASE("mail 20: sendmail arguments and input", sendmail_arguments_and_input),
		CASE("mail 20: sendmail that does not end", sendmail_that_does_not_end),
		CASE("mail 20: sendmail that is slow", sendmail_that_is_slow),
		CASE("mail 20: sendmail is aborted", sendmail_is_aborted),
		CASE("mail 20: sendmail that leaves a child", sendmail_that_leaves_a_child),
		CASE("mail 20: sendmail that is not there", sendmail_that_is_not_there),
	};
#undef CASE

	/* What is waited for and does not come must not hang the tests. */
	alarm(PATIENCE / 2);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
