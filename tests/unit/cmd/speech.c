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
#include "cmd/cmd.h"
#include "cmd/parse.h"
#include "cmd/speech.h"
#include "unit/glossary.h"

static bool
is_userid(void *source, const char *userid)
{
	(void)source;
	return strcmp(userid, "fred") == 0 || strcmp(userid, "wilma") == 0 ||
	    strcmp(userid, "barney") == 0;
}

static struct parse_context context = { .writer = "wilma", .is_userid = is_userid };

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
	run = parsed->count != 1 || parsed->orders[0].cmd != &cmd_move;
	tally->sentences++;
	tally->stopped += stopped;
	tally->run += run;
	if (!stopped && !run)
		assert_string_equal(parsed->comment, sentence);
	else if (tell)
		print_message("%s: %s\n", run ? "run" : "stopped", sentence);
	arena_free(arena);
}

/* Each line of the file; the sentence is in the second column. */
static bool
try_file(const char *path, const char *between, struct talk_tally *tally)
{
	FILE *file = fopen(path, "r");
	char line[1000];

	*tally = (struct talk_tally){ 0 };
	if (file == NULL)
		return false;
	while (fgets(line, sizeof line, file) != NULL) {
		char *sentence = strchr(line, '\t');

		if (line[0] == '#' || sentence == NULL)
			continue;
		sentence++;
		sentence[strcspn(sentence, "\t\n")] = '\0';
		try_sentence(between, sentence, true, tally);
	}
	fclose(file);
	return true;
}

static void
passes_a_clubs_talk_on(void **state)
{
	struct talk_tally tally;

	(void)state;
	assert_true(try_file("tests/data/talk.tsv", "\n", &tally));
	assert_true(tally.sentences >= 300);
	assert_int_equal(tally.run, 0);
	assert_int_equal(tally.stopped, 0);
	try_file("tests/data/talk.tsv", "", &tally);
	assert_int_equal(tally.run + tally.stopped, 0);
}

static void
passes_everyday_talk_on(void **state)
{
	const char *data = getenv("RIVERPOST_DATA");
	struct talk_tally tally;
	char path[1000];

	(void)state;
	snprintf(path, sizeof path, "%s/talk/sentences.tsv", data != NULL ? data : "");
	if (data == NULL || !try_file(path, "\n", &tally))
		skip();
	print_message("below an empty line: %d of %d stopped\n", tally.stopped, tally.sentences);
	assert_int_equal(tally.run, 0);
	assert_true(tally.stopped * 1000 <= tally.sentences);
	try_file(path, "", &tally);
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
		cmocka_unit_test(tells_moves_in_words_from_talk),
	};

	context.glossary = glossary_shipped();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
