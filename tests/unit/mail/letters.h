/* SPDX-License-Identifier: ISC */
/*
 * What the tests of letters share: a policy, and reading a letter from a string.
 */
#ifndef TESTS_MAIL_LETTERS_H
#define TESTS_MAIL_LETTERS_H

#include <string.h>

#include "base/arena.h"
#include "mail/read/letter.h"
#include "mail/reader.h"
#include "unit/phrases.h"

static const struct letter_policy test_policy = {
	.bytes_max = 1024 * 1024,
	.address = "xiangqi@game.test",
	.auth_server = "mx.game.test store.game.test",
};

static inline struct letter
read_bytes(struct arena *arena, const char *bytes, size_t length)
{
	struct letter letter;

	reader_setup();
	load_phrases();
	reader_read(&letter, arena, bytes, length, &test_policy);
	return letter;
}

static inline struct letter
read_letter(struct arena *arena, const char *text)
{
	return read_bytes(arena, text, strlen(text));
}

#endif
