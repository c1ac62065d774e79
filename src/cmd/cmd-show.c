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
#include "cmd/planned.h"
#include "cmd/tokens.h"

#define BOARDS_MAX      10 /* shown in one letter */
#define NOW             -1 /* the board as it stands */
#define MOVE_NUMBER_MAX 9999

/* "123", "123#4", "123#10..14" or "123#10-14": a board now (first is NOW), or after these moves. */
static bool
read_boards(const char *word, int64_t *board, int *first, int *last)
{
	const char *dots = word + strcspn(word, ".-");
	char begin[32];
	int64_t end;
	int none, swap;

	str_format(begin, sizeof begin, "%.*s", (int)(dots - word), word);
	if (!tokens_read_number(begin, board, first))
		return false;
	if (strchr(begin + 1, '#') == NULL)
		*first = NOW;
	*last = *first;
	if (*dots == '\0')
		return true;
	dots += strspn(dots, ".-");
	if (*first == NOW || *dots == '#' || !tokens_read_number(dots, &end, &none) || none != 0 ||
	    end > MOVE_NUMBER_MAX)
		return false;
	*last = (int)end;
	if (*last < *first) {
		swap = *last;
		*last = *first;
		*first = swap;
	}
	return true;
}

static bool
is_boards(const char *word)
{
	int64_t board;
	int first, last;

	return read_boards(word, &board, &first, &last);
}

/* Which of a player's boards. */
static bool
is_filter(const char *word)
{
	static const char *const filters[] = { "active", "all", "next", "inactive" };

	return str_index(filters, sizeof filters / sizeof *filters, word) != -1;
}

static bool
are_boards(const struct order *order)
{
	for (int i = 0; i < order->word_count; i++)
		if (!is_boards(order->words[i]))
			return false;
	return true;
}

/* Nothing, numbers, or a userid and perhaps a filter. */
static bool
show_accepts(const struct order *order)
{
	return are_boards(order) ||
	    (cmd_allows_userid(order->words[0]) &&
		(order->word_count == 1 || (order->word_count == 2 && is_filter(order->words[1]))));
}

/* Nothing, numbers, or a filter. */
static bool
showas_accepts(const struct order *order)
{
	return are_boards(order) || (order->word_count == 1 && is_filter(order->words[0]));
}

/* What only rq->from sees of the game: plans and notes. */
static int
say_own(struct request *rq, struct reply *reply, const struct game *game, struct err *err)
{
	struct vars *vars = reply_use(reply, "showas");
	struct talk *talk;
	int count = talk_list(rq->store, rq->arena, game->id, &talk, err);

	facts_game(vars, game);
	vars_flag(vars, "shows-plan", true);
	vars_list(vars, "notes");
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

/* number: a printed move number, 0 the start, NOW. */
static enum outcome
show_game(struct request *rq, struct reply *reply, int64_t id, int number, struct err *err)
{
	struct game *game;
	struct vars *vars;
	enum outcome outcome = request_visible_game(rq, reply, id, &game, err);

	if (outcome != CMD_DONE)
		return outcome;
	if ((outcome = request_is_played(reply, game, number)) != CMD_DONE)
		return outcome;
	/* Of others' games there is nothing to tell. */
	if (rq->order->cmd == &cmd_showas && number == NOW && game_has(game, rq->from->id)) {
		if (say_own(rq, reply, game, err) == -1)
			return CMD_FAILED;
		reply_show(reply, game);
		return CMD_DONE;
	}
	vars = reply_use(reply, number == NOW ? "show" : "show-position");
	facts_game(vars, game);
	vars_number(vars, "number", number);
	if (number == NOW)
		reply_show(reply, game);
	else
		reply_show_board(reply, game, number == 0 ? 0 : game_plies_at(game, number));
	return CMD_DONE;
}

/* That a letter shows no more boards; and, unless 0, how many were asked for. */
static void
say_enough(struct reply *reply, const char *userid, int asked)
{
	struct vars *vars = reply_use(reply, "show-enough");

	vars_text(vars, "userid", userid);
	vars_number(vars, "limit", BOARDS_MAX);
	vars_number(vars, "asked", asked);
	vars_flag(vars, "is-left", false);
}

static enum outcome
show_player(
    struct request *rq, struct reply *reply, const char *userid, const char *which, struct err *err)
{
	struct game_filter filter = { .viewer = rq->from != NULL ? rq->from->id : 0,
		.limit = BOARDS_MAX + 1 };
	struct game_line *lines;
	struct player *player;
	enum outcome outcome = request_player(rq, reply, userid, &player, err);
	int count;

	if (outcome != CMD_DONE)
		return outcome;
	filter.player = player->id;
	filter.of_state[GAME_PLAYING] = strcmp(which, "inactive") != 0;
	filter.of_state[GAME_OVER] = strcmp(which, "all") == 0 || strcmp(which, "inactive") == 0;
	filter.to_move = strcmp(which, "next") == 0;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return CMD_FAILED;
	if (count == 0)
		vars_text(reply_use(reply, "show-none"), "userid", player->userid);
	if (count > BOARDS_MAX)
		say_enough(reply, player->userid, 0);
	for (int i = 0; i < count && i < BOARDS_MAX; i++)
		if (show_game(rq, reply, lines[i].id, NOW, err) == CMD_FAILED)
			return CMD_FAILED;
	return CMD_DONE;
}

/* The boards that are named, up to BOARDS_MAX; the others are named again. */
static enum outcome
show_boards(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	enum outcome outcome = CMD_DONE;
	int asked = 0, shown = 0, first, last;
	struct vars *enough = NULL;
	int64_t board;

	for (int i = 0; i < order->word_count; i++) {
		read_boards(order->words[i], &board, &first, &last);
		asked += last - first + 1;
	}
	if (asked > BOARDS_MAX) {
		say_enough(reply, "", asked);
		enough = reply->sender->last->vars;
	}
	for (int i = 0; i < order->word_count && outcome == CMD_DONE; i++) {
		read_boards(order->words[i], &board, &first, &last);
		for (; first <= last && shown < BOARDS_MAX && outcome == CMD_DONE; first++, shown++)
			outcome = show_game(rq, reply, board, first, err);
		if (first > last || enough == NULL || outcome != CMD_DONE)
			continue;
		vars_flag(enough, "is-left", true);
		vars_text(vars_add(enough, "left"), "board",
		    first == NOW || first == last ?
			order->raw[i] :
			arena_printf(rq->arena, "%lld#%d..%d", (long long)board, first, last));
	}
	return outcome;
}

static enum outcome
show_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;

	if (order->word_count == 0 && request_token_game(rq) != 0)
		return show_game(rq, reply, request_token_game(rq), NOW, err);
	if (order->word_count == 0)
		return request_which_game(rq, reply, err);
	if (!is_boards(order->words[0]))
		return show_player(rq, reply, order->words[0],
		    order->word_count > 1 ? order->words[1] : "active", err);
	return show_boards(rq, reply, err);
}

const struct cmd cmd_show = {
	.name = "show",
	.args = "WORDS",
	.accepts = show_accepts,
	.needs = OPEN,
	.run = show_run,
};

static enum outcome
showas_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;

	if (order->word_count == 0 && request_token_game(rq) != 0)
		return show_game(rq, reply, request_token_game(rq), NOW, err);
	if (order->word_count == 0 || !is_boards(order->words[0]))
		return show_player(rq, reply, rq->from->userid,
		    order->word_count > 0 ? order->words[0] : "active", err);
	return show_boards(rq, reply, err);
}

const struct cmd cmd_showas = {
	.name = "showas",
	.args = "AUTH WORDS",
	.accepts = showas_accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = showas_run,
};
