/* SPDX-License-Identifier: ISC */
/*
 * One line: is it an order, all of it?  (parse.h)
 *
 * A command's `args` say what may follow its name; a line that leaves a word
 * over, or lacks one, is no command but may resemble one.
 */
#include "cmd/parse.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/words.h"
#include "rules/notation.h"

#define BLANKED        "********"
#define NEAR_WORDS_MAX 7
#define LINE_BYTES_MAX 4096 /* no command is longer */

extern const struct cmd cmd_move;

/* The words of a line that are still to be read, and the `args` that reads them. */
struct reader {
	struct arena *arena;
	const struct glossary *glossary;
	struct words *words;
	int at;
	const char *args;
	struct order *order;
};

static int
left(const struct reader *r)
{
	return r->words->count - r->at;
}

/* Takes "#n" off the end of a move; *number is 0 when there is none. */
static const char *
take_move_number(struct arena *arena, const char *text, int *number)
{
	const char *mark = strrchr(text, '#');
	int64_t n;
	int none;

	*number = 0;
	if (mark == NULL || !word_is_number(mark, &n, &none) || n > 9999)
		return text;
	*number = (int)n;
	return arena_strndup(arena, text, (size_t)(mark - text));
}

/* Behind the marks with which a sentence ends, of either width. */
static const char *
skip_stops(const char *text)
{
	static const char *const wide[] = { "。", "！", "？", "，" };

	for (;;) {
		size_t before = strspn(text, " \t!?.,;"), i;

		text += before;
		for (i = 0; i < sizeof wide / sizeof wide[0]; i++)
			if (str_starts_nocase(text, wide[i]))
				break;
		if (i == sizeof wide / sizeof wide[0])
			return text;
		text += strlen(wide[i]);
	}
}

/* Is all of text one move's form, in the letters of any language?  The board
 * plays no part in form. */
static bool
is_move_text(const struct glossary *glossary, const char *text)
{
	int count = glossary != NULL ? glossary->count : 0;

	for (int i = -1; i < count; i++) {
		const struct notation_letters *letters = i == -1 ? NULL :
								   glossary->languages[i].letters;
		size_t end = i == -1 || letters != NULL ? notation_form_end(text, letters) : 0;

		if (end > 0 && *skip_stops(text + end) == '\0')
			return true;
	}
	return false;
}

static bool
take_move(struct reader *r, int i)
{
	const char *text;
	int number;

	if (i >= r->words->count)
		return false;
	text = take_move_number(r->arena, words_rest(r->arena, r->words, i), &number);
	if (!is_move_text(r->glossary, text))
		return false;
	r->order->move = text;
	if (number != 0)
		r->order->number = number;
	r->at = r->words->count;
	return true;
}

static bool
is_stray(const char *folded)
{
	return strcmp(folded, "board") == 0 || strcmp(folded, "game") == 0 ||
	    strcmp(folded, "**") == 0;
}

static void
take_game(struct reader *r)
{
	int64_t number;
	int ply;

	while (left(r) > 1 && is_stray(r->words->folded[r->at]))
		r->at++;
	if (left(r) > 0 && word_is_number(r->words->folded[r->at], &number, &ply)) {
		r->order->game = number;
		r->order->number = ply;
		r->at++;
	}
}

static bool
is_arg(const char *arg, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(arg, name, length) == 0;
}

/* How many words the args behind AUTH can hold. */
static void
bounds(const char *args, int *least, int *most)
{
	*least = *most = 0;
	while (*(args += strspn(args, " ")) != '\0') {
		size_t length = strcspn(args, " ");

		if (is_arg(args, length, "WORDS")) {
			*most = INT_MAX;
		} else {
			*least += args[length - 1] != '?';
			*most += *most < INT_MAX;
		}
		args += length;
	}
}

/* "Draw? No way." and "my move h2e2" are speech: only behind a board's number do
 * the next two words prove who writes. */
static void
take_auth(struct reader *r, const char *behind)
{
	int least, most, n = left(r);
	bool has;

	if (is_arg(r->args, strcspn(r->args, " "), "GAME") && r->order->game == 0)
		return;
	if (str_equal(behind, " MOVE")) {
		has = n > 2 && !is_move_text(r->glossary, words_rest(r->arena, r->words, r->at));
	} else {
		bounds(behind, &least, &most);
		has = (n < least || n > most) && n - 2 >= least && n - 2 <= most;
	}
	if (!has)
		return;
	r->order->userid = r->words->folded[r->at];
	r->order->password = r->words->raw[r->at + 1];
	r->at += 2;
}

static bool
take_word(struct reader *r, bool optional)
{
	struct order *order = r->order;

	if (left(r) == 0 || order->word_count == WORDS_MAX)
		return optional && left(r) == 0;
	order->raw[order->word_count] = r->words->raw[r->at];
	order->words[order->word_count++] = r->words->folded[r->at++];
	return true;
}

/* A password: the next word, unless it is plainly an address. */
static bool
take_secret(struct reader *r, bool optional)
{
	if (left(r) == 0 || strchr(r->words->raw[r->at], '@') != NULL)
		return optional;
	r->order->password = r->words->raw[r->at++];
	return true;
}

static bool
take_arg(struct reader *r, const char *arg, size_t length)
{
	bool optional = arg[length - 1] == '?';

	if (is_arg(arg, length, "GAME"))
		take_game(r);
	else if (is_arg(arg, length, "AUTH"))
		take_auth(r, arg + length);
	else if (is_arg(arg, length, "MOVE"))
		return take_move(r, r->at);
	else if (is_arg(arg, length, "SECRET") || is_arg(arg, length, "SECRET?"))
		return take_secret(r, optional);
	else if (is_arg(arg, length, "WORDS"))
		while (left(r) > 0 && take_word(r, true))
			;
	else
		return take_word(r, optional);
	return true;
}

static bool
take_args(struct reader *r)
{
	const char *arg = r->args;

	while (*(arg += strspn(arg, " ")) != '\0') {
		size_t length = strcspn(arg, " ");

		if (!take_arg(r, arg, length))
			return false;
		arg += length;
	}
	return left(r) == 0;
}

/* Options may stand anywhere behind the command word. */
static void
take_options(struct arena *arena, struct words *words, struct order *order)
{
	const char *name, *value;

	for (int i = 1; i < words->count;) {
		if (order->option_count == WORDS_MAX ||
		    !word_is_option(arena, words->raw[i], &name, &value)) {
			i++;
			continue;
		}
		words_drop(words, i);
		if (strcmp(name, "userid") == 0) {
			order->userid = utf8_fold(arena, value);
		} else if (strcmp(name, "password") == 0) {
			order->password = value;
		} else {
			order->options[order->option_count].name = name;
			order->options[order->option_count++].value = value;
		}
	}
}

/* The order as it may be shown to anyone. */
static const char *
order_line(struct arena *arena, const struct order *order, const struct words *words, int from)
{
	struct str line;

	str_init(&line, arena, 400);
	str_add(&line, order->cmd->name);
	for (int i = from; i < words->count; i++) {
		str_addc(&line, ' ');
		str_add(&line, words->raw[i] == order->password ? BLANKED : words->raw[i]);
	}
	for (int i = 0; i < order->option_count; i++)
		str_addf(&line, " --%s%s%s", order->options[i].name,
		    order->options[i].value[0] != '\0' ? "=" : "", order->options[i].value);
	return line.data;
}

static bool
read_order(struct arena *arena, const struct glossary *glossary, struct words *words,
    const struct cmd *cmd, int from, struct order *order)
{
	struct reader r = { .arena = arena,
		.glossary = glossary,
		.words = words,
		.at = from,
		.args = cmd->args,
		.order = order };

	order->cmd = cmd;
	if (!take_args(&r) || (cmd->accepts != NULL && !cmd->accepts(order)))
		return false;
	order->line = order_line(arena, order, words, from);
	return true;
}

static bool
has_number_or_move(struct arena *arena, const struct words *words)
{
	int64_t number;
	int ply;

	for (int i = 1; i < words->count; i++)
		if (word_is_number(words->folded[i], &number, &ply) ||
		    notation_is_move_like(words_rest(arena, words, i)))
			return true;
	return false;
}

/* A userid and a password stand where they may, but no board's number before. */
static bool
may_hold_password(struct arena *arena, const struct glossary *glossary, const struct words *words,
    const struct cmd *cmd)
{
	if (cmd == NULL || cmd == &cmd_move)
		return words->count - (cmd != NULL) == 3 &&
		    is_move_text(glossary, words_rest(arena, words, words->count - 1));
	return words->count == 3 && str_equal(cmd->args, "GAME AUTH");
}

/* meant: the command that the first word is, or nearly is; NULL. */
static enum line_kind
resembles(struct arena *arena, const struct glossary *glossary, const struct words *words,
    bool exact, const struct cmd *meant)
{
	if (words->count > NEAR_WORDS_MAX && !words->too_many)
		return LINE_TEXT;
	if (notation_is_move_like(words_rest(arena, words, 0)) && words->count <= 4)
		return LINE_NEAR;
	if (may_hold_password(arena, glossary, words, meant))
		return LINE_NEAR;
	if (meant == NULL)
		return LINE_TEXT;
	if (has_number_or_move(arena, words))
		return LINE_NEAR;
	/* Short words are slips of too much else. */
	return words->count <= (exact || strlen(meant->name) > 5 ? 2 : 1) ? LINE_NEAR : LINE_TEXT;
}

/* "xiangqi", "xq", and the words that pbmserv's players put in front. */
static void
drop_prefix(struct words *words)
{
	while (words->count > 1 &&
	    (strcmp(words->folded[0], "xiangqi") == 0 || strcmp(words->folded[0], "xq") == 0 ||
		is_stray(words->folded[0])))
		words_drop(words, 0);
}

/* "end", or the first line of a letter of ours, quoted without any mark. */
static bool
is_end(const struct words *words)
{
	static const char *const ours[] = { "summary", "of", "xiangqi", "board" };

	if (words->count == 1)
		return strcmp(words->folded[0], "end") == 0;
	for (int i = 0; i < 4; i++)
		if (i >= words->count || strcmp(words->folded[i], ours[i]) != 0)
			return false;
	return true;
}

enum line_kind
parse_line(
    struct arena *arena, const struct glossary *glossary, const char *line, struct order *out)
{
	struct words words;
	const struct cmd *cmd;

	memset(out, 0, sizeof *out);
	if (strnlen(line, LINE_BYTES_MAX + 1) > LINE_BYTES_MAX)
		return LINE_TEXT;
	words_split(arena, line, &words);
	if (words.count == 0)
		return LINE_EMPTY;
	drop_prefix(&words);
	if (is_end(&words))
		return LINE_END;
	if (words.too_many)
		return LINE_TEXT;
	if ((cmd = cmd_find(glossary, words.folded[0])) != NULL) {
		take_options(arena, &words, out);
		if (read_order(arena, glossary, &words, cmd, 1, out))
			return LINE_COMMAND;
	} else if (read_order(arena, glossary, &words, &cmd_move, 0, out)) {
		return LINE_COMMAND; /* a bare move, or "board 123 fred secret B3-E3" */
	}
	memset(out, 0, sizeof *out);
	out->cmd = cmd != NULL ? cmd : cmd_near(words.folded[0]);
	if (cmd_is_elsewhere(words.folded, words.count))
		return LINE_NEAR;
	return resembles(arena, glossary, &words, cmd != NULL, out->cmd);
}

const char *
order_option(const struct order *order, const char *name)
{
	for (int i = 0; i < order->option_count; i++)
		if (strcmp(order->options[i].name, name) == 0)
			return order->options[i].value;
	return NULL;
}
