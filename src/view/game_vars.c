/* SPDX-License-Identifier: ISC */
/*
 * A game as variables (game_vars.h).
 */
#include "view/game_vars.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "engine/review.h"
#include "game/example.h"
#include "play/facts.h"
#include "play/glossary.h"
#include "play/planned.h"
#include "rules/notation.h"
#include "rules/status.h"
#include "store/db.h"
#include "store/games.h"
#include "store/machines.h"
#include "store/players.h"
#include "store/stairs.h"
#include "view/board_text.h"

#define COLUMN_MIN       13
#define NUMBER_COLUMNS   5 /* of moves */
#define FEW_PLIES        4 /* to leave them out would save no line */
#define PLAN_LINES_SHOWN 5 /* `showas` shows them all */

bool
game_is_listed(const struct player *reader)
{
	return reader != NULL && str_equal(reader->board, "list");
}

int
board_in_words(struct arena *arena, struct templates *templates, const struct reader *how,
    const struct board *board, const char **out, struct err *err)
{
	static const enum piece_type order[] = { KING, ROOK, CANNON, HORSE, ELEPHANT, GUARD,
		SOLDIER };
	struct vars *vars = vars_new(arena);
	char name[4];

	for (enum side side = RED; side <= GREEN; side++) {
		struct vars *item = vars_add(vars, "sides");

		vars_word(item, "side-title", side_name(side));
		for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
			uint8_t piece = piece_of(side, order[i]);
			struct vars *kind = NULL;
			int count = 0;

			for (int n = 0; n < SQUARES; n++) {
				uint8_t square = square_at(n / RANKS, n % RANKS);
				bool is_first = kind == NULL;
				struct vars *place;

				if (board->at[square] != piece)
					continue;
				if (is_first) {
					kind = vars_add(item, "kinds");
					facts_piece(kind, "pieces", piece);
					facts_piece(kind, "piece-alone", piece);
				}
				place = vars_add(kind, "squares");
				square_write(square, name);
				vars_text(place, "square", name);
				vars_flag(place, "another", !is_first);
				vars_flag(kind, "several", ++count > 1);
			}
		}
	}
	return template_text(templates, how, "board-list", vars, out, err);
}

static int
side_words(
    const struct letter_view *view, const struct reader *how, const char *out[2], struct err *err)
{
	return template_word(view->templates, how, "side-title.red", &out[RED], err) == -1 ||
		template_word(view->templates, how, "side-title.green", &out[GREEN], err) == -1 ?
	    -1 :
	    0;
}

int
game_board_text(const struct letter_view *view, struct doc *doc, const struct game *game, int ply,
    const uint8_t *marks, const struct player *reader, const struct reader *how, struct vars *vars,
    struct err *err)
{
	struct doc_board shown = { .board = game->board, .is_marked = marks != NULL };
	const char *words = "";
	struct board_labels labels;
	struct str text;

	game_board_at(game, ply, &shown.board);
	if (game_is_listed(reader)) {
		if (marks == NULL &&
		    board_in_words(view->arena, view->templates, how, &shown.board, &words, err) ==
			-1)
			return -1;
		vars_text(vars, "board-text", words);
		return 0;
	}
	if (reader != NULL) {
		board_style_find(reader->board, &shown.style);
		shown.flipped = reader->flipped && game_has(game, reader->id) &&
		    game_side_of(game, reader->id) == GREEN;
	}
	if (ply > 0) {
		shown.last = game->moves[ply - 1];
		shown.number = game_move_number(game, ply - 1);
	}
	if (side_words(view, how, labels.side, err) == -1 ||
	    template_word(view->templates, how, "river", &labels.river, err) == -1)
		return -1;
	str_init(&text, view->arena, 0);
	board_text(&text, &shown.board, &labels, shown.style, shown.flipped,
	    ply > 0 && marks == NULL ? &shown.last : NULL, marks);
	shown.text = text.data;
	vars_text(vars, "board-text", doc_add_board(view->arena, doc, &shown));
	return 0;
}

/* The moves from `from` on, in two columns under these titles: a table of the document. */
static const char *
move_table(const struct letter_view *view, const struct game *game, const struct reader *how,
    const char *const title[2], int from)
{
	size_t column = utf8_width(title[RED]) + 3;
	struct board board;
	struct str out;
	char text[MOVE_TEXT];

	column = column < COLUMN_MIN ? COLUMN_MIN : column;
	str_init(&out, view->arena, 0);
	str_addf(&out, "%ctable 0 %d %zu\n%c %s %c %s", DOC_MARK, NUMBER_COLUMNS,
	    NUMBER_COLUMNS + column, DOC_CELL, title[RED], DOC_CELL, title[GREEN]);
	game_board_at(game, from, &board);
	/* A game that starts with Green's move leaves Red's first place empty. */
	for (int i = from, place = game->start.turn + from; i < game->length; i++, place++) {
		reader_write_move(how, &board, game->moves[i], text);
		board_play(&board, game->moves[i]);
		if (place % 2 == 0 || i == 0)
			str_addf(&out, "\n%3d", place / 2 + 1);
		if (place % 2 == 1 && i == 0)
			str_addf(&out, " %c ...", DOC_CELL);
		str_addf(&out, " %c %s", DOC_CELL, text);
	}
	str_addf(&out, "\n%cend", DOC_MARK);
	return out.data;
}

/* "S S H": what each side has taken, in the order of taking; in_words: "soldier, soldier,
 * horse". */
static int
captured_vars(const struct letter_view *view, const struct game *game, const struct reader *how,
    bool in_words, struct vars *vars, struct err *err)
{
	struct str taken[2];

	str_init(&taken[RED], view->arena, 0);
	str_init(&taken[GREEN], view->arena, 0);
	for (int i = 0; i < game->length; i++) {
		struct str *by = &taken[(game->start.turn + i) % 2];
		uint8_t piece = game->taken[i];
		const char letter[] = { piece_letter(piece_of(RED, piece_type(piece))), '\0' };
		const char *word = letter;

		if (piece == NO_PIECE)
			continue;
		if (in_words &&
		    template_piece(view->templates, view->arena, how, piece, &word, err) == -1)
			return -1;
		str_addf(by, "%s%s", by->length == 0 ? "" : in_words ? ", " : " ", word);
	}
	vars_flag(vars, "any-taken", taken[RED].length + taken[GREEN].length > 0);
	vars_text(vars, "taken-by-red", taken[RED].data);
	vars_text(vars, "taken-by-green", taken[GREEN].data);
	return 0;
}

/* Is it the turn of that side, and its time up? */
static bool
is_late(const struct game *game, enum side side, int64_t now)
{
	int64_t deadline = game_deadline(game);

	return game_turn(game) == side && deadline != 0 && now >= deadline;
}

/* The offers that are open, and those that this side of the game could make, unless it is won. */
static void
open_offer_vars(
    const struct game *game, enum side side, bool playing, bool is_won, struct vars *vars)
{
	bool drawing = playing && game->draw.is_open, my_draw = game->draw.by == side;
	bool undoing = playing && game->undo.is_open, my_undo = game->undo.by == side;

	vars_flag(vars, "draw-offered-to-you", drawing && !my_draw);
	vars_flag(vars, "draw-offered-by-you", drawing && my_draw);
	vars_flag(vars, "draw-possible", playing && !is_won && game_may_offer_draw(game, side));
	vars_flag(vars, "undo-offered-to-you", undoing && !my_undo);
	vars_flag(vars, "undo-offered-by-you", undoing && my_undo);
	vars_flag(vars, "undo-possible", playing && !is_won && game_may_offer_undo(game, side));
	vars_flag(vars, "two-offered-to-you", drawing && undoing && !my_draw && !my_undo);
}

/* Would `review` be taken from him, but for games that go on? */
static bool
is_reviewable(const struct letter_view *view, const struct game *game, const struct player *reader)
{
	return reader != NULL && game_has(game, reader->id) && view->has_machine &&
	    game->state == GAME_OVER && game->length > 1 && game->length <= REVIEW_MOVES;
}

/* Can it be played on, with another board? */
static bool
is_resumable(const struct game *game)
{
	return game->state == GAME_OVER && game->ending == ENDING_TIME && !game->is_tournament_on;
}

/* What a player of the game can answer; all false for everybody else. */
static void
answer_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars)
{
	bool plays = reader != NULL && game_has(game, reader->id);
	enum side side = plays ? game_side_of(game, reader->id) : RED;
	bool offered = plays && game->state == GAME_OFFERED;
	bool playing = plays && game->state == GAME_PLAYING;
	/* Nothing that he could still do is better than to wait. */
	bool is_won = playing && is_late(game, side_other(side), view->now);

	vars_flag(vars, "reader-plays", plays);
	vars_flag(vars, "reader-is-player", reader != NULL);
	vars_flag(vars, "reader-suspended", plays && reader->state == PLAYER_SUSPENDED);
	vars_flag(vars, "your-turn", playing && game_turn(game) == side);
	vars_flag(vars, "offered-to-you", offered && game->challenger != side);
	vars_flag(vars, "offered-by-you", offered && game->challenger == side);
	open_offer_vars(game, side, playing, is_won, vars);
	vars_flag(vars, "may-resign", playing && !is_won);
	vars_flag(vars, "resumable", plays && is_resumable(game));
	vars_flag(vars, "reviewable", is_reviewable(view, game, reader));
	vars_flag(vars, "claim-possible", plays && game_may_claim(game, side, view->now));
	vars_text(vars, "opponent", plays ? game->seat[side_other(side)].userid : "");
}

static int
plies_since_capture(const struct game *game)
{
	int count = 0;

	while (count < game->length && game->taken[game->length - 1 - count] == NO_PIECE)
		count++;
	return count;
}

/* Does the mover's vacation put the deadline off? */
static bool
has_vacation_within(const struct turn_clock *clock, int64_t now, int64_t deadline)
{
	const struct calendar *calendar = clock->calendar;
	bool is_within = false;

	for (int i = 0; !clock->terms->no_vacation && i < calendar->off_count; i++)
		is_within |= calendar->off[i].from < deadline && calendar->off[i].to > now;
	return is_within;
}

static void
state_vars(const struct game *game, int64_t now, struct vars *vars)
{
	enum status status = board_status(&game->board);
	bool playing = game->state == GAME_PLAYING;
	struct turn_clock clock = game_clock(game);
	int64_t deadline = game_deadline(game), spent = playing ? clock_spent(&clock, now) : 0;
	char fen[FEN_SIZE];

	vars_flag(vars, "playing", game->state == GAME_PLAYING);
	vars_flag(vars, "unplayed", game->result == RESULT_CANCELLED && game->length == 0);
	vars_flag(vars, "in-check", game->state == GAME_PLAYING && status == STATUS_CHECK);
	facts_ratings(vars, game);
	facts_steps(vars, game);
	vars_word(vars, "turn-side", side_name(game_turn(game)));
	vars_flag(vars, "timed", deadline != 0);
	vars_time(vars, "deadline", deadline);
	facts_span(vars, "time-left", clock.allowed - spent);
	vars_flag(vars, "vacation-within", has_vacation_within(&clock, now, deadline));
	vars_flag(vars, "clock-stands", deadline > now && clock_stands(&clock, now));
	vars_flag(vars, "held", playing && clock.held.from <= now && now < clock.held.to);
	vars_time(vars, "held-until", clock.held.to);
	for (int side = RED; side <= GREEN; side++)
		facts_span(vars, side == RED ? "red-bank" : "green-bank",
		    game->bank[side] - (side == (int)game_turn(game) ? spent : 0));
	facts_agreed(vars, game);
	vars_number(vars, "move-number", game_move_number(game, game->length));
	vars_flag(vars, "drawing", game->state == GAME_PLAYING && game->draw.is_open);
	vars_flag(vars, "undoing", game->state == GAME_PLAYING && game->undo.is_open);
	vars_text(vars, "undoer", game->seat[game->undo.by].userid);
	vars_list(vars, "undo-moves");
	if (game->undo.is_open)
		facts_undo(vars, game, game_undo_offered_to(game));
	vars_text(vars, "drawer", game->seat[game->draw.by].userid);
	vars_flag(vars, "special-start", strcmp(game->start_fen, FEN_START) != 0);
	vars_text(vars, "start-fen", game->start_fen);
	fen_write(
	    &game->board, plies_since_capture(game), game_move_number(game, game->length), fen);
	vars_text(vars, "fen", fen);
}

/* "last-move" and "last-mover" of a game that goes on. */
static void
last_move_vars(const struct game *game, const struct reader *how, struct vars *vars)
{
	struct board before;
	char text[MOVE_TEXT];

	vars_text(vars, "last-move", "");
	if (game->state != GAME_PLAYING || game->length == 0 ||
	    !game_board_at(game, game->length - 1, &before))
		return;
	reader_write_move(how, &before, game->moves[game->length - 1], text);
	vars_text(vars, "last-move", text);
	vars_text(vars, "last-mover", game->seat[side_other(game_turn(game))].userid);
}

/* "away-from" and "away-to": the server did not run in this turn, and its time was given back; not
 * so where the turn began with a letter that waited meanwhile. */
static int
away_vars(
    const struct letter_view *view, const struct game *game, struct vars *vars, struct err *err)
{
	int64_t from, to, began;
	bool was_away;

	if (store_fact(view->store, FACT_AWAY_FROM, &from, err) == -1 ||
	    store_fact(view->store, FACT_AWAY_TO, &to, err) == -1)
		return -1;
	was_away = to != 0 && game->turn_since <= to && game_deadline(game) != 0;
	/* One that began in the last pass before it begins with its end by now. */
	if (was_away && game->turn_since == to) {
		if (games_turn_began(view->store, game->id, (int)game->turns, &began, err) == -1)
			return -1;
		was_away = began != 0 && began <= from;
	}
	vars_flag(vars, "was-away", was_away);
	vars_time(vars, "away-from", from);
	vars_time(vars, "away-to", to);
	return 0;
}

/* "example-forms": the move in two notations besides the reader's. */
static void
example_forms(
    const struct game *game, struct move move, const struct reader *how, struct vars *vars)
{
	const enum notation forms[] = { NOTATION_COORDINATES, NOTATION_WXF,
		how->is_simplified ? NOTATION_SIMPLIFIED : NOTATION_CHINESE };
	const bool his[] = { how->form == NOTATION_COORDINATES || how->form == NOTATION_ICCS,
		how->form == NOTATION_WXF,
		how->form == NOTATION_CHINESE || how->form == NOTATION_SIMPLIFIED };
	char text[MOVE_TEXT];

	vars_list(vars, "example-forms");
	for (int i = 0, shown = 0; i < 3 && shown < 2; i++) {
		struct vars *item;

		if (his[i])
			continue;
		item = vars_add(vars, "example-forms");
		notation_write(forms[i], &game->board, move, text, sizeof text);
		vars_text(item, "example-form", text);
		vars_flag(item, "another", shown++ > 0);
	}
}

/* "your-side", and on his turn what his moves would bring, "example", and the same move in two
 * of the other notations. */
static void
side_vars(const struct game *game, enum side side, const struct reader *how, struct vars *vars)
{
	struct reading back;
	struct move move;
	char text[MOVE_TEXT];

	vars_word(vars, "your-side", side_name(side));
	if (game->state != GAME_PLAYING || side != game_turn(game) || !example_move(game, &move))
		return;
	facts_prospects(vars, game);
	reader_write_move(how, &game->board, move, text);
	/* Sent back it has to be this move. */
	if (how->form == NOTATION_ICCS &&
	    (!notation_read_iccs(text, &game->board, &back) || back.kind != READ_MOVE))
		notation_write_surely(true, &game->board, move, text);
	vars_text(vars, "example", text);
	example_forms(game, move, how, vars);
}

/* "newcomer": is this offer the first game of the player who may accept it? */
static int
offer_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars, struct err *err)
{
	struct game_filter filter = { .viewer = -1, .limit = 2 };
	struct game_line *lines;
	int count = 0;

	if (game->state == GAME_OFFERED && reader != NULL && game_has(game, reader->id) &&
	    game_side_of(game, reader->id) != game->challenger) {
		filter.player = reader->id;
		if ((count = games_list(view->store, view->arena, &filter, &lines, err)) == -1)
			return -1;
	}
	vars_flag(vars, "newcomer", count == 1);
	return 0;
}

/* "observers", how many of them read what is said now, and whether the reader is one: "observes";
 * "observes-board" and "followed" say why. */
static int
observer_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars, struct err *err)
{
	const struct seat *followed[2];
	struct seat *observers, *listeners;
	bool observes = false, by_board = false;
	int count = observers_list(view->store, view->arena, game->id, true, &observers, err);
	int listening = count <= 0 ? count :
				     observers_list(view->store, view->arena, game->id,
					 game->state == GAME_OVER, &listeners, err);
	int reasons = 0;

	vars_list(vars, "observers");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "observers");
		bool listens = false;

		for (int j = 0; j < listening; j++)
			listens |= listeners[j].player == observers[i].player;
		vars_text(item, "observer", observers[i].userid);
		vars_flag(item, "ends-only", !listens);
		observes |= reader != NULL && reader->id == observers[i].player;
	}
	if (observes)
		reasons = observers_why(view->store, game, reader->id, &by_board, followed, err);
	vars_number(vars, "listeners", listening);
	vars_flag(vars, "observes", observes);
	vars_flag(vars, "observes-board", by_board);
	vars_flag(vars, "follows", reasons > 0);
	vars_list(vars, "followed");
	for (int i = 0; i < reasons; i++) {
		struct vars *item = vars_add(vars, "followed");

		vars_text(item, "userid", followed[i]->userid);
		vars_flag(item, "another", i > 0);
	}
	return listening == -1 || reasons == -1 ? -1 : 0;
}

/* May the reader begin one more game?  1, 0 or -1. */
static int
has_room(const struct letter_view *view, const struct player *reader, struct err *err)
{
	int taken = games_taken(view->store, reader->id, err);

	return taken == -1 ?
	    -1 :
	    taken < view->games_max && (reader->limit == 0 || taken < reader->limit);
}

/* Has the opponent blocked the reader, or the reader him?  0 or -1. */
static int
find_blocks(const struct letter_view *view, const struct player *reader, int64_t opponent,
    bool *is_deaf, bool *is_blocked, struct err *err)
{
	struct seat *blocked;
	int64_t *deaf;
	int count = blocks_of(view->store, view->arena, reader->id, &deaf, err);

	for (int i = 0; i < count; i++)
		*is_deaf |= deaf[i] == opponent;
	if (count != -1)
		count = blocks_list(view->store, view->arena, reader->id, &blocked, err);
	for (int i = 0; i < count; i++)
		*is_blocked |= blocked[i].player == opponent;
	return count == -1 ? -1 : 0;
}

/* "off-stairs": after a game there, the reader stands on them no more. */
static int
stairs_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars, struct err *err)
{
	int stands = game->is_climbed && reader != NULL ?
	    climbers_has(view->store, reader->id, err) :
	    1;

	vars_flag(vars, "off-stairs", stands == 0);
	return stands == -1 ? -1 : 0;
}

/* May its players begin another like it? */
static bool
may_follow(const struct game *game)
{
	return game->ending != ENDING_MACHINE && !game->is_tournament_on;
}

/* May the reader write to the opponent, and challenge him?  "may-chat", "may-challenge"; and is he
 * off the stairs? */
static int
opponent_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars, struct err *err)
{
	struct player opponent = { .state = PLAYER_CLOSED };
	bool is_deaf = false, is_blocked = false;
	int64_t id;
	int found = 0, room = 0;

	if (reader != NULL && game_has(game, reader->id)) {
		id = game->seat[side_other(game_side_of(game, reader->id))].player;
		if ((found = players_get(view->store, view->arena, id, &opponent, err)) == -1 ||
		    find_blocks(view, reader, id, &is_deaf, &is_blocked, err) == -1 ||
		    (room = has_room(view, reader, err)) == -1)
			return -1;
	}
	vars_flag(vars, "opponent-suspended", found == 1 && opponent.state == PLAYER_SUSPENDED);
	vars_flag(vars, "may-chat",
	    found == 1 && opponent.state != PLAYER_CLOSED && opponent.level == 0 && !is_deaf);
	vars_flag(vars, "may-challenge",
	    found == 1 && room == 1 && opponent.state == PLAYER_ACTIVE && !is_deaf && !is_blocked &&
		may_follow(game));
	return stairs_vars(view, game, reader, vars, err);
}

/* "machine-waits": the clock stands until the machine that is to move answers.  "undo-possible":
 * it gives moves back so many times, however few moves lie between. */
static int
machine_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    struct vars *vars, struct err *err)
{
	bool playing = game->state == GAME_PLAYING;
	int plays = playing ? machines_play(view->store, game, err) : 0, waits = 0;
	struct thinking thinking;
	enum side side;

	if (plays == 1)
		waits = thinking_waits(view->store, game->id, game->turns, view->now, err);
	vars_flag(vars, "machine-waits", waits == 1);
	if (plays == -1 || waits == -1)
		return -1;
	if (plays == 0 || reader == NULL || !game_has(game, reader->id))
		return 0;
	if (thinking_get(view->store, game->id, &thinking, err) == -1)
		return -1;
	side = game_side_of(game, reader->id);
	vars_flag(vars, "undo-possible",
	    !game->undo.is_open && game_undo_to(game, side) >= 0 &&
		!is_late(game, side_other(side), view->now) && thinking.undone < UNDONE_MAX);
	return 0;
}

int
game_vars(const struct letter_view *view, const struct game *game, const struct player *reader,
    const struct reader *how, struct vars *vars, struct err *err)
{
	struct verdict verdict;
	const char *title[2];
	int from = game->length - MOVES_SHOWN * 2;

	/* Begin with a whole move. */
	from = from <= FEW_PLIES ? 0 : from + (from + game->start.turn) % 2;
	facts_game(vars, game);
	state_vars(game, view->now, vars);
	answer_vars(view, game, reader, vars);
	last_move_vars(game, how, vars);
	if (reader != NULL && game_has(game, reader->id))
		side_vars(game, game_side_of(game, reader->id), how, vars);
	if (game->state == GAME_PLAYING)
		facts_counts(vars, game);
	if (offer_vars(view, game, reader, vars, err) == -1 ||
	    opponent_vars(view, game, reader, vars, err) == -1 ||
	    away_vars(view, game, vars, err) == -1 ||
	    machine_vars(view, game, reader, vars, err) == -1 ||
	    observer_vars(view, game, reader, vars, err) == -1 ||
	    planned_vars(view->store, view->arena, game, reader != NULL ? reader->id : 0,
		PLAN_LINES_SHOWN, vars, err) == -1 ||
	    captured_vars(view, game, how, game_is_listed(reader), vars, err) == -1)
		return -1;
	game_verdict(game, &verdict);
	facts_verdict(vars, game, NULL, &verdict);
	if (side_words(view, how, title, err) == -1)
		return -1;
	/* "fred (Red)" */
	for (int side = RED; side <= GREEN; side++)
		title[side] = arena_printf(
		    view->arena, "%s (%s)", game->seat[side].userid, title[side]);
	vars_text(vars, "moves", move_table(view, game, how, title, from));
	vars_number(vars, "moves-hidden", from / 2);
	return 0;
}
