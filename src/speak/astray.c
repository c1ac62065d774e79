/* SPDX-License-Identifier: ISC */
/*
 * What would go astray among the words for the other player (astray.h).
 */
#include "speak/astray.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define LINE_MAX   300 /* bytes; longer ones are words */
#define NEXT_BY    4   /* words between "password" and what it is, at most */
#define MARKS      " \t.,;:!()[]*-"
#define MOVES_KEPT 2
#define FAR_PHRASE 7  /* bytes of "private": "for me" is said of other things */
#define FAR_WORDS  4  /* between it and a colon */
#define WORD_BYTES 40 /* of a word that may be a command */

/* Bytes of a move's form at the beginning of the text; names of pieces are words that people say.
 */
static size_t
move_at(const struct parse_context *context, const char *text)
{
	bool spelled = false;
	size_t end = mention_form(context, text, &spelled);

	return spelled ? 0 : end;
}

/* The moves in a line. */
struct spoken_moves {
	int count;
	const char *moves[MOVES_KEPT]; /* the first of them */
	bool follows;                  /* one stands right behind "then" */
	const char *end;               /* behind the last */
};

/* Of the folded line; as they are written, where folding has left them in their places. */
static void
find_moves(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, struct spoken_moves *out)
{
	bool begins = true, is_same = strlen(line) == strlen(folded);
	size_t skip;

	*out = (struct spoken_moves){ .count = 0 };
	for (const char *at = folded, *next; *at != '\0'; at = next) {
		bool is_blank = strchr(MARKS, *at) != NULL;
		uint32_t c;

		next = at;
		c = utf8_next(&next);
		if ((begins && !is_blank) || c >= FIRST_HAN) {
			if ((skip = move_at(context, at)) > 0) {
				const char *move = is_same ? line + (at - folded) : at;

				if (out->count < MOVES_KEPT)
					out->moves[out->count] = arena_strndup(arena, move, skip);
				out->count++;
				out->end = next = at + skip;
			} else if ((skip = speech_listed(context, at, SPEECH_LIST(consequences))) >
			    0) {
				skip += strspn(at + skip, MARKS);
				out->follows |= move_at(context, at + skip) > 0;
			}
		}
		begins = !utf8_is_alnum(c) || next > at + 4;
	}
}

/* Are these the moves of a plan, and no analysis, which has more?  "next: I10-H10, thanks"; but
 * "then H1-G3 comes, I guess". */
static bool
is_whole(struct arena *arena, const struct parse_context *context, const struct spoken_moves *found,
    bool depends)
{
	if (depends)
		return found->count <= MOVES_KEPT && (found->count >= 2 || found->follows);
	return found->follows &&
	    (*found->end == '\0' || speech_is_thanks(arena, context, found->end, false));
}

/* "if he plays H1-G3 then H10-G8", "if any then H10-G8", "next: I10-H10": the reply and the answer
 * to it, or a move for the next turn; "H1-G3 then H10-G8", of who is not to move. */
static bool
is_plan(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, struct astray *out)
{
	const char *text = folded;
	struct order order;
	struct spoken_moves found;
	bool depends, is_bare;

	/* "1. if", "my plan: if" */
	text += strspn(text, "0123456789" MARKS);
	depends = speech_listed(context, text, SPEECH_LIST(conditions)) > 0;
	is_bare = move_at(context, text) > 0 && !context->answer.is_his_move;
	if (!depends && !is_bare && speech_listed(context, text, SPEECH_LIST(consequences)) == 0)
		return false;
	find_moves(arena, context, line, folded, &found);
	if (!is_whole(arena, context, &found, depends))
		return false;
	depends |= is_bare;
	out->why = DOUBT_SLIP;
	if (depends && found.count >= 2) {
		out->verb = verb_meant_by(MEANT_BY_PLAN);
		out->form = arena_printf(
		    arena, "%s %s then %s", out->verb->name, found.moves[0], found.moves[1]);
	} else {
		out->verb = &verb_table[VERB_QUEUE];
		out->form = arena_printf(arena, "%s %s", out->verb->name, found.moves[0]);
	}
	if (parse_line(arena, context, out->form, &order) != LINE_COMMAND)
		out->form = "";
	return true;
}

/* What parts the name of a note from its words, at the folded text, in bytes; 0: nothing does.
 * "note (private):", "[private]", "note - " */
static size_t
note_mark(const struct parse_context *context, const char *text)
{
	size_t length = strspn(text, " \t"), named;

	if (length > 0 && (text[length] == '-' || strncmp(text + length, "–", strlen("–")) == 0))
		return length + 1;
	if (text[length] == '(') {
		named = speech_listed(context, text + length + 1, SPEECH_LIST(privately));
		if (named > 0)
			length += 1 + named;
	}
	return text[length] != '\0' && strchr(":;)]*", text[length]) != NULL ? length + 1 : 0;
}

/* The same some words behind a phrase that says enough: "don't show this to Fred: ..." */
static size_t
far_mark(const char *text, size_t phrase)
{
	size_t length = strcspn(text, ":.!?;"), words = 0;

	for (size_t i = 0; i < length; i++)
		words += text[i] == ' ';
	return phrase >= FAR_PHRASE && text[length] == ':' && words <= FAR_WORDS ? length + 1 : 0;
}

/* Where the brackets begin whose only words name a note: "(private)", "(only for me)"; NULL: there
 * are none.  *end: behind them. */
static const char *
bracketed_note(const struct parse_context *context, const char *folded, const char **end)
{
	for (const char *at = folded; (at = strpbrk(at, "([")) != NULL; at++) {
		size_t named = speech_listed(context, at + 1, SPEECH_LIST(privately));

		if (named == 0 || at[1 + named] == '\0' || strchr(")]", at[1 + named]) == NULL)
			continue;
		*end = at + 1 + named + 1;
		return at;
	}
	return NULL;
}

/* The words of the note in the folded line, up to *end: NULL, it is none. */
static const char *
note_words(
    struct arena *arena, const struct parse_context *context, const char *folded, const char **end)
{
	const char *text = folded + strspn(folded, MARKS), *behind, *bracket;
	size_t marked = speech_listed(context, text, SPEECH_LIST(privately)), mark,
	       length = strcspn(text, " \t:;-");
	const struct verb *verb = marked == 0 && length > 0 ?
	    verb_find(context->glossary, arena_strndup(arena, text, length)) :
	    NULL;

	*end = folded + strlen(folded);
	if (marked > 0 || (verb != NULL && verb->manner & IS_PRIVATE)) {
		behind = text + (marked > 0 ? marked : length);
		mark = note_mark(context, behind);
		mark = mark == 0 && marked > 0 ? far_mark(behind, marked) : mark;
		if (mark > 0 && (behind += mark + strspn(behind + mark, MARKS))[0] != '\0')
			return behind;
	}
	if ((bracket = bracketed_note(context, folded, &behind)) == NULL)
		return NULL;
	behind += strspn(behind, MARKS);
	if (behind[0] != '\0')
		return behind;
	*end = bracket;
	return bracket > text ? text : NULL;
}

/* "note: his horse hangs", "[private] ...", "note (private): ...", "... (only for me)" */
static bool
is_note(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, struct astray *out)
{
	const char *end, *words = note_words(arena, context, folded, &end);

	if (words == NULL)
		return false;
	out->verb = &verb_table[VERB_NOTE];
	out->form = out->verb->name;
	out->why = DOUBT_SLIP;
	/* As it is written, where folding has left the bytes in their places. */
	out->said = arena_strndup(arena,
	    strlen(line) == strlen(folded) ? line + (words - folded) : words,
	    (size_t)(end - words));
	return true;
}

/* "no html please" */
static bool
is_setting(
    struct arena *arena, const struct parse_context *context, const char *line, struct astray *out)
{
	struct order order;

	if (!nearest_setting(arena, context, line, &order))
		return false;
	out->verb = order.verb;
	out->form = arena_strdup(arena, order.line);
	out->why = DOUBT_SLIP;
	return true;
}

/* Is word i the password that the word before last names: "my password to secretword"? */
static bool
ends_with_password(const struct tokens *tokens, int i, int named)
{
	return i == tokens->count - 1 && i == named + 2 && strcmp(tokens->folded[i - 1], "to") == 0;
}

/* "new password: secret7", "please set my password to secret7" */
static bool
is_password(struct arena *arena, const struct tokens *tokens, struct astray *out)
{
	int named = -1;
	bool found = false;

	for (int i = 0; i < tokens->count; i++) {
		const char *word = tokens->raw[i], *colon;

		if (secret_is_word(tokens->folded[i])) {
			named = i;
			/* "新密码：secret7" */
			colon = strrchr(tokens->folded[i], ':');
			if (colon == NULL || colon[1] == '\0')
				continue;
			word = colon + 1;
		} else if (named == -1 || i > named + NEXT_BY || speech_is_mark(word) ||
		    (!secret_is_likely(tokens->folded[i]) &&
			!ends_with_password(tokens, i, named) &&
			(i > named + 1 || strpbrk(tokens->raw[named], ":=") == NULL))) {
			continue;
		}
		out->shown = secret_blank_word(arena, out->shown, word);
		found = true;
	}
	out->verb = &verb_table[VERB_CHANGE];
	out->why = DOUBT_PASSWORD;
	return found;
}

/* "my new email is fred@new.org" */
static bool
is_address(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    struct astray *out)
{
	const struct verb *add = &verb_table[VERB_ADD];
	const struct glossary *glossary = context->glossary;
	const char *last = tokens->count > 0 ? tokens->raw[tokens->count - 1] : "";
	bool names_it = false;
	struct order order;

	if (tokens->count < 2 || tokens->too_many || strchr(last, '@') == NULL)
		return false;
	for (int i = 0; i < tokens->count && !names_it; i++) {
		const char *rest = utf8_fold(arena, tokens_rest(arena, tokens, i));

		for (int k = 0; glossary != NULL && k < glossary->count && !names_it; k++)
			names_it = speech_phrase(rest,
				       glossary_deed(&glossary->languages[k], VERB_ADD), ",") > 0;
	}
	out->verb = add;
	out->form = arena_printf(arena, "%s %s", add->name, tokens->folded[tokens->count - 1]);
	out->why = DOUBT_SLIP;
	return names_it && parse_line(arena, context, out->form, &order) == LINE_COMMAND;
}

bool
astray_find(struct arena *arena, const struct parse_context *context, const char *line, bool plays,
    struct astray *out)
{
	const char *folded;
	struct tokens tokens;

	if (strlen(line) > LINE_MAX)
		return false;
	*out =
	    (struct astray){ .form = "", .said = "", .shown = secret_blank(arena, context, line) };
	folded = utf8_fold(arena, line);
	tokens_split(arena, line, &tokens);
	if (is_password(arena, &tokens, out))
		return true;
	return (plays &&
		   (is_note(arena, context, line, folded, out) ||
		       is_plan(arena, context, line, folded, out))) ||
	    is_setting(arena, context, line, out) || is_address(arena, context, &tokens, out);
}

/* "Private note:" */
static bool
is_note_heading(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line);
	size_t length;

	folded += strspn(folded, " \t*([");
	length = speech_listed(context, folded, SPEECH_LIST(privately));
	return length > 0 && folded[length + strspn(folded + length, " \t:.!*)]-")] == '\0';
}

const struct verb *
astray_note(
    struct arena *arena, const struct parse_context *context, const char *line, const char *below)
{
	const struct verb *verb;
	const char *word, *rest;
	size_t length;
	bool more;

	if (below[strspn(below, " \t\n")] == '\0')
		return NULL;
	if (is_note_heading(arena, context, line))
		return &verb_table[VERB_NOTE];
	line += strspn(line, " \t");
	length = strcspn(line, " \t:");
	rest = line + length;
	if (length == 0 || length > WORD_BYTES || rest[strspn(rest, " \t:")] != '\0')
		return NULL;
	word = utf8_fold(arena, arena_strndup(arena, line, length));
	if ((verb = verb_find(context->glossary, word)) == NULL)
		verb = verb_near(context->glossary, word);
	if (verb == NULL || !(verb->manner & IS_PRIVATE) ||
	    speech_listed(context, word, SPEECH_LIST(denials)) == strlen(word) ||
	    speech_is_name(arena, context->name, word) || speech_knows(context, word) ||
	    speech_said(arena, context, word, &more) != SAID_OTHER)
		return NULL;
	return *rest == ':' || !str_starts_nocase(word, verb->name) ? verb : NULL;
}
