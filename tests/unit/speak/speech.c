/* SPDX-License-Identifier: ISC */
/*
 * What people say is neither run nor stopped: sentences of a club, and everyday ones where
 * the collected data is; and what does resemble a command is asked about.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "rules/board.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "speak/verbs.h"
#include "unit/glossary.h"
#include "unit/table.h"

static bool
is_userid(void *source, const char *userid)
{
	(void)source;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0 ||
	    strcmp(userid, "barney") == 0;
}

static struct parse_context context = { .writer = "wilma", .is_userid = is_userid };

/* After Red's first move: Green, who is wilma, can play H10-G8. */
static struct board board;

/* How many sentences were stopped or run below a move. */
struct talk_tally {
	int sentences, stopped, run;
};

/* A whole answer: a move, what stands between, the sentence. */
static void
try_sentence(const char *between, const char *sentence, bool tell, struct talk_tally *tally)
{
	struct arena *arena = arena_new();
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	bool stopped, run;

	parse_letter(arena, &context, "Xiangqi Board 1: fred - wilma",
	    arena_printf(arena, "H10-G8\n%s%s\n", between, sentence), true, parsed);
	stopped = parsed->doubtful != NULL;
	run = parsed->count != 1 || verb_id(parsed->orders[0].verb) != VERB_MOVE;
	tally->sentences++;
	tally->stopped += stopped;
	tally->run += run;
	if (!stopped && !run)
		assert_string_equal(parsed->comment, sentence);
	else if (tell)
		print_message("%s: %s\n", run ? "run" : "stopped", sentence);
	arena_free(arena);
}

#define CLUB     "tests/data/talk.tsv"
#define EVERYDAY "talk/sentences.tsv" /* collected */
#define SENTENCE 1                    /* its column, in either table */

static struct talk_tally
try_table(const char *path, const char *between)
{
	struct talk_tally tally = { 0 };
	struct table table;

	table_open(&table, path, SENTENCE + 1);
	while (table_next(&table))
		try_sentence(between, table.column[SENTENCE], true, &tally);
	return tally;
}

static void
passes_a_clubs_talk_on(void **state)
{
	struct talk_tally tally = try_table(CLUB, "\n");

	(void)state;
	assert_true(tally.sentences >= 300);
	assert_int_equal(tally.run, 0);
	assert_int_equal(tally.stopped, 0);
	/* "Nein!" alone right below a move calls it off. */
	tally = try_table(CLUB, "");
	assert_int_equal(tally.run, 0);
	assert_int_equal(tally.stopped, 1);
}

/* In a letter about the board: the sentence alone, above a move, or behind it on its line. */
static void
try_on_board(const char *sentence, struct talk_tally *alone, struct talk_tally *above,
    struct talk_tally *behind)
{
	struct arena *arena = arena_new();
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context on_board = context;
	struct reading reading;

	on_board.answer.board = &board;
	on_board.answer.by.language = "en";
	parse_letter(arena, &on_board, "Board 1", sentence, true, parsed);
	alone->sentences++;
	for (int i = 0; i < parsed->count; i++)
		alone->run += parsed->orders[i].move != NULL &&
		    glossary_read_move(context.glossary, (struct spelling){ "en", false },
			parsed->orders[i].move, &board, &reading) == READ_MOVE;
	parse_letter(arena, &on_board, "Board 1",
	    arena_printf(arena, "Hello wilma,\n%s\n\nH10-G8\n", sentence), true, parsed);
	above->sentences++;
	if (parsed->count != 1 || parsed->doubtful != NULL)
		above->stopped++;
	else
		above->run += strcmp(parsed->comment,
				  arena_printf(arena, "Hello wilma,\n%s", sentence)) != 0;
	parse_letter(
	    arena, &on_board, "Board 1", arena_printf(arena, "H10-G8, %s", sentence), true, parsed);
	behind->sentences++;
	if (parsed->count != 1 || parsed->doubtful != NULL)
		behind->stopped++;
	else
		behind->run += strstr(parsed->comment, sentence) == NULL &&
		    strstr(sentence, parsed->comment) == NULL; /* "Merci !" */
	arena_free(arena);
}

static void
try_table_on_board(const char *path)
{
	struct talk_tally alone = { 0 }, above = { 0 }, behind = { 0 };
	struct table table;

	table_open(&table, path, SENTENCE + 1);
	while (table_next(&table))
		try_on_board(table.column[SENTENCE], &alone, &above, &behind);
	print_message("of %d: above a move %d stopped, behind it %d\n", above.sentences,
	    above.stopped, behind.stopped);
	assert_int_equal(alone.run + above.run + behind.run, 0);
	assert_true(above.stopped * 200 <= above.sentences);
	/* "H10-G8, ok?" asks. */
	assert_true(behind.stopped * 10 <= behind.sentences);
}

/* The sentence as all of a letter that answers one about a board. */
static void
try_as_answer(const char *sentence, struct talk_tally *tally)
{
	struct arena *arena = arena_new();
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context answering = context;

	answering.answer.game = 12;
	answering.answer.takes_words = true;
	parse_letter(arena, &answering, "Board 12", sentence, true, parsed);
	tally->sentences++;
	tally->stopped += parsed->count == 0 || parsed->doubtful != NULL;
	if (parsed->count > 0 && verb_id(parsed->orders[0].verb) != VERB_CHAT) {
		tally->run++;
		print_message("%s: %s\n", parsed->orders[0].verb->name, sentence);
	}
	arena_free(arena);
}

/* A language's word for a command begins sentences; the commands themselves, in English, may ask
 * for what nobody has, and what they do on a board is asked about. */
static void
passes_talk_alone_on(void **state)
{
	struct talk_tally english = { 0 }, others = { 0 };
	struct table table;

	(void)state;
	table_open(&table, CLUB, SENTENCE + 1);
	while (table_next(&table))
		try_as_answer(table.column[SENTENCE],
		    strcmp(table.column[0], "en") == 0 ? &english : &others);
	print_message("alone: of %d English %d stopped, %d run; of %d others %d and %d\n",
	    english.sentences, english.stopped, english.run, others.sentences, others.stopped,
	    others.run);
	assert_true(english.run * 12 <= english.sentences);
	/* "Show vorbei" */
	assert_true(others.run * 300 <= others.sentences);
	assert_true(others.stopped * 12 <= others.sentences);
}

static void
passes_talk_around_a_move_on(void **state)
{
	char path[PATH_MAX];

	(void)state;
	board_start(&board);
	board_play(&board, (struct move){ square_at(7, 2), square_at(4, 2) });
	try_table_on_board(CLUB);
	if (collected(path, EVERYDAY))
		try_table_on_board(path);
}

static void
passes_everyday_talk_on(void **state)
{
	struct talk_tally tally;
	char path[PATH_MAX];

	(void)state;
	if (!collected(path, EVERYDAY))
		skip();
	tally = try_table(path, "\n");
	print_message("below an empty line: %d of %d stopped\n", tally.stopped, tally.sentences);
	assert_int_equal(tally.run, 0);
	assert_true(tally.stopped * 1000 <= tally.sentences);
	tally = try_table(path, "");
	print_message(
	    "below a move: %d of %d stopped, %d run\n", tally.stopped, tally.sentences, tally.run);
	assert_true((tally.stopped + tally.run) * 1000 <= tally.sentences * 5);
}

/* A move in words is one only alone on its line. */
static void
tells_moves_in_words_from_talk(void **state)
{
	static const struct {
		const char *text;
		bool want;
	} cases[] = {
		{ "Cannon 2 = 5", true },
		{ "Cannon 2 = 5!", true },
		{ "Cannon 2 = 5 #12", true },
		{ "**Cannon 2 = 5**", true },
		{ "Pháo 2 bình 5", true },
		{ "Пушка 2=5", true },
		{ "Kanone 2 = 5", true },
		{ "pao 2 ping 5", true },
		{ "前兵五进一", true },
		{ "M8t7 nhé", true },
		{ "前兵五进一 加油", true },
		{ "Cannon 2 is strong", false },
		{ "Cannon 2 = 5 thanks", false },
		{ "Cannon 2 = 5 is strong", false },
		{ "😀 Cannon 2 = 5", false },
		{ "thanks Cannon 2 = 5", false },
		{ "Cannon 2 to the middle", false },
		{ "Horse 2, forward 3 cheers", false },
		{ "Soldier 5 forward 1 and it is lost", false },
		{ "King 5 back 1 or not", false },
		{ "Rook 1", false },
		{ "Car 54 back 2 you", false },
		{ "General 5 star", false },
		{ "Pháo 2 mạnh lắm", false },
		{ "Xe 2 bánh", false },
		{ "Mã 8 tấn 7 hay quá", false },
		{ "Ma 2 amici", false },
		{ "Конь 2 сильный", false },
		{ "Слон 3 = 5 спасибо", false },
		{ "Turm 2 vor 3 Uhr", false },
		{ "Bauer 4 vor 1 Jahr", false },
		{ "前兵五进一步", false },
	};
	struct arena *arena = arena_new();
	struct dressed_move move;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (speech_read_move(arena, &context, cases[i].text, &move) != cases[i].want)
			fail_msg("%s", cases[i].text);
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_a_clubs_talk_on),
		cmocka_unit_test(passes_everyday_talk_on),
		cmocka_unit_test(passes_talk_alone_on),
		cmocka_unit_test(passes_talk_around_a_move_on),
		cmocka_unit_test(tells_moves_in_words_from_talk),
	};

	context.glossary = glossary_shipped();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
