/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work (planned.h).
 *
 * A planned move is never an attempt at a forbidden repetition: what the referee refuses,
 * or what would lose by its verdict, is not played, and counts for nothing.
 */
#include "play/planned.h"

#include "base/arena.h"
#include "base/str.h"
#include "play/facts.h"
#include "play/play.h"
#include "rules/status.h"
#include "store/plans.h"

static int
find(struct act *act, int64_t owner, enum plan_kind kind, int turn, struct stored_plan *out,
    struct err *err)
{
	return plans_get(act->store, act->arena, act->game->id, owner, kind, turn, out, err);
}

/* Finds what waits no longer. */
static int
take(struct act *act, int64_t owner, enum plan_kind kind, int turn, struct stored_plan *out,
    struct err *err)
{
	int found = find(act, owner, kind, turn, out, err);

	return found == 1 && plans_remove(act->store, out, err) == -1 ? -1 : found;
}

int
planned_find_move(struct act *act, int64_t owner, enum plan_kind kind, int turn, struct move *move,
    struct err *err)
{
	struct stored_plan plan;
	int found = find(act, owner, kind, turn, &plan, err);

	return found == 1 ? move_read(plan.moves, move) : found;
}

int
planned_take_move(struct act *act, int64_t owner, enum plan_kind kind, int turn, struct move *move,
    struct err *err)
{
	struct stored_plan plan;
	int found = take(act, owner, kind, turn, &plan, err);

	return found == 1 ? move_read(plan.moves, move) : found;
}

/* Keeps what the one who acts has planned for this turn. */
static int
put(struct act *act, enum plan_kind kind, const char *moves, struct err *err)
{
	const struct stored_plan plan = { .game = act->game->id,
		.player = act->by.player,
		.kind = kind,
		.ply = act->game->length,
		.turn = act->game->turns,
		.moves = moves,
		.made = act->now };

	return plans_put(act->store, &plan, err);
}

int
planned_put_move(struct act *act, enum plan_kind kind, struct move move, struct err *err)
{
	char text[8];

	move_write(move, text);
	return put(act, kind, text, err);
}

/* "You answered" to the owner, "fred answered" to the others. */
static int
tell_played(struct act *act, const struct seat *owner, const struct board *before, struct move move,
    bool queued, const struct verdict *verdict, struct err *err)
{
	struct vars *vars = vars_new(act->arena);

	vars_text(vars, "mover", owner->userid);
	facts_move(vars, before, move);
	facts_verdict(vars, act->game, NULL, verdict);
	vars_flag(vars, "queued", queued);
	vars_copy(act_say(act, owner->player, "plan-played"), vars);
	return act_tell_all(act, owner->player, "plan-played-told", vars, err);
}

/* The letter that tells the owner why his move is not played. */
static struct vars *
say_prevented(struct act *act, int64_t owner, const char *template, bool queued)
{
	struct vars *vars = act_say(act, owner, template);

	vars_flag(vars, "queued", queued);
	return vars;
}

/* Why the move is not played now, said to its owner; false: it can be. */
static bool
is_prevented(struct act *act, int64_t owner, struct move move, bool queued)
{
	struct game *game = act->game;
	struct reading reading = { .kind = READ_ILLEGAL, .move = move };
	struct verdict verdict;
	struct vars *vars;

	if (move_judge(&game->board, move, &reading.why) != MOVE_LEGAL) {
		vars = say_prevented(act, owner, "plan-illegal", queued);
		facts_refusal(vars, &game->board, &reading, false);
		return true;
	}
	if (!game_may_play(game, move, &verdict)) {
		vars = say_prevented(act, owner, "plan-against-rules", queued);
		facts_placed(vars, "move", &game->board, move);
		facts_verdict(vars, game, &move, &verdict);
		return true;
	}
	if (!game->draw.is_open || game->draw.by == game_turn(game))
		return false;
	vars = say_prevented(act, owner, "plan-draw-offered", queued);
	vars_text(vars, "by", game->seat[game->draw.by].userid);
	facts_placed(vars, "move", &game->board, move);
	return true;
}

/* What is queued waits for a reply that is not in the plan. */
static int
drop_queued(struct act *act, int64_t owner, struct err *err)
{
	struct move queued;
	int found = planned_take_move(act, owner, PLAN_QUEUE, act->game->turns - 1, &queued, err);

	if (found == 1)
		facts_placed(
		    act_say(act, owner, "queue-passed-over"), "move", &act->game->board, queued);
	return found;
}

/* The answer that was planned to the last move; the lines that go on wait for the next reply.
 * *had: there was a plan.  1, 0 none, -1. */
static int
find_answer(struct act *act, int64_t owner, struct move *move, bool *had, struct err *err)
{
	const struct game *game = act->game;
	struct plan *plan = arena_bytes(act->arena, sizeof *plan);
	struct stored_plan stored;
	int found, count;

	found = find(act, owner, PLAN_IF, game->turns - 1, &stored, err);
	*had = found == 1;
	if (found != 1)
		return found;
	count = game->length - stored.ply;
	if (count < 1 || !plan_read(stored.moves, plan) ||
	    !plan_answer(plan, game->moves + stored.ply, count, move))
		return 0;
	for (int i = 0; i < plan->count; i++) {
		const struct plan_line *line = &plan->lines[i];

		if (line->length > count + 1 && move_equal(line->moves[count], *move) &&
		    plan_line_played(line, game->moves + stored.ply, count) == count)
			return plans_wait(act->store, &stored, game->turns + 1, err) == -1 ? -1 : 1;
	}
	return 1;
}

int
planned_play(struct act *act, struct err *err)
{
	struct game *game = act->game;
	int count = 0;

	for (; game->state == GAME_PLAYING && !act->plans_wait; count++) {
		/* No clock of his has run. */
		struct ply ply = { .received = act->now, .committed = act->now };
		struct board before = game->board;
		const struct seat *seat = &game->seat[game_turn(game)];
		int64_t owner = seat->player;
		struct verdict verdict;
		struct move move;
		bool had, queued;
		int found = find_answer(act, owner, &move, &had, err);

		if (found == 1 && drop_queued(act, owner, err) == -1)
			return -1;
		if ((queued = found == 0))
			found = planned_take_move(
			    act, owner, PLAN_QUEUE, game->turns - 1, &move, err);
		if (found == 0 && had)
			act_say(act, owner, "if-void");
		if (found == -1)
			return -1;
		if (found == 0 || is_prevented(act, owner, move, queued))
			break;
		game_play(game, move, &ply, &verdict);
		if (tell_played(act, seat, &before, move, queued, &verdict, err) == -1)
			return -1;
	}
	return count;
}

/* "barred": the answer that comes next is one that the rules would not let him play, and is not
 * going to be played. */
static void
bar_answer(struct vars *item, const struct game *game, struct move reply, struct move answer)
{
	struct game *then = game_at(game, game->length);
	const struct ply unplayed = { 0 };
	struct verdict verdict;
	bool may;

	game_replay(then, reply, &unplayed);
	may = game_may_play(then, answer, &verdict);
	vars_flag(item, "barred", !may);
	facts_placed(item, "planned", &then->board, answer);
	vars_word(item, "reason", verdict_reason_name(verdict.reason));
}

/* The lines that begin with what was played since the plan, without that. */
static void
list_lines(struct vars *vars, const struct game *game, const struct plan *plan, int from, int most)
{
	int count = game->length - from, number = 0;

	for (int i = 0; i < plan->count; i++) {
		const struct plan_line *line = &plan->lines[i];
		struct board at = game->board;
		struct vars *item;

		if (line->length < count + 2 ||
		    plan_line_played(line, game->moves + from, count) < count || number++ >= most)
			continue;
		item = vars_add(vars, "plan-lines");
		vars_number(item, "line-number", number);
		bar_answer(item, game, line->moves[count], line->moves[count + 1]);
		for (int k = count; k + 1 < line->length; k += 2) {
			struct vars *pair = vars_add(item, "pairs");

			facts_placed(pair, "reply", &at, line->moves[k]);
			board_play(&at, line->moves[k]);
			facts_placed(pair, "answer", &at, line->moves[k + 1]);
			board_play(&at, line->moves[k + 1]);
			vars_flag(pair, "more", k + 3 < line->length);
		}
	}
	vars_flag(vars, "any-plan", number > 0);
	vars_number(vars, "plan-more", number > most ? number - most : 0);
}

int
planned_vars(struct store *store, struct arena *arena, const struct game *game, int64_t player,
    int most, struct vars *vars, struct err *err)
{
	struct plan *plan = arena_bytes(arena, sizeof *plan);
	struct stored_plan stored;
	struct board board = game->board;
	struct move move;
	int found;

	/* Plans are for the time when the other side is to move. */
	if (game->state != GAME_PLAYING || !game_has(game, player) ||
	    game_turn(game) == game_side_of(game, player))
		return 0;
	found = plans_get(store, arena, game->id, player, PLAN_IF, game->turns, &stored, err);
	if (found == 1 && stored.ply <= game->length && plan_read(stored.moves, plan))
		list_lines(vars, game, plan, stored.ply, most);
	if (found == -1 ||
	    (found = plans_get(
		 store, arena, game->id, player, PLAN_QUEUE, game->turns, &stored, err)) == -1)
		return -1;
	if (found == 1 && move_read(stored.moves, &move)) {
		board_set_turn(&board, game_side_of(game, player));
		facts_placed(vars_add(vars, "queued"), "move", &board, move);
	}
	return 0;
}

int
planned_drop(struct act *act, int turn, struct err *err)
{
	for (enum side side = RED; side <= GREEN; side++) {
		int64_t owner = act->game->seat[side].player;
		struct stored_plan lines, queued;
		int any_lines = find(act, owner, PLAN_IF, turn, &lines, err);
		int any_queued = take(act, owner, PLAN_QUEUE, turn, &queued, err);

		if (any_lines == -1 || any_queued == -1)
			return -1;
		if (any_lines == 1 || any_queued == 1)
			act_say(act, owner, "plan-dropped");
	}
	return 0;
}

int
planned_keep(struct act *act, const struct plan *plan, bool *replaces, struct err *err)
{
	struct stored_plan old;
	struct str text;
	/* What is left of an earlier one is no longer planned. */
	int found = take(act, act->by.player, PLAN_IF, act->game->turns, &old, err);

	*replaces = found == 1;
	if (found == -1)
		return -1;
	str_init(&text, act->arena, 0);
	plan_write(plan, &text);
	return put(act, PLAN_IF, text.data, err);
}

void
planned_show(struct act *act, const struct plan *plan, bool replaces)
{
	struct vars *vars = act_say(act, act->by.player, "if-done");

	vars_flag(vars, "replaces", replaces);
	vars_flag(vars, "shows-plan", true);
	list_lines(vars, act->game, plan, act->game->length, PLAN_LINES_MAX);
}

/* Plans are made while the other side is to move. */
static enum outcome
check_waits(struct act *act, const char *template)
{
	if (act_check_playing(act) != DONE)
		return REFUSED;
	return game_turn(act->game) == act_side(act) ? act_refuse(act, template) : DONE;
}

enum outcome
play_plan(struct act *act, const struct plan *plan, struct err *err)
{
	bool replaces;

	if (check_waits(act, "if-your-turn") != DONE)
		return REFUSED;
	if (planned_keep(act, plan, &replaces, err) == -1)
		return FAILED;
	planned_show(act, plan, replaces);
	return DONE;
}

enum outcome
play_drop_plan(struct act *act, struct err *err)
{
	struct stored_plan plan;
	int found = take(act, act->by.player, PLAN_IF, act->game->turns, &plan, err);

	if (found != 1)
		return found == 0 ? act_refuse(act, "if-nothing") : FAILED;
	act_say(act, act->by.player, "if-off");
	return DONE;
}

bool
play_may_become_legal(enum refusal refusal)
{
	return refusal == MOVE_OWN_PIECE || refusal == MOVE_BLOCKED || refusal == MOVE_SCREENS ||
	    refusal == MOVE_LEAVES_CHECK || refusal == MOVE_KINGS_FACE;
}

enum outcome
play_queue(struct act *act, struct move move, struct err *err)
{
	struct reading reading = { .kind = READ_ILLEGAL, .move = move };
	struct board board = act->game->board;
	struct stored_plan plan;
	enum refusal refusal;
	struct move replaced;
	struct vars *vars;
	int planned, queued;

	if (check_waits(act, "queue-your-turn") != DONE)
		return REFUSED;
	board_set_turn(&board, act_side(act));
	refusal = move_judge(&board, move, &reading.why);
	if (refusal != MOVE_LEGAL && !play_may_become_legal(refusal))
		return act_refuse_illegal(act, &board, &reading);
	planned = find(act, act->by.player, PLAN_IF, act->game->turns, &plan, err);
	queued = planned_take_move(
	    act, act->by.player, PLAN_QUEUE, act->game->turns, &replaced, err);
	if (planned == -1 || queued == -1 || planned_put_move(act, PLAN_QUEUE, move, err) == -1)
		return FAILED;
	vars = act_say(act, act->by.player, "queue-done");
	vars_flag(vars, "replaces", queued == 1);
	facts_placed(vars, "replaced", &board, queued == 1 ? replaced : move);
	vars_flag(vars, "planned", planned == 1);
	vars_flag(vars, "illegal", refusal != MOVE_LEGAL);
	facts_refusal(vars, &board, &reading, false);
	return DONE;
}

enum outcome
play_unqueue(struct act *act, struct err *err)
{
	struct board board = act->game->board;
	struct move move;
	int found = planned_take_move(
	    act, act->by.player, PLAN_QUEUE, act->game->turns, &move, err);

	if (found != 1)
		return found == 0 ? act_refuse(act, "queue-nothing") : FAILED;
	board_set_turn(&board, act_side(act));
	facts_placed(act_say(act, act->by.player, "queue-dropped"), "move", &board, move);
	return DONE;
}
