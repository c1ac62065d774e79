/* SPDX-License-Identifier: ISC */
/*
 * Documents: the same blocks as a text and as HTML, boards and their pictures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "view/doc_html.h"

#define STARS "************************************************************\n"
#define TABLE \
	"<table class=\"table\" role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\">\n"
#define LINK \
	"<a class=\"link\" href=\"mailto:r+t@b.test?subject=Re%3A%20A%20%26%20%22B%22%3F&amp;body="
#define S "<td class=\"short\">"
#define C "<td class=\"cell\">"
#define P "<p class=\"p\">"

static const struct {
	const char *name, *marked, *text, *html;
} cases[] = {
	{ "lines of a paragraph", "one\ntwo\n\nthree\n", "one\ntwo\n\nthree\n",
	    P "one<br>\ntwo</p>\n" P "three</p>\n" },
	{ "signs", "<b>\"x\" & 'y'\n", "<b>\"x\" & 'y'\n",
	    P "&lt;b&gt;&quot;x&quot; &amp; 'y'</p>\n" },
	{ "nothing of a tag", "</p><script>\n", "</p><script>\n",
	    P "&lt;/p&gt;&lt;script&gt;</p>\n" },
	{ "columns are no table by themselves", "a   b\n", "a   b\n", P "a   b</p>\n" },
	/* Beside hanzi the sign has two columns. */
	{ "a table beside hanzi", "\001table 0 8 20\n一 \002 1612 ±84 \002 二\n\001end\n",
	    "一      1612 ±84   二\n",
	    TABLE "<tr>" S "一</td>" S "1612 ±84</td>" S "二</td></tr>\n</table>\n" },
	{ "a table without", "\001table 0 8 20\na \002 1612 ±84 \002 b\n\001end\n",
	    "a       1612 ±84    b\n",
	    TABLE "<tr>" S "a</td>" S "1612 ±84</td>" S "b</td></tr>\n</table>\n" },
	{ "a table",
	    "\001table 0 5 14\n\002 fred \002 wilma\n  1 \002 H3-E3 \002 H10-G8\n 10 \002 a\n\001end\n",
	    "     fred     wilma\n  1  H3-E3    H10-G8\n 10  a\n",
	    TABLE "<tr>" S "</td>" S "fred</td>" S "wilma</td></tr>\n"
		  "<tr>" S "  1</td>" S "H3-E3</td>" S "H10-G8</td></tr>\n"
		  "<tr>" S " 10</td>" S "a</td>" S "</td></tr>\n</table>\n" },
	{ "hanzi take two columns", "\001table 2 8\n車一 \002 go\nx \002 <now>\n\001end\n",
	    "  車一  go\n  x     <now>\n",
	    TABLE "<tr>" S "車一</td>" S "go</td></tr>\n<tr>" S "x</td>" S
		  "&lt;now&gt;</td></tr>\n</table>\n" },
	{ "cells keep a distance", "\001table 2 6\nlonger \002 b\n\001end\n", "  longer  b\n",
	    TABLE "<tr>" S "longer</td>" S "b</td></tr>\n</table>\n" },
	{ "one cell alone has the row", "\001table 2 6\na \002 b\nthis is all of it\n\001end\n",
	    "  a   b\n  this is all of it\n",
	    TABLE "<tr>" S "a</td>" S "b</td></tr>\n"
		  "<tr><td class=\"cell\" colspan=\"2\">this is all of it</td></tr>\n</table>\n" },
	{ "links",
	    "\001answers 2 11\n\003resign\004 \002 now\nchat \002 or \003no, go\004\n\001end\n",
	    "  resign   now\n  chat     or no, go\n",
	    TABLE "<tr>" S LINK "resign\">resign</a></td>" S "now</td></tr>\n"
		  "<tr>" S "chat</td>" S "or " LINK
		  "no%2C%20go\">no, go</a></td></tr>\n</table>\n" },
	{ "a long last cell goes on below itself",
	    "\001table 2 20\na \002 one two three four five six seven eight nine ten eleven twelve\n\001end\n",
	    "  a                 one two three four five six seven eight nine ten\n"
	    "                    eleven twelve\n",
	    TABLE "<tr>" S "a</td>" C "one two three four five six seven eight nine ten eleven "
		  "twelve</td></tr>\n</table>\n" },
	{ "a list", "\001list\na & b\n  c\n\nd\n\001end\n", "a & b\n  c\n\nd\n",
	    "<div class=\"item\">a &amp; b<div class=\"detail\">c</div>\n</div>\n"
	    "<div class=\"item\">d</div>\n" },
	{ "a drawing", "\001pre\n 1  +--+\n    |  |\n\001end\n", " 1  +--+\n    |  |\n",
	    "<pre class=\"drawing\"> 1  +--+\n    |  |\n</pre>\n" },
	{ "a player's words", "a\n\001remark\nb\n\nc\n\001end\nd\n",
	    "a\n" STARS "b\n\nc\n" STARS "d\n",
	    P "a</p>\n<div lang=\"\" class=\"remark\">" P "b</p>\n" P "c</p>\n</div>\n" P
	      "d</p>\n" },
	{ "a player's columns", "\001remark\n  resign   now\n\001end\n",
	    STARS "  resign   now\n" STARS,
	    "<div lang=\"\" class=\"remark\"><pre class=\"pre\">  resign   now</pre>\n</div>\n" },
	{ "a player's long lines",
	    "\001remark\none two three four five six seven eight nine ten eleven twelve thirteen\n\001end\n",
	    STARS
	    "one two three four five six seven eight nine ten eleven\ntwelve thirteen\n" STARS,
	    "<div lang=\"\" class=\"remark\">" P
	    "one two three four five six seven eight nine ten eleven twelve thirteen</p>\n</div>\n" },
	{ "hanzi with a move and a name", "\001remark\n我走 B3-E3，Wilma，好棋\n\001end\n",
	    STARS "我走 B3-E3，Wilma，好棋\n" STARS,
	    "<div lang=\"zh\" class=\"remark\">" P "我走 B3-E3，Wilma，好棋</p>\n</div>\n" },
	{ "Russian", "\001remark\nХорошо, H3-E3\n\001end\n", STARS "Хорошо, H3-E3\n" STARS,
	    "<div lang=\"ru\" class=\"remark\">" P "Хорошо, H3-E3</p>\n</div>\n" },
	{ "an English sentence with a Vietnamese name",
	    "\001remark\nNguyễn plays very well, you know\n\001end\n",
	    STARS "Nguyễn plays very well, you know\n" STARS,
	    "<div lang=\"\" class=\"remark\">" P "Nguyễn plays very well, you know</p>\n</div>\n" },
	{ "Vietnamese", "\001remark\nChào bạn\n\001end\n", STARS "Chào bạn\n" STARS,
	    "<div lang=\"vi\" class=\"remark\">" P "Chào bạn</p>\n</div>\n" },
	{ "a block without its end", "\001remark\nb\n", STARS "b\n" STARS,
	    "<div lang=\"\" class=\"remark\">" P "b</p>\n</div>\n" },
	{ "no board of that number", "\001board 7\n-\n\001end\n", "-\n", P "-</p>\n" },
	{ "a marked board has no picture", "above\n\001board 0\n-\n\001end\nbelow\n",
	    "above\na < b\nbelow\n",
	    P "above</p>\n<pre class=\"drawing\">a &lt; b\n</pre>\n" P "below</p>\n" },
	{ "no text", "", "", "" },
};

/* What is inside the page. */
static const char *
inside(struct arena *arena, const char *html)
{
	const char *begin = strstr(html, "<div class=\"page\""),
		   *end = strstr(html, "</div>\n</body>\n");

	assert_non_null(begin);
	assert_non_null(end);
	begin = strchr(begin, '\n') + 1;
	return arena_strndup(arena, begin, (size_t)(end - begin));
}

static const struct page page = { .language = "vi",
	.title = "A & \"B\"?",
	.reply_to = "r+t@b.test",
	.domain = "b.test",
	.css = "" };

static void
writes_both(void **state)
{
	struct arena *arena = arena_new();
	const struct doc_board board = { .text = "a < b\n", .is_marked = true };
	struct pictures pictures;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct doc doc = { .boards = NULL };
		const char *html;

		doc_add_board(arena, &doc, &board);
		doc_read(arena, &doc, cases[i].marked);
		if (strcmp(doc_text(arena, &doc), cases[i].text) != 0)
			fail_msg("%s: %s", cases[i].name, doc_text(arena, &doc));
		html = doc_html(arena, &doc, &page, &pictures);
		assert_non_null(strstr(html, "<html lang=\"vi\">"));
		assert_non_null(strstr(html, "<title>A &amp; &quot;B&quot;?</title>"));
		if (strcmp(inside(arena, html), cases[i].html) != 0)
			fail_msg("%s: %s", cases[i].name, inside(arena, html));
	}
	arena_free(arena);
}

/* Where no answer is expected. */
static void
leaves_links_out(void **state)
{
	struct arena *arena = arena_new();
	struct page mute = page;
	struct pictures pictures;
	struct doc doc = { .boards = NULL };
	struct str text;

	(void)state;
	str_init(&text, arena, 0);
	str_add(&text, "\001answers 2\n\003a\004\n\003b\004\n\001end\n");
	doc_read(arena, &doc, text.data);
	mute.reply_to = NULL;
	assert_null(strstr(doc_html(arena, &doc, &mute, &pictures), "href"));
	arena_free(arena);
}

/* The rule of a class stands at its elements, too. */
static void
has_looks(void **state)
{
	struct arena *arena = arena_new();
	struct page styled = page;
	struct pictures pictures;
	struct doc doc = { .boards = NULL };
	const char *html;

	(void)state;
	styled.css =
	    ".pp { no }\n.p { color: red; font: 'x' }\n@media x {\n  .p { color: blue }\n}\n";
	doc_read(arena, &doc, "a\n");
	html = doc_html(arena, &doc, &styled, &pictures);
	assert_non_null(strstr(html, "<p class=\"p\" style=\"color: red; font: 'x'\">a</p>"));
	assert_non_null(strstr(html, styled.css));
	arena_free(arena);
}

/* Gmail cuts off what is above 102 KB: none at all is better. */
static void
stays_small(void **state)
{
	struct arena *arena = arena_new();
	char *text = arena_alloc(arena, 20001);
	struct pictures pictures;
	struct doc doc = { .boards = NULL };

	(void)state;
	memset(text, '&', 20000);
	doc_read(arena, &doc, text);
	assert_null(doc_html(arena, &doc, &page, &pictures));
	text[15000] = '\0';
	doc_read(arena, &doc, text);
	assert_non_null(doc_html(arena, &doc, &page, &pictures));
	arena_free(arena);
}

/* The same board is one picture, and there is a limit. */
static void
has_pictures(void **state)
{
	struct arena *arena = arena_new();
	struct pictures pictures;
	struct doc doc = { .boards = NULL };
	struct doc_board board = { .text = "the text\n", .alt = "the \"board\"" };
	struct str marked;
	const char *html, *at;
	int boards = 0;

	(void)state;
	board_start(&board.board);
	str_init(&marked, arena, 0);
	for (int i = 0; i < PICTURES_MAX + 2; i++) {
		/* The first twice. */
		board.last = (struct move){ .from = (uint8_t)(9 * i), .to = 4 };
		board.number = i > 1;
		str_addf(&marked, "%s\n", doc_add_board(arena, &doc, &board));
	}
	doc_read(arena, &doc, marked.data);
	assert_true(doc_has_shape(&doc));
	html = doc_html(arena, &doc, &page, &pictures);
	assert_int_equal(pictures.count, PICTURES_MAX);
	for (at = html; (at = strstr(at, "<img src=\"cid:board-")) != NULL; at++)
		boards++;
	assert_int_equal(boards, PICTURES_MAX + 1);
	assert_non_null(strstr(html, "alt=\"the &quot;board&quot;\">"));
	assert_non_null(strstr(html, pictures.at[PICTURES_MAX - 1].id));
	assert_non_null(strstr(html, "<pre class=\"drawing\">the text\n</pre>\n</div>\n</body>"));
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_both),
		cmocka_unit_test(leaves_links_out),
		cmocka_unit_test(has_looks),
		cmocka_unit_test(stays_small),
		cmocka_unit_test(has_pictures),
	};

	return cmocka_run_group_tests_name("mail 19: letters with pictures", tests, NULL, NULL);
}
