/* SPDX-License-Identifier: ISC */
/*
 * Letters into Maildirs that are made for each address.
 */
#include <setjmp.h>
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
open_sink(const char *path)
{
	struct sink_options options = { .kind = SINK_MAILDIR, .path = path };
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

static void
one_maildir_an_address(void **state)
{
	struct sink *sink = open_sink(at("out/deeper"));
	struct sink_answer answer;

	(void)state;
	send(sink, "", "Fred@Example.ORG", "17.abc", &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(read_file("out/deeper/fred@example.org/new/17.abc"), lines);
	assert_int_equal(access(at("out/deeper/fred@example.org/cur"), F_OK), 0);
	send(sink, "x@y", "fred@example.org", "17.abc", &answer);
	assert_int_equal(answer.sent, SENT);
	send(sink, "x@y", "\xe5\xb8\x85@example.org", "18", &answer);
	assert_int_equal(answer.sent, SENT);
	assert_string_equal(read_file("out/deeper/\xe5\xb8\x85@example.org/new/18"), lines);
	sink_close(sink);
}

static void
addresses_no_folder_can_have(void **state)
{
	static const char *const bad[] = { "", ".", "..", ".hidden@x", "../../etc@x", "a/b@x",
		"a b@x", "a@x\n", "<a@x>", "-a@x", "a@x\x7f" };
	struct sink *sink = open_sink(at("out"));
	struct sink_answer answer;
	char longest[300];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		send(sink, "", bad[i], "n", &answer);
		if (answer.sent != SENT_REFUSED)
			fail_msg("taken: \"%s\"", bad[i]);
		assert_null(strchr(answer.text, '\n'));
	}
	memset(longest, 'a', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	send(sink, "", longest, "n", &answer);
	assert_int_equal(answer.sent, SENT_REFUSED);
	assert_int_equal(rmdir(at("out")), 0);
	sink_close(sink);
}

static void
a_full_disk_is_for_later(void **state)
{
	struct sink *sink = open_sink(at("out"));
	struct sink_answer answer;
	FILE *file = fopen(at("out/a@x"), "w");

	(void)state;
	fclose(file);
	send(sink, "", "a@x", "n", &answer);
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
		CASE("mail 20: one maildir an address", one_maildir_an_address),
		CASE("mail 17: addresses no folder can have", addresses_no_folder_can_have),
		CASE("mail 20: a full disk is for later", a_full_disk_is_for_later),
	};
#undef CASE

	return cmocka_run_group_tests(tests, NULL, NULL);
}
