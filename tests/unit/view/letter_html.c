/* SPDX-License-Identifier: ISC */
/*
 * A letter's text as HTML: blocks, columns, signs, pictures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "game/game.h"
#include "view/letter_html.h"

static const struct {
	const char *name, *text, *want;
} cases[] = {
	{ "lines of a paragraph", "one\ntwo\n\nthree\n", "<p>one<br>\ntwo</p>\n<p>three</p>\n" },
	{ "signs", "<b>\"x\" & 'y'\n", "<p>&lt;b&gt;&quot;x&quot; &amp; 'y'</p>\n" },
	{ "nothing of a tag", "</p><script>\n", "<p>&lt;/p&gt;&lt;script&gt;</p>\n" },
	{ "columns", "     fred\n  1  H3-E3\n",
	    "<pre style=\"white-space: pre-wrap\">     fred\n  1  H3-E3\n</pre>\n" },
	{ "columns below a line", "You can\n  draw    <now>\n",
	    "<pre style=\"white-space: pre-wrap\">You can\n  draw    &lt;now&gt;\n</pre>\n" },
	{ "two blanks are no columns", "End.  Begin.\n", "<p>End.  Begin.</p>\n" },
	{ "a line across", "a\n**********\nb\n**********\n", "<p>a</p>\n<hr>\n<p>b</p>\n<hr>\n" },
	{ "few stars are words", "*********\n", "<p>*********</p>\n" },
	{ "no picture of that number", "\0017\n", "<p>\0017</p>\n" },
	{ "a picture", "above\n\0010\nbelow\n",
	    "<p>above</p>\n<p><img src=\"cid:a@b.test\" width=\"401\" height=\"442\""
	    " alt=\"the &quot;board&quot;\"></p>\n<p>below</p>\n" },
	{ "no text", "", "" },
};

static void
writes_html(void **state)
{
	static const char head[] = "<!DOCTYPE html>\n<html lang=\"vi\">\n"
				   "<head><meta charset=\"utf-8\"></head>\n<body>\n",
			  foot[] = "</body>\n</html>\n";
	const struct pictures pictures = { .at = { { .id = "a@b.test" } }, .count = 1 };
	const char *alt[] = { "the \"board\"" };
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *got = letter_html(arena, cases[i].text, "vi", &pictures, alt);
		const char *want = arena_printf(arena, "%s%s%s", head, cases[i].want, foot);

		if (strcmp(got, want) != 0)
			fail_msg("%s: %s", cases[i].name, got);
	}
	arena_free(arena);
}

/* The same board is one picture; there is a limit; the mark finds its picture. */
static void
collects_pictures(void **state)
{
	static const char *const walk[PICTURES_MAX + 1] = { "A1-A2", "A10-A9", "A2-D2", "A9-D9",
		"D2-D3", "D9-D8", "D3-D4", "D8-D7", "D4-D5" };
	struct arena *arena = arena_new();
	struct pictures pictures = { .count = 0 };
	struct game game = { .id = 1 };
	const char *mark[PICTURES_MAX + 2];

	(void)state;
	board_start(&game.start);
	game.board = game.start;
	game.moves = arena_alloc(arena, (PICTURES_MAX + 1) * sizeof *game.moves);
	for (int i = 0; i <= PICTURES_MAX; i++) {
		assert_true(move_read(walk[i], &game.moves[i]));
		game.length = i + 1;
	}
	for (int i = 0; i <= PICTURES_MAX; i++)
		mark[i] = pictures_add(&pictures, arena, &game, i, BOARD_CLASSIC, false, "b.test");
	for (int i = 0; i < PICTURES_MAX; i++)
		assert_ptr_equal(pictures_find(&pictures, mark[i]), &pictures.at[i]);
	assert_null(mark[PICTURES_MAX]);
	assert_string_equal(pictures.at[0].last, "");
	assert_string_equal(pictures.at[2].last, "A10-A9");
	assert_int_equal(pictures.at[2].number, 1);
	assert_string_equal(
	    pictures.at[2].fen, "1nbakabnr/r8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/R8/1NBAKABNR w");
	pictures.count = 0;
	assert_non_null(pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, false, "b.test"));
	assert_non_null(pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, false, "b.test"));
	assert_int_equal(pictures.count, 1);
	assert_non_null(pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, true, "b.test"));
	assert_int_equal(pictures.count, 2);
	assert_null(pictures_find(&pictures, "0"));
	assert_null(pictures_find(&pictures, "\0012"));
	assert_null(pictures_find(&pictures, ""));
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_html),
		cmocka_unit_test(collects_pictures),
	};

	return cmocka_run_group_tests_name("mail 19: letters with pictures", tests, NULL, NULL);
}
