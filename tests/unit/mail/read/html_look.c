/* SPDX-License-Identifier: ISC */
/*
 * What cannot be seen in HTML is not read, and what can be seen is (mail/README 13).  How
 * browsers show each of these was told by CSS 2.1, CSS Color 4, CSS Syntax 3, Selectors 4 and
 * the HTML standard's parsing rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "mail/read/html.h"
#include "unit/phrases.h"

#define X            "resign 7"
#define STYLE(rules) "<style>" rules "</style>"
#define DIV(style)   "<div style=\"" style "\">" X "</div>"

/* X is not to be read. */
static const char *const hidden[] = {
	/* by style */
	DIV("display:none"), DIV("DISPLAY : NONE"), DIV("display:none !important"),
	DIV("color:red;display:none"), DIV("visibility:hidden"), DIV("opacity:0"),
	DIV("opacity:0.01"), DIV("opacity:.0"), DIV("opacity:0%"), DIV("font-size:0"),
	DIV("font-size:0px"), DIV("font-size:1px"), DIV("font-size:0.1em"), DIV("font-size:1%"),
	DIV("font-size:1pt"), DIV("max-height:0;overflow:hidden"),
	DIV("max-height:0px; overflow: hidden; mso-hide: all"), DIV("height:0;overflow:hidden"),
	DIV("height:1px;overflow:hidden"), DIV("width:0;overflow:hidden"),
	DIV("max-width:0;overflow:hidden"), DIV("display:none;content-visibility:auto"),
	DIV("opacity:0;filter:opacity(1)"),
	/* by colour */
	DIV("color:transparent"), DIV("color:white"), DIV("color:#fff"), DIV("color:#FFFFFF"),
	DIV("color:rgb(255,255,255)"), DIV("color:rgb(100%,100%,100%)"),
	DIV("color:rgb(255 255 255 / 1)"), DIV("color:rgba(0,0,0,0)"), DIV("color:rgba(0,0,0,.02)"),
	DIV("color:#fefefe"), DIV("background:black;color:black"),
	DIV("background-color:#000;color:rgb(0,0,0)"), DIV("color:red;background:red"),
	DIV("background-color:#123456;color:#123457"),
	"<body bgcolor=black text=white><p style='color:#000'>" X "</p>",
	"<body style='background:#222'><font color='#222222'>" X "</font>",
	"<font color=white>" X "</font>", "<font color='#FFF'>" X "</font>",
	"<font color=FFFFFF>" X "</font>", "<FONT COLOR=White>" X "</FONT>",
	"<table bgcolor=blue><tr><td><font color=blue>" X "</font></table>",
	"<td bgcolor='#ff0000' style='color:red'>" X "</td>",
	"<div style='background:#000'><span style='color:black'>" X "</span></div>",
	"<div style='color:#fff'><b>" X "</b></div>", "<body text=white>" X,
	"<body text='#ffffff' bgcolor='#ffffff'><p>" X "</p>",
	"<div style='color:white'><p style='color:inherit'>" X "</p></div>",
	/* by attribute and element */
	"<div hidden>" X "</div>", "<div HIDDEN=''>" X "</div>",
	"<div hidden=until-found>" X "</div>", "<div width=0 height=0>" X "</div>",
	"<template>" X "</template>", "<template><template>a</template>" X "</template>",
	"<noscript>" X "</noscript>", "<script>" X "</script>", "<style>" X "</style>",
	"<style></stylex>" X "</style>", "<!-- " X " -->", "<!--[if mso]><p>" X "</p><![endif]-->",
	"<!--[if mso]>--" X "<![endif]-->", "<![CDATA[" X "]]>", "<?php " X " ?>", "</ " X ">",
	"<!" X ">", "<title>" X "</title>", "<select><option>" X "</select>",
	"<textarea>" X "</textarea>", "<svg><text>" X "</text></svg>", "<object>" X "</object>",
	"<iframe>" X "</iframe>", "<xmp>" X "</xmp>", "<dialog>" X "</dialog>",
	"<x-secret hidden>" X "</x-secret>", "<a href=x style='display:none'>" X "</a>",
	"<label style='display:none'>" X "</label>", "<body style='display:none'>" X,
	"a<body hidden>" X, "<html style='visibility:hidden'>" X,
	/* by <style> */
	STYLE(".x{display:none}") "<div class=x>" X "</div>",
	STYLE(".x{display:none}") "<div class='a x b'>" X "</div>",
	STYLE("p{display:none}") "<p>" X "</p>", STYLE("*{color:white}") "<p>" X "</p>",
	STYLE("a,.x , b{display:none}") "<div class=x>" X "</div>",
	STYLE("div.x{display:none}") "<div class=x>" X "</div>",
	STYLE(".x{display:none!important}") "<div class=x style='display:block'>" X "</div>",
	STYLE("@import url(a.css);.x{display:none}") "<div class=x>" X "</div>",
	STYLE("@font-face{font-family:a}.x{display:none}") "<div class=x>" X "</div>",
	STYLE("<!-- .x{display:none} -->") "<div class=x>" X "</div>",
	STYLE("/* } */ .x{/**/display:/**/none}") "<div class=x>" X "</div>",
	STYLE(".X{DISPLAY:NONE}") "<div class=x>" X "</div>",
	"<div class=x>" X "</div>" STYLE(".x{display:none}"),
	STYLE(".x{color:#fff}") "<div class=x>" X "</div>",
	STYLE("body{background:#333;color:#333}") "<body><p>" X "</p>",
	STYLE(".x{font-size:0}") "<div class=x>" X "</div>",
	STYLE(".x{display:block}.x{display:none}") "<div class=x>" X "</div>",
	STYLE("a:hover,.x{display:none}") "<div class=x>" X "</div>",
	STYLE(".y{}") STYLE(".x{opacity:0}") "<i class=x>" X "</i>",
	"<style media=screen>.x{display:none}</style><div class=x>" X "</div>",
	"<STYLE TYPE='text/css'>.x{display:none}</STYLE><div class=x>" X "</div>",
	STYLE(".x{display:none") "<div class=x>" X "</div>",
	STYLE("}.a{}.x{display:none}") "<div class=a><div class=x>" X "</div></div>",
	/* by a trick */
	"<div style='/**/display/**/:/**/none'>" X "</div>",
	"<div style='a;;display:none'>" X "</div>",
	"<div style=\"content:';';display:none\">" X "</div>",
	"<div style='background:url(a;b);display:none'>" X "</div>",
	"<div style='display&#58;none'>" X "</div>", "<div style='display&colon;none'>" X "</div>",
	"<div style='display:&#110;one'>" X "</div>", "<div style=display:none>" X "</div>",
	"<div/style='display:none'>" X "</div>",
	"<div style='display:none' style='display:block'>" X "</div>",
	"<div\nSTYLE\n=\n'display:\nnone'>" X "</div>",
	"<div title='>' style='display:none'>" X "</div>",
	"<div style='display:block;display:none'>" X "</div>",
	"<div style='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:b;display:none'>" X
	"</div>",
	/* in broken markup */
	"<div style='display:none'><p>" X "</div>", "<div hidden><div>a</div>" X "</div>",
	"<div hidden><span></div hidden><div hidden>" X "</div>",
	"<div hidden><table></div>" X "</table></div>",
	"<span hidden><div></span>" X "</div></span>", "<p><b hidden>a</p><p>" X "</p>",
	"<td hidden><table><tr><td>" X "</table></td>", "<ul><li hidden><ul><li>" X "</ul></ul>",
	"<b hidden>" X, "<div hidden></p>" X "</div>", "<div hidden></span>" X "</div>",
	"<div hidden><p></div></p></x><div hidden>" X, "<i hidden><i>a</i>" X "</i>",
	"<li hidden><center><li>" X "</center>",
	"<noscript><p title='</noscript>'>" X "</noscript>", "<p hidden><span>a</span>" X "</p>"
};

/* X is to be read. */
static const char *const visible[] = { DIV("display:block"), DIV("display:inline-block"),
	DIV("visibility:visible"), DIV("opacity:0.9"), DIV("opacity:1"), DIV("opacity:.5"),
	DIV("letter-spacing:-1px"), DIV("letter-spacing:2px"), DIV("filter:none"),
	DIV("color:var(--a)"), DIV("color:oklch(30% 0 0)"), DIV("transform:matrix(1,0,0,1,0,0)"),
	DIV("translate:none"), STYLE("p{color:#111;margin:0}b{c:d}") "<p>" X "</p>",
	DIV("font-size:10pt"), DIV("font-size:6px"), DIV("font-size:0.8em"), DIV("font-size:small"),
	DIV("font-size:90%"), DIV("font:12px/1.5 Arial"), DIV("font:bold 1em serif"),
	DIV("max-height:0"), DIV("height:0"), DIV("height:0.5em;overflow:hidden"),
	DIV("height:20px;overflow:hidden"), DIV("overflow:hidden"),
	DIV("width:100%;overflow:hidden"), DIV("max-height:none;overflow:hidden"),
	DIV("margin-left:-20px"), DIV("margin:0"), DIV("text-indent:-20px"), DIV("text-indent:2em"),
	DIV("left:-9999px"), DIV("position:relative;left:-5px"),
	DIV("position:absolute;left:0;top:0"), DIV("transform:none"), DIV("transform:scale(1)"),
	DIV("transform:rotate(0deg)"), DIV("clip:auto"), DIV("clip-path:none"),
	DIV("mso-hide:none"), DIV("display-none:1"), DIV("xdisplay:none"), DIV("dis/**/play:none"),
	DIV("display:none-such") /* no such value, but see below */, DIV("content:'display:none'"),
	DIV("background:url(display:none)"), DIV("color:black"), DIV("color:#333"),
	DIV("color:#ccc"), DIV("color:red"), DIV("color:rgb(0,0,0)"), DIV("color:rgba(0,0,0,0.87)"),
	DIV("color:whiteish"), DIV("color:windowtext"), DIV("color:initial"), DIV("color:inherit"),
	DIV("color:white;background:black"), DIV("color:#fff;background-color:#1a1a1a"),
	DIV("background:#000 none;color:#fff"), DIV("background:navy;color:white"),
	DIV("color:white;background:url(a.png)"),
	DIV("background:linear-gradient(#000,#444);color:#fff"), DIV("background:transparent"),
	DIV("background-color:rgba(0,0,0,0)"), DIV("background:none"), DIV("background:white"),
	DIV("border-color:transparent"), DIV("caret-color:transparent"),
	DIV("text-decoration-color:transparent"), DIV("color:hsl(0,0%,20%)"),
	"<body bgcolor='#000000' text='#ffffff'><p>" X "</p>",
	"<body bgcolor=black><font color=white>" X "</font>",
	"<body style='background:#121212;color:#eee'><div>" X "</div>",
	"<table bgcolor=black><tr><td style='color:white'>" X "</table>",
	"<div style='background:#202124'><span style='color:#fff'>" X "</span></div>",
	"<div style='color:white'><p style='color:black'>" X "</p></div>",
	"<div style='font-size:0'><span style='font-size:14px'>" X "</span></div>",
	"<div style='visibility:hidden'><p style='visibility:visible'>" X "</p></div>",
	"<meta name=color-scheme content='light dark'>" X, "<font color=gray size=1>" X "</font>",
	"<font size=0>" X "</font>", "<div aria-hidden=true>" X "</div>",
	"<div data-hidden>" X "</div>", "<div class=hidden>" X "</div>", "<div id=none>" X "</div>",
	"<div width=10 height=10>" X "</div>", "<td width='100%'>" X "</td>",
	"<div hidden style='display:block'>" X "</div>", "<!-- a -->" X, "<!-->" X, "<!--->" X,
	"<!-- a --!>" X, "<!--[if !mso]><!-->" X "<!--<![endif]-->", "<![if !mso]>" X "<![endif]>",
	"<template>a</template>" X, "<noscript>a</noscript>" X, "<script>a</script>" X, "<svg/>" X,
	"<svg><path/></svg>" X, "<style></style>" X, "<input type=hidden>" X,
	"<img style='display:none'>" X, "<div style='display:none'>a</div>" X, "<p hidden>a<p>" X,
	"<p hidden>a<div>" X "</div>", "<table><tr><td hidden>a<td>" X "</table>",
	"<table><tr hidden><td>a<tr><td>" X "</table>", "<ul><li hidden>a<li>" X "</ul>",
	"<div hidden><div>a</div></div>" X, "<b hidden>a</b>" X,
	"<span style='display:none'>a</span>" X, "<i style='color:white'>a</i>" X,
	"<p style='color:white'>a</p>" X, "<div style='color:#fff'><br></div>" X,
	"<body style='margin:0;padding:0;-webkit-text-size-adjust:100%'>" X,
	"<html xmlns:o='urn:x' hidden-x>" X, "<div style='display:none;display:block'>" X "</div>",
	STYLE(".x{display:none}") "<div class=y>" X "</div>",
	STYLE(".x{display:none}") "<div class='xx y-x'>" X "</div>",
	STYLE(".a .x{display:none}") "<div class=x>" X "</div>",
	STYLE(".a.b{display:none}") "<div class=a>" X "</div>",
	STYLE("p.x{display:none}") "<div class=x>" X "</div>",
	STYLE("#x{display:none}") "<div class=x>" X "</div>",
	STYLE(".x{display:none}") "<div class=x style='display:block!important'>" X "</div>",
	STYLE(".x{display:none}") "<div class=x style='display:block'>" X "</div>",
	STYLE(".x{display:none}.x{display:block}") "<div class=x>" X "</div>",
	STYLE("@media print{.x{display:none}}") "<div class=x>" X "</div>",
	STYLE(
	    "@media only screen and (max-width:600px){.x{display:none!important}}") "<div class=x>" X
										    "</div>",
	STYLE("@media (prefers-color-scheme: dark){.x{color:#fff}}") "<div class=x>" X "</div>",
	STYLE("@media (max-width:480px){p{font-size:0}}") "<p>" X "</p>",
	STYLE("a:hover{display:none}") "<a>" X "</a>",
	STYLE(".x:before{display:none}") "<div class=x>" X "</div>",
	STYLE("/* .x{display:none} */") "<div class=x>" X "</div>",
	"<style media=print>.x{display:none}</style><div class=x>" X "</div>",
	STYLE("@keyframes a{from{opacity:0}}") "<div>" X "</div>",
	STYLE(
	    "@page WordSection1{size:612pt 792pt;margin:0}div.WordSection1{page:WordSection1}p.MsoNormal{margin:0cm;font-size:11.0pt;font-family:Calibri}a:link{color:#0563C1}") "<div class=WordSection1><p class=MsoNormal>" X
																						 "</p></div>",
	STYLE("body{background:#111;color:#ddd}") "<body><p>" X "</p>",
	STYLE("blockquote{color:white}") "<p>" X "</p>",
	STYLE(".x{color:white;background:#000}") "<div class=x>" X "</div>",
	STYLE("u+.b .x{display:none}") "<div class=x>" X "</div>",
	STYLE(".x{opacity:0}.x{opacity:1}") "<div class=x>" X "</div>" };

static int
count_wrong(const char *const *table, size_t count, bool seen)
{
	struct arena *arena = arena_new();
	int wrong = 0;

	for (size_t i = 0; i < count; i++) {
		const char *html = arena_printf(arena, "<p>hello</p>%s", table[i]);
		const char *text = html_lines(arena, html);

		if ((strstr(text, "resign") != NULL) == seen)
			continue;
		print_message("%s: %s\n", seen ? "visible" : "hidden", table[i]);
		wrong++;
	}
	arena_free(arena);
	return wrong;
}

static void
test_hidden(void **state)
{
	(void)state;
	assert_int_equal(count_wrong(hidden, sizeof hidden / sizeof *hidden, false), 0);
}

static void
test_visible(void **state)
{
	(void)state;
	assert_int_equal(count_wrong(visible, sizeof visible / sizeof *visible, true), 0);
}

/* Lines that a hidden break does not end; and more rules than are kept. */
static void
test_more(void **state)
{
	struct arena *arena = arena_new();
	const char *rules = "";

	(void)state;
	assert_string_equal(
	    html_lines(arena, "do not<br style='display:none'>resign"), "do notresign\n");
	assert_string_equal(
	    html_lines(arena, STYLE("br{display:none}") "do not<br>resign"), "do notresign\n");
	for (int i = 0; i < 600; i++)
		rules = arena_printf(arena, "%s.a%d{color:red}", rules, i);
	assert_string_equal(
	    html_lines(arena, arena_printf(arena, "<style>%s.x{display:none}</style>a", rules)),
	    "");
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: what cannot be seen is not read", test_hidden, NULL, NULL, NULL },
		{ "mail 13: what can be seen is read", test_visible, NULL, NULL, NULL },
		{ "mail 13: hidden breaks, too many rules", test_more, NULL, NULL, NULL },
	};

	load_phrases();
	return cmocka_run_group_tests_name("mail_html_look", tests, NULL, NULL);
}
