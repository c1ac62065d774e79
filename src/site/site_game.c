/* SPDX-License-Identifier: ISC */
/*
 * A game's page, and its score in files beside it (site_internal.h).
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "game/record.h"
#include "play/facts.h"
#include "site/site_internal.h"
#include "store/scores.h"
#include "store/tournaments.h"
#include "view/doc.h"

static const struct {
	enum record_format format;
	const char *suffix;
} scores[] = { { RECORD_PGN_WXF, "pgn" }, { RECORD_WXF, "wxf" }, { RECORD_DHTMLXQ, "dhtmlxq.txt" },
	{ RECORD_XQF, "xqf" } };
#define SCORES (sizeof scores / sizeof *scores)

static const char *
path_of(struct archive *site, int64_t id, const char *suffix)
{
	return arena_printf(site->arena, "game/%lld.%s", (long long)id, suffix);
}

static int
take_away(struct archive *site, int64_t id, struct err *err)
{
	for (size_t i = 0; i < SCORES; i++)
		if (page_remove(site, path_of(site, id, scores[i].suffix), err) == -1)
			return -1;
	for (int i = 0; i < site->language_count; i++) {
		site_speak(site, i);
		if (page_remove_own(site, path_of(site, id, "html"), err) == -1)
			return -1;
	}
	return 0;
}

static int
put_scores(struct archive *site, const struct game *game, struct record *record, struct err *err)
{
	if (game->seat[RED].player != 0 || game->seat[GREEN].player != 0)
		record->fields[FIELD_SITE] = site->options->settings->name;
	for (size_t i = 0; i < SCORES; i++) {
		struct str out;

		str_init(&out, site->arena, 0);
		record_write(&out, record, scores[i].format);
		if (page_put(site, path_of(site, game->id, scores[i].suffix), out.data, out.length,
			err) == -1)
			return -1;
	}
	return 0;
}

static void
add_form(struct vars *item, const char *name, enum notation form, const struct board *board,
    struct move move)
{
	char text[MOVE_TEXT];
	struct reader how = { .form = form };

	reader_write_move(&how, board, move, text);
	vars_text(item, name, text);
}

/* The list of moves, two plies a row, each in three notations. */
static void
add_moves(struct vars *vars, const struct game *game)
{
	struct board board = game->start;
	struct vars *row = NULL;

	vars_list(vars, "rows");
	for (int i = 0; i < game->length; i++) {
		enum side side = (enum side)board.turn;
		struct vars *item;

		if (row == NULL || side == RED) {
			row = vars_add(vars, "rows");
			vars_number(row, "number", game_move_number(game, i));
			vars_list(row, "red-move");
			vars_list(row, "green-move");
		}
		item = vars_add(row, side == RED ? "red-move" : "green-move");
		vars_number(item, "ply", i + 1);
		add_form(item, "coordinates", NOTATION_COORDINATES, &board, game->moves[i]);
		add_form(item, "wxf", NOTATION_WXF, &board, game->moves[i]);
		add_form(item, "chinese", NOTATION_CHINESE, &board, game->moves[i]);
		board_play(&board, game->moves[i]);
	}
}

/* The markers of the positions, the last one first (site_board). */
static void
add_markers(struct vars *vars, const struct game *game)
{
	vars_list(vars, "markers");
	for (int ply = game->length; ply >= 0; ply--) {
		struct vars *item = vars_add(vars, "markers");
		char move[8];

		vars_number(item, "ply", ply);
		vars_flag(item, "begun", ply > 0);
		vars_flag(item, "last", ply == game->length);
		vars_number(item, "before", ply - 1);
		vars_number(item, "after", ply + 1);
		if (ply == 0)
			continue;
		move_write(game->moves[ply - 1], move);
		vars_text(item, "move", move);
		vars_number(item, "number", game_move_number(game, ply - 1));
		vars_flag(item, "by-green", (ply - 1 + game->start.turn) % 2 == GREEN);
	}
}

/* What was written into an imported score, which is as public as its moves; made harmless. */
static void
add_comments(struct vars *vars, const struct game *game, const struct record *record)
{
	vars_list(vars, "comments");
	for (int i = 0; i <= record->length && i <= game->length; i++) {
		struct vars *item;

		if (record->comments[i] == NULL || record->comments[i][0] == '\0')
			continue;
		item = vars_add(vars, "comments");
		vars_flag(item, "begun", i > 0);
		vars_number(item, "ply", i);
		vars_number(item, "number", i > 0 ? game_move_number(game, i - 1) : 0);
		vars_text(item, "comment", page_escape(vars->arena, record->comments[i]));
	}
	page_mark_ends(vars, "comments");
}

/* Why the referee ended it, move by move, as `explain` tells it. */
static int
add_verdict(struct archive *site, struct vars *vars, const struct game *game, struct err *err)
{
	struct vars *facts = vars_new(site->arena);
	struct verdict verdict;
	const char *text;

	vars_text(vars, "verdict-text", "");
	if (game->state != GAME_OVER || game->length == 0 || !ending_is_by_verdict(game->ending) ||
	    (game->seat[RED].player == 0 && game->seat[GREEN].player == 0))
		return 0;
	game_verdict(game, &verdict);
	if (verdict.kind == VERDICT_NONE || verdict.kind == VERDICT_WARN)
		return 0;
	facts_game(facts, game);
	facts_last(facts, game);
	facts_counts(facts, game);
	facts_verdict(facts, game, NULL, &verdict);
	if (template_text(site->options->templates, &site->reader, "archive-verdict", facts, &text,
		err) == -1)
		return -1;
	vars_text(
	    vars, "verdict-text", doc_plain(site->arena, arena_printf(site->arena, "%s\n", text)));
	return 0;
}

static int
add_players(struct archive *site, struct vars *vars, const struct game *game, struct err *err)
{
	int64_t red, green;

	if (page_player(site, &game->seat[RED], &red, err) == -1 ||
	    page_player(site, &game->seat[GREEN], &green, err) == -1)
		return -1;
	vars_number(vars, "red-page", red);
	vars_number(vars, "green-page", green);
	return 0;
}

/* A text of an imported score, "" where it tells none. */
static void
add_field(struct vars *vars, const char *name, const char *text)
{
	vars_text(vars, name, text != NULL && !str_equal(text, "?") ? text : "");
}

/* Where and when it was played: in a tournament here, or as an imported score says, whose day may
 * be known in part. */
static int
add_occasion(struct archive *site, struct vars *vars, const struct game *game,
    const struct record *record, struct err *err)
{
	bool is_ours = game->seat[RED].player != 0 || game->seat[GREEN].player != 0;
	struct tournament tournament;
	struct game_line line;
	int found;

	if (games_line(site->store, site->arena, game->id, &line, err) == -1)
		return -1;
	page_time(vars, "began-day", "began-moment", is_ours ? game->started : 0);
	page_time(vars, "ended-day", "ended-moment", is_ours ? game->ended : 0);
	vars_text(vars, "played-day", is_ours ? "" : line.date);
	add_field(vars, "event", is_ours ? NULL : record->fields[FIELD_EVENT]);
	add_field(vars, "place", is_ours ? NULL : record->fields[FIELD_SITE]);
	vars_text(vars, "name", "");
	if (game->tournament == 0)
		return 0;
	found = tournaments_get(site->store, site->arena, game->tournament, &tournament, err);
	if (found == 1)
		vars_text(vars, "name", tournament.name);
	return found == -1 ? -1 : 0;
}

/* What is the same in all languages. */
static struct vars *
raw_of(struct archive *site, const struct game *game, const struct record *record)
{
	struct vars *raw = vars_new(site->arena);
	struct str picture, rules;

	add_moves(raw, game);
	add_markers(raw, game);
	add_comments(raw, game, record);
	str_init(&picture, site->arena, 0);
	str_init(&rules, site->arena, 0);
	site_board(&picture, &rules, game);
	vars_text(raw, "picture", picture.data);
	vars_text(raw, "position-rules", rules.data);
	return raw;
}

static int
write_page(struct archive *site, struct game *game, const struct record *record, struct vars *raw,
    struct err *err)
{
	struct vars *vars = page_vars(site, "../", "game");
	bool unknown[2];

	if (add_occasion(site, vars, game, record, err) == -1 ||
	    page_names(site, game->seat, unknown, err) == -1)
		return -1;
	vars_flag(vars, "red-unknown", unknown[RED]);
	vars_flag(vars, "green-unknown", unknown[GREEN]);
	facts_game(vars, game);
	facts_agreed(vars, game);
	vars_text(vars, "score", facts_score(game->result));
	vars_number(vars, "plies", game->length);
	vars_number(vars, "before-last", game->length - 1);
	vars_number(vars, "list", game->id / LIST_GAMES);
	/* Of the first language they lie beside the page. */
	vars_text(vars, "files", site->speaks > 0 ? "../../game/" : "");
	if (add_players(site, vars, game, err) == -1 || add_verdict(site, vars, game, err) == -1 ||
	    page_position(site, vars, game, err) == -1)
		return -1;
	return page_write(site, path_of(site, game->id, "html"), "archive-game", vars, raw, err);
}

/* In all languages, each of which has its own names for those who are not known. */
static int
write_pages(struct archive *site, struct game *game, const struct record *record, struct err *err)
{
	const struct seat red = game->seat[RED], green = game->seat[GREEN];
	struct vars *raw = raw_of(site, game, record);

	for (int i = 0; i < site->language_count; i++) {
		site_speak(site, i);
		game->seat[RED] = red;
		game->seat[GREEN] = green;
		if (write_page(site, game, record, raw, err) == -1)
			return -1;
	}
	return 0;
}

/* The list that has it, and its neighbours, since it may come or go. */
static int
note_list(struct archive *site, int64_t list, struct err *err)
{
	int64_t earlier, later;

	if (published_before(site->store, list * LIST_GAMES, &earlier, err) == -1 ||
	    published_after(site->store, (list + 1) * LIST_GAMES - 1, &later, err) == -1)
		return -1;
	if ((earlier != 0 &&
		published_add(site->store, PAGE_LIST, earlier / LIST_GAMES, err) == -1) ||
	    (later != 0 && published_add(site->store, PAGE_LIST, later / LIST_GAMES, err) == -1))
		return -1;
	return published_add(site->store, PAGE_LIST, list, err);
}

/* The lists that have it. */
static int
note_lists(struct archive *site, const struct game *game, struct err *err)
{
	int64_t entry;

	for (int side = RED; side <= GREEN; side++) {
		int64_t player = game->seat[side].player;

		if (player != 0 &&
		    (published_add(site->store, PAGE_PLAYER, player, err) == -1 ||
			(game->state == GAME_OVER &&
			    published_add(site->store, PAGE_PLAYER, -player, err) == -1)))
			return -1;
	}
	if (game->tournament != 0 &&
	    published_add(site->store, PAGE_TOURNAMENT, game->tournament, err) == -1)
		return -1;
	if (published_entry(site->store, game->id, &entry, err) == -1)
		return -1;
	if (entry != 0 &&
	    published_add(site->store, PAGE_FEED, (entry - 1) / FEED_ENTRIES, err) == -1)
		return -1;
	if (site_note_openings(site, game, err) == -1)
		return -1;
	return note_list(site, game->id / LIST_GAMES, err);
}

int
site_game(struct archive *site, int64_t id, struct err *err)
{
	struct record *record;
	struct game *game;
	int found = games_get(site->store, site->arena, id, &game, err);

	if (found == -1)
		return -1;
	if (site->notes_lists && found == 1 && note_lists(site, game, err) == -1)
		return -1;
	if (found == 0 || !page_shows(game))
		return take_away(site, id, err);
	if (scores_record(site->store, site->arena, game, &record, err) == -1 ||
	    put_scores(site, game, record, err) == -1)
		return -1;
	return write_pages(site, game, record, err);
}
