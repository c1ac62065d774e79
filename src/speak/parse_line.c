/* SPDX-License-Identifier: ISC */
/*
 * One line of a letter: is it a command, and if not, is it nearly one (parse.h)?
 *
 * The rule that everything here serves: what people say is never run, and is passed on
 * word for word.  Only strong evidence of a command stops a letter with a question.
 */
#include "speak/parse.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "speak/date.h"
#include "speak/game_options.h"
#include "speak/parse_internal.h"
#include "speak/settings.h"
#include "speak/span.h"
#include "speak/speech.h"

#define LINE_BYTES_MAX 4096 /* no command is longer */
#define COPY_MIN       4    /* bytes of a word whose copies are blanked, too */

static bool
is_quote(uint32_t c)
{
	return c == '"' || c == '\'' || (c >= 0x2018 && c <= 0x201f);
}

static int
count_quotes(const char *word)
{
	int count = 0;

	for (uint32_t c; (c = utf8_next(&word)) != 0;)
		count += is_quote(c);
	return count;
}

/* Quotation marks, commas and "_" are blanks. */
static const char *
read_bare_word(struct arena *arena, const char *word)
{
	struct str out;
	uint32_t c;

	str_init(&out, arena, 0);
	for (const char *start = word, *at = word; (c = utf8_next(&at)) != 0; start = at) {
		if (is_quote(c) || c == '_' || c == ',' || c == ';' || c == 0x3001 || c == 0xff0c)
			str_addc(&out, ' ');
		else
			str_addn(&out, start, (size_t)(at - start));
	}
	str_trim(&out);
	return out.data + strspn(out.data, " ");
}

/* Whose turn, "-", numbers. */
static bool
goes_on_fen(const char *field)
{
	return field[strspn(field, "0123456789")] == '\0' || strcmp(field, "-") == 0 ||
	    fen_is_side(field);
}

/* A move, or the number of one. */
static bool
goes_on_opening(const char *word)
{
	size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");

	if (digits > 0 && dots > 0)
		word += digits + dots;
	return word[0] == '\0' || notation_is_move_like(word);
}

/* A FEN, or a line of moves, may go on at word `i`; between quotation marks it does. */
static const char *
take_line(struct arena *arena, struct tokens *tokens, int i, const char *value,
    bool (*goes_on)(const char *))
{
	const char *line = read_bare_word(arena, value);
	int quoted = 0; /* words */

	if (count_quotes(value) == 1)
		for (int last = i; last < tokens->count && quoted == 0; last++)
			if (count_quotes(tokens->raw[last]) > 0)
				quoted = last - i + 1;
	for (; i < tokens->count; quoted--) {
		const char *word = read_bare_word(arena, tokens->raw[i]);

		if (line[0] != '\0' && quoted <= 0 && !goes_on(word))
			break;
		line = arena_printf(arena, "%s%s%s", line, line[0] != '\0' ? " " : "", word);
		tokens_drop(tokens, i);
	}
	return line;
}

/* "--time=3d, --private": what separates options is part of none. */
static const char *
separated(struct arena *arena, const char *text)
{
	size_t length = strlen(text);

	while (length > 0 && strchr(",;.", text[length - 1]) != NULL)
		length--;
	return arena_strndup(arena, text, length);
}

/* "3d", of "3天" and of "3 days", whose last word is token i. */
static const char *
option_value(struct arena *arena, const struct glossary *glossary, struct tokens *tokens, int i,
    const char *value)
{
	const char *form = span_form(arena, glossary, utf8_fold(arena, value));

	if (form == NULL && i < tokens->count) {
		form = span_form(
		    arena, glossary, arena_printf(arena, "%s %s", value, tokens->folded[i]));
		if (form != NULL)
			tokens_drop(tokens, i);
	}
	return form != NULL ? form : value;
}

/* "on-time" is "ontime". */
static const char *
option_name(struct arena *arena, const char *name)
{
	struct str one;

	name = separated(arena, name);
	str_init(&one, arena, 0);
	for (const char *at = name; *at != '\0'; at++)
		if (*at != '-')
			str_addc(&one, *at);
	return game_option_find(one.data) != -1 ? one.data : name;
}

/* Options may stand anywhere after the command word. */
static void
take_options(struct arena *arena, const struct glossary *glossary, struct tokens *tokens,
    struct order *order)
{
	const char *name, *value;

	for (int i = 1; i < tokens->count;) {
		if (order->option_count == WORDS_MAX ||
		    !tokens_read_option(arena, tokens->raw[i], &name, &value)) {
			i++;
			continue;
		}
		tokens_drop(tokens, i);
		/* "--password secret" */
		if (value[0] == '\0' && i < tokens->count &&
		    (strcmp(name, "userid") == 0 || secret_is_name(name))) {
			value = tokens->raw[i];
			tokens_drop(tokens, i);
		}
		if (strcmp(name, "fen") == 0)
			value = take_line(arena, tokens, i, value, goes_on_fen);
		if (strcmp(name, "opening") == 0)
			value = take_line(arena, tokens, i, value, goes_on_opening);
		if (strcmp(name, "userid") == 0) {
			order->userid = utf8_fold(arena, value);
		} else if (secret_is_name(name)) {
			order->password = value;
		} else {
			order->options[order->option_count].name = option_name(arena, name);
			order->options[order->option_count++].value = option_value(
			    arena, glossary, tokens, i, separated(arena, value));
		}
	}
}

static bool
is_stray(const char *folded)
{
	return strcmp(folded, "board") == 0 || strcmp(folded, "game") == 0 ||
	    strcmp(folded, "**") == 0;
}

/* Is the line a move, or does it name its writer or a password, so that one may stand anywhere
 * in it? */
static bool
may_hold_secret(const struct parse_context *context, const struct tokens *tokens)
{
	const struct verb *verb;

	if (tokens->count > 3 && (verb = verb_find(NULL, tokens->folded[0])) != NULL &&
	    verb->manner & MEANT_BY_MOVE)
		return true; /* "move 12 secret B3-E3" */
	for (int i = 0; i < tokens->count; i++) {
		const char *word = tokens->folded[i] + strspn(tokens->folded[i], "-");
		const char *name = context->writer != NULL ?
		    str_find_nocase(word, context->writer) :
		    NULL;

		if (strncmp(word, "pass", 4) == 0)
			return true;
		if (name != NULL && (name == word || name[-1] == '=') &&
		    !isalnum((unsigned char)name[strlen(context->writer)]))
			return true;
	}
	return false;
}

/* In a line that is no command: a password, rather than an address or an option?  It is only
 * shown again, so that names with digits in them may be taken for one. */
static bool
seems_secret(const char *folded)
{
	return secret_is_likely(folded) && strchr(folded, '@') == NULL &&
	    (strchr(folded, '=') == NULL || strncmp(folded + strspn(folded, "-"), "pass", 4) == 0);
}

/* Is the word the order's password?  The writer's userid is blanked in no other place. */
static bool
is_password(const struct parse_context *context, const struct order *order, const char *raw,
    const char *folded)
{
	return (raw == order->password || raw == order->fresh) &&
	    (context->writer == NULL || !str_equal_nocase(folded, context->writer) ||
		(order->userid != NULL && str_equal_nocase(order->userid, context->writer)));
}

/* Other copies of what is blanked in the line: "challenge wilma --color=secret fred secret". */
static const char *
blank_copies(
    struct arena *arena, const struct tokens *tokens, const char *const *shown, const char *text)
{
	for (int i = 0; i < tokens->count; i++)
		if (shown[i] != tokens->raw[i] && strcmp(shown[i], BLANKED) == 0 &&
		    strlen(tokens->raw[i]) >= COPY_MIN)
			text = secret_blank_word(arena, text, tokens->raw[i]);
	return text;
}

/* The line for its writer to recognise, of that kind. */
static const char *
blanked_line(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const struct order *order, enum line_kind kind)
{
	bool wary = kind > LINE_LOOSE && may_hold_secret(context, tokens);
	const char *shown[TOKENS_MAX], *name, *value;
	struct str line;

	str_init(&line, arena, 400);
	if (kind == LINE_COMMAND)
		memcpy(shown, tokens->raw, sizeof shown);
	else
		secret_blank_words(arena, context, tokens, shown);
	for (int i = 0; i < tokens->count; i++) {
		const char *raw = tokens->raw[i];
		bool option = tokens_read_option(arena, raw, &name, &value) && secret_is_name(name);

		if (i > 0)
			str_addc(&line, ' ');
		str_add(&line,
		    option ? "--password=" BLANKED :
			is_password(context, order, raw, tokens->folded[i]) ||
			    (wary && seems_secret(tokens->folded[i])) ?
			     BLANKED :
			     shown[i]);
	}
	return blank_copies(arena, tokens, shown, line.data);
}

/* Drops pbmserv's stray words: "**" anywhere, for it ends our own Subjects; "board" and
 * "game" where a board is named or a question asked, for "Draw, game over" is speech. */
static void
drop_strays(struct tokens *tokens, const struct verb *verb)
{
	bool named = false;

	for (int i = 0; i < tokens->count; i++)
		named |= tokens_is_number(tokens->folded[i]);
	for (int i = verb != NULL; i < tokens->count;) {
		bool stars = strcmp(tokens->folded[i], "**") == 0;

		if (stars ||
		    (is_stray(tokens->folded[i]) &&
			(verb == NULL || !verb_takes(verb, ARG_SETTING)) &&
			(named || (verb != NULL && verb->needs & OPEN))))
			tokens_drop(tokens, i);
		else
			i++;
	}
}

/* A verb where pbmserv has it, in the move's place: "move 123 fred secret resign", with
 * `at` the place of the number.  Takes it out and returns its command, or NULL. */
static const struct verb *
take_verb(const struct glossary *glossary, struct tokens *tokens, int at)
{
	const struct verb *verb;

	if (tokens->count < at + 2 || !tokens_is_number(tokens->folded[at]) ||
	    speech_mark(tokens->raw[tokens->count - 1]) > MARK_STOP)
		return NULL;
	verb = verb_find(glossary, tokens->folded[tokens->count - 1]);
	if (verb == NULL || !(verb->needs & NEEDS_SEAT) || verb->manner & MEANT_BY_MOVE)
		return NULL;
	tokens->count--;
	return verb;
}

/* The words of the order that may be a password mean nothing; in a setting they may be a name,
 * which only hashing can tell. */
static void
blank_order(
    struct arena *arena, const struct tokens *tokens, const char *const *shown, struct order *order)
{
	for (int i = 0; i < tokens->count; i++) {
		const char *raw = tokens->raw[i];
		bool may_be_name = verb_takes(order->verb, ARG_SETTING) &&
		    (raw != order->hidden || str_equal(shown[i], BLANKED));

		if (shown[i] == raw)
			continue;
		if (order->userid == tokens->folded[i])
			order->userid = shown[i];
		for (int k = 0; k < order->word_count; k++) {
			if (order->raw[k] != raw)
				continue;
			if (may_be_name)
				order->hidden = raw;
			else
				order->raw[k] = order->words[k] = shown[i];
		}
	}
	for (int i = 0; i < order->option_count; i++)
		order->options[i].value = blank_copies(
		    arena, tokens, shown, order->options[i].value);
}

/* A word where no setting's name or value is, and nothing says who writes; NULL none. */
static const char *
doubtful_word(const struct order *order)
{
	int at = setting_name_at(order);

	if (at < order->word_count && setting_find(order->words[at]) == NULL)
		return order->raw[at];
	return order->word_count > at + 2 ? order->raw[order->word_count - 1] : NULL;
}

/* Do words i and i + 1 say who writes, where the command can do without them? */
static bool
names_writer(const struct tokens *tokens, const struct order *order, int i)
{
	return order->password != NULL && i + 1 < tokens->count &&
	    tokens->raw[i + 1] == order->password && tokens->folded[i] == order->userid &&
	    verb_takes(order->verb, ARG_AUTH);
}

/* Are the words from `from` on all that the verb needs, and nothing else?  Then it is an order;
 * *loose if not every word is certain. */
static bool
read_order(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb, int from, struct order *order, bool *loose)
{
	struct line_reader r = { arena, context, tokens, from, order, NULL, false, false };
	const char *shown[TOKENS_MAX];
	struct str line;

	order->verb = verb;
	order->rest = "";
	if (!args_read(&r))
		return false;
	*loose = r.is_loose;
	if (verb_takes(verb, ARG_SETTING))
		order->hidden = doubtful_word(order);
	memcpy(shown, tokens->raw, sizeof shown);
	if (r.is_loose && secret_blank_words(arena, context, tokens, shown))
		blank_order(arena, tokens, shown, order);
	/* As it may be shown to anyone. */
	str_init(&line, arena, 400);
	str_add(&line, verb->name);
	for (int i = from; i < tokens->count; i++) {
		if (names_writer(tokens, order, i)) {
			i++;
			continue;
		}
		/* Today, which nobody wrote. */
		if (tokens->raw[i][0] == '\0')
			continue;
		str_addc(&line, ' ');
		str_add(&line,
		    is_password(context, order, tokens->raw[i], tokens->folded[i]) ? BLANKED :
										     shown[i]);
	}
	for (int i = 0; i < order->option_count; i++)
		str_addf(&line, " --%s%s%s", order->options[i].name,
		    order->options[i].value[0] != '\0' ? "=" : "", order->options[i].value);
	order->line = line.data;
	return true;
}

/* "Resign!", "Accept, please", "Draw... no": a command word with such a mark behind it is
 * spoken.  A stop or a question mark is let through at the end of the line. */
static bool
is_spoken(const struct tokens *tokens)
{
	enum mark mark = speech_mark(tokens->raw[0]);

	if (tokens->count > 1 || mark == MARK_COLON)
		return mark != MARK_NONE && mark != MARK_COLON;
	return mark == MARK_COMMA || mark == MARK_OTHER;
}

/* What a complete order is, by the mark behind its last word. */
static enum line_kind
weigh(const struct tokens *tokens, struct order *order, bool loose, enum mark mark)
{
	bool alone = tokens->count == 1;

	if (order->move != NULL) {
		order->is_question |= mark == MARK_QUESTION;
		mark = MARK_NONE;
	}
	if (tokens->raw[tokens->count - 1] == order->password ||
	    tokens->raw[tokens->count - 1] == order->fresh)
		mark = MARK_NONE;
	if (mark == MARK_QUESTION && alone && order->verb->manner & MAY_BE_ASKED)
		order->is_question = true;
	else if (mark == MARK_COLON && alone ?
		!(order->verb->manner & BEGINS_SPEECH) || order->verb->manner & IS_PRIVATE :
		mark > MARK_STOP)
		return LINE_TEXT;
	if (!loose)
		return LINE_COMMAND;
	return mark == MARK_NONE ? LINE_LOOSE : LINE_TEXT;
}

/* One slip in the command word, and then a board's number and all that the command needs. */
static bool
read_slip(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    struct order *out)
{
	const struct verb *tries[] = { verb_near(context->glossary, tokens->folded[0]),
		verb_meant_by(MEANT_BY_MOVE) };
	bool loose;

	/* Short words are slips of too much else. */
	if (strlen(tokens->folded[0]) >= 4)
		out->verb = tries[0];
	for (int i = 0; i < 2 && tokens->count > 1; i++) {
		struct order order = { 0 };

		if (tries[i] == NULL ||
		    !read_order(arena, context, tokens, tries[i], 1, &order, &loose) ||
		    order.game == 0)
			continue;
		if (loose && (order.password == NULL || !secret_is_likely(order.password)))
			continue;
		*out = order;
		return true;
	}
	return false;
}

/* No command: is it nearly one?  Or does a password stand where commands have it? */
static enum line_kind
resembles(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    enum mark mark, struct order *out)
{
	int secret = secret_place(arena, context, tokens);

	if (verb_is_foreign(tokens->folded, tokens->count)) {
		/* Other servers' commands. */
		for (int i = 1; secret == -1 && i + 1 < tokens->count; i++)
			if (speech_knows(context, tokens->folded[i]) ||
			    secret_is_likely(tokens->raw[i + 1]))
				secret = i + 1;
	} else if (out->verb == NULL && mark <= MARK_STOP &&
	    read_slip(arena, context, tokens, out)) {
		return LINE_NEAR;
	}
	if (secret == -1)
		return LINE_TEXT;
	out->password = tokens->raw[secret];
	out->line = "";
	return LINE_NEAR;
}

/* "/b3e3", "!move b3e3": the sign goes, where a move may follow. */
static void
drop_sign(const struct glossary *glossary, struct tokens *tokens)
{
	const char *raw = speech_command(tokens->raw[0]);
	const struct verb *verb;

	if (raw == tokens->raw[0])
		return;
	verb = verb_find(glossary, tokens->folded[0] + 1);
	if (verb == NULL ? !notation_is_move_like(raw) : !verb_takes(verb, ARG_MOVE))
		return;
	tokens->raw[0] = raw;
	tokens->folded[0]++;
}

/* "xiangqi", "xq", and the words that pbmserv's players put in front: "board 123 …",
 * "all show fred"; and "sign up fred" is one word. */
static void
drop_prefix(struct arena *arena, const struct glossary *glossary, struct tokens *tokens)
{
	static const char *const games[] = { "xiangqi", "xq" };
	static const char *const of_all[] = { "show", "games", "history" };
	bool prefixed;

	do {
		const char *word = tokens->folded[0];
		const char *next = tokens->count > 1 ? tokens->folded[1] : "";

		prefixed = next[0] != '\0' &&
		    (str_index(games, 2, word) != -1 || is_stray(word) ||
			(strcmp(word, "all") == 0 && str_index(of_all, 3, next) != -1));
		if (prefixed)
			tokens_drop(tokens, 0);
	} while (prefixed);
	/* "sign up fred" */
	if (tokens->count > 2 && verb_is_in_two(arena, glossary, tokens)) {
		tokens_drop(tokens, 0);
		tokens->raw[0] = tokens->folded[0] = verb_meant_by(OPENS_ACCOUNT)->name;
	}
	parse_other_words(tokens);
}

/* Is a password in the order, as far as can be told? */
static bool
holds_secret(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const struct order *order, bool loose)
{
	if (order->fresh != NULL && secret_is_likely(order->fresh))
		return true;
	return order->password != NULL &&
	    (!loose || secret_is_likely(order->password) ||
		secret_place(arena, context, tokens) != -1);
}

/* pbmserv's place for a number, "seek fred secret 3": it stands behind the password. */
static void
move_number(const struct parse_context *context, struct tokens *tokens, const struct verb *verb)
{
	const char *raw, *folded;

	if (tokens->count != 4 || verb->args[1] != ARG_AUTH ||
	    (verb->args[0] != ARG_BOARD && verb->args[0] != ARG_BOARD_OR_ALL) ||
	    !speech_knows(context, tokens->folded[1]) || verb_takes(verb, ARG_SPAN) ||
	    (!tokens_is_number(tokens->folded[3]) && strcmp(tokens->folded[3], "all") != 0))
		return;
	raw = tokens->raw[3];
	folded = tokens->folded[3];
	for (int i = 3; i > 1; i--) {
		tokens->raw[i] = tokens->raw[i - 1];
		tokens->folded[i] = tokens->folded[i - 1];
	}
	tokens->raw[1] = raw;
	tokens->folded[1] = folded;
}

/* The same where nobody need say who he is: "show fred secret1 12".  Only what is hardly a word is
 * taken for a password there. */
static void
take_needless_auth(const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb, struct order *order)
{
	for (int i = 1;
	     i + 1 < tokens->count && verb->needs & ONLY_ASKS && !verb_takes(verb, ARG_AUTH); i++) {
		bool is_his = context->writer != NULL ?
		    str_equal_nocase(tokens->folded[i], context->writer) :
		    speech_knows(context, tokens->folded[i]);

		if (!is_his || speech_knows(context, tokens->folded[i + 1]) ||
		    !secret_is_likely(tokens->raw[i + 1]))
			continue;
		order->userid = tokens->folded[i];
		order->password = tokens->raw[i + 1];
		tokens_drop(tokens, i);
		tokens_drop(tokens, i);
		return;
	}
}

/* What stands elsewhere than the verb's arguments say, or need not stand there. */
static void
tidy(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb, struct order *order)
{
	take_options(arena, context->glossary, tokens, order);
	if (verb->manner & ASKS_FOR_GAME)
		words_take_rated(context, tokens, order);
	if (verb_takes(verb, ARG_ADDRESS) || verb->manner & ASKS_FOR_GAME)
		words_drop_name(tokens);
	if (verb->manner & ASKS_FOR_GAME)
		words_drop_commas(arena, tokens);
	move_number(context, tokens, verb);
	take_needless_auth(context, tokens, verb, order);
}

/* "as usual late"; "История повторяется", "Archiv klingt staubig": behind a language's word for the
 * verb a name is one that somebody has.  Whoever opens an account has none yet. */
static bool
begins_sentence(
    const struct parse_context *context, const struct tokens *tokens, const struct verb *verb)
{
	if (context->is_userid == NULL || verb->manner & OPENS_ACCOUNT)
		return false;
	if (verb->manner & OPENS_LETTER || verb_find(NULL, tokens->folded[0]) != NULL)
		return (verb->manner & OPENS_LETTER) != 0;
	for (int i = 1; i < tokens->count; i++)
		if (speech_knows(context, tokens->folded[i]))
			return false;
	return true;
}

/* The words are an order, by the table or by a verb in the move's place; or a bare
 * move, or "board 123 fred secret B3-E3". */
static enum line_kind
read_any_order(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct verb *verb, enum mark mark, struct order *out)
{
	const struct verb *bare = verb_meant_by(MEANT_BY_MOVE), *instead = NULL;
	enum line_kind kind;
	bool loose = false;

	if (verb != NULL && (is_spoken(tokens) || words_are_idiom(arena, context, tokens)))
		return LINE_TEXT;
	if (verb != NULL)
		tidy(arena, context, tokens, verb, out);
	if (verb == NULL || verb == bare)
		instead = take_verb(context->glossary, tokens, verb != NULL);
	if (!read_order(arena, context, tokens,
		instead != NULL  ? instead :
		    verb != NULL ? verb :
				   bare,
		verb != NULL, out, &loose))
		return LINE_TEXT;
	if (loose && verb != NULL && begins_sentence(context, tokens, verb))
		return LINE_TEXT;
	kind = weigh(tokens, out, loose, mark);
	out->has_secret = holds_secret(arena, context, tokens, out, loose);
	return kind;
}

/* Does the word name a deed, a board or a move, or again what is done?  "not yet, let's play on"
 * does not. */
static bool
names_deed(
    const struct parse_context *context, const struct verb *done, const char *word, bool is_alone)
{
	const struct verb *verb = verb_find(context->glossary, word);

	if (verb != NULL &&
	    (is_alone || verb == done ||
		(verb->manner & IS_PLAIN && !(verb->manner & (MEANT_BY_MOVE | MEANT_BY_PLAN)))))
		return true;
	return strpbrk(word, "0123456789") != NULL || notation_is_move_like(word);
}

/* "reject, not yet", "reject draw - I hope to win": behind `count` words of a command, set apart,
 * why; NULL: something else, or what is asked about. */
static const char *
reason_behind(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const struct verb *verb, int count)
{
	static const char *const offers[] = { "draw", "undo" };
	enum mark mark = speech_mark(tokens->raw[count - 1]);
	bool is_dashed = strspn(tokens->raw[count], "-\u2013\u2014") == strlen(tokens->raw[count]);
	int at = count + is_dashed;

	if (!(verb->manner & MEANT_BY_NO) || tokens->count <= at ||
	    (count > 1 && (count > 2 || str_index(offers, 2, tokens->folded[1]) == -1)) ||
	    speech_mark(tokens->raw[tokens->count - 1]) == MARK_QUESTION ||
	    (!is_dashed && mark != MARK_COMMA && mark != MARK_STOP && mark != MARK_COLON))
		return NULL;
	for (int i = at; i < tokens->count; i++)
		if (names_deed(context, verb, tokens->folded[i], tokens->count == at + 1))
			return NULL;
	return tokens_rest(arena, tokens, at);
}

/* "accept, thanks!", "draw please": an order with thanks or greetings behind it, which become its
 * rest.  Who gives up asks for nothing: "resign, please" is none. */
static enum line_kind
read_polite_order(struct arena *arena, const struct parse_context *context,
    const struct tokens *tokens, const struct verb *verb, struct order *out)
{
	for (int count = 1; verb != NULL && verb->manner & MAY_BE_POLITE && count < tokens->count;
	     count++) {
		const char *rest = tokens_rest(arena, tokens, count);
		const char *reason = reason_behind(arena, context, tokens, verb, count);
		enum mark mark = speech_mark(tokens->raw[count - 1]);
		struct tokens before = *tokens;

		if (reason != NULL)
			rest = reason;
		else if ((mark != MARK_NONE && mark != MARK_STOP && mark != MARK_COMMA) ||
		    !speech_is_thanks(arena, context, rest, verb->manner & IS_FINAL))
			continue;
		before.count = count;
		before.raw[count - 1] = before.folded[count - 1];
		if (read_any_order(arena, context, &before, verb, MARK_NONE, out) == LINE_COMMAND) {
			out->rest = rest;
			return reason != NULL ? LINE_LOOSE : LINE_COMMAND;
		}
		memset(out, 0, sizeof *out);
	}
	return LINE_TEXT;
}

/* The words of a line, without what stands in front of the command; *all: with it.
 * LINE_TEXT when they are to be read. */
static enum line_kind
split_line(struct arena *arena, const struct glossary *glossary, const char *line,
    struct tokens *tokens, struct tokens *all, enum mark *mark)
{
	const char *trimmed = line + strspn(line, " \t"), *name, *value;

	if (strnlen(line, LINE_BYTES_MAX + 1) > LINE_BYTES_MAX) {
		tokens->count = 0;
		return LINE_TEXT;
	}
	tokens_split(arena, line, tokens);
	if (tokens->count == 0)
		return LINE_EMPTY;
	if (tokens->raw[0][0] == '|')
		return LINE_SPEECH;
	*mark = speech_mark(tokens->raw[tokens->count - 1]);
	if (*mark == MARK_COMMA && tokens->count > 1 &&
	    tokens_read_option(arena, tokens->raw[tokens->count - 1], &name, &value))
		*mark = MARK_NONE;
	*all = *tokens;
	/* "Draw ?", as the French do */
	while (tokens->count > 1 && speech_is_mark(tokens->raw[tokens->count - 1]))
		tokens->count--;
	drop_sign(glossary, tokens);
	verb_join(arena, glossary, tokens);
	parse_tournament(tokens);
	drop_prefix(arena, glossary, tokens);
	/* "end", or the first line of a letter of the server, quoted without any mark. */
	if (tokens->count == 1 ? str_equal_nocase(tokens->raw[0], "end") :
				 glossary_is_heading(glossary, utf8_fold(arena, trimmed)))
		return LINE_END;
	if (tokens->too_many)
		tokens->count = 0;
	return LINE_TEXT;
}

/* The line for its writer to recognise: of one that is too long to be read its beginning. */
static const char *
beginning_of(struct arena *arena, const struct parse_context *context, const char *line)
{
	struct str begin;

	if (strnlen(line, LINE_BYTES_MAX + 1) <= LINE_BYTES_MAX)
		return secret_blank(arena, context, line);
	str_init(&begin, arena, LINE_BYTES_MAX);
	str_add(&begin, line);
	return arena_printf(arena, "%s …", secret_blank(arena, context, begin.data));
}

/* Conditional lines that are not quite right are nobody's to read but the server's. */
static enum line_kind
resembles_plan(struct arena *arena, const struct parse_context *context, const char *line,
    enum line_kind kind, struct order *out)
{
	const char *reply, *rest, *plan;

	if (kind != LINE_TEXT || !speech_resembles_plan(arena, context, line, &reply, &rest))
		return kind;
	out->verb = verb_meant_by(MEANT_BY_PLAN);
	out->written = beginning_of(arena, context, line);
	plan = arena_printf(arena, "%s then %s", reply, rest);
	/* "if B10-C8, C4-C5" */
	if (!speech_read_plan(arena, context, plan, &rest))
		plan = arena_printf(arena, "%s then MOVE", reply[0] != '\0' ? reply : "MOVE");
	out->line = arena_printf(arena, "%s %s", out->verb->name, plan);
	return LINE_NEAR;
}

/* What is not shown again, should a letter be asked about. */
static void
hide_password(const struct tokens *tokens, const struct verb *verb, struct order *out)
{
	const char *last = tokens->raw[tokens->count - 1];

	if (verb != NULL && verb->manner & OPENS_LETTER && tokens->count == 3)
		out->password = last;
	if (verb != NULL && verb_takes(verb, ARG_SECRET) && !secret_is_possible(last))
		out->fresh = last;
}

/* "挑战fred", "休假到下周一": who writes hanzi puts no blank there.  LINE_TEXT with out->verb
 * NULL: it is no such line. */
static enum line_kind
read_glued(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    struct order *out)
{
	size_t length = verb_glued(context->glossary, tokens->folded[0]);
	const char *raw = tokens->raw[0];
	enum line_kind kind;

	if (length == 0 || strncmp(raw, tokens->folded[0], length) != 0)
		return LINE_TEXT;
	kind = parse_line(arena, context,
	    arena_printf(
		arena, "%.*s %s", (int)length, raw, tokens_rest(arena, tokens, 0) + length),
	    out);
	if (kind == LINE_COMMAND || (kind == LINE_LOOSE && (unsigned char)raw[length] <= 0x7f) ||
	    (kind == LINE_TEXT && tokens->count == 1 && verb_allows_userid(raw + length)))
		return kind;
	memset(out, 0, sizeof *out);
	return LINE_TEXT;
}

/* A line that is no command: what it resembles.  all: the tokens with those that say nothing. */
static enum line_kind
read_text(struct arena *arena, const struct parse_context *context, const char *line,
    struct tokens *tokens, const struct tokens *all, const struct verb *verb, enum mark mark,
    struct order *out)
{
	bool is_plan = verb != NULL && verb->manner & MEANT_BY_PLAN;
	enum line_kind kind;

	memset(out, 0, sizeof *out);
	out->verb = is_plan ? NULL : verb;
	hide_password(tokens, verb, out);
	if (is_plan && resembles_plan(arena, context, line, LINE_TEXT, out) == LINE_NEAR)
		return LINE_NEAR;
	kind = resembles(arena, context, tokens, mark, out);
	out->written = blanked_line(arena, context, all, out, kind);
	return kind;
}

enum line_kind
parse_line(
    struct arena *arena, const struct parse_context *context, const char *line, struct order *out)
{
	struct tokens tokens, all;
	const struct verb *verb;
	enum mark mark;
	enum line_kind kind = split_line(arena, context->glossary, line, &tokens, &all, &mark);

	memset(out, 0, sizeof *out);
	if (kind != LINE_TEXT || tokens.count == 0) {
		out->written = kind == LINE_TEXT ? beginning_of(arena, context, line) : NULL;
		return resembles_plan(arena, context, line, kind, out);
	}
	verb = verb_find(context->glossary, tokens.folded[0]);
	if (verb == NULL) {
		kind = read_glued(arena, context, &tokens, out);
		if (kind != LINE_TEXT || out->verb != NULL)
			return kind;
	}
	drop_strays(&tokens, verb);
	if (tokens.count == 0)
		return LINE_TEXT;
	words_drop_idle(arena, context, &tokens, verb);
	if (verb != NULL && verb_takes(verb, ARG_DATES))
		parse_days(arena, context, &tokens);
	else if (verb != NULL && verb_takes(verb, ARG_QUERY))
		date_join_words(arena, context->glossary, &tokens);
	kind = read_polite_order(arena, context, &tokens, verb, out);
	if (kind == LINE_TEXT)
		kind = read_any_order(arena, context, &tokens, verb, mark, out);
	if (kind == LINE_TEXT)
		return read_text(arena, context, line, &tokens, &all, verb, mark, out);
	out->written = blanked_line(arena, context, &all, out, kind);
	return kind;
}
