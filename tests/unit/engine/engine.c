/* SPDX-License-Identifier: ISC */
/*
 * What an engine is told and what is made of its lines; and a process that answers, or does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "engine/engine.h"
#include "rules/movegen.h"

#define FALSE_ENGINE "tests/tools/false-engine.pl"
#define DEBIANS      "/usr/games/fairy-stockfish"

static struct game *
play(struct arena *arena, const char *moves)
{
	struct game *game = game_new(arena, 0);
	struct ply ply = { 0 };

	for (; *moves != '\0'; moves += strcspn(moves, " "), moves += strspn(moves, " ")) {
		char text[8] = "";
		struct move move;

		memcpy(text, moves, strcspn(moves, " "));
		assert_true(move_read(text, &move));
		game_replay(game, move, &ply);
	}
	return game;
}

static void
is_told_what_counts(void **state)
{
	struct arena *arena = arena_new();
	struct engine_options options = { .options = "UCI_Variant=xiangqi; A B=1" };
	struct move only;
	struct engine_question its = { .nodes = 200 };
	const char *text;

	(void)state;
	/* The soldier's move cannot be taken back: what came before it is not told. */
	its.game = play(arena, "H3-E3 H10-G8 G4-G5 I10-H10 H1-G3");
	text = engine_question(arena, &options, &its);
	assert_non_null(strstr(text,
	    "uci\nsetoption name UCI_Variant value xiangqi\n"
	    "setoption name A B value 1\n"));
	assert_non_null(strstr(text,
	    "\nposition fen rnbakab1r/9/1c4nc1/p1p1p1p1p/9/6P2/P1P1P3P/"
	    "1C2C4/9/RNBAKABNR b - - 0 1 moves i10h10 h1g3\n"));
	assert_string_equal(strstr(text, "go "), "go nodes 200\n");
	its.is_bare = true;
	assert_true(move_read("B10-C8", &only));
	its.only = &only;
	its.only_count = 1;
	text = engine_question(arena, &options, &its);
	assert_null(strstr(text, " moves "));
	assert_string_equal(strstr(text, "go "), "go nodes 200 searchmoves b10c8\n");
	options.protocol = PROTOCOL_UCCI;
	its.is_bare = false;
	text = engine_question(arena, &options, &its);
	assert_non_null(strstr(text, "ucci\nsetoption UCI_Variant xiangqi\n"));
	assert_non_null(strstr(text, " moves i9h9 h0g2\n"));
	arena_free(arena);
}

static bool
any(struct game *game, struct move move)
{
	(void)game;
	(void)move;
	return true;
}

static bool
not_first(struct game *game, struct move move)
{
	(void)game;
	return move.from != square_at(7, 2);
}

static void
lines_become_moves(void **state)
{
	static const char *const lines[] = { "id name x",
		"info depth 2 seldepth 2 multipv 1 score cp 90 nodes 20 pv b3e3 h10g8",
		"info depth 3 seldepth 3 multipv 1 score cp 60 nodes 70 nps 1 pv h3e3 h10g8",
		"info depth 3 multipv 2 score cp 40 pv b3e3 b10c8",
		"info depth 3 multipv 3 score cp 39 upperbound pv a1a2",
		"info depth 3 multipv 3 score cp -10 pv h1g3",
		"info depth 3 multipv 4 score mate -2 pv a4a5",
		"info depth 3 multipv 9 score cp 900 pv a4a5", "info depth 3 score cp 10 pv z9",
		"bestmove h3e3 ponder h10g8" };
	struct engine_answer answer = { .count = 0 };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		assert_false(answer.is_done);
		engine_hear(&answer, 1, lines[i]);
	}
	assert_true(answer.is_done);
	assert_int_equal(answer.count, 4);
	assert_int_equal(answer.lines[3].score, -ENGINE_MATE + 2);
	assert_int_equal(engine_choose(&answer, NULL, any, 0, 7)->score, 60);
	assert_int_equal(engine_choose(&answer, NULL, any, 20, 7)->score, 40);
	assert_int_equal(engine_choose(&answer, NULL, any, 20, 8)->score, 60);
	assert_int_equal(engine_choose(&answer, NULL, any, 100, 2)->score, -10);
	assert_int_equal(engine_choose(&answer, NULL, not_first, 0, 0)->score, 40);
	answer = (struct engine_answer){ .count = 0 };
	engine_hear(&answer, 0, "info depth 4 score 12 pv h2e2 h9g7");
	engine_hear(&answer, 0, "nobestmove");
	assert_int_equal(answer.lines[0].move.from, square_at(7, 2));
	assert_int_equal(answer.lines[0].score, 12);
	answer = (struct engine_answer){ .count = 0 };
	engine_hear(&answer, 1, "bestmove (none)");
	assert_true(answer.is_done);
	assert_null(engine_choose(&answer, NULL, any, 0, 0));
}

/* Blanks of all kinds around the words; words of the protocol among those to people; moves that are
 * none; a program for other variants. */
static void
lines_are_read_as_they_come(void **state)
{
	static const char *const none[] = { "bestmove 0000", "bestmove a1a1x", "bestmove e10e11",
		"bestmove", "bestmove  " };
	struct engine_answer answer = { .count = 0 };

	(void)state;
	engine_hear(&answer, 1, "\tinfo  depth 4 \t multipv 1 score cp 12  nodes 400 pv\th3e3 \r");
	engine_hear(&answer, 1, "");
	engine_hear(&answer, 1, "info string bestmove a1a2 pv b1c3 score cp 900 multipv 1\033[2J");
	assert_string_equal(answer.words, "bestmove a1a2 pv b1c3 score cp 900 multipv 1?[2J");
	assert_false(answer.is_done);
	assert_int_equal(answer.count, 1);
	assert_int_equal(answer.lines[0].score, 12);
	engine_hear(&answer, 1, "  bestmove\th3e3  \r");
	assert_true(answer.is_done);
	assert_string_equal(answer.best, "h3e3");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		answer = (struct engine_answer){ .count = 0 };
		engine_hear(&answer, 1, none[i]);
		assert_int_equal(answer.count, 0);
	}
	assert_false(answer.is_foreign);
	engine_hear(
	    &answer, 1, "option name UCI_Variant type combo default chess var chess var atomic");
	assert_true(answer.is_foreign);
	engine_hear(&answer, 1, " option name UCI_Variant  type combo default chess var xiangqi");
	assert_false(answer.is_foreign);
}

/* All 44 moves of the first position, by both counts. */
static void
ranks_are_told_apart(void **state)
{
	struct move moves[MOVES_MAX];
	struct board start;
	bool from_zero;
	int count;

	(void)state;
	board_start(&start);
	count = moves_legal(&start, moves);
	assert_int_equal(count, 44);
	for (int i = 0; i < count; i++)
		for (int first = 0; first < 2; first++) {
			char text[8];

			snprintf(text, sizeof text, "%c%d%c%d", 'a' + square_file(moves[i].from),
			    square_rank(moves[i].from) + first, 'a' + square_file(moves[i].to),
			    square_rank(moves[i].to) + first);
			assert_true(engine_counts(text, &from_zero));
			assert_int_equal(from_zero, first == 0);
		}
	assert_false(engine_counts("0000", &from_zero));
	assert_false(engine_counts("", &from_zero));
	assert_false(engine_counts("e2e4", &from_zero));
}

/* 1: it answers this move; -1: it fails with that text.  Only what hangs is not waited for: another
 * may be slow on a busy machine. */
static void
ask(const char *command, int want, const char *said)
{
	static struct thought thought;
	struct arena *arena = arena_new();
	struct engine_options options = { .command = command,
		.options = "UCI_Variant=xiangqi",
		.memory = 512,
		.timeout = strcmp(command, FALSE_ENGINE " hang") == 0 ? 2 : 3600 };
	struct engine_question its = { .game = play(arena, ""), .nodes = 200 };
	struct err err = { .text = "" };
	char text[8] = "";
	int rc;

	engine_read_command(&options, arena);
	rc = thought_start(&thought, &options, engine_question(arena, &options, &its), &err);
	assert_int_equal(rc, 0);
	while ((rc = thought_step(&thought, &err)) == 0)
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	assert_false(child_is_running(&thought.child));
	if (rc != want)
		print_error("%s: %s\n", command, err.text);
	assert_int_equal(rc, want);
	if (rc == 1 && thought.answer.count > 0)
		move_write(thought.answer.lines[0].move, text);
	if (said != NULL && strstr(rc == 1 ? text : err.text, said) == NULL)
		fail_msg("%s: \"%s\", not \"%s\"", command, rc == 1 ? text : err.text, said);
	arena_free(arena);
}

static void
processes_answer_or_not(void **state)
{
	(void)state;
	ask(FALSE_ENGINE, 1, "H3-E3");
	/* What it tried was refused. */
	ask(FALSE_ENGINE " fence", 1, "H3-E3");
	ask(FALSE_ENGINE " nonsense", 1, "");
	ask(FALSE_ENGINE " crash", -1, "ended by signal");
	ask(FALSE_ENGINE " leave", -1, "ended without an answer");
	ask(FALSE_ENGINE " hang", -1, "took longer than 2 s");
	ask(FALSE_ENGINE " flood", -1, "wrote more than 262144 bytes");
	ask(FALSE_ENGINE " long", -1, "wrote a line of more than 4096 bytes");
	ask("/nonexistent/engine", -1, NULL);
	if (access(DEBIANS, X_OK) == 0)
		ask(DEBIANS, 1, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(is_told_what_counts),
		cmocka_unit_test(lines_become_moves), cmocka_unit_test(lines_are_read_as_they_come),
		cmocka_unit_test(ranks_are_told_apart), cmocka_unit_test(processes_answer_or_not) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
