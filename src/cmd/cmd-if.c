/* SPDX-License-Identifier: ISC */
/*
 * IF: answers to the opponent's replies, planned ahead.
 *
 * Lines below a move belong to it (speak/parse.c); here they stand by themselves, while the
 * opponent is to move, and take the place of those that wait.
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "play/glossary.h"
#include "play/play.h"

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
		    rq->settings->glossary, request_spelling(rq->from), *text, board, reading);
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
if_read(struct request *rq, const struct board *board, struct plan *out)
{
	const char *text = rq->order->plan;
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
			refused = reply_refuse_game(rq->reply, rq->game, "if-refused");
			vars_flag(refused, "with-move", rq->order->move != NULL);
		}
		item = vars_add(refused, "lines");
		vars_number(item, "line-number", number);
		vars_text(item, "line", line_text(rq->arena, line));
		vars_text(item, "text", at);
		vars_word(item, "fault", fault);
		vars_number(item, "limit", PLAN_LINES_MAX);
		vars_flag(item, "illegal", str_equal(fault, "illegal"));
		facts_refusal(item, &after, &reading, after.turn != (int)rq->side);
	}
	return refused == NULL ? DONE : REFUSED;
}

enum outcome
if_run(struct request *rq, struct err *err)
{
	struct plan *plan = arena_alloc(rq->arena, sizeof *plan);

	if (rq->order->plan[0] == '\0')
		return play_drop_plan(request_act(rq), err);
	if (game_turn(rq->game) == rq->side)
		return request_refuse_game(rq, "if-your-turn");
	if (if_read(rq, &rq->game->board, plan) != DONE)
		return REFUSED;
	return play_plan(request_act(rq), plan, err);
}
