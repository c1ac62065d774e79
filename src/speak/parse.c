/* SPDX-License-Identifier: ISC */
/*
 * From the text of a letter to orders and a comment (parse.h).
 *
 * Where a line may be a command at all, and what a letter is asked about.  The words are
 * passed on as they were written.
 */
#include "speak/parse.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/plan.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/astray.h"
#include "speak/correction.h"
#include "speak/doubts.h"
#include "speak/flowed.h"
#include "speak/game_options.h"
#include "speak/mention.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

/* The next line of *text in the arena, *text moved after it; NULL at the end. */
/* One letter being read. */
struct letter_reader {
	struct arena *arena;
	struct parse_context context; /* the writer is whom a password names, if one does */
	struct parsed_letter *out;
	bool many_paragraphs; /* its Subject is "multiple" */
	bool all_speech;      /* it has said so: "say" */
	bool is_over;         /* … "end" */
	const char *secret;   /* may be a password, in the line that is asked about; NULL */
};

/* Is this enough to ask about, where only speech stands? */
static bool
is_evidence(enum line_kind kind, const struct order *order)
{
	const struct verb *verb = order->verb;

	if (kind == LINE_NEAR || kind == LINE_LOOSE)
		return kind == LINE_NEAR || order->has_secret;
	if (kind != LINE_COMMAND || order->is_question ||
	    (order->rest[0] != '\0' && verb->manner & MAY_BE_POLITE))
		return false;
	return order->has_secret || order->game != 0 || verb->manner & IS_PLAIN ||
	    (order->word_count > 0 && !(verb->needs & ONLY_ASKS)) ||
	    (verb->manner & SHOWS_BOARD && order->word_count > 0 &&
		tokens_is_number(order->words[0]));
}

static bool
has_move(const struct parsed_letter *out)
{
	for (int i = 0; i < out->count; i++)
		if (verb_takes(out->orders[i].verb, ARG_MOVE))
			return true;
	return false;
}

/* Asks about the first such line. */
static void
doubt(struct letter_reader *r, enum line_kind kind, const struct order *order, enum doubt why)
{
	struct parsed_letter *out = r->out;

	if (out->doubtful != NULL)
		return;
	/* The order may live in a scratch arena. */
	out->doubtful = arena_strdup(r->arena, order->written);
	out->form = order->line != NULL ? arena_strdup(r->arena, order->line) : "";
	/* A bare move is sent back as it is, and none with the mark that makes it a question. */
	if (order->line != NULL && order->move != NULL && order->game == 0 &&
	    verb_takes(order->verb, ARG_MOVE))
		out->form = arena_strdup(r->arena, order->move);
	if (order->move != NULL)
		out->form = arena_strndup(r->arena, out->form, strcspn(out->form, "?"));
	out->meant = order->verb;
	r->secret = arena_strdup(
	    r->arena, order->password != NULL ? order->password : order->fresh);
	out->doubt = kind == LINE_NEAR && out->form[0] != '\0' ? DOUBT_SLIP :
	    kind != LINE_COMMAND                               ? DOUBT_PASSWORD :
	    order->verb->manner & OPENS_LETTER                 ? DOUBT_FIRST :
								 why;
}

/* A conditional line below a move, or below another one, is part of what that says. */
static bool
joins_plan(struct letter_reader *r, const struct order *order)
{
	struct parsed_letter *out = r->out;
	struct order *above = out->count > 0 ? &out->orders[out->count - 1] : NULL;

	if (above == NULL || !verb_takes(order->verb, ARG_PLAN) || order->plan[0] == '\0' ||
	    (order->game != 0 && order->game != above->game) || order->userid != NULL ||
	    (!verb_takes(above->verb, ARG_MOVE) &&
		(!verb_takes(above->verb, ARG_PLAN) || above->plan[0] == '\0')))
		return false;
	if (above->plan_lines > PLAN_LINES_MAX)
		return true;
	above->plan = above->plan == NULL ?
	    order->plan :
	    arena_printf(r->arena, "%s\n%s", above->plan, order->plan);
	above->plan_lines++;
	return true;
}

static void
add_order(struct letter_reader *r, const struct order *order)
{
	struct parsed_letter *out = r->out;

	if (order->userid != NULL)
		r->context.writer = order->userid;
	r->all_speech |= (order->verb->manner & BEGINS_SPEECH) != 0;
	if (joins_plan(r, order))
		return;
	out->orders[out->count++] = *order;
}

/* An answer's Subject may be that of a letter of his own: it counts above no text at all. */
static bool
is_quoted_subject(const struct parse_context *context, const char *text)
{
	return context->is_answers_subject &&
	    (context->is_unread || context->more != NULL || text[strspn(text, " \t\n")] != '\0');
}

/* A Subject that may be a sentence counts only above a text that begins with no command;
 * where only a certain one counts, above no text at all. */
static bool
read_subject(struct letter_reader *r, const char *subject, const char *text, bool certain)
{
	struct order order, first;
	enum line_kind kind = parse_line(r->arena, &r->context, subject, &order), below;
	const char *line;

	if (is_quoted_subject(&r->context, text))
		return false;
	/* "move 12 fred secret (b3e3)" */
	if (kind > LINE_LOOSE && r->context.labelled != NULL)
		kind = parse_line(r->arena, &r->context, r->context.labelled, &order);
	if (kind == LINE_LOOSE) {
		do
			line = letter_line(r->arena, &text);
		while (line != NULL &&
		    (below = parse_line(r->arena, &r->context, line, &first)) == LINE_EMPTY);
		if (line == NULL || (!certain && below != LINE_COMMAND && below != LINE_LOOSE))
			kind = LINE_COMMAND;
	}
	if (kind != LINE_COMMAND || (order.is_question && order.move != NULL))
		return false;
	add_order(r, &order);
	r->out->from_subject = true;
	return true;
}

/* The first line that is not empty, where it is a move alone; NULL: it is not.  *text goes behind
 * it. */
static const char *
take_bare_move(struct letter_reader *r, const char **text)
{
	struct order move;
	enum line_kind kind = LINE_EMPTY;
	const char *line = NULL;

	while (kind == LINE_EMPTY && (line = letter_line(r->arena, text)) != NULL)
		kind = parse_line(r->arena, &r->context, line, &move);
	return kind == LINE_COMMAND && move.move != NULL && !move.is_question && move.game == 0 &&
		move.verb->manner & MEANT_BY_MOVE ?
	    line :
	    NULL;
}

/* The Subject "move 1 fred secret" above a text that begins with the move alone: together they are
 * the order.  *text goes behind that line. */
static bool
read_split_move(struct letter_reader *r, const char *subject, const char **text)
{
	struct order order;
	const char *line, *below = *text;

	if (is_quoted_subject(&r->context, *text) ||
	    parse_line(r->arena, &r->context, subject, &order) <= LINE_LOOSE ||
	    order.verb == NULL || !(order.verb->manner & MEANT_BY_MOVE) ||
	    (line = take_bare_move(r, &below)) == NULL)
		return false;
	line = arena_printf(r->arena, "%s %s", subject, line);
	if (parse_line(r->arena, &r->context, line, &order) > LINE_LOOSE || order.game == 0 ||
	    order.move == NULL)
		return false;
	add_order(r, &order);
	r->out->from_subject = true;
	*text = below;
	return true;
}

/* May this line be carried out, after those that were read? */
static bool
may_follow(const struct letter_reader *r, enum line_kind kind, const struct order *order, int line,
    int paragraph)
{
	const struct parsed_letter *out = r->out;

	if ((kind <= LINE_LOOSE &&
		((order->verb->manner & OPENS_LETTER && line > 0) ||
		    (order->verb->manner & IS_FINAL && paragraph > 0))) ||
	    (order->move != NULL && order->is_question) ||
	    /* "Hòa" is a draw, and a name: below the first line it is a signature. */
	    (kind == LINE_COMMAND && line > 0 &&
		speech_is_name(r->arena, r->context.name, order->written)))
		return false;
	if (kind == LINE_COMMAND)
		return true;
	/* Below a command whose words go to somebody it may be one of them. */
	for (int i = 0; i < out->count; i++)
		if (!(out->orders[i].verb->manner & OPENS_LETTER) &&
		    !(out->orders[i].verb->needs & OPEN))
			return false;
	return kind == LINE_LOOSE;
}

/* The line is asked about: it may belong to the command above. */
static void
doubt_line(struct letter_reader *r, const char *line, enum doubt why)
{
	struct order order;
	enum line_kind kind = parse_line(
	    r->arena, &r->context, arena_strdup(r->arena, line), &order);

	if (order.written == NULL)
		order.written = secret_blank(r->arena, &r->context, line);
	if (r->out->doubtful != NULL)
		return;
	doubt(r, kind, &order, why);
	if (order.has_secret)
		return;
	r->out->doubt = why;
	r->out->form = "";
	r->out->said = "";
}

/* Right below a command the line may be its end. */
static bool
is_end_or_own(struct letter_reader *r, const char *line)
{
	const struct parsed_letter *out = r->out;
	const struct order *above = out->count > 0 ? &out->orders[out->count - 1] : NULL;

	if (above == NULL || r->all_speech || !broken_may_join(r->arena, &r->context, above, line))
		return false;
	doubt_line(r, line, verb_takes(above->verb, ARG_MOVES) ? DOUBT_BROKEN_MOVE : DOUBT_BROKEN);
	return true;
}

/* May this line be carried out, after those that were read?  Else perhaps it is asked about.
 * is_next: it stands right below one of them. */
static bool
is_one_of_orders(struct letter_reader *r, enum line_kind kind, const struct order *order,
    const char *line, int lines, int paragraph, bool is_next)
{
	if (is_next && is_end_or_own(r, line))
		return false;
	if (may_follow(r, kind, order, lines, paragraph))
		return true;
	/* Below a move it is talk about another. */
	if (kind == LINE_COMMAND && order->move != NULL && order->is_question && lines == 0)
		doubt(r, kind, order, DOUBT_MOVE);
	return false;
}

/* An option that stands among words was meant for a command. */
static bool
is_stray_option(struct letter_reader *r, const char *line)
{
	const char *name = broken_option(r->arena, line);

	return r->out->count > 0 && name != NULL && game_option_find(name) != -1;
}

/* Runs through the lines from the top; returns where the comment begins. */
static const char *
read_orders(struct letter_reader *r, const char *text)
{
	struct parsed_letter *out = r->out;
	const char *line, *before = text;
	struct order order;
	int lines = 0, paragraph = 0;
	bool was_empty = false, is_next;

	while (!r->all_speech && (line = letter_line(r->arena, &text)) != NULL) {
		enum line_kind kind;

		line = broken_join(r->arena, &r->context, line, &text);
		kind = parse_line(r->arena, &r->context, line, &order);
		if (kind == LINE_END) {
			r->is_over = true;
			return "";
		}
		if (kind == LINE_EMPTY) {
			if (lines > 0 && !r->many_paragraphs)
				return before;
			was_empty = lines > 0;
			continue;
		}
		is_next = lines > 0 && !was_empty;
		paragraph += was_empty;
		was_empty = false;
		/* Words with a bar at the very top: chat without its name. */
		if (kind == LINE_SPEECH && out->count == 0) {
			const struct verb *verb = verb_meant_by(MEANT_BY_BAR);

			out->orders[out->count++] =
			    (struct order){ .verb = verb, .line = verb->name, .written = line };
			return before;
		}
		if (!is_one_of_orders(r, kind, &order, line, lines, paragraph, is_next))
			return before;
		if (out->count == ORDERS_MAX) {
			out->too_many = true;
			return "";
		}
		add_order(r, &order);
		lines++;
		before = text;
	}
	return before;
}

static bool
is_repeated(const struct parsed_letter *out, const struct order *order)
{
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].verb == order->verb &&
		    strcmp(out->orders[i].line, order->line) == 0)
			return true;
	return false;
}

/* What was said behind moves and answers, a line each. */
static void
add_rests(const struct parsed_letter *out, struct str *to)
{
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].rest != NULL && !speech_is_please(out->orders[i].rest))
			str_addf(to, "%s\n", out->orders[i].rest);
}

static bool
is_in_note(const struct parsed_letter *out)
{
	return out->count > 0 && out->orders[out->count - 1].verb->manner & IS_PRIVATE;
}

/* Does a note begin at this line of the comment?  It carries nothing out, and what stands
 * below it is meant for nobody else, below "say", too. */
static bool
begins_note(
    struct letter_reader *r, enum line_kind kind, const struct order *order, const char *line)
{
	struct order note;

	if (kind != LINE_COMMAND || !(order->verb->manner & IS_PRIVATE) || r->out->count == 0 ||
	    r->out->count == ORDERS_MAX || is_in_note(r->out))
		return false;
	/* What is read lives in a scratch arena. */
	parse_line(r->arena, &r->context, arena_strdup(r->arena, line), &note);
	add_order(r, &note);
	return true;
}

/* Is it the line "say" above other words, so that they are nothing else?  Nobody needs to read
 * it. */
static bool
begins_words(
    struct letter_reader *r, enum line_kind kind, const struct order *order, const char *below)
{
	if (kind != LINE_COMMAND || !str_equal_nocase(order->written, "say") || r->all_speech ||
	    below[strspn(below, " \t\n")] == '\0')
		return false;
	r->all_speech = true;
	return true;
}

/* Is the line the writer's name or userid alone? */
static bool
is_signature(struct letter_reader *r, const char *line)
{
	return speech_is_name(r->arena, r->context.name, line) ||
	    (r->context.writer != NULL && str_equal_nocase(line, r->context.writer));
}

/* The lines of the paragraph in which the orders stand, below them. */
static const char *
lines_below(struct letter_reader *r, const char *text)
{
	struct str below;
	struct order order;
	const char *line;

	str_init(&below, r->arena, 0);
	while ((line = letter_line(r->arena, &text)) != NULL) {
		enum line_kind kind = parse_line(r->arena, &r->context, line, &order);

		if (kind == LINE_END || kind == LINE_EMPTY || below.length > COMMENT_BYTES_MAX ||
		    (kind == LINE_COMMAND && order.verb->manner & BEGINS_SPEECH))
			break;
		if (!is_signature(r, line))
			str_addf(&below, "%s\n", line);
	}
	return below.data;
}

/* Is there more in the comment than thanks, greetings and the writer's name? */
static bool
says_something(struct letter_reader *r)
{
	const char *text = r->out->comment_too_large ? "" : r->out->comment, *line;

	while ((line = letter_line(r->arena, &text)) != NULL)
		if (line[strspn(line, " \t")] != '\0' && !is_signature(r, line) &&
		    !speech_is_thanks(r->arena, &r->context, line, true))
			return true;
	return false;
}

/* Are the words about a game that its writer plays on? */
static bool
plays_on(const struct letter_reader *r)
{
	const struct parsed_letter *out = r->out;

	if (out->count > 0 && out->orders[out->count - 1].verb->manner & WRITES_TO)
		return false;
	return r->context.answer.is_playing || has_move(out);
}

/* Can it be done in this letter?  Who is to move plans nothing without a move. */
static bool
is_possible(const struct letter_reader *r, const struct astray *astray)
{
	return astray->verb == NULL || !(astray->verb->manner & MEANT_BY_PLAN) ||
	    !r->context.answer.is_his_move || has_move(r->out);
}

/* Does a line of the comment look like something that was to be carried out? */
static void
doubt_words(struct letter_reader *r, enum line_kind kind, const struct order *order,
    const char *line, const char *below)
{
	struct order note = *order;
	struct astray astray;

	if ((kind == LINE_TEXT || kind == LINE_LOOSE) && r->out->doubtful == NULL &&
	    astray_find(r->arena, &r->context, line, plays_on(r), &astray) &&
	    is_possible(r, &astray)) {
		r->out->doubtful = astray.shown;
		r->out->meant = astray.verb;
		r->out->form = astray.form;
		r->out->said = astray.said;
		r->out->doubt = astray.why;
	} else if (kind != LINE_COMMAND &&
	    (note.verb = speech_study(r->arena, &r->context, line)) != NULL) {
		note.line = note.verb->name;
		doubt(r, LINE_NEAR, &note, DOUBT_SLIP);
		r->out->form = nearest_study(r->arena, &r->context, note.verb, line);
	} else if (is_stray_option(r, line)) {
		doubt_line(r, line, DOUBT_BROKEN);
	} else if (kind == LINE_TEXT &&
	    (note.verb = astray_note(r->arena, &r->context, line, below)) != NULL) {
		note.line = note.verb->name;
		doubt(r, LINE_NEAR, &note, DOUBT_SLIP);
	} else if (is_evidence(kind, order) &&
	    !speech_is_name(r->arena, r->context.name, order->written)) {
		doubt(r, kind, order, DOUBT_PLACE);
	}
}

/* The line as it is passed on; it may be asked about. */
static const char *
spoken_line(struct letter_reader *r, enum line_kind kind, const struct order *order,
    const char *line, const char *below)
{
	if (kind == LINE_SPEECH) {
		line = strchr(line, '|') + 1;
		line += *line == ' ';
		r->out->marked = arena_printf(r->arena, "%s%s\n", r->out->marked, line);
		return line;
	}
	if (!r->all_speech)
		doubt_words(r, kind, order, line, below);
	return line;
}

/* The comment, and the first line in it that looks like a command. */
static void
read_comment(struct letter_reader *r, const char *text)
{
	struct arena *scratch = arena_new(); /* nothing of a remark's order is kept */
	struct parsed_letter *out = r->out;
	struct str words[2]; /* the comment, and below "note" what is private */
	struct str *to = &words[is_in_note(out)];
	struct order order;
	const char *line;

	str_init(&words[0], r->arena, 0);
	str_init(&words[1], r->arena, 0);
	add_rests(out, &words[0]);
	for (; (line = letter_line(scratch, &text)) != NULL; arena_clear(scratch)) {
		enum line_kind kind = parse_line(scratch, &r->context, line, &order);

		if ((r->is_over = kind == LINE_END))
			break;
		if (kind == LINE_COMMAND && to->length == 0 && is_repeated(out, &order))
			continue; /* said in the Subject and in the letter */
		if (begins_note(r, kind, &order, line)) {
			to = &words[1];
			continue;
		}
		if (begins_words(r, kind, &order, text))
			continue;
		line = spoken_line(r, kind, &order, line, text);
		if (to->length > 0 || kind != LINE_EMPTY) {
			str_add(to, line);
			str_add(to, "\n");
		}
	}
	arena_free(scratch);
	str_trim(&words[0]);
	str_trim(&words[1]);
	out->comment = words[0].data;
	out->note = words[1].data;
}

/* The comment is looked through for commands, line by line, which takes its time. */
static bool
is_too_large(const char *comment)
{
	int lines = 0;

	for (const char *at = comment; lines <= COMMENT_LINES_MAX && *at != '\0'; lines++) {
		at = strchrnul(at, '\n');
		at += *at == '\n';
	}
	return lines > COMMENT_LINES_MAX || strlen(comment) > COMMENT_BYTES_MAX;
}

/* The words beyond the text, up to a letter of ours: NULL none. */
static const char *
read_beyond(struct letter_reader *r)
{
	const char *line, *text = r->context.more != NULL ? r->context.more : "";
	struct order order;
	struct str words;

	str_init(&words, r->arena, 0);
	while (!r->is_over && (line = letter_line(r->arena, &text)) != NULL) {
		enum line_kind kind = parse_line(r->arena, &r->context, line, &order);

		if (kind == LINE_END)
			break;
		str_addf(&words, "%s\n", spoken_line(r, kind, &order, line, text));
	}
	str_trim(&words);
	return words.length > 0 ? words.data : NULL;
}

/* They go where the words of the text go. */
static void
join_words(struct letter_reader *r, const char *words)
{
	const char **to = is_in_note(r->out) ? &r->out->note : &r->out->comment;

	*to = (*to)[0] == '\0' ? words : arena_printf(r->arena, "%s\n\n%s", *to, words);
	r->out->comment_too_large |= is_too_large(*to);
}

/* A line that is a move, or speaks of one, and where it stands in the text. */
struct move_line {
	struct mention said;
	const char *written, *begin, *end;
	bool is_cut;
};

/* Is the line a command, or near one, or words that say so, where only a move is looked for? */
static bool
is_other_than_move(const struct letter_reader *r, enum line_kind kind, const struct order *order)
{
	if (kind == LINE_COMMAND)
		return order->move == NULL || order->has_secret ||
		    (order->game != 0 && order->game != r->context.answer.game) ||
		    order->plan != NULL;
	return kind == LINE_SPEECH || kind == LINE_NEAR ||
	    (kind == LINE_LOOSE && order->has_secret);
}

/* Is something else to be done with a move, as by "queue B3-E3, if you like"? */
static bool
is_for_move(const struct order *order)
{
	return order->verb != NULL &&
	    (verb_takes(order->verb, ARG_MOVE_ALONE) || verb_takes(order->verb, ARG_MOVES));
}

/* What the line speaks of; "move 1 B3-E3 nice!" names its board as well.  False: a move that is not
 * to be played. */
static bool
read_mention(struct letter_reader *r, enum line_kind kind, const struct order *order,
    const char *line, struct mention *said)
{
	bool named = kind == LINE_COMMAND && order->game != 0;

	mention_read(r->arena, &r->context, named ? order->move : line, said);
	if (named)
		said->rest = order->rest;
	if (order->is_question && said->kind == MENTION_MOVE)
		said->kind = MENTION_SPOKEN;
	if (kind != LINE_COMMAND && said->kind != MENTION_MOVE && said->kind != MENTION_NONE &&
	    broken_is_bygone(r->arena, &r->context, line))
		said->kind = MENTION_NONE;
	return said->kind == MENTION_NONE ||
	    (!is_for_move(order) &&
		(kind == LINE_COMMAND || speech_study(r->arena, &r->context, line) == NULL));
}

/* "1. H3-E3 H10-G8": a line of a score? */
static bool
is_of_score(const char *line)
{
	size_t number = strspn(line += strspn(line, " \t"), "0123456789");

	return number > 0 && line[number] == '.' &&
	    notation_is_move_like(line + number + 1 + strspn(line + number + 1, " \t"));
}

/* Looks through the text, on the board that it answers, for the lines that are moves and the first
 * that speaks of one: how many are, with the last; -1: there are commands, or what may be one. */
static int
find_moves(
    struct letter_reader *r, const char *text, struct move_line *move, struct move_line *spoken)
{
	const char *line, *above = "", *said = "", *begin = text;
	int moves = 0, lines = 0;

	for (; (line = letter_line(r->arena, &text)) != NULL; above = line, begin = text, lines++) {
		struct move_line here = { .begin = begin, .end = text };
		struct order order;
		enum line_kind kind = parse_line(r->arena, &r->context, line, &order);

		if (kind == LINE_END)
			break;
		if (kind == LINE_EMPTY ||
		    (kind != LINE_NEAR && speech_is_name(r->arena, r->context.name, line)))
			continue;
		if (is_other_than_move(r, kind, &order) || lines > COMMENT_LINES_MAX ||
		    !read_mention(r, kind, &order, line, &here.said))
			return -1;
		here.written = order.written;
		if (here.said.kind == MENTION_MOVE || kind == LINE_COMMAND) {
			here.is_cut = broken_is_part(
					  r->arena, &r->context, above, said, line, text) ||
			    doubts_consider(r->arena, &r->context, said);
			*move = here;
			moves++;
		} else if (here.said.kind != MENTION_NONE && spoken->written == NULL) {
			*spoken = here;
		}
		moves += here.said.kind != MENTION_MOVE && is_of_score(line);
		said = line;
	}
	return moves;
}

/* How the line is written, for it to be asked about; "" unknown. */
static const char *
form_to_ask(struct letter_reader *r, const struct move_line *line, bool is_for_other)
{
	const char *move = line->said.move;

	if (is_for_other)
		return nearest_form(r->arena, &r->context, line->written, &r->out->meant);
	return move != NULL && !broken_is_denied(r->arena, &r->context, line->written) ? move : "";
}

/* A letter without commands on its first lines: the only line that is a move is one, and all
 * others are talk (riverpost-commands(7)).  Returns the comment. */
static const char *
read_move_in_talk(struct letter_reader *r, const char *text)
{
	struct parsed_letter *out = r->out;
	struct move_line move = { 0 }, spoken = { 0 }, *line = &move;
	int moves = find_moves(r, text, &move, &spoken);
	const struct verb *verb;
	struct order order;
	struct str words;

	/* "2. H1-G3 H10-G8" may be counted without being one. */
	if (move.written == NULL)
		line = &spoken;
	if (r->all_speech || moves == -1 || moves > 1 || line->written == NULL)
		return text;
	verb = line->said.kind == MENTION_MOVE ?
	    NULL :
	    nearest_begin(r->arena, &r->context, line->written);
	/* What cannot be played is refused as a move, with the reason. */
	if (verb != NULL || line->is_cut || line->said.move == NULL ||
	    (line->said.kind != MENTION_MOVE && line->said.kind != MENTION_REFUSED) ||
	    parse_line(r->arena, &r->context, line->said.move, &order) != LINE_COMMAND ||
	    order.move == NULL) {
		out->speaks_of_move = true;
		out->unread = line->written;
		out->meant = verb;
		out->form = form_to_ask(r, line, verb != NULL);
		out->choices = line->said.choices;
		return text;
	}
	order.written = line->written;
	order.is_question = false;
	out->is_below_words = text + strspn(text, " \t\n") < line->begin;
	add_order(r, &order);
	str_init(&words, r->arena, 0);
	str_addn(&words, text, (size_t)(line->begin - text));
	if (!speech_is_please(line->said.rest))
		str_addf(&words, "%s\n", line->said.rest);
	str_add(&words, line->end);
	return words.data;
}

static void
blank(struct letter_reader *r, const char *secret)
{
	struct parsed_letter *out = r->out;

	out->comment = secret_blank_word(r->arena, out->comment, secret);
	out->note = secret_blank_word(r->arena, out->note, secret);
	out->below = secret_blank_word(r->arena, out->below, secret);
}

/* May a word of the Subject, or the value of an option in it, stand in the text?  Of long ones
 * it is not asked. */
static bool
may_share_word(const char *subject, const char *text)
{
	for (int words = 0; *(subject += strspn(subject, " \t=")) != '\0'; words++) {
		size_t length = strcspn(subject, " \t=");

		if (words == WORDS_MAX || memmem(text, strlen(text), subject, length) != NULL)
			return true;
		subject += length;
	}
	return false;
}

/* Every copy of a password that was given goes out of the comment, also of one in a
 * Subject that was not needed. */
static void
blank_comment(struct letter_reader *r, const char *subject)
{
	struct parsed_letter *out = r->out;
	struct order other;
	enum line_kind unused = LINE_TEXT;

	for (int i = 0; i < out->count; i++) {
		blank(r, out->orders[i].password);
		blank(r, out->orders[i].fresh);
	}
	blank(r, r->secret);
	if (!out->from_subject &&
	    (may_share_word(subject, out->comment) || may_share_word(subject, out->note)))
		unused = parse_line(r->arena, &r->context, subject, &other);
	/* "chat 5 minutes later" may be a sentence, "signup fred secret" is hardly one. */
	if (unused == LINE_COMMAND || unused == LINE_NEAR ||
	    (unused == LINE_LOOSE && (other.has_secret || other.fresh != NULL))) {
		blank(r, other.password);
		blank(r, other.fresh);
	}
}

/* "Mesage wilma", in the place of the Subject of the letter that is answered: its words are not
 * for the player of the board. */
static bool
is_addressed(const struct letter_reader *r, const struct order *said)
{
	return !r->context.is_answers_subject && said->verb->manner & WRITES_TO;
}

/* What an answer to a letter without commands quotes. */
static void
read_first_line(struct letter_reader *r, const char *subject, const char *text, bool body_first)
{
	struct order order, said;
	const char *line;

	while ((line = letter_line(r->arena, &text)) != NULL)
		if (parse_line(r->arena, &r->context, line, &order) != LINE_EMPTY)
			break;
	if (line == NULL && body_first)
		return; /* the Subject is our own */
	if (line == NULL)
		parse_line(r->arena, &r->context, line = subject, &order);
	/* What the letter says may stand in its Subject. */
	else if (order.verb == NULL &&
	    parse_line(r->arena, &r->context, subject, &said) != LINE_EMPTY && said.verb != NULL &&
	    (!body_first || is_addressed(r, &said))) {
		order = said;
		line = subject;
		r->out->from_subject = true;
	}
	r->out->meant = order.verb;
	r->out->unread = order.written != NULL ? order.written :
						 secret_blank(r->arena, &r->context, line);
	r->out->choices = nearest_challenges(r->arena, &r->context, line, &r->out->meant);
	if (r->out->choices[0] != '\0')
		return;
	r->out->form = nearest_form(r->arena, &r->context, line, &r->out->meant);
	if (r->out->comment[0] != '\0')
		line = r->out->comment;
	if (request_is_said(r->arena, &r->context, line, r->out))
		request_take(r->arena, &r->context, line, r->out);
}

/* The orders of the Subject and the text, and the words below them. */
static void
read_letter(struct letter_reader *r, const char *subject, const char *text, bool body_first)
{
	struct parsed_letter *out = r->out;
	const char *comment = text;

	if (!body_first && read_split_move(r, subject, &comment))
		text = comment;
	else if (body_first || !read_subject(r, subject, text, false) ||
	    out->orders[0].verb->manner & OPENS_LETTER)
		comment = read_orders(r, text);
	if (body_first && out->count == 0)
		read_subject(r, subject, text, true);
	if (r->context.answer.board != NULL && out->count == 0 && out->doubtful == NULL)
		comment = read_move_in_talk(r, text);
	out->comment_too_large = is_too_large(comment);
	if (out->comment_too_large)
		return;
	if (out->count > 0 && comment != text)
		out->below = lines_below(r, comment);
	read_comment(r, comment);
}

/* Words below a command that are for the operator are asked about: "H10-G8, and dear admin, fred is
 * cheating".  What is marked as words, or stands below "say", is for whom it says. */
static void
doubt_complaint(struct letter_reader *r)
{
	struct parsed_letter *out = r->out;
	const char *line;

	if (out->count == 0 || out->doubtful != NULL || out->comment[0] == '\0' ||
	    out->comment_too_large || out->marked[0] != '\0')
		return;
	for (int i = 0; i < out->count; i++)
		if (out->orders[i].verb->manner & (BEGINS_SPEECH | WRITES_TO))
			return;
	if ((line = request_complaint(r->arena, &r->context, out->comment)) != NULL) {
		doubt_line(r, line, DOUBT_BROKEN);
		out->is_complaint = true;
	}
}

void
parse_letter(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out)
{
	struct letter_reader r = { arena, *context, out, str_equal_nocase(subject, "multiple"),
		false, false, NULL };
	struct parse_context meant = *context;

	memset(out, 0, offsetof(struct parsed_letter, orders[1]));
	out->comment = out->marked = out->note = out->below = out->form = out->said = out->unread =
	    out->choices = "";
	text = flowed_part(arena, context, flowed_undo(arena, context, text));
	if (!body_first || !parse_list(arena, context, text, out))
		read_letter(&r, subject, text, body_first);
	correction_doubt(arena, &r.context, out);
	doubt_complaint(&r);
	blank_comment(&r, subject);
	meant.more = out->comment_too_large ? NULL : read_beyond(&r);
	if (out->count == 0 && out->doubtful == NULL && !out->speaks_of_move)
		read_first_line(&r, subject, text, body_first);
	meaning_read(arena, &meant, subject, text, out);
	if (meant.more != NULL && !context->answer.is_question) {
		join_words(&r, meant.more);
		blank_comment(&r, subject);
	}
	out->says_something = says_something(&r);
	/* Some are as they were written. */
	out->form = secret_blank(arena, &r.context, out->form);
}
