/* SPDX-License-Identifier: ISC */
/*
 * From the text of a letter to orders and a comment (parse.h).
 *
 * Where a line may be a command at all, and what a letter is asked about.  The words are
 * passed on as they were written.
 */
#include "cmd/parse.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/speech.h"
#include "cmd/tokens.h"
#include "game/plan.h"
#include "rules/notation.h"

#define BLANKED     "********"
#define DRESS       "*_()[]\"'`"   /* around a word */
#define NAME_BREAKS " \t.,;:\"'()" /* between the words of a name */

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

/* One letter being read. */
struct letter_reader {
	struct arena *arena;
	struct parse_context context; /* the writer is whom a password names, if one does */
	struct parsed_letter *out;
	bool many_paragraphs; /* its Subject is "multiple" */
	bool all_speech;      /* it has said so: "say" */
	const char *secret;   /* may be a password, in the line that is asked about; NULL */
	const char *name;     /* the writer's, folded; "" unknown */
};

/* Is this enough to ask about, where only speech stands? */
static bool
is_evidence(enum line_kind kind, const struct order *order)
{
	const struct cmd *cmd = order->cmd;

	if (kind == LINE_NEAR || kind == LINE_LOOSE)
		return kind == LINE_NEAR || order->has_secret;
	if (kind != LINE_COMMAND || order->is_question)
		return false;
	if (order->has_secret || order->game != 0 || cmd == &cmd_move || cmd == &cmd_if)
		return true;
	if (cmd == &cmd_show)
		return order->word_count > 0 && tokens_is_number(order->words[0]);
	return cmd == &cmd_resign || cmd == &cmd_draw || cmd == &cmd_accept;
}

static bool
has_move(const struct parsed_letter *out)
{
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].cmd == &cmd_move)
			return true;
	return false;
}

/* "Hòa" is a draw, and a name: below the first line it is a signature. */
static bool
is_signature(const struct letter_reader *r, const char *line)
{
	const char *name = r->name, *word;
	size_t length;

	/* The same letters may be composed of more bytes. */
	if (name[0] == '\0' || strlen(line) > 4 * strlen(name))
		return false;
	word = utf8_fold(r->arena, line);
	length = strlen(word);
	while (length > 0 && strchr(" ,.!-", word[length - 1]) != NULL)
		length--;
	for (size_t n; *(name += strspn(name, NAME_BREAKS)) != '\0'; name += n) {
		n = strcspn(name, NAME_BREAKS);
		if (n == length && memcmp(name, word, n) == 0)
			return true;
	}
	return false;
}

/* Asks about the first such line. */
static void
doubt(struct letter_reader *r, enum line_kind kind, const struct order *order, enum doubt why)
{
	struct parsed_letter *out = r->out;

	if (out->doubtful != NULL)
		return;
	/* The order may live in a scratch arena. */
	out->doubtful = arena_strdup(r->arena, order->written);
	out->form = order->line != NULL ? arena_strdup(r->arena, order->line) : "";
	/* A bare move is sent back as it is. */
	if (order->line != NULL && order->move != NULL && order->game == 0)
		out->form = arena_strndup(r->arena, order->move, strcspn(order->move, "?"));
	out->meant = order->cmd;
	r->secret = arena_strdup(
	    r->arena, order->password != NULL ? order->password : order->fresh);
	out->doubt = kind == LINE_NEAR && out->form[0] != '\0' ? DOUBT_SLIP :
	    kind != LINE_COMMAND                               ? DOUBT_PASSWORD :
	    order->cmd == &cmd_resign && has_move(out)         ? DOUBT_RESIGN :
	    order->cmd == &cmd_as                              ? DOUBT_FIRST :
								 why;
}

/* A conditional line below a move, or below another one, is part of what that says. */
static bool
joins_plan(struct letter_reader *r, const struct order *order)
{
	struct parsed_letter *out = r->out;
	struct order *above = out->count > 0 ? &out->orders[out->count - 1] : NULL;

	if (above == NULL || order->cmd != &cmd_if || order->plan[0] == '\0' ||
	    (order->game != 0 && order->game != above->game) || order->userid != NULL ||
	    (above->cmd != &cmd_move && (above->cmd != &cmd_if || above->plan[0] == '\0')))
		return false;
	if (above->plan_lines > PLAN_LINES_MAX)
		return true;
	above->plan = above->plan == NULL ?
	    order->plan :
	    arena_printf(r->arena, "%s\n%s", above->plan, order->plan);
	above->plan_lines++;
	return true;
}

static void
add_order(struct letter_reader *r, const struct order *order)
{
	struct parsed_letter *out = r->out;

	if (order->userid != NULL)
		r->context.writer = order->userid;
	r->all_speech |= order->cmd == &cmd_chat || order->cmd == &cmd_note;
	if (joins_plan(r, order))
		return;
	out->orders[out->count++] = *order;
}

/* A Subject that may be a sentence counts only above a text that begins with no command;
 * where only a certain one counts, above no text at all. */
static bool
read_subject(struct letter_reader *r, const char *subject, const char *text, bool certain)
{
	struct order order, first;
	enum line_kind kind = parse_line(r->arena, &r->context, subject, &order), below;
	const char *line;

	if (kind == LINE_LOOSE) {
		do
			line = next_line(r->arena, &text);
		while (line != NULL &&
		    (below = parse_line(r->arena, &r->context, line, &first)) == LINE_EMPTY);
		if (line == NULL || (!certain && below != LINE_COMMAND && below != LINE_LOOSE))
			kind = LINE_COMMAND;
	}
	if (kind != LINE_COMMAND || (order.is_question && order.move != NULL))
		return false;
	add_order(r, &order);
	r->out->from_subject = true;
	return true;
}

/* May this line be carried out, after those that were read? */
static bool
may_follow(const struct letter_reader *r, enum line_kind kind, const struct order *order, int line,
    int paragraph)
{
	const struct parsed_letter *out = r->out;

	if ((order->cmd == &cmd_as && line > 0) || (order->cmd == &cmd_resign && paragraph > 0) ||
	    (order->move != NULL && order->is_question) ||
	    (kind == LINE_COMMAND && line > 0 && is_signature(r, order->written)))
		return false;
	if (kind == LINE_COMMAND)
		return true;
	/* Below a command whose words go to somebody it may be one of them. */
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].cmd != &cmd_as && !(out->orders[i].cmd->needs & OPEN))
			return false;
	return kind == LINE_LOOSE;
}

/* Runs through the lines from the top; returns where the comment begins. */
static const char *
read_orders(struct letter_reader *r, const char *text)
{
	struct parsed_letter *out = r->out;
	const char *line, *before = text;
	struct order order;
	int lines = 0, paragraph = 0;
	bool was_empty = false;

	while (!r->all_speech && (line = next_line(r->arena, &text)) != NULL) {
		enum line_kind kind = parse_line(r->arena, &r->context, line, &order);

		if (kind == LINE_END)
			return "";
		if (kind == LINE_EMPTY) {
			if (lines > 0 && !r->many_paragraphs)
				return before;
			was_empty = lines > 0;
			continue;
		}
		paragraph += was_empty;
		was_empty = false;
		/* Words with a bar at the very top: chat without its name. */
		if (kind == LINE_SPEECH && out->count == 0) {
			out->orders[out->count++] =
			    (struct order){ .cmd = &cmd_chat, .line = "chat", .written = line };
			return before;
		}
		if (!may_follow(r, kind, &order, lines, paragraph)) {
			/* Below a move it is talk about another. */
			if (kind == LINE_COMMAND && order.move != NULL && order.is_question &&
			    lines == 0)
				doubt(r, kind, &order, DOUBT_MOVE);
			return before;
		}
		if (out->count == ORDERS_MAX) {
			out->too_many = true;
			return "";
		}
		add_order(r, &order);
		lines++;
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

/* What was said behind moves and answers, a line each. */
static void
add_rests(const struct parsed_letter *out, struct str *to)
{
	for (int i = 0; i < out->count; i++) {
		const char *rest = out->orders[i].rest;

		if (rest != NULL && rest[0] != '\0')
			str_addf(to, "%s\n", rest);
	}
}

/* Does a note begin at this line of the comment?  It carries nothing out, and what stands
 * below it is meant for nobody else. */
static bool
begins_note(
    struct letter_reader *r, enum line_kind kind, const struct order *order, const char *line)
{
	struct order note;

	if (kind != LINE_COMMAND || order->cmd != &cmd_note || r->all_speech ||
	    r->out->count == 0 || r->out->count == ORDERS_MAX)
		return false;
	/* What is read lives in a scratch arena. */
	parse_line(r->arena, &r->context, arena_strdup(r->arena, line), &note);
	add_order(r, &note);
	return true;
}

/* Is it the line "say" above other words, so that they are nothing else?  Nobody needs to read
 * it. */
static bool
begins_words(
    struct letter_reader *r, enum line_kind kind, const struct order *order, const char *below)
{
	if (kind != LINE_COMMAND || !str_equal_nocase(order->written, "say") || r->all_speech ||
	    below[strspn(below, " \t\n")] == '\0')
		return false;
	r->all_speech = true;
	return true;
}

/* The comment, and the first line in it that looks like a command. */
static void
read_comment(struct letter_reader *r, const char *text)
{
	struct arena *scratch = arena_new(); /* nothing of a remark's order is kept */
	struct parsed_letter *out = r->out;
	struct str words[2]; /* the comment, and below "note" what is private */
	struct str *to = &words[out->count > 0 && out->orders[out->count - 1].cmd == &cmd_note];
	struct order order;
	const char *line;

	str_init(&words[0], r->arena, 0);
	str_init(&words[1], r->arena, 0);
	add_rests(out, &words[0]);
	for (; (line = next_line(scratch, &text)) != NULL; arena_clear(scratch)) {
		enum line_kind kind = parse_line(scratch, &r->context, line, &order);

		if (kind == LINE_END)
			break;
		if (kind == LINE_COMMAND && to->length == 0 && is_repeated(out, &order))
			continue; /* said in the Subject and in the letter */
		if (begins_note(r, kind, &order, line)) {
			to = &words[1];
			continue;
		}
		if (begins_words(r, kind, &order, text))
			continue;
		if (kind == LINE_SPEECH) {
			line = strchr(line, '|') + 1;
			line += *line == ' ';
		} else if (!r->all_speech && is_evidence(kind, &order) &&
		    !is_signature(r, order.written)) {
			doubt(r, kind, &order, DOUBT_PLACE);
		}
		if (to->length > 0 || kind != LINE_EMPTY) {
			str_add(to, line);
			str_add(to, "\n");
		}
	}
	arena_free(scratch);
	str_trim(&words[0]);
	str_trim(&words[1]);
	out->comment = words[0].data;
	out->note = words[1].data;
}

/* Resigning and moving on contradict each other. */
static void
doubt_resignation(struct letter_reader *r)
{
	const struct parsed_letter *out = r->out;

	for (int i = 0; i < out->count; i++)
		for (int k = 0; k < out->count; k++) {
			const struct order *resign = &out->orders[i], *move = &out->orders[k];

			if (resign->cmd == &cmd_resign && move->cmd == &cmd_move &&
			    (resign->game == 0 || move->game == 0 || resign->game == move->game))
				doubt(r, LINE_COMMAND, resign, DOUBT_RESIGN);
		}
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

/* May a word of the line, or the value of an option in it, stand in the text?  What is composed
 * of marks may stand there in another form.  No command has more words than are looked for:
 * that a longer line is none is found sooner by reading it. */
static bool
may_share_word(const char *line, const char *text)
{
	size_t length = strlen(text);

	for (const char *at = line; *at != '\0'; at++)
		if ((unsigned char)*at >= 0x80)
			return true;
	for (int words = 0; *(line += strspn(line, " \t=")) != '\0'; words++) {
		size_t n = strcspn(line, " \t=");

		if (words == 2 * WORDS_MAX || memmem(text, length, line, n) != NULL)
			return true;
		line += n;
	}
	return false;
}

/* Every copy of a password that was given goes out of the comment, also of one in a
 * Subject that was not needed. */
static void
blank_comment(struct letter_reader *r, const char *subject)
{
	struct parsed_letter *out = r->out;
	const char **const words[] = { &out->comment, &out->note };
	const char *comment = out->comment;
	struct order other;
	enum line_kind unused = LINE_TEXT;

	if (!out->from_subject &&
	    (may_share_word(subject, out->comment) || may_share_word(subject, out->note)))
		unused = parse_line(r->arena, &r->context, subject, &other);
	/* "chat 5 minutes later" may be a sentence, "signup fred secret" is hardly one. */
	if (unused == LINE_LOOSE && !other.has_secret && other.fresh == NULL)
		unused = LINE_TEXT;

	for (int n = 0; n < 2; n++) {
		const char **at = words[n];

		for (int i = 0; i < out->count; i++) {
			*at = parse_blank(r->arena, *at, out->orders[i].password);
			*at = parse_blank(r->arena, *at, out->orders[i].fresh);
		}
		*at = parse_blank(r->arena, *at, r->secret);
		if (unused == LINE_COMMAND || unused == LINE_NEAR || unused == LINE_LOOSE) {
			*at = parse_blank(r->arena, *at, other.password);
			*at = parse_blank(r->arena, *at, other.fresh);
		}
	}
	out->is_blanked = out->comment != comment;
}

/* The command that a line without one comes nearest to: with the slip put right, as
 * many of its words as make a command, or the move with which it begins; "" none. */
static const char *
nearest_form(struct letter_reader *r, const char *line, const struct cmd *meant)
{
	const struct glossary *glossary = r->context.glossary;
	struct tokens tokens;
	struct order order;
	const char *form = line + strspn(line, DRESS);
	size_t end;
	int least;

	/* "*resign*" */
	form = arena_strndup(r->arena, form, strcspn(form, DRESS));
	if (parse_line(r->arena, &r->context, form, &order) == LINE_COMMAND)
		return form;
	tokens_split(r->arena, line, &tokens);
	/* "draw please" is "draw"; "vacation july" is not "vacation". */
	least = tokens.count > 1 && meant != NULL && !(meant->needs & NEEDS_SEAT) ? 2 : 1;
	for (; meant != NULL && tokens.count >= least; tokens.count--) {
		form = arena_printf(
		    r->arena, "%s %s", meant->name, tokens_rest(r->arena, &tokens, 1));
		if (parse_line(r->arena, &r->context, form, &order) == LINE_COMMAND)
			return order.line;
	}
	for (int i = -1; i < (glossary != NULL ? glossary->count : 0); i++)
		if (i == -1 || glossary->languages[i].letters != NULL) {
			end = notation_form_end(
			    line, i == -1 ? NULL : glossary->languages[i].letters, NULL);
			if (end > 0)
				return arena_strndup(r->arena, line, end);
		}
	return "";
}

/* "play with wilma" asks for a game, not for a move: the form for that, with the other's name,
 * "" where none is known; NULL: the line does not. */
static const char *
challenge_form(struct letter_reader *r, const char *line)
{
	static const char *const ways[] = { "with", "against", "game" };
	struct tokens tokens;
	bool asked = false;

	tokens_split(r->arena, line, &tokens);
	if (tokens.count < 2 || strcmp(tokens.folded[0], "play") != 0 ||
	    tokens_is_number(tokens.folded[1]))
		return NULL;
	for (int i = 1; i < tokens.count; i++) {
		const char *word = tokens.folded[i];

		if (speech_knows(&r->context, word) &&
		    (r->context.writer == NULL || !str_equal_nocase(word, r->context.writer)))
			return arena_printf(r->arena, "%s %s", cmd_challenge.name, word);
		asked |= str_index(ways, 3, word) != -1;
	}
	return asked ? "" : NULL;
}

/* The same for "xiangqi board 12", pbmserv's words in front of a number with nothing behind it. */
static const char *
show_form(struct letter_reader *r, const char *line)
{
	struct tokens tokens;
	const char *last, *before;

	tokens_split(r->arena, line, &tokens);
	if (tokens.count < 2)
		return NULL;
	last = tokens.folded[tokens.count - 1];
	before = tokens.folded[tokens.count - 2];
	if (!tokens_is_number(last) ||
	    (strcmp(before, "board") != 0 && strcmp(before, "game") != 0))
		return NULL;
	return arena_printf(r->arena, "%s %s", cmd_show.name, last);
}

/* What an answer to a letter without commands quotes. */
static void
read_first_line(struct letter_reader *r, const char *subject, const char *text, bool body_first)
{
	struct order order;
	const char *line;

	while ((line = next_line(r->arena, &text)) != NULL)
		if (parse_line(r->arena, &r->context, line, &order) != LINE_EMPTY)
			break;
	if (line == NULL && body_first)
		return; /* the Subject is our own */
	if (line == NULL)
		parse_line(r->arena, &r->context, line = subject, &order);
	r->out->meant = order.cmd;
	r->out->unread = order.written != NULL ? order.written : line;
	if ((r->out->form = challenge_form(r, line)) != NULL)
		r->out->meant = &cmd_challenge;
	else if (order.cmd != NULL || (r->out->form = show_form(r, line)) == NULL)
		r->out->form = nearest_form(r, line, order.cmd);
}

void
parse_letter(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out)
{
	struct letter_reader r = { arena, *context, out, str_equal_nocase(subject, "multiple"),
		false, NULL, context->name != NULL ? utf8_fold(arena, context->name) : "" };
	const char *comment = text;
	int lines = 0;

	memset(out, 0, offsetof(struct parsed_letter, orders[1]));
	out->comment = out->note = out->form = out->unread = "";
	if (body_first || !read_subject(&r, subject, text, false) || out->orders[0].cmd == &cmd_as)
		comment = read_orders(&r, text);
	if (body_first && out->count == 0)
		read_subject(&r, subject, text, true);
	doubt_resignation(&r);
	/* The comment is looked through for commands, line by line, which takes its time. */
	for (const char *at = comment; lines <= COMMENT_LINES_MAX && *at != '\0'; lines++) {
		at = strchrnul(at, '\n');
		at += *at == '\n';
	}
	out->comment_too_large = lines > COMMENT_LINES_MAX || strlen(comment) > COMMENT_BYTES_MAX;
	if (!out->comment_too_large)
		read_comment(&r, comment);
	blank_comment(&r, subject);
	if (out->count == 0 && out->doubtful == NULL)
		read_first_line(&r, subject, text, body_first);
}
