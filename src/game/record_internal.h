/* SPDX-License-Identifier: ISC */
/*
 * What the readers and writers of the formats share (record*.c alone): record.c and
 * record_moves.c serve the formats, record_file.c calls them.
 */
#ifndef GAME_RECORD_INTERNAL_H
#define GAME_RECORD_INTERNAL_H

#include "game/record.h"
#include "rules/notation.h"

/* Names of a field in the text formats; NULL where it has none. */
struct field_names {
	const char *pgn, *pgn_other;         /* other: also read */
	const char *dhtmlxq, *dhtmlxq_other; /* other: read where that is missing */
	const char *wxf;
	uint16_t xqf;      /* offset of its text in the head; 0: none */
	uint16_t xqf_size; /* with the byte that counts */
};
extern const struct field_names field_names[RECORD_FIELDS];

/* A list of games that grows. */
struct record_list {
	struct arena *arena;
	struct record *first, **end;
	int count;
};
/* Adds the record if it holds anything: a move, a name, another start, a
 * result. */
void record_list_add(struct record_list *list, struct record *record);

/* The readers of whole files; text is UTF-8, NUL-terminated. */
void pgn_read(struct record_list *list, const char *text);
/* The first line that is a tag, with a quote in it if that is asked for; or NULL. */
const char *pgn_begin(const char *text, bool is_quoted);
void wxf_read(struct record_list *list, const char *text);
const char *wxf_start(const char *text); /* the first "START{" or "START {", or NULL */
void dhtmlxq_read(struct record_list *list, const char *text);
/* XML of the Chinese chess bridge, and where it begins, or NULL. */
void cbf_read(struct record_list *list, const char *text);
const char *cbf_begin(const char *text);
void xqf_read(struct record_list *list, const unsigned char *bytes, size_t size);
/* Text with Chinese heads, and its first head, or NULL. */
void text_read(struct record_list *list, const char *text);
const char *text_begin(const char *text);
bool text_line_is_rule(const char *line); /* nothing but dashes */
/* Text of no format: lists of moves. */
void bare_read(struct record_list *list, const char *text);

void pgn_write(struct str *out, const struct record *record, enum notation form);
void wxf_write(struct str *out, const struct record *record);
void dhtmlxq_write(struct str *out, const struct record *record);
void xqf_write(struct str *out, const struct record *record);

/* Adds to what the record's note says. */
void record_note(struct record *record, struct arena *arena, const char *text);
/* So many variations are left out, if any. */
void record_note_variations(struct record *record, struct arena *arena, int count);
struct segments;
/* What is left out of them, and which of their brackets nothing ends. */
void record_note_segments(
    struct record *record, struct arena *arena, const struct segments *segments);

/* 1-0, 0-1, 1/2-1/2, also 红胜, 黑先负, 0:1 …; RESULT_NONE for anything else. */
enum result result_read(const char *text);
/* The same in English words: "Red wins", "black resigns", "Draw". */
enum result result_read_words(const char *text);
/* The result that a tag says in either way; a note tells what is neither that nor "not known". */
void record_take_result(struct record *record, struct arena *arena, const char *value);
/* Bytes of the mark at text that ends a game and stands alone: a result or "*"; 0 none. */
size_t result_mark_length(const char *text);

/*
 * Charsets of scores.  Never fails: bytes that make no sense become U+FFFD, NUL bytes
 * become blanks.
 */
enum charset { CHARSET_UTF_8, CHARSET_GB18030, CHARSET_BIG5, CHARSET_CP1252 };
/* That of the texts of one game, and a text in it as UTF-8. */
enum charset charset_guess(struct arena *arena, const char *bytes, size_t size);
char *charset_decode(struct arena *arena, enum charset charset, const char *bytes, size_t size);
/* A whole file as UTF-8, each of its games by a charset of its own. */
char *text_decode(struct arena *arena, const char *bytes, size_t size);
/* UTF-8 as GB18030, NUL-terminated in at most size bytes, no character cut; returns the length. */
size_t text_to_gb18030(const char *text, char *out, size_t size);

/* Movetext, in pieces between comments; the comment follows the text. */
struct segment {
	const char *text;    /* or NULL */
	const char *comment; /* or NULL */
	struct segment *next;
};
struct segments {
	struct arena *arena;
	struct segment *first, **end;
	size_t bytes;   /* of all texts */
	bool flat;      /* braces do not match up: the first '}' ends a comment */
	bool open;      /* a comment has no end */
	int depth;      /* of brackets that hold moves, at the end of what was added */
	int variations; /* such brackets */
};
void segments_init(struct segments *segments, struct arena *arena);
/* Variations in brackets are left out and counted, with all that is added until they end. */
void segments_add_text(struct segments *segments, const char *text, size_t length);
void segments_add_remark(struct segments *segments, const char *text, size_t length);
/* Bytes of the bracket at text that is a remark: it holds no move, result or other bracket, and
 * ends before end.  0: there is none.  And adds it. */
size_t segments_remark_length(const struct segments *segments, const char *text, const char *end);
void segments_add_bracket(struct segments *segments, const char *text, size_t length);
/* text is at a '{': adds the comment, nested ones inside it, and returns what
 * follows its end; or limit, where a comment without one ends. */
const char *segments_add_comment(struct segments *segments, const char *text, const char *limit);
/* Is there a move, or what looks like one, on the line at text? */
bool text_line_has_move(const char *line);
/* Plays the segments' moves from record->start into the record.  iccs_known:
 * a Format tag said what coordinates are (iccs).  False when the text holds no move,
 * legal or not: it is prose, or nothing. */
bool segments_play(
    const struct segments *segments, bool iccs_known, bool iccs, struct record *record);
/* Plays them as algebraic notation with ranks 0-9. */
void segments_play_algebraic(const struct segments *segments, struct record *record);
/* Reads FEN into record->start; false sets record->error. */
bool record_set_start(struct record *record, struct arena *arena, const char *fen);
bool record_starts_elsewhere(const struct record *record); /* not the start position */

/* Movetext lines, with comments in braces. */
void moves_write(struct str *out, const struct record *record, enum notation form);

/* A move's comment as formats carry it: "[%at 2026-11-21T18:05:09Z] text". */
const char *comment_with_time(struct arena *arena, const struct record *record, int ply);
/* Takes the time off; ply as in record->comments. */
void record_set_comment(struct record *record, int ply, const char *text);

/* Plays a legal move at record->length on *board; else false, and record->error set. */
bool record_push(struct record *record, struct arena *arena, struct board *board, struct move move);

/*
 * The 32 pieces in the order DhtmlXQ and XQF list them (rook, horse, elephant,
 * guard, king, guard … of Red, then of Green), as squares or NO_SQUARE.
 */
#define SLOTS 32
void slots_from_board(const struct board *board, uint8_t slots[SLOTS]);
/* The position, with the side to move that has the piece on `first`; where that is NO_SQUARE,
 * `turn` or else the other one.  False when it cannot be one. */
bool board_from_slots(
    struct board *board, const uint8_t slots[SLOTS], uint8_t first, enum side turn);

#endif
