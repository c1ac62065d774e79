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
#include "rules/notation.h"
#include "speak/keys.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"

#define LINE_MAX     400 /* bytes of a line that is looked through */
#define ALL_TYPES    (~0u)
#define FIRST_HAN    0x2e80
#define JOINED_MAX   16 /* bytes of a move that has something at its end */
#define CHOICES_MAX  4
#define FEW_WORDS    4 /* of a question that asks about the move: "or is it not?" */
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct seeker {
	struct arena *arena;
	const struct parse_context *context;
	const struct board *board;
};

static enum reading_kind
read_on_board(const struct seeker *s, const char *text, struct reading *out)
{
	return glossary_read_move(s->context->glossary, s->context->answer.by, text, s->board, out);
}

static const char *
coordinates(const struct seeker *s, struct move move)
{
	char text[32];

	notation_write_surely(s->context->answer.by.iccs, s->board, move, text);
	return arena_strdup(s->arena, text);
}

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

/* --- squares and pieces, as people write them */

/* Reads the letter of a file, from a Russian keyboard too; -1: it is none. */
static int
take_file(const char **text)
{
	static const struct {
		uint32_t c;
		int file;
	} alike[] = { { 0x430, 0 }, { 0x432, 1 }, { 0x441, 2 }, { 0x435, 4 }, { 0x43d, 7 },
		{ 0x456, 8 } };
	const char *at = *text;
	uint32_t c = utf8_next(&at);
	int file = c >= 'a' && c <= 'i' ? (int)(c - 'a') : -1;

	for (size_t i = 0; i < COUNT(alike); i++)
		if (alike[i].c == c)
			file = alike[i].file;
	if (file != -1)
		*text = at;
	return file;
}

/* Reads a digit, 1 to 9, or what telephones make of one; 0: it is none. */
static int
take_digit(const char **text)
{
	const char *at = *text;
	uint32_t c = utf8_next(&at);
	int digit = c == 'l' || c == 'i' || c == '|' || c == 0x456 ? 1 :
	    c == 0x437                                             ? 3 :
	    c >= '1' && c <= '9'                                   ? (int)(c - '0') :
								     0;

	if (digit != 0)
		*text = at;
	return digit;
}

/* Of folded text: "b3", "i1O", "b З". */
static bool
take_square(const char **text, uint8_t *square)
{
	const char *at = *text, *zero;
	int file = take_file(&at), rank;
	uint32_t c;

	at += *at == ' ';
	if (file == -1 || (rank = take_digit(&at)) == 0)
		return false;
	zero = at;
	c = utf8_next(&zero);
	if (rank == 1 && (c == '0' || c == 'o' || c == 0x43e)) {
		rank = RANKS;
		at = zero;
	}
	if (isdigit((unsigned char)*at))
		return false;
	*square = square_at(file, rank - 1);
	*text = at;
	return true;
}

/* Bytes of the longest of the names, folded, at the beginning of text, with no letter behind it;
 * single letters count only where `single` says so. */
static size_t
name_length(const struct seeker *s, const char *text, const char *names, bool single)
{
	size_t longest = 0;

	for (; names != NULL && *(names += strspn(names, " ")) != '\0';) {
		size_t written = strcspn(names, " "), length;
		const char *name = names, *after, *next;
		uint32_t marks = 0;

		names += written;
		/* Nearly always. */
		if (((*text ^ *name) & 0x80) != 0 ||
		    ((*text & 0x80) == 0 && ((*text ^ *name) & ~0x20) != 0))
			continue;
		next = name = utf8_fold(s->arena, arena_strndup(s->arena, name, written));
		length = strlen(name);
		utf8_next(&next);
		if (strncmp(text, name, length) != 0 || (*next == '\0' && !single))
			continue;
		after = text + length;
		if (*next != '\0' && utf8_letter(utf8_next(&after), &marks) >= 'A')
			continue;
		if (length > longest)
			longest = length;
	}
	return longest;
}

/* Reads the name of a piece; its types as bits, 0: it is none.  *letter: in one letter. */
static unsigned
take_piece(const struct seeker *s, const char **text, bool *letter)
{
	static const char *const usual[KING + 1] = { NULL, "r 車 车 俥", "h n 馬 马 傌", "c 炮 砲",
		"p s 兵 卒", "a g 仕 士", "e b m 相 象", "k 帥 帅 將 将" };
	const struct glossary *glossary = s->context->glossary;
	const char *own = s->context->answer.by.language;
	size_t longest = 0;
	unsigned types = 0;

	for (int i = -1; i < (glossary != NULL ? glossary->count : 0); i++) {
		const struct language *language = i == -1 ? NULL : &glossary->languages[i];

		if (i >= 0 && language->letters == NULL)
			continue;
		for (int type = ROOK; type <= KING; type++) {
			const char *names = i == -1 ? usual[type] : language->letters->names[type];
			size_t length = name_length(s, *text, names,
			    i == -1 || (own != NULL && str_equal_nocase(own, language->code)));

			if (length > longest)
				types = 0;
			if (length >= longest && length > 0)
				types |= 1u << type;
			longest = length > longest ? length : longest;
		}
	}
	*letter = longest == 1;
	*text += longest;
	return types;
}

/* Bytes of the longest of the words, which are hanzi, at the beginning of text. */
static size_t
hanzi_length(const char *words, const char *text)
{
	size_t longest = 0;

	while (words != NULL && *(words += strspn(words, " ")) != '\0') {
		size_t length = strcspn(words, " ");

		if (utf8_next(&(const char *){ words }) >= FIRST_HAN && length > longest &&
		    strncmp(text, words, length) == 0)
			longest = length;
		words += length;
	}
	return longest;
}

/* Bytes of the one of the words, in letters, that is joined to a square at the beginning of text:
 * "toe3". */
static size_t
joined_length(const char *words, const char *text)
{
	while (words != NULL && *(words += strspn(words, " ")) != '\0') {
		size_t length = strcspn(words, " ");

		if (strncmp(text, words, length) == 0 && text[length] >= 'a' &&
		    text[length] <= 'i' && isdigit((unsigned char)text[length + 1]))
			return length;
		words += length;
	}
	return 0;
}

/* Skips blanks, signs and words that stand around squares: "to", "from"; true: there were. */
static bool
skip_between(const struct seeker *s, const char **text)
{
	static const char names[] = "move play wxf coordinates x";
	const struct glossary *glossary = s->context->glossary;
	const char *before = *text;

	for (;;) {
		const char *at = *text, *next = at;
		size_t length;
		uint32_t c = utf8_next(&next);
		bool known;

		if (c != 0 &&
		    (strchr(" \t,-=>:*~_/.;()", (int)(c < 0x80 ? c : '#')) != NULL ||
			notation_is_between(c))) {
			*text = next;
			continue;
		}
		length = strcspn(at, " \t,.;:-");
		at = arena_strndup(s->arena, at, length);
		known = length > 0 && glossary_lists(names, at);
		for (int i = 0; length > 0 && !known && glossary != NULL && i < glossary->count;
		     i++) {
			const char *words = glossary->languages[i].between;
			size_t joined = c >= FIRST_HAN ? hanzi_length(words, at) :
							 joined_length(words, at);

			known = joined > 0 || glossary_lists(words, at);
			length = joined > 0 ? joined : length;
		}
		if (!known)
			return *text > before;
		*text += length;
	}
}

/* What somebody means by a piece, squares and digits, with nothing else on the line. */
struct sketch {
	unsigned types; /* bits; ALL_TYPES: no piece is named */
	bool letter;    /* it is, by a letter */
	bool is_iccs;   /* a word in front says so, or who writes it does always */
	int squares, digits;
	uint8_t square[2];
	int digit[2];
	const char *end;
};

/* "12.", "12...", "iccs", "uci" in front of a move. */
static const char *
skip_front(const struct seeker *s, const char *text, bool *is_iccs)
{
	static const char *const names[] = { "uci", "ucci", "iccs" };
	size_t digits = strspn(text, "0123456789");

	if (digits > 0 && digits <= 3 && strchr(".)", text[digits]) != NULL && text[digits] != '\0')
		text += digits + strspn(text + digits, ".) ");
	for (size_t i = 0; i < COUNT(names); i++) {
		size_t length = strlen(names[i]);

		if (strncmp(text, names[i], length) == 0 && strchr(": ", text[length]) != NULL) {
			*is_iccs = true;
			text += length;
			break;
		}
	}
	skip_between(s, &text);
	return text;
}

/* named: the piece stands in front. */
static bool
take_sketch(const struct seeker *s, const char *text, bool named, struct sketch *out)
{
	*out = (struct sketch){ .types = ALL_TYPES, .is_iccs = s->context->answer.by.iccs };
	text = skip_front(s, text, &out->is_iccs);
	if (named) {
		if ((out->types = take_piece(s, &text, &out->letter)) == 0)
			return false;
		skip_between(s, &text);
	}
	while (out->squares < 2 && out->digits == 0 &&
	    take_square(&text, &out->square[out->squares])) {
		out->squares++;
		out->end = text;
		skip_between(s, &text);
	}
	while (named && out->squares == 0 && out->digits < 2 && *text >= '1' && *text <= '9' &&
	    !isdigit((unsigned char)text[1])) {
		out->digit[out->digits++] = *text++ - '0';
		out->end = text;
		skip_between(s, &text);
	}
	return out->squares == 2 || (named && (out->squares == 1 || out->digits == 2));
}

/* The legal moves that the sketch can mean; *count of them, at most 16. */
static void
sketch_moves(const struct seeker *s, const struct sketch *sketch, struct move out[16], int *count)
{
	struct move moves[MOVES_MAX];
	int legal = moves_legal(s->board, moves);
	int up = sketch->is_iccs ? FILES : 0; /* a rank up */

	*count = 0;
	for (int i = 0; i < legal && *count < 16; i++) {
		enum piece_type type = piece_type(s->board->at[moves[i].from]);
		const uint8_t *square = sketch->square;

		if ((sketch->types & 1u << type) == 0)
			continue;
		if (sketch->squares == 2 ?
			moves[i].from == square[0] + up && moves[i].to == square[1] + up :
			sketch->squares == 1 && moves[i].to == square[0])
			out[(*count)++] = moves[i];
	}
}

/* "C2 5": a piece, its file, and a number of which it is not said which way it goes. */
static void
digits_moves(const struct seeker *s, const struct sketch *sketch, struct move out[16], int *count)
{
	static const char letters[] = " RHCSGEK", ways[] = "=+-";

	*count = 0;
	for (int type = ROOK; type <= KING; type++)
		for (int way = 0; way < 3 && (sketch->types & 1u << type) != 0; way++) {
			struct reading r;
			const char *text = arena_printf(s->arena, "%c%d%c%d", letters[type],
			    sketch->digit[0], ways[way], sketch->digit[1]);

			if (notation_read(text, s->board, WXF_ANY, false, &r) == READ_MOVE &&
			    *count < 16 && !move_is_among(out, *count, r.move))
				out[(*count)++] = r.move;
		}
}

/* What is refused in place of a sketch that is no legal move; NULL: nothing in particular. */
static const char *
refused_sketch(const struct seeker *s, const struct sketch *sketch)
{
	enum side side = (enum side)s->board->turn;
	uint8_t from = NO_SQUARE;

	if (sketch->squares == 2)
		return coordinates(s, (struct move){ sketch->square[0], sketch->square[1] });
	/* The piece that is meant: the only one, or the one on that file. */
	for (int i = 0; sketch->squares == 1 && i < SQUARES; i++) {
		uint8_t piece = s->board->at[i];
		bool same = square_file((uint8_t)i) == square_file(sketch->square[0]);

		if (piece != NO_PIECE && piece_side(piece) == side &&
		    (sketch->types & 1u << piece_type(piece)) != 0 && (from == NO_SQUARE || same))
			from = (uint8_t)i;
	}
	return from == NO_SQUARE || from == sketch->square[0] ?
	    NULL :
	    coordinates(s, (struct move){ from, sketch->square[0] });
}

/* The legal moves of the sketch; *sure: as it was written, or else as engines write moves, or of
 * another piece than the one that is named. */
static int
all_moves(const struct seeker *s, struct sketch *sketch, struct move out[16], bool *sure)
{
	int count;

	*sure = sketch->squares == 2 || (sketch->squares == 1 && !sketch->letter);
	if (sketch->digits == 2) {
		digits_moves(s, sketch, out, &count);
		return count;
	}
	sketch_moves(s, sketch, out, &count);
	if (count > 0 || sketch->squares < 2)
		return count;
	*sure = false;
	if (!sketch->is_iccs) {
		sketch->is_iccs = true;
		sketch_moves(s, sketch, out, &count);
	}
	if (count == 0) {
		sketch->types = ALL_TYPES;
		sketch->is_iccs = false;
		sketch_moves(s, sketch, out, &count);
	}
	return count;
}

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
		str_addf(&out, "%s\n", coordinates(s, moves[i]));
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
		if (!take_sketch(s, folded, named, &sketch) ||
		    (rest = thanks_behind(s, line, sketch.end)) == NULL)
			continue;
		refused = refused_sketch(s, &sketch);
		count = all_moves(s, &sketch, moves, &sure);
		if (count == 1)
			found(out, sure && !question ? MENTION_MOVE : MENTION_SPOKEN,
			    coordinates(s, moves[0]), rest);
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
		int number = n == 1 || n == 3 ? take_digit(&at) : 0;

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
	    !isalpha((unsigned char)text[0]) || read_on_board(s, text, &r) == READ_NOT_A_MOVE)
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
		if (!take_sketch(s, folded, named, &sketch) || sketch.squares == 0 ||
		    thanks_behind(s, line, sketch.end) == NULL ||
		    all_moves(s, &sketch, moves, &sure) != 1)
			continue;
		found(out, MENTION_SPOKEN, coordinates(s, moves[0]), "");
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

	if (text == NULL || read_on_board(s, text, &r) != READ_MOVE ||
	    text[r.consumed + strspn(text + r.consumed, " .!")] != '\0')
		return false;
	found(out, MENTION_SPOKEN, coordinates(s, r.move), "");
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
		found(out, MENTION_SPOKEN, coordinates(s, moves[0]), "");
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
};

static void
add_said(struct moves_said *said, struct move move)
{
	if (said->legal_count < 16 && !move_is_among(said->legal, said->legal_count, move))
		said->legal[said->legal_count++] = move;
}

/* The move that the text begins with, legal or not; returns its bytes, 0: with none. */
static size_t
read_here(const struct seeker *s, const char *text, struct moves_said *said)
{
	struct sketch sketch;
	struct reading r;
	struct move moves[16];
	int count;

	if (read_on_board(s, text, &r) != READ_NOT_A_MOVE && r.consumed > 0) {
		if (r.kind == READ_MOVE)
			add_said(said, r.move);
		/* "15=6" may be anything. */
		else if (!isdigit((unsigned char)*text) && said->others++ == 0)
			said->other = arena_strndup(s->arena, text, r.consumed);
		return r.consumed;
	}
	text = utf8_fold(s->arena, text);
	for (int named = 0; named < 2; named++) {
		if (!take_sketch(s, text, named, &sketch) || sketch.squares == 0 || sketch.letter ||
		    isalnum((unsigned char)*sketch.end))
			continue;
		sketch_moves(s, &sketch, moves, &count);
		for (int i = 0; i < count; i++)
			add_said(said, moves[i]);
		if (count > 0 || sketch.squares == 2) {
			said->others += count == 0;
			return 1; /* folded text has other lengths */
		}
	}
	return 0;
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
	return said.legal_count + said.others > 0;
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

/* A legal move at the beginning of the line, and words behind it. */
static bool
read_with_words(const struct seeker *s, const char *line, struct mention *out)
{
	const char *start = speech_undress(line), *move, *rest;
	bool marked, spelled = false;
	struct reading r;

	if (read_on_board(s, start, &r) != READ_MOVE)
		return false;
	move = arena_strndup(s->arena, start, r.consumed);
	if ((rest = find_rest(move, start + r.consumed, &marked)) == NULL || *rest == '#')
		return false;
	if (r.letters != NULL)
		notation_form_end(start, r.letters, &spelled);
	if (holds_move(s, rest))
		return false;
	found(out, MENTION_MOVE, move, rest);
	if (speech_mark(move) == MARK_QUESTION || asks_about_it(s, rest) ||
	    holds_command(s, rest) ||
	    (!marked && *rest != '\0' && (spelled || speech_goes_on(s->arena, s->context, rest)))) {
		char text[8];

		move_write(r.move, text);
		found(out, MENTION_SPOKEN, arena_strdup(s->arena, text), "");
	}
	return true;
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
		if (read_on_board(s, arena_strndup(s->arena, start, n), &r) != READ_MOVE ||
		    r.consumed != n)
			return false;
		found(out, MENTION_SPOKEN, coordinates(s, r.move), "");
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
		found(out, MENTION_SPOKEN, coordinates(s, said.legal[0]), "");
	else if (said.legal_count == 0 && said.others == 1 && said.other != NULL)
		found(out, MENTION_REFUSED, said.other, "");
	else if (said.legal_count + said.others > 0)
		found(out, MENTION_UNCLEAR, NULL, "");
	if (out->kind == MENTION_UNCLEAR && said.others == 0)
		out->choices = choices_of(s, said.legal, said.legal_count);
}

static void
read_line(const struct seeker *s, const char *line, struct mention *out)
{
	struct dressed_move dressed;
	struct reading r;
	const char *folded;

	found(out, MENTION_NONE, NULL, "");
	if (strnlen(line, LINE_MAX + 1) > LINE_MAX)
		return;
	if (speech_read_move(s->arena, s->context, line, &dressed) && !dressed.is_question &&
	    read_on_board(s, dressed.move, &r) == READ_MOVE) {
		found(out, MENTION_MOVE, dressed.move, dressed.rest);
		return;
	}
	folded = utf8_fold(s->arena, line);
	if (read_with_words(s, line, out) || read_spaced(s, folded, out) ||
	    read_sketch(s, line, folded, out) || read_joined(s, line, out))
		return;
	if (read_told(s, line, folded, out) || read_keys(s, folded, out) ||
	    read_part(s, folded, out))
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
