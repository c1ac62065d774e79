/* SPDX-License-Identifier: ISC */
/*
 * Command lines that a mail program has broken: it cuts long ones wherever a blank stands.
 *
 * A line belongs to the command above it where the grammar takes it for that command's end and
 * it could hardly be anything else.  Where it could, the letter is asked about (parse.c).
 * A move between the halves of a sentence is spoken of.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "rules/notation.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define LONG_LINE  40   /* columns: it may go on in the next */
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

/* Is the line part of a sentence with those next to it, as programs cut long ones?  A move there
 * is spoken of. */
static bool
is_cut_sentence(
    struct arena *arena, const struct parse_context *context, const char *above, const char *below)
{
	/* "OK then" waits for nothing. */
	if ((broken_waits(above) && !speech_is_thanks(arena, context, above, false)) ||
	    (above[0] != '\0' && speech_mark(above) == MARK_NONE && utf8_width(above) >= LONG_LINE))
		return true;
	return below[0] != '\0' && speech_goes_on(arena, context, below);
}

/* "H3-E3, if" above a line that speaks of a move: half a plan. */
static bool
is_half_plan(
    struct arena *arena, const struct parse_context *context, const char *line, const char *below)
{
	struct mention said;

	if (!broken_waits(line))
		return false;
	mention_read(arena, context, below, &said);
	return said.kind != MENTION_NONE;
}

/* The first line of the text with something on it; "". */
static const char *
next_words(struct arena *arena, const char *text)
{
	const char *line;

	while ((line = letter_line(arena, &text)) != NULL)
		if (line[strspn(line, " \t")] != '\0')
			return line;
	return "";
}

static bool
begins_large(struct arena *arena, const char *text)
{
	return !utf8_is_small(text) && utf8_is_small(utf8_fold(arena, text));
}

/* Do the words around an empty line, with the move between, make one sentence, "My coach wrote:",
 * "and I don't see why"?  Who begins it with a capital letter ends it with a mark. */
static bool
spans(
    struct arena *arena, const struct parse_context *context, const char *above, const char *below)
{
	enum mark mark = speech_mark(above);

	below += strspn(below, " \t");
	if (speech_goes_on(arena, context, below) && strchr(below, '?') == NULL)
		return true;
	return (mark == MARK_NONE || mark == MARK_COLON) && begins_large(arena, above) &&
	    utf8_is_small(below) &&
	    speech_listed(context, utf8_fold(arena, above), SPEECH_LIST(courtesies)) == 0 &&
	    !speech_is_thanks(arena, context, below, false);
}

bool
broken_is_part(struct arena *arena, const struct parse_context *context, const char *above,
    const char *said, const char *line, const char *text)
{
	const char *words = next_words(arena, text), *below = letter_line(arena, &text);

	below = below != NULL ? below : "";
	return is_cut_sentence(arena, context, above, below) ||
	    is_half_plan(arena, context, line, below) ||
	    (said[0] != '\0' && words[0] != '\0' && spans(arena, context, said, words));
}

/* Not "but h10g8", nor "why not h10g8". */
static bool
denies(const struct parse_context *context, const char *words)
{
	words += strspn(words, " \t");
	words += speech_listed(context, words, SPEECH_LIST(fillers));
	return speech_holds(context, words, SPEECH_LIST(denials)) &&
	    !speech_holds(context, words, SPEECH_LIST(assurances));
}

bool
broken_is_bygone(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line), *clause = folded;
	bool begins = true, any = false;

	for (const char *at = folded, *next = at; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? mention_form(context, at, NULL) : 0;

		if (length > 0) {
			const char *end = at + length;

			while (*end != '\0' && !speech_is_end(utf8_next(&(const char *){ end })))
				end++;
			if (!speech_holds(context,
				arena_strndup(arena, clause, (size_t)(end - clause)),
				SPEECH_LIST(bygone)))
				return false;
			any = true;
			next = at + length;
		}
		begins = !utf8_is_alnum(c);
		if (length == 0 && speech_is_end(c))
			clause = next;
	}
	return any;
}

bool
broken_is_denied(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line), *clause = folded;
	bool begins = true;

	for (const char *at = folded, *next = at; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);

		if ((begins || c >= FIRST_HAN) && mention_form(context, at, NULL) > 0)
			return denies(context, arena_strndup(arena, clause, (size_t)(at - clause)));
		begins = !utf8_is_alnum(c);
		if (speech_is_end(c))
			clause = next;
	}
	return false;
}
