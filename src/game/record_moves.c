/* SPDX-License-Identifier: ISC */
/*
 * Movetext of PGN and WXF files: moves in any notation among numbers, marks,
 * comments and results.
 *
 * A game says once what its coordinates and its soldiers' digits mean: where a
 * move alone is uncertain, the one reading that plays the whole game through
 * counts, and if two do, none.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "game/record_internal.h"

#define BLANKS " \t\r\n"

void
segments_init(struct segments *segments, struct arena *arena)
{
	*segments = (struct segments){ .arena = arena, .end = &segments->first };
}

static void
segments_add(struct segments *segments, const char *text, const char *comment)
{
	struct segment *segment;

	if (segments->depth > 0)
		return;
	segment = arena_alloc(segments->arena, sizeof *segment);
	segment->text = text;
	segment->comment = comment;
	*segments->end = segment;
	segments->end = &segment->next;
}

bool
text_line_has_move(const char *line)
{
	for (line += strspn(line, " \t"); strchr("\r\n", *line) == NULL;
	     line += strspn(line, " \t")) {
		if (notation_is_move_like(line))
			return true;
		line += strcspn(line, " \t\r\n");
	}
	return false;
}

/* Bytes of the bracket at text that opens, or closes: *depth is 1 or -1; else 0. */
static size_t
bracket_length(const char *text, int *depth)
{
	static const char *const brackets[] = { "(", "[", "（", ")", "]", "）" };

	for (int i = 0; i < 6; i++)
		if (strncmp(text, brackets[i], strlen(brackets[i])) == 0) {
			*depth = i < 3 ? 1 : -1;
			return strlen(brackets[i]);
		}
	return 0;
}

/* Is there a move, or the square of one, between text and the next bracket? */
static bool
holds_moves(struct arena *arena, const char *text, const char *end)
{
	const char *stop = text;
	int depth;

	while (stop < end && bracket_length(stop, &depth) == 0)
		stop++;
	text = arena_strndup(arena, text, (size_t)(stop - text));
	for (const char *at = text; *at != '\0'; at += strcspn(at, "\r\n")) {
		at += strspn(at, BLANKS);
		if (text_line_has_move(at))
			return true;
	}
	for (const char *at = text; *at != '\0'; at++)
		if (*at >= 'a' && *at <= 'i' && isdigit((unsigned char)at[1]))
			return true;
	return false;
}

size_t
segments_remark_length(const struct segments *segments, const char *text, const char *end)
{
	const char *from, *stop;
	size_t length;
	int way = 0;

	length = bracket_length(text, &way);
	if (length == 0 || way != 1 || segments->depth > 0)
		return 0;
	for (from = stop = text + length; stop < end; stop++) {
		if (strchr("{}", *stop) != NULL)
			return 0;
		length = bracket_length(stop, &way);
		if (length > 0)
			break;
	}
	if (stop == end || way != -1 || result_read(from) != RESULT_NONE ||
	    holds_moves(segments->arena, from, stop))
		return 0;
	return (size_t)(stop - text) + length;
}

void
segments_add_bracket(struct segments *segments, const char *text, size_t length)
{
	const char *end = text + length - 1;
	int way;

	text += bracket_length(text, &way);
	while (bracket_length(end, &way) == 0)
		end--;
	segments_add_remark(segments, text, (size_t)(end - text));
}

static void
add_main_line(struct segments *segments, const char *text, size_t length)
{
	if (length == 0 || segments->depth > 0)
		return;
	segments->bytes += length;
	segments_add(segments, arena_strndup(segments->arena, text, length), NULL);
}

void
segments_add_text(struct segments *segments, const char *text, size_t length)
{
	const char *from = text, *end = text + length;

	for (size_t step; text < end; text += step) {
		int way = 0;

		step = segments_remark_length(segments, text, end);
		if (step > 0) {
			add_main_line(segments, from, (size_t)(text - from));
			segments_add_bracket(segments, text, step);
			from = text + step;
			continue;
		}
		step = bracket_length(text, &way);
		if (way == 1 &&
		    (segments->depth > 0 || holds_moves(segments->arena, text + step, end))) {
			add_main_line(segments, from, (size_t)(text - from));
			segments->depth++;
			segments->variations++;
		} else if (way == -1 && segments->depth > 0 && --segments->depth == 0) {
			from = text + step;
		}
		step += step == 0;
	}
	add_main_line(segments, from, (size_t)(end - from));
}

void
segments_add_remark(struct segments *segments, const char *text, size_t length)
{
	if (length > 0)
		segments_add(segments, NULL, arena_strndup(segments->arena, text, length));
}

const char *
segments_add_comment(struct segments *segments, const char *text, const char *limit)
{
	const char *at = text, *stop;
	int depth = 0;

	do {
		depth += (*at == '{') - (*at == '}');
		at++;
	} while (!segments->flat && depth > 0 && at < limit);
	if (depth > 0) {
		segments->flat = true;
		at = memchr(text, '}', (size_t)(limit - text));
		segments->open |= at == NULL;
		at = at == NULL ? limit : at + 1;
	}
	stop = at > text + 1 && at[-1] == '}' ? at - 1 : at;
	while (stop > text + 1 && strchr(BLANKS, stop[-1]) != NULL)
		stop--;
	segments_add(
	    segments, NULL, arena_strndup(segments->arena, text + 1, (size_t)(stop - text) - 1));
	return at;
}

/* So many moves of one game may have several meanings, and so many ways are tried. */
#define MAX_CHOICES 8
#define MAX_WAYS    200

/* One way to understand the game. */
struct attempt {
	struct arena *arena;
	bool iccs;
	enum wxf_dialect dialect;
	bool algebraic;
	int first_rank; /* of algebraic notation */
	struct record *record;
	struct board board;
	bool over; /* a result was read */
	bool complete;
	bool ambiguous; /* what ended it */
	int meanings;   /* ... has so many */
	/* Which meaning those before it take, in their order; and how many were met. */
	int choices[MAX_CHOICES], choice_count, choices_met;
	bool squares, zero_ranks;
	bool any; /* move, legal or not */
};

/* Signs beyond ASCII: of annotators (± ∓ ∞ □ ⩲ ①), wide stops and commas. */
static bool
is_sign(uint32_t c)
{
	return (c >= 0xa1 && c <= 0xbf) || (c >= 0x2010 && c <= 0x2bff) ||
	    (c >= 0x3000 && c <= 0x301f) || (c >= 0xfe00 && c <= 0xfe0f) ||
	    (c >= 0xff01 && c <= 0xff0f) || (c >= 0xff1a && c <= 0xff20);
}

/* "第12回合" */
static size_t
round_length(const char *text)
{
	static const char *const ends[] = { "回合", "步", "着", "手" };
	const char *word, *end;

	if (strncmp(text, "第", strlen("第")) != 0)
		return 0;
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		word = strstr(text, ends[i]);
		if (word == NULL)
			continue;
		end = word + strlen(ends[i]);
		/* Three hanzi are the longest number. */
		if (word - text <= 12 && strcspn(text, BLANKS) >= (size_t)(end - text))
			return (size_t)(end - text);
	}
	return 0;
}

/* Bytes at text that are not a move and do no harm: signs, numbers. */
static size_t
noise_length(const char *text)
{
	const char *at = text, *before, *next;

	do {
		before = at;
		at += strspn(at, BLANKS ".,;:)]!?$&~");
		next = at;
		if ((unsigned char)*at >= 0x80 && is_sign(utf8_next(&next)))
			at = next;
	} while (at > before);
	if (at > text)
		return (size_t)(at - text);
	/* A new move, a diagram. */
	if (strchr("ND", *text) != NULL && *text != '\0' && strchr(BLANKS, text[1]) != NULL)
		return 1;
	if (isdigit((unsigned char)*text))
		return strspn(text, "0123456789");
	if (*text == '-')
		return strspn(text, "-");
	return ispunct((unsigned char)*text) ? 1 : round_length(text);
}

/* A word that stands for no move at all. */
static bool
is_null_move(const char *text)
{
	static const char *const words[] = { "--", "<>", "Z0", "0000", "@@@@", "null" };
	size_t length = strcspn(text, BLANKS);

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (length == strlen(words[i]) && strncmp(text, words[i], length) == 0)
			return true;
	return false;
}

static void
give_up(struct attempt *a, const char *text, const struct reading *r)
{
	char reason[160] = "not a move";
	size_t length = r->consumed > 0 ? r->consumed : strcspn(text, BLANKS);
	size_t shown = utf8_prefix(text, 40);

	if (is_null_move(text))
		str_copy(reason, sizeof reason, "stands for no move at all");
	else if (r->kind == READ_ILLEGAL)
		refusal_write(&r->why, reason, sizeof reason);
	else if (r->kind == READ_AMBIGUOUS)
		str_copy(reason, sizeof reason, "has several meanings");
	/* "no-piece" is a name, and read as words. */
	for (char *dash = reason; (dash = strchr(dash, '-')) != NULL;)
		*dash = ' ';
	a->ambiguous = r->kind == READ_AMBIGUOUS;
	a->meanings = r->candidate_count;
	a->record->error = arena_printf(a->arena, "ply %d: %.*s: %s", a->record->length + 1,
	    (int)(length < shown ? length : shown), text, reason);
}

static void
end(struct attempt *a, enum result result)
{
	struct record *record = a->record;

	if (record->result == RESULT_NONE)
		record->result = result;
	else if (result != RESULT_NONE && result != record->result)
		record_note(record, a->arena,
		    arena_printf(a->arena, "its Result says %s, its end %s",
			result_text(record->result), result_text(result)));
	a->over = true;
}

/* Nothing that looks like a move stands at text or in the segments behind. */
static bool
is_prose(const char *text, const struct segment *behind)
{
	for (; text != NULL || behind != NULL; text = NULL) {
		if (text == NULL) {
			text = behind->text;
			behind = behind->next;
		}
		for (; text != NULL && *(text += strspn(text, BLANKS)) != '\0';
		     text += strcspn(text, BLANKS))
			if (notation_is_move_like(text))
				return false;
	}
	return true;
}

/* Words of the program or of the end, below the moves of a game whose result is known. */
static bool
are_words_below(const struct attempt *a, const struct segment *segment, const char *text)
{
	const char *before = text;

	while (before > segment->text && strchr(" \t", before[-1]) != NULL)
		before--;
	return !a->algebraic && a->record->length > 0 && a->record->result != RESULT_NONE &&
	    (before == segment->text || before[-1] == '\n' || before[-1] == '\r') &&
	    is_prose(text, segment->next);
}

/* The game ends at text, which is no move. */
static bool
ends_at(struct attempt *a, const struct segment *segment, const char *text)
{
	enum result result = result_read(text), said = result_read_words(text);

	if (*text == '*' || result != RESULT_NONE)
		end(a, result);
	else if (said != RESULT_NONE && is_prose(text, segment->next))
		end(a, said);
	else
		a->over = are_words_below(a, segment, text);
	return a->over;
}

static bool
play_text(struct attempt *a, const struct segment *segment)
{
	const char *text = segment->text;
	struct reading r;
	size_t noise;

	for (text += strspn(text, BLANKS); *text != '\0' && !a->over;
	     text += strspn(text, BLANKS)) {
		if (a->algebraic)
			notation_read_algebraic(text, &a->board, a->first_rank, &r);
		else
			notation_read(text, &a->board, a->dialect, a->iccs, &r);
		if (r.kind == READ_AMBIGUOUS && a->choices_met < a->choice_count) {
			r.kind = READ_MOVE;
			r.move = r.candidates[a->choices[a->choices_met++]];
		}
		a->any |= r.kind != READ_NOT_A_MOVE;
		if (r.kind == READ_MOVE) {
			a->squares |= r.form == NOTATION_COORDINATES;
			a->zero_ranks |= r.form == NOTATION_ICCS;
			record_push(a->record, a->arena, &a->board, r.move);
			text += r.consumed;
			continue;
		}
		a->squares |= r.form == NOTATION_COORDINATES && r.kind == READ_ILLEGAL;
		if (r.kind == READ_NOT_A_MOVE && ends_at(a, segment, text))
			break;
		noise = r.kind == READ_NOT_A_MOVE ? noise_length(text) : 0;
		if (noise == 0 || (is_null_move(text) && !is_prose(text, segment->next))) {
			give_up(a, text, &r);
			return false;
		}
		text += noise;
	}
	return true;
}

/* A fresh record for each attempt: an attempt that fails leaves no traces. */
static void
attempt(struct attempt *a, const struct segments *segments, const struct record *base)
{
	struct record *room = record_new(segments->arena, (int)(segments->bytes / 2) + 1);
	struct str joined; /* several comments at joined_ply */
	int joined_ply = -1;

	a->record = arena_alloc(segments->arena, sizeof *a->record);
	*a->record = *base;
	a->record->moves = room->moves;
	a->record->comments = room->comments;
	a->record->times = room->times;
	a->arena = segments->arena;
	a->board = base->start;
	a->complete = true;
	for (const struct segment *s = segments->first; s != NULL && a->complete; s = s->next) {
		int ply = a->record->length;

		if (s->comment == NULL) {
			a->complete = play_text(a, s);
		} else if (a->record->comments[ply] == NULL) {
			record_set_comment(a->record, ply, s->comment);
		} else {
			if (joined_ply != ply) {
				str_init(&joined, a->arena, 0);
				str_add(&joined, a->record->comments[ply]);
				joined_ply = ply;
			}
			str_addf(&joined, "\n%s", s->comment);
			a->record->comments[ply] = joined.data;
		}
	}
	if (a->squares && a->zero_ranks && !a->iccs)
		a->complete = false;
}

static bool
have_same_moves(const struct record *a, const struct record *b)
{
	int ply = 0;

	while (ply < a->length && ply < b->length && move_equal(a->moves[ply], b->moves[ply]))
		ply++;
	return ply == a->length && ply == b->length;
}

/* Of two ways to understand the game the one that plays it through. */
static struct attempt *
better(struct attempt *a, struct attempt *b)
{
	if (a->complete && b->complete && !have_same_moves(a->record, b->record)) {
		a->record->length = 0;
		a->record->error = "the moves can be read in two ways";
		return a;
	}
	if (a->complete == b->complete)
		return a->record->length >= b->record->length ? a : b;
	return a->complete ? a : b;
}

/* Tries each meaning of the move that ended `from`; *found is the way that plays the game through,
 * and *several is set where there are more. */
static void
try_meanings(const struct segments *segments, const struct record *base, const struct attempt *from,
    int *ways, struct attempt *found, bool *several)
{
	for (int i = 0; i < from->meanings && from->choice_count < MAX_CHOICES && !*several; i++) {
		struct attempt way = { .iccs = from->iccs, .dialect = from->dialect };

		memcpy(way.choices, from->choices, sizeof way.choices);
		way.choices[from->choice_count] = i;
		way.choice_count = from->choice_count + 1;
		if (++*ways > MAX_WAYS) {
			*several = true;
			return;
		}
		attempt(&way, segments, base);
		if (way.ambiguous)
			try_meanings(segments, base, &way, ways, found, several);
		else if (way.complete && !found->complete)
			*found = way;
		else if (way.complete)
			*several |= !have_same_moves(way.record, found->record);
	}
}

/* A move that can be two pieces' is the one after which all others can be played, if only one is.
 */
static bool
find_the_meaning(const struct segments *segments, const struct record *base,
    const struct attempt *from, struct attempt *found)
{
	bool several = from->choice_count == MAX_CHOICES;
	int ways = 0;

	try_meanings(segments, base, from, &ways, found, &several);
	return found->complete && !several;
}

/* A Format that the moves contradict decides nothing: *other, if that plays the game. */
static struct attempt *
unlike_format(const struct segments *segments, const struct record *base, struct attempt *best,
    bool iccs, struct attempt *other)
{
	*other = (struct attempt){ .iccs = !iccs };
	attempt(other, segments, base);
	return other->complete ? other : best;
}

/* Only for a whole game: single words can look like such moves. */
static struct attempt *
as_algebraic(const struct segments *segments, const struct record *base, struct attempt *best,
    struct attempt *from_0, struct attempt *from_1)
{
	attempt(from_0, segments, base);
	attempt(from_1, segments, base);
	return from_0->complete || from_1->complete ? better(from_0, from_1) : best;
}

bool
segments_play(const struct segments *segments, bool iccs_known, bool iccs, struct record *record)
{
	struct attempt plain = { .iccs = iccs }, other = { .iccs = true };
	struct attempt old = { .iccs = iccs, .dialect = WXF_1997 };
	struct attempt new = { .iccs = iccs, .dialect = WXF_2018 };
	struct attempt meant = { .complete = false };
	struct attempt *best = &plain;
	struct attempt from_0 = { .algebraic = true };
	struct attempt from_1 = { .algebraic = true, .first_rank = 1 };
	struct record *next = record->next;

	attempt(&plain, segments, record);
	if (!iccs_known && (plain.squares || plain.zero_ranks)) {
		attempt(&other, segments, record);
		best = better(&plain, &other);
	} else if (plain.ambiguous) {
		attempt(&old, segments, record);
		attempt(&new, segments, record);
		best = better(&old, &new);
		if (!best->complete && find_the_meaning(segments, record, &plain, &meant))
			best = &meant;
	}
	if (!best->complete && iccs_known && (iccs || plain.squares))
		best = unlike_format(segments, record, best, iccs, &other);
	if (!best->complete && !iccs_known)
		best = as_algebraic(segments, record, best, &from_0, &from_1);
	*record = *best->record;
	record->next = next;
	return plain.any || best->any;
}

void
segments_play_algebraic(const struct segments *segments, struct record *record)
{
	struct attempt from_0 = { .algebraic = true };
	struct record *next = record->next;

	attempt(&from_0, segments, record);
	*record = *from_0.record;
	record->next = next;
}

/* Comments are written in braces, so they may not hold any; nor an empty line, since one
 * with a tag below it ends them. */
static void
comment_write(struct str *out, const char *comment)
{
	if (comment == NULL)
		return;
	str_addc(out, '{');
	for (char last = '{'; *comment != '\0'; last = *comment++) {
		if (last == '\n' && (*comment == '\n' || *comment == '\r'))
			str_addc(out, ' ');
		str_addc(out, *comment == '{' ? '(' : *comment == '}' ? ')' : *comment);
	}
	str_add(out, "}\n");
}

void
moves_write(struct str *out, const struct record *record, enum notation form)
{
	struct board board = record->start;
	const char *comment = comment_with_time(out->arena, record, 0);
	bool fresh = true; /* at the beginning of a line */
	struct reading r;
	char text[64];

	comment_write(out, comment);
	for (int ply = 0; ply < record->length; ply++) {
		struct move move = record->moves[ply];
		bool red = board.turn == RED;
		int number = (ply + (record->start.turn == GREEN)) / 2 + 1;

		notation_write(form, &board, move, text, sizeof text);
		if (form == NOTATION_WXF) {
			notation_read(text, &board, WXF_ANY, false, &r);
			/* It would have two meanings. */
			if (r.kind != READ_MOVE || !move_equal(r.move, move))
				notation_write(
				    NOTATION_COORDINATES, &board, move, text, sizeof text);
		}
		if (fresh)
			str_addf(out, "%3d. %s", number, red ? "" : "... ");
		str_addf(out, "%s%s", fresh ? "" : " ", text);
		board_play(&board, move);
		comment = comment_with_time(out->arena, record, ply + 1);
		fresh = comment != NULL || !red;
		if (fresh)
			str_addc(out, '\n');
		comment_write(out, comment);
	}
	if (!fresh)
		str_addc(out, '\n');
}
