/* SPDX-License-Identifier: ISC */
/*
 * Letters taken.
 */
#include "unit/store/setup.h"

#include "game/game.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"

static void
a_letter_is_taken_once(void **state)
{
	int64_t id, found = 0, again = 0;

	(void)state;
	assert_int_equal(OK(inbox_find(store, "d1", &found, &err)), 0);
	OK(store_begin(store, &err));
	OK(inbox_add(store, "d1", "spool", "fred@example.org", NOW, NOW + 1, &id, &err));
	OK(inbox_set_outcome(store, id, "done", &err));
	assert_int_equal(inbox_add(store, "d1", "spool", "x@y", NOW, NOW, &again, &err), -1);
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(OK(inbox_find(store, "d1", &found, &err)), 1);
	assert_int_equal(found, id);
	OK(store_begin(store, &err));
	assert_int_equal(inbox_set_outcome(store, id + 1, "done", &err), -1);
	store_rollback(store);
}

static void
old_letters_are_forgotten_but_those_of_moves(void **state)
{
	struct game *game = game_new(arena, NOW);
	struct move move = { .from = 19, .to = 22 };
	struct ply ply = { .committed = NOW };
	struct out in = { .message_id = "m1", .recipient = "a@b", .created = NOW }, out;
	int64_t plain, id;

	(void)state;
	OK(store_begin(store, &err));
	OK(inbox_add(store, "plain", "s", "a", NOW, NOW, &plain, &err));
	OK(inbox_add(store, "move", "s", "a", NOW, NOW, &ply.letter, &err));
	OK(inbox_add(store, "young", "s", "a", NOW, NOW + 10, &id, &err));
	game_replay(game, move, &ply);
	OK(games_add(store, game, &err));
	OK(outbox_add(store, &in, &err));
	OK(inbox_expire(store, NOW + 10, &err));
	assert_int_equal(OK(inbox_find(store, "plain", &id, &err)), 0);
	assert_int_equal(OK(inbox_find(store, "move", &id, &err)), 1);
	assert_int_equal(OK(inbox_find(store, "young", &id, &err)), 1);
	OK(outbox_get(store, arena, in.id, &out, &err));
	assert_int_equal(out.letter, 0);
	OK(store_commit(store, &err));
	OK(store_check(store, &err));
}

static void
what_was_parked_is_known_as_that(void **state)
{
	int64_t parked, done;

	(void)state;
	OK(store_begin(store, &err));
	OK(inbox_add(store, "d1", "spool", NULL, NOW, NOW, &parked, &err));
	OK(inbox_add(store, "d2", "spool", "x@y", NOW, NOW, &done, &err));
	OK(inbox_set_outcome(store, parked, "parked", &err));
	OK(inbox_set_outcome(store, done, "done", &err));
	assert_int_equal(OK(inbox_was_parked(store, parked, &err)), 1);
	assert_int_equal(OK(inbox_was_parked(store, done, &err)), 0);
	assert_int_equal(OK(inbox_was_parked(store, 99, &err)), 0);
	store_rollback(store);
}

/* The name says which line of mail/README it is about. */
#define DUTY(number, f) \
	{ \
		"mail " #number ": " #f, f, set_up, tear_down, NULL \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		DUTY(5, a_letter_is_taken_once),
		DUTY(5, old_letters_are_forgotten_but_those_of_moves),
		DUTY(3, what_was_parked_is_known_as_that),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
