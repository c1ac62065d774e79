/* SPDX-License-Identifier: ISC */
/*
 * SMTP: which addresses of servers are taken, and how a letter is aborted on its
 * way.  What else it says to servers is for tests/cases/smtp.sh.
 */
#include <arpa/inet.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/err.h"
#include "mail/sink/sink_ops.h"
#include "unit/mail/folder.h"

#define PATIENCE 300 /* seconds; more than these tests take on the slowest machine */

static struct err err;
static pid_t server; /* its process group */

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
			assert_string_equal(sink->name, cases[i].name);
		sink_close(sink);
	}
}

/* tests/tools/slow-smtp.pl, which notes in the folder's file `notes` what it hears. */
static void
start_server(char *url, size_t size)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof address;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	char descriptor[16];

	assert_int_equal(bind(listener, (struct sockaddr *)&address, length), 0);
	assert_int_equal(listen(listener, 16), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &length), 0);
	snprintf(url, size, "smtp://127.0.0.1:%d", ntohs(address.sin_port));
	snprintf(descriptor, sizeof descriptor, "%d", listener);
	if ((server = fork()) == 0) {
		setpgid(0, 0);
		execlp("perl", "perl", "tests/tools/slow-smtp.pl", descriptor, at("notes"),
		    (char *)NULL);
		_exit(127);
	}
	assert_true(server > 0);
	setpgid(server, server);
	close(listener);
}

/* Also after a failure. */
static int
stop_server(void **state)
{
	if (server > 0) {
		kill(-server, SIGKILL);
		waitpid(server, NULL, 0);
	}
	return teardown(state);
}

static bool
is_noted(const char *line)
{
	char notes[1024] = "";
	FILE *file = fopen(at("notes"), "r");

	if (file != NULL) {
		notes[fread(notes, 1, sizeof notes - 1, file)] = '\0';
		fclose(file);
	}
	return strstr(notes, line) != NULL;
}

static void
put(struct sink *sink, int64_t id, const char *recipient)
{
	static const char letter[] = "Subject: a\r\n\r\nb\r\n";

	sink_put(sink,
	    &(struct delivery){ .id = id,
		.sender = "s@x",
		.recipient = recipient,
		.name = "n",
		.bytes = letter,
		.length = sizeof letter - 1 });
}

/* Letter `id` has ended so. */
static void
take(struct sink *sink, int64_t id, enum sent want, const char *text)
{
	const struct delivery *ended = sink_ended(sink, PATIENCE * 1000);

	assert_non_null(ended);
	assert_int_equal(ended->id, id);
	assert_int_equal(ended->answer.sent, want);
	assert_non_null(strstr(ended->answer.text, text));
	assert_int_equal(ended->answer.blame, BLAME_LETTER);
	sink_release(sink, ended);
}

/* The server is in the middle of the transfer and says nothing; another connection is idle. */
static void
aborted_on_its_way(void **state)
{
	char url[64];
	struct sink_options options = { .kind = SINK_SMTP, .timeout = PATIENCE, .connections = 2 };
	int64_t begin;
	struct sink *sink;
	FILE *gate;

	(void)state;
	start_server(url, sizeof url);
	options.url = url;
	assert_int_equal(sink_open(&sink, &options, &err), 0);
	put(sink, 1, "slow@x");
	put(sink, 2, "quick@x");
	take(sink, 2, SENT, "250 yes");
	while (!is_noted("heard slow@x\n"))
		assert_null(sink_ended(sink, 10));
	begin = clock_steady_ms();
	sink_abort(sink);
	take(sink, 1, SENT_RETRY, "stopped");
	/* And so do all after it, though a connection is there. */
	put(sink, 3, "quick@x");
	take(sink, 3, SENT_RETRY, "stopped");
	assert_int_equal(sink_pending(sink), 0);
	/* The server goes on, and finds nobody there to send it the letter. */
	assert_non_null(gate = fopen(at("notes.open"), "w"));
	fclose(gate);
	while (!is_noted("-\n")) {
		assert_null(sink_ended(sink, 0));
		usleep(10000);
	}
	sink_close(sink);
	assert_true(clock_steady_ms() - begin < PATIENCE * 1000 / 2);
	while (!is_noted("-\n-\n"))
		usleep(10000);
	assert_false(is_noted("taken slow@x\n"));
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		{ "mail 20: urls", urls, NULL, NULL, NULL },
		{ "mail 20: a letter aborted on its way", aborted_on_its_way, setup, stop_server,
		    NULL },
	};

	alarm(PATIENCE);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
