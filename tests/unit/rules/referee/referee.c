/* SPDX-License-Identifier: ISC */
/*
 * The referee on games made for one rule each: announcements, refusals, losses
 * and draws of the three rule sets, and what a verdict tells about them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/referee/explain.h"

#define PLIES_MAX 128

struct game {
	struct history h;
	struct move moves[PLIES_MAX];
};

static void
game_read(
    struct game *game, const char *name, enum ruleset rules, const char *fen, const char *text)
{
	const char *wrong = fen_read(fen, &game->h.start);
	struct board board = game->h.start;
	char word[16];
	int read;

	if (wrong != NULL)
		fail_msg("%s: %s", name, wrong);
	game->h = (struct history){ .rules = rules, .start = board, .moves = game->moves };
	for (; sscanf(text, " %15s%n", word, &read) == 1; text += read) {
		struct move move;

		assert_true(game->h.length < PLIES_MAX);
		if (!move_read(word, &move) || !move_is_legal(&board, move))
			fail_msg("%s: %s cannot be played", name, word);
		game->moves[game->h.length++] = move;
		board_play(&board, move);
	}
}

static void
verdict_write(const struct verdict *verdict, int ply, char *out, size_t size)
{
	const char *kinds[] = { "none", "warn", "refused", "draw", "loss" };
	char who[16] = "";

	if (verdict->loser_known && verdict->kind != VERDICT_NONE)
		snprintf(who, sizeof(who), " %s", side_name(verdict->loser));
	snprintf(out, size, "%d %s%s %s", ply, kinds[verdict->kind], who,
	    verdict_reason_name(verdict->reason));
}

/* Loops of the rule book (seed 000) and their positions. */
#define CHECKS        "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w" /* diagram 1 */
#define CHECKS_4      "H9-H10 F10-F9 H10-H9 F9-F10 "
#define CHASE         "4kab2/4a4/4b4/3rC2R1/9/9/4n4/4B4/4A4/4KAB1c w" /* diagram 33 */
#define CHASE_4       "H7-I7 I1-H1 I7-H7 H1-I1 "
#define CHASE_LATER   "4kab2/4a4/4b4/3rC3R/9/9/4n4/4B4/4A4/4KAB1c b"
#define CHASE_LATER_4 "I1-H1 I7-H7 H1-I1 H7-I7 "
#define KILL          "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w" /* diagram 6 */
#define KILL_4        "H7-G7 G10-I8 G7-H7 I8-G10 "
#define CUT           "2ca1k3/4a4/b3b4/3P4P/6p2/1c7/9/B7N/2nR5/2BAK4 b" /* first addition */
#define CUT_8         "A8-C6 D7-C7 C6-A8 C7-B7 E8-C6 B7-C7 C6-E8 C7-D7 "
#define BOTH_CHASE    "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w" /* third addition */
#define BOTH_CHASE_4  "F9-F7 D10-E9 F7-F9 E9-D10 "
/* Diagram 37, from where each second chasing move is the only legal move. */
#define FORCED   "3ak4/4a4/4b4/p8/2p3n2/9/P1P3r2/3AB4/4N3N/cRB1KA3 b"
#define FORCED_4 "A1-A2 B1-B2 A2-A1 B2-B1 "
/* Both sides answer every check with a check. */
#define BOTH_CHECK   "2P6/5k3/9/9/4r4/3c5/3r5/5C3/5R3/3K5 w"
#define BOTH_CHECK_4 "F3-D3 D4-F4 D3-F3 F4-D4 "
/* Five checks in a row, the last of them where the horse stood before any. */
#define LATE_CHECKS    "5k3/9/2C6/9/2p1R4/9/P8/4n4/9/3K5 w"
#define LATE_CHECKS_4  "D1-E1 E3-C4 E1-D1 C4-E3 "
#define LATE_CHECKS_12 LATE_CHECKS_4 "D1-D2 E3-C4 D2-D3 C4-B2 D3-D2 B2-C4 D2-D1 C4-E3 "
/* A soldier checks for the fourth time by the only move that there is: the horse
 * guards its king's ways out, and the rook pins it to the file. */
#define ONLY_CHECK   "5r3/9/5k3/9/5P3/9/9/3n5/9/5K3 w"
#define ONLY_CHECK_7 "F6-F7 F8-F9 F7-F8 F9-E9 F8-F9 E9-E10 F9-F10"
/* The king may answer, or the elephant by stepping between. */
#define TWO_ANSWERS "5k3/7R1/8b/9/9/9/9/9/9/4K4 w"

static const struct {
	const char *name;
	enum ruleset rules;
	const char *fen, *moves;
	int refused[2];
	const char *want;    /* ply, kind, loser, reason */
	const char *article; /* NULL: whatever it is */
	int used, allowed;
} games[] = {
	{ "perpetual check, announced", RULES_ASIAN, CHECKS, CHECKS_4, { 0 },
	    "4 warn red perpetual-check", "000:6", 0, 0 },
	{ "perpetual check, decided", RULES_ASIAN, CHECKS, CHECKS_4 CHECKS_4, { 0 },
	    "8 loss red perpetual-check", "000:6", 0, 0 },
	{ "chase, announced", RULES_ASIAN, CHASE, CHASE_4, { 0 }, "4 warn red perpetual-chase",
	    "000:18", 0, 0 },
	{ "chase, the chased side completes the loop", RULES_ASIAN, CHASE, CHASE_4 CHASE_4, { 0 },
	    "8 loss red perpetual-chase", "000:18", 0, 0 },
	{ "permitted, announced", RULES_ASIAN, KILL, KILL_4, { 0 }, "4 warn repetition", NULL, 0,
	    0 },
	{ "permitted", RULES_ASIAN, KILL, KILL_4 KILL_4, { 0 }, "8 draw repetition", NULL, 0, 0 },
	{ "protection cut", RULES_ASIAN, CUT, CUT_8 CUT_8, { 0 }, "11 loss red perpetual-cut",
	    "000:add", 0, 0 },
	{ "both chase", RULES_ASIAN, BOTH_CHASE, BOTH_CHASE_4 BOTH_CHASE_4, { 0 }, "8 draw mutual",
	    "000:2.2", 0, 0 },
	{ "both check", RULES_ASIAN, BOTH_CHECK, BOTH_CHECK_4 BOTH_CHECK_4, { 0 }, "8 draw mutual",
	    "000:7", 0, 0 },

	{ "first check", RULES_SERVER, CHECKS, "H9-H10", { 0 }, "1 none none", NULL, 1, 3 },
	{ "second check", RULES_SERVER, CHECKS, "H9-H10 F10-F9 H10-H9", { 0 }, "3 none none", NULL,
	    2, 3 },
	{ "third check", RULES_SERVER, CHECKS, CHECKS_4 "H9-H10", { 0 },
	    "5 warn red perpetual-check", NULL, 3, 3 },
	{ "fourth check", RULES_SERVER, CHECKS, CHECKS_4 CHECKS_4, { 0 },
	    "7 refused red check-limit", "004:c", 4, 3 },
	{ "a fourth check that mates", RULES_SERVER, "5k2C/9/1N7/7N1/8c/9/9/4K4/9/9 w",
	    "B8-D9 F10-F9 D9-E7 F9-F10 E7-G8 F10-F9 G8-H10", { 0 }, "7 loss green checkmate",
	    "004:a", 0, 0 },
	{ "a fourth check that is the only legal move", RULES_SERVER, ONLY_CHECK, ONLY_CHECK_7,
	    { 0 }, "7 none none", NULL, 4, 3 },
	{ "another piece answers", RULES_SERVER, TWO_ANSWERS, CHECKS_4 "H9-H10 I8-G10 H10-G10",
	    { 0 }, "7 none none", NULL, 2, 3 },
	{ "counted again after another piece answered", RULES_SERVER, TWO_ANSWERS,
	    CHECKS_4 "H9-H10 I8-G10 H10-G10 F10-F9 G10-G9 F9-F10 G9-G10 F10-F9 G10-G9", { 0 },
	    "13 refused red check-limit", NULL, 4, 3 },
	{ "counted again after a move without check", RULES_SERVER, TWO_ANSWERS,
	    CHECKS_4 "H9-H10 F10-F9 H10-H8 I8-G6 H8-H9", { 0 }, "9 none none", NULL, 1, 3 },
	{ "no limit of checks", RULES_ASIAN, TWO_ANSWERS, CHECKS_4 "H9-H10 F10-F9 H10-H9", { 0 },
	    "7 warn red perpetual-check", NULL, 0, 0 },

	{ "the chaser completes the loop", RULES_SERVER, CHASE_LATER, CHASE_LATER_4 CHASE_LATER_4,
	    { 0 }, "8 refused red perpetual-chase", NULL, 0, 0 },
	{ "again", RULES_SERVER, CHASE_LATER, CHASE_LATER_4 CHASE_LATER_4, { 1, 0 },
	    "8 refused red perpetual-chase", NULL, 0, 0 },
	{ "the third attempt", RULES_SERVER, CHASE_LATER, CHASE_LATER_4 CHASE_LATER_4, { 2, 0 },
	    "8 loss red perpetual-chase", NULL, 0, 0 },
	{ "the other side's attempts do not count", RULES_SERVER, CHASE_LATER,
	    CHASE_LATER_4 CHASE_LATER_4, { 0, 2 }, "8 refused red perpetual-chase", NULL, 0, 0 },
	{ "the chased side completes the loop and plays on", RULES_SERVER, CHASE, CHASE_4 CHASE_4,
	    { 0 }, "8 warn red perpetual-chase", "000:18", 0, 0 },
	{ "then the chaser is refused", RULES_SERVER, CHASE, CHASE_4 CHASE_4 CHASE_4, { 0 },
	    "9 refused red perpetual-chase", NULL, 0, 0 },
	{ "but may leave the loop", RULES_SERVER, CHASE, CHASE_4 CHASE_4 "H7-H8", { 0 },
	    "9 none none", NULL, 0, 0 },
	{ "nothing else to play", RULES_SERVER, FORCED, FORCED_4 FORCED_4, { 0 },
	    "8 loss red perpetual-chase", NULL, 0, 0 },
	{ "a permitted loop", RULES_SERVER, KILL, KILL_4 KILL_4, { 0 }, "8 draw repetition", NULL,
	    0, 0 },

	{ "four checks", RULES_CXQ, CHECKS, CHECKS_4 CHECKS_4, { 0 }, "8 none none", NULL, 0, 0 },
	{ "five checks: announced", RULES_CXQ, CHECKS, CHECKS_4 CHECKS_4 "H9-H10", { 0 },
	    "9 warn red perpetual-check", "001", 5, 6 },
	{ "six checks", RULES_CXQ, CHECKS, CHECKS_4 CHECKS_4 "H9-H10 F10-F9 H10-H9", { 0 },
	    "11 warn red perpetual-check", "001", 6, 6 },
	{ "seven checks", RULES_CXQ, CHECKS, CHECKS_4 CHECKS_4 CHECKS_4 CHECKS_4, { 0 },
	    "13 loss red perpetual-check", "001", 7, 6 },
	{ "five chases: announced", RULES_CXQ, CHASE, CHASE_4 CHASE_4 "H7-I7", { 0 },
	    "9 warn red perpetual-chase", "001", 5, 6 },
	{ "seven chases", RULES_CXQ, CHASE, CHASE_4 CHASE_4 CHASE_4 CHASE_4, { 0 },
	    "13 loss red perpetual-chase", "001", 7, 6 },
	{ "nobody checks or chases", RULES_CXQ, KILL, KILL_4, { 0 }, "4 warn repetition", NULL, 0,
	    0 },
	{ "third occurrence", RULES_CXQ, KILL, KILL_4 KILL_4, { 0 }, "8 draw repetition", "001", 0,
	    0 },
	{ "third occurrence late in a row of checks", RULES_CXQ, LATE_CHECKS,
	    LATE_CHECKS_12 "D1-E1", { 0 }, "12 draw repetition", "001", 0, 0 },
	{ "its second occurrence", RULES_CXQ, LATE_CHECKS, LATE_CHECKS_4, { 0 },
	    "4 warn repetition", "001", 0, 0 },
	{ "both at their limit", RULES_CXQ, BOTH_CHECK,
	    BOTH_CHECK_4 BOTH_CHECK_4 BOTH_CHECK_4 BOTH_CHECK_4 BOTH_CHECK_4 BOTH_CHECK_4
		BOTH_CHECK_4,
	    { 0 }, "25 draw mutual", "001", 13, 12 },

	{ "stalemate", RULES_SERVER, "3k5/9/9/9/9/9/9/9/9/R3K4 w", "A1-A9", { 0 },
	    "1 loss green stalemate", "004:a", 0, 0 },
	{ "last soldier taken", RULES_ASIAN, "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "E1-E2", { 0 },
	    "1 draw dead-position", "004:f", 0, 0 },
	{ "last soldier taken, cxq", RULES_CXQ, "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "E1-E2", { 0 },
	    "1 draw dead-position", NULL, 0, 0 },
};

static void
verdicts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct game game;
		struct verdict verdict, again;
		char got[64];
		int ply;

		game_read(&game, games[i].name, games[i].rules, games[i].fen, games[i].moves);
		memcpy(game.h.refused, games[i].refused, sizeof(game.h.refused));
		ply = referee_replay(&game.h, &verdict);
		verdict_write(&verdict, ply, got, sizeof(got));
		if (strcmp(got, games[i].want) != 0)
			fail_msg("%s: %s", games[i].name, got);
		if (games[i].article != NULL && strcmp(games[i].article, verdict.article) != 0)
			fail_msg("%s: article %s", games[i].name, verdict.article);
		if (games[i].allowed != 0 &&
		    (verdict.used != games[i].used || verdict.allowed != games[i].allowed))
			fail_msg("%s: %d of %d", games[i].name, verdict.used, verdict.allowed);
		game.h.length = ply;
		referee_judge(&game.h, &again);
		assert_memory_equal(&verdict, &again, sizeof(verdict));
	}
}

static void
attempts_are_counted(void **state)
{
	struct game game;
	struct verdict verdict;

	(void)state;
	game_read(&game, "attempts", RULES_SERVER, CHASE_LATER, CHASE_LATER_4 CHASE_LATER_4);
	for (int earlier = 0; earlier <= 2; earlier++) {
		game.h.refused[RED] = earlier;
		referee_judge(&game.h, &verdict);
		assert_int_equal(verdict.attempts, earlier + 1);
		assert_int_equal(verdict.occurrences, 3);
		assert_int_equal(verdict.loop_first, 1);
		assert_int_equal(verdict.loop_last, 8);
		assert_int_equal(verdict.loop_length, 4);
		assert_int_equal(verdict.level[RED], 2);
		assert_int_equal(verdict.level[GREEN], 0);
	}
}

/* Is every move it names legal for the side that must vary, and none of them
 * refused or another step of the loop? */
static void
check_alternatives(const char *name, struct game *game, const struct verdict *verdict)
{
	struct board board = game->h.start;
	int played = game->h.length;

	if (verdict->kind == VERDICT_REFUSED) {
		played--;
	} else if (verdict->loser_known && verdict->loser != (enum side)(played % 2 ^ board.turn)) {
		game->moves[played] = game->moves[played - verdict->loop_length];
		played++;
	}
	for (int i = 0; i < played; i++)
		board_play(&board, game->moves[i]);
	if (verdict->alternative_count == 0)
		fail_msg("%s: no move leaves", name);
	for (int i = 0; i < verdict->alternative_count; i++) {
		struct verdict next;

		if (!move_is_legal(&board, verdict->alternatives[i]))
			fail_msg("%s: alternative %d is not legal", name, i);
		game->moves[played] = verdict->alternatives[i];
		game->h.length = played + 1;
		referee_judge(&game->h, &next);
		if (next.kind == VERDICT_REFUSED || next.occurrences > 1)
			fail_msg("%s: alternative %d does not leave", name, i);
	}
}

static void
moves_that_leave(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct game game;
		struct verdict verdict;

		game_read(&game, games[i].name, games[i].rules, games[i].fen, games[i].moves);
		game.h.length = referee_replay(&game.h, &verdict);
		if (verdict.kind == VERDICT_REFUSED ||
		    (verdict.kind == VERDICT_WARN && verdict.occurrences > 1))
			check_alternatives(games[i].name, &game, &verdict);
	}
}

static void
explanation(void **state)
{
	struct game game;
	struct verdict verdict;
	struct conduct told[16];
	const char *squares = "I1H1";

	(void)state;
	game_read(&game, "explanation", RULES_ASIAN, CHASE, CHASE_4 CHASE_4);
	referee_judge(&game.h, &verdict);
	assert_int_equal(referee_explain(&game.h, &verdict, told, 16), 8);
	for (int i = 0; i < 8; i++) {
		const struct attack *attack = &told[i].attacks[0];
		char victim[4], attacker[4], rook[4];

		assert_int_equal(told[i].ply, i + 1);
		assert_int_equal(told[i].kind, i % 2 == 0 ? CONDUCT_CHASE : CONDUCT_PERMITTED);
		if (i % 2 == 1)
			continue;
		assert_int_equal(told[i].attack_count, 1);
		square_write(attack->victim.square, victim);
		square_write(attack->attackers[0].square, attacker);
		square_write(game.moves[i].to, rook);
		assert_memory_equal(victim, squares + i % 4, 2);
		assert_string_equal(attacker, rook);
		assert_int_equal(attack->attacker_count, 1);
		assert_int_equal(attack->victim.piece, piece_of(GREEN, CANNON));
		assert_int_equal(attack->attackers[0].piece, piece_of(RED, ROOK));
	}
	assert_int_equal(referee_explain(&game.h, &verdict, told, 3), 3);
}

/* Why a threat is real, and what a permitted move threatens: by the first move. */
static const struct {
	const char *name, *fen, *moves;
	enum conduct_kind kind;
	enum threat_reason reason;
	bool kill;
} reasons[] = {
	{ "nothing protects", CHASE, CHASE_4, CONDUCT_CHASE, THREAT_UNPROTECTED, false },
	{ "the protector would open the kings' file", "4k4/9/9/9/6c2/4h4/R8/9/9/4K4 w",
	    "A4-A6 G6-G4 A6-A4 G4-G6 ", CONDUCT_CHASE, THREAT_FAKE_ROOT, false },
	{ "protected, but a guard attacks", "3k5/9/9/9/9/9/9/5c2r/R8/4KG3 w",
	    "F1-E2 F3-F2 E2-F1 F2-F3 ", CONDUCT_CHASE, THREAT_GREATER, false },
	{ "the rook may mate on the D file", "3k5/9/R8/9/9/9/p8/9/9/4K4 w",
	    "A8-A7 D10-D9 A7-A8 D9-D10 ", CONDUCT_PERMITTED, THREAT_NONE, true },
	{ "no mate on the D file: the kings do not face", "3k5/9/R8/9/9/9/p8/9/9/5K3 w",
	    "A8-A7 D10-D9 A7-A8 D9-D10 ", CONDUCT_PERMITTED, THREAT_NONE, false },
};

static void
explanation_reasons(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		char moves[128];
		struct game game;
		struct verdict verdict;
		struct conduct told[16];

		snprintf(moves, sizeof(moves), "%s%s", reasons[i].moves, reasons[i].moves);
		game_read(&game, reasons[i].name, RULES_ASIAN, reasons[i].fen, moves);
		referee_judge(&game.h, &verdict);
		assert_int_equal(referee_explain(&game.h, &verdict, told, 16), 8);
		if (told[0].kind != reasons[i].kind ||
		    told[0].attacks[0].reason != reasons[i].reason ||
		    told[0].kill != reasons[i].kill)
			fail_msg("%s: kind %d, reason %d, kill %d", reasons[i].name, told[0].kind,
			    told[0].attacks[0].reason, told[0].kill);
	}
}

static void
names(void **state)
{
	enum ruleset rules;

	(void)state;
	for (int i = 0; i < RULESETS; i++) {
		assert_true(ruleset_find(ruleset_name((enum ruleset)i), &rules));
		assert_int_equal(rules, i);
	}
	assert_false(ruleset_find("chess", &rules));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts),
		cmocka_unit_test(attempts_are_counted),
		cmocka_unit_test(moves_that_leave),
		cmocka_unit_test(explanation),
		cmocka_unit_test(explanation_reasons),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
