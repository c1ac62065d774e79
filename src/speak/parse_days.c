/* SPDX-License-Identifier: ISC */
/*
 * Days behind the command for a vacation, and lines that mean some (parse_internal.h).
 *
 * A line that begins with that command's word and speaks of days is for the server: whoever wrote
 * it counts on it that his clock stops.  "Urlaub war schön" is speech.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/date.h"
#include "speak/parse_internal.h"

#define WORDS_OF_LINE 14  /* of one that speaks of days, at most */
#define OTHERS_BEHIND 3   /* words of no days, where days stand right behind the command … */
#define OTHERS_UNTIL  5   /* … or "until" does, without any */
#define OTHERS_ANY    2   /* … or elsewhere */
#define OTHERS_HAN    1   /* hanzi */
#define AMID_BYTES    120 /* of a line that is searched for days amid a phrase */

/* Are these two days, or "off"? */
static bool
is_read(const struct tokens *tokens)
{
	return (tokens->count == 3 && isdigit((unsigned char)tokens->folded[1][0]) &&
		   isdigit((unsigned char)tokens->folded[2][0]) &&
		   strlen(tokens->folded[1]) == strlen("0000-12-01") &&
		   strlen(tokens->folded[2]) == strlen("0000-12-01")) ||
	    (tokens->count == 2 && strcmp(tokens->folded[1], "off") == 0);
}

void
parse_days(struct arena *arena, const struct parse_context *context, struct tokens *tokens)
{
	bool is_calm = tokens->count > 0 &&
	    speech_mark(tokens->raw[tokens->count - 1]) <= MARK_STOP;

	/* "until Monday, please" */
	for (int count = 2; is_calm && count < tokens->count; count++) {
		struct tokens polite = *tokens;

		if (!speech_is_thanks(arena, context, tokens_rest(arena, tokens, count), false))
			continue;
		polite.count = count;
		polite.raw[count - 1] = polite.folded[count - 1];
		date_join_span(arena, context->glossary, &polite);
		if (is_read(&polite)) {
			*tokens = polite;
			return;
		}
	}
	date_join_span(arena, context->glossary, tokens);
}

/* The tokens of a line behind that command's word, which is the first; false: it does not begin so.
 */
static bool
split_command(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    struct tokens *own)
{
	const struct verb *verb;
	const char *word;
	size_t length;

	*own = *tokens;
	verb_join(arena, context->glossary, own);
	if (own->count == 0)
		return false;
	word = own->folded[0];
	if (verb_find(context->glossary, word) == NULL && own->count < TOKENS_MAX &&
	    (length = verb_glued(context->glossary, word)) > 0) {
		tokens_insert(own, 1, word + length, word + length);
		own->folded[0] = own->raw[0] = arena_strndup(arena, word, length);
	}
	verb = verb_find(context->glossary, own->folded[0]);
	return verb != NULL && verb_takes(verb, ARG_DATES) && own->count > 1;
}

/* What the words from `from` on speak of; "Vacation tomorrow was cancelled" goes on with a
 * sentence.
 */
static struct date_talk
talk_of(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    int from, bool *goes_on)
{
	struct tokens words = *tokens;
	struct date_talk talk;

	*goes_on = false;
	/* Courtesies say nothing. */
	for (int count = from + 1; count < words.count; count++)
		if (speech_is_thanks(arena, context, tokens_rest(arena, &words, count), false))
			words.count = count;
	talk = date_talk(arena, context->glossary, &words, from);
	/* Not behind "if". */
	for (int i = from; i < words.count && !*goes_on &&
	     speech_listed(context, tokens_rest(arena, &words, i), SPEECH_LIST(conditions)) == 0;
	     i++)
		*goes_on = !date_is_said(arena, context->glossary, &words, i) &&
		    speech_goes_on(arena, context, words.folded[i]);
	return talk;
}

/* The command with its two days, which are read. */
static const char *
as_form(struct arena *arena, const struct tokens *days)
{
	return arena_printf(
	    arena, "%s %s %s", verb_table[VERB_VACATION].name, days->folded[1], days->folded[2]);
}

/* The words of the two days that stand right behind the command: as it is written with these;
 * "": none, or other days follow. */
static const char *
days_behind(struct arena *arena, const struct parse_context *context, const struct tokens *own)
{
	for (int count = own->count; count > 1; count--) {
		struct tokens days = *own;
		struct date_talk rest = date_talk(arena, context->glossary, own, count);

		days.count = count;
		date_join_span(arena, context->glossary, &days);
		/* "from Monday to Friday, back on Saturday" */
		if (days.count == 3 && is_read(&days) && days.raw[2][0] != '\0' &&
		    speech_mark(own->raw[count - 1]) == MARK_COMMA)
			rest = (struct date_talk){ .times = 0 };
		if (days.count == 3 && is_read(&days))
			return rest.times > 0 || rest.is_first || rest.is_until ?
			    "" :
			    as_form(arena, &days);
	}
	return "";
}

/* How many words of no days a line has that is for the server. */
static int
others_most(const struct date_talk *talk)
{
	if (talk->is_until)
		return OTHERS_UNTIL;
	return talk->is_han ? OTHERS_HAN : talk->is_first ? OTHERS_BEHIND : OTHERS_ANY;
}

/* Is the line for the server?  goes_on: with a sentence; has_days: both can be read. */
static bool
is_for_us(const struct date_talk *talk, bool goes_on, bool has_days, enum mark mark)
{
	/* "until Monday, if my boss lets me" */
	if (has_days && (talk->is_until || (!goes_on && talk->others <= OTHERS_BEHIND)))
		return true;
	/* "Monday or Tuesday" */
	if (goes_on && talk->times < 2)
		return false;
	if (mark > MARK_STOP)
		return talk->is_first && talk->times > 0 && talk->others == 0;
	return talk->others <= others_most(talk) &&
	    (talk->times > 0 || (talk->is_until && talk->others >= talk->least));
}

bool
days_in_line(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    enum mark mark, const char **form)
{
	struct tokens own;
	struct date_talk talk;
	bool goes_on;

	*form = "";
	if (context->glossary == NULL || mark == MARK_QUESTION || tokens->count > WORDS_OF_LINE ||
	    !split_command(arena, context, tokens, &own) || speech_mark(own.raw[0]) != MARK_NONE)
		return false;
	talk = talk_of(arena, context, &own, 1, &goes_on);
	*form = days_behind(arena, context, &own);
	/* "Urlaub so schön" is of no Sunday. */
	return is_for_us(&talk, goes_on, (*form)[0] != '\0' && talk.times > 0, mark);
}

/* Bytes of the phrase at the beginning of the folded text that says that one is away. */
static size_t
away_length(const struct glossary *glossary, const char *text)
{
	size_t longest = 0, length;

	for (int i = 0; i < glossary->count; i++) {
		length = speech_phrase(
		    text, glossary_trouble(&glossary->languages[i], VERB_VACATION), ",");
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* The tokens of that text behind the command's name. */
static void
as_command(struct arena *arena, const char *text, struct tokens *out)
{
	tokens_split(
	    arena, arena_printf(arena, "%s %s", verb_table[VERB_VACATION].name, text), out);
}

/* "8."? */
static bool
ends_ordinal(const char *word)
{
	size_t length = strlen(word);

	return length > 1 && word[length - 1] == '.' && isdigit((unsigned char)word[length - 2]);
}

/* The days at the beginning of the text, which a comma may end: "until 3 December, so no hurry" is
 * of no Sunday. */
static const char *
days_after(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens all, own;
	const char *form = "";

	as_command(arena, text, &all);
	for (int i = 1; i < all.count && form[0] == '\0'; i++) {
		/* "1. bis 8. Dezember" goes on. */
		if (speech_mark(all.raw[i]) == MARK_NONE || ends_ordinal(all.raw[i]))
			continue;
		own = all;
		own.count = i + 1;
		date_join_span(arena, context->glossary, &own);
		if (own.count == 3 && is_read(&own) && strcmp(own.folded[1], own.folded[2]) != 0)
			form = as_form(arena, &own);
	}
	return form[0] != '\0' ? form : days_behind(arena, context, &all);
}

/* The days that end the text, "we fly to Rome, and from 1 to 8 December"; "". */
static const char *
days_before(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens all;

	as_command(arena, text, &all);
	for (int from = 1; from < all.count; from++) {
		struct tokens own;

		as_command(arena, tokens_rest(arena, &all, from), &own);
		date_join_span(arena, context->glossary, &own);
		if (own.count == 3 && is_read(&own))
			return as_form(arena, &own);
	}
	return "";
}

/* Does a phrase of the text say that one is away, which goes on beyond that place? */
static bool
is_away_around(const struct glossary *glossary, const char *text, size_t place)
{
	bool begins = true;

	for (const char *at = text; *at != '\0' && at < text + place;) {
		const char *here = at;
		uint32_t c = utf8_next(&at);

		if ((begins || c >= FIRST_HAN) && here + away_length(glossary, here) > text + place)
			return true;
		begins = !utf8_is_alnum(c);
	}
	return false;
}

/* The days that are the text from one place to another; "": they are not, or without them the text
 * says nothing of being away. */
static const char *
days_at(struct arena *arena, const struct parse_context *context, const char *text, size_t from,
    size_t to)
{
	struct tokens own;

	as_command(arena, arena_strndup(arena, text + from, to - from), &own);
	date_join_span(arena, context->glossary, &own);
	return own.count == 3 && is_read(&own) &&
		is_away_around(context->glossary,
		    arena_printf(arena, "%.*s%s", (int)from, text, text + to), from) ?
	    as_form(arena, &own) :
	    "";
}

/* The days amid such a phrase: "я с 1 по 8 декабря в отпуске", "我12月1日到8日不在". */
static const char *
days_amid(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *form = "", *next = text;
	bool begins = true;

	if (strlen(text) > AMID_BYTES || strpbrk(text, "0123456789") == NULL)
		return "";
	for (const char *at = text; *at != '\0' && form[0] == '\0'; at = next) {
		uint32_t c = utf8_next(&next);
		bool is_start = begins || isdigit((unsigned char)*at);

		begins = !utf8_is_alnum(c);
		for (const char *end = text + strlen(text);
		     is_start && !begins && end > at && form[0] == '\0'; end--)
			if (((unsigned char)*end & 0xc0) != 0x80 &&
			    (*end == ' ' || *end == '\0' || utf8_begins_han(end)))
				form = days_at(arena, context, text, (size_t)(at - text),
				    (size_t)(end - text) + (*end == ' '));
	}
	return form;
}

/* The days that stand beside a phrase of the line, which say that one is away on them; its last
 * word may be theirs, "I am from". */
static const char *
days_beside(struct arena *arena, const struct parse_context *context, const char *line, size_t at,
    size_t length)
{
	const char *after = line + at + length, *form, *next = after;
	size_t last = length;

	while (utf8_next(&next) != 0 && !utf8_is_alnum(utf8_next(&(const char *){ after })))
		after = next;
	form = days_after(arena, context, after);
	while (last > 0 && line[at + last - 1] != ' ')
		last--;
	if (form[0] == '\0' && last > 0)
		form = days_after(arena, context, line + at + last);
	return form[0] != '\0' ? form : days_before(arena, context, arena_strndup(arena, line, at));
}

const char *
parse_absence(struct arena *arena, const struct parse_context *context, const char *words)
{
	const char *form = "";

	while (form[0] == '\0' && *words != '\0') {
		size_t line = strcspn(words, "\n"), length;
		const char *folded = utf8_fold(arena, arena_strndup(arena, words, line));
		bool begins = true;

		words += line + (words[line] == '\n');
		for (const char *at = folded, *next = at; *at != '\0' && form[0] == '\0';
		     at = next) {
			uint32_t c = utf8_next(&next);

			length = begins || c >= FIRST_HAN ? away_length(context->glossary, at) : 0;
			begins = !utf8_is_alnum(c);
			if (length > 0)
				form = days_beside(
				    arena, context, folded, (size_t)(at - folded), length);
		}
		if (form[0] == '\0')
			form = days_amid(arena, context, folded);
	}
	return form;
}
