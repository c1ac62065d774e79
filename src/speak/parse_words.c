/* SPDX-License-Identifier: ISC */
/*
 * Lines that say a command in other words than its own: "cancel my draw offer", "bot 3".
 */
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/levels.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"
#include "speak/verbs.h"

/* "cancel draw", "cancel my draw offer"; much else can be cancelled. */
static void
cancelled_offer(struct tokens *tokens)
{
	struct tokens left = *tokens;
	int at = 1;

	if (tokens->count < 2 || strcmp(tokens->folded[0], "cancel") != 0)
		return;
	while (at < left.count && glossary_lists("my the", left.folded[at]))
		tokens_drop(&left, at);
	at += at < left.count && tokens_is_number(left.folded[at]);
	if (at >= left.count || !glossary_lists("draw undo", left.folded[at]))
		return;
	if (at + 1 < left.count && glossary_lists("offer request", left.folded[at + 1]))
		tokens_drop(&left, at + 1);
	*tokens = left;
	tokens->raw[0] = tokens->folded[0] = "withdraw";
}

/* "draw accepted", "undo agreed" */
static void
accepted_offer(struct tokens *tokens)
{
	if (tokens->count != 2 || !glossary_lists("draw undo", tokens->folded[0]) ||
	    !glossary_lists("accepted agreed", tokens->folded[1]) ||
	    speech_mark(tokens->raw[0]) != MARK_NONE ||
	    speech_mark(tokens->raw[1]) == MARK_QUESTION)
		return;
	tokens->raw[1] = tokens->folded[1] = tokens->folded[0];
	tokens->raw[0] = tokens->folded[0] = verb_meant_by(MEANT_BY_YES)->name;
}

/* "join stairs", "leave the ladder". */
static void
joined_stairs(struct tokens *tokens)
{
	struct tokens left = *tokens;

	if (tokens->count < 2 || !glossary_lists("join leave", tokens->folded[0]))
		return;
	if (strcmp(left.folded[1], "the") == 0)
		tokens_drop(&left, 1);
	if (left.count != 2 || !glossary_lists("stairs ladder", left.folded[1]))
		return;
	left.folded[0] = left.raw[0] = verb_table[VERB_STAIRS].name;
	left.folded[1] = tokens->folded[0];
	left.raw[1] = tokens->raw[0];
	*tokens = left;
}

/* "bot 3", "computer 3", "bot3", "play bot 3": a machine of that level, if there is one. */
static void
called_machine(struct tokens *tokens)
{
	static const char digits[] = "0123456789";
	int at = tokens->count > 1 && strcmp(tokens->folded[0], "play") == 0;
	const char *level;

	if (tokens->count - at > 2 || speech_mark(tokens->raw[tokens->count - 1]) > MARK_STOP)
		return;
	level = levels_behind_name(tokens->folded[at]);
	if (level != NULL && *level == '\0' && tokens->count - at == 2)
		level = tokens->folded[at + 1];
	else if (tokens->count - at == 2)
		return;
	if (level == NULL || *level == '\0' || level[strspn(level, digits)] != '\0')
		return;
	tokens->raw[0] = tokens->folded[0] = verb_meant_by(ASKS_FOR_GAME)->name;
	tokens->raw[1] = tokens->folded[1] = "bot";
	tokens->raw[2] = tokens->folded[2] = level;
	tokens->count = 3;
}

/* "sign me up as kim", "register me as kim" */
static void
signed_up(struct tokens *tokens)
{
	int as = tokens->count - 2;

	if ((as != 2 && as != 3) || strcmp(tokens->folded[1], "me") != 0 ||
	    strcmp(tokens->folded[as], "as") != 0 ||
	    !glossary_lists("sign register", tokens->folded[0]) ||
	    (as == 3 && strcmp(tokens->folded[2], "up") != 0))
		return;
	while (tokens->count > 2)
		tokens_drop(tokens, 1);
	tokens->raw[0] = tokens->folded[0] = verb_meant_by(OPENS_ACCOUNT)->name;
}

void
parse_other_words(struct tokens *tokens)
{
	signed_up(tokens);
	cancelled_offer(tokens);
	accepted_offer(tokens);
	joined_stairs(tokens);
	called_machine(tokens);
}

/* "standings please", "puzzle please": what only asks is asked politely. */
static void
drop_please(const struct parse_context *context, struct tokens *tokens, const struct verb *verb)
{
	const char *last = tokens->folded[tokens->count - 1];

	if (tokens->count > 1 && verb != NULL &&
	    (verb->needs & ONLY_ASKS || verb == &verb_table[VERB_PUZZLE]) &&
	    !verb_takes(verb, ARG_QUERY) && speech_is_please(last) && last[0] != '\0' &&
	    !speech_knows(context, last))
		tokens->count--;
}

/* "challenge the bot" */
static void
drop_article(const struct parse_context *context, struct tokens *tokens, const struct verb *verb)
{
	if (tokens->count == 3 && verb != NULL && verb->manner & ASKS_FOR_GAME &&
	    glossary_lists("the a an", tokens->folded[1]) &&
	    !speech_knows(context, tokens->folded[1]))
		tokens_drop(tokens, 1);
}

/* "挑战 电脑", "thách đấu máy tính": the machine, by its name in a language. */
static void
name_machine(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb)
{
	const struct glossary *glossary = context->glossary;
	const char *one = tokens->count > 1 ? tokens->folded[1] : "", *two;

	if (verb == NULL || !(verb->manner & ASKS_FOR_GAME) || speech_knows(context, one))
		return;
	two = tokens->count > 2 ? arena_printf(arena, "%s-%s", one, tokens->folded[2]) : "";
	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *list = glossary->languages[i].machines;
		bool is_two = list != NULL && glossary_lists(list, two);

		if (!is_two && (list == NULL || !glossary_lists(list, one)))
			continue;
		if (is_two)
			tokens_drop(tokens, 2);
		tokens->raw[1] = tokens->folded[1] = "bot";
		return;
	}
}

void
words_drop_idle(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb)
{
	drop_please(context, tokens, verb);
	drop_article(context, tokens, verb);
	name_machine(arena, context, tokens, verb);
}

void
words_drop_name(struct tokens *tokens)
{
	int at = 1;

	while (at < tokens->count &&
	    (tokens->raw[at][0] != '<' || strchr(tokens->raw[at], '@') == NULL))
		at++;
	while (at < tokens->count && at-- > 1)
		tokens_drop(tokens, 1);
}

void
words_drop_commas(struct arena *arena, struct tokens *tokens)
{
	for (int i = 1; i < tokens->count; i++) {
		size_t length = strlen(tokens->raw[i]);

		if (length > 1 && tokens->raw[i][length - 1] == ',')
			tokens->raw[i] = arena_strndup(arena, tokens->raw[i], length - 1);
	}
}

void
words_take_rated(const struct parse_context *context, struct tokens *tokens, struct order *order)
{
	for (int i = 2; i < tokens->count; i++) {
		const char *word = tokens->folded[i];
		bool is_rated = strcmp(word, "rated") == 0;

		if ((!is_rated && strcmp(word, "unrated") != 0) || speech_knows(context, word) ||
		    order->option_count == WORDS_MAX)
			continue;
		order->options[order->option_count].name = "rated";
		order->options[order->option_count++].value = is_rated ? "yes" : "no";
		tokens_drop(tokens, i--);
	}
}

bool
words_are_idiom(
    struct arena *arena, const struct parse_context *context, const struct tokens *tokens)
{
	return tokens->count > 1 && !speech_knows(context, tokens->folded[1]) &&
	    speech_holds(
		context, utf8_fold(arena, tokens_rest(arena, tokens, 0)), SPEECH_LIST(idioms));
}
