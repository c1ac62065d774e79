/* SPDX-License-Identifier: ISC */
/*
 * Charsets of scores: told apart for each game, and never at the cost of a brace.
 */
#include <iconv.h>

#include "unit/game/record_setup.h"

#define TWO "H3-E3 H10-G8"

/* One game each, in the bytes of its charset. */
static const struct {
	const char *bytes, *red, *comment; /* comment of the first move */
} games[] = {
	{ "[Red \"M\xfcller\"]\n1. C2=5 {forc\xe9} H8+7 1-0\n", "Müller", "forcé" },
	{ "[Red \"\xc9lan\"]\n1. C2=5 {tr\xe8s os\xe9} H8+7 1-0\n", "Élan", "très osé" },
	{ "[Red \"a\"]\n1. C2=5 {d\x92\xe9t\xe9 \x96 jou\xe9} H8+7 1-0\n", "a", "d’été – joué" },
	{ "[Red \"\xa4\xfd\xb0\xea\"]\n1. C2=5 {\xa6n\xb4\xd1} H8+7 1-0\n", "王國", "好棋" },
	{ "[Red \"\xcd\xf5\"]\n1. C2=5 {\xba\xc3\xc6\xe5} H8+7 1-0\n", "王", "好棋" },
	/* Cut inside a character. */
	{ "[Red \"\xcd\xf5\"]\n1. C2=5 {\xba} H8+7 1-0\n", "王", "\xef\xbf\xbd" },
	{ "[Red \"王大明\"]\n1. C2=5 {好\xe6} H8+7 1-0\n", "王大明", "好\xef\xbf\xbd" },
	/* A hanzi of GBK that ends in a byte of ASCII. */
	{ "[Red \"\xcd\xf5\"]\n1. C2=5 {\xd2\xbb\xfc\x63} H8+7 1-0\n", "王", "一點" },
};

static void
check(struct arena *arena, const struct record *record, size_t i)
{
	if (record->error != NULL)
		fail_msg("%s: %s", games[i].red, record->error);
	assert_string_equal(moves_text(arena, record), TWO);
	assert_string_equal(record->fields[FIELD_RED], games[i].red);
	assert_string_equal(record->comments[1], games[i].comment);
	assert_int_equal(record->result, RESULT_RED);
}

static void
one_game_alone(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
		struct record *record = read_one(arena, games[i].bytes, strlen(games[i].bytes));

		assert_non_null(record);
		check(arena, record, i);
	}
	arena_free(arena);
}

static void
each_game_has_its_own(void **state)
{
	struct arena *arena = arena_new();
	struct record *record;
	struct str all;
	struct err err;
	int count;

	(void)state;
	str_init(&all, arena, 0);
	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
		str_addf(&all, "%s\n", games[i].bytes);
	assert_int_equal(record_read(arena, all.data, all.length, &record, &count, &err), 0);
	assert_int_equal(count, sizeof games / sizeof games[0]);
	for (size_t i = 0; record != NULL; record = record->next)
		check(arena, record, i++);
	arena_free(arena);
}

/* Which code page it is cannot be known, but where the comment ends can. */
static void
unknown_letters_end_with_their_brace(void **state)
{
	static const char cyrillic[] = "[Red \"a\"]\n1. C2=5 {\xed\xe8\xf7\xfc\xff} H8+7 1-0\n";
	struct arena *arena = arena_new();

	(void)state;
	assert_string_equal(moves_text(arena, read_one(arena, cyrillic, strlen(cyrillic))), TWO);
	arena_free(arena);
}

static void
utf_16_needs_no_mark(void **state)
{
	static const char *const charsets[] = { "UTF-16LE", "UTF-16BE" };
	char score[] = "[Red \"王\"]\n1. C2=5 H8+7 1-0\n", bytes[200];
	struct arena *arena = arena_new();

	(void)state;
	for (int i = 0; i < 2; i++) {
		iconv_t cd = iconv_open(charsets[i], "UTF-8");
		char *in = score, *out = bytes;
		size_t size = strlen(score), room = sizeof bytes;
		struct record *record;

		assert_int_equal(iconv(cd, &in, &size, &out, &room), 0);
		iconv_close(cd);
		record = read_one(arena, bytes, sizeof bytes - room);
		assert_non_null(record);
		assert_string_equal(record->fields[FIELD_RED], "王");
		assert_string_equal(moves_text(arena, record), TWO);
	}
	arena_free(arena);
}

/* The bytes in place of a name and of the last comment that are as long. */
static void
texts_of_xqf_too(void **state)
{
	static const struct {
		const char *red, *comment, *want_red, *want_comment;
	} cases[] = {
		{ "\xb3\x5c", "\xa6n\xb4\xd1", "許", "好棋" },
		{ "\xcd\xf5", "\xba\xc3\xc6\xe5", "王", "好棋" },
		{ "M\xfcller", "forc\xe9", "Müller", "forcé" },
		{ "Lê Đức", "tốt", "Lê Đức", "tốt" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct record *record = record_of(arena, NULL, TWO);
		size_t red = strlen(cases[i].red), comment = strlen(cases[i].comment);
		struct str out;

		record->fields[FIELD_RED] = arena_strndup(arena, "rrrrrrrrrrrrrrr", red);
		record->comments[2] = arena_strndup(arena, "cccccccccccccc", comment);
		str_init(&out, arena, 0);
		record_write(&out, record, RECORD_XQF);
		memcpy(out.data + 0x131, cases[i].red, red);
		memcpy(out.data + out.length - comment, cases[i].comment, comment);
		record = read_one(arena, out.data, out.length);
		assert_non_null(record);
		assert_string_equal(moves_text(arena, record), TWO);
		assert_string_equal(record->fields[FIELD_RED], cases[i].want_red);
		assert_string_equal(record->comments[2], cases[i].want_comment);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_game_alone),
		cmocka_unit_test(each_game_has_its_own),
		cmocka_unit_test(unknown_letters_end_with_their_brace),
		cmocka_unit_test(utf_16_needs_no_mark),
		cmocka_unit_test(texts_of_xqf_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
