/* SPDX-License-Identifier: ISC */
/*
 * `riverpost player agreement`: a player's moves beside those of a program (agreement.h).
 */
#include "cli/agreement.h"

#include <limits.h>
#include <time.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/admin.h"
#include "config/config.h"
#include "engine/review.h"
#include "game/game.h"
#include "rules/movegen.h"
#include "server/ranks.h"
#include "store/games.h"
#include "store/players.h"

#define WAIT_MS 2

struct agreement {
	struct arena *arena;
	struct engine_options engine;
	struct thought thought;
	int moves[2], same[2]; /* of the player, and of those he played with */
};

/* The program's answer to that question, waited for. */
static int
think(struct agreement *a, const struct engine_question *question, struct err *err)
{
	const struct timespec wait = { .tv_nsec = WAIT_MS * 1000000L };
	int ended;

	if (thought_start(&a->thought, &a->engine, engine_question(a->arena, &a->engine, question),
		err) == -1)
		return -1;
	while ((ended = thought_step(&a->thought, err)) == 0)
		nanosleep(&wait, NULL);
	return ended == 1 ? 0 : -1;
}

static int
learn_ranks(struct agreement *a, struct store *store, int64_t now, struct err *err)
{
	struct engine_question question = ranks_question(a->arena, now);
	int known = a->engine.protocol == PROTOCOL_UCCI ? 1 : ranks_find(store, &a->engine, err);

	if (known != 0)
		return known == -1 ? -1 : 0;
	if (think(a, &question, err) == -1)
		return -1;
	engine_counts(a->thought.answer.best, &a->engine.counts_from_zero);
	return 0;
}

/* Is the move played behind that many plies one of the program's first two?  1, 0 or -1. */
static int
agrees(struct agreement *a, const struct game *game, int ply, struct err *err)
{
	struct engine_question question = {
		.game = game_at(game, ply), .nodes = REVIEW_NODES, .lines = REVIEW_LINES
	};
	struct opinion opinion;

	if (think(a, &question, err) == -1)
		return -1;
	opinion_read(&opinion, &a->thought.answer);
	return move_is_among(opinion.best, opinion.count, game->moves[ply]);
}

static void
write_share(struct str *out, const char *who, int same, int moves)
{
	str_addf(out, "%s %d of %d", who, same, moves);
	if (moves > 0)
		str_addf(out, " (%d %%)", (100 * same + moves / 2) / moves);
}

/* A line for the game. */
static int
compare(struct agreement *a, struct admin *admin, const struct game *game, int64_t player,
    struct err *err)
{
	enum side side = game_side_of(game, player);
	int moves[2] = { 0, 0 }, same[2] = { 0, 0 };

	for (int ply = AGREEMENT_FROM; ply < game->length && ply < REVIEW_MOVES; ply++) {
		struct board board;
		int other, found;

		game_board_at(game, ply, &board);
		other = board.turn != side;
		if ((found = agrees(a, game, ply, err)) == -1)
			return -1;
		moves[other]++;
		same[other] += found;
	}
	for (int i = 0; i < 2; i++) {
		a->moves[i] += moves[i];
		a->same[i] += same[i];
	}
	str_addf(&admin->output, "board %lld: ", (long long)game->id);
	write_share(&admin->output, game->seat[side].userid, same[0], moves[0]);
	str_add(&admin->output, ", ");
	write_share(&admin->output, game->seat[side_other(side)].userid, same[1], moves[1]);
	str_add(&admin->output, "\n");
	return 0;
}

/* The player's latest finished games with people, so many that have moves to look at. */
static int
compare_games(struct agreement *a, struct admin *admin, int64_t player, int most, struct err *err)
{
	struct game_filter filter = {
		.player = player, .viewer = -1, .limit = INT_MAX, .newest_first = true
	};
	struct game_line *lines;
	int count, looked = 0;

	filter.of_state[GAME_OVER] = true;
	count = games_list(admin->server.store, a->arena, &filter, &lines, err);
	for (int i = 0; i < count && looked < most; i++) {
		int64_t other = lines[i].seat[lines[i].seat[RED].player == player].player;
		struct player opponent;
		struct game *game;
		int found = lines[i].length <= AGREEMENT_FROM || other == 0 ?
		    0 :
		    players_get(admin->server.store, a->arena, other, &opponent, err);

		if (found == -1)
			return -1;
		if (found == 0 || opponent.level > 0)
			continue;
		if (games_get(admin->server.store, a->arena, lines[i].id, &game, err) != 1 ||
		    compare(a, admin, game, player, err) == -1)
			return -1;
		looked++;
	}
	return count == -1 ? -1 : 0;
}

int
agreement_write(struct admin *admin, const struct player *player, int most, struct err *err)
{
	struct agreement *a = arena_alloc(admin->arena, sizeof *a);

	if (!admin->server.settings.has_machine)
		return err_set(err, "no program that plays is installed, or configured");
	*a = (struct agreement){ .arena = admin->arena, .engine = admin->server.config->engine };
	if (learn_ranks(a, admin->server.store, admin->now, err) == -1 ||
	    compare_games(a, admin, player->id, most, err) == -1)
		return -1;
	str_addf(&admin->output,
	    "from move %d on, among the program's first two: ", AGREEMENT_FROM / 2 + 1);
	write_share(&admin->output, player->userid, a->same[0], a->moves[0]);
	write_share(&admin->output, ", opponents", a->same[1], a->moves[1]);
	str_add(&admin->output, "\n");
	return 0;
}
