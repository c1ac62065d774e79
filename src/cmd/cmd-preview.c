/* SPDX-License-Identifier: ISC */
/*
 * PREVIEW: what if?  Plays moves on a copy and shows the board; stores nothing.
 *
 *	preview N[#n] MOVE…    preview new MOVE…    preview fen FEN MOVE…
 *
 * --rules=… judges by that rule set, and not by the game's, or the server's.
 */
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/reading.h"
#include "play/glossary.h"
#include "rules/notation.h"
#include "rules/status.h"
#include "speak/game_options.h"
#include "speak/sought.h"
#include "speak/tokens.h"

/* *out is new, or becomes one that may be played on. */
static enum outcome
set_position(struct request *rq, struct game **out, struct err *err)
{
	const struct order *order = rq->order;
	int first = order_first_move(order), number;
	struct vars *vars;
	struct str fen;
	const char *why;
	int64_t board;

	if (first == 1 && tokens_read_number(order->words[0], &board, &number))
		return request_position(rq, board,
		    strchr(order->words[0] + 1, '#') != NULL ? number : TOKENS_NOW, out, err);
	if (first == 0) {
		if (request_token_game(rq) == 0)
			return request_which_game(rq, err);
		return request_position(rq, request_token_game(rq), TOKENS_NOW, out, err);
	}
	request_name_sides(rq, *out);
	if (strcmp(order->words[0], "new") == 0)
		return DONE;
	str_init(&fen, rq->arena, FEN_SIZE);
	for (int i = 1; i < first; i++)
		str_addf(&fen, "%s%s", i > 1 ? " " : "", order->raw[i]);
	if (game_set_start(*out, fen.data, &why))
		return DONE;
	vars = reply_refuse(rq->reply, "preview-bad-fen");
	vars_text(vars, "text", fen.data);
	facts_bad_fen(vars, why);
	return REFUSED;
}

static enum outcome
read_rules(struct request *rq, struct game *game)
{
	const struct order *order = rq->order;
	struct vars *vars;

	for (int i = 0; i < order->option_count; i++) {
		const struct order_option *option = &order->options[i];

		if (game_option_find(option->name) == GAME_OPTION_RULES &&
		    ruleset_find(utf8_fold(rq->arena, option->value), &game->rules))
			continue;
		vars = reply_refuse(rq->reply, "preview-option");
		vars_text(vars, "option", option->name);
		vars_text(vars, "value", option->value);
		return REFUSED;
	}
	return DONE;
}

/* Is there anything to say that the board does not show? */
static bool
is_worth_telling(const struct verdict *verdict)
{
	return verdict->reason != REASON_CHECKMATE && verdict->reason != REASON_STALEMATE &&
	    (verdict->kind != VERDICT_NONE || verdict->occurrences > 1 || verdict->used > 0);
}

/* Plays the moves up to one that the referee would refuse or that would end the game, and
 * notes them in `tried`; returns how many words were read, or -1 when one is no move. */
static int
play(struct request *rq, struct game *game, struct vars *tried, struct verdict *verdict)
{
	const struct order *order = rq->order;
	int i = order_first_move(order);
	bool begins = true;

	game_verdict(game, verdict);
	verdict->kind = VERDICT_NONE;
	while (i < order->word_count && verdict->kind != VERDICT_REFUSED &&
	    verdict->kind != VERDICT_DRAW && verdict->kind != VERDICT_LOSS) {
		const char *text = sought_move(rq->arena, order->raw[i]);
		struct ply none = { 0 };
		struct reading reading;
		struct vars *item;

		if (text[0] == '\0') {
			i++;
			continue;
		}
		if (reading_read(rq, text, &game->board, &reading) != READ_MOVE) {
			reading_refuse_tried(rq, text, game, &reading);
			return -1;
		}
		item = vars_add(tried, "tried");
		facts_placed(item, "move", &game->board, reading.move);
		vars_number(item, "number", game_move_number(game, game->length));
		vars_flag(item, "reds", game_turn(game) == RED);
		vars_flag(item, "begins", begins);
		begins = false;
		game_replay(game, reading.move, &none);
		game_verdict(game, verdict);
		i++;
	}
	return i;
}

enum outcome
preview_run(struct request *rq, struct err *err)
{
	static const char *const status_names[] = { [STATUS_PLAY] = "play",
		[STATUS_CHECK] = "check",
		[STATUS_CHECKMATE] = "checkmate",
		[STATUS_STALEMATE] = "stalemate" };
	const struct order *order = rq->order;
	struct game *game = game_new(rq->arena, rq->now);
	enum outcome outcome = set_position(rq, &game, err);
	struct verdict verdict;
	struct vars *vars, *tried = vars_new(rq->arena);
	int read;

	if (outcome != DONE || (outcome = read_rules(rq, game)) != DONE)
		return outcome;
	if ((read = play(rq, game, tried, &verdict)) == -1)
		return REFUSED;
	vars = reply_use(rq->reply, "preview");
	vars_list(vars, "tried");
	vars_flag(vars, "any-tried", read > order_first_move(order));
	vars_copy(vars, tried);
	vars_number(vars, "board", game->id);
	vars_word(vars, "status", status_names[board_status(&game->board)]);
	vars_word(vars, "side", side_name((enum side)game->board.turn));
	vars_flag(vars, "unread", read < order->word_count);
	if (read > order_first_move(order) && is_worth_telling(&verdict)) {
		vars_flag(vars, "judged", true);
		vars_flag(vars, "previewed", true);
		facts_last(vars, game);
		facts_counts(vars, game);
		facts_verdict(vars, game, NULL, &verdict);
	}
	reply_show_board(rq->reply, game, game->length);
	return DONE;
}
