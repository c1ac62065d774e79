/* SPDX-License-Identifier: ISC */
/*
 * Symbols into a move as written: its form, without a board.
 *
 * Coordinates are tried first, then the four symbols of WXF and Chinese, which
 * are one grammar: piece and place, way, number.  If the text has neither
 * form as it stands, a move number in front ("12.", "12...") is taken off.
 */
#include <string.h>

#include "rules/notation_parts.h"

#define SYMBOLS_MAX 32

/* Read no further than somebody has looked: the first two or three symbols
 * show of nearly every line that it is no move. */
struct symbols {
	const char *text, *next; /* next: what is not read yet */
	const struct notation_letters *letters;
	struct symbol read[SYMBOLS_MAX];
	size_t count;
};

static const struct symbol *
at(struct symbols *s, size_t i)
{
	static const struct symbol end = { .digit = NO_DIGIT };

	while (s->count <= i)
		if (s->count == SYMBOLS_MAX ||
		    !symbol_next(s->text, &s->next, s->letters, &s->read[s->count]))
			return &end;
		else if (s->read[s->count].c != ' ' ||
		    (s->count > 0 && s->read[s->count - 1].c != ' '))
			s->count++;
	return &s->read[i];
}

static bool
is_letter(const struct symbol *symbol)
{
	return symbol->c >= 'A' && symbol->c <= 'Z';
}

static bool
is_ascii_digit(const struct symbol *symbol)
{
	return symbol->c >= '0' && symbol->c <= '9';
}

/* Reads letter and rank at *i.  Ranks above 10 are read too, to be refused
 * with a reason. */
static bool
read_square(struct symbols *s, size_t *i, int *file, int *rank)
{
	if (!is_letter(at(s, *i)) || !is_ascii_digit(at(s, *i + 1)))
		return false;
	*file = (int)(at(s, *i)->c - 'A');
	*rank = at(s, *i + 1)->digit;
	*i += 2;
	if (is_ascii_digit(at(s, *i)) && *rank != 0)
		*rank = *rank * 10 + at(s, (*i)++)->digit;
	return true;
}

static bool
is_separator(uint32_t c)
{
	return c == '-' || c == '=' || c == '>' || c == 'X' || c == ':' || c == '*' || c == '~' ||
	    c == '_';
}

/* Skips what stands between two squares; *sure when it is more than blanks. */
static size_t
skip_separator(struct symbols *s, size_t i, bool *sure)
{
	size_t first;

	if (at(s, i)->c == ' ')
		i++;
	for (first = i; i < first + 3 && is_separator(at(s, i)->c); i++)
		;
	*sure = i > first;
	if (!*sure && at(s, i)->c == 'T' && at(s, i + 1)->c == 'O' && at(s, i + 2)->c == ' ') {
		*sure = true;
		i += 2;
	}
	if (*sure && at(s, i)->c == ' ')
		i++;
	return i;
}

/* Something that looks like the end of a longer word or number follows. */
static bool
is_cut(struct symbols *s, size_t i)
{
	const struct symbol *next = at(s, i);

	if (at(s, i - 1)->hanzi)
		return false;
	if (is_letter(next) || is_ascii_digit(next))
		return true;
	return next->ways != 0 && is_ascii_digit(at(s, i + 1));
}

static bool
squares_are_plausible(const int square[4], bool sure)
{
	bool from_file = square[0] < FILES, to_file = square[2] < FILES;
	bool ranks = square[1] <= RANKS && square[3] <= RANKS;

	if (sure)
		return from_file || to_file;
	return from_file && to_file && ranks;
}

static bool
read_coordinates(struct symbols *s, size_t start, struct written *out, size_t *stop)
{
	size_t i = start;
	bool sure;

	if (!read_square(s, &i, &out->squares[0], &out->squares[1]))
		return false;
	i = skip_separator(s, i, &sure);
	if (!read_square(s, &i, &out->squares[2], &out->squares[3]) || is_cut(s, i) ||
	    !squares_are_plausible(out->squares, sure))
		return false;
	out->form = NOTATION_COORDINATES;
	out->place = PLACE_SQUARES;
	*stop = i;
	return true;
}

/* Blanks may stand beside hanzi and beside + - =, but not inside "15.6". */
static bool
tolerates_blank(const struct symbol *symbol)
{
	return symbol->hanzi || (symbol->ways != 0 && symbol->c != '.');
}

/* The four symbols at start; returns the index behind them, or 0. */
static size_t
pick_four(struct symbols *s, size_t start, const struct symbol *four[4])
{
	size_t i = start;

	for (int n = 0; n < 4; n++) {
		if (n > 0 && at(s, i)->c == ' ') {
			if (!tolerates_blank(four[n - 1]) && !tolerates_blank(at(s, i + 1)))
				return 0;
			i++;
		}
		four[n] = at(s, i++);
		if (four[n]->c == 0)
			return 0;
	}
	return i;
}

static bool
place_of_piece(const struct symbol *a, const struct symbol *b, struct written *out)
{
	out->types = a->types;
	if (b->digit > 0) {
		out->place = PLACE_FILE;
		out->file = b->digit;
	} else if (b->marks != 0) {
		out->place = PLACE_MARK;
		out->marks = b->marks;
	} else if ((a->types & 1u << SOLDIER) != 0 && !a->hanzi && b->c >= 'A' && b->c <= 'E') {
		out->place = PLACE_LETTER;
		out->order = (int)(b->c - 'A') + 1;
	} else
		return false;
	return true;
}

static bool
place_of_mark(const struct symbol *a, const struct symbol *b, struct written *out)
{
	out->marks = a->marks;
	if (b->types != 0) {
		out->place = PLACE_MARK;
		out->types = b->types;
	} else if (b->digit > 0) {
		out->place = PLACE_MARK_FILE;
		out->file = b->digit;
	} else if (a->c == b->c && (a->c == '+' || a->c == '-'))
		out->place = PLACE_EXTREME;
	else
		return false;
	return true;
}

static bool
place_of_digit(const struct symbol *a, const struct symbol *b, struct written *out)
{
	out->order = a->digit;
	if ((b->types & 1u << SOLDIER) != 0 && a->digit <= 5) {
		out->place = PLACE_ORDER;
	} else if (b->marks != 0) {
		out->place = PLACE_MARK_FILE;
		out->file = a->digit;
		out->marks = b->marks;
	} else if (b->digit > 0 && (a->digit <= 5 || a->digit == b->digit)) {
		out->place = PLACE_ORDER_FILE;
		out->file = b->digit;
	} else
		return false;
	return true;
}

/* Soldiers are meant where no piece is named. */
static bool
read_place(const struct symbol *a, const struct symbol *b, struct written *out)
{
	out->types = 1u << SOLDIER;
	if (a->types != 0 && place_of_piece(a, b, out))
		return true;
	out->types = 1u << SOLDIER;
	if (a->marks != 0 && place_of_mark(a, b, out))
		return true;
	out->types = 1u << SOLDIER;
	return a->digit > 0 && place_of_digit(a, b, out);
}

/* "12-5" is a date or a result: without a piece's name soldiers are meant, and
 * they never go backward. */
static bool
soldiers_go_back(const struct written *written, const struct symbol *const four[4])
{
	return four[0]->types == 0 && four[1]->types == 0 && written->ways == WAY_BACKWARD;
}

/* "14.二兵平五" begins with the number of the move, not with the order and the
 * file of a soldier that goes to the second file. */
static bool
is_move_number(const struct symbol *const four[4])
{
	return is_ascii_digit(four[0]) && is_ascii_digit(four[1]) && four[2]->c == '.' &&
	    four[3]->hanzi;
}

static bool
read_four(struct symbols *s, size_t start, struct written *out, size_t *stop)
{
	const struct symbol *four[4];
	size_t end = pick_four(s, start, four);

	if (end == 0 || four[2]->ways == 0 || four[3]->digit <= 0 || is_move_number(four) ||
	    !read_place(four[0], four[1], out) || is_cut(s, end))
		return false;
	out->ways = four[2]->ways;
	if (soldiers_go_back(out, four))
		return false;
	out->number = four[3]->digit;
	out->hanzi = four[0]->hanzi || four[1]->hanzi;
	out->form = out->hanzi || four[2]->hanzi ? NOTATION_CHINESE : NOTATION_WXF;
	*stop = end;
	return true;
}

/* Skips the name of a notation in front of the move, and keeps it in mind. */
static size_t
skip_name(struct symbols *s, struct written *out)
{
	static const struct {
		const char *name;
		bool iccs;
		enum wxf_dialect dialect;
	} names[] = {
		{ "ICCS ", true, WXF_ANY },
		{ "WXF1997 ", false, WXF_1997 },
		{ "WXF2018 ", false, WXF_2018 },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t n = 0;

		while (names[i].name[n] != '\0' && at(s, n)->c == (uint32_t)names[i].name[n])
			n++;
		if (names[i].name[n] != '\0')
			continue;
		out->iccs = names[i].iccs;
		out->dialect = names[i].dialect;
		return n;
	}
	return 0;
}

static bool
read_form(struct symbols *s, size_t start, struct written *out, size_t *stop)
{
	return read_coordinates(s, start, out, stop) || read_four(s, start, out, stop);
}

/* "12." as one character, as Chinese books print it. */
static bool
is_number_with_dot(const struct symbol *symbol)
{
	return symbol->c >= 0x2488 && symbol->c <= 0x249b;
}

/* Skips "12.", "12...", "12)", "...", with blanks behind; start if there is none. */
static size_t
skip_number(struct symbols *s, size_t start)
{
	size_t i = start, signs;

	while (i < start + 3 && is_ascii_digit(at(s, i)))
		i++;
	signs = i;
	i += is_number_with_dot(at(s, i));
	while (at(s, i)->c == '.' || at(s, i)->c == ')' || at(s, i)->c == ' ')
		i++;
	return i > signs && at(s, signs)->c != ' ' ? i : start;
}

/* Skips "!?", a sign of check and the end of the sentence, directly
 * behind the move. */
static size_t
skip_marks(struct symbols *s, size_t i)
{
	static const char marks[] = "!?+.,;";

	while (at(s, i)->c != 0 && at(s, i)->c < 0x80 && strchr(marks, (int)at(s, i)->c) != NULL)
		i++;
	return i;
}

bool
written_read(const char *text, const struct notation_letters *letters, struct written *out)
{
	struct symbols s;
	size_t start, behind, stop = 0;

	*out = (struct written){ .place = PLACE_SQUARES };
	s.text = text;
	s.next = text + strspn(text, " \t\r\n");
	s.letters = letters;
	s.count = 0;
	start = skip_name(&s, out);
	if (!read_form(&s, start, out, &stop)) {
		behind = start;
		start = skip_number(&s, behind);
		if (start == behind || !read_form(&s, start, out, &stop))
			return false;
	}
	out->end = at(&s, skip_marks(&s, stop) - 1)->end;
	return true;
}
