/* SPDX-License-Identifier: ISC */
/*
 * Letters in and out by hand: mail/ without the rest, for the cases.
 *
 *	post send KIND WHERE SENDER RECIPIENT FILE...
 *	post probe KIND WHERE		whether it could be sent
 *	post fetch KIND WHERE
 *
 * KIND is maildir, spool, imap, pop3, sendmail or smtp; WHERE a path or URL.
 * Options: -u USER, -p PASSWORD, -t TOKEN-COMMAND, -a CA-FILE, -T SECONDS,
 * -m BYTES-MAX, -n ROUNDS, -w SECONDS between rounds (woken by the source),
 * -k (keep: do not settle), -f (settle as failed), -o FOLDER for letters read,
 * -d MAILDIR for parked letters of POP3, -s MILLISECONDS to spend on each letter,
 * -j SECONDS that the clock jumps between rounds.
 */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"

struct settings {
	struct login login;
	const char *out, *parked;
	int timeout, rounds, wait, slowness, jump;
	size_t bytes_max;
	bool keep;
	enum settle how;
};

static void
die(const char *what)
{
	fprintf(stderr, "post: %s\n", what);
	exit(1);
}

static void
read_settings(struct settings *settings, int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "+u:p:t:a:T:m:n:w:kfo:d:s:j:")) != -1) {
		switch (c) {
		case 'u':
			settings->login.user = optarg;
			break;
		case 'p':
			settings->login.password = optarg;
			break;
		case 't':
			settings->login.token_command = optarg;
			break;
		case 'a':
			settings->login.ca_file = optarg;
			break;
		case 'T':
			settings->timeout = atoi(optarg);
			break;
		case 'm':
			settings->bytes_max = (size_t)atol(optarg);
			break;
		case 'n':
			settings->rounds = atoi(optarg);
			break;
		case 'w':
			settings->wait = atoi(optarg);
			break;
		case 'k':
			settings->keep = true;
			break;
		case 'f':
			settings->how = SETTLE_FAILED;
			break;
		case 'o':
			settings->out = optarg;
			break;
		case 'd':
			settings->parked = optarg;
			break;
		case 'j':
			settings->jump = atoi(optarg);
			break;
		case 's':
			settings->slowness = atoi(optarg);
			break;
		default:
			die("unknown option");
		}
	}
}

static int
index_of(const char *word, const char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	die("unknown kind");
	return 0;
}

static char *
read_file(struct arena *arena, const char *path, size_t *length)
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	char *bytes = arena_alloc(arena, 8 << 20);

	if (file == NULL)
		die(strerror(errno));
	*length = fread(bytes, 1, 8 << 20, file);
	fclose(file);
	return bytes;
}

static int
send_letters(const struct settings *settings, char **argv)
{
	static const char *const words[] = { "sent", "retry", "refused" };
	struct sink_options options = { .kind = (enum sink_kind)index_of(argv[0],
					    (const char *const[]){ "maildir", "sendmail", "smtp" },
					    3),
		.path = argv[1],
		.url = argv[1],
		.login = settings->login,
		.helo = "client.test",
		.timeout = settings->timeout };
	struct arena *arena = arena_new();
	struct sink *sink;
	struct err err;

	if (sink_open(&sink, &options, &err) == -1)
		die(err.text);
	if (argv[2] == NULL)
		printf("probe %s\n", sink_probe(sink, &err) == -1 ? err.text : "good");
	for (int i = 4; argv[2] != NULL && argv[i] != NULL; i++) {
		struct sink_answer answer;
		size_t length;
		const char *bytes = read_file(arena, argv[i], &length);
		char name[32];

		snprintf(name, sizeof(name), "letter.%d", i);
		sink_send(sink,
		    &(struct delivery){ .sender = argv[2],
			.recipient = argv[3],
			.name = name,
			.bytes = bytes,
			.length = length },
		    &answer);
		printf("%s %d %s\n", words[answer.sent], answer.code, answer.text);
		fflush(stdout);
		arena_clear(arena);
	}
	sink_close(sink);
	arena_free(arena);
	return 0;
}

static void
show(const struct settings *settings, const struct intake *intake)
{
	static int number;
	char path[4096];
	FILE *file;

	printf("letter %s length %zu received %lld%s sender %s recipient %s\n", intake->id,
	    intake->length, (long long)intake->received, intake->headers_only ? " headers" : "",
	    intake->sender != NULL ? intake->sender : "-",
	    intake->recipient != NULL ? intake->recipient : "-");
	fflush(stdout);
	if (settings->out == NULL)
		return;
	snprintf(path, sizeof(path), "%s/%05d", settings->out, ++number);
	if ((file = fopen(path, "w")) == NULL)
		die(strerror(errno));
	fwrite(intake->bytes, 1, intake->length, file);
	fclose(file);
}

static void
one_round(const struct settings *settings, struct source *source, struct arena *arena, int number)
{
	int64_t now = time(NULL) + (int64_t)number * settings->jump;
	struct intake intake;
	struct err err;
	int result = source_begin(source, now, &err);

	while (result != -1 && (result = source_fetch(source, arena, &intake, &err)) == 1) {
		show(settings, &intake);
		poll(NULL, 0, settings->slowness);
		if (!settings->keep)
			result = source_settle(source, &intake, settings->how, &err);
		arena_clear(arena);
	}
	if (result == -1)
		printf("failed %s\n", err.text);
	else
		printf("round resting %d\n", source_retry_at(source) > now);
	fflush(stdout);
}

static void
wait_for(const struct settings *settings, struct source *source)
{
	struct err err = { .text = "" };
	struct pollfd p = { .fd = source_idle(source, &err), .events = POLLIN };

	int64_t end = clock_steady_ms() + (int64_t)settings->wait * 1000, left;
	bool is_woken = false;

	printf("%s\n", p.fd == -1 ? "sleeping" : "idle");
	fflush(stdout);
	while (!is_woken && (left = end - clock_steady_ms()) > 0)
		is_woken = poll(&p, 1, (int)left) == 1 && source_has_news(source);
	if (is_woken)
		printf("woken\n");
	source_wake(source);
}

static int
fetch_letters(const struct settings *settings, char **argv)
{
	int kind = index_of(
	    argv[0], (const char *const[]){ "maildir", "spool", "imap", "pop3" }, 4);
	struct source_options options = { .kind = (enum source_kind)kind,
		.path = kind < 2 ? argv[1] : settings->parked,
		.url = argv[1],
		.login = settings->login,
		.bytes_max = settings->bytes_max };
	struct arena *arena = arena_new();
	struct source *source;
	struct err err;

	if (source_open(&source, &options, &err) == -1)
		die(err.text);
	printf("open %s\n", source_name(source));
	for (int i = 0; i < settings->rounds; i++) {
		if (i > 0)
			wait_for(settings, source);
		one_round(settings, source, arena, i);
	}
	source_close(source);
	arena_free(arena);
	return 0;
}

int
main(int argc, char **argv)
{
	struct settings settings = { .rounds = 1, .how = SETTLE_PROCESSED };

	read_settings(&settings, argc, argv);
	argc -= optind;
	argv += optind;
	if (argc >= 6 && strcmp(argv[0], "send") == 0)
		return send_letters(&settings, argv + 1);
	if (argc == 3 && strcmp(argv[0], "probe") == 0)
		return send_letters(&settings, argv + 1);
	if (argc == 3 && strcmp(argv[0], "fetch") == 0)
		return fetch_letters(&settings, argv + 1);
	die("usage: post [OPTIONS] send KIND WHERE SENDER RECIPIENT FILE... | probe KIND WHERE | fetch KIND WHERE");
}
