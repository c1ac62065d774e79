/* SPDX-License-Identifier: ISC */
/*
 * The arena: aligned, zeroed, separate pieces; clearing gives large ones back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"

static void
pieces_do_not_touch(void **state)
{
	static const size_t sizes[] = { 0, 1, 7, 31, 32, 33, 1000, 16384, 16385, 65535, 65536,
		65537, 1, 200000, 3, 60000, 5 };
	struct arena *arena = arena_new();
	unsigned char *piece[3 * sizeof sizes / sizeof sizes[0]];
	size_t n = sizeof sizes / sizeof sizes[0], count = 3 * n;

	(void)state;
	for (size_t i = 0; i < count; i++) {
		size_t size = sizes[i % n];

		piece[i] = arena_alloc(arena, size);
		assert_int_equal((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < size; k++)
			assert_int_equal(piece[i][k], 0);
		memset(piece[i], (int)i + 1, size);
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sizes[i % n]; k++)
			assert_int_equal(piece[i][k], i + 1);
	arena_free(arena);
}

static void
clearing_starts_anew(void **state)
{
	struct arena *arena = arena_new();
	char *text;

	(void)state;
	for (int round = 0; round < 5; round++) {
		for (int i = 0; i < 300; i++) {
			memset(arena_alloc(arena, 1000), 0xff, 1000);
			memset(arena_alloc(arena, 70000), 0xff, 70000);
		}
		arena_clear(arena);
		text = arena_alloc(arena, 60000);
		for (int i = 0; i < 60000; i++)
			assert_int_equal(text[i], 0);
	}
	arena_free(arena);
	arena_free(NULL);
}

static void
copies_texts(void **state)
{
	struct arena *arena = arena_new();
	char large[5000];

	(void)state;
	memset(large, 'x', sizeof large);
	large[sizeof large - 1] = '\0';
	assert_string_equal(arena_strdup(arena, ""), "");
	assert_string_equal(arena_strdup(arena, large), large);
	assert_string_equal(arena_strndup(arena, "rook and horse", 4), "rook");
	assert_string_equal(arena_strndup(arena, "rook", 0), "");
	assert_string_equal(arena_printf(arena, "%s-%d", "B3", 7), "B3-7");
	assert_string_equal(arena_printf(arena, "%s", large), large);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_do_not_touch),
		cmocka_unit_test(clearing_starts_anew),
		cmocka_unit_test(copies_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
