/* SPDX-License-Identifier: ISC */
/*
 * Moves as people write them, read and written (riverpost-commands(7)).
 *
 * Reading never guesses: text that can mean several different legal moves is
 * refused with the list.  Nothing here allocates.
 */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include <stdint.h>

#include "rules/refusal.h"

enum notation {
	NOTATION_COORDINATES, /* B3-E3 */
	NOTATION_WXF,         /* C2=5; written in the 2018 form */
	NOTATION_CHINESE,     /* traditional: 炮二平五 */
	NOTATION_SIMPLIFIED,
	NOTATION_ICCS, /* H2-E2, ranks 0-9 */
	NOTATION_UCI   /* h3e3, ranks 1-10 */
};

/* How digits in front of many soldiers are meant; ANY accepts both and refuses
 * when they differ. */
enum wxf_dialect { WXF_ANY, WXF_1997, WXF_2018 };

enum reading_kind {
	READ_MOVE,       /* .move is legal */
	READ_NOT_A_MOVE, /* the text has no move's form at all */
	READ_ILLEGAL,    /* form understood: .move (if any) and .why */
	READ_AMBIGUOUS   /* .candidates, all legal and different */
};

struct reading {
	enum reading_kind kind;
	enum notation form; /* as recognised */
	struct move move;
	struct refusal_why why; /* READ_ILLEGAL, for the nearest candidate */
	enum piece_type named;  /* … of MOVE_NO_PIECE without a square, the piece that is named;
				 * NO_TYPE: it may be several */
	int named_file;         /* … on this file, as its mover numbers it; 0 none is named */
	/* … of MOVE_WRONG_SHAPE, in algebraic notation: no piece of that kind can go there. */
	bool by_target;
	char nowhere[8];            /* … of MOVE_NO_SUCH_SQUARE, the square as written: "J1" */
	struct move candidates[16]; /* also of READ_ILLEGAL: legal, with `letters` of others */
	int candidate_count;
	size_t consumed; /* bytes of text that belong to the move */
	/* With whose letters it was read, NULL the usual ones; READ_MOVE: and whether candidates[0]
	 * is another legal move, with these. */
	const struct notation_letters *letters, *other_letters;
	bool has_other_sense;
};

/*
 * A language's letters for the four symbols, each entry some names separated
 * by blanks, UTF-8, with a capital first; case is ignored, and the first is the
 * one written.  Marks may be left out ("Phao" for "Pháo").  A name may stand in
 * several entries: what is legal decides, or the list is shown.
 */
enum {
	NAME_MARKS = KING + 1,      /* front, middle, rear; before them by enum piece_type */
	NAME_WAYS = NAME_MARKS + 3, /* forward, backward, sideways */
	NAMES = NAME_WAYS + 3
};
struct notation_letters {
	const char *names[NAMES];            /* [NO_TYPE] unused */
	bool initials[0x80];                 /* ASCII, upper case: a name begins so */
	const struct notation_letters *next; /* another language's; NULL: the last */
};
/* All but `next`: asks find(source, name) for each entry: the pieces by piece_name(), "front",
 * "middle", "rear", "forward", "backward", "sideways"; the texts are borrowed.  False when one is
 * NULL. */
bool notation_letters_fill(struct notation_letters *letters,
    const char *(*find)(void *source, const char *name), void *source);

/* Reads a move at the beginning of text (leading blanks skipped), in any form.
 * iccs: coordinates are ICCS; a rank 0 says so too.  The words `iccs`, `wxf1997`
 * and `wxf2018` in front of the move outweigh iccs and dialect. */
enum reading_kind notation_read(const char *text, const struct board *board,
    enum wxf_dialect dialect, bool iccs, struct reading *out);
/* As notation_read, for whoever writes ICCS: two squares whose ranks can be counted from 0; where
 * they are a legal move from 1, too, and another one, both are candidates.  False: it is nothing
 * of that form. */
bool notation_read_iccs(const char *text, const struct board *board, struct reading *out);
/* Only what is written with these letters; the usual ones are no better than any others. */
enum reading_kind notation_read_letters(const char *text, const struct board *board,
    const struct notation_letters *letters, struct reading *out);
/*
 * As notation_read, in the letters of any language: `all`, and those after it; NULL none.
 * The reader's own language (NULL: none) and the usual letters come first: what has the form of
 * a move with them is never played as what others write with the same letters; where it is
 * illegal, the candidates are what it would be with those.  ".", which some write for a move
 * aside and some for one forward, counts in all: there whose letters the text has decides, and
 * not who wrote it.  Text that keeps two legal meanings is refused.
 */
enum reading_kind notation_read_languages(const char *text, const struct board *board,
    const struct notation_letters *own, const struct notation_letters *all, struct reading *out);
/* Only what is written in the algebraic notation of chess programs ("Che2", "Cxe6+", "c4" for a
 * soldier), with English letters, H and N, E, B and M …; `first` is the lowest rank, 0 or 1.
 * candidates: READ_MOVE too. */
enum reading_kind notation_read_algebraic(
    const char *text, const struct board *board, int first, struct reading *out);
/* Is the line nothing but a move so written: "Che2", "Hxg7+", "Ch2-e2"?  Soldiers are no such. */
bool notation_is_algebraic(const char *line);
/* How many bytes at the beginning of text have a move's form, legal or not; 0:
 * it begins with none.  Needs no board.  letters: NULL, or a language's: then
 * only what is written with those.  *spelled, unless NULL: in words ("Cannon 2 = 5"). */
size_t notation_form_end(const char *text, const struct notation_letters *letters, bool *spelled);
/* The number that the move has in front of it, as in a score: 12 of "12. B3-E3" and "12... B3-E3";
 * 0: none. */
int notation_counted(const char *text);
/* Bytes of annotators' signs at text: "!?", "±", "□". */
size_t notation_annotation_length(const char *text);
/* Does text begin with something of a move's form? */
bool notation_is_move_like(const char *text);
/* May the character, no letter of ASCII, stand between two squares: a dash, an arrow? */
bool notation_is_between(uint32_t c);
/* Writes a legal move; size at least 32. */
void notation_write(
    enum notation form, const struct board *board, struct move move, char *out, size_t size);
/* Two squares that are read as this move, whether or not who reads them takes them for ICCS:
 * "iccs H2-E2" where he does. */
void notation_write_surely(bool iccs, const struct board *board, struct move move, char out[32]);
/* NOTATION_WXF in a language's letters. */
void notation_write_letters(const struct notation_letters *letters, const struct board *board,
    struct move move, char *out, size_t size);
/* By name: coordinates, wxf, chinese, simplified, iccs, uci. */
bool notation_find(const char *name, enum notation *out);

#endif
