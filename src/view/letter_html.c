/* SPDX-License-Identifier: ISC */
/*
 * A letter's text with long lines broken, and as HTML (letter_html.h).
 *
 * In HTML, blocks between empty lines are paragraphs, lines with columns rows of tables,
 * so that a narrow screen need not be pushed sideways.  Nothing is fetched or run.
 */
#include "view/letter_html.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "game/game.h"
#include "view/board_png.h"

/* A mark begins with a control character, which no text of the server or of a stranger has. */
#define MARK      '\001'
#define COLUMNS   74
#define JOINER    0x200d
#define RULE_MIN  10          /* stars that make a line across */
#define CELLS_MAX 6           /* in a row of a table */
#define SHORT_MAX 12          /* columns of a cell that is not broken */
#define PAGE_MAX  (96 * 1024) /* bytes; programs cut off what is above 102 KB */

/* What programs without <style> need stands with the elements; the rest, and dark screens,
 * in HEAD. */
#define FONTS      "Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',"
#define WIDE_FONTS "'Noto Sans Mono CJK SC','WenQuanYi Micro Hei Mono',NSimSun,'MS Gothic',Menlo,"
#define BODY_STYLE "margin:0;padding:0"
#define PAGE_STYLE \
	"max-width:600px;margin:0 auto;padding:12px 16px;" \
	"font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;" \
	"font-size:16px;line-height:1.5;word-wrap:break-word;overflow-wrap:anywhere"
#define P_STYLE     "margin:0 0 12px 0"
#define TABLE_STYLE "border-collapse:collapse;margin:0 0 12px 0"
#define CELL_STYLE  "padding:1px 16px 1px 0;vertical-align:baseline;text-align:left"
#define PRE_STYLE \
	"margin:0 0 12px 0;white-space:pre-wrap;overflow-wrap:anywhere;" \
	"font-size:13px;line-height:1.4;font-family:" FONTS "monospace"
#define IMG_STYLE   "display:block;width:100%%;height:auto;border:0"
#define BOARD_STYLE "margin:4px 0 0 0;white-space:pre;font-size:11px;line-height:1.25;"
#define LINK_STYLE \
	"display:inline-block;margin:2px 0;padding:4px 12px;border:1px solid #8a5a1e;border-radius:6px;" \
	"background-color:#fdf3df;color:#5f3708;font-weight:bold;text-decoration:none"
#define REMARK_STYLE "margin:0 0 16px 0;padding:8px 12px 1px 12px;border-left:4px solid #c8922e"
#define HEAD \
	"<head>\n<meta charset=\"utf-8\">\n" \
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" \
	"<meta name=\"color-scheme\" content=\"light dark\">\n" \
	"<meta name=\"supported-color-schemes\" content=\"light dark\">\n" \
	"<style>\n" \
	":root { color-scheme: light dark; -webkit-text-size-adjust: 100%; }\n" \
	"body { background-color: #ffffff; color: #1d1d1f; }\n" \
	".remark { background-color: #faf5ea; }\n" \
	"@media (max-width: 350px) { .board { font-size: 9px !important; } }\n" \
	"@media (min-width: 480px) { .board { font-size: 13px !important; } }\n" \
	"@media (prefers-color-scheme: dark) {\n" \
	"body { background-color: #17181b !important; color: #e9e7e3 !important; }\n" \
	".remark { background-color: #24221e !important; }\n" \
	".link { background-color: #33271a !important; color: #ffdca8 !important;" \
	" border-color: #a97b3f !important; }\n" \
	"}\n</style>\n"

/* Hanzi, kana and full-width signs may stand at either side of a break. */
static bool
is_ideograph(uint32_t c)
{
	return (c >= 0x3000 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
	    (c >= 0xff00 && c <= 0xffef);
}

/* Where a word that is too long is cut: `fits`, or before what would lose its joiner or its
 * colour of skin. */
static size_t
cut_word(const char *line, size_t fits)
{
	const char *at = line;
	size_t cut = 0;
	bool joined = true;

	while ((size_t)(at - line) <= fits) {
		size_t before = (size_t)(at - line);
		uint32_t c = utf8_next(&at);

		if (!joined && c != JOINER && (c < 0x1f3fb || c > 0x1f3ff))
			cut = before;
		joined = c == JOINER;
	}
	return cut > 0 ? cut : fits;
}

/* Does a command's name stand here, with two blanks before it as the templates have them?  At
 * the beginning of a line it would look like a command. */
static bool
is_marked_command(const char *line, const char *at)
{
	char word[16];
	size_t length = strcspn(at, " \n");

	if (at - line < 2 || at[-2] != ' ' || length >= sizeof word)
		return false;
	str_format(word, sizeof word, "%.*s", (int)length, at);
	return cmd_find(NULL, word) != NULL;
}

/* Where the part of `line` that fits ends, in bytes; *next: where it goes on.  hard: also
 * within a word. */
static size_t
find_break(const char *line, size_t length, size_t columns, bool hard, size_t *next)
{
	static const wchar_t closing[] = L"、。，．：；！？）》"; /* must not begin a line */
	const char *at = line, *end = line + length;
	size_t fits = utf8_prefix(line, columns), best = 0;
	bool in_words = false, before_wide = false;

	*next = length;
	while (at < end) {
		size_t before = (size_t)(at - line);
		uint32_t c = utf8_next(&at);

		if (before > fits && best > 0)
			return best;
		if (before > fits && hard)
			return *next = cut_word(line, fits);
		if (c == ' ' && in_words && !is_marked_command(line, at + strspn(at, " "))) {
			best = before;
			*next = (size_t)(at - line);
		} else if (is_ideograph(c) && before_wide && wcschr(closing, (wchar_t)c) == NULL) {
			best = *next = before;
		}
		in_words |= c != ' ';
		before_wide = is_ideograph(c);
	}
	/* Its last character alone does not fit. */
	if (best > 0 && best <= fits)
		return best;
	if (hard)
		return *next = cut_word(line, fits);
	*next = length;
	return length;
}

static const char *
wrap_lines(struct arena *arena, const char *text, unsigned columns, bool hard)
{
	struct str out;

	str_init(&out, arena, 0);
	for (;; text++) {
		size_t length = strcspn(text, "\n"), indent = strspn(text, " "), room = columns;
		size_t next, end;

		if (indent > columns / 2)
			indent = 0;
		/* No character is wider than its bytes. */
		while (length > room && utf8_prefix(text, room) < length) {
			end = find_break(text, length, room, hard, &next);
			if (next >= length)
				break;
			while (end > 0 && text[end - 1] == ' ')
				end--;
			str_addn(&out, text, end);
			str_addf(&out, "\n%*s", (int)indent, "");
			next += strspn(text + next, " ");
			text += next;
			length -= next;
			room = columns - indent;
		}
		str_addn(&out, text, length);
		text += length;
		if (*text == '\0')
			return out.data;
		str_addc(&out, '\n');
	}
}

const char *
wrap(struct arena *arena, const char *text, unsigned columns)
{
	return wrap_lines(arena, text, columns, false);
}

const char *
wrap_words(struct arena *arena, const char *text, unsigned columns)
{
	return wrap_lines(arena, text, columns, true);
}

const char *
pictures_add(struct pictures *pictures, struct arena *arena, const struct game *game, int ply,
    enum board_style style, bool flipped, const char *text, const char *domain)
{
	struct board board = game->board;
	struct picture picture = { .text = text, .last = "" };
	const struct move *last = ply > 0 ? &game->moves[ply - 1] : NULL;
	char move[8], digest[65];
	struct err ignored;
	int place = 0;

	game_board_at(game, ply, &board);
	if (pictures->count == PICTURES_MAX ||
	    board_png(arena, &board, style, flipped, last, &picture.bytes, &picture.length,
		&ignored) == -1)
		return NULL;
	digest_pieces(&(struct piece){ picture.bytes, picture.length }, 1, digest);
	picture.id = arena_printf(arena, "board-%.16s@%s", digest, domain);
	if (last != NULL) {
		move_write(*last, move);
		picture.last = arena_strdup(arena, move);
		picture.number = game_move_number(game, ply - 1);
	}
	while (place < pictures->count && strcmp(pictures->at[place].id, picture.id) != 0)
		place++;
	pictures->at[place] = picture;
	pictures->count += place == pictures->count;
	return arena_printf(arena, "%c%d", MARK, place);
}

const struct picture *
pictures_find(const struct pictures *pictures, const char *line)
{
	int place = line[0] == MARK ? line[1] - '0' : PICTURES_MAX;

	return place >= 0 && place < pictures->count ? &pictures->at[place] : NULL;
}

/* One letter becoming a page. */
struct sheet_html {
	struct arena *arena;
	const struct page *page;
	struct str out;
	bool in_remark;
	bool links; /* from here on stand the forms of answer */
};

static void
add_escaped(struct str *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		switch (text[i]) {
		case '&':
			str_add(out, "&amp;");
			break;
		case '<':
			str_add(out, "&lt;");
			break;
		case '>':
			str_add(out, "&gt;");
			break;
		case '"':
			str_add(out, "&quot;");
			break;
		default:
			str_addc(out, text[i]);
		}
}

/* As a part of an address of mail (RFC 6068, 2). */
static void
add_encoded(struct str *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (isalnum((unsigned char)*text) || strchr("-._~", *text) != NULL)
			str_addc(out, *text);
		else
			str_addf(out, "%%%02X", (unsigned char)*text);
	}
}

static size_t
line_length(const char *text)
{
	return strcspn(text, "\n");
}

static const char *
next_line(const char *text)
{
	text += line_length(text);
	return text + (*text == '\n');
}

static bool
is_rule(const char *line)
{
	size_t stars = strspn(line, "*");

	return stars >= RULE_MIN && stars == line_length(line);
}

/* A cell of a line: where it stands, in bytes and in columns. */
struct cell {
	const char *text;
	size_t length, begin, end;
};

/* What stands behind blanks at the front, and between runs of blanks; returns how many. */
static int
line_cells(struct arena *arena, const char *line, struct cell cells[CELLS_MAX])
{
	const char *at = line + strspn(line, " "), *end = line + line_length(line);
	int count = 0;

	while (at < end) {
		const char *stop = at;

		while (stop < end && (count == CELLS_MAX - 1 || strncmp(stop, "  ", 2) != 0))
			stop++;
		while (stop > at && stop[-1] == ' ')
			stop--;
		cells[count].text = at;
		cells[count].length = (size_t)(stop - at);
		cells[count].begin = utf8_width(arena_strndup(arena, line, (size_t)(at - line)));
		cells[count].end = cells[count].begin +
		    utf8_width(arena_strndup(arena, at, (size_t)(stop - at)));
		count++;
		at = stop;
		while (at < end && *at == ' ')
			at++;
	}
	return count;
}

/* Things below each other: blanks in front of a line, or many within it. */
static bool
has_columns(const char *line, size_t length)
{
	const char *gap = strstr(line, "   ");

	return *line == ' ' || (gap != NULL && gap < line + length);
}

/* Columns of a table, from left to right; none overlap. */
struct grid {
	struct cell at[CELLS_MAX];
	int count;
};

/* Makes place for the cell: columns that it covers become one. */
static void
grid_add(struct grid *grid, const struct cell *cell)
{
	struct cell wide = *cell;
	int kept = 0, place;

	for (int i = 0; i < grid->count; i++) {
		const struct cell column = grid->at[i];

		if (column.end <= wide.begin || column.begin >= wide.end) {
			grid->at[kept++] = column;
			continue;
		}
		wide.begin = column.begin < wide.begin ? column.begin : wide.begin;
		wide.end = column.end > wide.end ? column.end : wide.end;
	}
	place = kept;
	if (kept == CELLS_MAX)
		return;
	for (; place > 0 && grid->at[place - 1].begin > wide.begin; place--)
		grid->at[place] = grid->at[place - 1];
	grid->at[place] = wide;
	grid->count = kept + 1;
}

/* Is that a command that is whole as it stands? */
static bool
is_whole_command(const struct sheet_html *sheet, const struct cell *cell)
{
	static const char *const names[] = { "accept", "claim", "draw", "help", "history", "record",
		"reject", "rematch", "resign", "show", "subscribe", "undo", "unsubscribe",
		"withdraw" };
	const char *text = arena_strndup(sheet->arena, cell->text, cell->length);
	const char *blank = strchr(text, ' ');
	const struct cmd *cmd = cmd_find(sheet->page->glossary,
	    blank != NULL ? arena_strndup(sheet->arena, text, (size_t)(blank - text)) : text);

	if (cmd == NULL)
		return false;
	if (blank != NULL)
		return strcmp(cmd->name, "challenge") == 0 || strcmp(cmd->name, "help") == 0;
	return str_index(names, sizeof names / sizeof *names, cmd->name) != -1;
}

/* A link that writes the answer to this letter. */
static void
add_link(struct sheet_html *sheet, const struct cell *cell)
{
	const char *subject = sheet->page->title;

	str_addf(&sheet->out, "<a class=\"link\" href=\"mailto:%s?subject=", sheet->page->reply_to);
	if (!str_starts_nocase(subject, "re:"))
		str_add(&sheet->out, "Re%3A%20");
	add_encoded(&sheet->out, subject);
	str_add(&sheet->out, "&amp;body=");
	add_encoded(&sheet->out, arena_strndup(sheet->arena, cell->text, cell->length));
	str_add(&sheet->out, "\" style=\"" LINK_STYLE "\">");
	add_escaped(&sheet->out, cell->text, cell->length);
	str_add(&sheet->out, "</a>");
}

/* The cells of a line as a row.  One that is alone in it has all of it. */
static void
add_row(struct sheet_html *sheet, const char *line, const struct grid *grid)
{
	struct cell cells[CELLS_MAX];
	struct str *out = &sheet->out;
	int count = line_cells(sheet->arena, line, cells), next = 0;
	bool is_alone = count == 1 && cells[0].begin < grid->at[0].end;

	str_add(out, "<tr>");
	for (int column = 0; column < (is_alone ? 1 : grid->count); column++) {
		const struct cell *place = &grid->at[column];
		int first = next;

		str_add(out, "<td");
		if (is_alone && grid->count > 1)
			str_addf(out, " colspan=\"%d\"", grid->count);
		str_addf(out, " style=\"" CELL_STYLE "%s\">",
		    !is_alone && place->end - place->begin <= SHORT_MAX ? ";white-space:nowrap" :
									  "");
		for (; next < count && cells[next].begin < place->end; next++) {
			if (next > first)
				str_add(out, "&nbsp; ");
			if (next == 0 && sheet->links && is_whole_command(sheet, &cells[next]))
				add_link(sheet, &cells[next]);
			else
				add_escaped(out, cells[next].text, cells[next].length);
		}
		str_add(out, "</td>");
	}
	str_add(out, "</tr>\n");
}

/* Lines that have columns, as the rows of a table. */
static void
add_table(struct sheet_html *sheet, const char *lines, const char *end)
{
	struct grid grid = { .count = 0 };
	struct cell cells[CELLS_MAX];

	for (int least = 2; least > 0 && grid.count == 0; least--) {
		for (const char *line = lines; line < end; line = next_line(line)) {
			int count = line_cells(sheet->arena, line, cells);

			for (int i = 0; count >= least && i < count; i++)
				grid_add(&grid, &cells[i]);
		}
	}
	str_add(&sheet->out,
	    "<table role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\""
	    " style=\"" TABLE_STYLE "\">\n");
	for (const char *line = lines; line < end; line = next_line(line))
		add_row(sheet, line, &grid);
	str_add(&sheet->out, "</table>\n");
}

/* As it stands, in a type of one width; long lines go on below. */
static void
add_pre(struct sheet_html *sheet, const char *lines, const char *end)
{
	const char *text = arena_strndup(sheet->arena, lines, (size_t)(end - lines));

	text = wrap(sheet->arena, text, COLUMNS);
	str_add(&sheet->out, "<pre style=\"" PRE_STYLE "\">");
	add_escaped(&sheet->out, text, strlen(text));
	str_add(&sheet->out, "</pre>\n");
}

static void
add_paragraph(struct sheet_html *sheet, const char *lines, const char *end)
{
	str_add(&sheet->out, "<p style=\"" P_STYLE "\">");
	for (const char *line = lines; line < end; line = next_line(line)) {
		if (line > lines)
			str_add(&sheet->out, "<br>\n");
		add_escaped(&sheet->out, line, line_length(line));
	}
	str_add(&sheet->out, "</p>\n");
}

/* Lines without an empty one among them: those with columns are rows, the others words.  A
 * drawing keeps its place, and so does whatever a player has put into columns. */
static void
add_block(struct sheet_html *sheet, const char *lines, const char *end)
{
	const char *block = arena_strndup(sheet->arena, lines, (size_t)(end - lines)), *stop;
	bool is_drawing = strstr(block, "|   |") != NULL || strstr(block, "--+--") != NULL;

	if (is_drawing ||
	    (sheet->in_remark &&
		(block[0] == ' ' || strstr(block, "\n ") != NULL ||
		    strstr(block, "   ") != NULL))) {
		add_pre(sheet, lines, end);
		return;
	}
	for (; lines < end; lines = stop) {
		bool columns = !sheet->in_remark && has_columns(lines, line_length(lines));

		stop = next_line(lines);
		while (stop < end &&
		    (!sheet->in_remark && has_columns(stop, line_length(stop))) == columns)
			stop = next_line(stop);
		(columns ? add_table : add_paragraph)(sheet, lines, stop);
	}
}

/* The picture fills a frame of its own height and hides what stands below it there: the board
 * as text, which takes its place where no pictures are shown.  Outlook, which knows no such
 * frames, always shows them. */
static void
add_picture(struct sheet_html *sheet, const struct picture *picture)
{
	const char *instead = sheet->page->alt[picture - sheet->page->pictures->at];
	struct str *out = &sheet->out;
	bool is_wide = false;

	for (const char *c = picture->text; *c != '\0'; c++)
		is_wide |= (unsigned char)*c >= 0x80;
	str_addf(out,
	    "<div style=\"max-width:%dpx;margin:12px 0\">\n"
	    "<div style=\"height:0;padding-bottom:%d.%02d%%;overflow:hidden\">\n"
	    "<img src=\"cid:%s\" width=\"%d\" style=\"" IMG_STYLE "\" alt=\"",
	    BOARD_PNG_WIDTH, BOARD_PNG_HEIGHT * 100 / BOARD_PNG_WIDTH,
	    BOARD_PNG_HEIGHT * 10000 / BOARD_PNG_WIDTH % 100, picture->id, BOARD_PNG_WIDTH);
	add_escaped(out, instead, strlen(instead));
	str_addf(out,
	    "\">\n<!--[if !mso]><!--><pre class=\"board\" aria-hidden=\"true\" style=\"" BOARD_STYLE
	    "font-family:%smonospace\">",
	    is_wide ? WIDE_FONTS : FONTS);
	add_escaped(out, picture->text, strlen(picture->text));
	str_add(out, "</pre><!--<![endif]-->\n</div>\n</div>\n");
}

/* A player's words stand in a box of their own, between two lines across. */
static void
add_rule(struct sheet_html *sheet)
{
	str_add(&sheet->out,
	    sheet->in_remark ? "</div>\n" : "<div class=\"remark\" style=\"" REMARK_STYLE "\">\n");
	sheet->in_remark = !sheet->in_remark;
}

const char *
letter_html(struct arena *arena, const char *text, const struct page *page)
{
	struct sheet_html sheet = { .arena = arena, .page = page };
	const char *end;

	str_init(&sheet.out, arena, 0);
	str_addf(&sheet.out, "<!DOCTYPE html>\n<html lang=\"%s\">\n", page->language);
	str_add(&sheet.out, HEAD "<title>");
	add_escaped(&sheet.out, page->title, strlen(page->title));
	str_add(&sheet.out,
	    "</title>\n</head>\n<body style=\"" BODY_STYLE "\">\n"
	    "<div class=\"page\" style=\"" PAGE_STYLE "\">\n");
	for (; *text != '\0'; text = end) {
		const struct picture *picture = pictures_find(page->pictures, text);

		end = next_line(text);
		if (picture != NULL) {
			sheet.links = false;
			add_picture(&sheet, picture);
		} else if (is_rule(text)) {
			add_rule(&sheet);
		} else if (strncmp(text, LINKS_MARK, strlen(LINKS_MARK)) == 0) {
			sheet.links = page->reply_to != NULL;
		} else if (*text != '\n') {
			/* Up to a line that stands alone: empty, a mark, or a line across. */
			while (*end != '\0' && *end != '\n' && *end != MARK && !is_rule(end))
				end = next_line(end);
			add_block(&sheet, text, end);
		}
	}
	if (sheet.in_remark)
		add_rule(&sheet);
	str_add(&sheet.out, "</div>\n</body>\n</html>\n");
	return sheet.out.length < PAGE_MAX ? sheet.out.data : NULL;
}
