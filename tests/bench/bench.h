/* SPDX-License-Identifier: ISC */
/*
 * What benchmarks share.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/err.h"

static struct err err;

/* Ends the program, with err, where a call failed. */
static inline void
check(int result)
{
	if (result != -1)
		return;
	fprintf(stderr, "bench: %s\n", err.text);
	exit(1);
}

/* By a clock that nobody sets. */
static inline double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
