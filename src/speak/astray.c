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
#include "rules/notation.h"
#include "speak/parse_internal.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define LINE_MAX   300    /* bytes; longer ones are words */
#define HANZI      0x2e80 /* from here on words have no blanks between them */
#define NEXT_BY    4      /* words between "password" and what it is, at most */
#define MARKS      " \t.,;:!()*-"
#define MOVES_KEPT 2

enum phrases { CONDITIONS, CONSEQUENCES, PRIVATELY };

/* Bytes of such a phrase at the beginning of the folded text; 0 none. */
static size_t
phrase_at(const struct parse_context *context, const char *text, enum phrases which)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = 0;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const struct language *language = &glossary->languages[i];
		const char *const lists[] = { language->conditions, language->consequences,
			language->privately };
		size_t found = speech_phrase(text, lists[which], ",");

		longest = found > longest ? found : longest;
	}
	return longest;
}

/* Bytes of a move's form at the beginning of the text, in the letters of any language; names of
 * pieces are words that people say. */
static size_t
move_at(const struct parse_context *context, const char *text)
{
	const struct glossary *glossary = context->glossary;
	size_t end = notation_form_end(text, NULL, NULL);

	for (int i = 0; end == 0 && glossary != NULL && i < glossary->count; i++) {
		bool spelled = false;

		if (glossary->languages[i].letters != NULL)
			end = notation_form_end(text, glossary->languages[i].letters, &spelled);
		end = spelled ? 0 : end;
	}
	/* "." and "," end the sentence. */
	while (end > 0 && strchr(".,;!?", text[end - 1]) != NULL)
		end--;
	return end;
}

/* The moves in a line. */
struct spoken_moves {
	int count;
	const char *moves[MOVES_KEPT]; /* the first of them */
	bool follows;                  /* one stands right behind "then" */
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
		if ((begins && !is_blank) || c >= HANZI) {
			if ((skip = move_at(context, at)) > 0) {
				const char *move = is_same ? line + (at - folded) : at;

				if (out->count < MOVES_KEPT)
					out->moves[out->count] = arena_strndup(arena, move, skip);
				out->count++;
				next = at + skip;
			} else if ((skip = phrase_at(context, at, CONSEQUENCES)) > 0) {
				skip += strspn(at + skip, MARKS);
				out->follows |= move_at(context, at + skip) > 0;
			}
		}
		begins = !utf8_is_alnum(c) || next > at + 4;
	}
}

/* "if he plays H1-G3 then H10-G8", "if any then H10-G8", "next: I10-H10": the reply and the answer
 * to it, or a move for the next turn. */
static bool
is_plan(struct arena *arena, const struct parse_context *context, const char *line,
    const char *folded, struct astray *out)
{
	const char *text = folded;
	struct order order;
	struct spoken_moves found;
	bool depends;

	/* "1. if", "my plan: if" */
	text += strspn(text, "0123456789" MARKS);
	depends = phrase_at(context, text, CONDITIONS) > 0;
	if (!depends && phrase_at(context, text, CONSEQUENCES) == 0)
		return false;
	find_moves(arena, context, line, folded, &found);
	if (!depends && !found.follows)
		return false;
	if (depends && found.count < 2 && !found.follows)
		return false;
	out->why = DOUBT_SLIP;
	if (depends && found.count >= 2) {
		out->verb = verb_meant_by(MEANT_BY_PLAN);
		out->form = arena_printf(
		    arena, "%s %s then %s", out->verb->name, found.moves[0], found.moves[1]);
	} else {
		out->verb = &verb_table[VERB_QUEUE];
		out->form = arena_printf(arena, "%s %s", out->verb->name, found.moves[0]);
	}
	if (found.count > MOVES_KEPT ||
	    parse_line(arena, context, out->form, &order) != LINE_COMMAND)
		out->form = "";
	return true;
}

/* "note: his horse hangs", "private: ..." */
static bool
is_note(struct arena *arena, const struct parse_context *context, const char *folded,
    struct astray *out)
{
	const char *text = folded + strspn(folded, MARKS), *rest;
	size_t marked = phrase_at(context, text, PRIVATELY), length = strcspn(text, " \t:");
	const struct verb *verb = marked == 0 && length > 0 ?
	    verb_find(context->glossary, arena_strndup(arena, text, length)) :
	    NULL;
	bool is_apart;

	if (marked == 0 && (verb == NULL || !(verb->manner & IS_PRIVATE)))
		return false;
	rest = text + (marked > 0 ? marked : length);
	is_apart = *rest == ':' || strncmp(rest, "：", strlen("：")) == 0 ||
	    (*rest == ')' && text > folded);
	out->verb = &verb_table[VERB_NOTE];
	out->form = out->verb->name;
	out->why = DOUBT_SLIP;
	return is_apart && rest[1 + strspn(rest + 1, MARKS)] != '\0';
}

/* "new password: secret7", "please set my password to secret7" */
static bool
is_password(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const char *line, struct astray *out)
{
	int named = -1;

	for (int i = 0; i < tokens->count; i++) {
		const char *word = tokens->raw[i];
		bool is_last = i == tokens->count - 1;

		if (secret_is_name(tokens->folded[i])) {
			named = i;
			continue;
		}
		if (named == -1 || i > named + NEXT_BY || speech_is_mark(word))
			continue;
		if (!speech_is_secret(tokens->folded[i]) &&
		    !(is_last && i == named + 1 && named <= 1 && strpbrk(word, ".,!?") == NULL))
			continue;
		out->verb = &verb_table[VERB_CHANGE];
		out->form = "";
		out->shown = secret_blank_word(arena, secret_blank(arena, context, line), word);
		out->why = DOUBT_PASSWORD;
		return true;
	}
	return false;
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
			names_it = speech_phrase(
				       rest, glossary->languages[k].deeds[VERB_ADD], ",") > 0;
	}
	out->verb = add;
	out->form = arena_printf(arena, "%s %s", add->name, tokens->folded[tokens->count - 1]);
	out->why = DOUBT_SLIP;
	return names_it && parse_line(arena, context, out->form, &order) == LINE_COMMAND;
}

bool
astray_find(
    struct arena *arena, const struct parse_context *context, const char *line, struct astray *out)
{
	const char *folded;
	struct tokens tokens;

	if (strlen(line) > LINE_MAX)
		return false;
	*out = (struct astray){ .form = "", .shown = arena_strdup(arena, line) };
	folded = utf8_fold(arena, line);
	tokens_split(arena, line, &tokens);
	return is_password(arena, context, &tokens, line, out) ||
	    is_note(arena, context, folded, out) || is_plan(arena, context, line, folded, out) ||
	    is_address(arena, context, &tokens, out);
}
