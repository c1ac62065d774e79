/* SPDX-License-Identifier: ISC */
/*
 * POSITION, OPENING: what was played in a position, and by whom, in finished public games.
 *
 * The next page is asked for by "more" (offer_next).
 */
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "cmd/reading.h"
#include "play/glossary.h"
#include "rules/pair.h"
#include "speak/sought.h"
#include "speak/tokens.h"
#include "store/positions.h"

#define GAMES_SHOWN 10
#define FEN_FIELDS  2 /* of a position in a line: the placement, and who is to move */

/* Plays the moves of an opening; which of them cannot be, is told with the board before it. */
static enum outcome
play_opening(struct request *rq, struct game *game, int words)
{
	for (int i = 0; i < words; i++) {
		const char *text = sought_move(rq->arena, rq->order->raw[i]);
		struct reading reading;

		if (text[0] == '\0')
			continue;
		if (reading_read(rq, text, &game->board, &reading) == READ_MOVE) {
			game_replay(game, reading.move, &(struct ply){ 0 });
			continue;
		}
		return reading_refuse_tried(rq, text, game, &reading);
	}
	return DONE;
}

/* *game is a new one. */
static enum outcome
find_board(struct request *rq, const struct sought *sought, struct game **game, struct err *err)
{
	struct vars *vars;
	const char *why;

	request_name_sides(rq, *game);
	if (sought->is_new)
		return play_opening(rq, *game, sought->moves);
	if (sought->fen[0] != '\0') {
		if (game_set_start(*game, sought->fen, &why))
			return DONE;
		vars = reply_refuse(rq->reply, "preview-bad-fen");
		vars_text(vars, "text", sought->fen);
		facts_bad_fen(vars, why);
		return REFUSED;
	}
	if (sought->board == 0 && request_token_game(rq) == 0)
		return request_refuse(rq, "position-which");
	return request_position(rq, sought->board != 0 ? sought->board : request_token_game(rq),
	    sought->number, game, err);
}

/* The position, with this between its two fields. */
static const char *
write_board(struct arena *arena, const struct board *board, char between)
{
	char fen[FEN_SIZE], *end = fen;

	fen_write(board, 0, 1, fen);
	for (int i = 0; i < FEN_FIELDS && end != NULL; i++) {
		end = strchr(end, ' ');
		if (end != NULL && i + 1 < FEN_FIELDS)
			*end++ = between;
	}
	if (end != NULL)
		*end = '\0';
	return arena_strdup(arena, fen);
}

/* What "more" goes on with, behind that game; 0: there are no more.  For a player it is kept here;
 * a stranger's letter has it in its Subject, as "position FEN after 12", where the position is one
 * word, so that no blank can be lost in it.  0 or -1. */
static int
offer_next(
    struct request *rq, struct vars *vars, const struct game *game, int64_t last, struct err *err)
{
	const char *next = arena_printf(rq->arena, "%s %s after %lld",
	    verb_table[VERB_POSITION].name, write_board(rq->arena, &game->board, '_'),
	    (long long)last);
	bool is_player = rq->sender != NULL && rq->from == rq->sender;

	vars_flag(vars, "more", last != 0);
	vars_text(vars, "next", last != 0 && !is_player ? next : "");
	return last != 0 && is_player ? confirmation_offer_yes(rq, rq->reply->sender, next, err) :
					0;
}

static void
add_scored(struct vars *vars, const struct scored *scored, int mirrored)
{
	int known = scored->red + scored->green + scored->drawn;

	vars_number(vars, "count", scored->games);
	vars_number(vars, "won", scored->red);
	vars_number(vars, "lost", scored->green);
	vars_number(vars, "drawn", scored->drawn);
	vars_number(vars, "unknown-count", scored->unknown);
	vars_flag(vars, "unknown", scored->unknown > 0);
	vars_flag(vars, "known", known > 0);
	if (known > 0)
		vars_number(vars, "percent",
		    (200 * (int64_t)scored->red + 100 * (int64_t)scored->drawn + known) /
			(2 * (int64_t)known));
	vars_flag(vars, "mirrored", mirrored > 0);
	vars_number(vars, "mirrored-count", mirrored);
}

static void
add_game(struct vars *vars, const struct position_game *game, const struct pair *pair)
{
	struct vars *item = vars_add(vars, "games");

	facts_line(item, &game->line);
	vars_text(item, "score", facts_score(game->line.result));
	facts_date(item, "date", game->line.date);
	if (game->line.ended != 0 && game->line.date[0] == '\0')
		request_day(item, "date", "", game->line.ended);
	vars_number(item, "number", game->number);
	vars_flag(item, "mirrored", game->is_mirrored);
	vars_flag(item, "ended-here", game->next.from == game->next.to);
	if (game->next.from != game->next.to)
		facts_placed(
		    item, "move", game->is_mirrored ? &pair->mirror : &pair->board, game->next);
	facts_apart(item, game->apart);
}

static enum outcome
answer(struct request *rq, struct game *game, int64_t after, struct err *err)
{
	struct found_position found;
	struct pair pair;
	struct vars *vars;
	bool any_mirrored = false;
	int64_t last = 0;

	if (positions_find(rq->store, rq->arena, &game->board, after, GAMES_SHOWN, &found, err) ==
	    -1)
		return FAILED;
	pair_set(&pair, &game->board);
	/* The Subject tells "more" what to go on with; a conversation about a game has its own. */
	if (found.goes_on)
		rq->reply->sender->game = NULL;
	vars = reply_use(rq->reply, "position");
	add_scored(vars, &found.scored, found.mirrored);
	vars_flag(vars, "any", found.scored.games > 0);
	vars_flag(vars, "goes-on", after > 0);
	vars_flag(vars, "any-apart", found.apart > 0);
	vars_number(vars, "apart-count", found.apart);
	vars_flag(vars, "partial", !found.is_whole);
	for (int i = 0; i < found.move_count && after == 0; i++) {
		const struct continuation *move = &found.moves[i];
		struct vars *item = vars_add(vars, "moves");

		any_mirrored |= move->mirrored > 0;
		add_scored(item, &move->scored, move->mirrored);
		vars_flag(item, "ended-here", move->move.from == move->move.to);
		if (move->move.from != move->move.to)
			facts_placed(item, "move", &game->board, move->move);
	}
	vars_flag(vars, "any-mirrored", any_mirrored);
	vars_flag(vars, "any-games", found.game_count > 0);
	for (int i = 0; i < found.game_count; i++)
		add_game(vars, &found.games[i], &pair);
	vars_text(vars, "placed", write_board(rq->arena, &game->board, ' '));
	vars_word(vars, "side", side_name((enum side)game->board.turn));
	if (found.goes_on)
		last = found.games[found.game_count - 1].line.id;
	if (offer_next(rq, vars, game, last, err) == -1)
		return FAILED;
	if (after == 0)
		reply_show_board(rq->reply, game, game->length);
	return DONE;
}

enum outcome
position_run(struct request *rq, struct err *err)
{
	struct game *game = game_new(rq->arena, rq->now);
	struct sought sought;
	enum outcome outcome;

	sought_read(rq->arena, rq->order, &sought);
	if ((outcome = find_board(rq, &sought, &game, err)) != DONE)
		return outcome;
	return answer(rq, game, sought.after, err);
}

enum outcome
opening_run(struct request *rq, struct err *err)
{
	return position_run(rq, err);
}
