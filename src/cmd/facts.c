/* SPDX-License-Identifier: ISC */
/*
 * Facts as variables (facts.h): enough of a verdict for a player to follow it on
 * the board move by move (riverpost-commands(7)).
 */
#include "cmd/facts.h"

#include "base/arena.h"
#include "base/clock.h"
#include "rules/movegen.h"
#include "rules/notation.h"

#define CONDUCTS_MAX 128
#define CHASES       2 /* the level of one who chases */

static const char *const conduct_names[] = { [CONDUCT_PERMITTED] = "permitted",
	[CONDUCT_CHECK] = "check",
	[CONDUCT_CHASE] = "chase",
	[CONDUCT_CUT] = "cut" };
static const char *const excuse_names[] = { [EXEMPT_NONE] = "none",
	[EXEMPT_PROTECTED] = "protected",
	[EXEMPT_EXCHANGE] = "exchange",
	[EXEMPT_ATTACKER] = "attacker",
	[EXEMPT_UNCROSSED] = "uncrossed" };
/* That nothing protects the victim is what everyone expects, and not said. */
static const char *const ground_names[] = {
	[THREAT_FAKE_ROOT] = "fake", [THREAT_GREATER] = "greater"
};
static const char *const level_names[] = { "permitted", "cut", "chase", "check" };
static const char *const verdict_names[] = { [VERDICT_NONE] = "none",
	[VERDICT_WARN] = "warn",
	[VERDICT_REFUSED] = "refused",
	[VERDICT_DRAW] = "draw",
	[VERDICT_LOSS] = "loss" };

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
	vars_flag(vars, "cancelled", game->result == RESULT_CANCELLED);
	vars_flag(vars, "drawn", game->result == RESULT_DRAW);
	vars_flag(vars, "won", game->result == RESULT_RED || game->result == RESULT_GREEN);
	vars_text(vars, "winner", game->seat[game->result == RESULT_GREEN].userid);
	vars_text(vars, "loser", game->seat[game->result != RESULT_GREEN].userid);
	if (game->state == GAME_OVER)
		vars_word(vars, "ending", ending_name(game->ending));
}

void
facts_span(struct vars *vars, const char *name, int64_t seconds)
{
	int64_t minutes = (seconds + MINUTE / 2) / MINUTE, hours = (seconds + HOUR / 2) / HOUR;
	struct vars *item;
	int64_t days = hours / 24;

	vars_list(vars, name);
	if (seconds <= 0)
		return;
	item = vars_add(vars, name);
	if (minutes < 60) {
		vars_word(item, "span", "minutes");
		vars_number(item, "minutes", minutes);
	} else if (days == 0 || hours % 24 == 0 || days > 9) {
		vars_word(item, "span", days == 0 ? "hours" : "days");
		vars_number(item, "hours", hours);
		vars_number(item, "days", days);
	} else {
		vars_word(item, "span", "days-hours");
		vars_number(item, "hours", hours % 24);
		vars_number(item, "days", days);
	}
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
	vars_flag(vars, "by-claim", terms->by_claim);
}

void
facts_line(struct vars *vars, const struct game_line *line)
{
	vars_number(vars, "board", line->id);
	vars_text(vars, "red", line->seat[RED].userid);
	vars_text(vars, "green", line->seat[GREEN].userid);
	vars_number(vars, "moves", (line->length + 1) / 2);
	vars_flag(vars, "drawn", line->result == RESULT_DRAW);
	vars_flag(vars, "cancelled", line->result == RESULT_CANCELLED);
	vars_text(vars, "winner", line->seat[line->result == RESULT_GREEN].userid);
	if (line->state == GAME_OVER)
		vars_word(vars, "ending", ending_name(line->ending));
}

void
facts_move(struct vars *vars, const struct board *before, struct move move)
{
	struct board after = *before;
	char text[32];
	uint8_t taken = board_play(&after, move);

	move_write(move, text);
	vars_text(vars, "move", text);
	notation_write(NOTATION_WXF, before, move, text, sizeof text);
	vars_text(vars, "wxf", text);
	vars_word(vars, "piece", piece_name(piece_type(before->at[move.from])));
	vars_flag(vars, "takes", taken != NO_PIECE);
	vars_word(vars, "taken", taken != NO_PIECE ? piece_name(piece_type(taken)) : "none");
	vars_flag(vars, "check", side_in_check(&after, (enum side)after.turn));
}

static void
square_var(struct vars *vars, const char *name, uint8_t square)
{
	char text[4] = "";

	if (square != NO_SQUARE)
		square_write(square, text);
	vars_text(vars, name, text);
}

void
facts_refusal(struct vars *vars, const struct board *board, const struct reading *reading)
{
	uint8_t from = reading->move.from;
	char move[8];

	move_write(reading->move, move);
	vars_text(vars, "move", move);
	vars_word(vars, "refusal", refusal_name(reading->why.refusal));
	square_var(vars, "square", reading->why.square);
	vars_number(vars, "count", reading->why.count);
	vars_flag(vars, "was-in-check", reading->why.was_in_check);
	vars_word(vars, "piece", from < SQUARES ? piece_name(piece_type(board->at[from])) : "none");
}

static void
add_conduct(struct vars *item, const struct game *game, const struct conduct *conduct)
{
	char text[8];
	int ply = conduct->ply - 1;

	move_write(conduct->move, text);
	vars_text(item, "move", text);
	vars_number(item, "number", game_move_number(game, ply));
	vars_word(item, "conduct", conduct_names[conduct->kind]);
	vars_word(item, "excuse", excuse_names[conduct->exemption]);
	vars_flag(item, "excused", conduct->exemption != EXEMPT_NONE);
	vars_flag(item, "kills", conduct->kill);
	vars_flag(item, "grounded", conduct->reason > THREAT_UNPROTECTED);
	if (conduct->reason > THREAT_UNPROTECTED)
		vars_word(item, "ground", ground_names[conduct->reason]);
	vars_text(item, "by", game->seat[game->start.turn ^ (ply & 1)].userid);
	square_var(item, "victim-square", conduct->victim);
	vars_list(item, "attackers");
	if (conduct->victim == NO_SQUARE)
		return;
	vars_word(item, "victim", piece_name(piece_type(conduct->victim_piece)));
	for (int i = 0; i < conduct->attacker_count; i++) {
		struct vars *attacker = vars_add(item, "attackers");

		vars_word(
		    attacker, "attacker", piece_name(piece_type(conduct->attacker_pieces[i])));
		square_var(attacker, "attacker-square", conduct->attackers[i]);
		vars_flag(attacker, "another", i > 0);
	}
}

/* What each player is found to have done over the whole loop. */
static void
add_levels(struct vars *vars, const struct game *game, const struct history *history,
    const struct verdict *verdict)
{
	struct board end = history->start;

	vars_list(vars, "sides");
	if (verdict->occurrences < 2 || game->rules == RULES_CXQ)
		return;
	for (int i = 0; i < history->length; i++)
		board_play(&end, history->moves[i]);
	for (int side = RED; side <= GREEN; side++) {
		struct vars *item = vars_add(vars, "sides");
		uint8_t victim = verdict->victim[side];

		vars_text(item, "who", game->seat[side].userid);
		vars_word(item, "did", level_names[verdict->level[side]]);
		square_var(item, "victim-square", victim);
		if (victim != NO_SQUARE)
			vars_word(item, "victim", piece_name(piece_type(end.at[victim])));
	}
}

void
facts_verdict(struct vars *vars, const struct game *game, const struct move *refused,
    const struct verdict *verdict)
{
	struct conduct conducts[CONDUCTS_MAX];
	struct history history;
	struct move *moves;
	char text[8];
	int mover, count = 0;

	game_history(game, &history);
	if (refused != NULL) {
		moves = arena_alloc(game->arena, (size_t)(history.length + 1) * sizeof *moves);
		for (int i = 0; i < history.length; i++)
			moves[i] = history.moves[i];
		moves[history.length++] = *refused;
		history.moves = moves;
	}
	mover = game->start.turn ^ (history.length % 2 == 0);
	vars_word(vars, "verdict", verdict_names[verdict->kind]);
	vars_word(vars, "reason", verdict_reason_name(verdict->reason));
	vars_text(vars, "article", referee_article(&history, verdict));
	vars_text(vars, "rules", ruleset_name(game->rules));
	vars_number(vars, "occurrences", verdict->occurrences);
	vars_flag(vars, "warned", verdict->kind == VERDICT_WARN);
	vars_flag(vars, "refused", verdict->kind == VERDICT_REFUSED);
	vars_flag(vars, "repeated", verdict->occurrences > 1);
	vars_flag(vars, "any-leaving", verdict->alternative_count > 0);
	vars_flag(vars, "any-loop", verdict->loop_first > 0);
	vars_number(vars, "used", verdict->used);
	vars_number(vars, "allowed", verdict->allowed);
	vars_text(vars, "checker", game->seat[mover].userid);
	vars_word(vars, "counted",
	    game->rules != RULES_CXQ            ? "check-limit" :
		verdict->level[mover] == CHASES ? "chases" :
						  "checks");
	vars_flag(vars, "counting", verdict->allowed > 0 && verdict->used > 0);
	vars_flag(vars, "forced",
	    verdict->used > verdict->allowed &&
		(verdict->kind == VERDICT_NONE || verdict->kind == VERDICT_WARN));
	vars_number(vars, "attempts", verdict->attempts);
	vars_flag(vars, "varies-known", verdict->loser_known);
	vars_text(vars, "varies", game->seat[verdict->loser].userid);
	vars_list(vars, "leaving");
	for (int i = 0; i < verdict->alternative_count; i++) {
		move_write(verdict->alternatives[i], text);
		vars_text(vars_add(vars, "leaving"), "leave", text);
	}
	vars_list(vars, "loop");
	if (verdict->loop_first > 0)
		count = referee_explain(&history, verdict, conducts, CONDUCTS_MAX);
	for (int i = 0; i < count; i++)
		add_conduct(vars_add(vars, "loop"), game, &conducts[i]);
	add_levels(vars, game, &history, verdict);
}
