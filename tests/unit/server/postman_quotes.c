/* SPDX-License-Identifier: ISC */
/*
 * A command in a quote never runs (mail/README 13): comments of all scripts with any command
 * or move at any place, in letters of the server, quoted by careless programs that wrap at 60
 * to 80, answered above or below; read by the reader and parsed into orders.
 *
 * RIVERPOST_QUOTES=N tries N letters, RIVERPOST_SEED=N others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/read/letter.h"
#include "mail/reader.h"
#include "speak/parse.h"
#include "speak/verbs.h"
#include "unit/phrases.h"
#include "view/wrap.h"

#define LETTERS 6000
#define ANSWER  "b3e3"

static uint64_t state = 88172645463325252u;

static unsigned
under(unsigned limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % limit;
}

#define PICK(table) ((table)[under(sizeof(table) / sizeof *(table))])

/* Words of each script, with blanks or without. */
static const struct {
	bool blanks;
	const char *words[6];
} scripts[] = {
	{ true, { "your", "horse", "looks", "lonely", "Donaudampfschifffahrt", "a" } },
	{ false, { "你好", "这步棋", "真不错", "我想一想", "，", "车" } },
	{ true, { "конь", "скучает", "сегодня", "и", "достопримечательность", "ход" } },
	{ true,
	    { "nu\u031bo\u031b\u0301c", "co\u031b\u0300", "hay", "qua\u0301", "ba\u0323n",
		"o\u031bi" } },
	{ false, { "မင်္ဂလာပါ", "ကောင်းတယ်", "မြင်း", "ဒီနေ့", "၊", "က" } },
	{ false, { "สวัสดี", "ม้า", "เดินดี", "มาก", "วันนี้", "ครับ" } },
	{ true, { "حصان", "جميل", "اليوم", "و", "شكرا", "لعبة" } },
	{ true,
	    { "\U0001F600", "\U0001F468\u200d\U0001F469\u200d\U0001F467", "\u2764\ufe0f",
		"\U0001F44D\U0001F3FD", ":)", "\U0001F1FB\U0001F1F3" } },
	{ true, { "말이", "외로워", "보입니다", "오늘", "좋은", "수" } },
	{ false, { "馬が", "寂しい", "ですね", "今日は", "。", "いい手" } },
};

/* What a comment may hold besides the names of all commands. */
static const char *const commands[] = { "resign", "resign 7", "resign 7 fred secret", "draw",
	"accept", "accept draw", "reject", "undo", "move 7 B3-E3", "move 7 fred secret h2e2",
	"xiangqi move 7 C2=5", "H3-E3", "h3e3", "h2e2", "C2=5", "c2.5", "炮二平五", "砲8平5",
	"马八进七", "P2=5", "Ch3-e3", "cannon 2=5", "h10g8", "confirm", "as fred secret",
	"queue 7 fred secret H3-E3", "H3-E3 gg", "*H3-E3*", "(h3e3)", "“h3e3”", "claim 7", "say",
	"end", "yes", "ok", "help", "show 7", "set language de", "投降", "和棋" };

static void
add_command(struct str *out)
{
	if (under(3) > 0) {
		str_add(out, PICK(commands));
		return;
	}
	str_add(out, verb_table[under(VERB_COUNT)].name);
	if (under(2) == 0)
		str_addf(out, " %u", 7 + under(2));
}

/* A few paragraphs. */
static const char *
make_comment(struct arena *arena, bool one)
{
	struct str out;

	str_init(&out, arena, 0);
	for (unsigned lines = 1 + under(5); lines > 0; lines--) {
		size_t script = under(sizeof scripts / sizeof *scripts);

		for (unsigned words = under(40); words > 0; words--) {
			if (under(12) == 0) {
				str_add(&out, under(2) == 0 ? " " : "");
				add_command(&out);
				str_add(&out, " ");
			}
			str_add(&out, scripts[script].words[under(6)]);
			str_add(&out, scripts[script].blanks ? " " : "");
		}
		if (under(2) == 0) {
			str_add(&out, " ");
			add_command(&out);
		}
		str_add(&out, lines > 1 && under(3) == 0 && !one ? "\n\n" : "\n");
	}
	str_trim(&out);
	return out.data;
}

/* How a program quotes. */
struct program {
	const char *mark;
	enum { FORGETS, FIRST, INDENTS, SPREADS, MARKS } way;
	enum { COLUMNS, CHARACTERS, BYTES } measure;
	unsigned width;
	bool marks_empty; /* ">" on empty lines */
};

static size_t
size_of(struct arena *arena, const struct program *program, const char *at, size_t length)
{
	const char *end = at + length;
	size_t count = 0;

	if (program->measure == BYTES)
		return length;
	if (program->measure == COLUMNS)
		return utf8_width(arena_strndup(arena, at, length));
	while (at < end) {
		utf8_next(&at);
		count++;
	}
	return count;
}

/* How much of a line fits: up to a blank, or, for words that are too long, a character. */
static size_t
fitting(struct arena *arena, const struct program *program, const char *line, size_t length)
{
	size_t room = program->width - 2, best = 0;
	const char *at = line, *end = line + length;

	if (size_of(arena, program, line, length) <= room)
		return length;
	while (at < end && size_of(arena, program, line, (size_t)(at - line)) <= room) {
		if (*at == ' ' || (*at & 0x80) != 0)
			best = (size_t)(at - line);
		utf8_next(&at);
	}
	return best > 0 ? best : (size_t)(at - line);
}

/* One line of the quoted letter; *first: nothing was quoted yet. */
static void
quote_line(struct arena *arena, struct str *out, const struct program *program, const char *line,
    size_t length, bool *first)
{
	bool begins = true;

	if (length == 0 && program->way != FIRST)
		str_add(out, program->marks_empty && program->way != INDENTS ? program->mark : "");
	while (length > 0) {
		size_t fits = fitting(arena, program, line, length);
		bool marked = program->way == SPREADS || program->way == MARKS ||
		    (program->way == FIRST && *first) || (program->way == FORGETS && begins);

		str_add(out, program->way == INDENTS ? "    " : marked ? program->mark : "");
		str_addn(out, line, fits);
		str_add(out, program->way == SPREADS ? "\n\n" : "\n");
		*first = begins = false;
		line += fits;
		length -= fits;
		while (length > 0 && *line == ' ') {
			line++;
			length--;
		}
	}
	if (line[-1] == '\n' || length == 0)
		str_add(out, out->length > 0 && out->data[out->length - 1] == '\n' ? "" : "\n");
}

static const char *
quote(struct arena *arena, const struct program *program, const char *text)
{
	struct str out;
	bool first = true;

	str_init(&out, arena, 0);
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");

		if (length > 0)
			quote_line(arena, &out, program, text, length, &first);
		else
			str_addf(&out, "%s\n",
			    program->marks_empty && program->way != INDENTS &&
				    program->way != FIRST ?
				program->mark :
				"");
		text += length + (text[length] == '\n');
	}
	return out.data;
}

/* The letter that is answered: a whole one, or a comment by itself. */
static const char *
make_quoted(struct arena *arena, const struct program *program)
{
	const char *comment = make_comment(arena, program->way == FIRST);

	if (under(3) == 0 && program->way != FIRST)
		return arena_printf(arena, "%s\n", comment);
	return arena_printf(arena,
	    "Summary of Xiangqi Board 7\nIt is fred's turn.\n\n"
	    "************************************************************\n"
	    "wilma writes:\n%s\n"
	    "************************************************************\n\n"
	    "You can answer this letter with\n  H10-G8     your move\n",
	    under(2) == 0 ? comment : wrap(arena, comment, 60, true));
}

/* Tries one letter; false when something ran that was not typed. */
static bool
try_letter(struct arena *arena, int *read)
{
	static const char *const marks[] = { "> ", "> ", "> ", ">", "| ", "R> ", "Riverpost> ",
		"» ", ": ", "＞ " };
	static const char *const announcements[] = {
		"On Sat, Nov 21, 2026 at 12:00 PM Riverpost <x@game.test> wrote:\n\n",
		"Riverpost <x@game.test> 于2026年11月21日周六 12:00写道：\n\n",
		"Fred Stone wrote:\n", "21.11.2026, 12:00, \"Riverpost\" <x@game.test>:\n",
		"၂၀၂၆ နိုဝင်ဘာ ၂၁ ၊ ၁၂:၀၀ တွင် Riverpost <x@game.test> က ရေးသားခဲ့သည်-\n\n"
	};
	const struct letter_policy policy = { .bytes_max = 1024 * 1024, .address = "x@game.test" };
	struct program program = { .mark = PICK(marks),
		.way = under(5),
		.measure = under(3),
		.width = 60 + under(21),
		.marks_empty = under(2) == 0 };
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	const char *quoted = quote(arena, &program, make_quoted(arena, &program));
	bool above = under(2) == 0;
	const char *bytes = arena_printf(arena,
	    "From: fred@a.test\nSubject: Re: Xiangqi Board 7: fred - wilma\n"
	    "Content-Type: text/plain; charset=utf-8\n\n%s%s%s%s",
	    above ? ANSWER "\n\nthanks\n\n" : "", PICK(announcements), quoted,
	    above ? "" : "\n" ANSWER "\n");
	struct letter letter;

	reader_read(&letter, arena, bytes, strlen(bytes), &policy);
	parse_letter(arena, &(struct parse_context){ .glossary = NULL },
	    "Xiangqi Board 7: fred - wilma", letter.text, true, parsed);
	*read += parsed->count == 1;
	if (parsed->count == 0 && !above)
		return true;
	if (parsed->count == 1 && str_equal(parsed->orders[0].move, ANSWER))
		return true;
	print_message("%d orders, way %d, measure %d, width %u:\n%s\n--- read as:\n%s\n",
	    parsed->count, (int)program.way, (int)program.measure, program.width, bytes,
	    letter.text);
	return false;
}

static void
nothing_quoted_runs(void **unused)
{
	const char *count = getenv("RIVERPOST_QUOTES"), *seed = getenv("RIVERPOST_SEED");
	int letters = count != NULL ? atoi(count) : LETTERS, wrong = 0, read = 0;
	struct arena *arena = arena_new();

	(void)unused;
	state += seed != NULL ? (uint64_t)atoll(seed) * 2654435761u : 0;
	reader_setup();
	load_phrases();
	for (int i = 0; i < letters && wrong < 5; i++) {
		wrong += !try_letter(arena, &read);
		arena_clear(arena);
	}
	print_message("%d letters, the answer read in %d\n", letters, read);
	assert_int_equal(wrong, 0);
	/* Three in four at least: silence alone would prove nothing. */
	assert_true(read >= letters * 3 / 4);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: nothing in a quote runs", nothing_quoted_runs, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("postman_quotes", tests, NULL, NULL);
}
