/* SPDX-License-Identifier: ISC */
/*
 * XQF by its description, with the keys of later versions, and files of every
 * format broken at every byte.
 */
#include "unit/game/record_setup.h"

/* The example at the end of the format's description: the pieces, and from and
 * to of 16 moves, with the coordinates of the moves it names in Chinese. */
static const unsigned char example_pieces[32] = { 0x50, 0x46, 0x3c, 0x32, 0x28, 0x1e, 0x14, 0x0a,
	0x00, 0x48, 0x0c, 0x53, 0x3f, 0x2b, 0x17, 0x03, 0x09, 0x13, 0x1d, 0x27, 0x31, 0x3b, 0x45,
	0x4f, 0x59, 0x11, 0x4d, 0x06, 0x1a, 0x2e, 0x42, 0x56 };
static const unsigned char example_moves[16][2] = { { 0x2f, 0x38 }, { 0x67, 0x63 }, { 0x57, 0x60 },
	{ 0x29, 0x3b }, { 0x2c, 0x4a }, { 0x2b, 0x27 }, { 0x22, 0x36 }, { 0x21, 0x33 },
	{ 0x18, 0x2a }, { 0x2b, 0x2f }, { 0x24, 0x22 }, { 0x27, 0x6b }, { 0x60, 0x6d },
	{ 0x33, 0x6d }, { 0x5e, 0x5e }, { 0x71, 0x6f } };
static const char example_text[] = "C4-C5 H10-G8 G4-G5 B8-C8 C1-E3 B10-A8 B1-C3 A10-B10 A1-B1 "
				   "B10-B6 B3-A3 B6-H6 H3-H8 C8-H8 H1-G3 I10-H10";

static void
xqf_is_as_described(void **state)
{
	struct arena *arena = arena_new();
	struct record *record = record_of(arena, NULL, example_text), *back;
	struct str out;

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
	static const char mask[] = "[(C) Copyright Mr. Dong Shiwei.]";
	unsigned char head[0x400], stream[32];
	unsigned k, pieces, from, to, comment;

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
		unsigned slot = version >= 12 ? (i + pieces + 1) % 32 : i;

		stream[i] = (unsigned char)(mask[i] &
		    ((head[12 + i % 4] & head[3]) | head[8 + i % 4]));
		head[0x10 + i] = (unsigned char)((unsigned char)plain[0x10 + slot] + pieces);
	}
	str_addn(out, (const char *)head, sizeof(head));
	for (size_t at = 0x400; at + 8 <= size;) {
		unsigned char node[8];
		unsigned length;
		size_t n = 4;

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
	struct arena *arena = arena_new();
	struct record *record = record_of(arena, NULL, example_text), *back;

	(void)state;
	record->comments[0] = "开局";
	record->comments[4] = "a comment";
	record->fields[FIELD_RED] = "柳大华";
	for (int version = 11; version <= 18; version++) {
		struct str plain, keyed;

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

/*
 * Files made by another writer from what the desktop program does when it saves:
 * random keys whose sum is 0, random bits where nothing is defined, 90 and more
 * for pieces that are gone, X and Q in the root, comments that end with a line
 * break; Green moves first although the head says Red, and a second and a third
 * branch stand beside the main line.
 */
static const struct saved {
	unsigned char head[0x34], moves[48];
} saved[] = {
	{ { 0x58, 0x51, 0x0b, 0xab, 0x3a, 0x95, 0xf3, 0x79, 0xa6, 0x65, 0x7b, 0x7a, 0x0a, 0x32,
	      0xd3, 0xf1, 0xd9, 0x42, 0x34, 0xb4, 0x82, 0xfb, 0xbb, 0x33, 0x5e, 0xe0, 0xa2, 0xe4,
	      0x35, 0x74, 0x17, 0xe2, 0x6c, 0x08, 0x06, 0xd2, 0x81, 0xca, 0x41, 0xf6, 0x3c, 0x2c,
	      0xe8, 0xed, 0xe5, 0xc6, 0x99, 0xc8, 0x00, 0x00, 0x00, 0x04 },
	    { 0x62, 0x71, 0xf8, 0xb4, 0x55, 0x50, 0x6b, 0x70, 0xda, 0x32, 0x27, 0x39, 0x60, 0x18,
		0xee, 0x38, 0x70, 0xf9, 0xcb, 0xea, 0x65, 0x73, 0x63, 0x20, 0xcf, 0x2b, 0x26, 0x1e,
		0x31, 0x6b, 0x5a, 0x0e, 0x12, 0xdd, 0xa8, 0x11, 0xd6, 0x62, 0x9e, 0x7d, 0x28, 0x62,
		0x1a, 0x47, 0x52, 0x15, 0x2a, 0x1f } },
	{ { 0x58, 0x51, 0x0c, 0xee, 0x32, 0xd8, 0x45, 0x6c, 0xd8, 0xc2, 0xce, 0x98, 0xfa, 0x30,
	      0x0b, 0xcb, 0x61, 0x59, 0xf4, 0x97, 0xeb, 0x30, 0xe9, 0xf1, 0x4b, 0xce, 0x23, 0xfb,
	      0x06, 0xaf, 0x2d, 0xcf, 0xd7, 0x47, 0x42, 0x98, 0x4e, 0x47, 0x42, 0x74, 0xe6, 0xb8,
	      0xd3, 0x5b, 0x8a, 0x19, 0xf2, 0x82, 0x00, 0x00, 0x00, 0x04 },
	    { 0xb2, 0x71, 0xea, 0x52, 0x53, 0x45, 0x4e, 0x50, 0x2a, 0x32, 0x06, 0x18, 0xe2, 0x7a,
		0xc7, 0x0e, 0x02, 0x5b, 0xb8, 0xf7, 0x9f, 0x65, 0x46, 0x00, 0x1f, 0x2b, 0x05, 0xfd,
		0x6d, 0x6a, 0x80, 0x73, 0x5f, 0xad, 0xe9, 0x56, 0xdb, 0x68, 0x7f, 0x53, 0x78, 0x62,
		0xf9, 0x26, 0xd4, 0x77, 0x06, 0xea } },
	{ { 0x58, 0x51, 0x12, 0xae, 0xcc, 0xab, 0x58, 0x17, 0x2f, 0x3b, 0x56, 0x40, 0x9b, 0xb8,
	      0x3a, 0x73, 0x3d, 0x47, 0x48, 0x73, 0x8d, 0x17, 0x9d, 0x7c, 0xa8, 0x3f, 0x6d, 0x00,
	      0xb9, 0x75, 0x5f, 0xdc, 0x9e, 0x20, 0x5a, 0x81, 0xf2, 0x7f, 0x72, 0xea, 0x71, 0x5c,
	      0x99, 0xff, 0x6c, 0x8f, 0x44, 0xa4, 0x00, 0x00, 0x00, 0x04 },
	    { 0x63, 0x79, 0xf2, 0xef, 0xdb, 0x24, 0x6e, 0x60, 0xdb, 0x02, 0x26, 0x38, 0x0a, 0x82,
		0xe4, 0xad, 0x1a, 0x9b, 0xc4, 0xdf, 0xec, 0x4b, 0x66, 0x20, 0xd0, 0xf3, 0x25, 0x0d,
		0x32, 0x33, 0x08, 0x93, 0x28, 0xa4, 0x51, 0xa6, 0xc5, 0xcc, 0x27, 0x81, 0x29, 0x32,
		0x19, 0x46, 0xfc, 0x7f, 0x35, 0x4e } },
};

static void
saved_files_are_read(void **state)
{
	static const char fen[] = "3k5/1r7/9/2P6/9/R8/6p2/7C1/9/4K4 b - - 0 1";

	(void)state;
	for (size_t i = 0; i < sizeof(saved) / sizeof(saved[0]); i++) {
		struct arena *arena = arena_new();
		struct record *want = record_of(arena, fen, "B9-B1 E1-E2 B1-B2"), *back;
		char file[0x400 + sizeof(saved[i].moves)] = "";

		memcpy(file, saved[i].head, sizeof(saved[i].head));
		file[0x40] = 3;
		memcpy(file + 0x400, saved[i].moves, sizeof(saved[i].moves));
		want->result = RESULT_DRAW;
		back = read_one(arena, file, sizeof(file));
		assert_non_null(back);
		expect_same_moves(back, want);
		assert_string_equal(back->comments[0], "残局");
		assert_null(back->comments[1]);
		assert_string_equal(back->comments[2], "退将");
		assert_string_equal(back->note, "1 variation left out");
		arena_free(arena);
	}
}

/* H3-E3 has B3-E3 (with H10-G8 or B10-C8 behind it) and C4-C5 beside it. */
static void
variations_are_counted(void **state)
{
	static const char nodes[] = "\x22\x2c\xff\0\0\0\0\0" /* B3-E3, H10-G8 follows */
				    "\x67\x63\x0f\0\0\0\0\0"
				    "\x2b\x37\0\0\0\0\0\0"
				    "\x2c\x37\0\0\0\0\0\0"; /* C4-C5 */
	struct arena *arena = arena_new();
	struct record *record = record_of(arena, NULL, "H3-E3 H10-G8"), *back;
	struct str out;

	(void)state;
	str_init(&out, arena, 0);
	record_write(&out, record, RECORD_XQF);
	out.data[0x408 + 2] = (char)0xff;
	str_addn(&out, nodes, sizeof(nodes) - 1);
	back = read_one(arena, out.data, out.length);
	assert_non_null(back);
	expect_same_moves(back, record);
	assert_string_equal(back->note, "3 variations left out");
	arena_free(arena);
}

/* Every beginning of a file, and every byte of it changed, is read or refused. */
static void
broken_files_do_no_harm(void **state)
{
	struct arena *arena = arena_new(), *scratch = arena_new();
	struct record *record = record_of(arena, NULL, example_text), *got;
	struct err err;
	int count;

	(void)state;
	record->comments[2] = "{a (b) [c]";
	record->fields[FIELD_RED] = "柳大华";
	for (int format = RECORD_PGN; format <= RECORD_XQF; format++) {
		struct str out;

		str_init(&out, arena, 0);
		record_write(&out, record, (enum record_format)format);
		for (size_t size = 0; size < out.length; size++) {
			char was = out.data[size];

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
		cmocka_unit_test(saved_files_are_read),
		cmocka_unit_test(variations_are_counted),
		cmocka_unit_test(broken_files_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
