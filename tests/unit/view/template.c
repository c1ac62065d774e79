/* SPDX-License-Identifier: ISC */
/*
 * Templates: what each tag shows, which lines vanish, where files and words
 * are looked for, and what is refused.
 *
 * Each case writes its files into a folder of its own; expected texts are
 * worked out by hand from template.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "play/glossary.h"
#include "speak/verbs.h"
#include "view/languages.h"
#include "view/template.h"
#include "view/template_check.h"

static char root[64];
static struct arena *arena;

static void
put_file(const char *path, const char *text)
{
	char full[256];
	FILE *file;

	snprintf(full, sizeof full, "%s/%s", root, path);
	for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	file = fopen(full, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	fclose(file);
}

static struct templates *
open_both(void)
{
	return templates_new(
	    arena_printf(arena, "%s/own", root), arena_printf(arena, "%s/shipped", root));
}

static struct vars *
sample(void)
{
	struct vars *vars = vars_new(arena), *item;

	vars_text(vars, "player", "fred");
	vars_text(vars, "empty", "");
	vars_text(vars, "sly", "{{player}}");
	vars_number(vars, "days", 3);
	vars_number(vars, "one", 1);
	vars_number(vars, "none", 0);
	vars_flag(vars, "rated", true);
	vars_flag(vars, "over", false);
	vars_word(vars, "side", "red");
	vars_time(vars, "deadline", INT64_C(1795543500)); /* Tue 24 Nov 2026 18:05 UTC */
	vars_list(vars, "nobody");
	item = vars_add(vars, "moves");
	vars_number(item, "number", 1);
	vars_text(item, "player", "wilma");
	item = vars_add(vars, "moves");
	vars_number(item, "number", 2);
	item = vars_add(item, "warnings");
	vars_text(item, "what", "check");
	return vars;
}

static const char words[] =
    "# a comment, = and all\n"
    "side.red = Red\n"
    "side.green=Green\n"
    "rated.yes = rated\n"
    "over.no = {{player}}\\'s game goes on\\nfor {{:days}}\n"
    "days.1 = a single day\n"
    "days.one = WRONG\n"
    "days.other = {{days}} days\n"
    "one.one = {{one}} day\n"
    "weekday.2 = Tue\n"
    "month.11 = Nov\n"
    "back = a \\\\n b\n"
    "date-format = {{:weekday}} {{day}} {{:month}} {{year}} {{hour}}:{{minute}} {{zone}}\n";

static const struct {
	const char *name, *text, *want;
} shown[] = {
	{ "plain text", "Hello.\n", "Hello.\n" },
	{ "text value", "It is {{player}}'s turn.", "It is fred's turn." },
	{ "blanks in a tag", "{{ player }}", "fred" },
	{ "two on a line", "{{player}}/{{days}}", "fred/3" },
	{ "values are no templates", "{{sly}}", "{{player}}" },
	{ "a lone brace", "{ {player} }", "{ {player} }" },
	{ "zero is shown", "{{none}}", "0" },
	{ "word as value", "{{side}}", "Red" },
	{ "word", "{{:side}}.", "Red." },
	{ "flag as word", "{{:rated}}", "rated" },
	{ "word with variables", "{{over}}", "fred\\'s game goes on\nfor 3 days" },
	{ "exact number before plural", "{{:one}}", "1 day" },
	{ "time", "{{deadline}}", "Tue 24 Nov 2026 18:05 UTC" },
	{ "section of text", "{{#player}}yes{{/player}}", "yes" },
	{ "section of empty text", "a{{#empty}}yes{{/empty}}b", "ab" },
	{ "section of zero", "{{#none}}yes{{/none}}", "" },
	{ "section of false", "{{#over}}yes{{/over}}", "" },
	{ "section of true", "{{#rated}}yes{{/rated}}", "yes" },
	{ "section of nothing set", "{{#foo}}yes{{/foo}}", "" },
	{ "inverted",
	    "{{^over}}no{{/over}}{{^rated}}NO{{/rated}}{{^nobody}}0{{/nobody}}{{^foo}}-{{/foo}}",
	    "no0-" },
	{ "inverted list", "{{^moves}}no{{/moves}}", "" },
	{ "list", "{{#moves}}{{number}} {{player}};{{/moves}}{{player}}", "1 wilma;2 fred;fred" },
	{ "empty list", "{{#nobody}}{{foo}}{{/nobody}}", "" },
	{ "list in list",
	    "{{#moves}}{{number}}{{#warnings}}{{what}}{{number}}{{/warnings}},{{/moves}}",
	    "1,2check2," },
	{ "same section inside itself", "{{#rated}}a{{#rated}}b{{/rated}}c{{/rated}}", "abc" },
	{ "lone tags take their lines", "a\n{{#rated}}\nb\n{{/rated}}\nc\n", "a\nb\nc\n" },
	{ "lone tags indented, CRLF", "a\r\n  {{#rated}} \r\nb\r\n\t{{/rated}}\r\nc\r\n",
	    "a\nb\nc\n" },
	{ "false section leaves no line", "a\n{{#over}}\nb\n{{/over}}\nc\n", "a\nc\n" },
	{ "two lone tags", "a\n{{#rated}}{{^over}}\nb\n{{/over}} {{/rated}}\nc\n", "a\nb\nc\n" },
	{ "a value keeps its line", "a\n{{empty}}\nb\n", "a\n\nb\n" },
	{ "list of lines", "{{#moves}}\n{{number}}\n{{/moves}}\n", "1\n2\n" },
	{ "section at the end without newline", "a\n{{#rated}}\nb\n{{/rated}}", "a\nb\n" },
	{ "comment", "a{{! {{#player}} }}b", "a }}b" },
	{ "comment alone", "a\n{{! two\nlines }}\nb\n", "a\nb\n" },
	{ "partial", "a\n{{>part}}\nb\n", "a\npart of fred\nb\n" },
	{ "partial sees the item", "{{#moves}}\n{{>part}}\n{{/moves}}\n",
	    "part of wilma\npart of fred\n" },
	{ "trailing blanks", "a  \n b\t\n", "a\n b\n" },
	{ "empty lines", "a\n\n \n\t\n\nb\n\n\n", "a\n\nb\n\n" },
	{ "empty template", "", "" },
	{ "a table", "a\n{{=table 2 9}}\n{{player}} | b|c | <d>\n| e\n{{=end}}\nf | g\n",
	    "a\n\001table 2 9\nfred \002 b|c \002 <d>\n\002 e\n\001end\nf | g\n" },
	{ "answers", "{{=answers 2}}\n<{{sly}}> | x\n{{=end}}\n",
	    "\001answers 2\n\003{{player}}\004 \002 x\n\001end\n" },
	{ "a block is no line", "a\n\n{{=list}}\n\nb\n\n{{=end}}\n\nc\n",
	    "a\n\n\001list\nb\n\n\001end\nc\n" },
	{ "not ASCII", "「{{player}}」走了\n", "「fred」走了\n" },
};

static void
shows(void **state)
{
	const struct reader reader = { .language = "en" };
	struct templates *templates;

	(void)state;
	put_file("shipped/en/words.txt", words);
	put_file("shipped/en/part.txt", "part of {{player}}\n");
	for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		struct str out;
		struct err err = { .text = "" };

		templates = open_both();
		put_file("shipped/en/case.txt", shown[i].text);
		str_init(&out, arena, 0);
		str_add(&out, "before  \n\n\n");
		if (template_render(templates, &reader, "case", sample(), &out, &err) == -1)
			fail_msg("%s: %s", shown[i].name, err.text);
		if (strncmp(out.data, "before  \n\n\n", 11) != 0 ||
		    strcmp(out.data + 11, shown[i].want) != 0 || strlen(out.data) != out.length)
			fail_msg("%s: %s", shown[i].name, out.data);
		templates_free(templates);
	}
}

static const struct {
	const char *name, *text, *want;
} refused[] = {
	{ "unknown variable", "a\nb {{foo}}\n", "case.txt:2: foo: no such variable" },
	{ "unknown in an item", "{{#moves}}{{what}}{{/moves}}",
	    "case.txt:1: what: no such variable" },
	{ "list as value", "{{moves}}", "moves: a list" },
	{ "list as word", "{{:moves}}", "moves: a list" },
	{ "time as word", "{{:deadline}}", "deadline: a list, a time or a move" },
	{ "no such word", "{{:player}}", "no word for \"fred\"" },
	{ "no such template", "{{>nowhere}}", "nowhere: there is no such template" },
	{ "itself", "{{>case}}", "nested too deeply" },
	{ "open tag", "x\ny {{player\n", "case.txt:2: a tag is not closed" },
	{ "open block", "{{=list}}\na\n", "case.txt:1: a block is not closed" },
	{ "a block in another", "{{=list}}\n{{=pre}}\n",
	    "case.txt:2: blocks end where they begin" },
	{ "no block to end", "{{=end}}\n", "blocks end where they begin" },
	{ "a block across a section", "{{=list}}\n{{#rated}}\n{{=end}}\n{{/rated}}\n",
	    "case.txt:3: blocks end where they begin" },
	{ "a block within a line", "a {{=list}}\n", "a block stands alone on its line: list" },
	{ "open section", "{{#rated}}\n", "a section is not closed: rated" },
	{ "closed, never opened", "{{/rated}}", "nothing is open" },
	{ "crossed", "{{#rated}}{{#player}}{{/rated}}{{/player}}",
	    "another section is open, not rated" },
	{ "empty name", "{{}}", "this is not a name" },
	{ "empty section name", "{{#}}", "this is not a name" },
	{ "path as name", "{{>../../passwd}}", "this is not a name" },
	{ "line numbers after a comment", "{{! a\nb }}\n{{foo}}", "case.txt:3: foo" },
};

static void
refuses(void **state)
{
	const struct reader reader = { .language = "en" };

	(void)state;
	put_file("shipped/en/words.txt", words);
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		struct templates *templates = open_both();
		struct str out;
		struct err err = { .text = "" };

		put_file("shipped/en/case.txt", refused[i].text);
		str_init(&out, arena, 0);
		if (template_render(templates, &reader, "case", sample(), &out, &err) != -1)
			fail_msg("%s: shown as %s", refused[i].name, out.data);
		if (strstr(err.text, refused[i].want) == NULL)
			fail_msg("%s: %s", refused[i].name, err.text);
		templates_free(templates);
	}
}

static const struct {
	const char *name, *language, *template, *want;
} looked_up[] = {
	{ "translated", "ru", "both", "ru both" },
	{ "the operator's file", "en", "hidden", "own hidden" },
	{ "the shipped translation before the operator's English", "ru", "hidden", "ru hidden" },
	{ "the operator's word", "en", "word", "own word" },
	{ "the shipped word", "en", "word2", "shipped word" },
	{ "plural few", "ru", "plural", "3 few" },
};

static void
put_both(void)
{
	put_file("shipped/en/both.txt", "en both");
	put_file("shipped/ru/both.txt", "ru both");
	put_file("shipped/en/english.txt", "en english");
	put_file("shipped/en/hidden.txt", "en hidden");
	put_file("shipped/ru/hidden.txt", "ru hidden");
	put_file("own/en/hidden.txt", "own hidden");
	put_file("shipped/en/word.txt", "{{side}}");
	put_file("shipped/en/word2.txt", "{{:player}}");
	put_file("shipped/ru/plural.txt", "{{:days}}");
	put_file("shipped/ru/english-word.txt", "{{:player}}");
	put_file("shipped/ru/english-part.txt", "{{>english}}");
	put_file("shipped/ru/english-date.txt", "{{deadline}}");
	put_file("shipped/en/words.txt",
	    "side.red = not this\nplayer.fred = shipped word\ndays.other = no\n");
	put_file("shipped/ru/words.txt", "plural-rule = slavic\ndays.few = {{days}} few\n");
	put_file("own/en/words.txt", "side.red = own word\n");
}

static void
looks_up(void **state)
{
	struct templates *templates = open_both();

	(void)state;
	put_both();
	for (size_t i = 0; i < sizeof looked_up / sizeof looked_up[0]; i++) {
		const struct reader reader = { .language = looked_up[i].language };
		struct str out;
		struct err err = { .text = "" };

		str_init(&out, arena, 0);
		if (template_render(
			templates, &reader, looked_up[i].template, sample(), &out, &err) == -1)
			fail_msg("%s: %s", looked_up[i].name, err.text);
		if (strcmp(out.data, looked_up[i].want) != 0)
			fail_msg("%s: %s", looked_up[i].name, out.data);
	}
	templates_free(templates);
}

/* A letter is in one language: letter_render takes another, not this. */
static void
never_mixes(void **state)
{
	static const struct {
		const char *language, *template, *want;
	} table[] = { { "ru", "english", "there is no template ru/english" },
		{ "tlh", "both", "there is no template tlh/both" },
		{ "../en", "both", "there is no template ../en/both" },
		{ "ru", "english-word", "words.txt has no word for \"fred\"" },
		{ "ru", "english-part", "english-part.txt:1: english: there is no such template" },
		{ "ru", "english-date", "words.txt has no date-format" } };
	struct templates *templates = open_both();

	put_both();
	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		const struct reader reader = { .language = table[i].language };
		struct str out;
		struct err err = { .text = "" };

		str_init(&out, arena, 0);
		if (template_render(templates, &reader, table[i].template, sample(), &out, &err) !=
			-1 ||
		    strstr(err.text, table[i].want) == NULL || !err.is_ours)
			fail_msg("%s: %s %s", table[i].template, out.data, err.text);
	}
	assert_true(template_speaks(templates, "ru"));
	assert_false(template_speaks(templates, "tlh"));
	templates_free(templates);
}

static void
keep_lack(void *text, const char *what)
{
	str_addf(text, "%s\n", what);
}

static void
counts_what_lacks(void **state)
{
	static const struct {
		const char *language, *words;
		int lacks;
	} table[] = {
		{ "de", "side.red = r\ndays.one = 1\ndays.other = 2\nnth.one = 1\nnth.other = 2\n",
		    0 },
		{ "vi", "plural-rule = none\nside.red = r\ndays.other = 2\nnth.other = 2\n", 0 },
		{ "ru",
		    "plural-rule = slavic\nside.red = r\ndays.one = 1\ndays.many = 2\n"
		    "nth.one = 1\nnth.few = 2\nnth.many = 2\n",
		    1 },
		{ "eo", "days.one = 1\nnth.one = 1\nnth.other = 2\n", 2 },
		{ "la", "", 3 },
	};
	struct templates *templates = open_both();
	struct str told;
	struct err err;

	(void)state;
	put_file("shipped/en/draw.txt", "a\n== done\nb {{:days}}{{:nth}}{{:side}}");
	put_file("own/en/draw.txt", "mine\n== own\n{{>draw}}");
	put_file("shipped/en/words.txt",
	    "side.red = r\ndays.one = 1\ndays.other = 2\nnth.2 = second\nnth.one = 1\n"
	    "nth.other = 2\n");
	put_file("shipped/xx/language.txt", "name = Nothing else\n");
	put_file("shipped/yy/draw.txt", "a\n");
	put_file("shipped/yy/language.txt", "name = Some\n");
	put_file("shipped/ru/language.txt", "name = More\n");
	put_file("shipped/mail/phrases.txt", "no language\n");
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		put_file(
		    arena_printf(arena, "shipped/%s/draw.txt", table[i].language), "== done\nx\n");
		put_file(arena_printf(arena, "own/%s/draw.txt", table[i].language), "x\n");
		put_file(
		    arena_printf(arena, "shipped/%s/words.txt", table[i].language), table[i].words);
	}
	templates_check(templates, NULL, NULL, &err);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		const char *first = "";
		int lacks = language_lacks(templates, table[i].language, &first);

		if (lacks != table[i].lacks)
			fail_msg("%s lacks %d, %s first", table[i].language, lacks, first);
	}
	str_init(&told, arena, 0);
	templates_tell_lacks(templates, keep_lack, &told);
	assert_non_null(strstr(told.data, "the language yy lacks 4, draw-done first"));
	assert_non_null(strstr(told.data, "the language ru lacks 1, days.other first"));
	assert_non_null(strstr(told.data, "the language xx lacks "));
	assert_null(strstr(told.data, "the language en"));
	assert_null(strstr(told.data, "the language mail"));
	assert_null(strstr(told.data, "the language vi"));
	templates_free(templates);
}

/* A file's texts, each between two heads, and what the operator has instead of one. */
static void
cuts_sections(void **state)
{
	static const struct {
		const char *name, *want; /* a fault begins with "!" */
	} table[] = { { "resign", "above\n" }, { "resign-done", "done\n\nmore\n" },
		{ "resign-empty", "" }, { "resign-own", "mine\n" }, { "resign-last", "last" },
		{ "resign-broken", "!resign.txt:13: a tag is not closed" },
		{ "draw", "!there is no template" }, { "draw-done", "agreed\n" }, { "none", "" },
		{ "twice-a", "!twice.txt:2: twice-a stands in " }, { "once-a", "mine" } };
	const struct reader reader = { .language = "en" };
	struct templates *templates = open_both();

	(void)state;
	put_file("shipped/en/resign.txt",
	    "above\n\n== done\ndone\n\nmore\n\n\n== empty \n== own\nnot this\n"
	    "== broken\n{{x\n== last\nlast");
	put_file("own/en/resign.txt", "== own\nmine\n");
	put_file("shipped/en/draw.txt", "\n== done\nagreed\n");
	put_file("shipped/en/none.txt", "");
	put_file("own/en/twice-a.txt", "here");
	put_file("own/en/twice.txt", "== a\nthere");
	put_file("shipped/en/once.txt", "== a\nshipped");
	put_file("own/en/once-a.txt", "mine");
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		bool is_fault = table[i].want[0] == '!';
		struct str out;
		struct err err = { .text = "" };

		str_init(&out, arena, 0);
		if ((template_render(templates, &reader, table[i].name, sample(), &out, &err) ==
			-1) != is_fault ||
		    (is_fault && strstr(err.text, table[i].want + 1) == NULL) ||
		    (!is_fault && strcmp(out.data, table[i].want) != 0))
			fail_msg("%s: %s%s", table[i].name, out.data, err.text);
	}
	templates_free(templates);
}

static void
counts_in_russian(void **state)
{
	static const struct {
		int64_t n;
		const char *want;
	} table[] = { { 0, "many" }, { 1, "one" }, { 2, "few" }, { 4, "few" }, { 5, "many" },
		{ 11, "many" }, { 12, "many" }, { 14, "many" }, { 21, "one" }, { 22, "few" },
		{ 25, "many" }, { 101, "one" }, { 111, "many" }, { 112, "many" } };
	const struct reader reader = { .language = "ru" };
	struct templates *templates = open_both();

	(void)state;
	put_file("shipped/ru/count.txt", "{{:n}}");
	put_file("shipped/ru/words.txt",
	    "plural-rule = slavic\nn.one = one\nn.few = few\nn.many = many\n");
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct vars *vars = vars_new(arena);
		struct str out;
		struct err err;

		vars_number(vars, "n", table[i].n);
		str_init(&out, arena, 0);
		assert_int_equal(template_render(templates, &reader, "count", vars, &out, &err), 0);
		assert_string_equal(out.data, table[i].want);
	}
	templates_free(templates);
}

static void
tells_the_zone(void **state)
{
	static const struct {
		const char *zone, *want;
	} table[] = { { NULL, "18:05 UTC" }, { "", "18:05 UTC" }, { "+01:00", "19:05 UTC+1" },
		{ "+08:00", "02:05 UTC+8" }, { "-05:00", "13:05 UTC-5" },
		{ "+05:30", "23:35 UTC+5:30" }, { "-03:30", "14:35 UTC-3:30" },
		{ "Europe/Berlin", "19:05 UTC+1" } };
	struct templates *templates = open_both();

	(void)state;
	put_file("shipped/en/words.txt", "date-format = {{hour}}:{{minute}} {{zone}}\n");
	put_file("shipped/en/case.txt", "{{deadline}}");
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		const struct reader reader = { .language = "en", .zone = table[i].zone };
		struct str out;
		struct err err;

		str_init(&out, arena, 0);
		assert_int_equal(
		    template_render(templates, &reader, "case", sample(), &out, &err), 0);
		assert_string_equal(out.data, table[i].want);
	}
	templates_free(templates);
}

static void
knows_what_exists(void **state)
{
	struct templates *templates = open_both();
	const struct reader reader = { .language = "en" };
	const char *word;
	struct err err;

	(void)state;
	put_file("shipped/en/help-rules.txt", "x");
	put_file("own/ru/help-house.txt", "{{#x}}");
	put_file("shipped/en/words.txt", "back = a \\\\n b\n");
	assert_int_equal(template_check(templates, "en", "help-rules", &err), 0);
	assert_int_equal(template_check(templates, "ru", "help-house", &err), -1);
	assert_int_equal(template_check(templates, "en", "help-house", &err), -1);
	assert_int_equal(template_check(templates, "en", "../en/help-rules", &err), -1);
	assert_int_equal(template_check(templates, "en", "", &err), -1);
	assert_int_equal(template_word(templates, &reader, "back", &word, &err), 0);
	assert_string_equal(word, "a \\n b");
	assert_int_equal(template_word(templates, &reader, "missing", &word, &err), -1);
	assert_true(template_has_word(templates, "back"));
	assert_false(template_has_word(templates, "missing"));
	templates_free(templates);
}

/* What was read is kept until the templates are opened again. */
static void
reads_once(void **state)
{
	struct templates *templates = open_both();
	const struct reader reader = { .language = "en" };
	const char *want[] = { "old", "old", "new" };

	(void)state;
	put_file("shipped/en/again.txt", "old");
	for (size_t i = 0; i < 3; i++) {
		struct str out;
		struct err err;

		str_init(&out, arena, 0);
		assert_int_equal(
		    template_render(templates, &reader, "again", sample(), &out, &err), 0);
		assert_string_equal(out.data, want[i]);
		put_file("shipped/en/again.txt", "new");
		if (i == 1) {
			templates_free(templates);
			templates = open_both();
		}
	}
	templates_free(templates);
}

static void
finds_languages(void **state)
{
	static const char *const entries[] = { "king", "guard", "elephant", "rook", "horse",
		"cannon", "soldier", "front", "middle", "rear", "forward", "backward", "sideways" };
	struct templates *templates = open_both();
	const struct glossary *glossary;
	const struct language *language;
	struct str text;
	struct err err;

	(void)state;
	str_init(&text, arena, 0);
	for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
		str_addf(&text, "letter.%s = %c %c\n", entries[i], (int)('a' + i), (int)('A' + i));
	put_file("shipped/xx/language.txt",
	    arena_printf(arena, "name = Xish\nyes = Ja\ncommand.move = Ziehe zug\n%s", text.data));
	put_file("shipped/en/language.txt", "name = English\n");
	put_file("shipped/en/words.txt", "side.red = Red\n");
	put_file("own/xx/language.txt", "# mine\nletter.king = = -\n");
	put_file("own/eo/language.txt", "name = Esperanto\nletter.king = R\n");
	put_file("own/unnamed/words.txt", "side.red = R\n");
	put_file("own/broken/language.txt", "name = Broken\nhello\n");
	put_file("own/.git/language.txt", "name = Git\n");
	put_file("own/readme.txt", "not a folder");
	assert_int_equal(languages_read(templates, &glossary, &err), 0);
	assert_int_equal(glossary->count, 3);
	assert_string_equal(glossary->languages[0].code, "en");
	assert_string_equal(glossary->languages[1].code, "eo");
	assert_string_equal(glossary->languages[1].name, "Esperanto");
	assert_null(glossary_letters(glossary, "eo"));
	assert_null(glossary_letters(glossary, "tlh"));
	language = glossary_language(glossary, "XX");
	assert_string_equal(language->name, "Xish");
	assert_string_equal(language->letters->names[KING], "= -");
	assert_string_equal(language->letters->names[GUARD], "b B");
	assert_string_equal(language->letters->names[NAME_WAYS + 2], "m M");
	assert_ptr_equal(verb_find(glossary, "ziehe"), verb_find(NULL, "move"));
	assert_ptr_equal(verb_find(glossary, "zug"), verb_find(NULL, "move"));
	assert_null(verb_find(NULL, "zug"));
	assert_string_equal(language->yes, "ja");
	templates_free(templates);
}

/* What is wrong with a translation, and is told with file, line and variable. */
static const struct {
	const char *file, *text, *want; /* NULL: nothing is wrong */
} faulty[] = {
	{ "words",
	    "plural-rule = slavic\ndays.one = {{days}} д\ndays.few = {{days}}\n"
	    "days.many = {{days}}\n",
	    NULL },
	{ "words", "days.one = 1 day\ndays.other = {{days}} days\n", NULL },
	{ "words", "plural-rule = none\ndays.other = {{days}} 天\n", NULL },
	{ "words", "plural-rule = slavic\ndays.one = 1 день\n",
	    "ru/words.txt:2: days: English shows it, and this does not" },
	{ "words", "\ndays.other = days\n", "ru/words.txt:2: days: English shows it" },
	{ "words", "plural-rule = slavic\ndays.other = {{days}}\n",
	    "ru/words.txt:2: days.other: the language has no such plural" },
	{ "words", "plural-rule = none\ndays.one = {{days}}\n", "ru/words.txt:2: days.one: the" },
	{ "words", "days.few = {{days}}\n", "ru/words.txt:1: days.few: the" },
	{ "words", "plural-rule = russian\n",
	    "ru/words.txt:1: plural-rule: there is no such rule" },
	{ "words", "days.other = ｛｛days｝｝\n", "ru/words.txt:1: days: braces of full width" },
	{ "words", "days.other = {{days}} {{dyas}}\n", "ru/words.txt:1: dyas: no such variable" },
	{ "words", "\xef\xbb\xbf# no\n", "ru/words.txt:1: the file begins with a byte order mark" },
	{ "words", "", "ru/words.txt: the file is empty" },
	{ "words", "date-format = {{year}}年{{month}}月{{day}}日 {{hour}}:{{minute}} {{zone}}\n",
	    NULL },
	{ "words", "date-format = {{yaer}}\n", "ru/words.txt:1: yaer: no such variable" },
	{ "draw", "{{>part}}{{:days}}\n", NULL },
	{ "draw", "{{userid}} {{:days/gen}}\n",
	    "ru/draw.txt:1: days: words.txt lacks a form of days/gen" },
	{ "draw", "{{userid}} {{days/gen}}\n", "ru/draw.txt:1: this is not a name" },
	{ "draw", "{{userid}} {{:days/}}\n", "ru/draw.txt:1: this is not a name" },
	{ "words", "days/gen.other = {{days}}\n", NULL },
	{ "words", "days/gen.other = days\n", "ru/words.txt:1: days: English shows it" },
	{ "words", "days/gen.few = {{days}}\n", "ru/words.txt:1: days/gen.few: the" },
	{ "draw", "{{userid}} {{days}}\n", NULL },
	{ "draw", "\n{{userid}}\n", "ru/draw.txt:1: days: English shows it" },
	{ "draw", "{{days}}\n{{usreid}}\n", "ru/draw.txt:2: usreid: no such variable" },
	{ "draw", "{{userid}} {{days}}\n== done\n\n", "ru/draw.txt:3: draw-done: this is empty" },
	{ "draw", "\n \n", "ru/draw.txt: the file is empty" },
	{ "draw", "{{userid}} {{days}}\n{{>draw}}\n",
	    "ru/draw.txt:2: draw: templates are nested too deeply" },
	{ "draw", "a\n｛｛userid｝｝ {{days}}\n", "ru/draw.txt:2: userid: braces of full width" },
	{ "draw", "{{ｕｓｅｒｉｄ}}\n", "ru/draw.txt:1: this is not a name" },
	{ "language", "name = Русский\nyes\n", "ru/language.txt:2: a line here is" },
	{ "language", "\xef\xbb\xbfname = Русский\n", "ru/language.txt:1: the file begins" },
};

static void
tells_faults(void **state)
{
	(void)state;
	put_file("shipped/en/draw.txt", "{{userid}} {{:days}}\n== done\nAgreed.\n");
	put_file("shipped/en/part.txt", "{{userid}}");
	put_file("shipped/en/words.txt",
	    "days.one = 1 day\ndays.other = {{days}} days\n"
	    "date-format = {{day}} {{hour}}:{{minute}} {{zone}}\n");
	for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
		struct templates *templates = open_both();
		struct err err = { .text = "" };

		put_file("own/ru/language.txt", "name = Русский\n");
		put_file("own/ru/words.txt", "# none\n");
		put_file("own/ru/part.txt", "{{userid}}");
		put_file("own/ru/draw.txt", "{{userid}} {{days}}\n");
		put_file(arena_printf(arena, "own/ru/%s.txt", faulty[i].file), faulty[i].text);
		templates_check(templates, NULL, NULL, &err);
		if (faulty[i].want == NULL ? err.text[0] != '\0' :
					     strstr(err.text, faulty[i].want) == NULL)
			fail_msg("%s: %s", faulty[i].text, err.text);
		templates_free(templates);
	}
}

/* The shipped languages: all templates are well formed, and each command word is one
 * command's alone. */
static void
ships_languages(void **state)
{
	struct templates *templates = templates_new(NULL, "templates");
	const struct glossary *glossary;
	struct err err;

	(void)state;
	assert_int_equal(languages_read(templates, &glossary, &err), 0);
	assert_non_null(glossary_language(glossary, "en"));
	assert_non_null(glossary_letters(glossary, "vi"));
	assert_non_null(glossary_letters(glossary, "ru"));
	if (templates_check(templates, NULL, NULL, &err) != 0)
		fail_msg("%s", err.text);
	for (int n = 0; n < glossary->count; n++) {
		for (int i = 0; i < VERB_COUNT; i++) {
			const char *word = glossary->languages[n].commands[i];
			size_t length;

			for (; word != NULL && *word != '\0'; word += strspn(word, " ")) {
				length = strcspn(word, " ");
				if (verb_find(glossary, arena_strndup(arena, word, length)) !=
				    &verb_table[i])
					fail_msg("%s: %s is another command's",
					    glossary->languages[n].code, word);
				word += length;
			}
		}
	}
	templates_free(templates);
}

static int
setup(void **state)
{
	(void)state;
	snprintf(root, sizeof root, "/tmp/riverpost-view.XXXXXX");
	arena = arena_new();
	return mkdtemp(root) == NULL ? -1 : 0;
}

static int
teardown(void **state)
{
	char command[128];

	(void)state;
	arena_free(arena);
	snprintf(command, sizeof command, "rm -rf %s", root);
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(shows, setup, teardown),
		cmocka_unit_test_setup_teardown(refuses, setup, teardown),
		cmocka_unit_test_setup_teardown(looks_up, setup, teardown),
		cmocka_unit_test_setup_teardown(never_mixes, setup, teardown),
		cmocka_unit_test_setup_teardown(counts_what_lacks, setup, teardown),
		cmocka_unit_test_setup_teardown(cuts_sections, setup, teardown),
		cmocka_unit_test_setup_teardown(tells_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(counts_in_russian, setup, teardown),
		cmocka_unit_test_setup_teardown(tells_the_zone, setup, teardown),
		cmocka_unit_test_setup_teardown(knows_what_exists, setup, teardown),
		cmocka_unit_test_setup_teardown(reads_once, setup, teardown),
		cmocka_unit_test_setup_teardown(finds_languages, setup, teardown),
		cmocka_unit_test_setup_teardown(ships_languages, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
