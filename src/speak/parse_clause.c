/* SPDX-License-Identifier: ISC */
/*
 * A deed that a clause of a line says, among courtesies and names (parse_internal.h).
 */
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/doubts.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define LINE_MAX    300 /* bytes that are looked at */
#define SLIP_BLANKS 3   /* in a clause with a slip, fewer */
#define SURE_BLANKS 3   /* in a phrase that says enough */
#define MARKS       " \t.,;:!-()\"'"

size_t
clause_length(const char *text)
{
	const char *mark = text, *at = text;
	uint32_t c;

	while ((c = utf8_next(&at)) != 0 && c != 0x3001 && c != 0x3002 &&
	    (c > 0x7f || strchr(",.;:!?", (int)c) == NULL))
		mark = at;
	return (size_t)(mark - text);
}

/* Does a condition begin the clause: "if I lose the rook, I resign"? */
static bool
is_condition(const struct parse_context *context, const char *clause)
{
	clause += strspn(clause, MARKS);
	return speech_listed(context, clause, SPEECH_LIST(conditions)) > 0;
}

/* Bytes of what stands around a deed at the beginning of the folded text and does nothing: a
 * courtesy, the name of a player. */
static size_t
beside_deed(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = speech_listed(context, text, SPEECH_LIST(courtesies)), after;
	size_t found = speech_word(text, &after);
	const char *word = arena_strndup(arena, text, found);

	if (found > length &&
	    (speech_knows(context, word) || speech_is_name(arena, context->name, word)))
		length = found;
	return length;
}

/* The folded clause without that in front, and "oops". */
static const char *
deed_begins(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length, found;

	do {
		clause += strspn(clause, " \t-()*\"'");
		length = beside_deed(arena, context, clause);
		if ((found = speech_listed(context, clause, SPEECH_LIST(fillers))) > length)
			length = found;
		if ((found = speech_listed(context, clause, SPEECH_LIST(corrections))) > length &&
		    memchr(clause, ' ', found) == NULL)
			length = found;
		clause += length;
	} while (length > 0);
	return clause;
}

/* Does nothing else follow? */
static bool
ends_deed(struct arena *arena, const struct parse_context *context, const char *rest)
{
	size_t length;

	do {
		rest += strspn(rest, MARKS);
		length = beside_deed(arena, context, rest);
		rest += length;
	} while (length > 0);
	return *rest == '\0';
}

/* The folded words with the name of the verb in the place of a slip of it, "i resgin". */
static const char *
without_slip(struct arena *arena, const struct verb *verb, const char *words)
{
	size_t count = 0;

	for (const char *at = words; *at != '\0'; at++)
		count += *at == ' ';
	for (const char *at = words, *end; count < SLIP_BLANKS && *at != '\0'; at = end) {
		const char *word;

		at += strspn(at, " ");
		end = at + strcspn(at, " ");
		word = arena_strndup(arena, at, (size_t)(end - at));
		/* "Raw luck" */
		if (utf8_width(word) <= 4 && (count > 0 || utf8_width(word) < 4))
			continue;
		if (strcmp(word, verb->name) != 0 && !str_starts_nocase(word, verb->name) &&
		    verb_near(NULL, word) == verb)
			return arena_printf(
			    arena, "%.*s%s%s", (int)(at - words), words, verb->name, end);
	}
	return words;
}

/* Does the folded clause say the verb, and nothing else: "I resign", "how about a draw, fred?"? */
static bool
says_deed(struct arena *arena, const struct parse_context *context, const char *clause,
    const struct verb *verb)
{
	const char *rest, *words;

	/* "ok draw" is one; and "thanks" in front of a phrase is none of it. */
	for (int i = 0; i < 2; i++) {
		clause = i == 0 ? clause + strspn(clause, MARKS) :
				  deed_begins(arena, context, clause);
		words = arena_strndup(arena, clause, clause_length(clause));
		words = without_slip(arena, verb, words);
		if (verb_find(context->glossary, words) == verb ||
		    (speech_deed(arena, context, words, &rest) == verb &&
			ends_deed(arena, context, rest)))
			return true;
		rest = words + strcspn(words, " ");
		if (verb_find(context->glossary,
			arena_strndup(arena, words, (size_t)(rest - words))) == verb &&
		    ends_deed(arena, context, rest))
			return true;
	}
	return false;
}

/* "Take it back, you rascal" is said of much. */
static bool
says_enough(struct arena *arena, const char *clause, const struct verb *verb)
{
	size_t length = clause_length(clause), blanks = 0;

	for (size_t i = 0; i < length; i++)
		blanks += clause[i] == ' ';
	return verb != &verb_table[VERB_UNDO] || blanks >= SURE_BLANKS ||
	    (blanks + 1 >= SURE_BLANKS && clause[length] == '?') || utf8_begins_han(clause) ||
	    (blanks > 0 && strstr(arena_strndup(arena, clause, length), verb->name) != NULL);
}

/* What is asked back in words of its own: second thoughts are why. */
static bool
takes_back(const struct verb *verb)
{
	return verb == &verb_table[VERB_UNDO] || verb == &verb_table[VERB_WITHDRAW];
}

/* May it be said as a question: "can I take that back?", "draw?" */
static bool
may_be_asked(const struct verb *verb)
{
	return verb == &verb_table[VERB_DRAW] || verb == &verb_table[VERB_UNDO];
}

/* May the clause be meant?  "A draw? Not yet." answers itself, "Draw, says he, is dull" goes on. */
static bool
may_end(struct arena *arena, const struct parse_context *context, const char *clause,
    const struct verb *verb)
{
	size_t length = clause_length(clause);
	const char *end = clause + length;
	size_t begin = strspn(clause, MARKS);
	bool is_word = begin >= length || memchr(clause + begin, ' ', length - begin) == NULL;

	if (verb == &verb_table[VERB_DRAW])
		return (*end != '?' && !is_word) ||
		    ends_deed(arena, context, end + strspn(end, "?"));
	return *end != '?' || may_be_asked(verb);
}

/* Does a player's name end the clause, with more glued to it: "resign fred:secret"?  That is no
 * clause, and may be a password. */
static bool
is_glued(struct arena *arena, const struct parse_context *context, const char *clause)
{
	size_t length = clause_length(clause), last = length;
	const char *next = clause + length;

	while (last > 0 && clause[last - 1] != ' ')
		last--;
	return utf8_next(&next) != 0 && *next != '\0' && *next != ' ' &&
	    speech_knows(context, arena_strndup(arena, clause + last, length - last));
}

/* Does the clause at the beginning of the folded text say it, and is it meant? */
static bool
means_deed(struct arena *arena, const struct parse_context *context, const char *clause,
    const struct verb *verb)
{
	return !is_glued(arena, context, clause) && says_deed(arena, context, clause, verb) &&
	    may_end(arena, context, clause, verb) &&
	    says_enough(arena, clause + strspn(clause, MARKS), verb) &&
	    (takes_back(verb) || !doubts_in_line(arena, context, clause));
}

const char *
deed_in_clause(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb *verb)
{
	const char *folded = strlen(line) <= LINE_MAX ? utf8_fold(arena, line) : "";
	bool begins = true, depends = false;

	for (const char *at = folded, *next = at; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);

		depends |= begins && is_condition(context, at);
		if (begins && !depends && means_deed(arena, context, at, verb))
			return at;
		begins = speech_is_end(c) || c == '(';
		depends &= c != '.' && c != '!' && c != '?' && c != 0x3002;
	}
	return NULL;
}
