/* SPDX-License-Identifier: ISC */
/*
 * Games that are played through play/play.h, without a letter: by players, by the clock, by the
 * operator, and by a program.
 */
#include "play/play.h"
#include "rules/movegen.h"
#include "unit/store/setup.h"

static struct reply reply;
static struct act act; /* the last, of which tests look at the game */
static int64_t fred, wilma;

/* What a side does in the game, an hour later; words of the reply are forgotten. */
static struct act *
by(enum side side)
{
	reply_init(&reply, arena);
	act.store = store;
	act.arena = arena;
	act.reply = &reply;
	act.now += HOUR;
	act.by = act.game->seat[side];
	act.more = NULL;
	act.words = NULL;
	return &act;
}

/* What nobody who plays does: the clock, after so long, or the operator. */
static struct act *
by_nobody(int64_t later)
{
	by(RED);
	act.now += later - HOUR;
	act.by = (struct seat){ 0 };
	return &act;
}

static struct vars *
why(void)
{
	struct vars *vars = vars_new(arena);

	vars_text(vars, "why", "because");
	return vars;
}

/* fred challenges wilma; the caller commits nothing, the file goes. */
static void
challenge(void)
{
	OK(store_begin(store, &err));
	fred = add_player("fred");
	wilma = add_player("wilma");
	memset(&act, 0, sizeof act);
	act.now = NOW;
	act.game = game_new(arena, NOW);
	act.game->terms.move = 21 * DAY;
	act.game->seat[RED] = (struct seat){ fred, "fred" };
	act.game->seat[GREEN] = (struct seat){ wilma, "wilma" };
	assert_int_equal(play_challenge(by(RED), &err), DONE);
}

static void
begin(void)
{
	challenge();
	assert_int_equal(play_answer(by(GREEN), ANSWER_ACCEPT, OFFER_ANY, &err), DONE);
}

static enum outcome
move(enum side side, const char *text)
{
	struct move m;

	assert_true(move_read(text, &m));
	return play_move(by(side), m, NULL, &err);
}

/* The template of the last note to the one who acted, and to a player: "" none. */
static const char *
said(void)
{
	return reply.sender->last != NULL ? reply.sender->last->template : "";
}

static const char *
told(int64_t player)
{
	for (const struct message *m = reply.others; m != NULL; m = m->next)
		if (m->player == player)
			return m->last->template;
	return "";
}

/* What is stored is what was played. */
static void
check_stored(enum game_state state, int length)
{
	struct game *stored;

	assert_int_equal(OK(games_get(store, arena, act.game->id, &stored, &err)), 1);
	assert_int_equal(stored->state, state);
	assert_int_equal(stored->length, length);
	assert_int_equal(stored->result, act.game->result);
	assert_int_equal(stored->turns, act.game->turns);
	OK(store_commit(store, &err));
}

static void
moves_are_played_in_turn(void **state)
{
	(void)state;
	begin();
	assert_string_equal(said(), "challenge-accepted");
	assert_string_equal(told(fred), "challenge-accepted-opponent");
	assert_int_equal(move(GREEN, "H8-E8"), REFUSED);
	assert_string_equal(said(), "move-not-your-turn");
	assert_int_equal(move(RED, "A1-B3"), REFUSED);
	assert_string_equal(said(), "move-illegal");
	assert_int_equal(move(RED, "H3-E3"), DONE);
	assert_string_equal(said(), "move-done");
	assert_string_equal(told(wilma), "move-opponent");
	assert_true(reply_is_receipt(&reply));
	assert_int_equal(move(GREEN, "H10-G8"), DONE);
	check_stored(GAME_PLAYING, 2);
}

static void
words_go_to_the_other(void **state)
{
	struct talk *talk;
	struct move m;

	(void)state;
	begin();
	by(RED)->words = "Good luck!";
	assert_true(move_read("H3-E3", &m));
	assert_int_equal(play_move(&act, m, NULL, &err), DONE);
	assert_string_equal(reply.remarks->text, "Good luck!");
	assert_int_equal(OK(talk_list(store, arena, act.game->id, &talk, &err)), 1);
	assert_int_equal(talk[0].ply, 1);
	assert_string_equal(talk[0].userid, "fred");
	check_stored(GAME_PLAYING, 1);
}

static void
a_submitted_move_waits(void **state)
{
	struct move m;

	(void)state;
	begin();
	assert_true(move_read("H3-E3", &m));
	assert_int_equal(play_confirm(by(RED), NULL, &err), REFUSED);
	assert_int_equal(play_submit(by(RED), m, &err), DONE);
	assert_string_equal(said(), "submit-done");
	assert_string_equal(told(wilma), "");
	assert_int_equal(act.game->length, 0);
	assert_int_equal(play_confirm(by(RED), NULL, &err), DONE);
	assert_string_equal(told(wilma), "move-opponent");
	check_stored(GAME_PLAYING, 1);
}

/* fred plans an answer to one reply, and wilma a move for whatever comes then. */
static void
planned_moves_are_played(void **state)
{
	struct plan plan = { .count = 1, .lines[0].length = 2 };
	struct move m;

	(void)state;
	begin();
	assert_true(move_read("H10-G8", &plan.lines[0].moves[0]));
	assert_true(move_read("H1-G3", &plan.lines[0].moves[1]));
	assert_int_equal(play_plan(by(RED), &plan, &err), REFUSED);
	assert_string_equal(said(), "if-your-turn");
	assert_true(move_read("H3-E3", &m));
	assert_int_equal(play_move(by(RED), m, &plan, &err), DONE);
	assert_string_equal(said(), "if-done");
	assert_int_equal(move(GREEN, "H10-G8"), DONE);
	assert_string_equal(said(), "plan-played-told");
	assert_string_equal(told(fred), "plan-played");
	check_stored(GAME_PLAYING, 3);
	OK(store_begin(store, &err));
	assert_true(move_read("I1-I2", &m));
	assert_int_equal(play_queue(by(RED), m, &err), DONE);
	assert_true(move_read("I1-H2", &m));
	assert_int_equal(play_queue(by(RED), m, &err), REFUSED);
	assert_int_equal(move(GREEN, "C7-C6"), DONE);
	assert_string_equal(told(fred), "plan-played");
	assert_int_equal(play_unqueue(by(RED), &err), REFUSED);
	check_stored(GAME_PLAYING, 5);
}

static void
offers_are_answered(void **state)
{
	(void)state;
	begin();
	assert_int_equal(play_offer_undo(by(RED), &err), REFUSED);
	assert_int_equal(move(RED, "H3-E3"), DONE);
	assert_int_equal(play_answer(by(RED), ANSWER_ACCEPT, OFFER_ANY, &err), REFUSED);
	assert_string_equal(said(), "offer-none-to-accept");
	assert_int_equal(play_offer_undo(by(RED), &err), DONE);
	assert_string_equal(told(wilma), "undo-offered-opponent");
	assert_int_equal(play_offer_draw(by(RED), &err), DONE);
	assert_int_equal(play_offer_draw(by(RED), &err), REFUSED);
	assert_int_equal(play_open_offer(act.game, RED, OFFER_ANY), OFFER_SEVERAL);
	assert_int_equal(play_answer(by(GREEN), ANSWER_ACCEPT, OFFER_ANY, &err), REFUSED);
	assert_string_equal(said(), "offer-two");
	assert_int_equal(play_answer(by(GREEN), ANSWER_REJECT, OFFER_DRAW, &err), DONE);
	assert_string_equal(told(fred), "draw-rejected-opponent");
	assert_int_equal(play_answer(by(GREEN), ANSWER_ACCEPT, OFFER_ANY, &err), DONE);
	assert_string_equal(told(fred), "undo-agreed");
	check_stored(GAME_PLAYING, 0);
}

static void
games_end(void **state)
{
	static const struct {
		const char *name;
		enum { RESIGNS, AGREES, LEAVES, FORFEITS, LAPSES, ADJUDICATES, CANCELS } how;
		enum result result;
		enum ending ending;
		const char *told; /* wilma */
	} cases[] = {
		{ "resigned", RESIGNS, RESULT_GREEN, ENDING_RESIGNATION, "resign-opponent" },
		{ "agreed", AGREES, RESULT_DRAW, ENDING_AGREEMENT, "draw-agreed" },
		{ "left", LEAVES, RESULT_GREEN, ENDING_CLOSED, "account-left" },
		{ "time is up", FORFEITS, RESULT_GREEN, ENDING_TIME, "clock-forfeit" },
		{ "a challenge lapses", LAPSES, RESULT_CANCELLED, ENDING_LAPSED,
		    "challenge-lapsed" },
		{ "adjudicated", ADJUDICATES, RESULT_RED, ENDING_ADJUDICATION,
		    "operator-adjudicated" },
		{ "cancelled", CANCELS, RESULT_CANCELLED, ENDING_ADJUDICATION,
		    "operator-cancelled" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		enum outcome outcome = FAILED;

		print_message("%s\n", cases[i].name);
		if (i > 0)
			set_up(NULL);
		challenge();
		if (cases[i].how != LAPSES) {
			assert_int_equal(
			    play_answer(by(GREEN), ANSWER_ACCEPT, OFFER_ANY, &err), DONE);
			assert_int_equal(move(RED, "H3-E3"), DONE);
			assert_int_equal(move(GREEN, "H10-G8"), DONE);
		}
		switch (cases[i].how) {
		case RESIGNS:
			outcome = play_resign(by(RED), &err);
			break;
		case AGREES:
			assert_int_equal(play_offer_draw(by(GREEN), &err), DONE);
			outcome = play_offer_draw(by(RED), &err);
			break;
		case LEAVES:
			outcome = play_leave(by(RED), &err);
			assert_string_equal(said(), "");
			act.is_quiet = false;
			break;
		case FORFEITS:
			assert_int_equal(play_due(by_nobody(21 * DAY), false, &err), REFUSED);
			outcome = play_due(by_nobody(0), true, &err);
			break;
		case LAPSES:
			outcome = play_due(by_nobody(OFFER_LAPSES), true, &err);
			break;
		case ADJUDICATES:
			by_nobody(0)->more = why();
			outcome = play_adjudicate(&act, RESULT_RED, &err);
			break;
		case CANCELS:
			by_nobody(0)->more = why();
			outcome = play_cancel(&act, &err);
			break;
		}
		assert_int_equal(outcome, DONE);
		assert_int_equal(act.game->result, cases[i].result);
		assert_int_equal(act.game->ending, cases[i].ending);
		assert_string_equal(told(wilma), cases[i].told);
		assert_int_equal(play_reset(by_nobody(0), 0, &err), REFUSED);
		check_stored(GAME_OVER, cases[i].how == LAPSES ? 0 : 2);
		if (i + 1 < sizeof cases / sizeof cases[0])
			tear_down(NULL);
	}
}

static void
the_operator_puts_right(void **state)
{
	(void)state;
	begin();
	assert_int_equal(move(RED, "H3-E3"), DONE);
	by_nobody(0)->more = why();
	assert_int_equal(play_reset(&act, 1, &err), REFUSED);
	assert_int_equal(play_reset(&act, 0, &err), DONE);
	assert_string_equal(told(fred), "operator-reset");
	assert_string_equal(vars_find(reply.others->last->vars, "why")->text, "because");
	assert_int_equal(play_set_clock(by_nobody(DAY), DAY, 3 * DAY, &err), DONE);
	assert_int_equal(game_deadline(act.game), act.now + 3 * DAY);
	assert_int_equal(play_give(by(GREEN), DAY, &err), DONE);
	assert_int_equal(play_claim(by(GREEN), &err), REFUSED);
	assert_string_equal(said(), "claim-too-early");
	check_stored(GAME_PLAYING, 0);
}

/*
 * A program as an opponent: it is asked once a pass about each game of its account, and does what
 * a player could do.
 */

/* Of all moves the one after which the opponent has the fewest. */
static struct move
choose(const struct board *board)
{
	struct move moves[MOVES_MAX], answers[MOVES_MAX], best = { 0 };
	int count = moves_legal(board, moves), fewest = MOVES_MAX;

	for (int i = 0; i < count; i++) {
		struct board after = *board;
		int left;

		board_play(&after, moves[i]);
		left = moves_legal(&after, answers);
		if (left < fewest) {
			fewest = left;
			best = moves[i];
		}
	}
	return best;
}

/* DONE, REFUSED: nothing is to be done. */
static enum outcome
program_plays(struct act *its)
{
	const struct game *game = its->game;
	enum side side = act_side(its);

	if (play_open_offer(game, side_other(side), OFFER_ANY) == OFFER_CHALLENGE)
		return play_answer(its, ANSWER_ACCEPT, OFFER_ANY, &err);
	if (game->state != GAME_PLAYING)
		return REFUSED;
	if (play_open_offer(game, side_other(side), OFFER_DRAW) == OFFER_DRAW)
		return play_answer(its, ANSWER_REJECT, OFFER_DRAW, &err);
	if (game_turn(game) != side)
		return REFUSED;
	return play_move(its, choose(&game->board), NULL, &err);
}

static void
a_program_plays(void **state)
{
	(void)state;
	challenge();
	assert_int_equal(program_plays(by(GREEN)), DONE);
	assert_int_equal(program_plays(by(GREEN)), REFUSED);
	assert_int_equal(play_offer_draw(by(RED), &err), DONE);
	assert_int_equal(program_plays(by(GREEN)), DONE);
	assert_string_equal(told(fred), "draw-rejected-opponent");
	for (int ply = 0; ply < 60 && act.game->state == GAME_PLAYING; ply++) {
		enum side side = game_turn(act.game);

		assert_int_equal(program_plays(by(side)), DONE);
		assert_string_equal(told(side == RED ? wilma : fred), "move-opponent");
	}
	assert_true(act.game->state == GAME_OVER || act.game->length == 60);
	check_stored(act.game->state, act.game->length);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(moves_are_played_in_turn),
		TEST(words_go_to_the_other),
		TEST(a_submitted_move_waits),
		TEST(planned_moves_are_played),
		TEST(offers_are_answered),
		TEST(games_end),
		TEST(the_operator_puts_right),
		TEST(a_program_plays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
