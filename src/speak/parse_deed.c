/* SPDX-License-Identifier: ISC */
/*
 * The command that words without one may be meant for (parse_internal.h).
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/correction.h"
#include "speak/doubts.h"
#include "speak/parse_internal.h"

#define SENTENCE_MAX 6   /* words of a line that says a deed: "I accept the draw, thanks" */
#define COMMAND_MAX  3   /* … of one that was meant for a command */
#define LINES_MAX    40  /* that are looked at … */
#define LINE_MAX     300 /* … up to so many bytes */
#define MARKS        " \t.,;:!-()\"'"

/* Does the line begin with a command's name, and go on as commands do? */
static bool
goes_on(const struct parse_context *context, const struct tokens *tokens, enum mark mark)
{
	bool digits = false;

	for (int i = 1; i < tokens->count; i++)
		digits |= tokens_is_number(tokens->folded[i]) ||
		    strncmp(tokens->folded[i], "--", 2) == 0;
	return digits || mark == MARK_NONE || (mark == MARK_STOP && context->answer.is_his_move);
}

/* The first word that is a command which its name alone says; NULL none. */
static const struct verb *
plain_deed(const struct parse_context *context, const struct tokens *tokens)
{
	for (int i = 0; i < tokens->count; i++) {
		const struct verb *verb = verb_find(context->glossary, tokens->folded[i]);

		if (verb != NULL && verb->manner & IS_PLAIN &&
		    !(verb->manner & (MEANT_BY_MOVE | MEANT_BY_PLAN)))
			return verb;
	}
	return NULL;
}

/* "position looks good for me": players speak of positions and openings; what is asked of the
 * server has a number or a move in it. */
static bool
is_remark(const struct verb *verb, const struct tokens *tokens)
{
	if (!verb_takes(verb, ARG_SOUGHT) || tokens->count < 2)
		return false;
	for (int i = 1; i < tokens->count; i++)
		if (strpbrk(tokens->folded[i], "0123456789/") != NULL ||
		    strcmp(tokens->folded[i], "new") == 0 ||
		    notation_is_move_like(tokens->folded[i]))
			return false;
	return true;
}

/* Is the word, behind that verb, one of a command: "partien zeigen"? */
static bool
is_of_command(const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens, int i)
{
	const char *word = tokens->folded[i];
	const struct verb *other = verb_find(context->glossary, word);
	bool is_next = i == 1 || i + 1 == tokens->count;

	return strpbrk(word, "0123456789") != NULL || strncmp(word, "--", 2) == 0 ||
	    verb_is_keyword(word) || speech_knows(context, word) || notation_is_move_like(word) ||
	    (is_next && other != NULL && other != verb && !(other->manner & ASKS_FOR_PAGE));
}

/* Is it the verb's own name, or are there thanks behind it?  Of vacations people speak, too. */
static bool
begins_order(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens)
{
	return !verb_takes(verb, ARG_DATES) &&
	    (verb_find(NULL, tokens->folded[0]) != NULL ||
		speech_is_thanks(arena, context, tokens_rest(arena, tokens, 1), false));
}

/* "Urlaub war schön", "Ещё не вечер": a language's word for the verb begins a sentence, none of
 * whose words is one of a command.  What is done on a board is asked about all the same. */
static bool
is_sentence(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens)
{
	bool asks = verb->needs & ONLY_ASKS && !(verb->manner & SHOWS_BOARD);
	int at = 1;

	if (tokens->count < (asks ? 2 : 3) ||
	    (verb->manner & (IS_PLAIN | MEANT_BY_MOVE)) == IS_PLAIN ||
	    begins_order(arena, context, verb, tokens))
		return false;
	/* "Zug 12 war der Fehler" */
	if (tokens_is_number(tokens->folded[1]) && tokens->count > 3 &&
	    speech_goes_on(arena, context, tokens->folded[2]))
		at = 2;
	for (int i = at; i < tokens->count; i++)
		if (is_of_command(context, verb, tokens, i))
			return false;
	return true;
}

/* The command of whose name the first word is a slip; short names are slips of too much else where
 * no number alone stands behind them ("shwo 1"), "noted" of none, and a language's words of other
 * forms, "Ничьи мне надоели". */
static const struct verb *
misspelt_deed(const struct parse_context *context, const struct tokens *tokens, enum mark mark)
{
	const char *word = tokens->folded[0];
	const struct verb *verb = verb_near(tokens->count > 1 ? NULL : context->glossary, word);

	if (verb == NULL || tokens->count > COMMAND_MAX || mark > MARK_STOP ||
	    (verb_takes(verb, ARG_DATES) && strcmp(word, verb->name) == 0) ||
	    (utf8_width(word) <= 4 &&
		(tokens->count != 2 || !tokens_is_number(tokens->folded[1]))) ||
	    (verb->manner & IS_PRIVATE && str_starts_nocase(word, verb->name)))
		return NULL;
	return verb;
}

/* "I never resign", "no draw, sorry", "if I lose the rook, I resign": does the line speak of what
 * is not done now?  What answers an offer is another matter. */
static bool
is_denied(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens)
{
	const char *line = utf8_fold(arena, tokens_rest(arena, tokens, 0));

	return verb->manner & IS_PLAIN && verb->needs & NEEDS_SEAT &&
	    !(verb->manner & (MEANT_BY_YES | MEANT_BY_NO)) && tokens->count > 1 &&
	    (speech_holds(context, line, SPEECH_LIST(denials)) ||
		speech_listed(context, line, SPEECH_LIST(conditions)) > 0);
}

/* What it may be meant for then: a draw that is offered is declined.  NULL: for nothing. */
static const struct verb *
denied_deed(const struct parse_context *context, const struct verb *verb)
{
	return verb == &verb_table[VERB_DRAW] && context->answer.has_offer ?
	    verb_meant_by(MEANT_BY_NO) :
	    NULL;
}

/* "block my cannon if you dare": a sentence in which no player is named. */
static bool
is_of_nobody(
    const struct parse_context *context, const struct verb *verb, const struct tokens *tokens)
{
	return verb == &verb_table[VERB_BLOCK] && tokens->count > COMMAND_MAX &&
	    !speech_knows(context, tokens->folded[1]);
}

bool
deed_is_idle(const struct parse_context *context, const struct verb *verb)
{
	const struct parse_answer *answer = &context->answer;

	if (verb->manner & (MEANT_BY_YES | MEANT_BY_NO))
		return answer->game != 0 && !answer->has_offer && !answer->is_challenge;
	return verb->needs & NEEDS_SEAT && !(verb->needs & ANY_TOKEN) &&
	    (answer->game == 0 ? answer->writer != NULL :
				 verb->needs & NEEDS_RUNNING && !answer->is_playing);
}

/* The same of a command's word that stands in a sentence of other words. */
static bool
is_idle_talk(
    const struct parse_context *context, const struct verb *verb, const struct tokens *tokens)
{
	if (tokens->count < 2 || !deed_is_idle(context, verb))
		return false;
	for (int i = 0; i < tokens->count; i++)
		if (strpbrk(tokens->folded[i], "0123456789:/=<>@") != NULL ||
		    verb_is_keyword(tokens->folded[i]) ||
		    speech_knows(context, tokens->folded[i]) ||
		    verb_find(context->glossary, tokens->folded[i]) == &verb_table[VERB_DRAW])
			return false;
	return true;
}

/* "Draw me a sheep", "you may resign" */
static bool
is_idiom(struct arena *arena, const struct parse_context *context, const char *line)
{
	return speech_holds(context, utf8_fold(arena, line), SPEECH_LIST(idioms));
}

/* Does the line begin with that command, and go on as it does? */
static bool
is_begun(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens, enum mark mark)
{
	return goes_on(context, tokens, mark) && !is_remark(verb, tokens) &&
	    !is_of_nobody(context, verb, tokens) && !is_sentence(arena, context, verb, tokens);
}

/* What the words say that speak of that deed: it, or where it is denied denied_deed. */
static const struct verb *
spoken_deed(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const struct tokens *tokens)
{
	return is_denied(arena, context, verb, tokens) ? denied_deed(context, verb) : verb;
}

/* The command that this line of words may be meant for: "I resign", "mesage wilma"; NULL none. */
const struct verb *
deed_in_line(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    enum mark mark)
{
	const struct verb *verb = verb_find(context->glossary, tokens->folded[0]);
	const char *form;

	if (days_in_line(arena, context, tokens, mark, &form))
		return &verb_table[VERB_VACATION];
	if (verb != NULL && tournament_lacks_number(context, verb, tokens))
		verb = NULL;
	if (tokens->count > SENTENCE_MAX || mark == MARK_QUESTION ||
	    is_idiom(arena, context, tokens_rest(arena, tokens, 0)))
		return NULL;
	if (verb != NULL && is_idle_talk(context, verb, tokens))
		return NULL;
	if (verb != NULL && is_denied(arena, context, verb, tokens))
		return denied_deed(context, verb);
	if (verb != NULL && is_begun(arena, context, verb, tokens, mark))
		return verb;
	if ((verb = plain_deed(context, tokens)) != NULL)
		return is_idle_talk(context, verb, tokens) ?
		    NULL :
		    spoken_deed(arena, context, verb, tokens);
	return misspelt_deed(context, tokens, mark);
}

/* The command in "draw, what do you think?": its word, and behind it one question, which may be
 * about the deed or about the game; NULL none, as of "no, what do you think?". */
static const struct verb *
deed_with_question(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *folded = utf8_fold(arena, text), *question = folded;
	size_t length = clause_length(folded);
	const struct verb *verb;
	uint32_t mark;

	question += length;
	mark = utf8_next(&question);
	question += strspn(question, " ");
	if ((mark != ',' && mark != '.' && mark != 0x3002) || *question == '?' ||
	    strcmp(question + clause_length(question), "?") != 0)
		return NULL;
	verb = verb_find(context->glossary, arena_strndup(arena, folded, length));
	return verb != NULL && !(verb->manner & (MEANT_BY_YES | MEANT_BY_NO)) ? verb : NULL;
}

/* The line in which a clause says the deed, "ok you win, I resign. well played"; NULL.  Not behind
 * a condition, nor in front of second thoughts. */
static const char *
line_that_says(struct arena *arena, const struct parse_context *context, const char *text,
    const struct verb *verb)
{
	for (int i = 0; i < LINES_MAX && *text != '\0'; i++) {
		size_t length = strcspn(text, "\n");
		const char *line = arena_strndup(arena, text, length);

		if (deed_in_clause(arena, context, line, verb) != NULL)
			return line;
		text += length + (text[length] == '\n');
	}
	return NULL;
}

/* Can it be done where the writer stands? */
static bool
is_open_to(const struct parse_answer *answer, enum verb_id id)
{
	if (id == VERB_WITHDRAW)
		return answer->has_own_offer;
	if (!answer->is_playing)
		return false;
	return id == VERB_CLAIM ? answer->may_claim :
	    id == VERB_UNDO     ? !answer->is_his_move && !answer->has_offer :
	    id == VERB_DRAW     ? !answer->has_offer && !answer->has_own_offer :
				  true;
}

/* The deed that a clause of the text says, and *line: where. */
static const struct verb *
deed_of_clauses(
    struct arena *arena, const struct parse_context *context, const char *text, const char **line)
{
	static const enum verb_id deeds[] = { VERB_RESIGN, VERB_WITHDRAW, VERB_CLAIM, VERB_UNDO,
		VERB_DRAW };

	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
		if (is_open_to(&context->answer, deeds[i]) &&
		    (*line = line_that_says(arena, context, text, &verb_table[deeds[i]])) != NULL)
			return &verb_table[deeds[i]];
	return NULL;
}

/* The verb that a line, which is all of a letter, says; NULL none. */
static const struct verb *
deed_of_all(struct arena *arena, const struct parse_context *context, const char *all)
{
	const struct verb *verb = speech_deed(arena, context, all, NULL);
	static const char wide[] = "？";
	size_t length = strlen(all), mark = 1;

	if (verb == NULL)
		verb = deed_with_question(arena, context, all);
	if (length > strlen(wide) && strcmp(all + length - strlen(wide), wide) == 0)
		mark = strlen(wide);
	if (verb != NULL || length < 2 || (mark == 1 && all[length - 1] != '?'))
		return verb;
	/* "rules?", "can I undo?" */
	verb = speech_deed(arena, context, arena_strndup(arena, all, length - mark), NULL);
	return verb != NULL &&
		(verb->needs & ONLY_ASKS || verb == &verb_table[VERB_UNDO] ||
		    verb == &verb_table[VERB_REMATCH]) ?
	    verb :
	    NULL;
}

/* What the first line of the words answers to an open offer, if it asks nothing; NULL: it answers
 * nothing. */
static const struct verb *
answer_to_offer(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length = strcspn(text, "\n");
	const char *line = arena_strndup(arena, text, length), *folded;
	const struct verb *verb;

	/* "How about a draw?", to who has offered one */
	if (context->answer.asks == ASKS_DRAW &&
	    deed_in_clause(arena, context, line, &verb_table[VERB_DRAW]) != NULL)
		return verb_meant_by(MEANT_BY_YES);
	if (length > LINE_MAX || strchr(line, '?') != NULL)
		return NULL;
	if (correction_agrees(arena, context, line))
		return verb_meant_by(MEANT_BY_YES);
	folded = utf8_fold(arena, line);
	verb = verb_find(context->glossary, arena_strndup(arena, folded, clause_length(folded)));
	return verb != NULL && verb->manner & MEANT_BY_NO ? verb : NULL;
}

/* "No draw after all", where no draw is offered; "I claim", where no time is up. */
static bool
is_impossible(struct arena *arena, const struct parse_context *context, const struct verb *verb,
    const char *all)
{
	const struct parse_answer *answer = &context->answer;

	/* In a game that goes on, or is none yet, people speak of the next one. */
	if (verb == &verb_table[VERB_REMATCH])
		return answer->is_playing || answer->is_challenge || answer->game == 0;
	if (!answer->is_playing)
		return false;
	return (verb == &verb_table[VERB_CLAIM] && !answer->may_claim) ||
	    (verb == &verb_table[VERB_WITHDRAW] && !answer->has_own_offer &&
		correction_names(context, utf8_fold(arena, all), VERB_DRAW));
}

const struct verb *
deed_of_challenge(const struct parse_answer *answer, const struct verb *verb)
{
	bool takes_back = verb == &verb_table[VERB_WITHDRAW] || verb == &verb_table[VERB_UNDO];

	if (!answer->is_challenge || !takes_back)
		return verb;
	return answer->has_own_offer ? &verb_table[VERB_WITHDRAW] : verb_meant_by(MEANT_BY_NO);
}

bool
deed_is_said(struct arena *arena, const struct parse_context *context, const char *all,
    struct parsed_letter *out)
{
	bool is_line = strchr(all, '\n') == NULL;
	const struct verb *verb;
	const char *line;
	struct order order;

	if (is_line && nearest_setting(arena, context, all, &order)) {
		out->unread = all;
		out->meant = order.verb;
		out->form = order.line;
		return true;
	}
	verb = is_line && !is_idiom(arena, context, all) ?
	    deed_of_challenge(&context->answer, deed_of_all(arena, context, all)) :
	    NULL;
	if (is_impossible(arena, context, verb, all))
		verb = NULL;
	if (verb == NULL && (verb = deed_of_clauses(arena, context, all, &line)) != NULL)
		all = line;
	if (verb == NULL &&
	    (context->answer.asks == ASKS_DRAW || context->answer.asks == ASKS_UNDO))
		verb = answer_to_offer(arena, context, all);
	if (verb == NULL)
		return false;
	out->unread = all;
	out->meant = verb;
	out->form = verb->name;
	return true;
}
