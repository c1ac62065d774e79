/* SPDX-License-Identifier: ISC */
/*
 * XQF by its description, with the keys of later versions, and files of every
 * format broken at every byte.
 */
#include "unit/game_record_setup.h"

/* The example at the end of the format's description: the pieces, and from and
 * to of 16 moves, with the coordinates of the moves it names in Chinese. */
static const unsigned char example_pieces[32] = {
	0x50, 0x46, 0x3c, 0x32, 0x28, 0x1e, 0x14, 0x0a,
	0x00, 0x48, 0x0c, 0x53, 0x3f, 0x2b, 0x17, 0x03,
	0x09, 0x13, 0x1d, 0x27, 0x31, 0x3b, 0x45, 0x4f,
	0x59, 0x11, 0x4d, 0x06, 0x1a, 0x2e, 0x42, 0x56,
};
static const unsigned char example_moves[16][2] = {
	{ 0x2f, 0x38 }, { 0x67, 0x63 }, { 0x57, 0x60 }, { 0x29, 0x3b }, { 0x2c, 0x4a },
	{ 0x2b, 0x27 }, { 0x22, 0x36 }, { 0x21, 0x33 }, { 0x18, 0x2a }, { 0x2b, 0x2f },
	{ 0x24, 0x22 }, { 0x27, 0x6b }, { 0x60, 0x6d }, { 0x33, 0x6d }, { 0x5e, 0x5e },
	{ 0x71, 0x6f },
};
static const char example_text[] = "C4-C5 H10-G8 G4-G5 B8-C8 C1-E3 B10-A8 B1-C3 A10-B10 A1-B1 "
	"B10-B6 B3-A3 B6-H6 H3-H8 C8-H8 H1-G3 I10-H10";

static void
xqf_is_as_described(void **state)
{
	struct arena	*arena = arena_new();
	struct record	*record = record_of(arena, NULL, example_text), *back;
	struct str	 out;

	(void)state;
	record->result = RESULT_GREEN;
	str_init(&out, arena, 0);
	record_write(&out, record, RECORD_XQF);
	assert_int_equal(out.length, 0x488);
	assert_memory_equal(out.data, "XQ\x0a", 3);
	assert_int_equal(out.data[0x33], 2);
	assert_memory_equal(out.data + 0x10, example_pieces, 32);
	assert_memory_equal(out.data + 0x400, "\x18\x20\xf0\xff\0\0\0\0", 8);
	for (int i = 0; i < 16; i++)
		assert_memory_equal(out.data + 0x408 + i * 8, example_moves[i], 2);
	assert_memory_equal(out.data + 0x482, "\0\0\0\0\0\0", 6);
	back = read_one(arena, out.data, out.length);
	assert_non_null(back);
	expect_same_moves(back, record);
	arena_free(arena);
}

/* Puts the keys of a later version on a file of version 10. */
static void
put_keys(struct str *out, const char *plain, size_t size, int version)
{
	static const char	mask[] = "[(C) Copyright Mr. Dong Shiwei.]";
	unsigned char	head[0x400], stream[32];
	unsigned	k, pieces, from, to, comment;

	memcpy(head, plain, sizeof(head));
	head[2] = (unsigned char)version;
	head[3] = 0x5a;
	for (int i = 8; i < 16; i++)
		head[i] = (unsigned char)(37 * i + version);
	k = head[13];
	pieces = ((((k * k * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * k & 0xff;
	k = head[14];
	from = ((((k * k * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * pieces & 0xff;
	k = head[15];
	to = ((((k * k * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * from & 0xff;
	comment = (head[12] * 256u + head[13]) % 32000 + 767;
	for (unsigned i = 0; i < 32; i++) {
		unsigned	slot = version >= 12 ? (i + pieces + 1) % 32 : i;

		stream[i] = (unsigned char)(mask[i] &
		    ((head[12 + i % 4] & head[3]) | head[8 + i % 4]));
		head[0x10 + i] = (unsigned char)((unsigned char)plain[0x10 + slot] + pieces);
	}
	str_addn(out, (const char *)head, sizeof(head));
	for (size_t at = 0x400; at + 8 <= size;) {
		unsigned char	node[8];
		unsigned	length;
		size_t		n = 4;

		memcpy(node, plain + at, 8);
		length = node[4] | (unsigned)node[5] << 8;
		node[0] = (unsigned char)(node[0] + from);
		node[1] = (unsigned char)(node[1] + to);
		node[2] = (unsigned char)((node[2] ? 0x80 : 0) | (length ? 0x20 : 0));
		if (length > 0) {
			for (int i = 0; i < 4; i++)
				node[4 + i] = (unsigned char)((length + comment) >> 8 * i);
			n = 8;
		}
		str_addn(out, (const char *)node, n);
		str_addn(out, plain + at + 8, length);
		at += 8 + length;
	}
	for (size_t at = 0x400; at < out->length; at++)
		out->data[at] = (char)((unsigned char)out->data[at] + stream[at % 32]);
}

static void
encrypted_xqf_is_read(void **state)
{
	struct arena	*arena = arena_new();
	struct record	*record = record_of(arena, NULL, example_text), *back;

	(void)state;
	record->comments[0] = "开局";
	record->comments[4] = "a comment";
	record->fields[FIELD_RED] = "柳大华";
	for (int version = 11; version <= 18; version++) {
		struct str	plain, keyed;

		str_init(&plain, arena, 0);
		str_init(&keyed, arena, 0);
		record_write(&plain, record, RECORD_XQF);
		put_keys(&keyed, plain.data, plain.length, version);
		back = read_one(arena, keyed.data, keyed.length);
		assert_non_null(back);
		expect_same_moves(back, record);
		assert_string_equal(back->comments[0], "开局");
		assert_string_equal(back->comments[4], "a comment");
		assert_string_equal(back->fields[FIELD_RED], "柳大华");
	}
	arena_free(arena);
}

/* Every beginning of a file, and every byte of it changed, is read or refused. */
static void
broken_files_do_no_harm(void **state)
{
	struct arena	*arena = arena_new(), *scratch = arena_new();
	struct record	*record = record_of(arena, NULL, example_text), *got;
	struct err	 err;
	int		 count;

	(void)state;
	record->comments[2] = "{a (b) [c]";
	record->fields[FIELD_RED] = "柳大华";
	for (int format = RECORD_PGN; format <= RECORD_XQF; format++) {
		struct str	out;

		str_init(&out, arena, 0);
		record_write(&out, record, (enum record_format)format);
		for (size_t size = 0; size < out.length; size++) {
			char	was = out.data[size];

			record_read(scratch, out.data, size, &got, &count, &err);
			out.data[size] = (char)(was ^ 0x55);
			record_read(scratch, out.data, out.length, &got, &count, &err);
			out.data[size] = was;
			arena_clear(scratch);
		}
	}
	arena_free(scratch);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(xqf_is_as_described),
		cmocka_unit_test(encrypted_xqf_is_read),
		cmocka_unit_test(broken_files_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
