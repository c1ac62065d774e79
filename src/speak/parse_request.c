/* SPDX-License-Identifier: ISC */
/*
 * What a short letter asks the server for (parse_internal.h).
 *
 * "Hi, please delete my account. Thanks, Ann": among greetings, thanks and a signature stands one
 * request.  With anything else in it a letter speaks to the other player.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

#define REQUEST_COLUMNS   240 /* of a letter that asks, at most */
#define SIGNATURE_COLUMNS 24  /* of a name that nobody knows … */
#define SIGNATURE_HAN     8   /* … in hanzi */
#define SIGNATURE_WORDS   2
#define MARKS             " \t.,;:!?-()\"'"

/* A clause that is read. */
struct plea {
	struct arena *arena;
	const struct parse_context *context;
	const struct verb *verb; /* what is asked for; NULL: nothing yet */
	const char *form;        /* … as it is written, if that is known; NULL */
	const char *object;      /* an address, a player or a language that it names; NULL */
	bool asks_how;           /* "how do I" */
	bool is_silence;         /* no more letters; the verb is the last way to that */
};

/* The letter with a ";" behind each line of greetings and each paragraph; all other lines are one.
 */
static char *
joined_lines(struct arena *arena, const struct parse_context *context, const char *text)
{
	struct str joined;
	const char *line;

	str_init(&joined, arena, 0);
	while ((line = letter_line(arena, &text)) != NULL) {
		bool ends = *text == '\n' || *text == '\0' || line[strspn(line, " \t")] == '\0' ||
		    speech_is_thanks(arena, context, line, false);

		str_addf(&joined, "%s%s", line, ends ? "; " : " ");
	}
	for (char *at = joined.data; (at = strstr(at, "\u2019")) != NULL;) {
		memmove(at + 1, at + strlen("\u2019"), strlen(at + strlen("\u2019")) + 1);
		*at++ = '\'';
	}
	return joined.data;
}

/* Bytes of the clause at the beginning of the text; *after: with the mark that ends it.  A full
 * stop within an address ends none. */
static size_t
sentence_length(const char *text, size_t *after)
{
	const char *at = text, *next = text;
	uint32_t c;

	for (; (c = utf8_next(&next)) != 0; at = next)
		if (speech_is_end(c) && (c > 0x7f || strchr(" \t", *next) != NULL))
			break;
	*after = (size_t)((c != 0 ? next : at) - text);
	return (size_t)(at - text);
}

/* Do players say it to each other, so that only "how do I" asks the server for it? */
static bool
is_said_to_players(const struct verb *verb)
{
	return verb->needs & NEEDS_SEAT && !(verb->needs & ANY_TOKEN);
}

/* Bytes of the longest phrase that asks for a command, *verb. */
static size_t
phrase_length(const struct plea *r, const char *at, const struct verb **verb)
{
	const struct glossary *glossary = r->context->glossary;
	size_t longest = 0, found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		for (int v = 0; v < VERB_COUNT; v++) {
			const struct language *language = &glossary->languages[i];
			bool is_theirs = is_said_to_players(&verb_table[v]);

			if (is_theirs && !r->asks_how)
				continue;
			found = speech_phrase(at, glossary_request(language, v), ",");
			if (found <= longest && !is_theirs)
				found = speech_phrase(at, glossary_deed(language, v), ",");
			if (found > longest) {
				longest = found;
				*verb = &verb_table[v];
			}
		}
	return longest;
}

/* The same of a command's name behind "how do I", *verb. */
static size_t
name_length(const struct plea *r, const char *at, const struct verb **verb)
{
	const struct glossary *glossary = r->context->glossary;
	size_t after, longest = speech_word(at, &after), found;

	*verb = verb_find(glossary, arena_strndup(r->arena, at, longest));
	/* "How do I play on?" */
	if (*verb != NULL)
		return (*verb)->manner & (MEANT_BY_MOVE | MEANT_BY_PLAN) ? 0 : longest;
	longest = 0;
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		for (int v = 0; v < VERB_COUNT; v++) {
			found = speech_phrase(at, glossary->languages[i].commands[v], " ");
			if (found > longest) {
				longest = found;
				*verb = &verb_table[v];
			}
		}
	return longest;
}

/* Bytes of a greeting, thanks, a plea, or a word that says nothing beside a request. */
static size_t
courtesy_length(const struct plea *r, const char *at)
{
	static const size_t lists[] = { SPEECH_LIST(courtesies), SPEECH_LIST(pleas),
		SPEECH_LIST(beside_requests) };
	size_t longest = 0, found;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if ((found = speech_listed(r->context, at, lists[i])) > longest)
			longest = found;
	return longest;
}

/* The same of a language that letters are wanted in. */
static size_t
take_language(struct plea *r, const char *at)
{
	const struct glossary *glossary = r->context->glossary;
	size_t longest = 0, found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if ((found = speech_phrase(at, glossary->languages[i].called, " ")) > longest) {
			longest = found;
			r->object = glossary->languages[i].code;
		}
	return longest;
}

/* Bytes of a word at the beginning of the text; one in Latin letters ends at a hanzi. */
static size_t
word_length(const char *at)
{
	size_t length = strcspn(at, " \t,;:!?()\"'");
	const char *next = at;

	if ((unsigned char)*at <= 0x7f)
		for (const char *here = at; here < at + length; here = next)
			if (utf8_next(&next) >= FIRST_HAN)
				length = (size_t)(here - at);
	while (length > 0 && at[length - 1] == '.')
		length--;
	return length;
}

/* Does it look like an address of electronic mail? */
static bool
is_mail_address(const char *word)
{
	const char *domain = strchr(word, '@');

	return domain != NULL && domain != word && strchr(domain, '.') != NULL;
}

/* The same of a word that a request may name: the writer, an address, a number, a player.  An
 * address alone, "please use ann@home.example from now on", is one to be added: the other player
 * shall not hear of it by mistake. */
static size_t
take_word(struct plea *r, const char *at)
{
	const struct parse_context *context = r->context;
	size_t length = word_length(at);
	const char *word = arena_strndup(r->arena, at, length);
	bool is_mail = is_mail_address(word), sets = r->verb == &verb_table[VERB_SET];

	if (length == 0 || speech_is_name(r->arena, context->name, word) ||
	    (context->writer != NULL && str_equal_nocase(word, context->writer)) ||
	    word[strspn(word, "0123456789./-")] == '\0')
		return length;
	if (is_mail && (r->verb == NULL || sets))
		r->verb = &verb_table[VERB_ADD];
	else if (sets)
		return take_language(r, at);
	else if ((r->verb == NULL && !r->asks_how) || (!is_mail && !speech_knows(context, word)))
		return 0;
	r->object = word;
	return length;
}

/* Takes what stands at the beginning of the text, where nothing is asked for yet: bytes; 0: it has
 * no place there. */
static size_t
take_request(struct plea *r, const char *at)
{
	size_t polite = courtesy_length(r, at), length;
	size_t how = speech_listed(r->context, at, SPEECH_LIST(asks_how));
	size_t silence = speech_listed(r->context, at, SPEECH_LIST(silence));
	const struct verb *verb = NULL;
	struct order order;

	if (nearest_setting(r->arena, r->context, at, &order)) {
		r->verb = order.verb;
		r->form = order.line;
		return strlen(at);
	}
	/* "Stop" alone may be said of a game. */
	if (silence > 0 && (memchr(at, ' ', silence) != NULL || (unsigned char)*at > 0x7f)) {
		r->verb = &verb_table[VERB_SIGNOFF];
		r->is_silence = true;
		return silence;
	}
	length = phrase_length(r, at, &verb);
	if (r->asks_how && length == 0)
		length = name_length(r, at, &verb);
	if (length > 0 && length >= polite && length >= how) {
		r->verb = verb;
		return length;
	}
	r->asks_how |= how > polite;
	length = how > polite ? how : polite;
	return length > 0 ? length : take_word(r, at);
}

/* Is the folded clause made of courtesies and a request? */
static bool
read_clause(struct plea *r, const char *clause)
{
	size_t length;

	for (const char *at = clause; *(at += strspn(at, MARKS)) != '\0'; at += length) {
		if (r->verb == NULL)
			length = take_request(r, at);
		else if ((length = courtesy_length(r, at)) == 0)
			length = take_word(r, at);
		if (length == 0)
			return false;
	}
	return true;
}

/* May the last clause be a name below thanks? */
static bool
may_sign(struct arena *arena, const char *clause, const char *rest)
{
	struct tokens tokens;
	const char *at = clause + strspn(clause, MARKS), *next = at;
	size_t most = utf8_next(&next) >= FIRST_HAN ? SIGNATURE_HAN : SIGNATURE_COLUMNS;

	tokens_split(arena, at, &tokens);
	return rest[strspn(rest, MARKS)] == '\0' && tokens.count <= SIGNATURE_WORDS &&
	    utf8_width(at) <= most;
}

/* The request among the clauses, and the one that says it; NULL: the letter is about something
 * else. */
static const char *
find_request(struct plea *r, const char *text)
{
	const char *said = NULL;
	bool was_polite = false;

	for (size_t after; *text != '\0'; text += after) {
		size_t length = sentence_length(text, &after);
		const char *clause = arena_strndup(r->arena, text, length);
		struct plea here = { .arena = r->arena, .context = r->context };

		clause += strspn(clause, " \t");
		if (!read_clause(&here, utf8_fold(r->arena, clause)))
			return said != NULL && was_polite &&
				may_sign(r->arena, clause, text + after) ?
			    said :
			    NULL;
		was_polite = here.verb == NULL;
		/* "My address has changed: ann@home.example" */
		if (here.verb != NULL &&
		    (said == NULL || (here.verb == r->verb && r->object == NULL))) {
			*r = here;
			said = clause;
		}
	}
	return said;
}

/* How that is written; "" where it is not known.  What sets something says what. */
static const char *
form_of(const struct plea *r)
{
	const char *name = r->verb->name, *form;
	struct order order;

	if (r->form != NULL)
		return r->form;
	if (r->object != NULL) {
		form = arena_printf(r->arena, "%s %s%s", name,
		    r->verb == &verb_table[VERB_SET] ? "language " : "", r->object);
		if (parse_line(r->arena, r->context, form, &order) == LINE_COMMAND)
			return order.line;
	}
	if (r->verb->needs & NEEDS_FRESH)
		return "";
	if (parse_line(r->arena, r->context, name, &order) == LINE_COMMAND)
		return name;
	/* "I forgot my password": whose is known. */
	form = arena_printf(
	    r->arena, "%s %s", name, r->context->writer != NULL ? r->context->writer : "");
	return r->verb == &verb_table[VERB_FORGOT] &&
		parse_line(r->arena, r->context, form, &order) == LINE_COMMAND ?
	    form :
	    "";
}

/* The command in the left column of a line of our own lists of them, "reject      to decline it";
 * *form: how it is written.  NULL: it is no such line. */
static const struct verb *
listed_deed(
    struct arena *arena, const struct parse_context *context, const char *line, const char **form)
{
	const char *left = line + strspn(line, " \t>"), *end = strstr(left, "  ");
	const struct verb *verb;
	struct order order;

	if (end == NULL || end == left || end[strspn(end, " ")] == '\0' ||
	    strchr(MARKS, end[-1]) != NULL)
		return NULL;
	left = arena_strndup(arena, left, (size_t)(end - left));
	if (parse_line(arena, context, left, &order) == LINE_COMMAND) {
		*form = order.line;
		return order.verb;
	}
	if ((verb = speech_deed(arena, context, left, NULL)) != NULL)
		*form = verb->name;
	return verb;
}

/* The first such line of the text, *verb; NULL none. */
static const char *
find_listed(struct arena *arena, const struct parse_context *context, const char *text,
    const struct verb **verb, const char **form)
{
	const char *line;

	while ((line = letter_line(arena, &text)) != NULL)
		if ((*verb = listed_deed(arena, context, line, form)) != NULL)
			return line;
	return NULL;
}

bool
request_is_said(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	struct plea r = { .arena = arena, .context = context };
	const char *said = find_listed(arena, context, text, &r.verb, &r.form);

	if (said == NULL && utf8_prefix(text, REQUEST_COLUMNS) == strlen(text))
		said = find_request(&r, joined_lines(arena, context, text));
	if (said == NULL)
		return false;
	out->is_request = true;
	out->asks_for_silence = r.is_silence;
	if (out->form[0] != '\0')
		return true;
	out->unread = secret_blank(arena, context, said);
	out->meant = r.is_silence ? NULL : r.verb;
	out->form = r.is_silence ? "" : form_of(&r);
	return true;
}

void
request_take(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	const struct verb *verb;
	const char *form;
	struct order order;

	if (!out->is_request || out->meant == NULL || !(out->meant->needs & ONLY_ASKS) ||
	    out->doubtful != NULL || context->is_stranger || context->answer.is_automatic ||
	    find_listed(arena, context, text, &verb, &form) != NULL ||
	    parse_line(arena, context, out->form, &order) != LINE_COMMAND)
		return;
	out->orders[0] = order;
	out->orders[0].written = out->unread;
	out->count = 1;
	out->comment = "";
	out->meant = NULL;
}
