/* SPDX-License-Identifier: ISC */
/*
 * Sealed bytes: opened by the last two keys, and by nothing else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/seal.h"
#include "base/token.h"

#define TWICE "geheimgeheim"

static const struct keys old = { .number = { 7, 0 }, .key = { { 1, 2, 3 } } };
static const struct keys changed = { .number = { 8, 7 }, .key = { { 9 }, { 1, 2, 3 } } };
static const struct keys other = { .number = { 9, 8 }, .key = { { 5 }, { 9 } } };

static void
opens_again(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
	} cases[] = { { "", 0 }, { "x", 1 }, { "geheim", 6 }, { "a\0b\xff\n", 5 } };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *text = seal(arena, &old, cases[i].bytes, cases[i].length), *got;
		size_t length = 99;

		got = unseal(arena, &old, text, strlen(text), &length);
		assert_non_null(got);
		assert_int_equal(length, cases[i].length);
		assert_memory_equal(got, cases[i].bytes, length);
		assert_int_equal(got[length], 0);
		assert_non_null(unseal(arena, &changed, text, strlen(text), &length));
		assert_null(unseal(arena, &other, text, strlen(text), &length));
	}
	arena_free(arena);
}

/* The same bytes never look the same, and none of them shows. */
static void
hides(void **state)
{
	struct arena *arena = arena_new();
	const char *a = seal(arena, &old, TWICE, strlen(TWICE));
	const char *b = seal(arena, &old, TWICE, strlen(TWICE));

	(void)state;
	assert_string_not_equal(a, b);
	/* Base64 of it, wherever in a group of three bytes it begins; long enough that no
	 * chance brings it about. */
	assert_null(strstr(a, "Z2VoZWlt"));
	assert_null(strstr(a, "dlaGVpbW"));
	assert_null(strstr(a, "nZWhlaW1"));
	assert_int_equal(
	    strspn(a, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="),
	    strlen(a));
	arena_free(arena);
}

static void
notices_changes(void **state)
{
	struct arena *arena = arena_new();
	char *text = arena_strdup(arena, seal(arena, &old, "geheim", 6));
	size_t length;

	(void)state;
	for (size_t i = 0; text[i] != '\0' && text[i] != '='; i++) {
		char was = text[i];

		text[i] = was == 'A' ? 'Q' : 'A';
		if (unseal(arena, &old, text, strlen(text), &length) != NULL)
			fail_msg("character %zu", i);
		text[i] = was;
	}
	for (size_t n = 0; n < strlen(text); n++)
		assert_null(unseal(arena, &old, text, n, &length));
	assert_non_null(unseal(arena, &old, text, strlen(text), &length));
	assert_null(unseal(arena, &old, "no base64 at all!", 17, &length));
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_again),
		cmocka_unit_test(hides),
		cmocka_unit_test(notices_changes),
	};
	struct err err;

	return token_setup(&err) == -1 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
