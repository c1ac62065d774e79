/* SPDX-License-Identifier: ISC */
/*
 * Hostile letters: each is read in little time and memory, whatever it is.
 *
 * 20 ms and 16 MB are the limits for a letter of 1 MB.  Memory is held to that;
 * of time five times as much is allowed here, since machines differ and are
 * shared (tests/bench/hostile.c has the figures), but it must not grow faster
 * than the letter.  Under sanitizers only the absence of crashes is tried.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/sanitized.h"
#include "mail/head.h"
#include "mail/reader.h"
#include "unit/cost.h"
#include "unit/mail/bombs.h"
#include "unit/mail/letters.h"

#define KILO               1024
#define MEGA               (1024 * 1024)
#define MILLISECONDS_MAX   100.0
#define GROWTH_MAX         8.0 /* for four times the bytes; what is quadratic has 16 */
#define READINGS           3   /* of which the fastest counts */
#define MILLISECONDS_ANY   1e8 /* of no interest: once is enough */
#define MILLISECONDS_NOISE 4.0 /* shorter ones tell nothing about growth */
#define BYTES_MAX          (16L * 1024 * 1024)

static const struct letter_policy roomy = {
	.bytes_max = 4 * MEGA, .address = "xiangqi@game.test", .auth_server = "mx.game.test"
};

static double
time_of(cost_reading *read, const struct bomb *bomb, size_t limit, int tries, double enough)
{
	size_t length;
	char *bytes = bomb_make(bomb, limit, &length);
	double best = cost_time(read, bytes, length, &roomy, tries, enough);

	free(bytes);
	return best;
}

static void
test_bounds(void **state)
{
	bool good = true;

	(void)state;
	for (size_t i = 0; i < BOMBS; i++) {
		long rest = cost_rest(), used;
		double ms = time_of(reader_read, &bombs[i], MEGA, COST_TRIES,
		    SANITIZED ? MILLISECONDS_ANY : MILLISECONDS_MAX);

		/* The letter's own bytes are there whoever reads it. */
		used = cost_peak() - rest - MEGA;
		if (SANITIZED || (ms <= MILLISECONDS_MAX && used <= BYTES_MAX))
			continue;
		print_message("%s: %.1f ms, %ld bytes\n", bombs[i].name, ms, used);
		good = false;
	}
	assert_true(good);
}

static bool
grows_linearly(cost_reading *read, const struct bomb *bomb, size_t size)
{
	double small, large = 1e9, enough;

	/* A busy machine makes any one measurement long, and none too short: of the
	 * larger letter one that is short enough will do, and the smaller is measured
	 * again with it. */
	for (int try = 0; try < COST_TRIES; try++) {
		small = time_of(read, bomb, size, READINGS, 0);
		enough = GROWTH_MAX * small > MILLISECONDS_NOISE ? GROWTH_MAX * small :
								   MILLISECONDS_NOISE;
		large = time_of(read, bomb, 4 * size, READINGS, enough);
		if (large <= enough)
			return true;
	}
	print_message("%s of %zu bytes: %.1f ms, of four times that %.1f ms\n", bomb->name, size,
	    small, large);
	return false;
}

static void
test_growth(void **state)
{
	bool good = true;

	(void)state;
	if (SANITIZED)
		skip();
	for (size_t i = 0; i < BOMBS; i++)
		good &= grows_linearly(reader_read, &bombs[i], 64 * KILO) &
		    grows_linearly(reader_read, &bombs[i], MEGA) &
		    grows_linearly(head_read, &bombs[i], MEGA);
	assert_true(good);
}

/* Names and Subjects come out without controls that could turn a line around. */
static void
test_controls(void **state)
{
	static const char bytes[] =
	    "From: \u202eevil\u202c\x01 <a@b.test>\nSubject: \u2066a\0b\x1b[2J\u200e\n"
	    "X-\xff: \x80\n\nmove\u202e 7\0 h2e2\n";
	struct arena *arena = arena_new();
	struct letter letter = read_bytes(arena, bytes, sizeof bytes - 1);

	(void)state;
	assert_string_equal(letter.from, "a@b.test");
	assert_string_equal(letter.from_name, "evil");
	assert_string_equal(letter.subject, "ab[2J");
	assert_string_equal(letter.text, "move 7 h2e2\n");
	arena_free(arena);
}

/* Caps end in quarantine, not in half a letter. */
static void
test_caps(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < BOMBS; i++) {
		static const char *const over[] = { "parts", "parts, boundary in pieces",
			"parts, boundary empty", "parts, boundary escaped", "fields",
			"fields in a part", "nested multiparts" };
		size_t length;
		char *bytes = bomb_make(&bombs[i], BOMB_UNIT, &length);

		for (size_t j = 0; j < sizeof over / sizeof *over; j++) {
			if (strcmp(bombs[i].name, over[j]) == 0)
				assert_int_equal(
				    read_bytes(arena, bytes, length).kind, LETTER_UNREADABLE);
		}
		free(bytes);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 3: hostile letters in little time and 16 MB", test_bounds, NULL, NULL,
		    NULL },
		{ "mail 3: time grows no faster than letters", test_growth, NULL, NULL, NULL },
		{ "mail 12: no control characters come through", test_controls, NULL, NULL, NULL },
		{ "mail 3: too many parts are quarantined", test_caps, NULL, NULL, NULL },
	};
	struct arena *arena = arena_new();

	/* What a letter had is kept for the next: time is not that of the kernel's pages. */
	mallopt(M_MMAP_THRESHOLD, 16 * MEGA);
	mallopt(M_TRIM_THRESHOLD, 64 * MEGA);
	/* The program at rest has read a letter before. */
	read_letter(arena, CHARSET("gb2312") "\xc5\xda\n");
	read_letter(arena, PART("text/html") "<p>hi\n");
	arena_free(arena);
	return cmocka_run_group_tests_name("mail_reader_hostile", tests, NULL, NULL);
}
