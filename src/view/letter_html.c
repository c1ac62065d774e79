/* SPDX-License-Identifier: ISC */
/*
 * A letter's text with long lines broken, and as HTML (letter_html.h).
 *
 * In HTML, blocks between empty lines are paragraphs; those with columns keep their blanks
 * and a type of one width.  No colours, no scripts, nothing that is fetched.
 */
#include "view/letter_html.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "game/game.h"
#include "rules/fen.h"
#include "view/board_png.h"

/* A mark begins with a control character, which no text of the server or of a stranger has. */
#define MARK     '\001'
#define COLUMNS  74
#define RULE_MIN 10 /* stars that make a line across */

/* Hanzi, kana and full-width signs may stand at either side of a break. */
static bool
is_ideograph(uint32_t c)
{
	return (c >= 0x3000 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
	    (c >= 0xff00 && c <= 0xffef);
}

/* Where the part of `line` that fits ends, in bytes; *next: where it goes on. */
static size_t
find_break(const char *line, size_t length, size_t columns, size_t *next)
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
		if (c == ' ' && in_words) {
			best = before;
			*next = (size_t)(at - line);
		} else if (is_ideograph(c) && before_wide && wcschr(closing, (wchar_t)c) == NULL) {
			best = *next = before;
		}
		in_words |= c != ' ';
		before_wide = is_ideograph(c);
	}
	*next = length;
	return length;
}

const char *
wrap(struct arena *arena, const char *text, unsigned columns)
{
	struct str out;

	str_init(&out, arena, 0);
	for (;; text++) {
		size_t length = strcspn(text, "\n"), indent = strspn(text, " "), room = columns;
		size_t next, end;

		if (indent > columns / 2)
			indent = 0;
		while (utf8_prefix(text, room) < length) {
			end = find_break(text, length, room, &next);
			if (next >= length)
				break;
			while (end > 0 && text[end - 1] == ' ')
				end--;
			str_addn(&out, text, end);
			str_addf(&out, "\n%*s", (int)indent, "");
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
pictures_add(struct pictures *pictures, struct arena *arena, const struct game *game, int ply,
    enum board_style style, bool flipped, const char *domain)
{
	struct board board = game->board;
	struct picture picture = { .last = "" };
	char fen[FEN_SIZE], move[8], digest[65];
	struct err ignored;
	int place = 0;

	game_board_at(game, ply, &board);
	if (pictures->count == PICTURES_MAX ||
	    board_png(arena, &board, style, flipped, ply > 0 ? &game->moves[ply - 1] : NULL,
		&picture.bytes, &picture.length, &ignored) == -1)
		return NULL;
	digest_pieces(&(struct piece){ picture.bytes, picture.length }, 1, digest);
	picture.id = arena_printf(arena, "board-%.16s@%s", digest, domain);
	fen_write(&board, 0, 1, fen);
	picture.fen = arena_strndup(arena, fen, strcspn(fen, " ") + 2);
	if (ply > 0) {
		move_write(game->moves[ply - 1], move);
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

/* Blanks in front of a line, or many within it, put things below each other. */
static void
add_block(struct arena *arena, struct str *out, const char *block)
{
	bool has_columns = block[0] == ' ' || strstr(block, "\n ") != NULL ||
	    strstr(block, "   ") != NULL;

	if (has_columns)
		block = wrap(arena, block, COLUMNS);
	str_add(out, has_columns ? "<pre style=\"white-space: pre-wrap\">" : "<p>");
	for (const char *line = block; *line != '\0'; line = next_line(line)) {
		if (line > block)
			str_add(out, has_columns ? "\n" : "<br>\n");
		add_escaped(out, line, line_length(line));
	}
	str_add(out, has_columns ? "\n</pre>\n" : "</p>\n");
}

const char *
letter_html(struct arena *arena, const char *text, const char *language,
    const struct pictures *pictures, const char *const *alt)
{
	struct str out;
	const char *end;

	str_init(&out, arena, 0);
	str_addf(&out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\">"
	    "</head>\n<body>\n",
	    language);
	for (; *text != '\0'; text = end) {
		const struct picture *picture = pictures_find(pictures, text);

		end = next_line(text);
		if (picture != NULL) {
			const char *instead = alt[picture - pictures->at];

			str_addf(&out, "<p><img src=\"cid:%s\" width=\"%d\" height=\"%d\" alt=\"",
			    picture->id, BOARD_PNG_WIDTH, BOARD_PNG_HEIGHT);
			add_escaped(&out, instead, strlen(instead));
			str_add(&out, "\"></p>\n");
		} else if (is_rule(text)) {
			str_add(&out, "<hr>\n");
		} else if (*text != '\n') {
			/* Up to a line that stands alone: empty, a picture, or a line across. */
			while (*end != '\0' && *end != '\n' && !is_rule(end) &&
			    pictures_find(pictures, end) == NULL)
				end = next_line(end);
			add_block(arena, &out, arena_strndup(arena, text, (size_t)(end - text)));
		}
	}
	str_add(&out, "</body>\n</html>\n");
	return out.data;
}
