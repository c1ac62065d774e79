/* SPDX-License-Identifier: ISC */
/*
 * Reading a move on a board: which own pieces the first two symbols can mean,
 * where the last two take them, and what of that is legal.
 *
 * Exactly one legal meaning is a move; none is refused with the reason for the
 * nearest; several are refused with the list, and never chosen between.  Careless
 * writing (a mark where no two pieces share a file …) is looked at only when the
 * text has no legal meaning by the rules of its notation.  Sources: WXF rules 1997
 * and 2018 for soldiers that share files; the Chinese names (前中後, 二兵) and the
 * letters a-e some programs write are read too.
 */
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/notation_parts.h"
#include "rules/status.h"

struct asked_move {
	const struct written *written;
	const struct board *board;
	enum side side;
	enum wxf_dialect dialect;
	bool loose;
	struct meanings *found;
};

/* Own pieces of one type, by file. */
struct lines {
	uint8_t squares[FILES][RANKS]; /* by the mover's number of the file, less 1; front first */
	int count[FILES];
	int shared; /* files with two or more */
};

/* What the board makes of a move as written. */
struct meanings {
	const struct notation_letters *letters; /* with which the text is read at present */
	struct move legal[16];
	const struct notation_letters *with[16]; /* with which each was found first */
	int legal_count;
	bool nearest_known;
	struct move nearest; /* .to NO_SQUARE: a piece that the move takes nowhere */
	struct refusal_why why;
};

int
file_pieces(
    const struct board *board, enum side side, enum piece_type type, int file, uint8_t out[RANKS])
{
	int count = 0;

	for (int i = 0; i < RANKS; i++) {
		uint8_t square = square_at(file, side == RED ? RANKS - 1 - i : i);

		if (board->at[square] == piece_of(side, type))
			out[count++] = square;
	}
	return count;
}

static void
found_add(struct meanings *found, const struct board *board, struct move move)
{
	struct refusal_why why;

	if (move_judge(board, move, &why) == MOVE_LEGAL) {
		for (int i = 0; i < found->legal_count; i++)
			if (move_equal(found->legal[i], move))
				return;
		if (found->legal_count < 16) {
			found->with[found->legal_count] = found->letters;
			found->legal[found->legal_count++] = move;
		}
	} else if (!found->nearest_known || found->nearest.to == NO_SQUARE ||
	    why.refusal > found->why.refusal) {
		found->nearest_known = true;
		found->nearest = move;
		found->why = why;
	}
}

/* Where the piece on `from` goes by way and number; NO_SQUARE if nowhere. */
static uint8_t
destination(const struct asked_move *s, enum piece_type type, uint8_t from, unsigned way)
{
	/* Ranks a horse, elephant or guard advances when it goes 1 or 2 files aside. */
	static const int advances[KING + 1][FILES] = {
		[HORSE] = { 0, 2, 1 }, [ELEPHANT] = { 0, 0, 2 }, [GUARD] = { 0, 1 }
	};
	bool diagonal = type_is_diagonal(type);
	int file = square_file(from), rank = square_rank(from), advance;

	if (way == WAY_SIDEWAYS || diagonal)
		file = file_of_number(s->side, s->written->number);
	if (way == WAY_SIDEWAYS)
		return diagonal ? NO_SQUARE : square_at(file, rank);
	advance = s->written->number;
	if (diagonal)
		advance = advances[type][abs(file - square_file(from))];
	if (advance == 0)
		return NO_SQUARE;
	rank += (way == WAY_FORWARD) == (s->side == RED) ? advance : -advance;
	return rank >= 0 && rank < RANKS ? square_at(file, rank) : NO_SQUARE;
}

static void
add_piece(const struct asked_move *s, enum piece_type type, uint8_t from)
{
	for (unsigned way = WAY_FORWARD; way <= WAY_SIDEWAYS; way <<= 1) {
		uint8_t to;

		if ((s->written->ways & way) == 0)
			continue;
		to = destination(s, type, from, way);
		if (to != NO_SQUARE) {
			found_add(s->found, s->board, (struct move){ from, to });
		} else if (!s->found->nearest_known) {
			s->found->nearest_known = true;
			s->found->nearest = (struct move){ from, NO_SQUARE };
			s->found->why = (struct refusal_why){ .refusal = MOVE_WRONG_SHAPE,
				.square = NO_SQUARE };
		}
	}
}

static void
add_nth(
    const struct asked_move *s, enum piece_type type, const struct lines *lines, int line, int n)
{
	if (n >= 0 && n < lines->count[line])
		add_piece(s, type, lines->squares[line][n]);
}

/* By WXF 1997 a digit that is the soldiers' own file means the middle one of three or five;
 * others mean any soldier of that file. */
static void
by_file(const struct asked_move *s, enum piece_type type, const struct lines *lines)
{
	int line = s->written->file - 1, count = lines->count[line];

	if (type == SOLDIER && count >= 3 && count % 2 == 1 && s->dialect == WXF_1997 && !s->loose)
		add_nth(s, type, lines, line, count / 2);
	else
		for (int n = 0; n < count; n++)
			add_nth(s, type, lines, line, n);
}

/* In WXF, + and - are the second and the last but one of four or five; the
 * extremes are ++ and --.  前 and 後 are always the extremes. */
static void
marked_on_line(
    const struct asked_move *s, enum piece_type type, const struct lines *lines, int line)
{
	const struct written *w = s->written;
	int count = lines->count[line];
	int inset = count >= 4 && !w->hanzi && w->place == PLACE_MARK;

	if (w->marks & MARK_FRONT)
		add_nth(s, type, lines, line, inset);
	if (w->marks & MARK_MIDDLE && count % 2 == 1)
		add_nth(s, type, lines, line, count / 2);
	if (w->marks & MARK_REAR)
		add_nth(s, type, lines, line, count - 1 - inset);
}

/* A mark without a shared file: the foremost or rearmost piece of all. */
static void
marked_anywhere(const struct asked_move *s, enum piece_type type, const struct lines *lines)
{
	bool front = (s->written->marks & MARK_FRONT) != 0;
	int best = -1;

	for (int pass = 0; pass < 2; pass++)
		for (int line = 0; line < FILES; line++) {
			int depth;

			if (lines->count[line] == 0)
				continue;
			depth = square_rank(lines->squares[line][0]);
			if (front != (s->side == GREEN))
				depth = RANKS - 1 - depth;
			if (best == -1 || depth < best)
				best = depth;
			if (pass == 1 && depth == best)
				add_nth(s, type, lines, line, 0);
		}
}

static void
by_mark(const struct asked_move *s, enum piece_type type, const struct lines *lines)
{
	const struct written *w = s->written;

	if (w->place == PLACE_MARK_FILE) {
		if (lines->count[w->file - 1] >= 2 || s->loose)
			marked_on_line(s, type, lines, w->file - 1);
		return;
	}
	for (int line = 0; line < FILES; line++)
		if (lines->count[line] >= 2)
			marked_on_line(s, type, lines, line);
	if (lines->shared == 0 && s->loose && w->marks != MARK_MIDDLE)
		marked_anywhere(s, type, lines);
}

/* 二兵 counts on the file that several soldiers share; on several such files over all of them,
 * from the mover's right, as letters always do. */
static void
by_order(const struct asked_move *s, enum piece_type type, const struct lines *lines)
{
	bool is_order = s->written->place == PLACE_ORDER;
	int left = s->written->order - 1;

	for (int line = 0; line < FILES; line++)
		if (is_order && lines->count[line] >= 2 && (lines->shared == 1 || s->loose))
			add_nth(s, type, lines, line, left);
	if (is_order && lines->shared < 2)
		return;
	for (int line = 0; line < FILES; line++) {
		if (lines->count[line] < 2)
			continue;
		add_nth(s, type, lines, line, left);
		left -= lines->count[line];
	}
}

/*
 * 2018: order and file.  1997: the file twice, for the middle one of three,
 * written only while another file has several soldiers too.
 */
static void
by_order_and_file(const struct asked_move *s, enum piece_type type, const struct lines *lines)
{
	const struct written *w = s->written;
	int line = w->file - 1;
	bool middle = w->order == w->file && lines->count[line] == 3;

	if (s->dialect == WXF_1997 ? middle : middle && s->dialect == WXF_ANY && lines->shared > 1)
		add_nth(s, type, lines, line, 1);
	if (lines->count[line] >= 2 && (s->dialect != WXF_1997 || s->loose))
		add_nth(s, type, lines, line, w->order - 1);
}

/* Adds to *found the moves that written can mean (never PLACE_SQUARES).
 * loose: also what only a careless writer would mean by it. */
static void
written_find(const struct written *written, const struct board *board, enum wxf_dialect dialect,
    bool loose, struct meanings *found)
{
	struct asked_move s = { written, board, (enum side)board->turn, dialect, loose, found };
	struct lines lines;

	if (written->dialect != WXF_ANY)
		s.dialect = written->dialect;
	for (enum piece_type type = ROOK; type <= KING; type++) {
		if ((written->types & 1u << type) == 0)
			continue;
		lines.shared = 0;
		for (int i = 0; i < FILES; i++) {
			lines.count[i] = file_pieces(
			    board, s.side, type, file_of_number(s.side, i + 1), lines.squares[i]);
			lines.shared += lines.count[i] >= 2;
		}
		switch (written->place) {
		case PLACE_FILE:
			by_file(&s, type, &lines);
			break;
		case PLACE_MARK:
		case PLACE_EXTREME:
		case PLACE_MARK_FILE:
			by_mark(&s, type, &lines);
			break;
		case PLACE_ORDER:
		case PLACE_LETTER:
			by_order(&s, type, &lines);
			break;
		case PLACE_ORDER_FILE:
			by_order_and_file(&s, type, &lines);
			break;
		case PLACE_SQUARES:
			break;
		}
	}
}

static enum reading_kind
refuse(struct reading *out, struct move move, struct refusal_why why)
{
	out->move = move;
	out->why = why;
	return out->kind = READ_ILLEGAL;
}

static enum reading_kind
conclude(struct reading *out, const struct meanings *found)
{
	static const struct refusal_why no_piece = { MOVE_NO_PIECE, NO_SQUARE, 0, false };
	static const struct move nowhere = { NO_SQUARE, NO_SQUARE };

	if (found->legal_count == 1) {
		out->move = found->legal[0];
		out->letters = found->with[0];
		return out->kind = READ_MOVE;
	}
	if (found->legal_count == 0)
		return found->nearest_known ? refuse(out, found->nearest, found->why) :
					      refuse(out, nowhere, no_piece);
	for (int i = 0; i < found->legal_count; i++)
		out->candidates[i] = found->legal[i];
	out->candidate_count = found->legal_count;
	return out->kind = READ_AMBIGUOUS;
}

/* Which piece it is that is not there. */
static void
note_named(struct reading *out, const struct written *written)
{
	if (out->kind != READ_ILLEGAL || out->why.refusal != MOVE_NO_PIECE)
		return;
	for (int type = ROOK; type <= KING; type++)
		if (written->types == 1u << type)
			out->named = (enum piece_type)type;
	if (written->place == PLACE_FILE)
		out->named_file = written->file;
}

static enum reading_kind
read_squares(
    const struct written *written, const struct board *board, bool iccs, struct reading *out)
{
	static const struct refusal_why no_square = { MOVE_NO_SUCH_SQUARE, NO_SQUARE, 0, false };
	const int *at = written->squares;
	int lowest = 1;
	struct meanings found = { 0 };

	if (at[1] == 0 || at[3] == 0 || (iccs && at[1] < RANKS && at[3] < RANKS)) {
		out->form = NOTATION_ICCS;
		lowest = 0;
	}
	for (int i = 0; i < 4; i += 2)
		if (at[i] >= FILES || at[i + 1] - lowest >= RANKS) {
			/* "A10-A0": tenth ranks and those that are numbered from 0 do not go
			 * together. */
			if (at[i] < FILES && at[i + 1] == RANKS)
				i = 2 - i;
			snprintf(out->nowhere, sizeof out->nowhere, "%c%d", 'A' + at[i] % 26,
			    at[i + 1] % 100);
			return refuse(out, (struct move){ NO_SQUARE, NO_SQUARE }, no_square);
		}
	found_add(&found, board,
	    (struct move){ square_at(at[0], at[1] - lowest), square_at(at[2], at[3] - lowest) });
	return conclude(out, &found);
}

/* Every notation has digits or hanzi; most lines of a letter have neither.  letters: NULL, or a
 * language's: then nothing else counts, squares neither. */
static bool
read_form(const char *text, const struct notation_letters *letters, struct written *out)
{
	for (const char *at = text; *at != '\0' && *at != '\n'; at++)
		if ((*at >= '0' && *at <= '9') || (unsigned char)*at >= 0x80)
			return written_read(text, letters, out) &&
			    (letters == NULL || out->place != PLACE_SQUARES);
	return false;
}

static enum reading_kind
read_with(const char *text, const struct board *board, const struct notation_letters *letters,
    enum wxf_dialect dialect, bool iccs, struct reading *out)
{
	struct written written;
	struct meanings found = { .letters = letters };

	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	if (!read_form(text, letters, &written))
		return out->kind;
	out->form = written.form;
	out->consumed = written.end;
	if (written.place == PLACE_SQUARES)
		return read_squares(&written, board, iccs || written.iccs, out);
	written_find(&written, board, dialect, false, &found);
	if (found.legal_count == 0)
		written_find(&written, board, dialect, true, &found);
	conclude(out, &found);
	note_named(out, &written);
	return out->kind;
}

enum reading_kind
notation_read(const char *text, const struct board *board, enum wxf_dialect dialect, bool iccs,
    struct reading *out)
{
	return read_with(text, board, NULL, dialect, iccs, out);
}

bool
notation_read_iccs(const char *text, const struct board *board, struct reading *out)
{
	struct reading other;

	if (notation_read(text, board, WXF_ANY, true, out) == READ_NOT_A_MOVE ||
	    out->form != NOTATION_ICCS)
		return false;
	if (out->kind == READ_MOVE &&
	    notation_read(text, board, WXF_ANY, false, &other) == READ_MOVE &&
	    !move_equal(other.move, out->move)) {
		out->kind = READ_AMBIGUOUS;
		out->candidates[0] = out->move;
		out->candidates[1] = other.move;
		out->candidate_count = 2;
	}
	return true;
}

enum reading_kind
notation_read_letters(const char *text, const struct board *board,
    const struct notation_letters *letters, struct reading *out)
{
	return read_with(text, board, letters, WXF_ANY, false, out);
}

/* Whose letters a text is read in: the writer's own language's, the usual ones, any others'. */
enum { OWN, USUAL, OTHERS, WHOSE };

/* A text read in the letters of several languages. */
struct senses {
	const char *text;
	const struct board *board;
	const struct notation_letters *own, *all;
	struct written first; /* the first that has a form, as form and end tell */
	bool has_form[WHOSE];
	bool by_looks;  /* letters that look like the usual ones are read, and no others */
	bool is_dotted; /* two readings go different ways: "." */
	struct meanings found[WHOSE];
};

static void
senses_find(struct senses *s, int whose, const struct notation_letters *letters, bool loose)
{
	struct meanings *found = &s->found[whose];
	const unsigned diagonal = 1u << HORSE | 1u << ELEPHANT | 1u << GUARD;
	struct written written;

	if (!read_form(s->text, letters, &written) || written.place == PLACE_SQUARES ||
	    written.alike != s->by_looks)
		return;
	found->letters = letters;
	written_find(&written, s->board, WXF_ANY, loose, found);
	if (s->first.end > 0 && (written.ways & s->first.ways) == 0) {
		s->is_dotted = true;
		/* "M2.3": no elephant goes aside, and "." may be forward. */
		if (s->first.ways == WAY_SIDEWAYS && (s->first.types & ~diagonal) == 0)
			s->has_form[OWN] = s->has_form[USUAL] = false;
	}
	if (s->first.end == 0)
		s->first = written;
	s->has_form[whose] = true;
}

/* Careless writing is asked for only where nothing else is legal. */
static void
senses_find_all(struct senses *s)
{
	const struct meanings *found = s->found;

	for (int loose = 0; loose < 2; loose++) {
		if (s->own != NULL)
			senses_find(s, OWN, s->own, loose);
		senses_find(s, USUAL, NULL, loose);
		if (found[OWN].legal_count + found[USUAL].legal_count > 0)
			break;
	}
	for (int loose = 0; loose < 2 && found[OTHERS].legal_count == 0; loose++)
		for (const struct notation_letters *at = s->all; at != NULL; at = at->next)
			if (at != s->own)
				senses_find(s, OTHERS, at, loose);
}

/* "С2=5" with a Russian С, of somebody who means the Latin one: last of all, since it has a
 * meaning of its own. */
static void
senses_find_alike(struct senses *s)
{
	bool had_form = s->has_form[USUAL];

	for (int whose = 0; whose < WHOSE; whose++)
		if (s->found[whose].legal_count > 0)
			return;
	s->by_looks = true;
	senses_find(s, USUAL, NULL, false);
	if (s->found[USUAL].legal_count == 0)
		s->has_form[USUAL] = had_form;
}

/* Adds what is legal with the letters of others. */
static void
add_found(struct meanings *to, const struct board *board, const struct meanings *more)
{
	for (int i = 0; i < more->legal_count; i++) {
		to->letters = more->with[i];
		found_add(to, board, more->legal[i]);
	}
}

/* Which of the others is a move that differs from what was found; -1: none. */
static int
other_sense(const struct meanings *found, const struct meanings *others)
{
	for (int i = 0; i < others->legal_count && found->legal_count > 0; i++)
		if (!move_equal(others->legal[i], found->legal[0]))
			return i;
	return -1;
}

/* A move of the writer's own letters is never played as one of other letters. */
static enum reading_kind
senses_conclude(struct senses *s, struct reading *out)
{
	struct meanings others = { 0 }, *found = s->found, *at;
	int home = OWN, other;

	while (home < OTHERS && !s->has_form[home])
		home++;
	at = &found[home];
	for (int i = home + 1; i < WHOSE; i++)
		add_found(&others, s->board, &found[i]);
	other = other_sense(at, &others);
	if (at->legal_count == 0 && others.legal_count > 0) {
		conclude(out, at);
		note_named(out, &s->first);
		out->candidate_count = others.legal_count;
		memcpy(out->candidates, others.legal, sizeof out->candidates);
		out->letters = others.with[0];
		return out->kind;
	}
	if (home == OWN)
		add_found(at, s->board, &found[USUAL]);
	if (s->is_dotted && home != OTHERS)
		add_found(at, s->board, &found[OTHERS]);
	conclude(out, at);
	note_named(out, &s->first);
	if (out->kind == READ_MOVE &&
	    move_is_among(found[USUAL].legal, found[USUAL].legal_count, out->move))
		out->letters = NULL;
	out->has_other_sense = out->kind == READ_MOVE && other != -1;
	if (out->has_other_sense) {
		out->candidates[0] = others.legal[other];
		out->other_letters = others.with[other];
	}
	return out->kind;
}

enum reading_kind
notation_read_languages(const char *text, const struct board *board,
    const struct notation_letters *own, const struct notation_letters *all, struct reading *out)
{
	struct senses s = { .text = text, .board = board, .own = own, .all = all };

	if (notation_read(text, board, WXF_ANY, false, out) != READ_NOT_A_MOVE &&
	    out->form != NOTATION_WXF)
		return out->kind;
	senses_find_all(&s);
	senses_find_alike(&s);
	*out = (struct reading){ .kind = READ_NOT_A_MOVE };
	if (s.first.end == 0)
		return out->kind;
	out->form = s.first.form;
	out->consumed = s.first.end;
	return senses_conclude(&s, out);
}

size_t
notation_form_end(const char *text, const struct notation_letters *letters, bool *spelled)
{
	struct written written;

	if (!read_form(text, letters, &written))
		return 0;
	if (spelled != NULL)
		*spelled = written.spelled;
	return written.end;
}

bool
notation_is_move_like(const char *text)
{
	return notation_form_end(text, NULL, NULL) > 0;
}

bool
notation_find(const char *name, enum notation *out)
{
	static const char *const names[] = { [NOTATION_COORDINATES] = "coordinates",
		[NOTATION_WXF] = "wxf",
		[NOTATION_CHINESE] = "chinese",
		[NOTATION_SIMPLIFIED] = "simplified",
		[NOTATION_ICCS] = "iccs",
		[NOTATION_UCI] = "uci" };
	int found = str_index(names, sizeof(names) / sizeof(names[0]), name);

	if (found >= 0)
		*out = (enum notation)found;
	return found >= 0;
}
