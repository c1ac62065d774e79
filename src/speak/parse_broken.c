/* SPDX-License-Identifier: ISC */
/*
 * Command lines that a mail program has broken: it cuts long ones wherever a blank stands.
 *
 * A line belongs to the command above it where the grammar takes it for that command's end and
 * it could hardly be anything else.  Where it could, the letter is asked about (parse.c).
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "rules/notation.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define JOINED_MAX 2000 /* bytes, to which no line is added any more */

/* A line, and the one below it. */
struct seam {
	struct arena *arena;
	const struct parse_context *context;
	const char *above, *below, *joined;
	enum line_kind alone_kind, whole_kind;
	struct order alone, whole; /* the upper line, and both */
};

static bool
is_complete(enum line_kind kind)
{
	return kind == LINE_COMMAND || kind == LINE_LOOSE;
}

const char *
broken_option(struct arena *arena, const char *line)
{
	const char *word = line + strspn(line, " \t"), *name, *value;

	word = arena_strndup(arena, word, strcspn(word, " \t"));
	if (!tokens_read_option(arena, word, &name, &value) ||
	    (strncmp(word, "--", 2) != 0 && value[0] == '\0'))
		return NULL;
	return name;
}

/* Without blanks at its end. */
static size_t
length_of(const char *line)
{
	size_t length = strlen(line);

	while (length > 0 && strchr(" \t", line[length - 1]) != NULL)
		length--;
	return length;
}

static bool
ends_in(const char *line, const char *word)
{
	size_t length = length_of(line), size = strlen(word);

	return length > size && str_starts_nocase(line + length - size, word) &&
	    strchr(" \t,;", line[length - size - 1]) != NULL;
}

bool
broken_waits(const char *line)
{
	return ends_in(line, "if") || ends_in(line, "then");
}

static bool
ends_in_comma(const char *line)
{
	size_t length = length_of(line);

	return length > 0 && line[length - 1] == ',';
}

static bool
begins_with_then(const char *line)
{
	return str_starts_nocase(line + strspn(line, " \t"), "then ");
}

/* Is every word of the line below like that? */
static bool
is_all(const struct seam *seam, bool (*is)(const struct parse_context *, const char *folded))
{
	struct tokens tokens;

	tokens_split(seam->arena, seam->below, &tokens);
	for (int i = 0; i < tokens.count; i++)
		if (!is(seam->context, tokens.folded[i]))
			return false;
	return tokens.count > 0;
}

static bool
is_mailbox(const struct parse_context *context, const char *word)
{
	(void)context;
	return strchr(word, '@') != NULL;
}

/* Does anything look broken?  Only then the lines are read, alone and together. */
static bool
is_suspect(const struct seam *seam)
{
	return broken_option(seam->arena, seam->below) != NULL || broken_waits(seam->above) ||
	    ends_in_comma(seam->above) || begins_with_then(seam->below) || is_all(seam, is_mailbox);
}

static bool
goes_on_with_options(const struct seam *seam)
{
	return broken_option(seam->arena, seam->below) != NULL && is_complete(seam->alone_kind) &&
	    is_complete(seam->whole_kind) && seam->whole.option_count != seam->alone.option_count &&
	    seam->whole.word_count == seam->alone.word_count;
}

/* "move H3-E3, if" waits for more, whatever comes. */
static bool
goes_on_with_plan(const struct seam *seam)
{
	bool waits = broken_waits(seam->above);
	bool is_plan = is_complete(seam->whole_kind) && seam->whole.plan != NULL &&
	    seam->whole.plan[0] != '\0';

	if (is_plan)
		return waits || ends_in_comma(seam->above) || begins_with_then(seam->below);
	return waits && is_complete(seam->alone_kind);
}

/* Of several addresses, or behind a comma of several players. */
static bool
goes_on_with_names(const struct seam *seam)
{
	const struct verb *verb = seam->whole.verb;
	bool grows = !is_complete(seam->alone_kind) ||
	    seam->whole.word_count > seam->alone.word_count;

	if (!is_complete(seam->whole_kind) || !grows)
		return false;
	return (verb_takes(verb, ARG_ADDRESSES) && is_all(seam, is_mailbox)) ||
	    (verb_takes(verb, ARG_USERIDS) && ends_in_comma(seam->above) &&
		is_all(seam, speech_knows));
}

const char *
broken_join(
    struct arena *arena, const struct parse_context *context, const char *line, const char **text)
{
	while (**text != '\0' && length_of(line) > 0 && strlen(line) < JOINED_MAX) {
		const char *end = strchrnul(*text, '\n');
		struct seam seam = { .arena = arena, .context = context, .above = line };

		seam.below = arena_strndup(arena, *text, (size_t)(end - *text));
		if (length_of(seam.below) == 0 || !is_suspect(&seam))
			break;
		seam.joined = arena_printf(arena, "%s %s", line, seam.below);
		seam.alone_kind = parse_line(arena, context, line, &seam.alone);
		seam.whole_kind = parse_line(arena, context, seam.joined, &seam.whole);
		if (!goes_on_with_options(&seam) && !goes_on_with_plan(&seam) &&
		    !goes_on_with_names(&seam))
			break;
		line = seam.joined;
		*text = *end == '\n' ? end + 1 : end;
	}
	return line;
}

bool
broken_may_join(struct arena *arena, const struct parse_context *context, const struct order *above,
    const char *line)
{
	struct seam seam = { .arena = arena, .context = context, .below = line };

	if (verb_takes(above->verb, ARG_USERIDS))
		return is_all(&seam, speech_knows);
	line += strspn(line, " \t");
	return verb_takes(above->verb, ARG_MOVES) && length_of(line) > 0 &&
	    notation_form_end(line, NULL, NULL) == length_of(line);
}
