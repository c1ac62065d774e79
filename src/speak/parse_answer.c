/* SPDX-License-Identifier: ISC */
/*
 * Words that answer a question of the server's, told from those for the other player
 * (parse_internal.h).
 */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/correction.h"
#include "speak/doubts.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"
#include "speak/tokens.h"

#define ANSWER_WORDS   3  /* of an answer to a question of ours, at most */
#define ANSWER_COLUMNS 36 /* … that they take up */
#define EXCUSE_MARKS   " \t.,;:!-()\"'"
#define WIDE_QUESTION  0xff1f
#define SIGNER_COLUMNS 24 /* of a name below an excuse */

bool
answer_is_for_us(struct arena *arena, const struct parse_context *context, const char *words)
{
	enum token_asks asks = context->answer.asks;
	struct tokens tokens;

	if ((asks != ASKS_MEANT && asks != ASKS_TWO && asks != ASKS_MOVE) ||
	    context->answer.carries_words || strchr(words, '\n') != NULL ||
	    utf8_prefix(words, ANSWER_COLUMNS) < strlen(words) ||
	    speech_is_thanks(arena, context, words, false))
		return false;
	tokens_split(arena, words, &tokens);
	return !tokens.too_many && tokens.count <= ANSWER_WORDS;
}

bool
answer_is_offered(const struct parse_answer *answer)
{
	return answer->asks != ASKS_MEANT && answer->asks != ASKS_MOVE && answer->asks != ASKS_TWO;
}

const char *
answer_on_one_line(struct arena *arena, const char *text)
{
	struct str line;

	str_init(&line, arena, 0);
	for (const char *at = utf8_fold(arena, text); *at != '\0'; at++)
		if (strncmp(at, "\u2019", strlen("\u2019")) == 0) {
			str_addc(&line, '\'');
			at += strlen("\u2019") - 1;
		} else if (*at != '\n')
			str_addc(&line, *at);
		else if (at[1] != '\n')
			str_addc(&line, ' ');
	return line.data;
}

/* Do the words beside a yes or no make one sentence with it, "no ... problem, let's play!", or is
 * it a joke? */
static bool
goes_on(struct arena *arena, const struct parse_context *context, enum said said, const char *text,
    const char *words)
{
	if (said == SAID_NO &&
	    (speech_holds(context, utf8_fold(arena, words), SPEECH_LIST(joking)) ||
		speech_listed(context, answer_on_one_line(arena, text), SPEECH_LIST(assurances)) >
		    0))
		return true;
	return (said == SAID_YES || said == SAID_NO) && words[strspn(words, " \t")] != '|' &&
	    doubts_continue(arena, context, words);
}

/* "ok", and "what does a draw do to our ratings?" */
static bool
asks_about_draw(
    struct arena *arena, const struct parse_context *context, enum said said, const char *words)
{
	const char *folded = utf8_fold(arena, words);

	return said == SAID_YES && context->answer.asks == ASKS_DRAW &&
	    strchr(folded, '?') != NULL && correction_names(context, folded, VERB_DRAW);
}

/* "Ok ok", "thanks, ok", to the question whether a game is to be ended: is it only heard? */
static bool
only_nods(
    struct arena *arena, const struct parse_context *context, enum said said, const char *text)
{
	const char *line = answer_on_one_line(arena, text);
	struct order order;
	struct tokens tokens;

	if (said != SAID_YES || context->answer.asks != ASKS_MEANT ||
	    context->answer.meant == NULL || !speech_is_thanks(arena, context, line, false) ||
	    parse_line(arena, context, context->answer.meant, &order) != LINE_COMMAND ||
	    !(order.verb->manner & IS_FINAL))
		return false;
	tokens_split(arena, line, &tokens);
	return tokens.count > 1;
}

bool
answer_doubt(struct arena *arena, const struct parse_context *context, enum said said,
    const char *text, const char *words, struct parsed_letter *out)
{
	const struct parse_answer *answer = &context->answer;
	const char *line = said == SAID_YES ? doubts_of_yes(arena, context, words) : NULL;
	struct order order;

	if (line == NULL &&
	    (goes_on(arena, context, said, text, words) ||
		asks_about_draw(arena, context, said, words)))
		line = arena_strndup(arena, words, strcspn(words, "\n"));
	if (line == NULL && only_nods(arena, context, said, text))
		line = text;
	if (line == NULL)
		return false;
	/* Of several commands that were asked about none is offered alone. */
	if (answer->asks == ASKS_MEANT &&
	    (answer->meant == NULL || strchr(answer->meant, '\n') != NULL))
		return true;
	out->meant = verb_meant_by(said == SAID_NO ? MEANT_BY_NO : MEANT_BY_YES);
	out->form = out->meant->name;
	if (answer->asks == ASKS_MOVE && answer->submitted != NULL) {
		out->meant = verb_meant_by(MEANT_BY_MOVE);
		out->form = answer->submitted;
	} else if (answer->asks == ASKS_MEANT) {
		out->form = answer->meant;
		parse_line(arena, context, out->form, &order);
		out->meant = order.verb;
	}
	out->doubtful = secret_blank(arena, context, line);
	out->doubt = DOUBT_RETRACTED;
	return true;
}

const struct verb *
answer_nearest(
    struct arena *arena, const struct parse_context *context, enum said said, const char *text)
{
	const char *folded = utf8_fold(arena, text);
	bool yes = said == SAID_YES &&
	    (!speech_holds(context, folded, SPEECH_LIST(denials)) ||
		speech_holds(context, folded, SPEECH_LIST(assurances)));

	return verb_meant_by(yes ? MEANT_BY_YES : MEANT_BY_NO);
}

bool
answer_affirms(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t first = strcspn(text, "\n"), length;
	const char *line = utf8_fold(arena, arena_strndup(arena, text, first));

	length = speech_listed(context, line, SPEECH_LIST(affirmations));
	return text[first + strspn(text + first, "\n")] == '\0' && length > 0 &&
	    (line[length + strspn(line + length, " .!")] == '\0' ||
		speech_is_thanks(arena, context, line + length, false));
}

/* Are the two, as they may be written, one move on the board? */
static bool
is_same_move(const struct parse_context *context, const char *one, const char *other)
{
	const struct parse_answer *answer = &context->answer;
	struct reading a, b;

	if (str_equal_nocase(one, other))
		return true;
	return answer->board != NULL &&
	    glossary_read_move(context->glossary, answer->by, one, answer->board, &a) ==
	    READ_MOVE &&
	    glossary_read_move(context->glossary, answer->by, other, answer->board, &b) ==
	    READ_MOVE &&
	    a.move.from == b.move.from && a.move.to == b.move.to;
}

bool
answer_agrees(struct arena *arena, const struct parse_context *context, const char *line)
{
	const char *folded = utf8_fold(arena, line);
	const char *behind = folded + speech_listed(context, folded, SPEECH_LIST(agreements)),
		   *next;
	uint32_t c;

	for (; behind > folded && *behind != '\0'; behind = next) {
		next = behind;
		c = utf8_next(&next);
		if (c != ' ' && !speech_is_end(c))
			return false;
	}
	return behind > folded;
}

/* "Yes, H10-G8", "yes, play it"? */
static bool
repeats_move(
    struct arena *arena, const struct parse_context *context, const char *rest, const char *move)
{
	struct order other;

	return speech_listed(context, rest, SPEECH_LIST(plays)) == strlen(rest) ||
	    (parse_line(arena, context, rest, &other) == LINE_COMMAND && other.move != NULL &&
		is_same_move(context, other.move, move));
}

/* What stands behind the yes with which the only line of the text begins, folded, without marks at
 * its end; NULL: it has none, or is a question. */
static const char *
behind_yes(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t first = strcspn(text, "\n"), length;
	const char *line = utf8_fold(arena, arena_strndup(arena, text, first));
	const char *end = line, *next = line;
	uint32_t c;
	bool more;

	if (text[first + strspn(text + first, "\n")] != '\0' || strchr(line, '?') != NULL)
		return NULL;
	while ((c = utf8_next(&next)) != 0 && c != ' ' && !speech_is_end(c))
		end = next;
	if (c == 0 ||
	    speech_said(arena, context, arena_strndup(arena, line, (size_t)(end - line)), &more) !=
		SAID_YES ||
	    more)
		return NULL;
	if (speech_mocks(arena, context, line) > (size_t)(end - line))
		return NULL;
	next += strspn(next, " ,");
	length = strlen(next);
	while (length > 0 && strchr(" .!", next[length - 1]) != NULL)
		length--;
	return length > 0 ? arena_strndup(arena, next, length) : NULL;
}

bool
answer_confirms(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *rest = behind_yes(arena, context, text);

	return answer_affirms(arena, context, text) ||
	    (rest != NULL &&
		speech_listed(context, rest, SPEECH_LIST(affirmations)) == strlen(rest));
}

bool
answer_repeats(struct arena *arena, const struct parse_context *context, const char *text)
{
	const char *rest = behind_yes(arena, context, text);
	const struct verb *verb;
	struct order order;

	if (rest == NULL ||
	    parse_line(arena, context, context->answer.meant, &order) != LINE_COMMAND)
		return false;
	/* "Yes, I am sure" */
	if (speech_listed(context, rest, SPEECH_LIST(affirmations)) == strlen(rest))
		return true;
	if (order.move != NULL)
		return repeats_move(arena, context, rest, order.move);
	verb = verb_find(context->glossary, rest);
	if (verb == NULL)
		verb = speech_deed(arena, context, rest, NULL);
	return verb == order.verb && order.word_count == 0;
}

bool
answer_speaks_of_end(struct arena *arena, const char *text)
{
	static const char ends[] = "leave leaves leaving left quit quits quitting withdraw "
				   "withdrawing resign resigning retire retiring drop stop "
				   "stopping spam unsubscribe remove";
	static const char nots[] = "not no never cannot don't dont won't wont can't cant isn't";
	static const char goes[] = "play playing time interested want longer more continue take";
	bool denies = false, goes_on = false, ended = strchr(text, '?') != NULL;

	for (const char *end; *text != '\0'; text = end + (*end == '\n')) {
		struct tokens tokens;

		end = strchrnul(text, '\n');
		tokens_split(arena, arena_strndup(arena, text, (size_t)(end - text)), &tokens);
		for (int i = 0; i < tokens.count; i++) {
			ended |= glossary_lists(ends, tokens.folded[i]);
			denies |= glossary_lists(nots, tokens.folded[i]);
			goes_on |= glossary_lists(goes, tokens.folded[i]);
		}
	}
	return ended || (denies && goes_on);
}

/* Is the text a move, and nothing else? */
static bool
is_bare_move(
    struct arena *arena, const struct parse_context *context, const char *text, struct order *order)
{
	return parse_line(arena, context, text, order) == LINE_COMMAND && order->move != NULL &&
	    order->game == 0 && order->plan == NULL && !order->is_question &&
	    order->rest[0] == '\0' && (order->verb->manner & MEANT_BY_MOVE) != 0;
}

const char *
answer_other_move(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t first = strcspn(text, "\n"), length, polite;
	const char *line = utf8_fold(arena, arena_strndup(arena, text, first)), *at = line;
	struct order order;

	if (text[first + strspn(text + first, "\n")] != '\0' || context->answer.meant == NULL ||
	    parse_line(arena, context, context->answer.meant, &order) != LINE_COMMAND ||
	    order.move == NULL || order.game != 0 || (length = speech_no(context, at)) == 0)
		return NULL;
	do {
		at += length;
		at += strspn(at, " ,.;:!-");
		length = speech_listed(context, at, SPEECH_LIST(corrections));
		polite = speech_listed(context, at, SPEECH_LIST(courtesies));
		length = polite > length ? polite : length;
	} while (length > 0);
	return is_bare_move(arena, context, at, &order) ? order.move : NULL;
}

bool
answer_wants_silence(struct arena *arena, const struct parse_context *context, const char *text)
{
	size_t length;

	text += strspn(text, " \t\n");
	length = strcspn(text, "\n");
	while (length > 0 && strchr(" !.", text[length - 1]) != NULL)
		length--;
	return speech_asks_for_silence(arena, context, arena_strndup(arena, text, length));
}

/* Bytes of a no, of thanks, of a player's name, or of what stands beside an excuse; of an excuse,
 * which is noted. */
static size_t
excuse_length(
    struct arena *arena, const struct parse_context *context, const char *at, bool *excuses)
{
	static const size_t lists[] = { SPEECH_LIST(courtesies), SPEECH_LIST(beside_excuses),
		SPEECH_LIST(fillers) };
	const struct glossary *glossary = context->glossary;
	size_t excuse = speech_listed(context, at, SPEECH_LIST(excuses)), longest = 0, found, after;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if ((found = speech_listed(context, at, lists[i])) > longest)
			longest = found;
	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if ((found = speech_phrase(at, glossary->languages[i].no, " ")) > longest)
			longest = found;
	/* "Hi Fred" */
	found = speech_word(at, &after);
	if (found > longest && speech_knows(context, arena_strndup(arena, at, found)))
		longest = found;
	*excuses |= excuse > 0 && excuse >= longest;
	return excuse > longest ? excuse : longest;
}

/* Bytes of the yes that begins there, also one that is a courtesy: "but ok". */
static size_t
yes_length(const struct parse_context *context, const char *at)
{
	const struct glossary *glossary = context->glossary;
	size_t longest = speech_listed(context, at, SPEECH_LIST(agreements)), found;

	for (int i = 0; glossary != NULL && i < glossary->count; i++)
		if ((found = speech_phrase(at, glossary->languages[i].yes, " ")) > longest)
			longest = found;
	return longest;
}

/* Is a yes the end of these words, "I'm busy, but ok", «я занят, ну ладно»? */
static bool
ends_with_yes(const struct parse_context *context, const char *words, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((i == 0 || words[i - 1] == ' ') && yes_length(context, words + i) >= length - i)
			return true;
	return false;
}

/* May the folded line be a name below an excuse?  "Yes please" is none. */
static bool
may_be_name(const struct parse_context *context, const char *line)
{
	const char *blank = strchr(line, ' ');

	return utf8_width(line) <= SIGNER_COLUMNS && yes_length(context, line) == 0 &&
	    (blank == NULL || strchr(blank + 1, ' ') == NULL) && strpbrk(line, "?!") == NULL;
}

bool
answer_excuses(struct arena *arena, const struct parse_context *context, const char *text)
{
	bool excuses = false;

	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		const char *line = utf8_fold(arena, arena_strndup(arena, text, length)), *at = line;
		size_t taken = 1;

		text += length;
		text += strspn(text, " \t\n");
		while (*(at += strspn(at, EXCUSE_MARKS)) != '\0' && taken > 0) {
			bool had = excuses;
			const char *next = at;
			uint32_t c = utf8_next(&next);

			taken = c == '?' || c == WIDE_QUESTION ? 0 :
			    speech_is_end(c)                   ? (size_t)(next - at) :
					       excuse_length(arena, context, at, &excuses);
			if (had && taken > 0 && ends_with_yes(context, at, taken))
				return false;
			at += taken;
		}
		/* A name may stand below. */
		if (*at != '\0')
			return excuses && *text == '\0' && at == line && may_be_name(context, line);
	}
	return excuses;
}

bool
answer_is_never(struct arena *arena, const char *text)
{
	const char *folded = utf8_fold(arena, text);

	return strncmp(folded, "never", 5) == 0 &&
	    strchr("\n", folded[5 + strspn(folded + 5, " .,!")]) != NULL;
}

bool
answer_is_password(const char *text)
{
	size_t length = strlen(text);

	return utf8_length(text) >= PASSWORD_MIN && length <= PASSWORD_MAX &&
	    strpbrk(text, " \t\n") == NULL && text[length - 1] != '?';
}

const char *
answer_password(struct arena *arena, const char *text)
{
	struct tokens tokens;

	tokens_split(arena, arena_strndup(arena, text, strcspn(text, "\n")), &tokens);
	if (tokens.count != 2 || strcmp(tokens.folded[0], "password") != 0 ||
	    !answer_is_password(tokens.raw[1]))
		return NULL;
	return tokens.raw[1];
}
