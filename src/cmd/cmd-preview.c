/* SPDX-License-Identifier: ISC */
/*
 * PREVIEW: what if?  Plays moves on a copy and shows the board; stores nothing.
 *
 *	preview N[#n] MOVE…    preview new MOVE…    preview fen FEN MOVE…
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "cmd/glossary.h"
#include "cmd/tokens.h"
#include "rules/notation.h"
#include "rules/status.h"

#define NOW -1 /* the board as it stands */

/* Where the position ends and the moves begin; 0: no position is named. */
static int
first_move(const struct order *order)
{
	int at;

	if (order->word_count == 0)
		return 0;
	if (strcmp(order->words[0], "new") == 0 || tokens_is_number(order->words[0]))
		return 1;
	if (strcmp(order->words[0], "fen") != 0 || order->word_count == 1)
		return 0;
	/* After a FEN's placement: whose turn, then "-" or numbers. */
	for (at = 2; at < order->word_count && at < 7; at++) {
		const char *word = order->words[at];

		if (at == 2 ? strlen(word) != 1 || strchr("wrbg", word[0]) == NULL :
			      strcmp(word, "-") != 0 && strspn(word, "0123456789") != strlen(word))
			break;
	}
	return at;
}

static bool
preview_accepts(const struct order *order)
{
	for (int i = first_move(order); i < order->word_count; i++)
		if (!notation_is_move_like(order->raw[i]))
			return false;
	return order->word_count > 0;
}

/* Each word was read as what it is. */
static bool
preview_expects(const struct order *order, int i)
{
	(void)order;
	(void)i;
	return true;
}

/* Copies a game up to a printed move number; 0 the start, NOW all of it. */
static enum outcome
copy_game(struct request *rq, struct reply *reply, int64_t id, int number, struct game *out,
    struct err *err)
{
	struct game *game;
	enum outcome outcome = request_visible_game(rq, reply, id, &game, err);
	const char *why;
	int plies;

	if (outcome != CMD_DONE || (outcome = request_is_played(reply, game, number)) != CMD_DONE)
		return outcome;
	game_set_start(out, game->start_fen, &why);
	memcpy(out->seat, game->seat, sizeof out->seat);
	memcpy(out->refused, game->refused, sizeof out->refused);
	out->id = game->id;
	out->rules = game->rules;
	plies = number == NOW ? game->length : number == 0 ? 0 : game_plies_at(game, number);
	for (int i = 0; i < plies; i++)
		game_replay(out, game->moves[i], &game->plies[i]);
	return CMD_DONE;
}

static enum outcome
set_position(struct request *rq, struct reply *reply, struct game *out, struct err *err)
{
	const struct order *order = rq->order;
	int first = first_move(order), number;
	struct vars *vars;
	struct str fen;
	const char *why;
	int64_t board;

	if (tokens_read_number(order->words[0], &board, &number))
		return copy_game(rq, reply, board,
		    strchr(order->words[0] + 1, '#') != NULL ? number : NOW, out, err);
	if (first == 0) {
		if (request_token_game(rq) == 0)
			return request_which_game(rq, reply, err);
		return copy_game(rq, reply, request_token_game(rq), NOW, out, err);
	}
	for (int side = RED; side <= GREEN; side++)
		str_copy(out->seat[side].userid, USERID_SIZE, side_name((enum side)side));
	if (strcmp(order->words[0], "new") == 0)
		return CMD_DONE;
	str_init(&fen, rq->arena, FEN_SIZE);
	for (int i = 1; i < first; i++)
		str_addf(&fen, "%s%s", i > 1 ? " " : "", order->raw[i]);
	if (game_set_start(out, fen.data, &why))
		return CMD_DONE;
	vars = reply_refuse(reply, "preview-bad-fen");
	vars_text(vars, "text", fen.data);
	vars_text(vars, "why", why);
	return CMD_REFUSED;
}

/* Is there anything to say that the board does not show? */
static bool
is_worth_telling(const struct verdict *verdict)
{
	return verdict->reason != REASON_CHECKMATE && verdict->reason != REASON_STALEMATE &&
	    (verdict->kind != VERDICT_NONE || verdict->occurrences > 1 || verdict->used > 0);
}

/* Plays the moves up to one that the referee would refuse or that would end the game;
 * returns how many words were read, or -1 when one is no move. */
static int
play(struct request *rq, struct reply *reply, struct game *game, struct verdict *verdict)
{
	const struct order *order = rq->order;
	int i = first_move(order);

	game_verdict(game, verdict);
	verdict->kind = VERDICT_NONE;
	while (i < order->word_count && verdict->kind != VERDICT_REFUSED &&
	    verdict->kind != VERDICT_DRAW && verdict->kind != VERDICT_LOSS) {
		struct ply none = { 0 };
		struct reading reading;
		struct vars *vars;

		if (glossary_read_move(rq->settings->glossary,
			rq->from != NULL ? rq->from->language : "", order->raw[i], &game->board,
			&reading) != READ_MOVE) {
			vars = reply_refuse(reply, "preview-bad-move");
			vars_text(vars, "text", order->raw[i]);
			if (reading.kind == READ_ILLEGAL)
				facts_refusal(vars, &game->board, &reading);
			reply_show_board(reply, game, game->length);
			return -1;
		}
		game_replay(game, reading.move, &none);
		game_verdict(game, verdict);
		i++;
	}
	return i;
}

static enum outcome
preview_run(struct request *rq, struct reply *reply, struct err *err)
{
	static const char *const status_names[] = { [STATUS_PLAY] = "play",
		[STATUS_CHECK] = "check",
		[STATUS_CHECKMATE] = "checkmate",
		[STATUS_STALEMATE] = "stalemate" };
	const struct order *order = rq->order;
	struct game *game = game_new(rq->arena, rq->now);
	enum outcome outcome = set_position(rq, reply, game, err);
	struct verdict verdict;
	struct vars *vars;
	int read;

	if (outcome != CMD_DONE)
		return outcome;
	if ((read = play(rq, reply, game, &verdict)) == -1)
		return CMD_REFUSED;
	vars = reply_use(reply, "preview");
	vars_number(vars, "board", game->id);
	vars_word(vars, "status", status_names[board_status(&game->board)]);
	vars_word(vars, "side", side_name((enum side)game->board.turn));
	if (read > first_move(order) && is_worth_telling(&verdict)) {
		vars_flag(vars, "judged", true);
		vars_flag(vars, "previewed", true);
		vars_flag(vars, "unread", read < order->word_count);
		facts_last(vars, game);
		facts_counts(vars, game);
		facts_verdict(vars, game, NULL, &verdict);
	}
	reply_show_board(reply, game, game->length);
	return CMD_DONE;
}

const struct cmd cmd_preview = {
	.name = "preview",
	.aliases = "what-if prev",
	.args = "WORD? AUTH WORDS",
	.accepts = preview_accepts,
	.expects = preview_expects,
	.needs = OPEN,
	.run = preview_run,
};
