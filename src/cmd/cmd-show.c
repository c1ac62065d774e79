/* SPDX-License-Identifier: ISC */
/*
 * SHOW, SHOWAS: boards as they stand, or after a move; a player's boards; one's own, with
 * what nobody else sees of them.
 */
#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "play/planned.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define BOARDS_MAX 10 /* shown in one letter */

static bool
is_boards(const char *word)
{
	int64_t board;
	int first, last;

	return tokens_read_boards(word, &board, &first, &last);
}

/* What only rq->from sees of the game: plans and notes. */
static int
say_own(struct request *rq, const struct game *game, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "showas");
	struct talk *talk;
	int count = talk_list(rq->store, rq->arena, game->id, &talk, err);

	facts_game(vars, game);
	vars_flag(vars, "shows-plan", true);
	for (int i = 0; i < count; i++) {
		struct vars *item;

		if (talk[i].kind != TALK_NOTE || talk[i].player != rq->from->id)
			continue;
		item = vars_add(vars, "notes");
		vars_number(
		    item, "number", talk[i].ply > 0 ? game_move_number(game, talk[i].ply - 1) : 0);
		vars_text(item, "note", request_indent(rq->arena, talk[i].text));
	}
	return count == -1 ?
	    -1 :
	    planned_vars(rq->store, rq->arena, game, rq->from->id, INT_MAX, vars, err);
}

/* number: a printed move number, 0 the start, TOKENS_NOW. */
static enum outcome
show_game(struct request *rq, int64_t id, int number, struct err *err)
{
	struct game *game;
	struct vars *vars;
	enum outcome outcome = request_visible_game(rq, id, &game, err);

	if (outcome != DONE)
		return outcome;
	if ((outcome = request_is_played(rq, game, number)) != DONE)
		return outcome;
	/* Of others' games there is nothing to tell. */
	if (verb_id(rq->order->verb) == VERB_SHOWAS && number == TOKENS_NOW &&
	    game_has(game, rq->from->id)) {
		if (say_own(rq, game, err) == -1)
			return FAILED;
		reply_show(rq->reply, game);
		return DONE;
	}
	vars = reply_use(rq->reply, number == TOKENS_NOW ? "show" : "show-position");
	facts_game(vars, game);
	vars_number(vars, "number", number);
	if (number == TOKENS_NOW)
		reply_show(rq->reply, game);
	else
		reply_show_board(rq->reply, game, number == 0 ? 0 : game_plies_at(game, number));
	return DONE;
}

/* That a letter shows no more boards; and, unless 0, how many were asked for. */
static struct vars *
say_enough(struct request *rq, const char *userid, int asked)
{
	struct vars *vars = reply_use(rq->reply, "show-enough");

	vars_text(vars, "userid", userid);
	vars_number(vars, "limit", BOARDS_MAX);
	vars_number(vars, "asked", asked);
	return vars;
}

static void
say_none(struct request *rq, const char *userid, const struct game_filter *filter)
{
	struct vars *vars = reply_use(rq->reply, "show-none");
	bool playing = filter->of_state[GAME_PLAYING], over = filter->of_state[GAME_OVER];

	vars_text(vars, "userid", userid);
	vars_flag(vars, "you", rq->from != NULL && str_equal(rq->from->userid, userid));
	vars_flag(vars, "finished", !playing);
	vars_flag(vars, "next", filter->to_move);
	vars_flag(vars, "active", playing && !over && !filter->to_move);
	vars_flag(vars, "any", playing && over);
}

static enum outcome
show_player(struct request *rq, const char *userid, const char *which, struct err *err)
{
	struct game_filter filter = { .viewer = rq->from != NULL ? rq->from->id : 0,
		.limit = BOARDS_MAX + 1 };
	struct game_line *lines;
	struct player *player;
	enum outcome outcome = request_player(rq, userid, &player, err);
	int count;

	if (outcome != DONE)
		return outcome;
	filter.player = player->id;
	filter.of_state[GAME_PLAYING] = strcmp(which, "inactive") != 0;
	filter.of_state[GAME_OVER] = strcmp(which, "all") == 0 || strcmp(which, "inactive") == 0;
	filter.to_move = strcmp(which, "next") == 0;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return FAILED;
	if (count == 0)
		say_none(rq, player->userid, &filter);
	if (count > BOARDS_MAX)
		say_enough(rq, player->userid, 0);
	for (int i = 0; i < count && i < BOARDS_MAX; i++)
		if (show_game(rq, lines[i].id, TOKENS_NOW, err) == FAILED)
			return FAILED;
	return DONE;
}

/* The boards that are named, each once.  Where some can be seen, the others are told, and left out.
 * How many, or -1. */
static int
choose_boards(struct request *rq, const char *words[WORDS_MAX], struct err *err)
{
	const char *missing[WORDS_MAX];
	int count = 0, missing_count = 0, first, last;
	struct vars *vars;

	for (int i = 0; i < rq->order->word_count; i++) {
		const char *word = rq->order->words[i];
		struct game *game;
		int64_t board;
		int sees;

		if (str_index(rq->order->words, (size_t)i, word) != -1)
			continue;
		tokens_read_boards(word, &board, &first, &last);
		if ((sees = request_sees(rq, board, &game, err)) == -1)
			return -1;
		if (sees)
			words[count++] = word;
		else
			missing[missing_count++] = word;
	}
	if (count == 0)
		words[count++] = rq->order->words[0];
	else if (missing_count > 0) {
		vars = reply_use(rq->reply, "show-missing");
		for (int i = 0; i < missing_count; i++) {
			struct vars *item = vars_add(vars, "boards");

			vars_text(item, "board", missing[i]);
			vars_flag(item, "another", i > 0);
		}
	}
	return count;
}

/* Up to BOARDS_MAX of them; the others are named again. */
static enum outcome
show_boards(struct request *rq, struct err *err)
{
	const char *words[WORDS_MAX];
	enum outcome outcome = DONE;
	int count = choose_boards(rq, words, err), asked = 0, shown = 0, first, last;
	struct vars *enough = NULL;
	int64_t board;

	if (count == -1)
		return FAILED;
	for (int i = 0; i < count; i++) {
		tokens_read_boards(words[i], &board, &first, &last);
		asked += last - first + 1;
	}
	if (asked > BOARDS_MAX)
		enough = say_enough(rq, "", asked);
	for (int i = 0; i < count && outcome == DONE; i++) {
		tokens_read_boards(words[i], &board, &first, &last);
		for (; first <= last && shown < BOARDS_MAX && outcome == DONE; first++, shown++)
			outcome = show_game(rq, board, first, err);
		if (first > last || enough == NULL || outcome != DONE)
			continue;
		vars_flag(enough, "is-left", true);
		vars_text(vars_add(enough, "left"), "board",
		    first == TOKENS_NOW || first == last ?
			words[i] :
			arena_printf(rq->arena, "%lld#%d..%d", (long long)board, first, last));
	}
	return outcome;
}

enum outcome
show_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	/* "show next" */
	bool own = verb_id(order->verb) == VERB_SHOWAS ||
	    (order->word_count == 1 && !is_boards(order->words[0]) &&
		!verb_allows_userid(order->words[0]));
	const char *which = order->word_count > !own ? order->words[!own] : "active";

	if (order->word_count == 0 && request_token_game(rq) != 0)
		return show_game(rq, request_token_game(rq), TOKENS_NOW, err);
	if (order->word_count == 0 && !own)
		return request_which_game(rq, err);
	if (own && rq->from == NULL)
		return request_refuse(rq, "games-whose");
	if (order->word_count == 0 || !is_boards(order->words[0]))
		return show_player(rq, own ? rq->from->userid : order->words[0], which, err);
	return show_boards(rq, err);
}

enum outcome
showas_run(struct request *rq, struct err *err)
{
	return show_run(rq, err);
}
