/* SPDX-License-Identifier: ISC */
/*
 * What each move would bring is what it does bring when it is played.
 */
#include "unit/game/setup.h"

#include "game/prospect.h"
#include "rules/movegen.h"

#define GAMES 40
#define PLIES 60

/* Few pieces: positions recur, checks follow each other. */
static const char *const fens[] = { "4k4/9/9/9/9/9/8p/9/3K5/R8 w", "5k3/9/9/9/6c2/8R/9/9/9/3K5 w",
	"3k5/4a4/9/9/9/9/9/4E4/9/R4K2r w" };

static bool
is_by_loop(const struct verdict *verdict)
{
	switch (verdict->reason) {
	case REASON_REPETITION:
	case REASON_MUTUAL:
	case REASON_CHECK_LIMIT:
	case REASON_PERPETUAL_CHECK:
	case REASON_PERPETUAL_CHASE:
	case REASON_PERPETUAL_CUT:
		return true;
	default:
		return false;
	}
}

static const struct barred *
find(const struct prospects *prospects, struct move move)
{
	for (int i = 0; i < prospects->barred_count; i++)
		if (move_equal(prospects->barred[i].move, move))
			return &prospects->barred[i];
	return NULL;
}

/* The quick way leaves none out.  *out is one of those that the game goes on with; false
 * there is none. */
static bool
compare(struct game *game, unsigned choice, struct move *out)
{
	struct prospects prospects;
	struct move moves[MOVES_MAX];
	int count = moves_legal(&game->board, moves), free = 0;

	prospects_find(game, &prospects);
	assert_int_equal(prospects.legal, count);
	for (int i = 0; i < count; i++) {
		struct game *with = game_at(game, game->length);
		struct ply ply = { 0 };
		struct verdict verdict;
		enum side mover = game_turn(game);
		enum play played = game_play(with, moves[i], &ply, &verdict);
		const struct barred *barred = find(&prospects, moves[i]);
		enum prospect expected = PROSPECT_FREE;

		if (played == PLAY_REFUSED)
			expected = PROSPECT_REFUSED;
		else if (played == PLAY_LOST ||
		    (verdict.kind == VERDICT_LOSS && verdict.loser == mover))
			expected = PROSPECT_LOSES;
		else if (verdict.kind == VERDICT_DRAW)
			expected = PROSPECT_DRAWS;
		assert_int_equal(prospect_of(game, moves[i], &verdict), expected);
		assert_int_equal(barred != NULL ? barred->prospect : PROSPECT_FREE,
		    is_by_loop(&verdict) ? expected : PROSPECT_FREE);
		if (expected == PROSPECT_FREE && verdict.kind != VERDICT_LOSS &&
		    (free++ == 0 || choice % (unsigned)free == 0))
			*out = moves[i];
	}
	return free > 0;
}

/* The mover's last move, back. */
static bool
goes_back(const struct game *game, struct move move)
{
	const struct move *last = &game->moves[game->length - 2];

	return game->length >= 2 && move.from == last->to && move.to == last->from;
}

static bool
checks_now(const struct game *game, struct move move)
{
	struct board after = game->board;

	board_play(&after, move);
	return side_in_check(&after, (enum side)after.turn);
}

/* Replaces the move by a free one of this kind, if there is one. */
static void
prefer(struct game *game, bool (*is_of_kind)(const struct game *, struct move), unsigned choice,
    struct move *move)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(&game->board, moves), found = 0;
	struct verdict verdict;

	for (int i = 0; i < count; i++)
		if (is_of_kind(game, moves[i]) &&
		    prospect_of(game, moves[i], &verdict) == PROSPECT_FREE &&
		    verdict.kind != VERDICT_LOSS && (found++ == 0 || choice % (unsigned)found == 0))
			*move = moves[i];
}

static void
prospects_hold(void **state)
{
	unsigned lot = 1;

	(void)state;
	for (int i = 0; i < GAMES * RULESETS; i++) {
		struct game *game = start(fens[i % 3], (enum ruleset)(i / GAMES));

		for (int ply = 0; ply < PLIES; ply++) {
			struct ply stored = { 0 };
			struct move move;

			lot = lot * 1103515245 + 12345;
			if (!compare(game, lot >> 16, &move))
				break;
			if (lot >> 30 != 0)
				prefer(game, i % 2 == 0 ? goes_back : checks_now, lot >> 8, &move);
			game_replay(game, move, &stored);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { TEST(prospects_hold) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
