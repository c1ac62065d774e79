/* SPDX-License-Identifier: ISC */
/*
 * An answer to a letter that lists boards: lines that begin with the number of one, "3 h10g8",
 * "4: draw", "Board 5 - B3-E3, good luck", and words for that board's other player behind or below
 * them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "speak/board_name.h"
#include "speak/parse_internal.h"
#include "speak/speech.h"

const char *
letter_line(struct arena *arena, const char **text)
{
	const char *line = *text, *end = strchrnul(line, '\n');

	if (*line == '\0')
		return NULL;
	*text = *end == '\n' ? end + 1 : end;
	return arena_strndup(arena, line, (size_t)(end - line));
}

struct list_reader {
	struct arena *arena;
	const struct parse_context *context;
	struct parsed_letter *out;
	struct str words[ORDERS_MAX]; /* of each order */
	int items;                    /* lines that begin with a board */
	const char *above;            /* the first line of words above them; NULL: none */
	bool is_other;                /* to be read as any letter is */
	bool is_over;                 /* nothing below counts */
};

/* The listed board with whose number the line begins, and the words; *at is the first behind it.
 * 0: with none. */
static int64_t
board_of(const struct list_reader *r, const char *line, struct tokens *tokens, int *at)
{
	const struct parse_answer *answer = &r->context->answer;
	const char *word;
	int64_t board;
	size_t length;
	int number;

	tokens_split(r->arena, line, tokens);
	*at = tokens->count > 1 && glossary_lists("board game", tokens->folded[0]);
	if (tokens->too_many || tokens->count < *at + 2)
		return 0;
	/* "1. B3-E3", where the letter is about one board, has the number of a move. */
	if (answer->game != 0 && strpbrk(tokens->raw[*at], ".)") != NULL)
		return 0;
	word = tokens->folded[(*at)++];
	length = strcspn(word, ")-");
	if (strlen(word) > length + 1 ||
	    !tokens_read_number(arena_strndup(r->arena, word, length), &board, &number) ||
	    number != 0)
		return 0;
	if (*at + 1 < tokens->count && glossary_lists("- – — :", tokens->raw[*at]))
		++*at;
	for (int i = 0; i < answer->board_count; i++)
		if (answer->boards[i] == board)
			return board;
	return 0;
}

/* "9 b1c3; 10 b10c8", "7 b3e3, 3 h10g8": the line up to where another board's move begins; *line
 * goes on from there, or is NULL. */
static const char *
cut_items(const struct list_reader *r, const char **line)
{
	const char *begin = *line;
	struct tokens tokens;
	int at;

	for (const char *mark = begin; (mark = strpbrk(mark, ",;")) != NULL; mark++)
		if (board_of(r, mark + 1, &tokens, &at) != 0 &&
		    notation_is_move_like(tokens_rest(r->arena, &tokens, at))) {
			*line = mark + 1;
			return arena_strndup(r->arena, begin, (size_t)(mark - begin));
		}
	*line = NULL;
	return begin;
}

static bool
is_for_board(const struct list_reader *r, const char *line, int64_t board, struct order *order)
{
	return parse_line(r->arena, r->context, line, order) == LINE_COMMAND &&
	    (order->game == board || order_board(order) == board);
}

/* The square that a word is, without marks around it; NULL: it is none. */
static const char *
square_in(struct arena *arena, const char *word)
{
	word += strspn(word, "(\"'");
	word = arena_strndup(arena, word, strcspn(word, ".,;:!?)\"'"));
	return word[0] >= 'a' && word[0] <= 'i' && tokens_is_number(word + 1) ? word : NULL;
}

/* Is there a move or a square in the text?  form: the move, where it has just one, or two squares,
 * "b3-e3"; else "". */
static bool
speaks_of_move(const struct list_reader *r, const char *text, const char **form)
{
	const char *squares[3] = { NULL }, *move = "";
	struct tokens tokens;
	int count = 0, moves = 0;

	tokens_split(r->arena, text, &tokens);
	for (int i = 0; i < tokens.count; i++) {
		const char *square = square_in(r->arena, tokens.folded[i]);

		if (square != NULL && count < 3)
			squares[count++] = square;
		if (square == NULL && notation_is_move_like(tokens.raw[i]) && moves++ == 0)
			move = arena_strndup(
			    r->arena, tokens.raw[i], strcspn(tokens.raw[i], ".,;:!?)\"'"));
	}
	*form = count == 2 && moves == 0 ? arena_printf(r->arena, "%s-%s", squares[0], squares[1]) :
	    count == 0 && moves == 1     ? move :
					   "";
	return moves + count > 0;
}

/* "b1c3 nice one": words behind a move, and a blank, that speak of no other. */
static bool
read_move_with_words(
    const struct list_reader *r, const char *text, int64_t board, struct order *order)
{
	size_t length = notation_form_end(text, NULL, NULL);
	const char *words = text + length, *form;
	struct order other;

	if (length == 0 || (*words != ' ' && *words != '\t') || speaks_of_move(r, words, &form) ||
	    parse_line(r->arena, r->context, words + strspn(words, " \t"), &other) < LINE_TEXT)
		return false;
	text = arena_printf(r->arena, "%s %lld %.*s", verb_table[VERB_MOVE].name, (long long)board,
	    (int)length, text);
	if (!is_for_board(r, text, board, order))
		return false;
	order->rest = words + strspn(words, " \t");
	return true;
}

/* The line, about that board, whose command begins at word `at`; false: it holds none. */
static bool
read_item(const struct list_reader *r, const char *line, int64_t board, const struct tokens *tokens,
    int at, struct order *order)
{
	const char *rest = tokens_rest(r->arena, tokens, at);
	const struct verb *verb = verb_find(r->context->glossary, tokens->folded[at]);

	if (verb == NULL)
		verb = &verb_table[VERB_MOVE];
	else
		rest = at + 1 < tokens->count ? tokens_rest(r->arena, tokens, at + 1) : "";
	return is_for_board(r, line, board, order) ||
	    is_for_board(r,
		arena_printf(r->arena, "%s %lld %s", verb->name, (long long)board, rest), board,
		order) ||
	    read_move_with_words(r, rest, board, order);
}

/* Nothing is carried out; the writer reads which line it is about. */
static void
ask_about(struct list_reader *r, const char *line, const char *form, const struct verb *verb)
{
	r->out->count = 0;
	r->out->doubtful = secret_blank(r->arena, r->context, line);
	r->out->form = form != NULL ? form : "";
	r->out->meant = verb;
	r->out->doubt = r->out->form[0] != '\0' ? DOUBT_SLIP : DOUBT_LISTED;
}

static void
add_order(struct list_reader *r, const struct order *order, const char *written)
{
	struct parsed_letter *out = r->out;

	/* What holds a password, or has words of its own, is read elsewhere. */
	r->is_other |= order->has_secret || order->password != NULL || order->fresh != NULL ||
	    (order->verb->manner & (BEGINS_SPEECH | WRITES_TO | OPENS_LETTER | IS_PRIVATE)) != 0;
	if (order->move != NULL && order->is_question)
		ask_about(r, written,
		    arena_printf(r->arena, "%lld %s", (long long)order->game, order->move),
		    order->verb);
	if (r->is_other || out->doubtful != NULL)
		return;
	if (out->count == ORDERS_MAX) {
		out->too_many = true;
		return;
	}
	str_init(&r->words[out->count], r->arena, 0);
	if (order->rest != NULL && order->rest[0] != '\0')
		str_addf(&r->words[out->count], "%s\n", order->rest);
	out->orders[out->count] = *order;
	out->orders[out->count++].written = secret_blank(r->arena, r->context, written);
}

/* The lines that were read, as they would be sent again. */
static const char *
all_lines(const struct list_reader *r)
{
	const char *lines = "";

	for (int i = 0; i < r->out->count; i++)
		lines = arena_printf(
		    r->arena, "%s%s%s", lines, i > 0 ? "\n" : "", r->out->orders[i].written);
	return lines;
}

/* Words above the boards: for which of several they are, nobody knows; a greeting is for all. */
static void
read_above(struct list_reader *r, const char *line, enum line_kind kind, const struct order *order)
{
	if (kind == LINE_EMPTY || speech_is_greeting(r->arena, r->context, line) ||
	    speech_is_name(r->arena, r->context->name, line))
		return;
	r->above = r->above == NULL ? line : r->above;
	r->is_other |= r->context->answer.game != 0 || order->has_secret || kind == LINE_SPEECH;
}

/* A line without a board's number in front. */
static void
read_other_line(struct list_reader *r, const char *line)
{
	struct order order;
	enum line_kind kind = parse_line(r->arena, r->context, line, &order);

	if (kind == LINE_END) {
		r->is_over = true;
	} else if (kind == LINE_COMMAND) {
		add_order(r, &order, line);
	} else if (kind == LINE_NEAR && !order.has_secret && order.password == NULL) {
		ask_about(r, line, order.line, order.verb);
	} else if (r->out->count > 0 && (kind == LINE_SPEECH || !order.has_secret)) {
		line += kind == LINE_SPEECH ? strspn(line, " \t|") : 0;
		str_addf(&r->words[r->out->count - 1], "%s\n", line);
	} else {
		read_above(r, line, kind, &order);
	}
}

static bool
is_listed(const struct list_reader *r, int64_t board)
{
	const struct parse_answer *answer = &r->context->answer;

	for (int i = 0; i < answer->board_count; i++)
		if (answer->boards[i] == board)
			return true;
	return false;
}

/* The line, or where folding has moved its letters the folded one, from a byte on. */
static const char *
part(const struct list_reader *r, const char *line, const char *folded, size_t from, size_t length)
{
	line = strlen(line) == strlen(folded) ? line : folded;
	return arena_strndup(r->arena, line + from, length);
}

/* "Brett 2: h10g8", "第2盘 马8进7": the line with the number of the listed board in front that it
 * begins with; else as it is. */
static const char *
numbered(const struct list_reader *r, const char *line)
{
	const char *folded = utf8_fold(r->arena, line);
	int64_t board = 0;
	size_t blanks = strspn(folded, " \t"),
	       length = board_name(r->context, folded + blanks, &board);

	if (length == 0 || !is_listed(r, board))
		return line;
	length += blanks;
	length += strspn(folded + length, " \t.,:;-)");
	if (folded[length] == '\0')
		return line;
	return arena_printf(r->arena, "%lld %s", (long long)board,
	    part(r, line, folded, length, strlen(folded) - length));
}

/* "h10g8 on board 2", "I resign board 2, thanks": what stands in front of the name of a listed
 * board at the end of the line, *board; NULL: none does. */
static const char *
named_behind(const struct list_reader *r, const char *line, int64_t *board)
{
	const char *folded = utf8_fold(r->arena, line), *next = folded;
	bool begins = false;

	for (const char *at = folded; *at != '\0'; at = next) {
		uint32_t c = utf8_next(&next);
		size_t length = begins || c >= FIRST_HAN ? board_name(r->context, at, board) : 0;

		if (length > 0 && at > folded && is_listed(r, *board) &&
		    speech_ends_clause(r->arena, r->context, at + length) &&
		    speech_is_thanks(r->arena, r->context, at + length, false))
			return part(r, line, folded, 0, (size_t)(at - folded));
		begins = !utf8_is_alnum(c);
	}
	return NULL;
}

/* "I resign", about that board: asks whether its command is meant; false: it says none. */
static bool
ask_about_deed(struct list_reader *r, const char *line, const char *words, int64_t board)
{
	const struct verb *verb = speech_deed(r->arena, r->context, words, NULL);
	struct order order;
	const char *form;

	if (verb == NULL || !(verb->needs & NEEDS_SEAT))
		return false;
	form = arena_printf(r->arena, "%s %lld", verb->name, (long long)board);
	if (!is_for_board(r, form, board, &order))
		return false;
	r->items++;
	ask_about(r, line, form, verb);
	return true;
}

/* Behind the words stands the name of that board. */
static bool
read_behind(struct list_reader *r, const char *line, const char *words, int64_t board)
{
	const char *form;

	if (ask_about_deed(r, line, words, board))
		return true;
	if (!speaks_of_move(r, words, &form) || form[0] == '\0')
		return false;
	r->items++;
	ask_about(r, line, arena_printf(r->arena, "%lld %s", (long long)board, form),
	    &verb_table[VERB_MOVE]);
	return true;
}

static void
read_line(struct list_reader *r, const char *line)
{
	struct tokens tokens;
	struct order order;
	int at;
	const char *with = numbered(r, line), *rest, *form;
	int64_t board = board_of(r, with, &tokens, &at), named;

	rest = board != 0 ? tokens_rest(r->arena, &tokens, at) : "";
	if (board != 0 && read_item(r, with, board, &tokens, at, &order)) {
		r->items++;
		add_order(r, &order, line);
	} else if (board != 0 && ask_about_deed(r, line, rest, board)) {
		return;
	} else if (board != 0 && (speaks_of_move(r, rest, &form) || r->items > 0)) {
		/* "3 h10g8 h8g8": whatever it is, it is about that board. */
		r->items++;
		ask_about(r, line,
		    form[0] != '\0' ? arena_printf(r->arena, "%lld %s", (long long)board, form) :
				      "",
		    &verb_table[VERB_MOVE]);
	} else if (board != 0 || (rest = named_behind(r, line, &named)) == NULL ||
	    !read_behind(r, line, rest, named)) {
		read_other_line(r, line);
	}
}

bool
parse_list(struct arena *arena, const struct parse_context *context, const char *text,
    struct parsed_letter *out)
{
	struct list_reader r = { .arena = arena, .context = context, .out = out };
	struct str all;
	const char *line;

	while (context->answer.board_count > 0 && !r.is_over && !r.is_other &&
	    out->doubtful == NULL && !out->too_many && (line = letter_line(arena, &text)) != NULL)
		for (const char *left = line; left != NULL && !r.is_over;)
			read_line(&r, cut_items(&r, &left));
	if (r.items == 0 || r.is_other) {
		memset(out, 0, offsetof(struct parsed_letter, orders[1]));
		out->comment = out->marked = out->note = out->below = out->form = out->said =
		    out->unread = out->choices = "";
		return false;
	}
	if (r.above != NULL && out->doubtful == NULL)
		ask_about(&r, r.above, all_lines(&r), out->orders[0].verb);
	str_init(&all, arena, 0);
	for (int i = 0; i < out->count; i++) {
		str_trim(&r.words[i]);
		out->orders[i].said = r.words[i].data;
		str_addf(&all, "%s\n", r.words[i].data);
	}
	str_trim(&all);
	out->comment = all.data;
	return true;
}
