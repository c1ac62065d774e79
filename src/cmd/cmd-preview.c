/* SPDX-License-Identifier: ISC */
/*
 * PREVIEW: what if?  Plays moves on a copy and shows the board; stores nothing.
 *
 *	preview N[#n] MOVE…    preview new MOVE…    preview fen FEN MOVE…
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/shared.h"
#include "cmd/words.h"
#include "rules/notation.h"
#include "rules/status.h"

/* "w", "b", "r", "g"; "-"; a number: what stands behind a FEN's placement. */
static bool
is_fen_field(const char *word, int field)
{
	if (field == 1)
		return strlen(word) == 1 && strchr("wrbg", word[0]) != NULL;
	return strcmp(word, "-") == 0 || strspn(word, "0123456789") == strlen(word);
}

/* Where the position ends and the moves begin; 0: no position is named. */
static int
first_move(const struct order *order)
{
	int64_t number;
	int field = 1, ply;

	if (order->word_count == 0)
		return 0;
	if (strcmp(order->words[0], "new") == 0 || word_is_number(order->words[0], &number, &ply))
		return 1;
	if (strcmp(order->words[0], "fen") != 0 || order->word_count == 1)
		return 0;
	while (1 + field < order->word_count && field < 6 &&
	    is_fen_field(order->words[1 + field], field))
		field++;
	return 1 + field;
}

static bool
accepts(const struct order *order)
{
	int first = first_move(order);

	for (int i = first; i < order->word_count; i++)
		if (!notation_is_move_like(order->raw[i]))
			return false;
	return order->word_count > 0 && (first > 0 || notation_is_move_like(order->raw[0]));
}

static enum outcome
refuse(struct reply *reply, const char *template, const char *text, const char *why)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "text", text);
	vars_text(vars, "why", why);
	return CMD_REFUSED;
}

/* Copies the first `plies` of a game. */
static void
copy(struct game *out, const struct game *game, int plies)
{
	const char *why;

	game_set_start(out, game->start_fen, &why);
	memcpy(out->seat, game->seat, sizeof out->seat);
	out->id = game->id;
	for (int i = 0; i < plies; i++)
		game_replay(out, game->moves[i], &game->plies[i]);
}

static enum outcome
from_game(struct request *rq, struct reply *reply, int64_t id, int move_number, struct game *out,
    struct err *err)
{
	struct game *game;
	int found = request_game(rq, id, &game, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || !request_may_see(rq, game)) {
		vars_number(reply_refuse(reply, "game-unknown"), "board", id);
		return CMD_REFUSED;
	}
	copy(out, game, move_number == 0 ? game->length : game_plies_at(game, move_number));
	return CMD_DONE;
}

static enum outcome
set_position(struct request *rq, struct reply *reply, struct game *out, struct err *err)
{
	const struct order *order = rq->order;
	struct str fen;
	const char *why;
	int64_t number;
	int move_number;

	if (word_is_number(order->words[0], &number, &move_number))
		return from_game(rq, reply, number, move_number, out, err);
	if (first_move(order) == 0) {
		if (rq->token == NULL || rq->token->game == 0 ||
		    rq->token->purpose == TOKEN_ACCOUNT)
			return refuse(reply, "game-missing", "", "");
		return from_game(rq, reply, rq->token->game, 0, out, err);
	}
	if (strcmp(order->words[0], "new") == 0)
		return CMD_DONE;
	str_init(&fen, rq->arena, FEN_SIZE);
	for (int i = 1; i < first_move(order); i++)
		str_addf(&fen, "%s%s", i > 1 ? " " : "", order->raw[i]);
	if (!game_set_start(out, fen.data, &why))
		return refuse(reply, "preview-bad-fen", fen.data, why);
	return CMD_DONE;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	struct game *game = game_new(rq->arena, rq->now);
	struct ply none = { 0 };
	enum outcome outcome = set_position(rq, reply, game, err);
	char why[160];
	struct vars *vars;

	if (outcome != CMD_DONE)
		return outcome;
	for (int i = first_move(order); i < order->word_count; i++) {
		struct reading reading;

		if (notation_read(order->raw[i], &game->board, WXF_ANY, false, &reading) !=
		    READ_MOVE) {
			outcome = CMD_REFUSED;
			refusal_text(&reading.why, why, sizeof why);
			refuse(reply, "preview-bad-move", order->raw[i],
			    reading.kind == READ_ILLEGAL ? why : "");
			break;
		}
		game_replay(game, reading.move, &none);
	}
	if (outcome == CMD_DONE) {
		vars = reply_use(reply, "preview");
		vars_number(vars, "board", game->id);
		vars_word(vars, "status",
		    board_status(&game->board) == STATUS_PLAY          ? "play" :
			board_status(&game->board) == STATUS_CHECK     ? "check" :
			board_status(&game->board) == STATUS_CHECKMATE ? "checkmate" :
									 "stalemate");
		vars_word(vars, "side", side_name((enum side)game->board.turn));
	}
	reply_show_board(reply, game, game->length);
	return outcome;
}

const struct cmd cmd_preview = {
	.name = "preview",
	.aliases = "what-if",
	.args = "WORDS",
	.accepts = accepts,
	.needs = OPEN,
	.run = run,
};
