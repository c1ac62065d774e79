/* SPDX-License-Identifier: ISC */
/*
 * What is said of a tournament in words of its own: "sign up for the tournament 1", "show
 * tournaments", "withdraw from tournament 1" (parse_internal.h).
 */
#include <string.h>

#include "play/glossary.h"
#include "speak/parse_internal.h"

static const char places[] = "tournament tournaments";

/* "tournament join 1", "tournament 1 leave": the verb comes first. */
static void
put_verb_first(struct tokens *tokens)
{
	for (int at = 1; at < tokens->count && tokens->count <= 3; at++) {
		const char *raw = tokens->raw[at], *folded = tokens->folded[at];

		if (!glossary_lists(places, tokens->folded[0]) ||
		    !glossary_lists("join leave", folded) ||
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

	put_verb_first(tokens);
	verb = read_way(tokens, &at);
	while (at < tokens->count && glossary_lists(fillers, tokens->folded[at]))
		at++;
	if (verb == VERB_COUNT || at >= tokens->count ||
	    !glossary_lists(places, tokens->folded[at]))
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
