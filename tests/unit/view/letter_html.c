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
#include "base/str.h"
#include "game/game.h"
#include "view/letter_html.h"

#define TABLE "<table role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\">\n"
#define LINK \
	"<a class=\"link\" href=\"mailto:r+t@b.test?subject=Re%3A%20A%20%26%20%22B%22%3F&amp;body="

/* Styles are left out. */
static const struct {
	const char *name, *text, *want;
} cases[] = {
	{ "lines of a paragraph", "one\ntwo\n\nthree\n", "<p>one<br>\ntwo</p>\n<p>three</p>\n" },
	{ "signs", "<b>\"x\" & 'y'\n", "<p>&lt;b&gt;&quot;x&quot; &amp; 'y'</p>\n" },
	{ "nothing of a tag", "</p><script>\n", "<p>&lt;/p&gt;&lt;script&gt;</p>\n" },
	{ "columns", "     fred     wilma\n  1  H3-E3    H10-G8\n 10  a\n",
	    TABLE "<tr><td></td><td>fred</td><td>wilma</td></tr>\n"
		  "<tr><td>1</td><td>H3-E3</td><td>H10-G8</td></tr>\n"
		  "<tr><td>10</td><td>a</td><td></td></tr>\n</table>\n" },
	{ "columns of hanzi", "  車一進一  go\n  x         <now>\n",
	    TABLE "<tr><td>車一進一</td><td>go</td></tr>\n"
		  "<tr><td>x</td><td>&lt;now&gt;</td></tr>\n</table>\n" },
	{ "one cell below several", "  a    b\n  all of it\n",
	    TABLE "<tr><td>a</td><td>b</td></tr>\n"
		  "<tr><td colspan=\"2\">all of it</td></tr>\n</table>\n" },
	{ "cells that cover others", "  a    b    c\n  all of i  d\n",
	    TABLE "<tr><td>a&nbsp; b</td><td>c</td></tr>\n"
		  "<tr><td>all of i</td><td>d</td></tr>\n</table>\n" },
	{ "one cell on the right", "  a    b\n       c\n",
	    TABLE "<tr><td>a</td><td>b</td></tr>\n<tr><td></td><td>c</td></tr>\n</table>\n" },
	{ "columns between lines", "You can\n  draw    <now>\nor not.\n",
	    "<p>You can</p>\n" TABLE "<tr><td>draw</td><td>&lt;now&gt;</td></tr>\n</table>\n"
	    "<p>or not.</p>\n" },
	{ "more cells than fit", "  a  b  c  d  e  f  g\n",
	    TABLE "<tr><td>a</td><td>b</td><td>c</td><td>d</td><td>e</td><td>f  g</td></tr>\n"
		  "</table>\n" },
	{ "two blanks are no columns", "End.  Begin.\n", "<p>End.  Begin.</p>\n" },
	{ "a drawing", " 1  +--+--+\n    |   |   |\n",
	    "<pre> 1  +--+--+\n    |   |   |\n</pre>\n" },
	{ "a player's words", "a\n**********\nb\n\nc\n**********\nd\n",
	    "<p>a</p>\n<div class=\"remark\">\n<p>b</p>\n<p>c</p>\n</div>\n<p>d</p>\n" },
	{ "a player's columns", "**********\n  resign   now\n**********\n",
	    "<div class=\"remark\">\n<pre>  resign   now\n</pre>\n</div>\n" },
	{ "words without an end", "**********\nb\n", "<div class=\"remark\">\n<p>b</p>\n</div>\n" },
	{ "few stars are words", "*********\n", "<p>*********</p>\n" },
	{ "no picture of that number", "\0017\n", "<p>\0017</p>\n" },
	{ "a picture", "above\n\0010\nbelow\n",
	    "<p>above</p>\n<div>\n<div>\n<img src=\"cid:a@b.test\" width=\"401\""
	    " alt=\"the &quot;board&quot;\">\n<!--[if !mso]><!--><pre class=\"board\" aria-hidden=\"true\">a &lt; b\n"
	    "</pre><!--<![endif]-->\n</div>\n</div>\n<p>below</p>\n" },
	{ "nothing is a link by itself", "  resign   now\n",
	    TABLE "<tr><td>resign</td><td>now</td></tr>\n</table>\n" },
	{ "links",
	    LINKS_MARK "\nYou can\n  resign   now\n  chat     words\n  resign it\n"
		       "  H3-E3    resign\n",
	    "<p>You can</p>\n" TABLE "<tr><td>" LINK "resign\">resign</a></td><td>now</td></tr>\n"
	    "<tr><td>chat</td><td>words</td></tr>\n"
	    "<tr><td colspan=\"2\">resign it</td></tr>\n"
	    "<tr><td>H3-E3</td><td>resign</td></tr>\n</table>\n" },
	{ "a link of two words", LINKS_MARK "\n  challenge fred\n",
	    TABLE "<tr><td>" LINK "challenge%20fred\">challenge fred</a></td></tr>\n</table>\n" },
	{ "a link to a page", LINKS_MARK "\n  help xiangqi  learn\n",
	    TABLE "<tr><td>" LINK "help%20xiangqi\">help xiangqi</a></td><td>learn</td></tr>\n"
		  "</table>\n" },
	{ "no links in a player's words", LINKS_MARK "\n**********\n  resign   now\n**********\n",
	    "<div class=\"remark\">\n<pre>  resign   now\n</pre>\n</div>\n" },
	{ "no links below another board", LINKS_MARK "\n\0010\n  resign   now\n",
	    "<div>\n<div>\n<img src=\"cid:a@b.test\" width=\"401\""
	    " alt=\"the &quot;board&quot;\">\n<!--[if !mso]><!--><pre class=\"board\" aria-hidden=\"true\">a &lt; b\n"
	    "</pre><!--<![endif]-->\n</div>\n</div>\n" TABLE
	    "<tr><td>resign</td><td>now</td></tr>\n</table>\n" },
	{ "no text", "", "" },
};

/* What is inside the page, without styles. */
static const char *
bare(struct arena *arena, const char *html)
{
	const char *begin = strstr(html, "<div class=\"page\""),
		   *end = strstr(html, "</div>\n</body>\n");
	struct str out;

	assert_non_null(begin);
	assert_non_null(end);
	str_init(&out, arena, 0);
	for (const char *at = strchr(begin, '\n') + 1; at < end;) {
		if (strncmp(at, " style=\"", 8) == 0)
			at = strchr(at + 8, '"') + 1;
		else
			str_addc(&out, *at++);
	}
	return out.data;
}

static const struct pictures one_picture = { .at = { { .id = "a@b.test", .text = "a < b\n" } },
	.count = 1 };
static const char *const alt[] = { "the \"board\"" };
static const struct page page = { .language = "vi",
	.title = "A & \"B\"?",
	.reply_to = "r+t@b.test",
	.pictures = &one_picture,
	.alt = alt };

static void
writes_html(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *got = letter_html(arena, cases[i].text, &page);

		assert_non_null(strstr(got, "<html lang=\"vi\">"));
		assert_non_null(strstr(got, "<title>A &amp; &quot;B&quot;?</title>"));
		if (strcmp(bare(arena, got), cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].name, bare(arena, got));
	}
	arena_free(arena);
}

/* Gmail cuts off what is above 102 KB: none at all is better. */
static void
stays_small(void **state)
{
	struct arena *arena = arena_new();
	char *text = arena_alloc(arena, 20001);

	(void)state;
	memset(text, '&', 20000);
	text[20000] = '\0';
	assert_null(letter_html(arena, text, &page));
	text[15000] = '\0';
	assert_non_null(letter_html(arena, text, &page));
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
		mark[i] = pictures_add(
		    &pictures, arena, &game, i, BOARD_CLASSIC, false, "", "b.test");
	for (int i = 0; i < PICTURES_MAX; i++)
		assert_ptr_equal(pictures_find(&pictures, mark[i]), &pictures.at[i]);
	assert_null(mark[PICTURES_MAX]);
	assert_string_equal(pictures.at[0].last, "");
	assert_string_equal(pictures.at[2].last, "A10-A9");
	assert_int_equal(pictures.at[2].number, 1);
	pictures.count = 0;
	assert_non_null(
	    pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, false, "", "b.test"));
	assert_non_null(
	    pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, false, "", "b.test"));
	assert_int_equal(pictures.count, 1);
	assert_non_null(
	    pictures_add(&pictures, arena, &game, 1, BOARD_CLASSIC, true, "", "b.test"));
	assert_int_equal(pictures.count, 2);
	assert_null(pictures_find(&pictures, "0"));
	assert_null(pictures_find(&pictures, "\0012"));
	assert_null(pictures_find(&pictures, ""));
	arena_free(arena);
}

/* Words for other programs to quote: lines of ten columns, whatever the script. */
static void
wraps_words(void **state)
{
	static const struct {
		const char *name, *text, *want;
	} words[] = {
		{ "blanks", "one two three four", "one two\nthree four" },
		{ "a long word", "abcdefghijklm", "abcdefghij\nklm" },
		{ "a long word behind a short one", "a bcdefghijklmn", "a\nbcdefghijk\nlmn" },
		{ "hanzi", "一二三四五六七", "一二三四五\n六七" },
		{ "hanzi and a word", "一二三四五 resign", "一二三四五\nresign" },
		{ "hangul", "가나다라마바", "가나다라마\n바" },
		{ "marks have no width",
		    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
		    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301\ne\u0301" },
		{ "faces", "\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600",
		    "\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600\n\U0001F600" },
		{ "a family stays together", "abcdefg\U0001F468\u200d\U0001F469",
		    "abcdefg\n\U0001F468\u200d\U0001F469" },
		{ "what is short", "a\n\nb\n", "a\n\nb\n" },
		{ "a command's name does not begin a line", "a go  accept ; so",
		    "a\ngo  accept\n; so" },
		{ "a word that is none does", "a write  accepts so", "a write\naccepts so" },
		{ "two blanks at a break", "one two  three", "one two\nthree" },
		{ "in a sentence", "a write accept", "a write\naccept" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const char *got = wrap_words(arena, words[i].text, 10);

		if (strcmp(got, words[i].want) != 0)
			fail_msg("%s: %s", words[i].name, got);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_html),
		cmocka_unit_test(stays_small),
		cmocka_unit_test(collects_pictures),
		cmocka_unit_test(wraps_words),
	};

	return cmocka_run_group_tests_name("mail 19: letters with pictures", tests, NULL, NULL);
}
