/* SPDX-License-Identifier: ISC */
/*
 * riverpost game: games, by the operator's hand.
 *
 * Whatever the operator decides, both players and the observers get a letter
 * about it in the same transaction.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/vars.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cmd/tournament.h"
#include "config/config.h"
#include "play/play.h"
#include "store/games.h"
#include "view/board_text.h"

static const char *const state_names[] = {
	[GAME_OFFERED] = "offered", [GAME_PLAYING] = "active", [GAME_OVER] = "over"
};
static const char *const result_names[] = { [RESULT_NONE] = "none",
	[RESULT_RED] = "red",
	[RESULT_GREEN] = "green",
	[RESULT_DRAW] = "draw",
	[RESULT_CANCELLED] = "cancelled",
	[RESULT_UNKNOWN] = "not known" };

static int
list_games(struct admin *admin, char **args, struct err *err)
{
	struct game_filter filter = { .viewer = -1, .limit = INT_MAX };
	struct str *output = &admin->output;
	struct game_line *lines;
	int count;
	bool is_known = args[0] == NULL;

	for (int i = GAME_OFFERED; i <= GAME_OVER && args[0] != NULL; i++)
		if (strcmp(state_names[i], args[0]) == 0)
			is_known = filter.of_state[i] = true;
	if (!is_known)
		return cli_wrong(args[0], "games are active, offered or over");
	count = games_list(admin->server.store, admin->arena, &filter, &lines, err);
	for (const struct game_line *line = lines; line < lines + count; line++) {
		str_addf(output, "%6lld  %-7s  %s - %s  %d plies  ", (long long)line->id,
		    state_names[line->state], line->seat[RED].userid, line->seat[GREEN].userid,
		    line->length);
		if (line->state == GAME_OFFERED)
			str_addf(output, "waits for %s since %s\n",
			    line->seat[side_other(line->challenger)].userid,
			    admin_time(admin, line->turn_since));
		else if (line->state == GAME_OVER)
			str_addf(output, "%s, %s, %s\n", result_names[line->result],
			    ending_name(line->ending), admin_time(admin, line->ended));
		else
			str_addf(output, "%s to move since %s\n", line->seat[line->turn].userid,
			    admin_time(admin, line->turn_since));
	}
	return count == -1 ? -1 : ACTION_DONE;
}

/* Two columns; where Green began, the first place of Red stays empty. */
static void
say_moves(struct admin *admin, const struct game *game)
{
	int shift = game->start.turn == GREEN;

	for (int i = 0; i < game->length; i++) {
		char text[8];
		int ply = i + shift;

		move_write(game->moves[i], text);
		if (ply % 2 == 0 || i == 0)
			str_addf(&admin->output, "%3d  ", game_move_number(game, ply));
		if (i == 0 && shift)
			str_add(&admin->output, "...     ");
		if (ply % 2 == 0)
			str_addf(&admin->output, "%-7s ", text);
		else
			str_addf(&admin->output, "%s\n", text);
	}
	if ((game->length + shift) % 2 != 0)
		str_add(&admin->output, "\n");
}

static void
say_clock(struct admin *admin, const struct terms *terms)
{
	static const char *const names[] = { "reminder after", "for a move", "for all moves",
		"more with each move" };
	const int64_t times[] = { terms->nag, terms->move, terms->bank, terms->increment };
	const char *between = " ";
	char text[DURATION_SIZE];

	str_add(&admin->output, "clock:");
	for (int i = 0; i < 4; i++) {
		if (times[i] == 0)
			continue;
		duration_write(times[i], text);
		str_addf(&admin->output, "%s%s %s", between, names[i], text);
		between = "; ";
	}
	str_addf(&admin->output, "%s%s%s\n", terms->is_weekend_off ? "; weekends off" : "",
	    terms->no_vacation ? "; no vacations" : "", terms->by_claim ? "; by claim" : "");
	if (terms->vacation_days > 0)
		str_addf(&admin->output, "vacation that counts: %dd\n", terms->vacation_days);
}

static int
show_game(struct admin *admin, char **args, struct err *err)
{
	struct str *output = &admin->output;
	struct game *game;

	if (admin_game(admin, args[0], NULL, &game, err) == -1)
		return -1;
	str_addf(output, "game: %lld\nred: %s\ngreen: %s\n", (long long)game->id,
	    game->seat[RED].userid, game->seat[GREEN].userid);
	str_addf(output, "state: %s\n", state_names[game->state]);
	if (game->state == GAME_OFFERED)
		str_addf(output, "challenger: %s\n", game->seat[game->challenger].userid);
	if (game->state == GAME_OVER)
		str_addf(output, "result: %s, %s\nended: %s\n", result_names[game->result],
		    ending_name(game->ending), admin_time(admin, game->ended));
	if (game->state == GAME_PLAYING)
		str_addf(output, "to move: %s, since %s, until %s\n",
		    game->seat[game_turn(game)].userid, admin_time(admin, game->turn_since),
		    admin_time(admin, game_deadline(game)));
	if (game->draw.is_open)
		str_addf(output, "draw offered by: %s\n", game->seat[game->draw.by].userid);
	str_addf(output, "rules: %s\noptions: %s\n", ruleset_name(game->rules),
	    game->is_private ? "private" : "public");
	say_clock(admin, &game->terms);
	str_addf(output, "created: %s\nstarted: %s\n", admin_time(admin, game->created),
	    admin_time(admin, game->started));
	if (strcmp(game->start_fen, FEN_START) != 0)
		str_addf(output, "start: %s\n", game->start_fen);
	str_add(output, "\n");
	say_moves(admin, game);
	str_add(&admin->output, "\n");
	board_text(&admin->output, &game->board, &cli_board_labels, BOARD_CLASSIC, false,
	    game->length > 0 ? &game->moves[game->length - 1] : NULL, NULL);
	return ACTION_DONE;
}

/* What the operator is to do in the game of that number; the words that are left are the reason
 * for it.  0 or -1. */
static int
begin_act(struct admin *admin, const char *number, char **words, struct act *act, struct err *err)
{
	struct reply *reply = arena_alloc(admin->arena, sizeof *reply);
	struct vars *vars = vars_new(admin->arena);

	reply_init(reply, admin->arena);
	vars_text(vars, "why", admin_words(admin, words));
	*act = (struct act){ .store = admin->server.store,
		.arena = admin->arena,
		.reply = reply,
		.now = admin->now,
		.more = vars };
	return admin_game(admin, number, NULL, &act->game, err);
}

/* Sends what everybody is told; state: what the game must be, and is not. */
static int
end_act(struct admin *admin, const struct act *act, enum outcome outcome, const char *state,
    struct err *err)
{
	if (outcome == REFUSED)
		return err_set(err, "game %lld is %s", (long long)act->game->id, state);
	return outcome == FAILED || admin_send(admin, act->reply, err) == -1 ? -1 : ACTION_DONE;
}

/* The game ends so, whatever it was; the winners of its tournament may be others now. */
static int
decide(struct admin *admin, struct act *act, enum result result, const char *state, struct err *err)
{
	struct request rq;
	struct seat *was;
	enum outcome outcome;
	int count;

	admin_request(admin, act->reply, &rq);
	count = tournament_winners_of(&rq, act->game->tournament, &was, err);
	outcome = count == -1          ? FAILED :
	    result == RESULT_CANCELLED ? play_cancel(act, err) :
					 play_adjudicate(act, result, err);
	if (outcome == DONE && tournament_tell_changed(&rq, act->game, was, count, err) == -1)
		outcome = FAILED;
	return end_act(admin, act, outcome, state, err);
}

static int
adjudicate_game(struct admin *admin, char **args, struct err *err)
{
	enum result result = RESULT_NONE;
	struct act act;

	for (int i = RESULT_RED; i <= RESULT_DRAW; i++)
		if (strcmp(result_names[i], args[1]) == 0)
			result = (enum result)i;
	if (result == RESULT_NONE)
		return cli_wrong(args[1], "not a result; there are red, green and draw");
	if (begin_act(admin, args[0], args + 2, &act, err) == -1)
		return -1;
	str_addf(
	    &admin->output, "game %lld ends: %s\n", (long long)act.game->id, result_names[result]);
	return decide(admin, &act, result, "none that was begun here", err);
}

static int
cancel_game(struct admin *admin, char **args, struct err *err)
{
	struct act act;

	if (begin_act(admin, args[0], args + 1, &act, err) == -1)
		return -1;
	str_addf(&admin->output, "game %lld is cancelled\n", (long long)act.game->id);
	return decide(admin, &act, RESULT_CANCELLED, "none that can be cancelled", err);
}

/* Back to the position after that many plies; what is taken back is kept as by `undo`. */
static int
reset_game(struct admin *admin, char **args, struct err *err)
{
	char *end;
	long ply = strtol(args[1], &end, 10);
	struct act act;

	if (args[1][0] < '0' || args[1][0] > '9' || *end != '\0')
		return cli_wrong(args[1], "not a number of plies");
	if (begin_act(admin, args[0], args + 2, &act, err) == -1)
		return -1;
	if (act.game->state == GAME_PLAYING && ply >= act.game->length)
		return err_set(
		    err, "game %lld has only %d plies", (long long)act.game->id, act.game->length);
	str_addf(&admin->output, "game %lld: back from %d plies to %ld\n", (long long)act.game->id,
	    act.game->length, ply);
	return end_act(admin, &act, play_reset(&act, (int)ply, err), "not being played", err);
}

/* "0": none. */
static bool
read_time(const char *text, int64_t *out)
{
	*out = 0;
	return strcmp(text, "0") == 0 || duration_read(text, out);
}

static int
set_clock(struct admin *admin, char **args, struct err *err)
{
	struct act act;
	int64_t nag = 0, move = 0;
	int rc;

	if (begin_act(admin, args[0], args + 3, &act, err) == -1)
		return -1;
	if (act.game->state != GAME_OVER &&
	    (!read_time(args[1], &nag) || !read_time(args[2], &move)))
		return err_set(err, "\"%s %s\": a time is 3d, 36h, 0 (none); at most %d days",
		    args[1], args[2], DAYS_MAX);
	rc = end_act(admin, &act, play_set_clock(&act, nag, move, err), "over", err);
	str_addf(&admin->output, "game %lld\n", (long long)act.game->id);
	say_clock(admin, &act.game->terms);
	return rc;
}

const struct action cli_game[] = { { "list", 0, 1, ACTION_READS, list_games },
	{ "show", 1, 1, ACTION_READS, show_game },
	{ "adjudicate", 2, INT_MAX, ACTION_CHANGES, adjudicate_game },
	{ "cancel", 1, INT_MAX, ACTION_CHANGES, cancel_game },
	{ "reset", 3, INT_MAX, ACTION_CHANGES, reset_game },
	{ "clock", 3, INT_MAX, ACTION_CHANGES, set_clock }, { 0 } };
