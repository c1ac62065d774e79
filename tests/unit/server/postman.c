/* SPDX-License-Identifier: ISC */
/*
 * One letter as the postman handles it: what became of it, and how many letters go out.
 * Letters are read in this process; the sandbox has tests of its own.
 */
#include "unit/server/setup.h"

#include "mail/reader.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/outgoing.h"
#include "server/postman.h"
#include "unit/phrases.h"

static bool has_reader = true;

int
sandbox_read(struct letter *letter, struct arena *out, const char *bytes, size_t length,
    const struct letter_policy *policy, struct err *error)
{
	if (!has_reader)
		return err_set(error, "no reader");
	reader_read(letter, out, bytes, length, policy);
	return 0;
}

static enum handled
handle_from(const char *envelope, const char *bytes, int64_t now)
{
	struct intake intake = { .bytes = bytes,
		.length = strlen(bytes),
		.received = now,
		.stamped = now,
		.sender = envelope,
		.source = "test",
		.id = "1" };

	const char *line;

	return postman_handle(&server, &intake, now, arena, &line, &err);
}

static enum handled
handle(const char *bytes, int64_t now)
{
	return handle_from(NULL, bytes, now);
}

/* A letter unlike any other, with this Subject. */
static const char *
letter(const char *from, const char *to, const char *subject)
{
	static int number;

	return arena_printf(arena,
	    "From: %s\nTo: %s\nSubject: %s\nDate: Wed, 18 Nov 2026 10:00:00 +0000\n"
	    "Message-ID: <%d@players.test>\n\n",
	    from, to, subject, ++number);
}

#define TO    "To: xiangqi@game.test\nMessage-ID: <1@a.test>\n"
#define FRED  "From: fred@a.test\n" TO
#define OTHER "From: x@c.test\n" TO

static void
handles_each_kind(void **state)
{
	static const struct {
		const char *name, *envelope, *bytes;
		enum handled want;
		int out; /* letters */
	} cases[] = {
		{ "a player's command", NULL, FRED "Subject: help\n\n", HANDLED_DONE, 1 },
		{ "a player's words", NULL, FRED "Subject: hello\n\nGood morning!\n",
		    HANDLED_REFUSED, 1 },
		{ "a refusal", NULL, FRED "Subject: show 99\n\n", HANDLED_REFUSED, 1 },
		{ "a stranger's command", NULL, OTHER "Subject: help\n\n", HANDLED_DONE, 1 },
		{ "a stranger's sign-up", NULL, OTHER "Subject: signup barney\n\n", HANDLED_DONE,
		    1 },
		{ "a stranger's words", NULL, OTHER "Subject: hello\n\nGood morning!\n",
		    HANDLED_IGNORED, 0 },
		{ "a command that is not open to strangers", NULL,
		    OTHER "Subject: challenge fred\n\n", HANDLED_IGNORED, 0 },
		{ "a robot's answer", NULL, FRED "Auto-Submitted: auto-replied\nSubject: help\n\n",
		    HANDLED_IGNORED, 0 },
		{ "a loop", NULL, FRED "X-Loop: xiangqi@game.test\nSubject: help\n\n",
		    HANDLED_IGNORED, 0 },
		{ "a null sender, by the header", NULL,
		    "Return-Path: <>\n" FRED "Subject: help\n\n", HANDLED_IGNORED, 0 },
		{ "a null sender, by the envelope", "", FRED "Subject: help\n\n", HANDLED_IGNORED,
		    0 },
		{ "two authors", NULL, "From: fred@a.test, wilma@a.test\n" TO "Subject: help\n\n",
		    HANDLED_IGNORED, 0 },
		{ "a report about no letter of the server's", NULL,
		    "From: MAILER-DAEMON@b.test\n" TO
		    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n"
		    "Subject: failure\n\n--b\n\nx\n--b\nContent-Type: message/delivery-status\n\n"
		    "Final-Recipient: rfc822; x@b.test\nAction: failed\nStatus: 5.1.1\n\n--b--\n",
		    HANDLED_BOUNCED, 0 },
		{ "no header", NULL, "no header at all\n", HANDLED_PARKED, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		print_message("%s\n", cases[i].name);
		if (i > 0)
			set_up(NULL);
		assert_int_equal(
		    handle_from(cases[i].envelope, cases[i].bytes, NOW), cases[i].want);
		assert_int_equal(outbox_count(), cases[i].out);
		/* A second copy is known, whatever became of the first. */
		assert_int_equal(handle_from(cases[i].envelope, cases[i].bytes, NOW + DAY),
		    cases[i].want == HANDLED_PARKED ? HANDLED_KNOWN_PARKED : HANDLED_KNOWN);
		assert_int_equal(outbox_count(), cases[i].out);
		if (i + 1 < sizeof cases / sizeof cases[0])
			tear_down(NULL);
	}
}

static void
answers_nobody_for_a_suspended_player(void **state)
{
	(void)state;
	OK(store_begin(server.store, &err));
	fred.state = PLAYER_SUSPENDED;
	OK(players_save(server.store, &fred, &err));
	OK(store_commit(server.store, &err));
	assert_int_equal(handle(FRED "Subject: challenge wilma\n\n", NOW), HANDLED_REFUSED);
	assert_int_equal(outbox_count(), 1);
	assert_string_equal(outbox_newest().recipient, "fred@a.test");
}

/* What is broken here is no fault of the letter's. */
static void
leaves_no_trace_of_a_fault(void **state)
{
	const char *bytes = FRED "Subject: help time\n\n";
	const char *own = arena_printf(arena, "%s/own", home);
	FILE *file;

	(void)state;
	assert_int_equal(system(arena_printf(arena, "mkdir -p %s/en", own)), 0);
	file = fopen(arena_printf(arena, "%s/en/help-time.txt", own), "w");
	assert_non_null(file);
	fputs("{{no-such-variable}}\n", file);
	fclose(file);
	open_templates(own);
	has_reader = false;
	assert_int_equal(handle(bytes, NOW), HANDLED_ERROR);
	has_reader = true;
	assert_int_equal(outbox_count(), 0);
	/* The shipped template stands in. */
	assert_int_equal(handle(bytes, NOW), HANDLED_DONE);
	assert_int_equal(outbox_count(), 1);
}

/* Two answers an hour and three a day to one address, ten and fifteen to a mailbox. */
static void
limits_answers(void **state)
{
	static const struct {
		const char *name;
		int64_t at;
		enum handled want;
	} cases[] = {
		{ "the first", 0, HANDLED_DONE },
		{ "the second", 1, HANDLED_DONE },
		{ "the third within an hour", 2, HANDLED_IGNORED },
		{ "an hour after the first", HOUR, HANDLED_IGNORED },
		{ "a second more", HOUR + 1, HANDLED_DONE },
		{ "the fourth within a day", 2 * HOUR + 2, HANDLED_IGNORED },
		{ "a day after the first", DAY, HANDLED_IGNORED },
		{ "a second more", DAY + 1, HANDLED_DONE },
	};
	int answered = 0;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		print_message("%s\n", cases[i].name);
		assert_int_equal(
		    handle(letter("x@c.test", "xiangqi@game.test", "help"), NOW + cases[i].at),
		    cases[i].want);
		answered += cases[i].want == HANDLED_DONE;
		assert_int_equal(outbox_count(), answered);
	}
	for (int i = 1; i <= 11; i++)
		assert_int_equal(handle(letter(arena_printf(arena, "y+%d@c.test", i),
					    "xiangqi@game.test", "help"),
				     NOW),
		    i <= 10 ? HANDLED_DONE : HANDLED_IGNORED);
}

/* A letter to fred about the game; what stands in Reply-To. */
static const char *
write_to_fred(struct game *game)
{
	struct cause cause = { .now = NOW };
	struct reply reply;
	struct out out;

	OK(store_begin(server.store, &err));
	reply_init(&reply, arena);
	vars_text(reply_tell(&reply, fred.id, game, "help"), "userid", "fred");
	OK(outgoing_write(&server, arena, &reply, &cause, &err));
	OK(store_commit(server.store, &err));
	out = outbox_newest();
	return field(&out, "Reply-To");
}

/* What was carried out with proof is answered beyond all limits; a token is no proof in
 * anybody else's letter. */
static void
believes_a_token(void **state)
{
	const char *to;

	(void)state;
	to = write_to_fred(NULL);
	for (int i = 0; i < 5; i++)
		assert_int_equal(
		    handle(letter("fred@a.test", to, "set notation wxf"), NOW), HANDLED_DONE);
	assert_int_equal(outbox_count(), 6);
	assert_int_equal(
	    handle(letter("wilma@a.test", to, "set notation wxf"), NOW), HANDLED_REFUSED);
	assert_int_equal(handle(letter("x@c.test", to, "set notation wxf"), NOW), HANDLED_IGNORED);
}

static enum handled
bounce(const char *to, const char *status, int64_t now)
{
	return handle(arena_printf(arena,
			  "From: MAILER-DAEMON@b.test\nTo: %s\nMessage-ID: <%lld@b.test>\n"
			  "Content-Type: multipart/report; report-type=delivery-status; "
			  "boundary=b\nSubject: failure\n\n--b\n\nx\n--b\n"
			  "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; "
			  "fred@a.test\nAction: failed\nStatus: %s\n\n--b--\n",
			  to, (long long)now, status),
	    now);
}

static bool
is_stopped(void)
{
	struct address *addresses;

	assert_int_equal(OK(players_addresses(server.store, arena, fred.id, &addresses, &err)), 1);
	return addresses[0].stopped;
}

/* Three hard bounces on three days; a letter from there starts it again. */
static void
stops_an_address_that_bounces(void **state)
{
	static const struct {
		const char *name, *status;
		int64_t at;
		bool stopped;
	} cases[] = {
		{ "the first day", "5.1.1", 0, false },
		{ "the same day", "5.1.1", 1, false },
		{ "the second day", "5.1.1", DAY, false },
		{ "one that may pass", "4.2.2", 2 * DAY, false },
		{ "the third day", "5.1.1", 3 * DAY, true },
		{ "later ones", "5.1.1", 4 * DAY, true },
	};
	const char *to;

	(void)state;
	write_to_fred(NULL);
	to = outbox_newest().sender;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		print_message("%s\n", cases[i].name);
		assert_int_equal(bounce(to, cases[i].status, NOW + cases[i].at), HANDLED_BOUNCED);
		assert_int_equal(is_stopped(), cases[i].stopped);
	}
	assert_int_equal(
	    bounce("xiangqi+b.forged@game.test", "5.1.1", NOW + 4 * DAY + 1), HANDLED_BOUNCED);
	assert_int_equal(handle(letter("fred@a.test", "xiangqi@game.test", "help"), NOW + 5 * DAY),
	    HANDLED_DONE);
	assert_false(is_stopped());
}

static int
set_up_all(void **state)
{
	(void)state;
	reader_setup();
	load_phrases();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(handles_each_kind),
		TEST(answers_nobody_for_a_suspended_player),
		TEST(leaves_no_trace_of_a_fault),
		TEST(limits_answers),
		TEST(believes_a_token),
		TEST(stops_an_address_that_bounces),
	};

	return cmocka_run_group_tests_name("postman", tests, set_up_all, NULL);
}
