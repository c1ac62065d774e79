/* SPDX-License-Identifier: ISC */
/*
 * What reading a letter in a process of its own costs.
 *
 *	apart [LETTERS]
 *
 * The same letters of 1, 4, 64 and 256 KiB are read in this process and apart,
 * in turn; microseconds a letter, the best of a few rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/err.h"
#include "mail/reader.h"
#include "reader.h"
#include "sandbox/sandbox.h"

#define ROUNDS 5

static const struct letter_policy policy = { .bytes_max = LETTER_BYTES_MAX_DEFAULT,
	.address = "xiangqi@example.org" };

static double
microseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static char *
make(size_t length)
{
	static const char head[] = "From: fred@example.org\nSubject: Re: Board 7\n"
				   "Message-ID: <1@example.org>\n\nB3-E3\n\n";
	char *bytes = malloc(length);

	if (bytes == NULL)
		abort();
	memcpy(bytes, head, sizeof head - 1);
	for (size_t i = sizeof head - 1; i < length; i++)
		bytes[i] = i % 70 == 0 ? '\n' : 'x';
	return bytes;
}

static double
read_many(struct arena *arena, const char *bytes, size_t length, int letters, bool apart)
{
	double best = 1e12;
	struct letter letter;
	struct err err;

	for (int round = 0; round < ROUNDS; round++) {
		double began = microseconds(), each;

		for (int i = 0; i < letters; i++) {
			if (!apart)
				reader_read(&letter, arena, bytes, length, &policy);
			else if (sandbox_read(&letter, arena, bytes, length, &policy, &err) == -1 ||
			    letter.kind != LETTER_PERSON)
				abort();
			arena_clear(arena);
		}
		each = (microseconds() - began) / letters;
		best = each < best ? each : best;
	}
	return best;
}

int
main(int argc, char **argv)
{
	static const size_t sizes[] = { 1, 4, 64, 256 };
	int letters = argc > 1 ? atoi(argv[1]) : 200;
	struct arena *arena = arena_new();
	struct err err;

	be_reader(argv, reader_read_apart);
	if (sandbox_start(SELF, NULL, &err) == -1) {
		fprintf(stderr, "apart: %s\n", err.text);
		return 1;
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t length = sizes[i] * 1024;
		char *bytes = make(length);
		double here = read_many(arena, bytes, length, letters, false);
		double apart = read_many(arena, bytes, length, letters, true);

		printf("%3zu KiB: %6.0f us here, %6.0f us apart\n", sizes[i], here, apart);
		free(bytes);
	}
	sandbox_stop();
	arena_free(arena);
	return 0;
}
