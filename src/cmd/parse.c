/* SPDX-License-Identifier: ISC */
/*
 * From the text of a letter to orders and a comment (parse.h).
 *
 * The rule that everything here serves: what is not certainly a command is
 * never run, and what might have been one is never passed on as a remark.
 *
 * A command's `args` say what may follow its name; a line with a word too many
 * or too few is not a command but may resemble one.
 */
#include "cmd/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/tokens.h"
#include "rules/notation.h"

#define BLANKED        "********"
#define NEAR_WORDS_MAX 7
#define LINE_BYTES_MAX 4096 /* no command is longer */

/* A line that is read: its words, and what was understood so far. */
struct line_reader {
	struct arena *arena;
	const struct glossary *glossary;
	struct tokens *tokens;
	int at; /* the first word that is still to be read */
	struct order *order;
};

static int
left(const struct line_reader *r)
{
	return r->tokens->count - r->at;
}

/* After the marks with which a sentence ends, of either width. */
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

/* Has all of the text the form of one move, in the letters of any language?  The
 * board plays no part in form. */
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

/* A move, and perhaps "#n" after it. */
static bool
take_move(struct line_reader *r)
{
	const char *text = tokens_rest(r->arena, r->tokens, r->at), *mark = strrchr(text, '#');
	int64_t number = 0;
	int none;

	if (mark != NULL && tokens_read_number(mark, &number, &none) && number <= 9999)
		text = arena_strndup(r->arena, text, (size_t)(mark - text));
	else
		number = 0;
	if (left(r) == 0 || !is_move_text(r->glossary, text))
		return false;
	r->order->move = text;
	if (number != 0)
		r->order->number = (int)number;
	r->at = r->tokens->count;
	return true;
}

static void
take_game(struct line_reader *r)
{
	int64_t board;
	int number;

	if (left(r) > 0 && tokens_read_number(r->tokens->folded[r->at], &board, &number)) {
		r->order->game = board;
		r->order->number = number;
		r->at++;
	}
}

static bool
is_arg(const char *arg, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(arg, name, length) == 0;
}

/* Userid and password, if there are two words more than the later args can hold.
 * "Draw? No way." and "my move h2e2" are speech: where a game is meant, only after a
 * board's number do the next two words prove who writes. */
static void
take_auth(struct line_reader *r, const char *later)
{
	const char *args = r->order->cmd->args;
	int least = 0, most = 0, n = left(r);

	if (is_arg(args, strcspn(args, " "), "GAME") && r->order->game == 0)
		return;
	if (str_equal(later, " MOVE")) {
		if (n <= 2 || is_move_text(r->glossary, tokens_rest(r->arena, r->tokens, r->at)))
			return;
	} else {
		while (*(later += strspn(later, " ")) != '\0') {
			size_t length = strcspn(later, " ");

			least += later[length - 1] != '?';
			most++;
			later += length;
		}
		if ((n >= least && n <= most) || n - 2 < least || n - 2 > most)
			return;
	}
	r->order->userid = r->tokens->folded[r->at];
	r->order->password = r->tokens->raw[r->at + 1];
	r->at += 2;
}

static bool
take_word(struct line_reader *r, bool optional)
{
	struct order *order = r->order;

	if (left(r) == 0 || order->word_count == WORDS_MAX)
		return optional && left(r) == 0;
	order->raw[order->word_count] = r->tokens->raw[r->at];
	order->words[order->word_count++] = r->tokens->folded[r->at++];
	return true;
}

static bool
take_arg(struct line_reader *r, const char *arg, size_t length)
{
	bool optional = arg[length - 1] == '?';

	if (is_arg(arg, length, "GAME")) {
		take_game(r);
	} else if (is_arg(arg, length, "AUTH")) {
		take_auth(r, arg + length);
	} else if (is_arg(arg, length, "MOVE")) {
		return take_move(r);
	} else if (is_arg(arg, length, "SECRET") || is_arg(arg, length, "SECRET?")) {
		/* What is plainly an address is not a password. */
		if (left(r) == 0 || strchr(r->tokens->raw[r->at], '@') != NULL)
			return optional;
		r->order->password = r->tokens->raw[r->at++];
	} else if (is_arg(arg, length, "WORDS")) {
		while (left(r) > 0 && take_word(r, true))
			;
	} else {
		return take_word(r, optional);
	}
	return true;
}

/* Options may stand anywhere after the command word. */
static void
take_options(struct arena *arena, struct tokens *tokens, struct order *order)
{
	const char *name, *value;

	for (int i = 1; i < tokens->count;) {
		if (order->option_count == WORDS_MAX ||
		    !tokens_read_option(arena, tokens->raw[i], &name, &value)) {
			i++;
			continue;
		}
		tokens_drop(tokens, i);
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

static bool
is_stray(const char *folded)
{
	return strcmp(folded, "board") == 0 || strcmp(folded, "game") == 0 ||
	    strcmp(folded, "**") == 0;
}

/* The line for its writer to recognise. */
static const char *
blanked_line(struct arena *arena, const struct tokens *tokens, const char *password)
{
	const char *name, *value;
	struct str line;

	str_init(&line, arena, 400);
	for (int i = 0; i < tokens->count; i++) {
		const char *raw = tokens->raw[i];
		bool option = tokens_read_option(arena, raw, &name, &value) &&
		    strcmp(name, "password") == 0;

		str_addf(&line, "%s%s", i > 0 ? " " : "",
		    option                                  ? "--password=" BLANKED :
			password != NULL && raw == password ? BLANKED :
							      raw);
	}
	return line.data;
}

/* Drops pbmserv's stray words: "**" anywhere, for it ends our own Subjects; "board" and
 * "game" where a board is named or a question asked, for "Draw, game over" is speech. */
static void
drop_strays(struct tokens *tokens, const struct cmd *cmd)
{
	bool named = false;

	for (int i = 0; i < tokens->count; i++)
		named |= tokens_is_number(tokens->folded[i]);
	for (int i = cmd != NULL; i < tokens->count;) {
		bool stars = strcmp(tokens->folded[i], "**") == 0;

		if (stars ||
		    (is_stray(tokens->folded[i]) && cmd != &cmd_set &&
			(named || (cmd != NULL && cmd->needs & OPEN))))
			tokens_drop(tokens, i);
		else
			i++;
	}
}

/* A verb where pbmserv has it, in the move's place: "move 123 fred secret resign", with
 * `at` the place of the number.  Takes it out and returns its command, or NULL. */
static const struct cmd *
take_verb(const struct glossary *glossary, struct tokens *tokens, int at)
{
	const struct cmd *verb;

	if (tokens->count < at + 2 || !tokens_is_number(tokens->folded[at]))
		return NULL;
	verb = cmd_find(glossary, tokens->folded[tokens->count - 1]);
	if (verb == NULL || !(verb->needs & NEEDS_SEAT) || verb == &cmd_move)
		return NULL;
	tokens->count--;
	return verb;
}

/* Are the words from `from` on all that the command needs, and nothing else?  Then it
 * is an order. */
static bool
read_order(struct arena *arena, const struct glossary *glossary, struct tokens *tokens,
    const struct cmd *cmd, int from, struct order *order)
{
	struct line_reader r = { arena, glossary, tokens, from, order };
	const char *arg = cmd->args;
	struct str line;

	order->cmd = cmd;
	while (*(arg += strspn(arg, " ")) != '\0') {
		size_t length = strcspn(arg, " ");

		if (!take_arg(&r, arg, length))
			return false;
		arg += length;
	}
	if (left(&r) > 0 || (cmd->accepts != NULL && !cmd->accepts(order)))
		return false;
	/* As it may be shown to anyone. */
	str_init(&line, arena, 400);
	str_add(&line, cmd->name);
	for (int i = from; i < tokens->count; i++) {
		str_addc(&line, ' ');
		str_add(&line, tokens->raw[i] == order->password ? BLANKED : tokens->raw[i]);
	}
	for (int i = 0; i < order->option_count; i++)
		str_addf(&line, " --%s%s%s", order->options[i].name,
		    order->options[i].value[0] != '\0' ? "=" : "", order->options[i].value);
	order->line = line.data;
	return true;
}

/* Can two of the words be a userid and a password, with no board's number before? */
static bool
may_hold_password(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    const struct cmd *cmd)
{
	int count = tokens->count;

	if (cmd == NULL || cmd == &cmd_move)
		return count == (cmd == NULL ? 3 : 4) &&
		    is_move_text(glossary, tokens_rest(arena, tokens, count - 1));
	return count == 3 && str_equal(cmd->args, "GAME AUTH");
}

/* meant: the command that the first word is, or nearly is; NULL. */
static enum line_kind
resembles(struct arena *arena, const struct glossary *glossary, const struct tokens *tokens,
    bool exact, const struct cmd *meant)
{
	int count = tokens->count;

	if (count > NEAR_WORDS_MAX)
		return LINE_TEXT;
	if (notation_is_move_like(tokens_rest(arena, tokens, 0)) && count <= 4)
		return LINE_NEAR;
	if (may_hold_password(arena, glossary, tokens, meant))
		return LINE_NEAR;
	if (meant == NULL)
		return LINE_TEXT;
	for (int i = 1; i < count; i++)
		if (tokens_is_number(tokens->folded[i]) ||
		    notation_is_move_like(tokens_rest(arena, tokens, i)))
			return LINE_NEAR;
	/* Short words are slips of too much else. */
	return count <= (exact || strlen(meant->name) > 5 ? 2 : 1) ? LINE_NEAR : LINE_TEXT;
}

/* "end", or the first line of a letter of the server, quoted without any mark. */
static bool
is_end(const struct tokens *tokens)
{
	static const char *const ours[] = { "summary", "of", "xiangqi", "board" };

	if (tokens->count == 1)
		return strcmp(tokens->folded[0], "end") == 0;
	for (int i = 0; i < 4; i++)
		if (i >= tokens->count || strcmp(tokens->folded[i], ours[i]) != 0)
			return false;
	return true;
}

/* "xiangqi", "xq", and the words that pbmserv's players put in front: "board 123 …",
 * "all show fred". */
static void
drop_prefix(struct tokens *tokens)
{
	static const char *const games[] = { "xiangqi", "xq" };
	static const char *const of_all[] = { "show", "games", "history" };
	bool prefixed;

	do {
		const char *word = tokens->folded[0];
		const char *next = tokens->count > 1 ? tokens->folded[1] : "";

		prefixed = next[0] != '\0' &&
		    (str_index(games, 2, word) != -1 || is_stray(word) ||
			(strcmp(word, "all") == 0 && str_index(of_all, 3, next) != -1));
		if (prefixed)
			tokens_drop(tokens, 0);
	} while (prefixed);
}

enum line_kind
parse_line(
    struct arena *arena, const struct glossary *glossary, const char *line, struct order *out)
{
	struct tokens tokens, all;
	const struct cmd *cmd, *verb;

	memset(out, 0, sizeof *out);
	if (strnlen(line, LINE_BYTES_MAX + 1) > LINE_BYTES_MAX)
		return LINE_TEXT;
	tokens_split(arena, line, &tokens);
	if (tokens.count == 0)
		return LINE_EMPTY;
	all = tokens;
	drop_prefix(&tokens);
	if (is_end(&tokens))
		return LINE_END;
	if (tokens.too_many)
		return LINE_TEXT;
	cmd = cmd_find(glossary, tokens.folded[0]);
	drop_strays(&tokens, cmd);
	if (tokens.count == 0)
		return LINE_TEXT;
	if (cmd != NULL)
		take_options(arena, &tokens, out);
	verb = cmd == NULL || cmd == &cmd_move ? take_verb(glossary, &tokens, cmd != NULL) : NULL;
	/* Without any: a bare move, or "board 123 fred secret B3-E3". */
	if (read_order(arena, glossary, &tokens,
		verb != NULL    ? verb :
		    cmd != NULL ? cmd :
				  &cmd_move,
		cmd != NULL, out)) {
		out->written = blanked_line(arena, &all, out->password);
		return LINE_COMMAND;
	}
	memset(out, 0, sizeof *out);
	out->cmd = cmd != NULL ? cmd : cmd_near(tokens.folded[0]);
	if (cmd_is_foreign(tokens.folded, tokens.count))
		return LINE_NEAR;
	return resembles(arena, glossary, &tokens, cmd != NULL, out->cmd);
}

/* The next line of *text in the arena, *text moved after it; NULL at the end. */
static const char *
next_line(struct arena *arena, const char **text)
{
	const char *line = *text, *end = strchrnul(line, '\n');

	if (*line == '\0')
		return NULL;
	*text = *end == '\n' ? end + 1 : end;
	return arena_strndup(arena, line, (size_t)(end - line));
}

static bool
read_subject(struct arena *arena, const struct glossary *glossary, const char *subject,
    struct parsed_letter *out)
{
	if (parse_line(arena, glossary, subject, &out->orders[0]) != LINE_COMMAND)
		return false;
	out->count = 1;
	out->from_subject = true;
	return true;
}

/* Runs through the lines from the top; returns where the comment begins. */
static const char *
read_orders(struct arena *arena, const struct glossary *glossary, const char *text,
    struct parsed_letter *out)
{
	const char *line, *before = text;
	struct order order;

	while ((line = next_line(arena, &text)) != NULL) {
		enum line_kind kind = parse_line(arena, glossary, line, &order);

		if (kind == LINE_END)
			return "";
		if (kind == LINE_EMPTY)
			continue;
		if (kind != LINE_COMMAND)
			return before;
		if (out->count == ORDERS_MAX) {
			out->too_many = true;
			return "";
		}
		out->orders[out->count++] = order;
		before = text;
	}
	return before;
}

static bool
is_repeated(const struct parsed_letter *out, const struct order *order)
{
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].cmd == order->cmd &&
		    strcmp(out->orders[i].line, order->line) == 0)
			return true;
	return false;
}

/* The comment, and the first line in it that looks like a command. */
static void
read_comment(struct arena *arena, const struct glossary *glossary, const char *text,
    struct parsed_letter *out)
{
	struct arena *scratch = arena_new(); /* nothing of a remark's order is kept */
	struct str comment;
	struct order order;
	struct tokens tokens;
	const char *line;

	str_init(&comment, arena, 0);
	for (; (line = next_line(scratch, &text)) != NULL; arena_clear(scratch)) {
		enum line_kind kind = parse_line(scratch, glossary, line, &order);

		if (kind == LINE_END)
			break;
		if (kind == LINE_COMMAND && comment.length == 0 && is_repeated(out, &order))
			continue; /* said in the Subject and in the letter */
		if ((kind == LINE_COMMAND || kind == LINE_NEAR) && out->doubtful == NULL) {
			tokens_split(arena, line, &tokens);
			out->doubtful = tokens.raw[0];
			out->meant = order.cmd;
		}
		if (comment.length > 0 || kind != LINE_EMPTY) {
			str_add(&comment, line);
			str_add(&comment, "\n");
		}
	}
	arena_free(scratch);
	str_trim(&comment);
	out->comment = comment.data;
}

const char *
parse_blank(struct arena *arena, const char *text, const char *secret)
{
	const char *found;
	struct str clean;

	if (secret == NULL || secret[0] == '\0' || strstr(text, secret) == NULL)
		return text;
	str_init(&clean, arena, 0);
	for (; (found = strstr(text, secret)) != NULL; text = found + strlen(secret)) {
		str_addn(&clean, text, (size_t)(found - text));
		str_add(&clean, BLANKED);
	}
	str_add(&clean, text);
	return clean.data;
}

void
parse_letter(struct arena *arena, const struct glossary *glossary, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out)
{
	const char *comment = text;
	struct order unused;
	int lines = 0;

	memset(out, 0, sizeof *out);
	out->comment = "";
	if (body_first || !read_subject(arena, glossary, subject, out) ||
	    out->orders[0].cmd == &cmd_as)
		comment = read_orders(arena, glossary, text, out);
	if (body_first && out->count == 0)
		read_subject(arena, glossary, subject, out);
	/* The comment is looked through for commands, line by line, which takes its time. */
	for (const char *at = comment; lines <= COMMENT_LINES_MAX && *at != '\0'; lines++) {
		at = strchrnul(at, '\n');
		at += *at == '\n';
	}
	out->comment_too_large = lines > COMMENT_LINES_MAX || strlen(comment) > COMMENT_BYTES_MAX;
	if (!out->comment_too_large)
		read_comment(arena, glossary, comment, out);
	/* Every copy of a password that was given goes out of the comment, also of one in
	 * a Subject that was not needed. */
	for (int i = 0; i < out->count; i++)
		out->comment = parse_blank(arena, out->comment, out->orders[i].password);
	if (!out->from_subject && parse_line(arena, glossary, subject, &unused) == LINE_COMMAND)
		out->comment = parse_blank(arena, out->comment, unused.password);
}
