/* SPDX-License-Identifier: ISC */
/*
 * Moves planned ahead, at work (planned.h).
 *
 * A planned move is never an attempt at a forbidden repetition: what the referee refuses,
 * or what would lose by its verdict, is not played, and counts for nothing.
 */
#include "cmd/planned.h"

#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "rules/status.h"
#include "store/plans.h"

/* Says it to one who plays the game; the letter's sender gets it in his answer. */
static struct vars *
say(struct request *rq, struct reply *reply, int64_t player, const char *template)
{
	struct vars *vars;

	if (player == rq->from->id) {
		vars = reply_use(reply, template);
		reply_show(reply, rq->game);
	} else {
		vars = reply_tell(reply, player, rq->game, template);
	}
	facts_game(vars, rq->game);
	return vars;
}

/* "You answered" to the owner, "fred answered" to the others. */
static int
tell_played(struct request *rq, struct reply *reply, enum side owner, const struct board *before,
    struct move move, const struct verdict *verdict, struct err *err)
{
	const struct seat *seat = rq->game->seat;
	struct seat *observers;
	int count = observers_told(
	    rq->store, rq->arena, rq->game->id, rq->game->state == GAME_OVER, &observers, err);

	for (int i = 0; i < 2 + count && count != -1; i++) {
		int64_t player = i < 2 ? seat[i].player : observers[i - 2].player;
		bool is_owner = i == (int)owner;
		struct vars *vars;

		if (i >= 2 && game_has(rq->game, player))
			continue;
		vars = say(rq, reply, player, is_owner ? "plan-played" : "plan-played-told");
		vars_text(vars, "mover", seat[owner].userid);
		facts_move(vars, before, move);
		facts_verdict(vars, rq->game, NULL, verdict);
	}
	return count == -1 ? -1 : 0;
}

/* Why the move is not played now, said to its owner; false: it can be. */
static bool
is_prevented(struct request *rq, struct reply *reply, int64_t owner, struct move move)
{
	struct game *game = rq->game;
	struct reading reading = { .kind = READ_ILLEGAL, .move = move };
	struct verdict verdict;
	struct vars *vars;

	if (game->draw_offered && game->draw_by != game_turn(game)) {
		vars = say(rq, reply, owner, "plan-draw-offered");
		vars_text(vars, "by", game->seat[game->draw_by].userid);
		facts_placed(vars, "move", &game->board, move);
		return true;
	}
	if (move_judge(&game->board, move, &reading.why) != MOVE_LEGAL) {
		facts_refusal(say(rq, reply, owner, "plan-illegal"), &game->board, &reading);
		return true;
	}
	if (game_may_play(game, move, &verdict))
		return false;
	vars = say(rq, reply, owner, "plan-against-rules");
	vars_flag(vars, "previewed", true);
	facts_placed(vars, "move", &game->board, move);
	facts_verdict(vars, game, &move, &verdict);
	return true;
}

/* The queued move of the side to move.  1, 0 none, -1. */
static int
find_queued(struct request *rq, int64_t owner, struct move *move, struct err *err)
{
	struct stored_plan stored;
	int found = plans_get(rq->store, rq->arena, rq->game->id, owner, PLAN_QUEUE,
	    rq->game->turns - 1, &stored, err);

	if (found != 1)
		return found;
	if (plans_remove(rq->store, &stored, err) == -1)
		return -1;
	return move_read(stored.moves, move);
}

/* The answer that was planned to the last move; the lines that go on wait for the next reply.
 * *had: there was a plan.  1, 0 none, -1. */
static int
find_answer(struct request *rq, int64_t owner, struct move *move, bool *had, struct err *err)
{
	const struct game *game = rq->game;
	struct plan *plan = arena_bytes(rq->arena, sizeof *plan);
	struct stored_plan stored;
	struct move *played;
	int found, count;

	found = plans_get(
	    rq->store, rq->arena, game->id, owner, PLAN_IF, game->turns - 1, &stored, err);
	*had = found == 1;
	if (found != 1)
		return found;
	count = game->length - stored.ply;
	if (count < 1 || !plan_read(stored.moves, plan) ||
	    !plan_answer(plan, game->moves + stored.ply, count, move))
		return 0;
	played = arena_alloc(rq->arena, (size_t)(count + 1) * sizeof *played);
	memcpy(played, game->moves + stored.ply, (size_t)count * sizeof *played);
	played[count] = *move;
	for (int i = 0; i < plan->count; i++)
		if (plan->lines[i].length > count + 1 &&
		    plan_line_played(&plan->lines[i], played, count + 1) == count + 1)
			return plans_wait(rq->store, &stored, game->turns + 1, err) == -1 ? -1 : 1;
	return 1;
}

int
planned_play(struct request *rq, struct reply *reply, struct err *err)
{
	struct game *game = rq->game;

	while (game->state == GAME_PLAYING) {
		/* No clock of his has run. */
		struct ply ply = { .received = rq->now, .committed = rq->now };
		struct board before = game->board;
		enum side side = game_turn(game);
		int64_t owner = game->seat[side].player;
		struct verdict verdict;
		struct move move;
		bool had;
		int found = find_answer(rq, owner, &move, &had, err);

		if (found == 0 && (found = find_queued(rq, owner, &move, err)) == 0 && had)
			say(rq, reply, owner, "if-void");
		if (found != 1)
			return found;
		if (is_prevented(rq, reply, owner, move))
			return 0;
		game_play(game, move, &ply, &verdict);
		if (tell_played(rq, reply, side, &before, move, &verdict, err) == -1)
			return -1;
	}
	return 0;
}

/* The line as it was written, for its writer. */
static const char *
line_text(struct arena *arena, const char *text)
{
	struct str out;

	str_init(&out, arena, 0);
	for (int i = 0; *text != '\0'; i++) {
		size_t length = strcspn(text, "\t");

		str_addf(&out, "%s%.*s",
		    i == 0         ? "if " :
			i % 2 == 1 ? " then " :
				     ", if ",
		    (int)length, text);
		text += length + (text[length] == '\t');
	}
	return out.data;
}

/* Reads a line, its moves with tabs between; returns what is wrong, with *text the move, or
 * NULL. */
static const char *
read_line(const struct request *rq, struct board *board, const char **text, struct plan_line *out,
    struct reading *reading)
{
	const char *line = *text;

	for (out->length = 0; *line != '\0'; line += *line == '\t') {
		size_t length = strcspn(line, "\t");

		*text = arena_strndup(rq->arena, line, length);
		line += length;
		if (out->length == PLAN_MOVES_MAX)
			return "long";
		glossary_read_move(
		    rq->settings->glossary, rq->from->language, *text, board, reading);
		if (reading->kind != READ_MOVE)
			return reading->kind == READ_ILLEGAL ? "illegal" :
			    reading->kind == READ_AMBIGUOUS  ? "ambiguous" :
							       "unreadable";
		out->moves[out->length++] = reading->move;
		board_play(board, reading->move);
	}
	return NULL;
}

enum outcome
planned_read(struct request *rq, struct reply *reply, const struct board *board, const char *text,
    struct plan *out)
{
	struct vars *refused = NULL;
	int number = 0;

	out->count = 0;
	for (; *text != '\0'; text += *text == '\n') {
		const char *line = arena_strndup(rq->arena, text, strcspn(text, "\n"));
		const char *at = line, *fault;
		struct board after = *board;
		struct plan_line *read;
		struct plan_line spare;
		struct reading reading = { .move = { SQUARES, SQUARES } };
		struct vars *item;
		int other = -1;

		number++;
		text += strlen(line);
		read = out->count < PLAN_LINES_MAX ? &out->lines[out->count] : &spare;
		fault = read_line(rq, &after, &at, read, &reading);
		if (fault == NULL && (other = plan_contradicted(out, read)) != -1)
			fault = "contradicts";
		if (fault == NULL && out->count == PLAN_LINES_MAX)
			fault = "many";
		if (fault == NULL) {
			out->count++;
			continue;
		}
		if (refused == NULL) {
			request_refuse(rq, reply, "if-refused");
			refused = reply->sender->last->vars;
			vars_flag(refused, "with-move", rq->order->move != NULL);
		}
		item = vars_add(refused, "lines");
		vars_number(item, "line-number", number);
		vars_text(item, "line", line_text(rq->arena, line));
		vars_text(item, "text", at);
		vars_word(item, "fault", fault);
		vars_number(item, "limit", PLAN_LINES_MAX);
		vars_flag(item, "illegal", str_equal(fault, "illegal"));
		facts_refusal(item, &after, &reading);
	}
	return refused == NULL ? CMD_DONE : CMD_REFUSED;
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

	vars_list(vars, "plan-lines");
	vars_list(vars, "queued");
	vars_number(vars, "plan-more", 0);
	vars_flag(vars, "any-plan", false);
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
planned_drop(struct request *rq, struct reply *reply, int turn, struct err *err)
{
	for (enum side side = RED; side <= GREEN; side++) {
		int64_t owner = rq->game->seat[side].player;
		struct stored_plan lines, queued;
		int any_lines = plans_get(
		    rq->store, rq->arena, rq->game->id, owner, PLAN_IF, turn, &lines, err);
		int any_queued = plans_get(
		    rq->store, rq->arena, rq->game->id, owner, PLAN_QUEUE, turn, &queued, err);

		if (any_lines == -1 || any_queued == -1 ||
		    (any_queued == 1 && plans_remove(rq->store, &queued, err) == -1))
			return -1;
		if (any_lines == 1 || any_queued == 1)
			say(rq, reply, owner, "plan-dropped");
	}
	return 0;
}

int
planned_keep(struct request *rq, struct reply *reply, const struct plan *plan, struct err *err)
{
	const struct game *game = rq->game;
	struct stored_plan fresh = { .game = game->id,
		.player = rq->from->id,
		.kind = PLAN_IF,
		.ply = game->length,
		.turn = game->turns,
		.made = rq->now };
	struct stored_plan old;
	struct vars *vars;
	struct str text;
	int found = plans_get(
	    rq->store, rq->arena, game->id, rq->from->id, PLAN_IF, game->turns, &old, err);

	/* What is left of an earlier one is no longer planned. */
	if (found == -1 || (found == 1 && plans_remove(rq->store, &old, err) == -1))
		return -1;
	str_init(&text, rq->arena, 0);
	plan_write(plan, &text);
	fresh.moves = text.data;
	if (plans_put(rq->store, &fresh, err) == -1)
		return -1;
	vars = say(rq, reply, rq->from->id, "if-done");
	vars_flag(vars, "replaces", found == 1);
	vars_flag(vars, "shows-plan", true);
	list_lines(vars, game, plan, game->length, PLAN_LINES_MAX);
	return 0;
}
