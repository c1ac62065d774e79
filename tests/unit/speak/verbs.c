/* SPDX-License-Identifier: ISC */
/*
 * Which words are commands, which are nearly, and which are left for userids.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "play/glossary.h"
#include "speak/verbs.h"

static const struct {
	const char *word;
	const char *exact, *near; /* the command, or NULL */
} words[] = {
	{ "resign", "resign", "resign" },
	{ "decline", "reject", "reject" },
	{ "mv", "move", NULL },
	{ "mve", NULL, "move" },
	{ "zug", "move", NULL },
	{ "zige", NULL, NULL },
	{ "zihee", NULL, "move" },
	{ "chall", "challenge", "challenge" },
	{ "subscr", "subscribe", NULL },
	{ "unsub", "unsubscribe", NULL },
	{ "chal", NULL, "challenge" },
	{ "resgin", NULL, "resign" },
	{ "rsign", NULL, "resign" },
	{ "resignn", NULL, "resign" },
	{ "rezign", NULL, "resign" },
	{ "sho", NULL, "show" },
	{ "ha", NULL, NULL },
	{ "", NULL, NULL },
};

static void
check_name(const char *word, const struct verb *cmd, const char *want)
{
	if ((cmd == NULL) != (want == NULL) || (cmd != NULL && strcmp(cmd->name, want) != 0))
		fail_msg("\"%s\" is %s", word, cmd != NULL ? cmd->name : "nothing");
}

static void
finds_commands(void **state)
{
	static const char *german[VERB_COUNT], *none[VERB_COUNT];
	static const struct language languages[] = { { .code = "vi", .commands = none },
		{ .code = "de", .commands = german } };
	static const struct glossary glossary = { languages, 2 };

	(void)state;
	for (int i = 0; i < VERB_COUNT; i++)
		if (i == VERB_MOVE)
			german[i] = "ziehe zug";
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		check_name(words[i].word, verb_find(&glossary, words[i].word), words[i].exact);
		check_name(words[i].word, verb_near(&glossary, words[i].word), words[i].near);
	}
	assert_null(verb_find(NULL, "zug"));
}

static void
the_table_is_sorted(void **state)
{
	(void)state;
	for (int i = 1; i < VERB_COUNT; i++)
		if (strcmp(verb_table[i - 1].name, verb_table[i].name) >= 0)
			fail_msg("%s stands after %s", verb_table[i].name, verb_table[i - 1].name);
}

static void
userids_are_no_other_words(void **state)
{
	static const char *const bad[] = { "a", "b3", "i10", "draw", "Resign", "chall", "1fred",
		"fre d", "fred!", "abcdefghijklmnopqrstu", "b3e3", "server", "-fred", "mvoe", "" };
	static const char *const good[] = { "fred", "w1lma", "Li_Wei", "jo", "anna-b", "h2o" };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (verb_allows_userid(bad[i]))
			fail_msg("\"%s\" is taken for a userid", bad[i]);
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (!verb_allows_userid(good[i]))
			fail_msg("\"%s\" is not taken for a userid", good[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_commands),
		cmocka_unit_test(the_table_is_sorted),
		cmocka_unit_test(userids_are_no_other_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
