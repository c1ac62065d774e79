/* SPDX-License-Identifier: ISC */
/*
 * Confirmations: found by whom they were sent to alone, lapsed in time, counted, and asked for
 * again.
 */
#include "unit/cmd/setup.h"

#include "cmd/account.h"
#include "cmd/confirmations.h"

#define FLOOD 4000

/* Asks for one, which goes to this address. */
static struct confirmation
ask(enum confirmation_kind kind, const struct player *player, const char *address)
{
	struct confirmation c = { .kind = kind,
		.player = player != NULL ? player->id : 0,
		.address = address,
		.detail = kind == CONFIRM_DEED ? "signoff" : "",
		.secret = "" };
	struct vars *vars;

	if (kind == CONFIRM_SIGNUP)
		str_copy(c.userid, sizeof c.userid, "betty");
	begin_letter(player);
	rq.from = rq.sender;
	reply_init(&reply, arena);
	OK(confirmation_ask(&rq, &c, "signup-confirm", &vars, &err));
	return c;
}

/* Is it found in an answer from this address, by its code or by the token in the answer? */
static bool
finds(const struct confirmation *c, const struct player *sender, const char *address, bool by_code,
    int64_t now)
{
	struct confirmation found;

	begin_letter(sender);
	rq.address = address;
	rq.now = now;
	rq.confirm = by_code ? 0 : c->id;
	return OK(confirmation_find(&rq, by_code ? c->code : NULL, &found, &err)) == 1 &&
	    found.id == c->id && rq.is_confirmed;
}

static void
found_by_whom_it_was_sent_to(void **state)
{
	static const struct {
		const char *name;
		enum confirmation_kind kind;
		const struct player *asks, *sender;
		const char *to, *from;
		int64_t after;
		bool want;
	} cases[] = {
		{ "a sign-up", CONFIRM_SIGNUP, NULL, NULL, "b@c.test", "b@c.test", HOUR, true },
		{ "in other case", CONFIRM_SIGNUP, NULL, NULL, "b@c.test", "B@C.test", HOUR, true },
		{ "from elsewhere", CONFIRM_SIGNUP, NULL, NULL, "b@c.test", "e@c.test", HOUR,
		    false },
		{ "just in time", CONFIRM_SIGNUP, NULL, NULL, "b@c.test", "b@c.test",
		    SIGNUP_LASTS - MINUTE, true },
		{ "lapsed", CONFIRM_SIGNUP, NULL, NULL, "b@c.test", "b@c.test",
		    SIGNUP_LASTS + MINUTE, false },
		{ "an invitation lasts longer", CONFIRM_INVITE, &fred, NULL, "b@c.test", "b@c.test",
		    SIGNUP_LASTS + MINUTE, true },
		{ "and lapses", CONFIRM_INVITE, &fred, NULL, "b@c.test", "b@c.test",
		    INVITE_LASTS + MINUTE, false },
		{ "a new address, from that", CONFIRM_ADD, &fred, NULL, "f@c.test", "f@c.test",
		    HOUR, true },
		{ "a new address, from an old one", CONFIRM_ADD, &fred, &fred, "f@c.test",
		    "fred@a.test", HOUR, false },
		{ "a deed, from another address of the player's", CONFIRM_DEED, &fred, &fred,
		    "fred@a.test", "fred@b.test", HOUR, true },
		{ "a deed, by another player", CONFIRM_DEED, &fred, &wilma, "fred@a.test",
		    "wilma@a.test", HOUR, false },
		{ "a deed, by a stranger", CONFIRM_DEED, &fred, NULL, "fred@a.test", "e@c.test",
		    HOUR, false },
		{ "forgotten passwords wait a day", CONFIRM_FORGOT, &fred, &fred, "fred@a.test",
		    "fred@a.test", FORGOT_LASTS - MINUTE, true },
		{ "and no longer", CONFIRM_FORGOT, &fred, &fred, "fred@a.test", "fred@a.test",
		    FORGOT_LASTS + MINUTE, false },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct confirmation c;

		assert_int_equal(set_up(state), 0);
		c = ask(cases[i].kind, cases[i].asks, cases[i].to);
		for (int by_code = 0; by_code < 2; by_code++)
			if (finds(&c, cases[i].sender, cases[i].from, by_code,
				NOW + cases[i].after) != cases[i].want)
				fail_msg("%s, by %s", cases[i].name, by_code ? "code" : "token");
		assert_int_equal(tear_down(state), 0);
	}
}

/* So many letters may be caused, whoever writes. */
static int
allowed(const struct player *from, const char *format, enum confirmation_kind kind, int64_t now)
{
	int count = -1;

	for (int may = 1; may == 1 && count < FLOOD; count++) {
		struct confirmation c = { .kind = kind,
			.userid = { kind == CONFIRM_SIGNUP ? 'b' : '\0' },
			.address = arena_printf(arena, format, count),
			.detail = "",
			.secret = "" };
		struct vars *vars;

		begin_letter(from);
		rq.from = rq.sender;
		rq.now = now;
		c.player = from != NULL ? from->id : 0;
		reply_init(&reply, arena);
		may = OK(confirmation_ask(&rq, &c, "signup-confirm", &vars, &err));
	}
	return count;
}

static void
letters_to_an_address_are_few(void **state)
{
	int once, of_player;

	assert_int_equal(set_up(state), 0);
	once = allowed(NULL, "b@c.test", CONFIRM_SIGNUP, NOW);
	assert_in_range(once, 1, 10);
	assert_int_equal(allowed(&fred, "b@c.test", CONFIRM_ADD, NOW), 0);
	assert_int_equal(allowed(NULL, "b@c.test", CONFIRM_SIGNUP, NOW + DAY + HOUR), once);
	/* A player asks no more addresses than his own measure. */
	of_player = allowed(&wilma, "w%d@d.test", CONFIRM_ADD, NOW);
	assert_in_range(of_player, 1, 50);
	assert_int_equal(allowed(&wilma, "w%d@e.test", CONFIRM_ADD, NOW), 0);
	/* A flood of sign-ups to one site closes that site alone. */
	assert_true(allowed(NULL, "n%d@flood.test", CONFIRM_SIGNUP, NOW) < FLOOD);
	assert_int_equal(allowed(NULL, "m%d@flood.test", CONFIRM_SIGNUP, NOW), 0);
	assert_true(allowed(NULL, "b@else.test", CONFIRM_SIGNUP, NOW) > 0);
	assert_int_equal(tear_down(state), 0);
}

/* An answer that is neither yes nor a command. */
static void
asked_again(void **state)
{
	static const struct {
		const char *name;
		enum confirmation_kind kind;
		const char *answer;
		bool is_sender; /* the player whose address it is, or a stranger */
	} cases[] = {
		{ "a sign-up", CONFIRM_SIGNUP, "signup-unclear", false },
		{ "an address", CONFIRM_ADD, "confirm-unclear", false },
		{ "a deed", CONFIRM_DEED, "confirm-unclear", true },
		{ "a forgotten password", CONFIRM_FORGOT, "forgot-unclear", true },
		{ "an invitation", CONFIRM_INVITE, "invite-unclear", false },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *address = cases[i].is_sender ? "fred@a.test" : "b@c.test";
		struct confirmation c;
		bool answers;

		assert_int_equal(set_up(state), 0);
		c = ask(cases[i].kind, cases[i].kind == CONFIRM_SIGNUP ? NULL : &fred, address);
		begin_letter(cases[i].is_sender ? &fred : NULL);
		rq.address = address;
		rq.confirm = c.id;
		reply_init(&reply, arena);
		assert_int_equal(confirmation_ask_again(&rq, false, &answers, &err), REFUSED);
		if (!answers || strcmp(answered(), cases[i].answer) != 0 ||
		    reply.sender->confirm != c.id || rq.is_confirmed)
			fail_msg("%s: %s", cases[i].name, answered());
		assert_int_equal(tear_down(state), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found_by_whom_it_was_sent_to),
		cmocka_unit_test(letters_to_an_address_are_few),
		cmocka_unit_test(asked_again),
	};

	return cmocka_run_group_tests_name("cmd/account", tests, NULL, NULL);
}
