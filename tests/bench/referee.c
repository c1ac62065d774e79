/* SPDX-License-Identifier: ISC */
/*
 * What the full verdict costs: replaying games of 120 plies under each rule set,
 * every ply judged, from the positions of perft.sh, against the limit of 50
 * microseconds a game and against playing the same moves without any verdict.
 *
 * The games are made here from a fixed seed; one in four plies goes back to
 * where it came from, so that positions recur and loops are judged.
 *
 * Before all that: what a process's very first verdict costs more than later
 * ones, against a limit of 20 microseconds, the best of several processes that
 * have judged nothing yet.  No tables are built, all are constant.  Pages are
 * loaded beforehand, since that is the price of any program.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/referee/referee.h"

#define GAMES       200
#define PLIES       120
#define ROUNDS      20
#define LIMIT       50.0 /* microseconds a game */
#define LIMIT_START 20.0 /* microseconds */

/* Those of perft.sh. */
static const struct {
	const char *name, *fen;
} positions[] = {
	{ "start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" },
	{ "closed opening", "r1bakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w" },
	{ "open middlegame", "1nbaka3/2r6/4b2R1/p3p2cp/2p6/5N3/P1P1P3P/2N1c4/9/2BAKAB2 w" },
	{ "endgame with checks", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w" },
	{ "many pins", "R2nkan1C/4a4/b7b/p1p3p1p/4c4/4C4/P1P3P1P/B7B/4A4/r2NKAN1c w" },
};

static struct board start;
static struct move games[GAMES][PLIES];
static int lengths[GAMES];

static uint32_t
next_random(void)
{
	static uint32_t state = 2463534242u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static bool
is_quiet(const struct board *board, struct move move)
{
	return board->at[move.to] == NO_PIECE;
}

/* A legal move that takes nothing; now and then the one that undoes the own last one. */
static bool
choose(const struct board *board, const struct move *played, int ply, struct move *out)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);

	if (ply >= 2 && next_random() % 4 == 0) {
		struct move back = { played[ply - 2].to, played[ply - 2].from };

		if (move_is_legal(board, back) && is_quiet(board, back)) {
			*out = back;
			return true;
		}
	}
	for (int tries = 0; tries < 50 && count > 0; tries++) {
		*out = moves[next_random() % (uint32_t)count];
		if (is_quiet(board, *out))
			return true;
	}
	return false;
}

static int
make_game(struct move *moves)
{
	struct history history = { .rules = RULES_ASIAN, .moves = moves };
	struct board board;
	struct verdict verdict;
	int ply;

	history.start = board = start;
	for (ply = 0; ply < PLIES && choose(&board, moves, ply, &moves[ply]); ply++) {
		history.length = ply + 1;
		referee_judge(&history, &verdict);
		if (verdict.kind != VERDICT_NONE && verdict.kind != VERDICT_WARN)
			break;
		board_play(&board, moves[ply]);
	}
	return ply;
}

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Microseconds a game of PLIES plies; the best round, so that a busy machine tells little. */
static double
measure(void (*run)(int game, enum ruleset rules), enum ruleset rules)
{
	double best = 1e9;
	int plies = 0;

	for (int i = 0; i < GAMES; i++)
		plies += lengths[i];
	for (int round = 0; round < ROUNDS; round++) {
		double took = seconds();

		for (int i = 0; i < GAMES; i++)
			run(i, rules);
		took = seconds() - took;
		best = took < best ? took : best;
	}
	return best * 1e6 / plies * PLIES;
}

static volatile uint64_t sink;

static void
replay(int game, enum ruleset rules)
{
	struct history history = { .rules = rules, .moves = games[game], .length = lengths[game] };
	struct verdict verdict;

	history.start = start;
	sink += (uint64_t)referee_replay(&history, &verdict);
}

static void
play(int game, enum ruleset rules)
{
	struct board board;

	(void)rules;
	board = start;
	for (int i = 0; i < lengths[game]; i++) {
		board_play(&board, games[game][i]);
		sink += (uint64_t)side_in_check(&board, (enum side)board.turn);
	}
}

/* A short game, judged: it needs every table that there is. */
static double
judge_once(void)
{
	static const struct move loop[] = { /* B3-B4 B8-B7 B4-B3 B7-B8 */
		{ 19, 28 }, { 64, 55 }, { 28, 19 }, { 55, 64 }
	};
	struct history history = { .rules = RULES_ASIAN, .moves = loop, .length = 4 };
	struct verdict verdict;
	double took = seconds();

	board_start(&history.start);
	sink += (uint64_t)referee_replay(&history, &verdict);
	return (seconds() - took) * 1e6;
}

/* The first verdict of a process of its own; negative when there is none. */
static double
judge_first(void)
{
	double took = -1;
	int ends[2];
	pid_t child;

	if (pipe(ends) == -1 || (child = fork()) == -1)
		return -1;
	if (child == 0) {
		if (mlockall(MCL_CURRENT) == -1)
			_exit(1);
		took = judge_once();
		_exit(write(ends[1], &took, sizeof(took)) != sizeof(took));
	}
	close(ends[1]);
	if (read(ends[0], &took, sizeof(took)) != sizeof(took))
		took = -1;
	close(ends[0]);
	waitpid(child, NULL, 0);
	return took;
}

static void
measure_start(void)
{
	double first = 1e9, later = 1e9;

	for (int i = 0; i < ROUNDS; i++) {
		double took = judge_first();

		if (took < 0) {
			printf("referee: start-up is not measured here\n");
			return;
		}
		first = took < first ? took : first;
	}
	for (int i = 0; i < 100; i++) {
		double took = judge_once();

		later = took < later ? took : later;
	}
	printf("referee: the first verdict of a process took %.1f us, later ones %.1f us: "
	       "start-up is %.2f of the limit of %.0f us\n",
	    first, later, (first - later) / LIMIT_START, LIMIT_START);
}

int
main(void)
{
	measure_start();
	for (size_t p = 0; p < sizeof positions / sizeof *positions; p++) {
		double bare;

		if (fen_read(positions[p].fen, &start) != NULL)
			return 1;
		for (int i = 0; i < GAMES; i++)
			lengths[i] = make_game(games[i]);
		bare = measure(play, RULES_SERVER);
		for (enum ruleset rules = RULES_SERVER; rules <= RULES_CXQ; rules++) {
			double full = measure(replay, rules);

			printf(
			    "referee, %s: 120 plies judged under %s: %.1f us, %.2f of the limit of "
			    "%.0f us, %.1f times playing them with check tests\n",
			    positions[p].name, ruleset_name(rules), full, full / LIMIT, LIMIT,
			    full / bare);
		}
	}
	return 0;
}
