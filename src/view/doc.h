/* SPDX-License-Identifier: ISC */
/*
 * A letter as a document: paragraphs, tables, lists, boards.  Its text (doc.c) and its HTML
 * (doc_html.h) are made from the same blocks.
 *
 * Templates mark blocks (template.h, riverpost-templates(5)); rendered, a mark is a line that
 * begins with DOC_MARK, and what stands outside of blocks is paragraphs between empty lines.
 * No text of the server or of a stranger has control characters, so that nobody can mark
 * anything in his own words.
 */
#ifndef VIEW_DOC_H
#define VIEW_DOC_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/board.h"
#include "view/board_text.h"

struct arena;
struct str;

#define DOC_MARK     '\001' /* begins a line: the name of a block and what it needs, or "end" */
#define DOC_CELL     '\002' /* between two cells, a blank on either side */
#define DOC_LINK     '\003' /* before an answer that is whole as it stands ... */
#define DOC_LINK_END '\004' /* ... and after it */
#define DOC_STOPS    6

enum block_kind {
	BLOCK_TEXT,    /* paragraphs */
	BLOCK_TABLE,   /* "table 2 14": rows of cells; in which columns they begin as text */
	BLOCK_ANSWERS, /* "answers 2 14": the same, with links */
	BLOCK_LIST,    /* "list": lines, and lines further to the right that belong to them */
	BLOCK_PRE,     /* "pre": a drawing, as it stands */
	BLOCK_BARS,    /* "bars": a row of bars, as Unicode draws them in eight heights */
	BLOCK_REMARK,  /* "remark": a player's words, which nothing marks */
	BLOCK_BOARD,   /* "board 0" */
	BLOCK_KINDS
};

/* A board in the document. */
struct doc_board {
	struct doc_board *next;
	struct board board;
	struct move last; /* that led here */
	int number;       /* its printed number; 0 no move did */
	enum board_style style;
	bool flipped, is_marked; /* marked boards have no picture */
	const char *text;
	const char *alt; /* what stands for its picture where none is shown */
};

struct doc_block {
	struct doc_block *next;
	enum block_kind kind;
	const char *text; /* its lines, each with its newline */
	unsigned stops[DOC_STOPS];
	int stop_count;
	struct doc_board *board;
};

struct doc {
	struct doc_block *first;
	struct doc_board *boards; /* in their order */
	bool is_listed;           /* for a screen reader: no rows of signs */
};

/* May a template begin a block so: "list", "table 2 14"? */
bool doc_is_block(const char *mark);
/* Adds a board and returns its mark, in the arena. */
const char *doc_add_board(struct arena *arena, struct doc *doc, const struct doc_board *board);
/* Reads what templates have made into blocks; the boards were added before. */
void doc_read(struct arena *arena, struct doc *doc, const char *marked);
/* Is there anything that HTML shows better than a text: a table, a list, a board? */
bool doc_has_shape(const struct doc *doc);
/* In the arena; long lines are broken. */
const char *doc_text(struct arena *arena, const struct doc *doc);
/* The text of what has no boards. */
const char *doc_plain(struct arena *arena, const char *marked);

/* The next cell of a row, in *at and of that many bytes; *row: what follows it.  False: there
 * is none. */
bool doc_next_cell(const char **row, const char **at, size_t *length);

#endif
