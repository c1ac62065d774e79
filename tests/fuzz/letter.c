/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a letter: no crash, no invalid text; and what was read can be
 * said in a letter of our own without breaking into its header.
 *
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/utf8.h"
#include "mail/read/letter.h"
#include "mail/reader.h"
#include "mail/write/compose.h"
#include "unit/phrases.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_text(const char *text)
{
	assert(text != NULL && utf8_is_valid(text, strlen(text)));
}

static void
answer(struct arena *arena, const struct letter *letter)
{
	struct draft draft = { .from = "xiangqi@game.test",
		.to = letter->from,
		.to_name = letter->from_name,
		.subject = letter->subject,
		.message_id = "1@game.test",
		.text = letter->text,
		.references = letter->references,
		.reference_count = letter->reference_count };
	const char *bytes;
	size_t length;
	struct err err;

	if (letter->from == NULL || compose_letter(arena, &draft, &bytes, &length, &err) == -1)
		return;
	assert(strlen(bytes) == length);
	assert(memmem(bytes, (size_t)(strstr(bytes, "\r\n\r\n") - bytes), "\nBcc:", 5) == NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct letter_policy policy = { .bytes_max = 64 * 1024,
		.address = "xiangqi@game.test",
		.auth_server = "mx.game.test" };
	struct arena *arena = arena_new();
	struct letter letter;

	reader_setup();
	load_phrases();
	reader_read(&letter, arena, (const char *)data, size, &policy);
	check_text(letter.text);
	check_text(letter.whole);
	check_text(letter.subject);
	check_text(letter.from_name);
	check_text(letter.charset);
	check_text(letter.kind_reason);
	assert(strlen(letter.digest) == 64);
	assert(letter.from == NULL || letter.from_count == 1);
	answer(arena, &letter);
	arena_free(arena);
	return 0;
}
