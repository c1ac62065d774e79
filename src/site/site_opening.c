/* SPDX-License-Identifier: ISC */
/*
 * Openings: a page for each line of up to OPENING_DEPTH plies that games which count in figures
 * (store/positions.h) began with, move by move; positions that other moves led to are no part of
 * it. The newest games are those that do not count, too, and say so.
 */
#include <ctype.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "play/facts.h"
#include "site/site_internal.h"

#define OPENING_DEPTH 4
#define MOVE_BITS     14 /* of a line as a number: its moves, the first lowest, below their count */
#define COUNT_SHIFT   (OPENING_DEPTH * MOVE_BITS)
#define LINE_SIZE     (8 * OPENING_DEPTH + 1)

static int64_t
line_add(int64_t line, struct move move)
{
	int64_t count = line >> COUNT_SHIFT;
	int64_t number = move.from << 7 | move.to;

	return (line & (((int64_t)1 << COUNT_SHIFT) - 1)) | number << (MOVE_BITS * count) |
	    (count + 1) << COUNT_SHIFT;
}

static int
line_read(int64_t line, struct move moves[OPENING_DEPTH])
{
	int count = (int)(line >> COUNT_SHIFT);

	for (int i = 0; i < count; i++, line >>= MOVE_BITS) {
		moves[i].from = (uint8_t)(line >> 7 & 127);
		moves[i].to = (uint8_t)(line & 127);
	}
	return count;
}

int
site_note_openings(struct archive *site, const struct game *game, struct err *err)
{
	int64_t line = 0;
	struct board start;

	board_start(&start);
	if (!board_equal(&start, &game->start))
		return 0;
	for (int i = 0; i <= game->length && i <= OPENING_DEPTH; i++) {
		if (i > 0)
			line = line_add(line, game->moves[i - 1]);
		if (published_add(site->store, PAGE_OPENING, line, err) == -1)
			return -1;
	}
	return 0;
}

/* "h3-e3-h10-g8" of "H3-E3 H10-G8", "index" of nothing; the folder is the line's own. */
static const char *
name_of(struct arena *arena, const char *text)
{
	char *name = arena_strdup(arena, text[0] != '\0' ? text : "index");

	for (char *at = name; *at != '\0'; at++)
		*at = *at == ' ' ? '-' : (char)tolower((unsigned char)*at);
	return name;
}

/* What was played next, with what result. */
static int
add_next(struct archive *site, struct vars *vars, const char *text, int depth, struct err *err)
{
	struct next_move *moves;
	int count = published_next(site->store, site->arena, text, &moves, err);

	vars_list(vars, "next-moves");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "next-moves");

		vars_text(item, "move", moves[i].text);
		vars_text(item, "next-page", "");
		if (depth < OPENING_DEPTH)
			vars_text(item, "next-page",
			    name_of(site->arena,
				arena_printf(site->arena, "%s%s%s", text,
				    text[0] != '\0' ? " " : "", moves[i].text)));
		vars_number(item, "played", moves[i].games);
		vars_number(item, "red-won", moves[i].red);
		vars_number(item, "games-drawn", moves[i].drawn);
		vars_number(item, "green-won", moves[i].green);
	}
	page_mark_ends(vars, "next-moves");
	return count == -1 ? -1 : 0;
}

int
site_opening(struct archive *site, int64_t line, struct err *err)
{
	struct vars *vars = page_vars(site, "../", "opening"), *raw = vars_new(site->arena);
	struct game *game = game_new(site->arena, 0);
	struct move moves[OPENING_DEPTH];
	int count = line_read(line, moves);
	struct str picture, unused;
	char text[LINE_SIZE], *end = text;
	const char *path, *parent = "";
	int found = 1;

	text[0] = '\0';
	for (int i = 0; i < count; i++) {
		parent = arena_strdup(site->arena, text);
		if (i > 0)
			*end++ = ' ';
		end = move_write(moves[i], end);
		game_replay(game, moves[i], &(struct ply){ 0 });
	}
	path = arena_printf(site->arena, "opening/%s.html", name_of(site->arena, text));
	if (count > 0 && (found = published_opening(site->store, text, err)) != 1)
		return found == -1 ? -1 : page_remove_own(site, path, err);
	vars_text(vars, "line", text);
	vars_text(vars, "parent-page", count > 0 ? name_of(site->arena, parent) : "");
	if (page_opening_games(site, vars, text, err) == -1 ||
	    add_next(site, vars, text, count, err) == -1)
		return -1;
	str_init(&picture, site->arena, 0);
	str_init(&unused, site->arena, 0);
	site_board(&picture, &unused, game);
	vars_text(raw, "picture", picture.data);
	return page_write(site, path, "archive-opening", vars, raw, err);
}

int
site_openings(struct archive *site, int64_t line, struct err *err)
{
	struct arena *arena = arena_new();
	struct move moves[OPENING_DEPTH];
	struct next_move *next;
	int depth = line_read(line, moves), count = 0, rc = site_opening(site, line, err);
	char text[LINE_SIZE] = "", *end = text;

	arena_clear(site->arena);
	for (int i = 0; i < depth; i++) {
		if (i > 0)
			*end++ = ' ';
		end = move_write(moves[i], end);
	}
	if (rc == 0 && depth < OPENING_DEPTH)
		rc = count = published_next(site->store, arena, text, &next, err);
	for (int i = 0; i < count && rc != -1; i++) {
		struct move move;

		if (move_read(next[i].text, &move))
			rc = site_openings(site, line_add(line, move), err);
	}
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}
