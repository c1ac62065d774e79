/* SPDX-License-Identifier: ISC */
/*
 * The dispatcher: who speaks, with what proof, about which game, and may he?  Each letter
 * stands alone, on a server where nothing has happened yet.
 */
#include "unit/cmd/setup.h"

enum proof_brought { NO_PROOF, BY_GAME, BY_ACCOUNT, BY_OTHER_GAME, BY_MAIL_SERVER };

static const struct {
	const char *name;
	const struct player *sender; /* NULL a stranger */
	enum proof_brought proof;
	const char *text;
	enum outcome want;
	const char *answer, *others;
} letters[] = {
	/* Proof. */
	{ "the answer to a letter of the game", &fred, BY_GAME, "resign", DONE, "resign-done",
	    "wilma:resign-opponent" },
	{ "the mail server's word", &fred, BY_MAIL_SERVER, "resign 1", DONE, "resign-done",
	    "wilma:resign-opponent" },
	{ "a password", &fred, NO_PROOF, "resign 1 fred " PASSWORD, DONE, "resign-done",
	    "wilma:resign-opponent" },
	{ "a password from a stranger's address", NULL, NO_PROOF, "resign 1 fred " PASSWORD, DONE,
	    "resign-done", "wilma:resign-opponent" },
	{ "nothing but the address: its player is asked", &fred, NO_PROOF, "resign 1", REFUSED, "-",
	    "fred:proof-missing" },
	{ "a wrong password: its player is told", &fred, NO_PROOF, "resign 1 fred Bad4Fred",
	    REFUSED, "-", "fred:password-wrong" },
	{ "a wrong password from elsewhere", NULL, NO_PROOF, "resign 1 fred Bad4Fred", REFUSED, "-",
	    "fred:password-wrong" },
	{ "one who has no password", NULL, NO_PROOF, "resign 1 wilma Bad4Wilma", REFUSED, "-",
	    "wilma:password-wrong" },
	{ "the answer to a letter of an account", &fred, BY_ACCOUNT, "resign 1", REFUSED,
	    "proof-other-board", "" },
	{ "the answer to a letter of another game", &fred, BY_OTHER_GAME, "resign 1", REFUSED,
	    "proof-other-board", "" },
	{ "a stranger", NULL, NO_PROOF, "resign 1", REFUSED, "-", "" },
	/* What needs none. */
	{ "help for a stranger", NULL, NO_PROOF, "help", DONE, "help", "" },
	{ "a look at a game", &fred, NO_PROOF, "show 1", DONE, "show", "" },
	{ "a stranger's look at a game", NULL, NO_PROOF, "show 1", DONE, "show", "" },
	{ "a stranger's setting", NULL, NO_PROOF, "set board hanzi", REFUSED, "-", "" },
	/* The game. */
	{ "no such game", &fred, BY_MAIL_SERVER, "resign 7", REFUSED, "game-unknown", "" },
	{ "the only game is not guessed at", &fred, BY_MAIL_SERVER, "resign", REFUSED,
	    "game-missing", "" },
	{ "not one's own game", &barney, BY_MAIL_SERVER, "resign 1", REFUSED, "game-not-yours",
	    "" },
	{ "a look at another's", &barney, BY_MAIL_SERVER, "show 1", DONE, "show", "" },
	{ "refused without proof too, and not asked about", &barney, NO_PROOF, "resign 1", REFUSED,
	    "game-not-yours", "" },
	/* Several commands. */
	{ "what comes after a refusal is not run", &fred, BY_MAIL_SERVER, "resign 7\nresign 1",
	    REFUSED, "game-unknown", "" },
	{ "what came before it is done", &fred, BY_MAIL_SERVER, "resign 1\nresign 1", REFUSED,
	    "resign-done game-is-over", "wilma:resign-opponent" },
	{ "a password holds for the lines below", NULL, NO_PROOF, "as fred " PASSWORD "\nresign 1",
	    DONE, "resign-done", "wilma:resign-opponent" },
	{ "one letter has one speaker", &fred, BY_MAIL_SERVER, "resign 1\nresign 1 wilma Bad4Wilma",
	    REFUSED, "resign-done letter-one-speaker", "wilma:resign-opponent" },
};

static void
run_one(size_t i)
{
	begin_letter(letters[i].sender);
	rq.mail_server_proof = letters[i].proof == BY_MAIL_SERVER;
	if (letters[i].proof == BY_GAME)
		bring_token(TOKEN_GAME, game->id, game->turns);
	if (letters[i].proof == BY_ACCOUNT)
		bring_token(TOKEN_ACCOUNT, 0, 0);
	if (letters[i].proof == BY_OTHER_GAME)
		bring_token(TOKEN_GAME, game->id + 100, 0);
	if (run_letter(letters[i].text) != letters[i].want)
		fail_msg("%s: another outcome", letters[i].name);
}

static void
each_letter_is_answered_as_it_may(void **state)
{
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
		assert_int_equal(set_up(state), 0);
		run_one(i);
		if (strcmp(answered(), letters[i].answer) != 0 ||
		    strcmp(told(), letters[i].others) != 0)
			fail_msg("%s: \"%s\", and \"%s\"", letters[i].name, answered(), told());
		assert_int_equal(tear_down(state), 0);
	}
}

/* A letter to the player is noticed twice an hour, whatever goes wrong in his name. */
static void
notices_are_few(void **state)
{
	assert_int_equal(set_up(state), 0);
	for (int i = 0; i < 3; i++) {
		begin_letter(&fred);
		rq.now = NOW + i * 20 * MINUTE;
		assert_int_equal(run_letter("resign 1"), REFUSED);
		assert_string_equal(told(), i < 2 ? "fred:proof-missing" : "");
	}
	begin_letter(&fred);
	rq.now = NOW + HOUR + MINUTE;
	assert_int_equal(run_letter("resign 1"), REFUSED);
	assert_string_equal(told(), "fred:proof-missing");
	assert_int_equal(tear_down(state), 0);
}

/* Who has guessed too often is not told whether he is right; the sender's other proof goes on. */
static void
passwords_close(void **state)
{
	assert_int_equal(set_up(state), 0);
	for (int i = 0; i < 20; i++) {
		begin_letter(NULL);
		assert_int_equal(run_letter("resign 1 fred Bad4Fred"), REFUSED);
	}
	begin_letter(NULL);
	rq.now = NOW + HOUR + MINUTE;
	assert_int_equal(run_letter("resign 1 fred " PASSWORD), REFUSED);
	assert_string_equal(told(), "fred:password-closed");
	begin_letter(&fred);
	bring_token(TOKEN_GAME, game->id, game->turns);
	assert_int_equal(run_letter("resign 1 fred " PASSWORD), DONE);
	assert_string_equal(answered(), "resign-done");
	/* It is no proof by password, which a player's password can be changed with. */
	begin_letter(&fred);
	bring_token(TOKEN_GAME, game->id, game->turns);
	assert_int_equal(run_letter("as fred Bad4Fred\nchange password " PASSWORD "2"), DONE);
	assert_string_equal(answered(), "confirm-deed");
	assert_int_equal(tear_down(state), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_letter_is_answered_as_it_may),
		cmocka_unit_test(notices_are_few),
		cmocka_unit_test(passwords_close),
	};

	return cmocka_run_group_tests_name("cmd/cmd_run", tests, NULL, NULL);
}
