/* SPDX-License-Identifier: ISC */
/*
 * What is said of a tournament in words of its own: "sign up for the tournament 1", "show
 * tournaments", "withdraw from tournament 1", "tournament announce", "cancel tournament 1"
 * (parse_internal.h).
 */
#include <string.h>

#include "play/glossary.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

bool
fits_announced(const struct order *order)
{
	if (order->word_count > 0 && strcmp(order->words[0], "off") == 0)
		return order->option_count == 0 &&
		    (order->word_count == 1 ||
			(order->word_count == 2 && tokens_is_number(order->words[1])));
	/* "Announce your moves": speech. */
	return order->word_count > 0 && order->option_count > 0;
}

static bool
is_tournament(const char *word)
{
	return glossary_lists("tournament tournaments", word);
}

/* "tournament announce Autumn --players=8", "announce a tournament Autumn ...", "tournament cancel
 * 1", "cancel my tournament": one that a player announces, or calls off. */
static bool
announced(struct tokens *tokens)
{
	struct tokens left = *tokens;
	const char *verb = left.folded[0];
	int named = 0;

	if (tokens->count < 2)
		return false;
	if (is_tournament(verb)) {
		tokens_drop(&left, 0);
		verb = left.folded[0];
	} else {
		named = glossary_lists("a the my", left.folded[1]) ? 2 : 1;
		if (named >= left.count || !is_tournament(left.folded[named]))
			return false;
		while (named > 0)
			tokens_drop(&left, named--);
	}
	if (glossary_lists(verb_table[VERB_ANNOUNCE].name, verb) && left.count > 1) {
		*tokens = left;
		return true;
	}
	if (strcmp(verb, "cancel") != 0 || left.count > 2 ||
	    (left.count == 2 && !tokens_is_number(left.folded[1])))
		return false;
	*tokens = left;
	tokens->count = left.count + 1;
	tokens->raw[left.count] = left.raw[left.count - 1];
	tokens->folded[left.count] = left.folded[left.count - 1];
	tokens->raw[0] = tokens->folded[0] = verb_table[VERB_ANNOUNCE].name;
	tokens->raw[1] = tokens->folded[1] = "off";
	return true;
}

/* "tournament join 1", "tournament 1 leave": the verb comes first. */
static void
put_verb_first(struct tokens *tokens)
{
	for (int at = 1; at < tokens->count && tokens->count <= 3; at++) {
		const char *raw = tokens->raw[at], *folded = tokens->folded[at];

		if (!is_tournament(tokens->folded[0]) || !glossary_lists("join leave", folded) ||
		    (tokens->count == 3 && !tokens_is_number(tokens->folded[3 - at])))
			continue;
		for (int i = at; i > 0; i--) {
			tokens->raw[i] = tokens->raw[i - 1];
			tokens->folded[i] = tokens->folded[i - 1];
		}
		tokens->raw[0] = raw;
		tokens->folded[0] = folded;
		return;
	}
}

/* "tournament 1 table", "tournament rules 1": all that stands in the letter about it. */
static void
drop_part(struct tokens *tokens)
{
	int at = tokens->count - 3;

	if (at < 0 || !is_tournament(tokens->folded[at]))
		return;
	for (int i = 1; i <= 2; i++)
		if (glossary_lists("table tables games rules terms", tokens->folded[at + i]) &&
		    tokens_is_number(tokens->folded[at + 3 - i])) {
			tokens_drop(tokens, at + i);
			return;
		}
}

/* The verb with which the words begin, VERB_COUNT none; *at: the first word behind it. */
static enum verb_id
read_way(const struct tokens *tokens, int *at)
{
	static const struct {
		const char *said;
		enum verb_id verb;
	} ways[] = { { "list show view see display", VERB_TOURNAMENT },
		{ "join enter enrol enroll register sign sign-up signup participate", VERB_JOIN },
		{ "leave quit withdraw resign retire drop", VERB_LEAVE } };
	bool takes_part = tokens->count > 2 && strcmp(tokens->folded[0], "take") == 0 &&
	    strcmp(tokens->folded[1], "part") == 0;

	*at = takes_part ? 2 : 1;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (glossary_lists(ways[i].said, tokens->folded[0]))
			return ways[i].verb;
	return takes_part ? VERB_JOIN : VERB_COUNT;
}

void
parse_tournament(struct tokens *tokens)
{
	static const char fillers[] = "for in to from of out up at the a an all any my this open";
	enum verb_id verb;
	int at;

	if (announced(tokens))
		return;
	put_verb_first(tokens);
	drop_part(tokens);
	verb = read_way(tokens, &at);
	while (at < tokens->count && glossary_lists(fillers, tokens->folded[at]))
		at++;
	if (verb == VERB_COUNT || at >= tokens->count || !is_tournament(tokens->folded[at]))
		return;
	/* "leave the tournament hall" */
	if (at + 1 < tokens->count && !tokens_is_number(tokens->folded[at + 1]))
		return;
	if (verb == VERB_TOURNAMENT && at + 1 == tokens->count &&
	    strcmp(tokens->folded[at], verb_table[VERB_TOURNAMENTS].name) == 0)
		verb = VERB_TOURNAMENTS;
	while (at-- > 0)
		tokens_drop(tokens, 1);
	tokens->raw[0] = tokens->folded[0] = verb_table[verb].name;
}

bool
tournament_lacks_number(
    const struct parse_context *context, const struct verb *verb, const struct tokens *tokens)
{
	static const char about[] = "tournament tournaments invitation game seek";

	if (!verb_takes(verb, ARG_INVITATION) || tokens->count < 2)
		return false;
	for (int i = 1; i < tokens->count; i++)
		if (strpbrk(tokens->folded[i], "0123456789:/=|@") != NULL ||
		    speech_knows(context, tokens->folded[i]) ||
		    glossary_lists(about, tokens->folded[i]))
			return false;
	return true;
}
