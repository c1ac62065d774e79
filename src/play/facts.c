/* SPDX-License-Identifier: ISC */
/*
 * Facts as variables (facts.h); verdicts are in facts_verdict.c.
 */
#include "play/facts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/shape.h"
#include "store/ratings.h"

void
facts_game(struct vars *vars, const struct game *game)
{
	vars_number(vars, "board", game->id);
	vars_text(vars, "red", game->seat[RED].userid);
	vars_text(vars, "green", game->seat[GREEN].userid);
	vars_text(vars, "turn", game->seat[game_turn(game)].userid);
	vars_text(vars, "challenger", game->seat[game->challenger].userid);
	vars_text(vars, "challenged", game->seat[side_other(game->challenger)].userid);
	vars_flag(vars, "over", game->state == GAME_OVER);
	vars_flag(vars, "unbegun", !game_began(game));
	vars_time(vars, "ended-on", game->ended);
	vars_flag(vars, "cancelled", game->result == RESULT_CANCELLED);
	vars_flag(vars, "drawn", game->result == RESULT_DRAW);
	vars_flag(vars, "unknown", game->result == RESULT_UNKNOWN);
	vars_flag(vars, "won", game->result == RESULT_RED || game->result == RESULT_GREEN);
	vars_text(vars, "winner", game->seat[game->result == RESULT_GREEN].userid);
	vars_text(vars, "loser", game->seat[game->result != RESULT_GREEN].userid);
	if (game->state == GAME_OVER)
		vars_word(vars, "ending", ending_name(game->ending));
	vars_flag(vars, "gives", game_handicap(game) != NULL);
	if (game_handicap(game) != NULL)
		vars_word(vars, "handicap", game_handicap(game));
}

void
facts_rating(struct vars *vars, const char *name, const char *sure, const struct rating *rating)
{
	vars_textf(
	    vars, name, "%ld%s", lround(rating->rating), rating_is_settled(rating) ? "" : "?");
	vars_number(vars, sure, lround(rating->deviation));
}

void
facts_ratings(struct vars *vars, const struct game *game)
{
	vars_flag(vars, "counted", game->is_counted);
	vars_flag(vars, "absent",
	    game->state == GAME_OVER && !game->is_rated && game->unrated == UNRATED_ABSENT);
	vars_flag(vars, "loser-suspended",
	    game->state == GAME_OVER && !game->is_rated && game->unrated == UNRATED_SUSPENDED);
	if (!game->is_counted)
		return;
	facts_rating(vars, "red-before", "red-was-sure", &game->before[RED]);
	facts_rating(vars, "green-before", "green-was-sure", &game->before[GREEN]);
	facts_rating(vars, "red-after", "red-sure", &game->after[RED]);
	facts_rating(vars, "green-after", "green-sure", &game->after[GREEN]);
}

void
facts_steps(struct vars *vars, const struct game *game)
{
	vars_list(vars, "climbs");
	vars_flag(vars, "any-climbs", game->is_climbed);
	vars_flag(vars, "redone", game->is_climbed_anew);
	for (int side = RED; side <= GREEN && game->is_climbed; side++) {
		struct vars *item = vars_add(vars, "climbs");
		int before = game->is_climbed_anew ? game->step_until[side] :
						     game->step_before[side];
		int after = game->step_after[side];

		vars_text(item, "who", game->seat[side].userid);
		vars_flag(item, "another", side == GREEN);
		vars_number(item, "before", before);
		vars_number(item, "after", after);
		vars_flag(item, "up", after > before);
		vars_flag(item, "down", after < before && after > 0);
		vars_flag(item, "stays", after == before && before > 0);
		vars_flag(item, "off", after == 0 && before > 0);
		vars_flag(item, "gone", before == 0);
		vars_flag(item, "late", game->ending == ENDING_TIME);
	}
}

int
facts_player(struct vars *vars, struct store *store, int64_t player, int64_t now, struct err *err)
{
	struct rating rating;
	struct reliability turns;

	if (ratings_of(store, player, &rating, err) == -1 ||
	    ratings_reliability(store, vars->arena, player, &turns, err) == -1)
		return -1;
	vars_flag(vars, "rated", rating.at != 0);
	rating = rating_on(&rating, now);
	facts_rating(vars, "rating", "sure", &rating);
	vars_flag(vars, "reliable", turns.turns >= RELIABLE_LEAST);
	vars_flag(vars, "known", rating.at != 0 || turns.turns >= RELIABLE_LEAST);
	vars_number(vars, "turns", turns.turns);
	vars_number(vars, "in-time", turns.turns > 0 ? 100 * turns.in_time / turns.turns : 0);
	vars_flag(vars, "any-in-time", turns.turns >= RELIABLE_LEAST && turns.in_time > 0);
	/* Of days, hours say nothing. */
	facts_span(vars, "answers-in",
	    turns.median > 2 * DAY ? (turns.median + DAY / 2) / DAY * DAY : turns.median);
	return 0;
}

void
facts_bad_fen(struct vars *vars, const char *why)
{
	char key[64];
	size_t n = 0;

	for (; why != NULL && *why != '\0' && *why != '(' && n < sizeof key - 1; why++)
		if (isalnum((unsigned char)*why))
			key[n++] = *why;
		else if (n > 0 && key[n - 1] != '-')
			key[n++] = '-';
	n -= n > 0 && key[n - 1] == '-';
	key[n] = '\0';
	vars_word(vars, "bad-fen", key);
}

void
facts_span(struct vars *vars, const char *name, int64_t seconds)
{
	int64_t minutes = (seconds + MINUTE / 2) / MINUTE, hours = (seconds + HOUR / 2) / HOUR;
	int64_t days = hours / 24;
	struct vars *item;

	vars_list(vars, name);
	if (seconds <= 0)
		return;
	item = vars_add(vars, name);
	vars_word(item, "span",
	    minutes < 60                    ? "minutes" :
		days == 0                   ? "hours" :
		hours % 24 == 0 || days > 9 ? "days" :
					      "days-hours");
	vars_number(item, "minutes", minutes);
	vars_number(item, "hours", hours % 24);
	vars_number(item, "days", days);
}

void
facts_agreed(struct vars *vars, const struct game *game)
{
	vars_text(vars, "rules", ruleset_name(game->rules));
	vars_flag(vars, "from-score", game->seat[RED].player == 0 && game->seat[GREEN].player == 0);
	vars_flag(vars, "offered", game->state == GAME_OFFERED);
	vars_flag(vars, "unrated", !game->is_rated);
	vars_flag(vars, "one-mailbox", game->unrated == UNRATED_MAILBOX);
	vars_flag(vars, "linked", game->unrated == UNRATED_LINKED);
	vars_flag(vars, "often", game->unrated == UNRATED_OFTEN);
	vars_flag(vars, "left-early", game->unrated == UNRATED_LEFT);
	vars_flag(vars, "unplayed-match", game->unrated == UNRATED_UNPLAYED);
	vars_flag(vars, "match", game->tournament != 0);
	vars_number(vars, "tournament", game->tournament);
	vars_flag(vars, "on-stairs", game->is_stairs);
	vars_flag(vars, "private", game->is_private);
	facts_terms(vars, &game->terms);
}

void
facts_terms(struct vars *vars, const struct terms *terms)
{
	facts_span(vars, "move-time", terms->move);
	facts_span(vars, "bank-time", terms->bank);
	facts_span(vars, "increment", terms->increment);
	facts_span(vars, "nag-time", terms->nag);
	vars_flag(vars, "weekends-off", terms->is_weekend_off);
	vars_flag(vars, "vacations-off", terms->no_vacation);
	facts_span(vars, "vacation-time", terms->no_vacation ? 0 : terms->vacation_days * DAY);
	vars_flag(vars, "by-claim", terms->by_claim);
}

static void
place(
    struct vars *vars, const char *name, const struct board *before, struct move move, bool in_wxf)
{
	struct placed_move *placed = arena_alloc(vars->arena, sizeof *placed);

	*placed = (struct placed_move){ *before, move, in_wxf };
	vars_object(vars, name, placed);
}

void
facts_placed(struct vars *vars, const char *name, const struct board *before, struct move move)
{
	place(vars, name, before, move, false);
}

void
facts_piece(struct vars *vars, const char *name, uint8_t piece)
{
	vars_word(vars, name,
	    piece == NO_PIECE ? "none" :
				arena_printf(vars->arena, "%s@%s", piece_name(piece_type(piece)),
				    side_name(piece_side(piece))));
}

void
facts_undo(struct vars *vars, const struct game *game, int to)
{
	struct board board;

	vars_number(vars, "number", game_move_number(game, to));
	vars_number(vars, "taken-back", game->length - to);
	game_board_at(game, to, &board);
	for (int i = to; i < game->length; i++) {
		struct vars *item = vars_add(vars, "undo-moves");

		facts_placed(item, "move", &board, game->moves[i]);
		vars_flag(item, "another", i > to);
		board_play(&board, game->moves[i]);
	}
}

static void
square_var(struct vars *vars, const char *name, uint8_t square)
{
	char text[4] = "";

	if (square != NO_SQUARE)
		square_write(square, text);
	vars_text(vars, name, text);
}

#define LIMIT_NAME(name, word) word,

/* Was the last move of that side the only legal one? */
static bool
was_only_move(const struct history *history, enum side side)
{
	struct move moves[MOVES_MAX];
	struct board board = history->start;
	int before = history->length - 1;

	board_play_all(&board, history->moves, before, NULL);
	if (before > 0 && board.turn != side) {
		board = history->start;
		board_play_all(&board, history->moves, before - 1, NULL);
	}
	return before >= 0 && board.turn == side && moves_legal(&board, moves) == 1;
}

/* A countdown to a draw is shown from its first half on. */
void
facts_counts(struct vars *vars, const struct game *game)
{
	static const char *const names[] = { LIMITS(LIMIT_NAME) };
	struct limit_count counts[LIMIT_COUNTS_MAX];
	struct history history;
	int count;

	game_history(game, &history);
	count = referee_counts(&history, counts);
	for (int i = 0; i < count; i++) {
		const struct limit_count *at = &counts[i];
		bool is_run = at->kind <= LIMIT_CHASES;
		struct vars *item;

		if (!is_run && at->used * 2 < at->allowed)
			continue;
		item = vars_add(vars, "counts");
		vars_flag(item, "run", is_run);
		vars_word(item, "counted", names[at->kind]);
		vars_text(item, "counter", game->seat[at->side].userid);
		vars_number(item, "used", at->used);
		vars_number(item, "allowed", at->allowed);
		vars_flag(item, "any-piece", at->square != NO_SQUARE);
		if (at->square != NO_SQUARE)
			facts_piece(item, "piece", game->board.at[at->square]);
		square_var(item, "square", at->square);
		vars_flag(
		    item, "none-left", at->kind == LIMIT_CHECK_RUN && at->used >= at->allowed);
		vars_flag(item, "beyond", is_run && at->used > at->allowed);
		vars_flag(item, "fatal", at->fatal);
		vars_flag(item, "forced",
		    at->kind == LIMIT_CHECK_RUN && at->used > at->allowed &&
			was_only_move(&history, at->side));
	}
}

const char *
facts_score(enum result result)
{
	return result == RESULT_RED ? "1-0" :
	    result == RESULT_GREEN  ? "0-1" :
	    result == RESULT_DRAW   ? "1/2" :
				      "-";
}

void
facts_line(struct vars *vars, const struct game_line *line)
{
	vars_number(vars, "board", line->id);
	vars_text(vars, "red", line->seat[RED].userid);
	vars_text(vars, "green", line->seat[GREEN].userid);
	vars_text(vars, "challenger", line->seat[line->challenger].userid);
	vars_text(vars, "challenged", line->seat[side_other(line->challenger)].userid);
	vars_number(vars, "moves", (line->length + 1) / 2);
	vars_flag(vars, "drawn", line->result == RESULT_DRAW);
	vars_flag(vars, "unknown", line->result == RESULT_UNKNOWN);
	vars_flag(vars, "cancelled", line->result == RESULT_CANCELLED);
	vars_text(vars, "winner", line->seat[line->result == RESULT_GREEN].userid);
	vars_text(vars, "loser", line->seat[line->result != RESULT_GREEN].userid);
	if (line->state == GAME_OVER)
		vars_word(vars, "ending", ending_name(line->ending));
}

void
facts_date(struct vars *vars, const char *name, const char *text)
{
	int year, month, day;

	if (strlen(text) == 10 && sscanf(text, "%d-%d-%d", &year, &month, &day) == 3)
		vars_day(vars, name, year, month, day);
	else
		vars_text(vars, name, text);
}

void
facts_apart(struct vars *vars, enum apart apart)
{
	static const char *const names[] = { [APART_MACHINE] = "machine",
		[APART_ELSEWHERE] = "elsewhere",
		[APART_SHORT] = "short" };

	if (apart != APART_NOT)
		vars_word(vars, "apart", names[apart]);
}

void
facts_move(struct vars *vars, const struct board *before, struct move move)
{
	struct board after = *before;
	char text[32];
	uint8_t taken = board_play(&after, move);

	facts_placed(vars, "move", before, move);
	place(vars, "wxf", before, move, true);
	move_write(move, text);
	vars_text(vars, "coordinates", text);
	facts_piece(vars, "piece", before->at[move.from]);
	vars_flag(vars, "takes", taken != NO_PIECE);
	facts_piece(vars, "taken", taken);
	vars_flag(vars, "check", side_in_check(&after, (enum side)after.turn));
}

/* How the piece goes that was to move otherwise, with the nearest of its moves. */
static void
add_lesson(struct vars *vars, const struct board *board, const struct reading *reading)
{
	uint8_t from = reading->move.from, to = reading->move.to;
	enum refusal why = reading->why.refusal;
	const struct move *best = NULL;
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves), least = SQUARES;
	uint8_t piece = from < SQUARES ? board->at[from] : NO_PIECE;
	bool own = piece != NO_PIECE && piece_side(piece) == (enum side)board->turn;

	for (int i = 0; own && i < count; i++) {
		int away = to >= SQUARES ? 0 :
					   abs(square_file(moves[i].to) - square_file(to)) +
			abs(square_rank(moves[i].to) - square_rank(to));

		if (moves[i].from == from && away < least) {
			best = &moves[i];
			least = away;
		}
	}
	vars_flag(vars, "lesson", own && why >= MOVE_NO_STEP && why <= MOVE_SCREENS);
	vars_word(vars, "goes", own ? piece_name(piece_type(piece)) : "none");
	vars_flag(vars, "home", own && square_is_home(from, (enum side)board->turn));
	vars_flag(vars, "own", own);
	vars_flag(vars, "can-go", best != NULL);
	square_var(vars, "from", from);
	square_var(vars, "to", best != NULL ? best->to : NO_SQUARE);
}

/* The piece that stands there, or that is named and does not stand anywhere, or not there. */
static void
add_named(struct vars *vars, const struct board *board, const struct reading *reading)
{
	uint8_t from = reading->move.from;
	enum piece_type type = from < SQUARES ? piece_type(board->at[from]) : reading->named;
	int count = 0;

	for (int square = 0; square < SQUARES; square++)
		count += type != NO_TYPE &&
		    board->at[square] == piece_of((enum side)board->turn, type);
	facts_piece(vars, "piece",
	    type == NO_TYPE    ? NO_PIECE :
		from < SQUARES ? board->at[from] :
				 piece_of((enum side)board->turn, type));
	vars_flag(vars, "is-named", type != NO_TYPE);
	vars_flag(vars, "has-some", count > 0);
	vars_number(vars, "on-file", reading->named_file);
}

void
facts_refusal(
    struct vars *vars, const struct board *board, const struct reading *reading, bool of_other)
{
	vars_flag(vars, "of-other", of_other);
	facts_placed(vars, "move", board, reading->move);
	vars_word(vars, "refusal", refusal_name(reading->why.refusal));
	square_var(vars, "square", reading->why.square);
	vars_number(vars, "count", reading->why.count);
	square_var(vars, "target", reading->by_target ? reading->move.to : NO_SQUARE);
	vars_flag(vars, "was-in-check", reading->why.was_in_check);
	add_named(vars, board, reading);
	vars_text(vars, "nowhere", reading->nowhere);
	vars_flag(vars, "bad-file", reading->nowhere[0] > 'I');
	add_lesson(vars, board, reading);
}
