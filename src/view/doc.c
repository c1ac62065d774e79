/* SPDX-License-Identifier: ISC */
/*
 * A document read, and as text (doc.h).
 *
 * As text, a table's cells begin in the columns that the template names, so that who
 * writes one sees what becomes of it.
 */
#include "view/doc.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "view/wrap.h"

#define COLUMNS        74
#define REMARK_COLUMNS 60 /* so that no mail program has to break what it quotes */
#define REMARK_LINE    "************************************************************\n"
#define GAP            2 /* columns between two cells at least */

static const char *const names[BLOCK_KINDS] = {
	[BLOCK_TEXT] = "end",
	[BLOCK_TABLE] = "table",
	[BLOCK_ANSWERS] = "answers",
	[BLOCK_LIST] = "list",
	[BLOCK_PRE] = "pre",
	[BLOCK_BARS] = "bars",
	[BLOCK_REMARK] = "remark",
	[BLOCK_BOARD] = "board",
};

bool
doc_is_block(const char *mark)
{
	size_t length = strcspn(mark, " ");
	const char *stops = mark + length;
	int kind = BLOCK_TABLE, count = 0;

	while (kind < BLOCK_BOARD &&
	    (strlen(names[kind]) != length || strncmp(names[kind], mark, length) != 0))
		kind++;
	for (; *stops == ' '; count++) {
		stops += strspn(stops, " ");
		stops += strspn(stops, "0123456789");
	}
	return kind < BLOCK_BOARD && *stops == '\0' && count <= DOC_STOPS &&
	    (kind == BLOCK_TABLE || kind == BLOCK_ANSWERS ? count > 0 : count == 0);
}

const char *
doc_add_board(struct arena *arena, struct doc *doc, const struct doc_board *board)
{
	struct doc_board **last = &doc->boards;
	int place = 0;

	for (; *last != NULL; last = &(*last)->next)
		place++;
	*last = arena_alloc(arena, sizeof **last);
	**last = *board;
	(*last)->next = NULL;
	/* A line stands for it, for those who drop empty ones. */
	return arena_printf(arena, "%c%s %d\n-\n%c%s", DOC_MARK, names[BLOCK_BOARD], place,
	    DOC_MARK, names[BLOCK_TEXT]);
}

/* Fills in what stands in a mark: "table 2 14". */
static void
read_mark(const struct doc *doc, struct doc_block *block, const char *mark)
{
	size_t length = strcspn(mark, " \n");
	char *at;

	for (int i = 0; i < BLOCK_KINDS; i++)
		if (strlen(names[i]) == length && strncmp(names[i], mark, length) == 0)
			block->kind = (enum block_kind)i;
	for (mark += length; *mark == ' ' && block->stop_count < DOC_STOPS; mark = at)
		block->stops[block->stop_count++] = (unsigned)strtoul(mark, &at, 10);
	if (block->kind != BLOCK_BOARD)
		return;
	block->board = doc->boards;
	for (unsigned i = block->stops[0]; i > 0 && block->board != NULL; i--)
		block->board = block->board->next;
	block->kind = block->board != NULL ? BLOCK_BOARD : BLOCK_TEXT;
}

void
doc_read(struct arena *arena, struct doc *doc, const char *marked)
{
	struct doc_block **last = &doc->first;

	*last = NULL;
	while (*marked != '\0') {
		struct doc_block *block = arena_alloc(arena, sizeof *block);
		const char *end;

		*block = (struct doc_block){ .kind = BLOCK_TEXT };
		if (*marked == DOC_MARK) {
			read_mark(doc, block, marked + 1);
			marked += strcspn(marked, "\n");
			marked += *marked == '\n';
		}
		for (end = marked; *end != '\0' && *end != DOC_MARK; end += *end == '\n')
			end += strcspn(end, "\n");
		block->text = arena_strndup(arena, marked, (size_t)(end - marked));
		marked = end;
		if (*block->text != '\0') {
			*last = block;
			last = &block->next;
		}
	}
}

bool
doc_has_shape(const struct doc *doc)
{
	for (const struct doc_block *block = doc->first; block != NULL; block = block->next)
		if (block->kind != BLOCK_TEXT && block->kind != BLOCK_REMARK)
			return true;
	return false;
}

bool
doc_next_cell(const char **row, const char **at, size_t *length)
{
	const char separator[] = { DOC_CELL, '\n', '\0' };

	if (*row == NULL)
		return false;
	*at = *row;
	*length = strcspn(*at, separator);
	*row = (*at)[*length] == DOC_CELL ? *at + *length + 1 : NULL;
	if (*row != NULL) {
		*row += **row == ' ';
		*length -= *length > 0 && (*at)[*length - 1] == ' ';
	}
	return true;
}

static void
take_links_out(struct str *text)
{
	size_t kept = 0;

	for (size_t i = 0; i < text->length; i++)
		if (text->data[i] != DOC_LINK && text->data[i] != DOC_LINK_END)
			text->data[kept++] = text->data[i];
	str_truncate(text, kept);
}

/* The last cell of a row, whose lines go on below its first one. */
static void
add_last_cell(struct arena *arena, struct str *out, const char *cell, size_t stop)
{
	const char *line = stop < COLUMNS / 2 ? wrap(arena, cell, COLUMNS - (unsigned)stop, false) :
						cell;

	for (size_t length; (length = strcspn(line, "\n")), line[length] != '\0';
	     line += length + 1)
		str_addf(out, "%.*s\n%*s", (int)length, line, (int)stop, "");
	str_add(out, line);
}

/* A row in its columns. */
static void
add_row(struct arena *arena, struct str *out, const struct doc_block *block, const char *row)
{
	const char *at;
	size_t length, column = 0;
	bool is_wide = wrap_is_wide(block->text);

	for (int i = 0; doc_next_cell(&row, &at, &length); i++) {
		struct str cell;
		size_t stop = i < block->stop_count ? block->stops[i] : 0;

		if (i > 0 && stop < column + GAP)
			stop = column + GAP;
		str_init(&cell, arena, 0);
		str_addn(&cell, at, length);
		take_links_out(&cell);
		if (cell.length == 0)
			continue;
		str_addf(out, "%*s", (int)(stop - column), "");
		if (row == NULL)
			add_last_cell(arena, out, cell.data, stop);
		else
			str_add(out, cell.data);
		column = stop + wrap_width(cell.data, is_wide);
	}
	str_addc(out, '\n');
}

/* Between rows of stars, or further to the right: nothing in it seems to be the server's. */
static void
add_remark(struct arena *arena, struct str *out, const struct doc_block *block, bool is_listed)
{
	const char *line = wrap(arena, block->text, REMARK_COLUMNS, true);

	if (!is_listed) {
		str_addf(out, REMARK_LINE "%s" REMARK_LINE, line);
		return;
	}
	for (size_t length; *line != '\0'; line += length) {
		length = strcspn(line, "\n");
		length += line[length] == '\n';
		str_addf(out, "  %.*s", (int)length, line);
	}
}

const char *
doc_text(struct arena *arena, const struct doc *doc)
{
	struct str out;

	str_init(&out, arena, 0);
	for (const struct doc_block *block = doc->first; block != NULL; block = block->next) {
		switch (block->kind) {
		case BLOCK_TABLE:
		case BLOCK_ANSWERS:
			for (const char *row = block->text; *row != '\0';
			     row += strcspn(row, "\n"), row += *row == '\n')
				add_row(arena, &out, block, row);
			break;
		case BLOCK_REMARK:
			add_remark(arena, &out, block, doc->is_listed);
			break;
		case BLOCK_BOARD:
			str_add(&out, block->board->text);
			break;
		default:
			str_add(&out, block->text);
		}
	}
	return wrap(arena, out.data, COLUMNS, false);
}

const char *
doc_plain(struct arena *arena, const char *marked)
{
	struct doc doc = { .boards = NULL };

	doc_read(arena, &doc, marked);
	return doc_text(arena, &doc);
}
