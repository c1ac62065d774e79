/* SPDX-License-Identifier: ISC */
/*
 * The move that a line speaks of (mention.h).
 *
 * A line is tried as a move with words behind it, then as the squares and pieces of somebody who
 * does not know how moves are written, then for moves inside a sentence.
 */
#include "speak/mention.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "rules/movegen.h"
#include "speak/keys.h"
#include "speak/mention_internal.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define LINE_MAX     400   /* bytes of a line that is looked through */
#define JOINED_MAX   16    /* bytes of a move that has something at its end */
#define SHHA         0x4ba /* һ, as in Bashkir */
#define DICTATED_MAX 8     /* words of a move that is dictated */
#define CHOICES_MAX  4
#define FEW_WORDS    4 /* of a question that asks about the move: "or is it not?" */

static void
found(struct mention *out, enum mention_kind kind, const char *move, const char *rest)
{
	*out = (struct mention){ kind, move, rest, "" };
}

/* "ok?", "or is it not?": it asks about the move. */
static bool
asks_about_it(const struct seeker *s, const char *text)
{
	bool goes_on = speech_goes_on(s->arena, s->context, text);
	int words = 0;

	if (speech_mark(text) != MARK_QUESTION)
		return false;
	for (; *(text += strspn(text, " \t")) != '\0'; words++)
		text += strcspn(text, " \t");
	return words <= 1 || (goes_on && words <= FEW_WORDS);
}

/* An offer, or another command of a player of the game, in what was said, between two marks. */
static bool
holds_command(const struct seeker *s, const char *text)
{
	static const char ends[] = ".,;:!?)]}";
	struct order order;

	while (*(text += strspn(text, " \t.,;:!?()[]{}/*")) != '\0') {
		size_t length = strcspn(text, ends);
		size_t marks = strspn(text + length, ends);
		const char *piece = arena_strndup(s->arena, text, length + marks);
		enum line_kind kind;

		/* A comma ends no sentence, nor does a bracket. */
		if (marks == 1 && strchr(",;:)]}", text[length]) != NULL)
			piece = arena_strndup(s->arena, text, length);
		if (str_starts_nocase(piece, "and "))
			piece += strlen("and ");
		kind = parse_line(s->arena, s->context, piece, &order);
		if (kind == LINE_NEAR || (kind <= LINE_LOOSE && order.has_secret) ||
		    (kind == LINE_COMMAND && (order.game != 0 || order.verb->needs & NEEDS_SEAT)))
			return true;
		text += length;
	}
	return false;
}

/* --- lines of nothing but a move */

/* The thanks and greetings behind a sketch, as they stand at the end of the line; NULL: something
 * else does. */
static const char *
thanks_behind(const struct seeker *s, const char *line, const char *folded)
{
	const char *rest = line + strlen(line);
	int words = 0;

	folded += strspn(folded, " \t.,;!?*_)]\"'`");
	if (*folded == '\0')
		return "";
	if (!speech_is_thanks(s->arena, s->context, folded, false))
		return NULL;
	for (; *folded != '\0'; words++) {
		folded += strcspn(folded, " \t");
		folded += strspn(folded, " \t");
	}
	while (words > 0 && rest > line) {
		rest--;
		words -= rest[0] != ' ' && rest[0] != '\t' &&
		    (rest == line || rest[-1] == ' ' || rest[-1] == '\t');
	}
	return rest;
}

/* "Cannon to e3" of two cannons: the moves, a line each; "" more than anybody wants to read. */
static const char *
choices_of(const struct seeker *s, const struct move *moves, int count)
{
	struct str out;

	str_init(&out, s->arena, 0);
	for (int i = 0; i < count && count <= CHOICES_MAX; i++)
		str_addf(&out, "%s\n", mention_coordinates(s, moves[i]));
	return out.data;
}

/* The line, of nothing but squares, pieces and digits, and thanks behind them. */
static bool
read_sketch(const struct seeker *s, const char *line, const char *folded, struct mention *out)
{
	bool question = speech_mark(folded) == MARK_QUESTION, sure;
	struct sketch sketch;
	struct move moves[16];
	const char *refused, *rest;
	int count;

	folded = speech_undress(folded);
	for (int named = 0; named < 2; named++) {
		if (!mention_take_sketch(s, folded, named, &sketch) ||
		    (rest = thanks_behind(s, line, sketch.end)) == NULL)
			continue;
		refused = mention_sketch_refused(s, &sketch);
		count = mention_all_moves(s, &sketch, moves, &sure);
		if (count == 1)
			found(out, sure && !question ? MENTION_MOVE : MENTION_SPOKEN,
			    mention_coordinates(s, moves[0]), rest);
		else if (count == 0 && refused != NULL)
			found(out, MENTION_REFUSED, refused, "");
		else
			found(out, MENTION_UNCLEAR, NULL, "");
		if (out->kind == MENTION_UNCLEAR)
			out->choices = choices_of(s, moves, count);
		return true;
	}
	return false;
}

/* The four symbols of a move, without blanks, in text; returns what stands behind them. */
static const char *
take_symbols(const char *folded, char text[5])
{
	size_t n = 0;

	while (*folded != '\0' && n < 4) {
		const char *at = folded;
		int number = n == 1 || n == 3 ? mention_take_digit(&at) : 0;

		/* "C2=S" */
		if (number == 0 && n == 3 && *at == 's') {
			number = 5;
			at++;
		}
		if (number == 0 && (unsigned char)*folded >= 0x80)
			break;
		if (*folded != ' ')
			text[n++] = number != 0 ? (char)('0' + number) : *folded;
		folded = number != 0 ? at : folded + 1;
	}
	text[n] = '\0';
	return folded;
}

/* What chess programs write and is not one legal move: it is several, or none.  Or it is one in
 * small letters. */
static bool
read_algebraic(const struct seeker *s, const char *line, const char *folded, struct mention *out)
{
	const char *start = speech_undress(line);
	struct reading r;
	bool sure;

	if (mention_on_board(s, start, &r) != READ_NOT_A_MOVE)
		return false;
	if (mention_algebraic(s, start, &r, &sure) == READ_NOT_A_MOVE &&
	    ((start = mention_as_algebraic(s, speech_undress(folded))) == NULL ||
		mention_algebraic(s, start, &r, &sure) == READ_NOT_A_MOVE))
		return false;
	if (thanks_behind(s, line, utf8_fold(s->arena, start + r.consumed)) == NULL)
		return false;
	if (r.kind == READ_MOVE)
		found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
	else if (r.kind == READ_ILLEGAL && r.move.from != NO_SQUARE)
		found(out, MENTION_REFUSED, mention_coordinates(s, r.move), "");
	else
		found(out, MENTION_UNCLEAR, NULL, "");
	if (r.kind == READ_AMBIGUOUS)
		out->choices = choices_of(s, r.candidates, r.candidate_count);
	return true;
}

/* "R 1 + 1", "Rl+l", "H2+З", "C2=S", "wxf C2=5": four symbols with blanks between them, or with
 * letters that look like digits. */
static bool
read_spaced(const struct seeker *s, const char *folded, struct mention *out)
{
	struct reading r;
	char text[5];

	folded = speech_undress(folded);
	if (strncmp(folded, "wxf ", 4) == 0)
		folded += 4;
	folded = take_symbols(folded, text);
	if (folded[strspn(folded, " .,;!*_)]")] != '\0' || strlen(text) != 4 ||
	    strchr("+-=.", text[2]) == NULL || !isdigit((unsigned char)text[3]) ||
	    !isalpha((unsigned char)text[0]) || mention_on_board(s, text, &r) == READ_NOT_A_MOVE)
		return false;
	found(out, r.kind == READ_MOVE ? MENTION_MOVE : MENTION_REFUSED,
	    arena_strdup(s->arena, text), "");
	return true;
}

/* The folded line without the words that tell of a move; NULL: it has none of them. */
static const char *
untold(const struct seeker *s, const char *folded)
{
	const struct glossary *glossary = s->context->glossary;
	bool is_told = false;
	struct str out;

	str_init(&out, s->arena, 0);
	while (*(folded += strspn(folded, " \t")) != '\0') {
		size_t length = strcspn(folded, " \t");
		const char *word = arena_strndup(s->arena, folded, length);
		bool tells = false;

		for (int i = 0; glossary != NULL && i < glossary->count; i++)
			tells |= glossary_lists(glossary->languages[i].tells, word);
		is_told |= tells;
		if (!tells)
			str_addf(&out, "%s ", word);
		folded += length;
	}
	return is_told ? out.data : NULL;
}

/* "my cannon goes from b3 to e3": a sentence that tells of one move, and which it can be. */
static bool
read_told(const struct seeker *s, const char *line, const char *folded, struct mention *out)
{
	struct sketch sketch;
	struct move moves[16];
	bool sure;

	if (speech_mark(folded) == MARK_QUESTION || (folded = untold(s, folded)) == NULL)
		return false;
	for (int named = 0; named < 2; named++) {
		if (!mention_take_sketch(s, folded, named, &sketch) || sketch.squares == 0 ||
		    thanks_behind(s, line, sketch.end) == NULL ||
		    mention_all_moves(s, &sketch, moves, &sure) != 1)
			continue;
		found(out, MENTION_SPOKEN, mention_coordinates(s, moves[0]), "");
		return true;
	}
	return false;
}

/* "Phaos 2 binhf 5": a move whose letters have lost their marks to an input method. */
static bool
read_keys(const struct seeker *s, const char *folded, struct mention *out)
{
	const char *text = keys_undo(s->arena, speech_undress(folded));
	struct reading r;

	if (text == NULL || mention_on_board(s, text, &r) != READ_MOVE ||
	    text[r.consumed + strspn(text + r.consumed, " .!")] != '\0')
		return false;
	found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
	return true;
}

/* "һ10g8", "h10ģ8": letters of other alphabets, or with marks, that look like those of a move. */
static bool
read_alike(const struct seeker *s, const char *line, struct mention *out)
{
	char text[JOINED_MAX];
	struct reading r;
	size_t n = 0;

	if (utf8_is_ascii(line))
		return false;
	for (line += strspn(line, " \t"); *line != '\0' && n + 1 < sizeof text;) {
		uint32_t marks = 0, c = utf8_next(&line), letter = utf8_letter(c, &marks);

		if (c == SHHA || c == SHHA + 1)
			letter = 'H';
		if (letter > 0x7f)
			return false;
		text[n++] = (char)tolower((int)letter);
	}
	text[n] = '\0';
	if (*line != '\0' || mention_on_board(s, text, &r) != READ_MOVE ||
	    text[r.consumed + strspn(text + r.consumed, " .!")] != '\0')
		return false;
	found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
	return true;
}

/* The number that the folded word is in some language; 0: none. */
static int
number_of(const struct seeker *s, const char *word)
{
	const struct glossary *glossary = s->context->glossary;

	for (int i = 0; glossary != NULL && i < glossary->count; i++) {
		const char *group = glossary->languages[i].numbers;

		for (int n = 1; group != NULL && *group != '\0'; n++) {
			size_t length = strcspn(group, ",");

			if (glossary_lists(arena_strndup(s->arena, group, length), word))
				return n;
			group += length + (group[length] == ',');
		}
	}
	return 0;
}

/* "horse from h ten to g eight", "hotel ten golf eight": two squares, as they are dictated. */
static bool
read_dictated(const struct seeker *s, const char *folded, struct mention *out)
{
	struct tokens tokens;
	struct reading r;
	struct str text;
	int squares = 0;

	tokens_split(s->arena, folded, &tokens);
	str_init(&text, s->arena, 0);
	for (int i = 0; i + 1 < tokens.count && tokens.count <= DICTATED_MAX; i++) {
		const char *word = tokens.folded[i];
		int number = number_of(s, tokens.folded[i + 1]);

		if (number == 0 || *word < 'a' || *word > 'i' ||
		    (word[1] != '\0' && tokens.count != 4))
			continue;
		str_addf(&text, "%s%c%d", squares++ > 0 ? "-" : "", *word, number);
		i++;
	}
	if (squares != 2 || mention_on_board(s, text.data, &r) != READ_MOVE)
		return false;
	found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
	return true;
}

/* The legal moves to a square. */
static int
moves_to(const struct seeker *s, uint8_t square, struct move out[MOVES_MAX])
{
	int count = moves_legal(s->board, out), kept = 0;

	for (int i = 0; i < count; i++)
		if (out[i].to == square)
			out[kept++] = out[i];
	return kept;
}

/* "e3", "C2=", "C2=55": a part of a move, or one with a slip, and nothing else, which tells the
 * other player what is coming. */
static bool
read_part(const struct seeker *s, const char *folded, struct mention *out)
{
	static const char letters[] = "abcdefghikmnprs", signs[] = "0123456789+-=.";
	const char *text = speech_undress(folded), *at = text;
	size_t length = strspn(text + (*text != '\0'), signs) + 1;
	struct move moves[MOVES_MAX];
	uint8_t square;
	int count;

	if (*text == '\0' || strchr(letters, *text) == NULL || length < 2 || length > 5 ||
	    text[length + strspn(text + length, " !?.")] != '\0' ||
	    strpbrk(text, "0123456789") == NULL)
		return false;
	found(out, MENTION_UNCLEAR, NULL, "");
	if (!square_read(&at, &square) || at != text + length)
		return true;
	count = moves_to(s, square, moves);
	if (count == 1)
		found(out, MENTION_SPOKEN, mention_coordinates(s, moves[0]), "");
	else
		out->choices = choices_of(s, moves, count);
	return true;
}

/* --- moves among words */

/* All moves of a text: those that are legal, and how many there are besides. */
struct moves_said {
	struct move legal[16];
	int legal_count, others;
	const char *other; /* the first of them */
	int foreign;       /* illegal ones of chess programs, which in a sentence may be anything */
};

static void
add_said(struct moves_said *said, struct move move)
{
	if (said->legal_count < 16 && !move_is_among(said->legal, said->legal_count, move))
		said->legal[said->legal_count++] = move;
}

/* The squares, and what is named in front of them, that the text begins with. */
static size_t
read_sketch_here(const struct seeker *s, const char *text, struct moves_said *said)
{
	struct sketch sketch;
	struct move moves[16];
	int count;

	text = utf8_fold(s->arena, text);
	for (int named = 0; named < 2; named++) {
		if (!mention_take_sketch(s, text, named, &sketch) || sketch.squares == 0 ||
		    sketch.letter || isalnum((unsigned char)*sketch.end))
			continue;
		mention_sketch_moves(s, &sketch, moves, &count);
		for (int i = 0; i < count; i++)
			add_said(said, moves[i]);
		if (count > 0 || sketch.squares == 2) {
			said->others += count == 0;
			return 1; /* folded text has other lengths */
		}
	}
	return 0;
}

/* The move that the text begins with, legal or not; returns its bytes, 0: with none. */
static size_t
read_here(const struct seeker *s, const char *text, struct moves_said *said)
{
	struct reading r;
	bool sure;

	if (mention_on_board(s, text, &r) != READ_NOT_A_MOVE && r.consumed > 0) {
		if (r.kind == READ_MOVE)
			add_said(said, r.move);
		/* "15=6" may be anything. */
		else if (!isdigit((unsigned char)*text) && said->others++ == 0)
			said->other = arena_strndup(s->arena, text, r.consumed);
		return r.consumed;
	}
	if (mention_algebraic(s, text, &r, &sure) == READ_NOT_A_MOVE)
		return read_sketch_here(s, text, said);
	for (int i = 0; i < r.candidate_count; i++)
		add_said(said, r.candidates[i]);
	said->foreign += r.candidate_count == 0;
	return r.candidate_count > 0 ? r.consumed : 0;
}

static void
find_said(const struct seeker *s, const char *text, struct moves_said *said)
{
	bool may_begin = true;

	*said = (struct moves_said){ 0 };
	while (*text != '\0') {
		const char *next = text;
		uint32_t c = utf8_next(&next), marks = 0;
		size_t length = may_begin || c >= FIRST_HAN ? read_here(s, text, said) : 0;

		may_begin = length > 1 ||
		    (!isdigit((int)(c < 0x80 ? c : ' ')) && utf8_letter(c, &marks) < 'A');
		text = length > 1 ? text + length : next;
	}
}

static bool
holds_move(const struct seeker *s, const char *text)
{
	struct moves_said said;

	find_said(s, text, &said);
	return said.legal_count + said.others + said.foreign > 0;
}

/* Does a mark right behind a move join what follows to it?  "B3-E3-H3" goes on, "B3-E3: let's see"
 * does not. */
static bool
joins_on(uint32_t mark, const char *behind)
{
	return mark != ':' || (*behind != ' ' && *behind != '\t');
}

static bool
is_pause(uint32_t c)
{
	return c == '-' || c == ':' || (c >= 0x2010 && c <= 0x2015);
}

/* Where what is said begins, behind a move that ends at `end`; *marked: more than blanks stand
 * between, NULL: nothing does, so that it is no end. */
static const char *
find_rest(const char *move, const char *end, bool *marked)
{
	const char *rest, *next;

	*marked = speech_mark(move) != MARK_NONE;
	/* "B3E3;)" */
	end -= *marked && speech_is_face(end - 1);
	rest = speech_behind(end);
	if (*rest == '\0')
		return rest;
	if (*rest == '#' && !isdigit((unsigned char)rest[1]))
		rest += strspn(rest, "#+");
	for (; *rest != '\0'; rest = next) {
		size_t blanks = strspn(rest, " \t,.");
		uint32_t c;

		next = rest + blanks;
		if (blanks > 0)
			continue;
		if (speech_is_face(rest)) {
			*marked = true;
			break;
		}
		c = utf8_next(&next);
		if (!is_pause(c))
			break;
		if (rest == end && joins_on(c, next))
			return NULL;
		*marked = true;
	}
	return rest > end || *marked ? rest : NULL;
}

/* Is what stands behind a move said about it, or no mere words?  marked: a mark parts them. */
static bool
is_about_move(const struct seeker *s, const char *rest, bool marked, bool spelled)
{
	return asks_about_it(s, rest) || holds_command(s, rest) ||
	    (!marked && *rest != '\0' && (spelled || speech_goes_on(s->arena, s->context, rest)));
}

/* A legal move at the beginning of the line, and words behind it. */
static bool
read_with_words(const struct seeker *s, const char *line, struct mention *out)
{
	const char *start = speech_undress(line), *written, *move, *rest;
	struct reading r;
	bool marked, spelled = false, sure = true;

	if (mention_on_board(s, start, &r) == READ_NOT_A_MOVE &&
	    mention_algebraic(s, start, &r, &sure) == READ_MOVE)
		move = mention_coordinates(s, r.move);
	else if (r.kind == READ_MOVE)
		move = arena_strndup(s->arena, start, r.consumed);
	else
		return false;
	written = arena_strndup(s->arena, start, r.consumed);
	rest = find_rest(written, start + r.consumed, &marked);
	if (rest == NULL || *rest == '#' || holds_move(s, rest))
		return false;
	if (r.letters != NULL)
		notation_form_end(start, r.letters, &spelled);
	found(out, MENTION_MOVE, move, rest);
	if (!sure || speech_mark(written) == MARK_QUESTION ||
	    is_about_move(s, rest, marked, spelled))
		found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
	return true;
}

size_t
mention_form(const struct parse_context *context, const char *text, bool *spelled)
{
	size_t end = glossary_form_end(context->glossary, text, spelled);

	while (end > 0 && strchr(".,;!?", text[end - 1]) != NULL)
		end--;
	return end;
}

/* A legal move and a signature at its digits: "h2e2Sent from my telephone". */
static bool
read_joined(const struct seeker *s, const char *line, struct mention *out)
{
	const char *start = speech_undress(line);
	struct reading r;

	for (size_t n = 1; n < JOINED_MAX && start[n - 1] != '\0'; n++) {
		if (!isdigit((unsigned char)start[n - 1]) || !isupper((unsigned char)start[n]) ||
		    !islower((unsigned char)start[n + 1]))
			continue;
		if (mention_on_board(s, arena_strndup(s->arena, start, n), &r) != READ_MOVE ||
		    r.consumed != n)
			return false;
		found(out, MENTION_SPOKEN, mention_coordinates(s, r.move), "");
		return true;
	}
	return false;
}

/* Whatever moves the line has. */
static void
read_among_words(const struct seeker *s, const char *line, struct mention *out)
{
	struct moves_said said;

	find_said(s, line, &said);
	if (said.legal_count == 1)
		found(out, MENTION_SPOKEN, mention_coordinates(s, said.legal[0]), "");
	else if (said.legal_count == 0 && said.others == 1 && said.other != NULL)
		found(out, MENTION_REFUSED, said.other, "");
	else if (said.legal_count + said.others > 0)
		found(out, MENTION_UNCLEAR, NULL, "");
	if (out->kind == MENTION_UNCLEAR && said.others == 0)
		out->choices = choices_of(s, said.legal, said.legal_count);
}

/* In words, by odd letters, or in part. */
static bool
read_as_said(const struct seeker *s, const char *line, const char *folded, struct mention *out)
{
	return read_told(s, line, folded, out) || read_keys(s, folded, out) ||
	    read_alike(s, line, out) || read_dictated(s, folded, out) || read_part(s, folded, out);
}

static void
read_line(const struct seeker *s, const char *line, struct mention *out)
{
	struct dressed_move dressed;
	struct reading r;
	const char *folded;

	found(out, MENTION_NONE, NULL, "");
	if (strnlen(line, LINE_MAX + 1) > LINE_MAX || speech_is_laugh(s->arena, line))
		return;
	if (speech_read_move(s->arena, s->context, line, &dressed) && !dressed.is_question &&
	    mention_on_board(s, dressed.move, &r) == READ_MOVE) {
		found(out, MENTION_MOVE, dressed.move, dressed.rest);
		return;
	}
	folded = utf8_fold(s->arena, line);
	if (read_with_words(s, line, out) || read_spaced(s, folded, out) ||
	    read_algebraic(s, line, folded, out) || read_sketch(s, line, folded, out) ||
	    read_joined(s, line, out))
		return;
	if (read_as_said(s, line, folded, out))
		return;
	read_among_words(s, line, out);
}

void
mention_read(
    struct arena *arena, const struct parse_context *context, const char *line, struct mention *out)
{
	struct arena *scratch = arena_new(); /* much is folded on the way */
	const struct seeker s = { scratch, context, context->answer.board };

	read_line(&s, speech_command(line), out);
	if (out->move != NULL)
		out->move = arena_strdup(arena, out->move);
	out->rest = arena_strdup(arena, out->rest);
	out->choices = arena_strdup(arena, out->choices);
	arena_free(scratch);
}
