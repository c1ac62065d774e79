/* SPDX-License-Identifier: ISC */
/*
 * From the text of a letter to orders and a comment (parse.h).
 *
 * The rule that everything here serves: what is not certainly a command is
 * never run, and what might have been one is never passed on as a remark.
 */
#include "cmd/parse.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/words.h"

#define BLANKED "********"

extern const struct cmd cmd_as;

/* The next line of *text in the arena, *text moved behind it; NULL at the end. */
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
is_repeated(const struct parsed *out, const struct order *order)
{
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].cmd == order->cmd &&
		    strcmp(out->orders[i].line, order->line) == 0)
			return true;
	return false;
}

static void
note_doubtful(struct arena *arena, const char *line, const struct order *order, struct parsed *out)
{
	struct words words;

	if (out->doubtful != NULL)
		return;
	words_split(arena, line, &words);
	out->doubtful = words.raw[0];
	out->meant = order->cmd;
}

/* What is left is the comment: looks for commands that it must not hide. */
static void
read_comment(
    struct arena *arena, const struct glossary *glossary, const char *text, struct parsed *out)
{
	struct arena *scratch = arena_new(); /* nothing of a remark's order is kept */
	struct str comment;
	struct order order;
	const char *line;

	str_init(&comment, arena, 0);
	for (; (line = next_line(scratch, &text)) != NULL; arena_clear(scratch)) {
		enum line_kind kind = parse_line(scratch, glossary, line, &order);

		if (kind == LINE_END)
			break;
		if (kind == LINE_COMMAND && comment.length == 0 && is_repeated(out, &order))
			continue; /* said in the Subject and in the letter */
		if (kind == LINE_COMMAND || kind == LINE_NEAR)
			note_doubtful(arena, line, &order, out);
		if (comment.length > 0 || kind != LINE_EMPTY) {
			str_add(&comment, line);
			str_add(&comment, "\n");
		}
	}
	arena_free(scratch);
	str_trim(&comment);
	out->comment = comment.data;
}

/* Runs through the lines from the top; returns where the comment begins. */
static const char *
read_orders(
    struct arena *arena, const struct glossary *glossary, const char *text, struct parsed *out)
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
read_subject(
    struct arena *arena, const struct glossary *glossary, const char *subject, struct parsed *out)
{
	if (parse_line(arena, glossary, subject, &out->orders[0]) != LINE_COMMAND)
		return false;
	out->count = 1;
	out->from_subject = true;
	return true;
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

/* Every copy of a password that was given goes out of the comment, also of one in a
 * Subject that was not needed. */
static void
blank_passwords(
    struct arena *arena, const struct glossary *glossary, const char *subject, struct parsed *out)
{
	struct order unused;

	for (int i = 0; i < out->count; i++)
		out->comment = parse_blank(arena, out->comment, out->orders[i].password);
	if (!out->from_subject && parse_line(arena, glossary, subject, &unused) == LINE_COMMAND)
		out->comment = parse_blank(arena, out->comment, unused.password);
}

/* It is looked through for commands, line by line, which takes its time. */
static bool
is_too_large(const char *comment)
{
	int lines = 0;

	for (const char *at = comment; lines <= COMMENT_LINES_MAX && *at != '\0'; lines++) {
		at = strchrnul(at, '\n');
		at += *at == '\n';
	}
	return lines > COMMENT_LINES_MAX || strlen(comment) > COMMENT_BYTES_MAX;
}

void
parse_letter(struct arena *arena, const struct glossary *glossary, const char *subject,
    const char *text, bool body_first, struct parsed *out)
{
	const char *comment = text;

	memset(out, 0, sizeof *out);
	if (!body_first && read_subject(arena, glossary, subject, out) &&
	    out->orders[0].cmd == &cmd_as) {
		comment = read_orders(arena, glossary, text, out);
	} else if (body_first || out->count == 0) {
		comment = read_orders(arena, glossary, text, out);
		if (out->count == 0 && body_first)
			read_subject(arena, glossary, subject, out);
	}
	out->comment = "";
	out->comment_too_large = is_too_large(comment);
	if (!out->comment_too_large)
		read_comment(arena, glossary, comment, out);
	blank_passwords(arena, glossary, subject, out);
}
