/* SPDX-License-Identifier: ISC */
/*
 * Fuzzing of scores: whatever is read can be written in every format, and the
 * binary one comes back with as many moves.
 *
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "game/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
write_all(struct arena *arena, const struct record *record)
{
	for (int format = RECORD_PGN; format <= RECORD_XQF; format++) {
		struct str out;
		struct record *back = NULL;
		struct err err;
		int count = 0;

		str_init(&out, arena, 0);
		record_write(&out, record, (enum record_format)format);
		if (format != RECORD_XQF || record->length == 0)
			continue;
		if (record_read(arena, out.data, out.length, &back, &count, &err) == -1 ||
		    back->length != record->length)
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct record *record = NULL;
	struct err err;
	int count = 0;

	if (record_read(arena, (const char *)data, size, &record, &count, &err) == 0)
		for (; record != NULL; record = record->next)
			write_all(arena, record);
	arena_free(arena);
	return 0;
}
