/* SPDX-License-Identifier: ISC */
/*
 * One line of a letter: is it a command, and if not, is it nearly one (parse.h)?
 *
 * The rule that everything here serves: what people say is never run, and is passed on
 * word for word.  Only strong evidence of a command stops a letter with a question.
 *
 * A command's `args` say what may follow its name; a line with a word too many or too few
 * is speech.  So is one with a word that may be any word, unless the letter begins with it.
 */
#include "cmd/parse.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/speech.h"
#include "cmd/tokens.h"
#include "rules/notation.h"

#define BLANKED        "********"
#define NUMBER_SIGNS   "0123456789#+-.:dhw" /* boards, dates, spans of time */
#define LINE_BYTES_MAX 4096                 /* no command is longer */

/* A line that is read: its words, and what was understood so far. */
struct line_reader {
	struct arena *arena;
	const struct parse_context *context;
	struct tokens *tokens;
	int at; /* the first word that is still to be read */
	struct order *order;
	bool is_loose; /* a word may be any word */
};

static int
left(const struct line_reader *r)
{
	return r->tokens->count - r->at;
}

/* Are the words that are left a move, with "#n" and a word of thanks, or a plan behind it? */
static bool
read_move(const struct line_reader *r, struct dressed_move *move, const char **plan)
{
	struct tokens before = *r->tokens;
	int at = r->at;

	*plan = NULL;
	while (at < before.count && strcmp(before.folded[at], "if") != 0)
		at++;
	if (r->order->cmd != &cmd_move || at == before.count)
		return speech_read_move(
		    r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at), move);
	before.count = at;
	return speech_read_move(
		   r->arena, r->context, tokens_rest(r->arena, &before, r->at), move) &&
	    move->rest[0] == '\0' && !move->is_question &&
	    speech_read_plan(r->arena, r->context, tokens_rest(r->arena, r->tokens, at + 1), plan);
}

static bool
take_move(struct line_reader *r)
{
	struct dressed_move move;

	if (left(r) == 0 || !read_move(r, &move, &r->order->plan))
		return false;
	r->order->plan_lines = r->order->plan != NULL;
	r->order->move = move.move;
	r->order->rest = move.rest;
	r->order->is_question = move.is_question;
	if (move.number != 0)
		r->order->number = move.number;
	r->at = r->tokens->count;
	return true;
}

/* Does the word end as its place in a command allows?  What may begin a list, or a
 * sentence: "12, 13", "12:", is allowed where list says so. */
static bool
ends_plainly(const struct line_reader *r, int i, bool list)
{
	enum mark mark = speech_mark(r->tokens->raw[i]);
	bool last = i + 1 == r->tokens->count;

	return mark == MARK_NONE || (last && mark == MARK_STOP) ||
	    (!last && list && (mark == MARK_COMMA || mark == MARK_COLON));
}

static void
take_game(struct line_reader *r, bool or_all)
{
	int64_t board;
	int number;

	if (left(r) > 0 && or_all && ends_plainly(r, r->at, false) &&
	    strcmp(r->tokens->folded[r->at], "all") == 0) {
		r->order->all = true;
		r->at++;
	} else if (left(r) > 0 && ends_plainly(r, r->at, true) &&
	    tokens_read_number(r->tokens->folded[r->at], &board, &number)) {
		r->order->game = board;
		r->order->number = number;
		r->at++;
	}
}

static bool
is_arg(const char *arg, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(arg, name, length) == 0;
}

/* Can the next words be who writes, and his password?  Where a game is meant, only behind
 * a board's number; but "accept fred secret" names the writer, or from an address that is
 * nobody's any player.  "set public name Fred" names nobody. */
static bool
may_name_player(const struct line_reader *r)
{
	const char *args = r->order->cmd->args, *writer = r->context->writer, *word;
	size_t length = strcspn(args, " ");
	bool known;

	if (left(r) < 2 || speech_mark(r->tokens->raw[r->at]) != MARK_NONE)
		return false;
	word = r->tokens->folded[r->at];
	known = speech_knows(r->context, word);
	if (r->order->all)
		return known; /* "accept all my apologies" */
	if ((is_arg(args, length, "GAME") || is_arg(args, length, "GAMES")) &&
	    r->order->game == 0 && !r->order->all)
		return r->order->cmd->needs & FINDS_OFFER &&
		    left(r) <= (r->order->cmd == &cmd_seek ? 3 : 2) && /* "seek fred secret off" */
		    (writer == NULL ? known : str_equal_nocase(writer, word));
	return !is_arg(args, length, "AUTH") || args[length] == '\0' || writer == NULL || known;
}

/* Can the args that are still to be read hold so many words? */
static bool
is_room(const char *later, int words)
{
	int least = 0, most = 0;

	while (*(later += strspn(later, " ")) != '\0') {
		size_t length = strcspn(later, " ");

		least += later[length - 1] != '?';
		most++;
		later += length;
	}
	return words >= least && words <= most;
}

/* Are the next two words userid and password, where others' userids or any words can stand
 * too?  "reject 12 fred plays too fast"; but nobody speaks of himself so. */
static bool
is_auth(const struct line_reader *r, bool of_anybody)
{
	const char *const *words = r->tokens->folded + r->at;
	const char *writer = r->context->writer;

	if (!speech_knows(r->context, words[1]) && speech_is_secret(r->tokens->raw[r->at + 1]))
		return true;
	return writer == NULL || of_anybody ? speech_knows(r->context, words[0]) :
					      str_equal_nocase(writer, words[0]);
}

/* The same before words: addresses, a setting, boards. */
static bool
is_auth_before_words(const struct line_reader *r)
{
	const struct cmd *cmd = r->order->cmd;

	/* "set wilma free" is said of another. */
	if (cmd == &cmd_set)
		return !cmd_is_setting(r->tokens->folded[r->at]) &&
		    (left(r) > 2 || is_auth(r, false));
	/* pbmserv's place: "preview 123 fred secret B3-E3" */
	if (cmd == &cmd_preview)
		return r->order->word_count > 0 && strspn(r->order->words[0], "0123456789") > 0 &&
		    speech_knows(r->context, r->tokens->folded[r->at]);
	return (left(r) > 2 || cmd == &cmd_showas) && strchr(r->tokens->raw[r->at], '@') == NULL;
}

/* The same where so many words say it. */
static bool
is_auth_by_count(const struct line_reader *r, const char *later)
{
	const struct cmd *cmd = r->order->cmd;
	int n = left(r);

	if (cmd == &cmd_change)
		return n > 2 && strchr(r->tokens->raw[r->at], '@') == NULL;
	if (cmd == &cmd_vacation && n == 2)
		return is_auth(r, false);
	return !is_room(later, n) && is_room(later, n - 2);
}

/* Userid and password, if there are two words more than the later args can hold.
 * "Draw? No way." and "my move h2e2" are speech: where a game is meant, only after a
 * board's number do the next two words prove who writes. */
static void
take_auth(struct line_reader *r, const char *later)
{
	struct dressed_move move;
	const char *plan;
	int n = left(r);
	bool is_there;

	if (!may_name_player(r))
		return;
	if (str_equal(later, " MOVE"))
		is_there = n > 2 && !read_move(r, &move, &plan);
	else if (str_equal(later, " PLAN"))
		is_there = n > 2 &&
		    !speech_read_plan(
			r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at), &plan);
	else if (str_equal(later, " WORD? SECRET?"))
		is_there = r->order->game != 0; /* a board, and no code */
	else if (str_equal(later, " WORDS"))
		is_there = is_auth_before_words(r);
	else if (str_equal(later, " OFFER? REASON"))
		is_there = is_auth(r, n == 2);
	else if (str_equal(later, " USERIDS"))
		is_there = n > 2 && is_auth(r, false);
	else
		is_there = is_auth_by_count(r, later);
	if (!is_there)
		return;
	r->order->userid = r->tokens->folded[r->at];
	r->order->password = r->tokens->raw[r->at + 1];
	r->is_loose |= !speech_knows(r->context, r->order->userid);
	r->at += 2;
}

/* Why, in words that may be any words. */
static bool
take_reason(struct line_reader *r)
{
	if (left(r) == 0)
		return true;
	/* "Reject all of that" is said. */
	if (r->order->game == 0)
		return false;
	r->order->rest = tokens_rest(r->arena, r->tokens, r->at);
	r->at = r->tokens->count;
	r->is_loose = true;
	return true;
}

static bool
take_secret(struct line_reader *r, bool optional)
{
	/* What is plainly an address is not a password. */
	if (left(r) == 0 || strchr(r->tokens->raw[r->at], '@') != NULL)
		return optional;
	r->order->fresh = r->tokens->raw[r->at++];
	r->is_loose = true;
	return true;
}

static bool
take_plan(struct line_reader *r)
{
	if (left(r) == 1 && strcmp(r->tokens->folded[r->at], "off") == 0)
		r->order->plan = "";
	else if (!speech_read_plan(r->arena, r->context, tokens_rest(r->arena, r->tokens, r->at),
		     &r->order->plan))
		return false;
	r->order->plan_lines = 1;
	r->at = r->tokens->count;
	return true;
}

/* "<fred@example.org>, " is the address alone. */
static void
trim_address(struct line_reader *r)
{
	const char **word = &r->tokens->raw[r->at];
	size_t length;

	if (strchr(*word, '@') == NULL)
		return;
	*word += strspn(*word, "<");
	length = strlen(*word);
	while (length > 0 && strchr(",;.>", (*word)[length - 1]) != NULL)
		length--;
	*word = arena_strndup(r->arena, *word, length);
	r->tokens->folded[r->at] = utf8_fold(r->arena, *word);
}

static bool
take_word(struct line_reader *r, bool optional)
{
	struct order *order = r->order;

	if (left(r) == 0 || order->word_count == WORDS_MAX)
		return optional && left(r) == 0;
	trim_address(r);
	order->raw[order->word_count] = r->tokens->raw[r->at];
	order->words[order->word_count++] = r->tokens->folded[r->at++];
	return true;
}

static bool
take_arg(struct line_reader *r, const char *arg, size_t length)
{
	bool optional = arg[length - 1] == '?';

	if (strncmp(arg, "GAME", strlen("GAME")) == 0) {
		take_game(r, is_arg(arg, length, "GAMES"));
	} else if (is_arg(arg, length, "OFFER?")) {
		return left(r) == 0 || r->order->all || !cmd_is_offer(r->tokens->folded[r->at]) ||
		    take_word(r, true);
	} else if (is_arg(arg, length, "REASON")) {
		return take_reason(r);
	} else if (is_arg(arg, length, "AUTH")) {
		take_auth(r, arg + length);
	} else if (is_arg(arg, length, "MOVE")) {
		return take_move(r);
	} else if (is_arg(arg, length, "PLAN")) {
		return take_plan(r);
	} else if (strncmp(arg, "SECRET", strlen("SECRET")) == 0) {
		return take_secret(r, optional);
	} else if (is_arg(arg, length, "WORDS") || is_arg(arg, length, "USERIDS")) {
		while (left(r) > 0 && take_word(r, true))
			;
	} else {
		return take_word(r, optional);
	}
	return true;
}

/* Options may stand anywhere after the command word. */
static void
take_options(struct arena *arena, struct tokens *tokens, struct order *order)
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
		    (strcmp(name, "userid") == 0 || strcmp(name, "password") == 0)) {
			value = tokens->raw[i];
			tokens_drop(tokens, i);
		}
		if (strcmp(name, "userid") == 0) {
			order->userid = utf8_fold(arena, value);
		} else if (strcmp(name, "password") == 0) {
			order->password = value;
		} else {
			order->options[order->option_count].name = name;
			order->options[order->option_count++].value = value;
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
	if (tokens->count > 3 && cmd_find(NULL, tokens->folded[0]) == &cmd_move)
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
	return speech_is_secret(folded) && strchr(folded, '@') == NULL &&
	    (strchr(folded, '=') == NULL || strncmp(folded + strspn(folded, "-"), "pass", 4) == 0);
}

/* The line for its writer to recognise; `context`, unless NULL: it is none to be run. */
static const char *
blanked_line(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const char *password, const char *fresh)
{
	bool wary = context != NULL && may_hold_secret(context, tokens);
	const char *name, *value;
	struct str line;

	str_init(&line, arena, 400);
	for (int i = 0; i < tokens->count; i++) {
		const char *raw = tokens->raw[i];
		bool option = tokens_read_option(arena, raw, &name, &value) &&
		    strcmp(name, "password") == 0;

		if (i > 0)
			str_addc(&line, ' ');
		str_add(&line,
		    option ? "--password=" BLANKED :
			raw == password || raw == fresh ||
			    (wary && seems_secret(tokens->folded[i])) ?
			     BLANKED :
			     raw);
	}
	return line.data;
}

/* Drops pbmserv's stray words: "**" anywhere, for it ends our own Subjects; "board" and
 * "game" where a board is named or a question asked, for "Draw, game over" is speech. */
static void
drop_strays(struct tokens *tokens, const struct cmd *cmd)
{
	bool named = false;

	for (int i = 0; i < tokens->count; i++)
		named |= tokens_is_number(tokens->folded[i]);
	for (int i = cmd != NULL; i < tokens->count;) {
		bool stars = strcmp(tokens->folded[i], "**") == 0;

		if (stars ||
		    (is_stray(tokens->folded[i]) && cmd != &cmd_set &&
			(named || (cmd != NULL && cmd->needs & OPEN))))
			tokens_drop(tokens, i);
		else
			i++;
	}
}

/* A verb where pbmserv has it, in the move's place: "move 123 fred secret resign", with
 * `at` the place of the number.  Takes it out and returns its command, or NULL. */
static const struct cmd *
take_verb(const struct glossary *glossary, struct tokens *tokens, int at)
{
	const struct cmd *verb;

	if (tokens->count < at + 2 || !tokens_is_number(tokens->folded[at]) ||
	    speech_mark(tokens->raw[tokens->count - 1]) > MARK_STOP)
		return NULL;
	verb = cmd_find(glossary, tokens->folded[tokens->count - 1]);
	if (verb == NULL || !(verb->needs & NEEDS_SEAT) || verb == &cmd_move)
		return NULL;
	tokens->count--;
	return verb;
}

/* Is word i of the order certainly an argument, and no word of a sentence? */
static bool
is_certain(const struct line_reader *r, int i)
{
	const struct order *order = r->order;
	const char *word = order->words[i];
	const char *host = strchr(word, '@');
	bool form = host != NULL && host > word ?
	    strchr(host, '.') != NULL :
	    strpbrk(word, "0123456789") != NULL && strspn(word, NUMBER_SIGNS) == strlen(word);
	int at = 0;

	while (r->tokens->raw[at] != order->raw[i])
		at++;
	if (!ends_plainly(r, at, form))
		return false;
	if (order->cmd->accepts != NULL && cmd_is_keyword(word))
		return true; /* it was looked at */
	return form || speech_knows(r->context, word) ||
	    (order->cmd->expects != NULL && order->cmd->expects(order, i));
}

/* Are the words from `from` on all that the command needs, and nothing else?  Then it
 * is an order; *loose if not every word is certain. */
static bool
read_order(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct cmd *cmd, int from, struct order *order, bool *loose)
{
	struct line_reader r = { arena, context, tokens, from, order, false };
	const char *arg = cmd->args;
	struct str line;

	order->cmd = cmd;
	order->rest = "";
	while (*(arg += strspn(arg, " ")) != '\0') {
		size_t length = strcspn(arg, " ");

		if (!take_arg(&r, arg, length))
			return false;
		arg += length;
	}
	if (left(&r) > 0 || (order->option_count > 0 && !(cmd->needs & TAKES_OPTIONS)) ||
	    (cmd->accepts != NULL && !cmd->accepts(order)))
		return false;
	for (int i = 0; i < order->word_count; i++)
		r.is_loose |= !is_certain(&r, i);
	*loose = r.is_loose;
	/* As it may be shown to anyone. */
	str_init(&line, arena, 400);
	str_add(&line, cmd->name);
	for (int i = from; i < tokens->count; i++) {
		str_addc(&line, ' ');
		str_add(&line,
		    tokens->raw[i] == order->password || tokens->raw[i] == order->fresh ?
			BLANKED :
			tokens->raw[i]);
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
	if (mark == MARK_QUESTION && alone && order->cmd == &cmd_draw)
		order->is_question = true;
	else if (mark == MARK_COLON && alone ? order->cmd != &cmd_chat : mark > MARK_STOP)
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
	const struct cmd *tries[] = { cmd_near(context->glossary, tokens->folded[0]), &cmd_move };
	bool loose;

	/* Short words are slips of too much else. */
	if (strlen(tokens->folded[0]) >= 4)
		out->cmd = tries[0];
	for (int i = 0; i < 2 && tokens->count > 1; i++) {
		struct order order = { 0 };

		if (tries[i] == NULL ||
		    !read_order(arena, context, tokens, tries[i], 1, &order, &loose) ||
		    order.game == 0)
			continue;
		if (loose && (order.password == NULL || !speech_is_secret(order.password)))
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
	int secret = speech_password(arena, context, tokens);

	if (cmd_is_foreign(tokens->folded, tokens->count)) {
		/* Other servers' commands. */
		for (int i = 1; secret == -1 && i + 1 < tokens->count; i++)
			if (speech_knows(context, tokens->folded[i]) ||
			    speech_is_secret(tokens->raw[i + 1]))
				secret = i + 1;
	} else if (out->cmd == NULL && mark <= MARK_STOP &&
	    read_slip(arena, context, tokens, out)) {
		return LINE_NEAR;
	}
	if (secret == -1)
		return LINE_TEXT;
	out->password = tokens->raw[secret];
	out->line = "";
	return LINE_NEAR;
}

/* "end", or the first line of a letter of the server, quoted without any mark. */
static bool
is_end(const struct tokens *tokens)
{
	static const char *const ours[] = { "summary", "of", "xiangqi", "board" };

	if (tokens->count == 1)
		return str_equal_nocase(tokens->raw[0], "end");
	for (int i = 0; i < 4; i++)
		if (i >= tokens->count || strcmp(tokens->folded[i], ours[i]) != 0)
			return false;
	return true;
}

/* "xiangqi", "xq", and the words that pbmserv's players put in front: "board 123 …",
 * "all show fred"; and "sign up fred" is one word. */
static void
drop_prefix(struct tokens *tokens)
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
	if (tokens->count > 2 && strcmp(tokens->folded[0], "sign") == 0 &&
	    strcmp(tokens->folded[1], "up") == 0) {
		tokens_drop(tokens, 0);
		tokens->raw[0] = tokens->folded[0] = "signup";
	}
}

/* Is a password in the order, as far as can be told? */
static bool
holds_secret(struct arena *arena, const struct parse_context *context, const struct tokens *tokens,
    const struct order *order, bool loose)
{
	if (order->fresh != NULL && speech_is_secret(order->fresh))
		return true;
	return order->password != NULL &&
	    (!loose || speech_is_secret(order->password) ||
		speech_password(arena, context, tokens) != -1);
}

/* The words are a command, by the table or by a verb in the move's place; or a bare
 * move, or "board 123 fred secret B3-E3". */
static enum line_kind
read_any_order(struct arena *arena, const struct parse_context *context, struct tokens *tokens,
    const struct cmd *cmd, enum mark mark, struct order *out)
{
	const struct cmd *verb = NULL;
	enum line_kind kind;
	bool loose = false;

	if (cmd != NULL && is_spoken(tokens))
		return LINE_TEXT;
	if (cmd != NULL)
		take_options(arena, tokens, out);
	if (cmd == NULL || cmd == &cmd_move)
		verb = take_verb(context->glossary, tokens, cmd != NULL);
	if (!read_order(arena, context, tokens,
		verb != NULL    ? verb :
		    cmd != NULL ? cmd :
				  &cmd_move,
		cmd != NULL, out, &loose))
		return LINE_TEXT;
	/* "as usual late" */
	if (cmd == &cmd_as && loose && context->is_userid != NULL)
		return LINE_TEXT;
	kind = weigh(tokens, out, loose, mark);
	out->has_secret = holds_secret(arena, context, tokens, out, loose);
	return kind;
}

/* The words of a line, without what stands in front of the command; *all: with it.
 * LINE_TEXT when they are to be read. */
static enum line_kind
split_line(struct arena *arena, const char *line, struct tokens *tokens, struct tokens *all,
    enum mark *mark)
{
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
	/* "Draw ?", as the French do */
	while (tokens->count > 1 && speech_is_mark(tokens->raw[tokens->count - 1]))
		tokens->count--;
	*all = *tokens;
	drop_prefix(tokens);
	if (is_end(tokens))
		return LINE_END;
	if (tokens->too_many)
		tokens->count = 0;
	return LINE_TEXT;
}

/* The line for its writer to recognise: of one that is too long to be read its beginning. */
static const char *
beginning_of(struct arena *arena, const char *line)
{
	struct str begin;

	if (strnlen(line, LINE_BYTES_MAX + 1) <= LINE_BYTES_MAX)
		return arena_strdup(arena, line);
	str_init(&begin, arena, LINE_BYTES_MAX);
	str_add(&begin, line);
	return arena_printf(arena, "%s …", begin.data);
}

/* Conditional lines that are not quite right are nobody's to read but the server's. */
static enum line_kind
resembles_plan(struct arena *arena, const struct parse_context *context, const char *line,
    enum line_kind kind, struct order *out)
{
	const char *reply;

	if (kind != LINE_TEXT || !speech_resembles_plan(arena, context, line, &reply))
		return kind;
	out->cmd = &cmd_if;
	out->written = beginning_of(arena, line);
	out->line = arena_printf(arena, "if %s then MOVE", reply[0] != '\0' ? reply : "MOVE");
	return LINE_NEAR;
}

enum line_kind
parse_line(
    struct arena *arena, const struct parse_context *context, const char *line, struct order *out)
{
	struct tokens tokens, all;
	const struct cmd *cmd;
	enum mark mark;
	enum line_kind kind = split_line(arena, line, &tokens, &all, &mark);

	memset(out, 0, sizeof *out);
	if (kind != LINE_TEXT || tokens.count == 0) {
		out->written = kind == LINE_TEXT ? beginning_of(arena, line) : NULL;
		return resembles_plan(arena, context, line, kind, out);
	}
	cmd = cmd_find(context->glossary, tokens.folded[0]);
	drop_strays(&tokens, cmd);
	if (tokens.count == 0)
		return LINE_TEXT;
	kind = read_any_order(arena, context, &tokens, cmd, mark, out);
	if (kind == LINE_TEXT) {
		memset(out, 0, sizeof *out);
		out->cmd = cmd != &cmd_if ? cmd : NULL;
		/* Not shown again, should a letter be asked about. */
		if (cmd == &cmd_as && tokens.count == 3)
			out->password = tokens.raw[2];
		if (cmd == &cmd_if &&
		    resembles_plan(arena, context, line, LINE_TEXT, out) == LINE_NEAR)
			return LINE_NEAR;
		kind = resembles(arena, context, &tokens, mark, out);
	}
	out->written = blanked_line(arena, kind == LINE_TEXT || kind == LINE_NEAR ? context : NULL,
	    &all, out->password, out->fresh);
	return kind;
}
