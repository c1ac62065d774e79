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
#define AMID_BYTES    120 /* of a sentence in hanzi that is searched for days */

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

/* Bytes of the phrase at the beginning of the folded text that says that one is away, or names a
 * vacation. */
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

/* The first such phrase of the text, *length: bytes; NULL: it has none. */
static const char *
find_away(const struct glossary *glossary, const char *text, size_t *length)
{
	bool begins = true;

	for (const char *at = text, *next = at; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);

		*length = begins || c >= FIRST_HAN ? away_length(glossary, at) : 0;
		if (*length > 0)
			return at;
		begins = !utf8_is_alnum(c);
	}
	return NULL;
}

/* The days that are all of the text; "": it is none, or a single day. */
static const char *
days_of(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens own;

	tokens_split(
	    arena, arena_printf(arena, "%s %s", verb_table[VERB_VACATION].name, text), &own);
	date_join_span(arena, context->glossary, &own);
	return own.count == 3 && is_read(&own) && strcmp(own.folded[1], own.folded[2]) != 0 ?
	    as_form(arena, &own) :
	    "";
}

/* May a span of days begin or end at the token? */
static bool
is_of_days(
    struct arena *arena, const struct parse_context *context, const struct tokens *tokens, int i)
{
	struct tokens word = { .count = 1 };
	size_t length = strlen(tokens->folded[i]);

	while (length > 0 && strchr(".,;:!)", tokens->folded[i][length - 1]) != NULL)
		length--;
	word.folded[0] = word.raw[0] = arena_strndup(arena, tokens->folded[i], length);
	return length > 0 &&
	    (date_is_said(arena, context->glossary, &word, 0) ||
		date_is_said(arena, context->glossary, tokens, i) ||
		(i > 0 && date_is_said(arena, context->glossary, tokens, i - 1)) ||
		(i + 1 < tokens->count && date_is_said(arena, context->glossary, tokens, i + 1)));
}

/* The tokens from one to another, as they were. */
static const char *
words_of(struct arena *arena, const struct tokens *tokens, int from, int to)
{
	const char *words = "";

	for (int i = from; i < to; i++)
		words = arena_printf(
		    arena, "%s%s%s", words, words[0] != '\0' ? " " : "", tokens->folded[i]);
	return words;
}

/* Does the text say that one is away, without these of its words? */
static bool
is_away_without(
    struct arena *arena, const struct parse_context *context, const char *before, const char *after)
{
	size_t length;

	return find_away(context->glossary, arena_printf(arena, "%s %s", before, after), &length) !=
	    NULL;
}

/* The longest days among the words of the text, beside which it says that one is away; "". */
static const char *
days_among(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens all;
	const char *form;
	size_t length;
	bool is_said;

	tokens_split(arena, text, &all);
	is_said = find_away(context->glossary, text, &length) != NULL;
	for (int count = all.too_many ? 0 : all.count; count > 0; count--)
		for (int from = 0; from + count <= all.count; from++) {
			int to = from + count;

			if (!is_of_days(arena, context, &all, from) ||
			    !is_of_days(arena, context, &all, to - 1))
				continue;
			form = days_of(arena, context, words_of(arena, &all, from, to));
			if (form[0] != '\0' &&
			    (is_said ||
				is_away_without(arena, context, words_of(arena, &all, 0, from),
				    words_of(arena, &all, to, all.count))))
				return form;
		}
	return "";
}

/* "Three days, from tomorrow on" */
static bool
speaks_of_days(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens tokens;

	tokens_split(arena, text, &tokens);
	return date_talk(arena, context->glossary, &tokens, 0).times > 0;
}

static bool
has_han(const char *text)
{
	uint32_t c;

	while ((c = utf8_next(&text)) != 0)
		if (c >= FIRST_HAN)
			return true;
	return false;
}

/* The same of hanzi, between which no blanks stand: "我12月1日到8日不在", "我下周不在". */
static const char *
days_amid(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *form = "", *next = text;
	size_t length;
	bool is_said = find_away(context->glossary, text, &length) != NULL;

	if (strlen(text) > AMID_BYTES || !has_han(text))
		return "";
	for (const char *at = text; *at != '\0'; at = next) {
		bool is_start = utf8_next(&next) >= FIRST_HAN || isdigit((unsigned char)*at);

		for (const char *end = text + strlen(text); is_start && end > at; end--) {
			if (((unsigned char)*end & 0xc0) == 0x80)
				continue;
			form = days_of(
			    arena, context, arena_strndup(arena, at, (size_t)(end - at)));
			if (form[0] != '\0' &&
			    (is_said ||
				find_away(context->glossary,
				    arena_printf(arena, "%.*s%s", (int)(at - text), text, end),
				    &length) != NULL))
				return speaks_of_days(arena, context, end) ? "" : form;
		}
	}
	return "";
}

/* Does the sentence make a condition of it, "if I'm away"?  "On Friday" is none. */
static bool
is_condition(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct tokens word = { .count = 1 };
	size_t length;

	text += strspn(text, " \t");
	length = speech_listed(context, text, SPEECH_LIST(conditions));
	word.folded[0] = word.raw[0] = arena_strndup(arena, text, length);
	return length > 0 && !date_is_said(arena, context->glossary, &word, 0);
}

/* Bytes of the sentence at the beginning of the text, without its end; "1. bis 8." ends none. */
static size_t
sentence_bytes(const char *text)
{
	const char *at = text, *next = text;

	for (uint32_t c; (c = utf8_next(&next)) != 0; at = next) {
		bool is_last = *next == ' ' || *next == '\0';

		if (c == '\n' || c == 0x3002 || c == 0xff01 || c == 0xff1f || c == 0xff1b ||
		    (is_last && strchr("!?;", *at) != NULL) ||
		    (is_last && c == '.' && at > text && !isdigit((unsigned char)at[-1])))
			break;
	}
	return (size_t)(at - text);
}

/* The days of the sentence on which its writer is away; the words that say so may stand between
 * them, "from Friday I'm away for a week". */
static const char *
days_in_sentence(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length;
	const char *away = find_away(context->glossary, text, &length);
	const char *form = days_among(arena, context, text), *other = "";

	if (away != NULL && away > text && !has_han(text)) {
		other = days_of(arena, context,
		    arena_printf(arena, "%.*s%s", (int)(away - text), text, away + length));
	}
	if (other[0] != '\0')
		return other;
	return form[0] != '\0' ? form : days_amid(arena, context, text);
}

const char *
parse_absence(struct arena *arena, const struct parse_context *context, const char *words)
{
	const char *form = "";

	while (form[0] == '\0' && *words != '\0') {
		size_t length = sentence_bytes(words);
		const char *folded = utf8_fold(arena, arena_strndup(arena, words, length));
		bool asks = words[length] == '?' || strncmp(words + length, "？", 3) == 0;

		words += length;
		if (*words != '\0')
			utf8_next(&words);
		folded += strspn(folded, " \t-,.");
		if (!asks && !is_condition(arena, context, folded))
			form = days_in_sentence(arena, context, folded);
	}
	return form;
}
