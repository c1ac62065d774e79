/* SPDX-License-Identifier: ISC */
/*
 * `riverpost board`: draws a position, as text or as a picture.
 *
 * Without a position the start position is drawn.  The database is opened for the
 * position of a game alone.  Options are told apart by hand: a move may begin with a
 * dash ("--.4").
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cli/move_list.h"
#include "config/config.h"
#include "game/game.h"
#include "view/board_png.h"
#include "view/board_text.h"
#include "view/game_vars.h"

struct drawing {
	enum board_style style;
	bool lists;      /* in words */
	const char *png; /* file name, "-" for standard output; NULL: text */
	bool flipped;
	struct board board;
	bool has_last;
	struct move last;
};

const struct board_labels cli_board_labels = { { "Red", "Green" }, "R  I  V  E  R" };

/* True when it was an option; *valid becomes false when it was a wrong one. */
static bool
option_read(struct drawing *drawing, const char *arg, bool *valid)
{
	if (strncmp(arg, "--style=", 8) == 0) {
		drawing->lists = strcmp(arg + 8, "list") == 0;
		if (!drawing->lists && !board_style_find(arg + 8, &drawing->style)) {
			cli_wrong(arg, "there is no such style");
			*valid = false;
		}
	} else if (strncmp(arg, "--png=", 6) == 0)
		drawing->png = arg + 6;
	else if (strcmp(arg, "--flip") == 0)
		drawing->flipped = true;
	else
		return false;
	return true;
}

/* "123" or "123#10". */
static bool
is_game_number(const char *text)
{
	size_t n = strspn(text, "0123456789");

	if (n == 0 || text[n] == '\0')
		return n > 0;
	return text[n] == '#' && text[n + 1] != '\0' &&
	    text[n + 1 + strspn(text + n + 1, "0123456789")] == '\0';
}

/* In words, as `set board list` has it in letters. */
static int
list(struct arena *arena, const struct board *board, struct err *err)
{
	const struct reader how = { .language = "en" };
	struct templates *templates;
	const char *text;
	int rc;

	templates = templates_new(NULL, config_shipped_templates());
	if ((rc = board_in_words(arena, templates, &how, board, &text, err)) == 0)
		puts(text);
	templates_free(templates);
	return rc;
}

static int
draw_picture(
    struct arena *arena, const struct drawing *drawing, const struct move *last, struct err *err)
{
	bool hanzi_alone = drawing->style == BOARD_HANZI || drawing->style == BOARD_SIMPLIFIED;
	FILE *file = stdout;
	const char *bytes;
	size_t length;
	bool written;

	if (drawing->lists || !board_png_has(drawing->style))
		return err_set(err,
		    "there are no pictures in that style, but in classic, hanzi, simplified and letters");
	if (hanzi_alone && board_font() == NULL)
		return err_set(err, "no font for hanzi is installed (Debian: fonts-wqy-microhei)");
	if (board_png(arena, &drawing->board, drawing->style, drawing->flipped, last, &bytes,
		&length, err) == -1)
		return -1;
	if (strcmp(drawing->png, "-") != 0 && (file = fopen(drawing->png, "we")) == NULL)
		return err_system(err, "cannot write %s", drawing->png);
	written = fwrite(bytes, 1, length, file) == length;
	if ((file == stdout ? fflush(file) : fclose(file)) == EOF || !written)
		return err_system(err, "cannot write %s", drawing->png);
	return 0;
}

static int
draw(const struct drawing *drawing, struct err *err)
{
	const struct move *last = drawing->has_last ? &drawing->last : NULL;
	struct arena *arena = arena_new();
	struct str text;
	int rc = 0;

	if (drawing->png != NULL) {
		rc = draw_picture(arena, drawing, last, err);
	} else if (drawing->lists) {
		rc = list(arena, &drawing->board, err);
	} else {
		str_init(&text, arena, 0);
		board_text(&text, &drawing->board, &cli_board_labels, drawing->style,
		    drawing->flipped, last, NULL);
		fputs(text.data, stdout);
	}
	arena_free(arena);
	return rc;
}

/* Plays the moves from the position that is set, and draws what they lead to. */
static int
draw_after(struct drawing *drawing, char **words, struct err *err)
{
	struct move_list list;
	int result = 0;

	move_list_init(&list, &drawing->board);
	for (; *words != NULL; words++)
		move_list_add(&list, *words);
	if (list.bad > 0)
		result = err_set(err, "move %d, %s: %s", list.bad, list.bad_text, list.bad_reason);
	if (list.length > 0) {
		drawing->board = list.board;
		drawing->last = list.moves[list.length - 1];
		drawing->has_last = true;
	}
	move_list_release(&list);
	return result == 0 ? draw(drawing, err) : -1;
}

static struct drawing drawing = { .style = BOARD_CLASSIC };

/* words[0] is "N" or "N#n". */
static int
draw_game(struct admin *admin, char **words, struct err *err)
{
	struct game *game;
	int move_number, ply;

	if (admin_game(admin, words[0], &move_number, &game, err) == -1)
		return -1;
	ply = move_number == 0 ? game->length : move_number * 2 - (game->start.turn == GREEN);
	if (ply > game->length + 1)
		return err_set(err, "game %lld has no move %d", (long long)game->id, move_number);
	ply = ply > game->length ? game->length : ply;
	game_board_at(game, ply, &drawing.board);
	if ((drawing.has_last = ply > 0))
		drawing.last = game->moves[ply - 1];
	return draw_after(&drawing, words + 1, err);
}

int
cli_board(int argc, char **argv)
{
	static const struct action of_game = { "board", 1, INT_MAX, ACTION_READS, draw_game };
	struct err err;
	bool valid = true, is_position;
	int count = 0;

	for (int i = 1; i < argc; i++)
		if (!option_read(&drawing, argv[i], &valid))
			argv[1 + count++] = argv[i];
	argv[1 + count] = NULL;
	if (!valid)
		return 2;
	if (count > 0 && strncmp(argv[1], "--", 2) == 0)
		return cli_wrong(argv[1], "there is no such option");
	if (count > 0 && is_game_number(argv[1]))
		return admin_do(&of_game, count, argv + 1);
	board_start(&drawing.board);
	is_position = count > 0 &&
	    (strchr(argv[1], '/') != NULL || str_equal_nocase(argv[1], "start"));
	if (is_position && !cli_position(argv[1], &drawing.board))
		return 1;
	return draw_after(&drawing, argv + 1 + is_position, &err) == 0 ? 0 : cli_failed(&err);
}
