/* SPDX-License-Identifier: ISC */
/*
 * What reading a letter costs: processor time and peak of memory.
 *
 * Time is that of the thread, so that other programs do not count, and the best
 * of a few readings, so that what they leave in caches counts little.
 */
#ifndef TESTS_COST_H
#define TESTS_COST_H

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "mail/read/letter.h"

#define COST_TRIES 20

typedef void cost_reading(struct letter *letter, struct arena *arena, const char *bytes,
    size_t length, const struct letter_policy *policy);

static inline double
cost_milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Bytes, by the field's name in /proc/self/status; 0 where there is none. */
static inline long
cost_memory(const char *field)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long kilobytes = 0;

	if (file == NULL)
		return 0;
	while (fgets(line, sizeof line, file) != NULL) {
		if (strncmp(line, field, strlen(field)) == 0)
			kilobytes = atol(line + strlen(field));
	}
	fclose(file);
	return kilobytes * 1024;
}

/* Bytes in use now; cost_peak counts from here. */
static inline long
cost_rest(void)
{
	FILE *file = fopen("/proc/self/clear_refs", "w");

	malloc_trim(0);
	if (file != NULL) {
		fputs("5", file);
		fclose(file);
	}
	return cost_memory("VmRSS:");
}

static inline long
cost_peak(void)
{
	return cost_memory("VmHWM:");
}

/* Milliseconds, the best of so many tries; a reading of less than `enough` ends them. */
static inline double
cost_time(cost_reading *read, const char *bytes, size_t length, const struct letter_policy *policy,
    int tries, double enough)
{
	double best = 1e9;

	for (int i = 0; i < tries && best > enough; i++) {
		double began = cost_milliseconds(), took;
		struct arena *arena = arena_new();
		struct letter letter;

		read(&letter, arena, bytes, length, policy);
		arena_free(arena);
		took = cost_milliseconds() - began;
		best = took < best ? took : best;
	}
	return best;
}

#endif
