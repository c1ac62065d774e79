/* SPDX-License-Identifier: ISC */
/*
 * A verdict as variables (facts.h): what was decided and by which rule, what each
 * move of the loop was, what each side did, and what outweighs what.
 *
 * Rounds that repeat an earlier one are named, not listed again.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "play/facts.h"
#include "rules/movegen.h"
#include "rules/referee/summary.h"

#define NAME_OF(name, word) word,
static const char *const exemption_names[] = { EXEMPTS(NAME_OF) };
/* That nothing protects the victim is what everyone expects, and not said. */
static const char *const ground_names[] = {
	[THREAT_FAKE_ROOT] = "fake", [THREAT_GREATER] = "greater"
};
static const char *const manner_names[] = { MANNERS(NAME_OF) };
static const char *const verdict_names[] = { VERDICTS(NAME_OF) };

/* The conduct of a verdict's side, by its level. */
enum { PERMITTED, CUTS, CHASES, CHECKS };

/* "victim" and "victim-square", say. */
#define piece_var(vars, name, piece) set_piece(vars, name, name "-square", piece)

static void
set_piece(struct vars *vars, const char *name, const char *place, struct piece_at piece)
{
	char square[4];

	if (piece.square == NO_SQUARE)
		return;
	square_write(piece.square, square);
	facts_piece(vars, name, piece.piece);
	vars_text(vars, place, square);
}

static void
attackers_var(struct vars *vars, const struct attack *attack)
{
	vars_word(vars, "with", "attackers");
	for (int i = 0; i < attack->attacker_count; i++) {
		struct vars *item = vars_add(vars, "attackers");

		piece_var(item, "attacker", attack->attackers[i]);
		vars_flag(item, "discovered", attack->discovered[i] && !attack->freed[i]);
		vars_flag(item, "freed", attack->freed[i]);
		vars_flag(item, "another", i > 0);
	}
}

/* One thing that a move was; the first is preceded by no semicolon. */
static struct vars *
add_point(struct vars *item, const char *point)
{
	struct vars *out;
	bool first = vars_find(item, "points")->first == NULL;

	out = vars_add(item, "points");
	vars_word(out, "point", point);
	vars_flag(out, "more", !first);
	return out;
}

static void
add_attack(struct vars *item, const struct attack *attack)
{
	struct vars *out = add_point(item,
	    attack->kind == CONDUCT_CHASE   ? "chase" :
		attack->kind != CONDUCT_CUT ? exemption_names[attack->exemption] :
		attack->unequal             ? "unequal" :
					      "cut");

	piece_var(out, "victim", attack->victim);
	piece_var(out, "root", attack->root);
	piece_var(out, "companion", attack->companion);
	vars_flag(out, "offered", attack->companion_is == EXEMPT_EXCHANGE);
	attackers_var(out, attack);
	vars_flag(out, "grounded", attack->reason > THREAT_UNPROTECTED);
	vars_flag(out, "fake", attack->reason == THREAT_FAKE_ROOT);
	if (attack->reason > THREAT_UNPROTECTED)
		vars_word(out, "ground", ground_names[attack->reason]);
}

/* told: what else a check attacks is left out. */
static void
add_points(struct vars *item, const struct conduct *conduct, bool checks_only)
{
	struct vars *point;

	vars_list(item, "points");
	if (conduct->taken_piece != NO_PIECE) {
		point = add_point(item, "takes");
		facts_piece(point, "taken", conduct->taken_piece);
	}
	if (conduct->answers)
		add_point(item, "answers");
	else if (conduct->flees && conduct->kind == CONDUCT_PERMITTED)
		add_point(item, "flees");
	if (conduct->kind == CONDUCT_CHECK)
		attackers_var(add_point(item, "check"), &conduct->check);
	if (conduct->kill)
		add_point(item, "kill");
	if (conduct->blocked.square != NO_SQUARE)
		piece_var(add_point(item, "block"), "victim", conduct->blocked);
	for (int i = 0; i < conduct->attack_count; i++) {
		if (conduct->kind != CONDUCT_CHECK)
			add_attack(item, &conduct->attacks[i]);
		else if (!checks_only)
			piece_var(add_point(item, conduct->threatened ? "also" : "beside"),
			    "victim", conduct->attacks[i].victim);
	}
	if (conduct->winning.square != NO_SQUARE)
		piece_var(add_point(item, "winning"), "victim", conduct->winning);
	if (vars_find(item, "points")->first == NULL)
		add_point(item, "idle");
}

static void
add_conduct(
    struct vars *item, const struct game *game, const struct conduct *conduct, bool checks_only)
{
	int ply = conduct->ply - 1;
	struct board before;

	game_board_at(game, ply, &before);
	facts_placed(item, "move", &before, conduct->move);
	vars_number(item, "number", game_move_number(game, ply));
	vars_text(item, "by", game->seat[game->start.turn ^ (ply & 1)].userid);
	vars_flag(item, "permitted", conduct->kind == CONDUCT_PERMITTED);
	add_points(item, conduct, checks_only);
}

/* Where the book has an article: "source" (word) and "source-number". */
static void
source_var(struct vars *vars, const char *article)
{
	static const struct {
		const char *prefix, *source;
	} sources[] = { { "000:2.", "principle" }, { "000:3.", "general" },
		{ "000:add", "illustration" }, { "000:", "article" } };

	for (size_t i = 0; article != NULL && i < sizeof sources / sizeof sources[0]; i++) {
		size_t length = strlen(sources[i].prefix);
		const char *number;

		if (strncmp(article, sources[i].prefix, length) != 0)
			continue;
		number = article + length;
		vars_word(vars, "source", sources[i].source);
		/* "000:add" is the first, "000:add-2" the second. */
		vars_number(vars, "source-number",
		    *number == '\0' ? 1 : strtol(number + (*number == '-'), NULL, 10));
		return;
	}
}

static void
add_side(struct vars *vars, const struct game *game, enum side side, const struct summary *summary)
{
	struct vars *item = vars_add(vars, "sides");

	vars_text(item, "who", game->seat[side].userid);
	vars_text(item, "other", game->seat[side_other(side)].userid);
	vars_word(item, "did", manner_names[summary->manner]);
	vars_flag(item, "permitted", summary->manner < MANNER_CHECK);
	if (game->rules != RULES_CXQ)
		source_var(item, summary->article);
	vars_number(item, "moves", summary->moves);
	vars_number(item, "checks", summary->checks);
	vars_number(item, "chases", summary->chases + summary->cuts);
	vars_number(item, "direct", summary->direct);
	vars_number(item, "cut", summary->cut);
	vars_flag(item, "always", summary->exempted == summary->moves);
	vars_number(item, "exempted", summary->exempted);
	vars_number(item, "in-all", summary->victims_in_all);
	vars_word(item, "which", "victims");
	for (int i = 0; i < summary->victim_count; i++) {
		struct vars *victim = vars_add(item, "victims");

		piece_var(victim, "victim", summary->victims[i]);
		vars_flag(victim, "another", i > 0);
	}
	if (summary->victim_count > 0)
		piece_var(item, "victim", summary->victims[0]);
}

static void
add_sides(struct vars *vars, const struct game *game, const struct conduct *told, int count,
    struct summary sides[2])
{
	for (int side = RED; side <= GREEN; side++) {
		summary_of(told, count, (enum side)side, &sides[side]);
		add_side(vars, game, (enum side)side, &sides[side]);
	}
}

/* Where the round that begins at `at` ends. */
static const struct conduct *
round_end(const struct conduct *at, const struct conduct *end)
{
	int round = at->round;

	while (at < end && at->round == round)
		at++;
	return at;
}

/* The round that was this one already, move by move; 0 none. */
static int
earlier_round(const struct conduct *told, const struct conduct *begin, const struct conduct *end)
{
	const struct conduct *next;

	for (const struct conduct *at = told; at < begin; at = next) {
		ptrdiff_t i = 0, length = end - begin;

		next = round_end(at, begin);
		while (i < length && move_equal(at[i].move, begin[i].move))
			i++;
		if (i == length && next - at == length)
			return at->round;
	}
	return 0;
}

/* Returns whether there are different rounds. */
static bool
add_rounds(struct vars *vars, const struct game *game, const struct conduct *told, int count,
    bool checks_only)
{
	const struct conduct *end = told + count, *next;
	bool differ = false;

	for (const struct conduct *at = told; at < end; at = next) {
		int earlier = earlier_round(told, at, next = round_end(at, end));
		struct vars *item = vars_add(vars, "rounds");

		differ |= at > told && earlier == 0;
		vars_number(item, "round", at->round);
		vars_flag(item, "many", end[-1].round > 1);
		vars_number(item, "from", game_move_number(game, at->ply - 1));
		vars_number(item, "to", game_move_number(game, next[-1].ply - 1));
		vars_flag(item, "one-move", next == at + 1);
		vars_flag(item, "same", earlier > 0);
		vars_number(item, "earlier", earlier);
		vars_list(item, "sides");
		for (; at < next && earlier == 0; at++)
			add_conduct(vars_add(item, "loop"), game, at, checks_only);
	}
	return differ;
}

/* They are no rounds. */
static void
join_rounds(struct conduct *told, int count)
{
	for (int i = 0; i < count; i++)
		told[i].round = 1;
}

/* What each side did in each of the rounds, which are different ones. */
static void
add_sides_of_rounds(
    struct vars *vars, const struct game *game, const struct conduct *told, int count)
{
	struct vars *item = vars_find(vars, "rounds")->first;
	const struct conduct *next;

	for (const struct conduct *at = told; item != NULL; at = next, item = item->next) {
		struct summary sides[2];

		next = round_end(at, told + count);
		add_sides(item, game, at, (int)(next - at), sides);
	}
}

static const char *
weighing_of(const struct verdict *verdict, const struct summary sides[2])
{
	int red = verdict->level[RED], green = verdict->level[GREEN];
	int graver = red > green ? red : green, lighter = red > green ? green : red;

	if (graver == PERMITTED)
		return sides[RED].manner == MANNER_CUT || sides[GREEN].manner == MANNER_CUT ?
		    "rounds" :
		    "none";
	if (graver == lighter)
		return "equal";
	if (lighter == PERMITTED)
		return "one-sided";
	return graver == CHECKS ? "check-chase" : "chase-cut";
}

static void
add_loop(struct vars *vars, const struct game *game, const struct history *history,
    const struct verdict *verdict)
{
	int most = verdict->loop_last - verdict->loop_first + 1;
	struct conduct *told = arena_alloc(game->arena, (size_t)most * sizeof *told);
	int count = referee_explain(history, verdict, told, most);
	bool limit = verdict->reason == REASON_CHECK_LIMIT; /* a run, not a loop */
	bool checks_only = limit || verdict->reason == REASON_PERPETUAL_CHECK;
	struct summary sides[2];
	const char *weighing;
	bool differ;

	if (limit)
		join_rounds(told, count);
	differ = add_rounds(vars, game, told, count, checks_only);
	if (limit)
		return;
	add_sides(vars, game, told, count, sides);
	weighing = weighing_of(verdict, sides);
	/* By cuts alone nobody loses who loses no round. */
	if (differ && (verdict->reason == REASON_PERPETUAL_CUT || strcmp(weighing, "rounds") == 0))
		add_sides_of_rounds(vars, game, told, count);
	if (game->rules != RULES_CXQ || verdict->reason == REASON_MUTUAL ||
	    verdict->level[RED] * verdict->level[GREEN] == CHASES * CHECKS)
		vars_word(vars, "weighing", weighing);
}

/* For the reason "no-capture". */
static void
set_limit(struct vars *vars, const struct game *game)
{
	vars_flag(vars, "cxq", game->rules == RULES_CXQ);
	vars_number(vars, "limit", game->rules == RULES_CXQ ? 30 : 60);
}

/* What a limit of moves has counted. */
static void
add_figures(struct vars *vars, const struct game *game, const struct verdict *verdict)
{
	bool figures = verdict->reason == REASON_NO_CAPTURE ||
	    verdict->reason == REASON_EFFECTIVE_MOVES || verdict->reason == REASON_LENGTH;
	int since = verdict->counted_since;

	vars_flag(vars, "figures", figures);
	vars_word(
	    vars, "left-out", verdict->reason == REASON_EFFECTIVE_MOVES ? "forcing" : "checks");
	set_limit(vars, game);
	vars_number(vars, "counted-red", verdict->counted[RED]);
	vars_number(vars, "counted-green", verdict->counted[GREEN]);
	vars_number(vars, "uncounted-red", verdict->uncounted[RED]);
	vars_number(vars, "uncounted-green", verdict->uncounted[GREEN]);
	vars_flag(vars, "uncounted", verdict->uncounted[RED] + verdict->uncounted[GREEN] > 0);
	vars_flag(vars, "since", since > 0);
	if (since > 0)
		vars_number(vars, "since-number", game_move_number(game, since - 1));
}

void
facts_prospect(
    struct vars *vars, const struct game *game, enum prospect prospect, enum verdict_reason reason)
{
	vars_word(vars, "prospect", prospect_name(prospect));
	vars_word(vars, "reason", verdict_reason_name(reason));
	set_limit(vars, game);
}

/* Those that bring the same by the same rule are told together. */
static void
add_barred(struct vars *vars, const struct game *game, const struct prospects *prospects)
{
	for (int i = 0; i < prospects->barred_count; i++) {
		const struct barred *first = &prospects->barred[i];
		struct vars *item = NULL;

		for (int k = 0; k < prospects->barred_count; k++) {
			const struct barred *at = &prospects->barred[k];
			struct vars *move;

			if (at->prospect != first->prospect || at->reason != first->reason)
				continue;
			if (k < i)
				break;
			if (item == NULL) {
				item = vars_add(vars, "barred");
				facts_prospect(item, game, at->prospect, at->reason);
			}
			move = vars_add(item, "barred-moves");
			facts_placed(move, "move", &game->board, at->move);
			vars_flag(move, "another", k > i);
		}
	}
}

static const char *
besides_of(const struct prospects *prospects)
{
	int free = prospects->legal - prospects->barred_count;
	bool refused = true;

	if (prospects->legal == 1)
		return "no-other";
	if (prospects->barred_count == 0)
		return "any";
	if (free == 0)
		return "barred";
	/* Those that lose or draw are played when they are sent. */
	for (int i = 0; i < prospects->barred_count; i++)
		refused &= prospects->barred[i].prospect == PROSPECT_REFUSED;
	if (refused)
		return free == 1 ? "one-free" : "free";
	return free == 1 ? "one-unwarned" : "unwarned";
}

void
facts_prospects(struct vars *vars, const struct game *game)
{
	static const char *const names[] = { "enter", "back", "lose" };
	struct prospects prospects;
	struct board board = game->board;
	struct vars *item;

	prospects_find(game, &prospects);
	vars_flag(vars, "only-move", prospects.legal == 1);
	vars_word(vars, "besides", besides_of(&prospects));
	vars_list(vars, "barred");
	add_barred(vars, game, &prospects);
	vars_list(vars, "last-choice");
	if (!prospects.is_last_choice)
		return;
	item = vars_add(vars, "last-choice");
	facts_prospect(item, game, PROSPECT_LOSES, prospects.loop_reason);
	for (int i = 0; i < 3; i++) {
		facts_placed(item, names[i], &board, prospects.loop[i]);
		board_play(&board, prospects.loop[i]);
	}
}

void
facts_last(struct vars *vars, const struct game *game)
{
	char text[8];

	move_write(game->moves[game->length - 1], text);
	vars_text(vars, "move", text);
	vars_number(vars, "number", game_move_number(game, game->length - 1));
}

void
facts_moves(struct vars *vars, const struct game *game, int first)
{
	struct verdict verdict = {
		.victim = { NO_SQUARE, NO_SQUARE }, .loop_first = first, .loop_last = game->length
	};
	int most = game->length - first + 1, count;
	struct conduct *told = arena_alloc(game->arena, (size_t)most * sizeof *told);
	struct history history;

	game_history(game, &history);
	count = referee_explain(&history, &verdict, told, most);
	join_rounds(told, count);
	add_rounds(vars, game, told, count, false);
}

/* Moves that leave the loop, on the board where they can be played: instead of a refused
 * move, or at once.  "leaver": who can play them now; "" nobody. */
static void
add_leaving(struct vars *vars, const struct game *game, const struct history *history,
    const struct verdict *verdict)
{
	int plies = history->length - (verdict->kind == VERDICT_REFUSED);
	struct board board = history->start;

	vars_text(vars, "leaver", "");
	if (verdict->alternative_count == 0)
		return;
	board_play_all(&board, history->moves, plies, NULL);
	if (piece_side(board.at[verdict->alternatives[0].from]) != board.turn)
		return;
	vars_text(vars, "leaver", game->seat[board.turn].userid);
	for (int i = 0; i < verdict->alternative_count; i++)
		facts_placed(vars_add(vars, "leaving"), "leave", &board, verdict->alternatives[i]);
}

/* Was the game lost by a move of a loop that was the only legal one? */
static bool
was_only_move(const struct history *history, const struct verdict *verdict)
{
	struct move moves[MOVES_MAX];
	struct board board = history->start;

	if (history->length == 0 || verdict->kind != VERDICT_LOSS ||
	    verdict->reason == REASON_CHECKMATE || verdict->reason == REASON_STALEMATE)
		return false;
	board_play_all(&board, history->moves, history->length - 1, NULL);
	return moves_legal(&board, moves) == 1;
}

void
facts_verdict(struct vars *vars, const struct game *game, const struct move *refused,
    const struct verdict *verdict)
{
	struct history history;
	struct ply unplayed = { 0 };
	struct game *with;
	int mover;

	game_history(game, &history);
	if (refused != NULL) {
		with = game_at(game, game->length);
		game_replay(with, *refused, &unplayed);
		game_history(with, &history);
	}
	mover = game->start.turn ^ (history.length % 2 == 0);
	vars_word(vars, "verdict", verdict_names[verdict->kind]);
	vars_word(vars, "reason", verdict_reason_name(verdict->reason));
	vars_text(vars, "article", referee_article(&history, verdict));
	vars_word(vars, "sentence", verdict_reason_name(verdict->reason));
	vars_text(vars, "rules", ruleset_name(game->rules));
	vars_word(vars, "consequence",
	    game->rules == RULES_SERVER && game->refused[verdict->loser] >= ATTEMPTS_REFUSED ?
		"server-warned" :
		ruleset_name(game->rules));
	vars_text(vars, "red", game->seat[RED].userid);
	vars_text(vars, "green", game->seat[GREEN].userid);
	vars_number(vars, "occurrences", verdict->occurrences);
	vars_number(vars, "nth", verdict->occurrences);
	vars_flag(vars, "warned", verdict->kind == VERDICT_WARN);
	vars_flag(vars, "lost", verdict->kind == VERDICT_LOSS);
	vars_flag(vars, "refused", verdict->kind == VERDICT_REFUSED);
	vars_flag(vars, "repeated", verdict->occurrences > 1);
	/* By a move that was played: not by a third attempt. */
	vars_flag(vars, "decided",
	    verdict->kind == VERDICT_DRAW ||
		(verdict->kind == VERDICT_LOSS && verdict->attempts <= ATTEMPTS_REFUSED));
	/* Others of its kind are refused twice first. */
	vars_flag(
	    vars, "was-forced", game->rules == RULES_SERVER && was_only_move(&history, verdict));
	vars_flag(vars, "any-leaving", verdict->alternative_count > 0);
	vars_flag(vars, "any-loop", verdict->loop_first > 0);
	vars_number(vars, "used", verdict->used);
	vars_number(vars, "allowed", verdict->allowed);
	/* Under `cxq`, of the side that has moved. */
	vars_flag(
	    vars, "near-limit", game->rules == RULES_CXQ && verdict->reason != REASON_REPETITION);
	vars_flag(vars, "beyond-limit",
	    game->rules == RULES_CXQ && verdict->kind == VERDICT_LOSS && verdict->allowed > 0 &&
		verdict->used > verdict->allowed);
	vars_flag(vars, "varies-checks", (int)verdict->loser == mover);
	vars_flag(vars, "one-more", verdict->used < verdict->allowed);
	vars_text(vars, "runner", game->seat[mover].userid);
	vars_word(vars, "row", verdict->level[mover] == CHASES ? "chases" : "checks");
	vars_number(vars, "attempts", verdict->attempts);
	vars_flag(vars, "varies-known", verdict->loser_known);
	vars_text(vars, "varies", game->seat[verdict->loser].userid);
	add_leaving(vars, game, &history, verdict);
	add_figures(vars, game, verdict);
	if (verdict->loop_first > 0)
		add_loop(vars, game, &history, verdict);
}
