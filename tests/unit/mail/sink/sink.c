/* SPDX-License-Identifier: ISC */
/*
 * Ways out that need no server: Maildirs made for each address, and a sendmail
 * program played by small scripts.
 */
#include <pthread.h>
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
open_sink(enum sink_kind kind, const char *path, int timeout)
{
	struct sink_options options = { .kind = kind, .path = path, .timeout = timeout };
	struct sink *sink;

	if (sink_open(&sink, &options, &err) == -1)
		fail_msg("%s", err.text);
	return sink;
}

static void
one_maildir_an_address(void **state)
{
	struct sink *sink = open_sink(SINK_MAILDIR, at("out/deeper"), 0);
	struct sink_answer answer;

	(void)state;
	sink_send(sink, "", "Fred@Example.ORG", "17.abc", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(read_file("out/deeper/fred@example.org/new/17.abc"), lines);
	assert_int_equal(access(at("out/deeper/fred@example.org/cur"), F_OK), 0);
	sink_send(sink, "x@y", "fred@example.org", "17.abc", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT);
	sink_send(sink, "x@y", "\xe5\xb8\x85@example.org", "18", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(read_file("out/deeper/\xe5\xb8\x85@example.org/new/18"), lines);
	sink_close(sink);
}

static void
addresses_no_folder_can_have(void **state)
{
	static const char *const bad[] = { "", ".", "..", ".hidden@x", "../../etc@x", "a/b@x",
		"a b@x", "a@x\n", "<a@x>", "-a@x", "a@x\x7f" };
	struct sink *sink = open_sink(SINK_MAILDIR, at("out"), 0);
	struct sink_answer answer;
	char longest[300];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		sink_send(sink, "", bad[i], "n", letter, strlen(letter), &answer);
		if (answer.sent != SENT_REFUSED)
			fail_msg("taken: \"%s\"", bad[i]);
		assert_null(strchr(answer.text, '\n'));
	}
	memset(longest, 'a', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	sink_send(sink, "", longest, "n", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT_REFUSED);
	assert_int_equal(rmdir(at("out")), 0);
	sink_close(sink);
}

static void
a_full_disk_is_for_later(void **state)
{
	struct sink *sink = open_sink(SINK_MAILDIR, at("out"), 0);
	struct sink_answer answer;
	FILE *file = fopen(at("out/a@x"), "w");

	(void)state;
	fclose(file);
	sink_send(sink, "", "a@x", "n", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT_RETRY);
	sink_close(sink);
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

static void
sendmail_exit_codes(void **state)
{
	static const struct {
		int code;
		enum sent want;
	} cases[] = { { 0, SENT }, { 1, SENT_RETRY }, { 64, SENT_REFUSED }, { 65, SENT_REFUSED },
		{ 66, SENT_RETRY }, { 67, SENT_REFUSED }, { 68, SENT_REFUSED }, { 69, SENT_RETRY },
		{ 70, SENT_RETRY }, { 71, SENT_RETRY }, { 73, SENT_RETRY }, { 75, SENT_RETRY },
		{ 77, SENT_RETRY }, { 78, SENT_RETRY }, { 126, SENT_RETRY }, { 127, SENT_RETRY } };
	struct sink_answer answer;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sink *sink = open_sink(SINK_SENDMAIL,
		    script(
			arena_printf(arena, "echo '5.1.1 no such user'; exit %d", cases[i].code)),
		    PATIENCE);

		sink_send(sink, "s@x", "r@y", "n", letter, strlen(letter), &answer);
		if (answer.sent != cases[i].want)
			fail_msg("exit %d gives %d", cases[i].code, answer.sent);
		if (cases[i].code == 67) {
			assert_int_equal(answer.code, 67);
			assert_non_null(strstr(answer.text, "5.1.1 no such user"));
		}
		sink_close(sink);
	}
}

static void
sendmail_arguments_and_input(void **state)
{
	struct sink *sink = open_sink(SINK_SENDMAIL,
	    script("for a; do echo \"[$a]\"; done >args; cat >input; ls /proc/$$/fd | wc -l >fds"),
	    PATIENCE);
	struct sink_answer answer;

	(void)state;
	sink_send(
	    sink, "bot+b.1@x", "$(touch${IFS}evil);'\"@y", "n", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(
	    read_file("args"), "[-i]\n[-f]\n[bot+b.1@x]\n[--]\n[$(touch${IFS}evil);'\"@y]\n");
	assert_string_equal(read_file("input"), lines);
	assert_int_equal(access(at("evil"), F_OK), -1);
	sink_send(sink, "", "r@y", "n", letter, strlen(letter), &answer);
	assert_string_equal(read_file("args"), "[-i]\n[-f]\n[]\n[--]\n[r@y]\n");
	sink_close(sink);
}

struct giving_up {
	struct sink *sink;
	struct sink_answer answer;
};

static void *
give_up(void *data)
{
	struct giving_up *one = data;

	sink_send(one->sink, "s@x", "r@y", "n", letter, strlen(letter), &one->answer);
	return NULL;
}

/* Had the end been waited for, the letter would be sent, or nothing would end. */
static void
sendmail_that_does_not_end(void **state)
{
	static const char *const scripts[] = { "sleep 600", "exec >/dev/null 2>&1; sleep 600",
		"while :; do echo chatter; done", "kill -9 $$",
		"exit 0 | cat /dev/null; kill -STOP $$" };
	enum { COUNT = sizeof(scripts) / sizeof(scripts[0]) };
	struct giving_up all[COUNT];
	pthread_t threads[COUNT];

	(void)state;
	for (int i = 0; i < COUNT; i++)
		all[i].sink = open_sink(SINK_SENDMAIL,
		    script_at(at(arena_printf(arena, "sendmail.%d", i)), scripts[i]), 1);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, give_up, &all[i]), 0);
	for (int i = 0; i < COUNT; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < COUNT; i++) {
		if (all[i].answer.sent != SENT_RETRY)
			fail_msg("\"%s\": %s", scripts[i], all[i].answer.text);
		sink_close(all[i].sink);
	}
}

/* As soon as the program has a child and has written its number down. */
static void *
hurry_once_begun(void *sink)
{
	char path[128];
	struct stat st;

	snprintf(path, sizeof(path), "%s/child", root);
	while (stat(path, &st) == -1 || st.st_size == 0)
		usleep(1000);
	sink_hurry(sink);
	return NULL;
}

static bool
is_zombie(pid_t pid)
{
	return system(arena_printf(arena, "grep -qs '^State:.Z' /proc/%d/status", (int)pid)) == 0;
}

/* The program's own child goes with it, and what comes after is not begun. */
static void
sendmail_is_hurried(void **state)
{
	struct sink *sink = open_sink(
	    SINK_SENDMAIL, script("touch begun; sleep 600 & echo $! >child; wait"), PATIENCE);
	struct sink_answer answer;
	pthread_t thread;
	pid_t child;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, hurry_once_begun, sink), 0);
	sink_send(sink, "s@x", "r@y", "n", letter, strlen(letter), &answer);
	pthread_join(thread, NULL);
	assert_int_equal(answer.sent, SENT_RETRY);
	assert_string_equal(answer.text, "stopped");
	child = atoi(read_file("child"));
	while (kill(child, 0) == 0 && !is_zombie(child))
		usleep(20000);
	assert_int_equal(unlink(at("begun")), 0);
	sink_send(sink, "s@x", "r@y", "n", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT_RETRY);
	assert_int_equal(access(at("begun"), F_OK), -1);
	sink_close(sink);
}

/* It is not waited for, and goes on. */
static void
sendmail_that_leaves_a_child(void **state)
{
	struct sink *sink = open_sink(
	    SINK_SENDMAIL, script("sleep 600 & echo $! >child; exit 0"), PATIENCE);
	struct sink_answer answer;

	(void)state;
	sink_send(sink, "s@x", "r@y", "n", letter, strlen(letter), &answer);
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
	sink = open_sink(SINK_SENDMAIL, script("exit 0"), PATIENCE);
	unlink(at("sendmail"));
	sink_send(sink, "s@x", "r@y", "n", letter, strlen(letter), &answer);
	assert_int_equal(answer.sent, SENT_RETRY);
	sink_close(sink);
}

static void
urls(void **state)
{
	static const struct {
		const char *url;
		bool good;
		const char *name;
	} cases[] = {
		{ "smtp://mail.example.org", true, "smtp://fred@mail.example.org" },
		{ "smtps://mail.example.org:465", true, "smtps://fred@mail.example.org:465" },
		{ "smtp+starttls://[::1]:587", true, "smtp+starttls://fred@[::1]:587" },
		{ "smtp+insecure://mail.example.org", true,
		    "smtp+insecure://fred@mail.example.org" },
		{ "smtp://user:geheim@mail.example.org", false, NULL },
		{ "http://mail.example.org", false, NULL },
		{ "imap://mail.example.org", false, NULL },
		{ "smtpx://mail.example.org", false, NULL },
		{ "smtp+STARTTLS://mail.example.org", true,
		    "smtp+STARTTLS://fred@mail.example.org" },
		{ "mail.example.org", false, NULL },
		{ "smtp://", false, NULL },
		{ "smtps://a b", false, NULL },
		{ "smtps://host:99999", false, NULL },
		{ "", false, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sink_options options = { .kind = SINK_SMTP, .url = cases[i].url };
		struct sink *sink;
		bool plain = strncmp(cases[i].url, "smtp://", 7) == 0;

		options.login.user = plain ? NULL : "fred";
		if ((sink_open(&sink, &options, &err) == 0) != cases[i].good)
			fail_msg("%s", cases[i].url);
		if (!cases[i].good) {
			assert_null(strstr(err.text, "geheim"));
			continue;
		}
		if (!plain)
			assert_string_equal(sink_name(sink), cases[i].name);
		sink_close(sink);
	}
}

int
main(void)
{
#define CASE(name, f) \
	{ \
		name, f, setup, teardown, NULL \
	}
	static const struct CMUnitTest tests[] = {
		CASE("mail 20: one maildir an address", one_maildir_an_address),
		CASE("mail 17: addresses no folder can have", addresses_no_folder_can_have),
		CASE("mail 20: a full disk is for later", a_full_disk_is_for_later),
		CASE("mail 20: sendmail exit codes", sendmail_exit_codes),
		CASE("mail 20: sendmail arguments and input", sendmail_arguments_and_input),
		CASE("mail 20: sendmail that does not end", sendmail_that_does_not_end),
		CASE("mail 20: sendmail is hurried", sendmail_is_hurried),
		CASE("mail 20: sendmail that leaves a child", sendmail_that_leaves_a_child),
		CASE("mail 20: sendmail that is not there", sendmail_that_is_not_there),
		CASE("mail 20: urls", urls),
	};
#undef CASE

	/* What is waited for and does not come must not hang the tests. */
	alarm(PATIENCE / 2);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
