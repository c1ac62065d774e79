/* SPDX-License-Identifier: ISC */
/*
 * Text into a move as written: its form, without a board.
 *
 * Characters become symbols: what NFKC would do to the few characters a move is
 * made of, plus the dashes, pluses and dots that mail programs and input methods
 * put in their places.  Of the symbols coordinates are tried first, then the four
 * symbols of WXF and Chinese, which are one grammar: piece and place, way, number.
 * If the text has neither form as it stands, a move number in front ("12.",
 * "12...") is taken off.
 */
#include <string.h>
#include <uchar.h>

#include "base/utf8.h"
#include "rules/notation_parts.h"

#define FOLLOWING_MARKS 4 /* on one letter; no name has as many */
#define NO_DIGIT        (-1)

/* One character of a move (or a piece's name of several letters).  It may mean
 * several things until its place decides. */
struct symbol {
	uint32_t c;     /* upper case, full-width and odd signs made ASCII */
	int digit;      /* 0-9 or NO_DIGIT */
	unsigned types; /* bit n: names the piece type n */
	unsigned marks;
	unsigned ways;
	bool hanzi;
	bool alike;  /* a letter that looks like the Latin one which it is taken for */
	int letters; /* in a name: "Tg" has 2 */
	size_t end;  /* where it ends in the text, in bytes */
};

#define FIRST_HANZI 0x2e80 /* radicals; letters of alphabets stand before */

/* Characters that stand for an ASCII one. */
static const struct {
	const char32_t *many;
	char one;
} same[] = {
	{ U"\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
	  "\u202f\u205f\u3000",
	    ' ' },
	{ U"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\u2043\u207b\u208b\u02d7\u2796"
	  "\u30fc\uff5e\u2500\u2501",
	    '-' },
	{ U"\ufe62\u207a\u208a\u2795", '+' },
	{ U"\ufe66\u207c\u208c", '=' },
	{ U"\u3002\u00b7\u30fb\u2022\u2219\u22c5\ufe52\uff61\u2026\u22ef", '.' },
	{ U"\u00d7\u2715\u2716", 'X' },
	{ U"\u3001", ')' },
	{ U"\u203c", '!' },
	{ U"\u2047\u2048\u2049", '?' },
};

/* The characters of one meaning each, NULL where there are none; names as those of
 * struct notation_letters. */
struct alphabet {
	const char32_t *names[NAMES], *digits[10];
};

/* Radicals and compatibility forms (⻋, ⾺ …) come out of copied PDF files. */
static const struct alphabet hanzi = {
	.names = { NULL, U"車车俥伡⻋⾞\uf902", U"馬马傌㐷⻢⾺", U"炮砲包", U"兵卒", U"仕士⼠",
	    U"相象像", U"帥帅將将", U"前", U"中", U"後后", U"進进", U"退", U"平" },
	.digits = { NULL, U"一壹⼀", U"二貳贰⼆", U"三參叁", U"四肆", U"五伍", U"六陸陆", U"七柒",
	    U"八捌⼋", U"九玖" },
};
static const struct alphabet ascii = {
	.names = { NULL, U"R", U"HN", U"C", U"PS", U"AG", U"EBM", U"K", U"+", U".", U"-", U"+",
	    U"-", U"=." },
};

/* What people and programs put between two squares, besides signs: arrows, in WXF no way to go;
 * 到, 至; and the letters that Outlook's arrows become where their font is lost. */
static const char32_t between[] =
    U"\u2192\u21a6\u21d2\u21e8\u2794\u2799\u279b\u279c\u279d\u279e\u279f\u27a1\u27a4\u27f6\u27f9"
    "到至ÀàÈè";

/* Zero-width characters, direction marks, variation selectors, soft hyphens, and the frame of a
 * key around a digit. */
static bool
is_invisible(uint32_t c)
{
	return c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
	    (c >= 0x2060 && c <= 0x2069) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff ||
	    c == 0x20e3;
}

static bool
has_character(const char32_t *set, uint32_t c)
{
	for (; set != NULL && *set != 0; set++)
		if (*set == c)
			return true;
	return false;
}

static uint32_t
plain_character(uint32_t c)
{
	static const struct {
		uint32_t first, last, to;
	} ranges[] = {
		{ 0xff41, 0xff5a, 'A' }, { 0xff01, 0xff40, '!' }, { 0x430, 0x44f, 0x410 }, /* а-я */
		{ 0x2460, 0x2468, '1' }                                                    /* ① */
	};

	if (c < 0x80)
		return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c == '\t' ? ' ' : c;
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return c - ranges[i].first + ranges[i].to;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (has_character(same[i].many, c))
			return (uint32_t)same[i].one;
	return c;
}

bool
notation_is_between(uint32_t c)
{
	return plain_character(c) == '-' || has_character(between, c);
}

/* names: bit n is the n-th of struct notation_letters. */
static void
set_meanings(struct symbol *symbol, unsigned names)
{
	symbol->types = names & ((1u << NAME_MARKS) - 1);
	symbol->marks = names >> NAME_MARKS & 7;
	symbol->ways = names >> NAME_WAYS & 7;
}

static void
classify(struct symbol *symbol, const struct alphabet *alphabet)
{
	unsigned names = 0;

	for (int i = 0; i < NAMES; i++)
		if (has_character(alphabet->names[i], symbol->c))
			names |= 1u << i;
	set_meanings(symbol, names);
	for (int i = 1; i <= 9; i++)
		if (has_character(alphabet->digits[i], symbol->c))
			symbol->digit = i;
	symbol->hanzi = alphabet == &hanzi && (names != 0 || symbol->digit != NO_DIGIT);
}

/* Russian and Greek letters lie on the keys of Latin ones that look like them. */
static void
classify_alike(struct symbol *symbol)
{
	static const struct {
		const char32_t *many;
		char one;
	} alike[] = { { U"АΑ", 'A' }, { U"ВΒ", 'B' }, { U"С", 'C' }, { U"ЕΕ", 'E' }, { U"НΗ", 'H' },
		{ U"КΚ", 'K' }, { U"МΜ", 'M' }, { U"Ν", 'N' }, { U"РΡ", 'P' }, { U"Ѕ", 'S' } };
	struct symbol latin = { .digit = NO_DIGIT };

	for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
		if (has_character(alike[i].many, symbol->c))
			latin.c = (uint32_t)alike[i].one;
	if (latin.c == 0)
		return;
	classify(&latin, &ascii);
	symbol->types = latin.types;
	symbol->alike = true;
}

/* The next letter, upper case, with the marks that follow it or are part of it: of those that
 * follow as many as no name has, so that thousands are not counted for each name. */
static uint32_t
letter_next(const char **at, uint32_t *marks)
{
	uint32_t letter = utf8_letter(plain_character(utf8_next(at)), marks);
	int n = 0;

	for (const char *next = *at; n < FOLLOWING_MARKS && (unsigned char)*next >= 0x80;
	     *at = next, n++) {
		uint32_t more = 0;

		if (utf8_letter(utf8_next(&next), &more) != 0)
			break;
		*marks += more;
	}
	return letter;
}

/* How a name stands at the beginning of a text. */
struct match {
	size_t length; /* in bytes of the text; 0: it does not */
	int letters;
};

/* The text may leave out all marks: "Phao" for "Pháo". */
static struct match
match_name(const char *text, const char *name)
{
	const char *at = text;
	bool exact = true, bare = true;
	int letters = 0;

	/* Nearly always, and without looking letters up. */
	if ((unsigned char)*text < 0x80 && (unsigned char)*name < 0x80 &&
	    ((*text ^ *name) & ~0x20) != 0)
		return (struct match){ 0 };
	for (; *name != '\0' && *name != ' '; letters++) {
		uint32_t wanted = 0, marks = 0;

		if (letter_next(&name, &wanted) != letter_next(&at, &marks))
			return (struct match){ 0 };
		exact = exact && marks == wanted;
		bare = bare && marks == 0;
	}
	return (struct match){ exact || bare ? (size_t)(at - text) : 0, letters };
}

/* The longest of the names, which have blanks between them. */
static struct match
match_names(const char *text, const char *names)
{
	struct match best = { 0 };

	while (*(names += strspn(names, " ")) != '\0') {
		struct match match = match_name(text, names);

		if (match.length > best.length)
			best = match;
		names += strcspn(names, " ");
	}
	return best;
}

/* Gives the symbol the meanings of the longest name at text, which may be several of one length;
 * returns its bytes. */
static size_t
classify_letters(const char *text, const struct notation_letters *letters, struct symbol *symbol)
{
	struct match best = { 0 };
	uint32_t marks = 0, c = utf8_letter(symbol->c, &marks);
	unsigned names = 0;

	if (symbol->c >= FIRST_HANZI || (c < 0x80 && !letters->initials[c]))
		return 0;
	for (int i = ROOK; i < NAMES; i++) {
		struct match match = match_names(text, letters->names[i]);

		if (match.length > best.length) {
			names = 0;
			best = match;
		}
		if (match.length > 0 && match.length == best.length)
			names |= 1u << i;
	}
	set_meanings(symbol, names);
	symbol->letters = best.letters;
	return best.length;
}

/* Reads the symbol at *at, within text, and moves *at to its end; false at the end
 * of the line, where *at stays. */
static bool
symbol_next(
    const char *text, const char **at, const struct notation_letters *letters, struct symbol *out)
{
	const char *start, *next;
	size_t named;
	uint32_t c;

	do {
		start = *at;
		c = utf8_next(at);
	} while (is_invisible(c));
	if (c == 0 || c == '\n' || c == '\r') {
		*at = start;
		return false;
	}
	*out = (struct symbol){ .c = plain_character(c), .digit = NO_DIGIT };
	if (out->c >= '0' && out->c <= '9')
		out->digit = (int)(out->c - '0');
	else if (letters != NULL && (named = classify_letters(start, letters, out)) > 0)
		*at = start + named;
	else if (out->c >= FIRST_HANZI)
		classify(out, &hanzi);
	else if (out->c >= 0x80 && letters == NULL)
		classify_alike(out);
	else if (out->c < 0x80 && letters == NULL)
		classify(out, &ascii);
	for (next = *at; is_invisible(utf8_next(&next));)
		*at = next;
	out->end = (size_t)(*at - text);
	return true;
}

bool
notation_letters_fill(struct notation_letters *letters,
    const char *(*find)(void *source, const char *name), void *source)
{
	static const char *const words[] = { "front", "middle", "rear", "forward", "backward",
		"sideways" };
	bool complete = true;

	*letters = (struct notation_letters){ 0 };
	for (int i = ROOK; i < NAMES; i++) {
		const char *at = find(source,
		    i < NAME_MARKS ? piece_name((enum piece_type)i) : words[i - NAME_MARKS]);

		letters->names[i] = at;
		complete = complete && at != NULL;
		while (at != NULL && *(at += strspn(at, " ")) != '\0') {
			const char *next = at;
			uint32_t marks = 0, c = letter_next(&next, &marks);

			if (c < 0x80)
				letters->initials[c] = true;
			at += strcspn(at, " ");
		}
	}
	return complete;
}

#define SYMBOLS_MAX 32

/* Read only as far as it is looked at: the first two or three symbols show of
 * nearly every line that it is not a move. */
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

static bool
symbol_is_any(const struct symbol *symbol, const char *set)
{
	return symbol->c != 0 && symbol->c < 0x80 && strchr(set, (int)symbol->c) != NULL;
}

/* The file that a letter names, or -1.  Russian keyboards have letters that look like these. */
static int
file_of(const struct symbol *symbol)
{
	static const char32_t *const alike[FILES] = { U"АаΑ", U"ВвΒ", U"Сс", NULL, U"ЕеΕ", NULL,
		NULL, U"НнΗ", U"ІіΙ" };

	for (int file = 0; file < FILES && symbol->c >= 0x80; file++)
		if (has_character(alike[file], symbol->c))
			return file;
	return is_letter(symbol) ? (int)(symbol->c - 'A') : -1;
}

/* Reads letter and rank at *i.  Ranks above 10 are read too, to be refused
 * with a reason. */
static bool
read_square(struct symbols *s, size_t *i, int *file, int *rank)
{
	*file = file_of(at(s, *i));
	if (*file == -1 || !is_ascii_digit(at(s, *i + 1)))
		return false;
	*rank = at(s, *i + 1)->digit;
	*i += 2;
	if (is_ascii_digit(at(s, *i)) && *rank != 0)
		*rank = *rank * 10 + at(s, (*i)++)->digit;
	return true;
}

/* Skips what stands between two squares; *sure when it is more than blanks. */
static size_t
skip_separator(struct symbols *s, size_t i, bool *sure)
{
	size_t first;

	if (at(s, i)->c == ' ')
		i++;
	for (first = i; i < first + 3 &&
	     (symbol_is_any(at(s, i), "-=>X:*~_") || has_character(between, at(s, i)->c));
	     i++)
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
read_coordinates(struct symbols *s, size_t start, struct written *out, size_t *end)
{
	int *square = out->squares;
	size_t i = start;
	bool sure, from_file, to_file;

	if (!read_square(s, &i, &square[0], &square[1]))
		return false;
	i = skip_separator(s, i, &sure);
	if (!read_square(s, &i, &square[2], &square[3]) || is_cut(s, i))
		return false;
	from_file = square[0] < FILES;
	to_file = square[2] < FILES;
	if (!sure && (!from_file || !to_file || square[1] > RANKS || square[3] > RANKS))
		return false;
	out->form = NOTATION_COORDINATES;
	out->place = PLACE_SQUARES;
	*end = i;
	return true;
}

/* Blanks may stand next to hanzi, names and + - =, but not inside "15.6". */
static bool
tolerates_blank(const struct symbol *symbol)
{
	return symbol->hanzi || symbol->letters > 1 || (symbol->ways != 0 && symbol->c != '.');
}

/* No place in a move has room for it. */
static bool
says_nothing(const struct symbol *symbol)
{
	return (symbol->types | symbol->marks | symbol->ways) == 0 && symbol->digit <= 0 &&
	    (symbol->c < 'A' || symbol->c > 'E');
}

/* Some symbols at start, of which each says something of a move; returns the index after them, or
 * 0.  *spelled: names of pieces and ways are written out. */
static size_t
pick(struct symbols *s, size_t start, int count, const struct symbol *out[], bool *spelled)
{
	size_t i = start;

	*spelled = false;
	for (int n = 0; n < count; n++) {
		bool blank = n > 0 && at(s, i)->c == ' ';

		i += blank;
		out[n] = at(s, i++);
		if (says_nothing(out[n]))
			return 0;
		if (blank && !tolerates_blank(out[n - 1]) && !tolerates_blank(out[n]))
			return 0;
		*spelled = *spelled || out[n]->letters > 2 ||
		    (blank && (out[n]->letters > 1 || out[n - 1]->letters > 1));
	}
	return i;
}

/* Soldiers are meant where no piece is named. */
static bool
read_place(const struct symbol *a, const struct symbol *b, struct written *out)
{
	const unsigned soldier = 1u << SOLDIER;
	const bool few = a->digit > 0 && a->digit <= 5;
	const struct {
		enum place place;
		bool fits; /* if there are types, too */
		unsigned types, marks;
		int order, file;
	} forms[] = {
		{ PLACE_FILE, b->digit > 0, a->types, 0, 0, b->digit },
		{ PLACE_MARK, b->marks != 0, a->types, b->marks, 0, 0 },
		{ PLACE_LETTER, (a->types & soldier) != 0 && !a->hanzi && symbol_is_any(b, "ABCDE"),
		    a->types, 0, (int)b->c - 'A' + 1, 0 },
		{ PLACE_MARK, a->marks != 0, b->types, a->marks, 0, 0 },
		{ PLACE_MARK_FILE, a->marks != 0 && b->digit > 0, soldier, a->marks, 0, b->digit },
		{ PLACE_EXTREME, a->marks != 0 && a->c == b->c && symbol_is_any(a, "+-"), soldier,
		    a->marks, 0, 0 },
		{ PLACE_ORDER, few && (b->types & soldier) != 0, soldier, 0, a->digit, 0 },
		{ PLACE_MARK_FILE, a->digit > 0 && b->marks != 0, soldier, b->marks, 0, a->digit },
		{ PLACE_ORDER_FILE, b->digit > 0 && (few || a->digit == b->digit), soldier, 0,
		    a->digit, b->digit },
	};

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		if (!forms[i].fits || forms[i].types == 0)
			continue;
		out->place = forms[i].place;
		out->types = forms[i].types;
		out->marks = forms[i].marks;
		out->order = forms[i].order;
		out->file = forms[i].file;
		return true;
	}
	return false;
}

/* "14.二兵平五" begins with the number of the move, not with the order and the
 * file of a soldier that goes to the second file. */
static bool
is_move_number(const struct symbol *const four[4])
{
	return is_ascii_digit(four[0]) && is_ascii_digit(four[1]) && four[2]->c == '.' &&
	    four[3]->hanzi;
}

/* What the last two symbols say. */
static bool
read_way(const struct symbol *way, const struct symbol *number, struct written *out)
{
	out->ways = way->ways;
	out->number = number->digit;
	return way->ways != 0 && number->digit > 0;
}

static bool
read_four(struct symbols *s, size_t start, struct written *out, size_t *end)
{
	const struct symbol *four[4];
	bool spelled;
	size_t stop = pick(s, start, 4, four, &spelled);

	if (stop == 0 || !read_way(four[2], four[3], out))
		return false;
	if (is_move_number(four) || !read_place(four[0], four[1], out) || is_cut(s, stop))
		return false;
	/* "12-5" is a date or a result: without a piece's name soldiers are meant, and
	 * they never go backward. */
	if (four[0]->types == 0 && four[1]->types == 0 && out->ways == WAY_BACKWARD)
		return false;
	out->spelled = spelled;
	out->alike = four[0]->alike || four[1]->alike;
	out->hanzi = four[0]->hanzi || four[1]->hanzi;
	out->form = out->hanzi || four[2]->hanzi ? NOTATION_CHINESE : NOTATION_WXF;
	*end = stop;
	return true;
}

/* 前兵五進一, "front pawn 5 forward 1": mark, piece and file, of which the mark or the piece
 * comes first.  Only in hanzi and names. */
static bool
read_five(struct symbols *s, size_t start, struct written *out, size_t *end)
{
	const struct symbol *five[5], *mark, *piece, *file;
	bool spelled;
	size_t stop = pick(s, start, 5, five, &spelled);

	if (stop == 0 || !read_way(five[3], five[4], out) || is_cut(s, stop))
		return false;
	mark = five[0]->marks != 0 && five[1]->types != 0 ? five[0] : five[1];
	if (mark->marks == 0)
		mark = five[2];
	piece = mark == five[0] ? five[1] : five[0];
	file = mark == five[2] ? five[1] : five[2];
	if (mark->marks == 0 || piece->types == 0 || file->digit <= 0)
		return false;
	if (!mark->hanzi && mark->letters < 2)
		return false;
	out->place = PLACE_MARK_FILE;
	out->types = piece->types;
	out->marks = mark->marks;
	out->file = file->digit;
	out->spelled = spelled;
	out->hanzi = piece->hanzi;
	out->form = out->hanzi ? NOTATION_CHINESE : NOTATION_WXF;
	*end = stop;
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
read_form(struct symbols *s, size_t start, struct written *out, size_t *end)
{
	return read_coordinates(s, start, out, end) || read_four(s, start, out, end) ||
	    read_five(s, start, out, end);
}

/* Of annotators, behind a move: ± ∓ ∞ □ ⩱ ⩲. */
static bool
is_annotation(uint32_t c)
{
	return c == 0xb1 || c == 0x2213 || c == 0x221e || c == 0x25a1 || c == 0x2a71 || c == 0x2a72;
}

size_t
notation_annotation_length(const char *text)
{
	const char *at = text, *next = text;
	uint32_t c;

	while ((c = plain_character(utf8_next(&next))) == '!' || c == '?' || is_annotation(c))
		at = next;
	return (size_t)(at - text);
}

/* Skips "12.", "12...", "12)", "..." and blanks after it; start if there is none. */
static size_t
skip_number(struct symbols *s, size_t start)
{
	size_t i = start, signs;

	while (i < start + 3 && is_ascii_digit(at(s, i)))
		i++;
	signs = i;
	i += at(s, i)->c >= 0x2488 && at(s, i)->c <= 0x249b; /* ⒈ … ⒛, in Chinese books */
	while (symbol_is_any(at(s, i), ".) "))
		i++;
	return i > signs && at(s, signs)->c != ' ' ? i : start;
}

bool
written_read(const char *text, const struct notation_letters *letters, struct written *out)
{
	struct symbols s;
	size_t start, end = 0;

	*out = (struct written){ .place = PLACE_SQUARES };
	s.text = text;
	s.next = text + strspn(text, " \t\r\n");
	s.letters = letters;
	s.count = 0;
	start = skip_name(&s, out);
	if (!read_form(&s, start, out, &end)) {
		size_t unnumbered = skip_number(&s, start);

		if (unnumbered == start || !read_form(&s, unnumbered, out, &end))
			return false;
	}
	/* "!?", signs of annotators and of check and the end of the sentence belong to the move. */
	while (symbol_is_any(at(&s, end), "!?+.,;") || is_annotation(at(&s, end)->c))
		end++;
	out->end = at(&s, end - 1)->end;
	return true;
}

int
notation_counted(const char *text)
{
	struct symbols s = { .text = text, .next = text + strspn(text, " \t\r\n") };
	struct written ignored = { .place = PLACE_SQUARES };
	size_t start = skip_name(&s, &ignored), end = 0;
	uint32_t sign;
	int number = 0;

	if (read_form(&s, start, &ignored, &end) || skip_number(&s, start) == start)
		return 0;
	for (size_t i = start; is_ascii_digit(at(&s, i)); i++)
		number = 10 * number + (int)(at(&s, i)->c - '0');
	sign = at(&s, start)->c;
	return sign >= 0x2488 && sign <= 0x249b ? (int)(sign - 0x2487) : number;
}
