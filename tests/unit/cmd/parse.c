/* SPDX-License-Identifier: ISC */
/*
 * What is a command, what only resembles one, and where a letter's commands end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/parse.h"
#include "unit/letters.h"

/* As if read from folders of templates. */
static const char *german[32], *none[32];
static struct language languages[] = { { "de", "Deutsch", NULL, german, NULL },
	{ "vi", "Tiếng Việt", NULL, none, NULL } };
static const struct glossary glossary = { languages, 2 };

static const struct {
	const char *line;
	enum line_kind kind;
	const char *shown; /* the order as it may be shown; NULL not a command */
} lines[] = {
	/* Commands, and how people write them. */
	{ "move 123 fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "xiangqi move 123 fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "XQ MOVE 123 Fred SeCret b3e3", LINE_COMMAND, "move 123 Fred ******** b3e3" },
	{ "move board 123 fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "board 123 fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "mvoe 123 fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	/* pbmserv's stray words, and its verbs in the move's place. */
	{ "move 123 fred secret B3-E3 **", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "B3-E3 **", LINE_COMMAND, "move B3-E3" },
	{ "move 123 ** fred secret B3-E3", LINE_COMMAND, "move 123 fred ******** B3-E3" },
	{ "show board 1", LINE_COMMAND, "show 1" },
	{ "xiangqi show board 1 game 2 **", LINE_COMMAND, "show 1 2" },
	{ "xiangqi board show 1", LINE_COMMAND, "show 1" },
	{ "resign game 1", LINE_COMMAND, "resign 1" },
	{ "resign game", LINE_NEAR, NULL },
	{ "set board hanzi", LINE_COMMAND, "set board hanzi" },
	{ "all show fred", LINE_COMMAND, "show fred" },
	{ "all is well", LINE_TEXT, NULL },
	{ "move 123 fred secret resign", LINE_COMMAND, "resign 123 fred ********" },
	{ "board 123 fred secret propose", LINE_COMMAND, "draw 123 fred ********" },
	{ "move 123 fred secret accept", LINE_COMMAND, "accept 123 fred ********" },
	{ "move 123 reject", LINE_COMMAND, "reject 123" },
	{ "prev 12 B3-E3", LINE_COMMAND, "preview 12 B3-E3" },
	{ "sub 12", LINE_COMMAND, "subscribe 12" },
	{ "move #123 B3-E3#12", LINE_COMMAND, "move #123 B3-E3#12" },
	{ "move 7 H2 E2", LINE_COMMAND, "move 7 H2 E2" },
	{ "B3-E3", LINE_COMMAND, "move B3-E3" },
	{ "B3-E3!", LINE_COMMAND, "move B3-E3!" },
	{ "Ｂ３－Ｅ３", LINE_COMMAND, "move Ｂ３－Ｅ３" },
	{ "C2=5", LINE_COMMAND, "move C2=5" },
	{ "炮二平五", LINE_COMMAND, "move 炮二平五" },
	{ "炮二平五。", LINE_COMMAND, "move 炮二平五。" },
	{ "炮二平五！", LINE_COMMAND, "move 炮二平五！" },
	{ "Xt-5", LINE_COMMAND, "move Xt-5" },
	{ "Ziehe 123 fred secret P2.5", LINE_COMMAND, "move 123 fred ******** P2.5" },
	{ "Zug: B3-E3", LINE_COMMAND, "move B3-E3" },
	{ "zug um zug, mein Freund", LINE_TEXT, NULL },
	{ "resign", LINE_COMMAND, "resign" },
	{ "Resign.", LINE_COMMAND, "resign" },
	{ "resign 123 fred secret", LINE_COMMAND, "resign 123 fred ********" },
	{ "accept", LINE_COMMAND, "accept" },
	{ "chall wilma", LINE_COMMAND, "challenge wilma" },
	{ "challe wilma", LINE_COMMAND, "challenge wilma" },
	{ "challenge fred wilma --rules=asian -nagtime=5", LINE_COMMAND,
	    "challenge fred wilma --rules=asian --nagtime=5" },
	{ "challenge wilma –rules=cxq", LINE_COMMAND, "challenge wilma --rules=cxq" },
	{ "challenge wilma --password=geheim", LINE_COMMAND, "challenge wilma" },
	{ "signup fred secret", LINE_COMMAND, "signup fred ********" },
	{ "signup fred fred@players.test", LINE_COMMAND, "signup fred fred@players.test" },
	{ "as fred secret", LINE_COMMAND, "as fred ********" },
	{ "set", LINE_COMMAND, "set" },
	{ "set fred secret board hanzi", LINE_COMMAND, "set fred ******** board hanzi" },
	{ "show 12 13#4", LINE_COMMAND, "show 12 13#4" },
	{ "history fred vs wilma won since 2026-01-01 limit 5", LINE_COMMAND,
	    "history fred vs wilma won since 2026-01-01 limit 5" },
	{ "history opening H3-E3 H10-G8 by mate", LINE_COMMAND,
	    "history opening H3-E3 H10-G8 by mate" },
	{ "preview new B3-E3 H10-G8", LINE_COMMAND, "preview new B3-E3 H10-G8" },
	{ "help", LINE_COMMAND, "help" },
	/* What might have been one. */
	{ "resgin", LINE_NEAR, NULL },
	{ "resign now", LINE_NEAR, NULL },
	{ "resign 123 fred", LINE_NEAR, NULL },
	{ "move 123", LINE_NEAR, NULL },
	{ "move 123 fred secret", LINE_NEAR, NULL },
	{ "chalenge wilma", LINE_NEAR, NULL },
	{ "B3-E3 good?", LINE_NEAR, NULL },
	{ "show me 12", LINE_NEAR, NULL },
	/* No board's number: speech, or a password where it does not belong. */
	{ "Draw? No way.", LINE_NEAR, NULL },
	{ "resign fred secret", LINE_NEAR, NULL },
	{ "My move: B3-E3", LINE_NEAR, NULL },
	{ "move fred secret B3-E3", LINE_NEAR, NULL },
	/* Other servers' commands, with a password in them. */
	{ "signoff fred secret", LINE_NEAR, NULL },
	{ "Change password fred secret new", LINE_NEAR, NULL },
	{ "change address fred secret fred@a.test", LINE_NEAR, NULL },
	{ "add fred secret a@a.test b@a.test c@a.test d@a.test e@a.test", LINE_NEAR, NULL },
	{ "queue 12 fred secret B3-E3", LINE_NEAR, NULL },
	{ "undo #12 fred secret", LINE_NEAR, NULL },
	{ "Change of plan, my friend!", LINE_TEXT, NULL },
	{ "add one more", LINE_TEXT, NULL },
	{ "drop me a line: wilma@b.test", LINE_TEXT, NULL },
	{ "signoff for today, bye", LINE_TEXT, NULL },
	/* What people say. */
	{ "Your horse looks lonely.", LINE_TEXT, NULL },
	{ "I will not resign today, you know that well", LINE_TEXT, NULL },
	{ "Move your pieces faster, please, my dear old friend", LINE_TEXT, NULL },
	{ "show me what you have got", LINE_TEXT, NULL },
	{ "history will tell who was right", LINE_TEXT, NULL },
	{ "Thanks!", LINE_TEXT, NULL },
	{ "e3", LINE_TEXT, NULL },
	/* Ends. */
	{ "", LINE_EMPTY, NULL },
	{ "  \t ", LINE_EMPTY, NULL },
	{ "end", LINE_END, NULL },
	{ "END", LINE_END, NULL },
	{ "Summary of Xiangqi Board 12", LINE_END, NULL },
};

static void
reads_lines(void **state)
{
	struct arena *arena = arena_new();
	struct order order;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		enum line_kind kind = parse_line(arena, &glossary, lines[i].line, &order);

		if (kind != lines[i].kind)
			fail_msg(
			    "\"%s\" is of kind %d, not %d", lines[i].line, kind, lines[i].kind);
		if (lines[i].shown != NULL)
			assert_string_equal(order.line, lines[i].shown);
	}
	arena_free(arena);
}

static void
reads_arguments(void **state)
{
	struct arena *arena = arena_new();
	struct order order;

	(void)state;
	parse_line(arena, &glossary, "xiangqi move 123 Fred SeCret B3-E3 #12", &order);
	assert_int_equal(order.game, 123);
	assert_string_equal(order.userid, "fred");
	assert_string_equal(order.password, "SeCret");
	assert_int_equal(order.number, 12);
	assert_string_equal(order.move, "B3-E3 ");
	parse_line(arena, &glossary,
	    "challenge wilma --rules=asian --userid=Fred --password=Se=cret", &order);
	assert_int_equal(order.option_count, 1);
	assert_string_equal(order.options[0].name, "rules");
	assert_string_equal(order.options[0].value, "asian");
	assert_string_equal(order.password, "Se=cret");
	assert_string_equal(
	    order.written, "challenge wilma --rules=asian --userid=Fred --password=********");
	parse_line(arena, &glossary, "xiangqi Propose board 12 fred fred **", &order);
	assert_string_equal(order.written, "xiangqi Propose board 12 fred ******** **");
	parse_line(arena, &glossary, "show 13#4", &order);
	assert_string_equal(order.words[0], "13#4");
	arena_free(arena);
}

static const struct {
	const char *subject, *text;
	bool body_first;
	const char *commands; /* names, with blanks between */
	const char *comment;
	const char *doubtful;
} letters[] = {
	{ "move 1 fred secret B3-E3", "Hello!\n", false, "move", "Hello!", NULL },
	{ "hello", "move 1 fred secret B3-E3\n\nHello!\n", false, "move", "Hello!", NULL },
	{ "multiple", "show 1\nshow 2\nend\nshow 3\n", false, "show show", "", NULL },
	{ "move 1 fred secret B3-E3", "resign\n", true, "resign", "", NULL },
	{ "move 1 fred secret B3-E3", "Here you are.\n", true, "move", "Here you are.", NULL },
	{ "x", "\n\n  B3-E3\n\n\nOne.\n\nTwo.\n\n", true, "move", "One.\n\nTwo.", NULL },
	{ "x", "B3-E3\nnice, is it not?\nresign\n", true, "move", "nice, is it not?\nresign",
	    "resign" },
	{ "x", "Dear Fred,\nB3-E3\n", true, "", "Dear Fred,\nB3-E3", "B3-E3" },
	{ "x", "chat\nmy password is geheim\n", true, "chat", "my password is geheim", NULL },
	{ "move 1 fred geheim B3-E3", "geheim is my password\n", false, "move",
	    "******** is my password", NULL },
	{ "move 1 fred secret B3-E3", "move 1 fred secret B3-E3\n\nHello\n", false, "move", "Hello",
	    NULL },
	{ "as fred secret", "move 1 B3-E3\nHello\n", false, "as move", "Hello", NULL },
	{ "", "", true, "", "", NULL },
};

static void
reads_letters(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
		struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
		char names[200] = "";

		parse_letter(arena, &glossary, letters[i].subject, letters[i].text,
		    letters[i].body_first, parsed);
		for (int k = 0; k < parsed->count; k++) {
			strncat(names, k > 0 ? " " : "", sizeof names - strlen(names) - 1);
			strncat(
			    names, parsed->orders[k].cmd->name, sizeof names - strlen(names) - 1);
		}
		assert_string_equal(names, letters[i].commands);
		assert_string_equal(parsed->comment, letters[i].comment);
		if (letters[i].doubtful != NULL)
			assert_string_equal(parsed->doubtful, letters[i].doubtful);
		else
			assert_null(parsed->doubtful);
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_lines),
		cmocka_unit_test(reads_arguments),
		cmocka_unit_test(reads_letters),
	};

	languages[1].letters = letters_of("vi");
	for (int i = 0; cmd_table[i] != NULL; i++)
		if (strcmp(cmd_table[i]->name, "move") == 0)
			german[i] = "ziehe zug";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
