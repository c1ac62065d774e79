/* SPDX-License-Identifier: ISC */
/*
 * The command that a line without one comes nearest to (parse_internal.h).
 */
#include "speak/parse_internal.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/settings.h"
#include "speak/sought.h"
#include "speak/speech.h"

#define DRESS "*_()[]\"'`" /* around a word */
#define MARKS " \t.,;:!?"

/* "subscribe fred", of "subscribe fred secret all", is not what fred means. */
static bool
watches_himself(const struct parse_context *context, const struct order *order)
{
	return verb_takes(order->verb, ARG_WATCHED) && order->word_count > 0 &&
	    context->writer != NULL && str_equal_nocase(order->words[0], context->writer);
}

/* "challenge wilma barney" of fred's: whom of the two he means? */
static bool
pairs_others(const struct parse_context *context, const struct order *order)
{
	bool names_himself = false;

	for (int i = 0; i < order->word_count; i++)
		names_himself |= context->writer != NULL &&
		    str_equal_nocase(order->words[i], context->writer);
	return order->verb->manner & ASKS_FOR_GAME && order->word_count > 1 && !names_himself;
}

/* Is it a command that may be offered to the writer? */
static bool
may_offer(
    struct arena *arena, const struct parse_context *context, const char *form, struct order *order)
{
	return parse_line(arena, context, form, order) == LINE_COMMAND &&
	    !pairs_others(context, order);
}

/* "*resign*", as written, but without who writes; NULL it is no command. */
static const char *
undressed_form(struct arena *arena, const struct parse_context *context, const char *line)
{
	struct order order;
	const char *form = line + strspn(line, DRESS);

	form = arena_strndup(arena, form, strcspn(form, DRESS));
	if (parse_line(arena, context, form, &order) != LINE_COMMAND)
		return NULL;
	return order.password != NULL ? order.line : form;
}

/* "add address fred@a.test", "show me the board": without the words behind the first that say
 * nothing; NULL: no command. */
static const char *
without_fillers(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb *meant)
{
	static const char fillers[] = "me my the to player address";
	struct tokens tokens;
	struct order order;

	if (meant == NULL || meant->needs & NEEDS_SEAT)
		return NULL;
	tokens_split(arena, line, &tokens);
	for (int i = 2; i < tokens.count && glossary_lists(fillers, tokens.folded[i - 1]); i++) {
		const char *rest = tokens_rest(arena, &tokens, i);

		if (may_offer(
			arena, context, arena_printf(arena, "%s %s", meant->name, rest), &order))
			return watches_himself(context, &order) ? NULL : order.line;
	}
	return NULL;
}

/* "vacation off until Monday", "take all but 3": without the words behind it, it would do more than
 * was written. */
static bool
would_do_more(const struct order *order, const struct tokens *left, int all)
{
	static const char polite[] =
	    "please now thanks thank you then of that this it them these those";
	bool is_sweeping = order->all;

	for (int i = 0; i < order->word_count; i++)
		is_sweeping |= glossary_lists("off all none", order->words[i]);
	/* Whom it names, and it cannot be read: it would be anybody. */
	is_sweeping |= order->verb == &verb_table[VERB_STAIRS] && order->word_count == 1 &&
	    glossary_lists("play challenge", order->words[0]);
	for (int i = left->count; i < all && is_sweeping; i++)
		if (!glossary_lists(polite, left->folded[i]))
			return true;
	return false;
}

/* "seek 2 off" is "seek off 2", and no new invitation; NULL: the line is no such. */
static const char *
off_behind(struct arena *arena, const struct tokens *tokens, const struct verb *meant)
{
	if (meant != &verb_table[VERB_SEEK] || tokens->count != 3 ||
	    !tokens_is_number(tokens->folded[1]) || strcmp(tokens->folded[2], "off") != 0)
		return NULL;
	return arena_printf(arena, "%s %s %s", meant->name, tokens->folded[2], tokens->folded[1]);
}

const struct verb *
nearest_begin(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const enum verb_id ids[] = { VERB_EXPLAIN, VERB_MOVES, VERB_REVIEW, VERB_SHOW,
		VERB_UNDO };
	const struct verb *verb;
	struct tokens tokens;

	tokens_split(arena, line, &tokens);
	if (tokens.count < 2)
		return NULL;
	verb = verb_find(context->glossary, tokens.folded[0]);
	/* "How about B1-C3" is no slip of "show". */
	if (verb == NULL && strlen(tokens.folded[0]) >= 5)
		verb = verb_near(context->glossary, tokens.folded[0]);
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		if (verb == &verb_table[ids[i]])
			return verb;
	return NULL;
}

/* "explain B1-C3", "show me 1 B1-C3": the form that shows what the move leads to, and the verb of
 * that; NULL: the line is no such, or nobody knows on which board. */
static const char *
preview_form(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb **meant)
{
	const struct verb *preview = &verb_table[VERB_PREVIEW],
			  *begin = nearest_begin(arena, context, line);
	const char *board = context->answer.game != 0 ? "" : NULL, *form;
	struct tokens tokens;
	struct order order;

	if (begin == NULL || begin == &verb_table[VERB_UNDO])
		return NULL;
	tokens_split(arena, line, &tokens);
	for (int i = 1; i < tokens.count; i++) {
		const char *move = tokens.raw[i];

		if (tokens_is_number(move))
			board = arena_printf(arena, "%s ", move);
		move = arena_strndup(arena, move, strcspn(move, ",;:!?"));
		if (board == NULL || !notation_is_move_like(move))
			continue;
		form = arena_printf(arena, "%s %s%s", preview->name, board, move);
		if (parse_line(arena, context, form, &order) != LINE_COMMAND)
			return NULL;
		*meant = preview;
		return form;
	}
	return NULL;
}

/* The move with which a line begins, in the letters of any language; "" none. */
static const char *
leading_move(struct arena *arena, const struct glossary *glossary, const char *line)
{
	return arena_strndup(arena, line, glossary_form_end(glossary, line, NULL));
}

/* The command that a line without one comes nearest to: with the slip put right, as
 * many of its words as make a command, or the move with which it begins; "" none. */
static const char *
nearest_of(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb *meant)
{
	struct tokens tokens;
	struct order order;
	const char *form = undressed_form(arena, context, line);
	int least, all;

	if (form != NULL)
		return form;
	tokens_split(arena, line, &tokens);
	if ((form = off_behind(arena, &tokens, meant)) != NULL)
		return form;
	/* "draw please" is "draw"; "vacation july" is not "vacation". */
	least = tokens.count > 1 && meant != NULL && !(meant->needs & NEEDS_SEAT) ? 2 : 1;
	all = tokens.count;
	for (; meant != NULL && tokens.count >= least; tokens.count--) {
		form = arena_printf(arena, "%s %s", meant->name, tokens_rest(arena, &tokens, 1));
		if (may_offer(arena, context, form, &order))
			return watches_himself(context, &order) ||
				would_do_more(&order, &tokens, all) ?
			    "" :
			    order.line;
	}
	form = without_fillers(arena, context, line, meant);
	return form != NULL ? form : leading_move(arena, context->glossary, line);
}

/* "play with wilma", "play computer" ask for a game, not for a move: the form for that, with the
 * other's name, "" where none is known; NULL: the line does not. */
static const char *
challenge_form(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const char ways[] = "with against game bot computer engine";
	struct tokens tokens;
	bool asked = false;

	tokens_split(arena, line, &tokens);
	if (tokens.count < 2 || strcmp(tokens.folded[0], "play") != 0 ||
	    tokens_is_number(tokens.folded[1]))
		return NULL;
	for (int i = 1; i < tokens.count; i++) {
		const char *word = tokens.folded[i];

		if (speech_knows(context, word) &&
		    (context->writer == NULL || !str_equal_nocase(word, context->writer)))
			return arena_printf(
			    arena, "%s %s", verb_meant_by(ASKS_FOR_GAME)->name, word);
		asked |= glossary_lists(ways, word);
	}
	return asked ? "" : NULL;
}

const char *
nearest_challenges(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb **meant)
{
	const struct verb *challenge = verb_meant_by(ASKS_FOR_GAME);
	const char *options = "";
	struct tokens tokens;
	struct str forms;
	int named = 0;

	tokens_split(arena, line, &tokens);
	if (tokens.count < 3 || verb_find(context->glossary, tokens.folded[0]) != challenge)
		return "";
	for (int i = 1; i < tokens.count; i++)
		if (strncmp(tokens.raw[i], "--", 2) == 0)
			options = arena_printf(arena, "%s %s", options, tokens.raw[i]);
	str_init(&forms, arena, 0);
	for (int i = 1; i < tokens.count; i++) {
		const char *word = tokens.folded[i];

		if (!speech_knows(context, word) ||
		    (context->writer != NULL && str_equal_nocase(word, context->writer)))
			continue;
		str_addf(
		    &forms, "%s%s %s%s", named++ > 0 ? "\n" : "", challenge->name, word, options);
	}
	if (named < 2)
		return "";
	*meant = challenge;
	return forms.data;
}

/* The same for "xiangqi board 12", pbmserv's words in front of a number with nothing behind it. */
static const char *
show_form(struct arena *arena, const char *line)
{
	struct tokens tokens;
	const char *last, *before;

	tokens_split(arena, line, &tokens);
	if (tokens.count < 2)
		return NULL;
	last = tokens.folded[tokens.count - 1];
	before = tokens.folded[tokens.count - 2];
	if (!tokens_is_number(last) ||
	    (strcmp(before, "board") != 0 && strcmp(before, "game") != 0))
		return NULL;
	return arena_printf(arena, "%s %s", verb_meant_by(SHOWS_BOARD)->name, last);
}

/* "my games", "holiday 2026-12-20 2026-12-30": what the line says in the words of a language; NULL:
 * it says no command. */
static const char *
deed_form(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb **meant)
{
	struct order order;
	const char *rest, *form;
	const struct verb *verb = speech_deed(arena, context, line, &rest);

	if (verb == NULL || verb->needs & NEEDS_SEAT)
		return NULL;
	/* "I forgot my password": whose is known. */
	if (rest[0] == '\0' && context->writer != NULL &&
	    parse_line(arena, context, verb->name, &order) != LINE_COMMAND)
		rest = context->writer;
	form = arena_printf(arena, "%s%s%s", verb->name, rest[0] != '\0' ? " " : "", rest);
	if (!may_offer(arena, context, form, &order) || watches_himself(context, &order))
		return NULL;
	*meant = verb;
	return form;
}

/* "the opening 1. C2=5 H8+7", "openings C2=5?", "position after C2=5": a question about an opening,
 * with all moves that stand there one after the other; "" it is none. */
static const char *
nearest_opening(struct arena *arena, const struct parse_context *context, const char *line)
{
	static const char fillers[] = "after of with the from for in move moves line";
	const struct verb *opening = &verb_table[VERB_OPENING], *verb = NULL;
	struct tokens tokens;
	struct order order;
	int at = 0;

	tokens_split(arena, line, &tokens);
	while (at < tokens.count && at < 3 && verb == NULL) {
		const char *word = tokens.folded[at++];

		verb = verb_find(context->glossary, word);
		verb = verb != NULL ? verb : verb_near(context->glossary, word);
		verb = verb != NULL && verb_takes(verb, ARG_SOUGHT) ? verb : NULL;
	}
	while (at < tokens.count && glossary_lists(fillers, tokens.folded[at]))
		at++;
	for (; verb != NULL && tokens.count > at; tokens.count--) {
		const char *last = tokens.raw[tokens.count - 1];
		const char *form = arena_printf(
		    arena, "%s %s", opening->name, tokens_rest(arena, &tokens, at));

		if (last[sought_number(last)] != '\0' &&
		    parse_line(arena, context, form, &order) == LINE_COMMAND &&
		    order.verb == opening)
			return order.line;
	}
	return "";
}

const char *
nearest_study(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const char *line)
{
	const char *form = arena_printf(arena, "%s %s", verb->name, line);
	struct order order;

	return parse_line(arena, context, form, &order) == LINE_COMMAND ?
	    form :
	    nearest_opening(arena, context, line);
}

/* What a line says of a setting. */
struct switching {
	const struct setting *setting;
	const char *value; /* "on" or "off" */
};

/* Takes what stands at the beginning of the folded text; bytes, 0: it has no place there. */
static size_t
take_switch(
    struct arena *arena, const struct parse_context *context, const char *at, struct switching *out)
{
	size_t on = speech_listed(context, at, SPEECH_LIST(on)), word = 0,
	       off = speech_listed(context, at, SPEECH_LIST(off));
	const struct setting *named;

	while (isalpha((unsigned char)at[word]) || at[word] == '-')
		word++;
	named = setting_find(arena_strndup(arena, at, word));
	if (on + off > 0 && out->value == NULL) {
		out->value = on > off ? "on" : "off";
		return on > off ? on : off;
	}
	if (named != NULL && out->setting == NULL) {
		out->setting = named;
		return word;
	}
	return on + off == 0 ? speech_listed(context, at, SPEECH_LIST(switches)) : 0;
}

/* "no html please", "turn the reminders off": the name of a setting, and what switches it; "seek
 * off please" is the command. */
static const char *
switch_form(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line), *first, *at = folded;
	struct switching found = { NULL, NULL };
	struct order order;
	size_t length;

	first = arena_strndup(arena, folded, strcspn(folded, MARKS));
	if (setting_find(first) != NULL &&
	    parse_line(arena, context, arena_printf(arena, "%s %s", first, "off"), &order) ==
		LINE_COMMAND)
		return NULL;
	for (; *(at += strspn(at, MARKS)) != '\0'; at += length)
		if ((length = take_switch(arena, context, at, &found)) == 0)
			return NULL;
	return found.setting != NULL && found.value != NULL &&
		setting_switches(found.setting, found.value) ?
	    arena_printf(
		arena, "%s %s %s", verb_table[VERB_SET].name, found.setting->name, found.value) :
	    NULL;
}

bool
nearest_setting(
    struct arena *arena, const struct parse_context *context, const char *line, struct order *order)
{
	const char *form = switch_form(arena, context, line);
	const struct setting *setting;
	struct tokens tokens;

	if (form != NULL)
		return may_offer(arena, context, form, order);
	tokens_split(arena, line, &tokens);
	if (tokens.count != 2 || (setting = setting_find(tokens.folded[0])) == NULL)
		return false;
	if (setting_value(setting, tokens.folded[1]) == NULL &&
	    (setting->kind != SETTING_ZONE || strchr(tokens.raw[1], '/') == NULL) &&
	    (setting->kind != SETTING_LANGUAGE ||
		glossary_language_called(context->glossary, tokens.folded[1]) == NULL))
		return false;
	return may_offer(arena, context,
	    arena_printf(
		arena, "%s %s %s", verb_table[VERB_SET].name, tokens.raw[0], tokens.raw[1]),
	    order);
}

/* Does a clause of the folded line end with a word that takes the challenge: "I'm in", but not "I'm
 * in hospital"? */
static bool
takes_challenge(struct arena *arena, const struct parse_context *context, const char *folded)
{
	const struct glossary *glossary = context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *behind = speech_find(
		    folded, glossary_deed(&glossary->languages[i], VERB_ACCEPT), ",");

		if (behind != NULL && speech_ends_clause(arena, context, behind))
			return true;
	}
	return false;
}

const struct verb *
nearest_answer(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line);

	if (context->answer.asks != ASKS_CHALLENGE || speech_mark(folded) == MARK_QUESTION)
		return NULL;
	if (speech_holds_deed(context, folded, VERB_REJECT))
		return &verb_table[VERB_REJECT];
	return !speech_holds(context, folded, SPEECH_LIST(denials)) &&
		takes_challenge(arena, context, folded) ?
	    &verb_table[VERB_ACCEPT] :
	    NULL;
}

const char *
nearest_form(struct arena *arena, const struct parse_context *context, const char *line,
    const struct verb **meant)
{
	const char *form = challenge_form(arena, context, line);
	const char *preview = preview_form(arena, context, line, meant);
	const struct verb *said = speech_deed(arena, context, line, NULL);
	struct order order;

	if (said == NULL)
		said = nearest_answer(arena, context, line);

	if (nearest_setting(arena, context, line, &order)) {
		*meant = order.verb;
		form = order.line;
	} else if (preview != NULL)
		form = preview;
	else if (said != NULL && may_offer(arena, context, said->name, &order)) {
		*meant = said;
		form = said->name;
	} else if (form != NULL)
		*meant = verb_meant_by(ASKS_FOR_GAME);
	else if ((form = nearest_opening(arena, context, line))[0] != '\0')
		*meant = &verb_table[VERB_OPENING];
	else if (*meant != NULL ||
	    ((form = show_form(arena, line)) == NULL &&
		(form = deed_form(arena, context, line, meant)) == NULL))
		form = nearest_of(arena, context, line, *meant);
	return form;
}
