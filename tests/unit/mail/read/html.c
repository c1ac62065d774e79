/* SPDX-License-Identifier: ISC */
/*
 * HTML to lines, and quotes in HTML letters (mail/README 12 and 13).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/quote/quote.h"
#include "mail/read/html.h"
#include "unit/phrases.h"

static const struct {
	const char *html, *want;
} lines[] = { { "a<br>b", "a\nb\n" }, { "<div>a</div><div>b</div>", "a\nb\n" },
	{ "<p>a</p><p>b</p>", "a\n\nb\n\n" },
	{ "<div>a</div><div><br></div><div>b</div>", "a\n\nb\n" }, { " a \n b\t c ", "a b c\n" },
	{ "<pre>a\n  b</pre>", "a\n  b\n" },
	{ "a&nbsp;&lt;b&gt;&amp;&#65;&#x42;&eacute;", "a <b>&ABé\n" },
	{ "&nope; & &#; &#0;", "&nope; & &#; \ufffd\n" },
	{ "1 < 2 and <b>bold</b>", "1 < 2 and bold\n" }, { "<!-- no --><!DOCTYPE x>a", "a\n" },
	{ "<style>a{}</style><script>if (1 < 2) x()</script>b", "b\n" },
	{ "<title>t</title>b", "b\n" }, { "<a href='x>y'>a</a>", "a\n" },
	{ "<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>", "a b\nc\n" },
	{ "<BR/>a", "\na\n" }, { "a<", "a<\n" }, { "a<b", "a\n" }, { "a<!--", "a\n" }, { "", "" },
	{ "<blockquote>a<br>b</blockquote>c", "> a\n> b\n\nc\n" },
	{ "<div style=\"display: none\">x</div>a", "a\n" }, { "<div hidden>x</div>a", "a\n" },
	{ "<div data-x='hidden'>x</div>a", "x\na\n" },
	{ "<span style='visibility:hidden'>x</span>a", "a\n" },
	{ "<div style='MAX-HEIGHT: 0px; overflow: hidden'>x</div>a", "a\n" },
	{ "<span style='font-size:0'>x</span>a", "a\n" },
	{ "<span style='opacity:0.0;'>x</span>a", "a\n" },
	{ "<div style='border-left:none'>a</div><div style='border-left:0'>b</div>", "a\nb\n" },
	{ "<span style='font-size:0.9em;opacity:0.5'>x</span>a", "xa\n" },
	{ "<template>x</template><svg><text>x</text></svg><select><option>x</select>a", "a\n" },
	{ "<noscript>x</noscript><object>x</object><textarea>x</textarea><button>x</button>a",
	    "a\n" },
	{ "<s>x</s><del>x</del><strike>x</strike><span style='text-decoration: line-through'>x</span>a",
	    "a\n" },
	{ "<div style='height:0;overflow:hidden'>x</div><div style='line-height:0;overflow:hidden'>a</div>",
	    "a\n" },
	{ "<p style='color:transparent'>x</p><p style='background-color:transparent'>a</p>",
	    "\na\n\n" },
	{ "<p style='display:none'>x<p>a<font hidden>x</font>b", "ab\n" },
	{ "<p style='display:none'>x<div>a</div>b", "a\nb\n" },
	{ "a <s>x</s> b<span class=old-quote>q</span>c", "a b\n> q\n\nc\n" },
	{ "<div style='white-space: pre-wrap'>a\nb<div>c</div>d\n</div>e\nf", "a\nb\nc\nd\ne f\n" },
	{ "<dialog>x</dialog><video>x</video><noframes>x</noframes>a", "a\n" },
	{ "B3&minus;E3 B3&#8722;E3 B3&#150;E3", "B3−E3 B3−E3 B3–E3\n" },
	{ "<div id=\"Signature\">x</div><div class='some-pc-signature'>x</div>a", "a\n" } };

static const char *const quotes[] = { "<div class=\"gmail_quote\">Q</div>",
	"<div class='x gmail_quote_container'><div class=gmail_attr>R</div><blockquote>Q</blockquote></div>",
	"<blockquote type=\"cite\">Q</blockquote>", "<blockquote style='margin:0'>Q</blockquote>",
	"<div id=\"divRplyFwdMsg\">who</div><div>Q</div>",
	"<div id=\"appendonsend\"></div><hr><div>who</div><div>Q</div>",
	"<hr id=\"stopSpelling\">who<br>Q",
	"<div class=\"ntes-mailmaster-quote\"><div>who</div>Q</div>",
	"<div id=\"isReplyContent\">Q</div>",
	"<div class=\"yahoo_quoted\" id=\"yahoo_quoted_1\">Q</div>",
	"<div class=\"protonmail_quote\">Q</div>",
	"<div class=\"moz-cite-prefix\">who wrote</div><blockquote>Q</blockquote>",
	"<div class=\"mail-quote-collapse\">Q</div>", "<div class=\"tutanota_quote\">Q</div>",
	"<div id=\"mail-editor-reference-message-container\">Q</div>",
	"<div style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm\">who</div>Q",
	"<div id=\"OutlookMessageHeader\">who</div><div>From: Fred</div><div>To: Wilma</div>Q",
	"<div><span>------------------&nbsp;原始邮件&nbsp;------------------</span></div><div>Q</div>",
	("<div id=\"divNeteaseMailCard\"></div><p>在 2026-11-21 10:00:31，\"robot\" 写道：</p>"
	 "<blockquote id=\"isReplyContent\">Q</blockquote>"),
	"<p class=MsoNormal><b>From:</b> Fred<br><b>Sent:</b> Monday<br><b>To:</b> Wilma</p><p>Q</p>",
	"<p>26.06.2014, 14:41, \"Fred\" &lt;fred@players.test&gt;:</p><blockquote>Q</blockquote>",
	"<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt'>Q</div>",
	"<table><tr><td style=\"border-left:2px solid blue\">Q</td></tr></table>",
	"<div style='border-left-width: 2px; border-left-style: solid'>Q</div>",
	"<div style='border-style: none none none solid; border-width: medium medium medium 1px'>Q</div>",
	"<p style='border-inline-start: 2px solid'>Q</p>", "<span id=OLK_SRC_BODY_SECTION>Q</span>",
	"<div class=moz-forward-container>Q</div>", "<div class=AppleOriginalContents>Q</div>",
	"<div name=messageReplySection>Q</div>", "<div data-smartmail=gmail_signature>Q</div>",
	"<div class=\"some-new-quote\">Q</div>", "<div name=quote>Q</div>",
	"<details><summary>who</summary>Q</details>",
	"<div style='margin: 5px; border-left: 2px solid #C3D9E5'>Q</div>",
	"<div>发自我的iPhone</div><blockquote>Q</blockquote>",
	"<hr style=\"width: 210px\"><blockquote><div>Q</div></blockquote>" };

#define GMAIL "<div class=\"gmail_quote\"><div class=\"gmail_attr\">Fred wrote:</div>"
#define DECOY "Hello.<br>resign 7<br><div>move 7 a0a9</div>"

/* The quote's Q becomes lines that hold commands. */
static char *
with_decoy(struct arena *arena, const char *html)
{
	const char *q = strrchr(html, 'Q');

	return arena_printf(arena,
	    "<html><body><div>move 7 h2e2</div><div>nice</div>%.*s%s%s</body></html>",
	    (int)(q - html), html, DECOY, q + 1);
}

/* Quotes in quotes, not all of them closed. */
static const char *
nested(struct arena *arena, int opened, int closed)
{
	const char *html = closed < opened ? "move 7 h2e2" : "";

	while (opened-- > 0)
		html = arena_printf(arena, "%s<blockquote>", html);
	html = arena_printf(arena, "%s<p>x</p>", html);
	while (closed-- > 0)
		html = arena_printf(arena, "%s</blockquote>", html);
	return arena_printf(arena, "%sresign 7", html);
}

static void
test_lines(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (strcmp(html_lines(arena, lines[i].html), lines[i].want) != 0)
			print_message("html: %s\n", lines[i].html);
		assert_string_equal(html_lines(arena, lines[i].html), lines[i].want);
	}
	arena_free(arena);
}

static void
test_quotes(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
		const char *text = quote_cut(
		    arena, html_lines(arena, with_decoy(arena, quotes[i])));

		if (strcmp(text, "move 7 h2e2\nnice\n") != 0)
			print_message("quote: %s\n", quotes[i]);
		assert_string_equal(text, "move 7 h2e2\nnice\n");
	}
	/* An answer below what is marked as a quote. */
	assert_string_equal(
	    quote_cut(arena,
		html_lines(arena,
		    "<blockquote type=cite><div>resign 7</div></blockquote><div>move 7 h2e2</div>")),
	    "move 7 h2e2\n");
	/* The same in Gmail's container, but not in a letter forwarded by it. */
	assert_string_equal(
	    quote_cut(arena,
		html_lines(arena,
		    GMAIL "<blockquote class=gmail_quote>"
			  "<div>resign 7</div></blockquote><div>move 7 h2e2</div></div>")),
	    "move 7 h2e2\n");
	assert_string_equal(
	    quote_cut(arena,
		html_lines(arena,
		    GMAIL
		    "<div>resign 7<blockquote "
		    "class=gmail_quote>x</blockquote>resign 7</div><blockquote>x</blockquote>resign 7</div>")),
	    "");
	/* Deeper than anybody looks. */
	assert_string_equal(
	    quote_cut(arena, html_lines(arena, nested(arena, 100, 97))), "move 7 h2e2\n");
	assert_string_equal(
	    quote_cut(arena, html_lines(arena, nested(arena, 100, 100))), "resign 7\n");
	/* Below an unmarked one nothing is read. */
	assert_string_equal(
	    quote_cut(
		arena, html_lines(arena, "<div id=divRplyFwdMsg>who</div><div>resign 7</div>")),
	    "");
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 12: HTML to lines", test_lines, NULL, NULL, NULL },
		{ "mail 13: quote containers", test_quotes, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_html", tests, NULL, NULL);
}
