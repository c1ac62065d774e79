/* SPDX-License-Identifier: ISC */
/*
 * A test that is its own riverpost-reader, with a way of reading of its own: it starts
 * sandbox_start(SELF, ...), and its main begins with be_reader.
 */
#ifndef TESTS_READER_H
#define TESTS_READER_H

#include <string.h>

#include "mail/reader.h"
#include "sandbox/zygote.h"
#include "unit/phrases.h"

#define SELF "/proc/self/exe"

static inline void
be_reader(char **argv, letter_reader *read)
{
	reader_setup();
	load_phrases();
	if (strcmp(argv[0], ZYGOTE_NAME) == 0)
		zygote_serve(read);
}

#endif
