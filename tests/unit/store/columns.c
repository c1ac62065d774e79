/* SPDX-License-Identifier: ISC */
/*
 * Columns: each value goes into the column of its name and comes back from it.
 *
 * What is stored is looked at by SQL, column by column, in several rows.  Two columns of a
 * table must differ in one of the rows at least, so that an exchange of any two is found; and a
 * row that was read and saved again must be what it was.
 */
#include "unit/store/setup.h"

#include "store/confirmations.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/plans.h"
#include "store/seeks.h"
#include "store/stmt.h"

#define RUNS    4 /* rows of a table at most */
#define COLUMNS 64

/* What each column of a table is to have, in each row that is tried. */
static struct {
	const char *name;
	char value[RUNS][160];
} wants[COLUMNS];
static int run;

static void
begin_rows(void)
{
	memset(wants, 0, sizeof wants);
	run = 0;
}

static char *
place_of(const char *name)
{
	int i = 0;

	while (wants[i].name != NULL && strcmp(wants[i].name, name) != 0)
		i++;
	assert_in_range(i, 0, COLUMNS - 2);
	wants[i].name = name;
	return wants[i].value[run];
}

static void
want(const char *name, int64_t value)
{
	snprintf(place_of(name), sizeof wants[0].value[0], "%lld", (long long)value);
}

static void
want_text(const char *name, const char *value)
{
	snprintf(place_of(name), sizeof wants[0].value[0], "%s", value);
}

/* 0: NULL. */
static void
want_id(const char *name, int64_t value)
{
	if (value == 0)
		want_text(name, "NULL");
	else
		want(name, value);
}

/* Looks at every column of one row. */
static void
check(const char *table, const char *where)
{
	struct query names, q;
	char sql[256];
	const char *name, *value;

	query_start_once(&names, store, "list columns", "SELECT name FROM pragma_table_info(?)",
	    WITH(TEXT(table)));
	while (OK(query_next(&names, &err)) == 1) {
		int i = 0;

		name = query_text(&names, arena);
		snprintf(sql, sizeof sql,
		    "SELECT ifnull(CAST(%s AS TEXT), 'NULL') FROM %s WHERE %s", name, table, where);
		query_start_once(&q, store, "read a column", sql, NULL);
		assert_int_equal(OK(query_next(&q, &err)), 1);
		value = query_text(&q, arena);
		query_end(&q);
		while (wants[i].name != NULL && strcmp(wants[i].name, name) != 0)
			i++;
		if (wants[i].name == NULL)
			fail_msg("%s.%s: nothing is expected of it", table, name);
		if (strcmp(wants[i].value[run], value) != 0)
			fail_msg("%s.%s, row %d: \"%s\" instead of \"%s\"", table, name, run, value,
			    wants[i].value[run]);
	}
}

/* Would an exchange of any two have been seen?  Begins with the next table. */
static void
differ(int runs)
{
	for (int a = 0; wants[a].name != NULL; a++)
		for (int b = a + 1; wants[b].name != NULL; b++) {
			bool differs = false;

			for (int i = 0; i < runs; i++)
				differs |= strcmp(wants[a].value[i], wants[b].value[i]) != 0;
			if (!differs)
				fail_msg("%s and %s are alike", wants[a].name, wants[b].name);
		}
	begin_rows();
}

static void
want_game(const struct game *game, const char *moves, const char *opening)
{
	want("id", game->id);
	want("state", game->state);
	want_id("red", game->seat[RED].player);
	want_id("green", game->seat[GREEN].player);
	want_text("red_name", game->seat[RED].player == 0 ? game->seat[RED].userid : "");
	want_text("green_name", game->seat[GREEN].player == 0 ? game->seat[GREEN].userid : "");
	want("challenger", game->challenger);
	want_text("rules", ruleset_name(game->rules));
	want("rules_version", game->rules_version);
	want("is_rated", game->is_rated);
	want("unrated", game->unrated);
	want("is_private", game->is_private);
	want("tournament", game->tournament);
	want("is_stairs", game->is_stairs);
	want_text("start_fen", game->start_fen);
	want_text("moves", moves);
	want_text("opening", opening);
	want("length", game->length);
	want("turns", game->turns);
	want("turn", game_turn(game));
	want("refused_red", game->refused[RED]);
	want("refused_green", game->refused[GREEN]);
	want("draw_by", game->draw.is_open ? (int)game->draw.by : -1);
	want("draw_last_red", game->draw.last[RED]);
	want("draw_last_green", game->draw.last[GREEN]);
	want("undo_by", game->undo.is_open ? (int)game->undo.by : -1);
	want("undo_last_red", game->undo.last[RED]);
	want("undo_last_green", game->undo.last[GREEN]);
	want("result", game->result);
	want_text("ending", ending_name(game->ending));
	want("created", game->created);
	want("started", game->started);
	want("ended", game->ended);
	want("turn_since", game->turn_since);
	want("nagtime", game->terms.nag);
	want("forfeittime", game->terms.move);
	want("bank", game->terms.bank);
	want("increment", game->terms.increment);
	want("weekend_off", game->terms.is_weekend_off);
	want("no_vacation", game->terms.no_vacation);
	want("by_claim", game->terms.by_claim);
	want("bank_red", game->bank[RED]);
	want("bank_green", game->bank[GREEN]);
	want("given_red", game->given[RED]);
	want("given_green", game->given[GREEN]);
	want("gifts_red", game->gifts[RED]);
	want("gifts_green", game->gifts[GREEN]);
	want("reminded", game->reminded);
	want("claimed", game->is_claimed);
	want("deadline", game_deadline(game));
	want("due", game_due(game));
	/* As what a public game that is over stands among the positions (positions.c): its result.
	 */
	want("puzzled", 0);
	want("placed", game->state == GAME_OVER && !game->is_private ? game->result : 0);
}

/* A number of its own in each member that may have one; bits of the flags by `run`. */
static void
fill_game(struct game *game, int flags)
{
	int64_t base = NOW + 1000 * run;

	game->is_rated = flags & 1;
	game->unrated = run % 2 == 0 ? UNRATED_OFTEN : UNRATED_ABSENT;
	game->is_private = flags & 2;
	game->terms.is_weekend_off = flags & 4;
	game->terms.no_vacation = flags & 8;
	game->terms.by_claim = flags & 16;
	game->is_claimed = flags & 32;
	game->rules_version = 51 + run;
	game->refused[RED] = 61 + run;
	game->refused[GREEN] = 71 + run;
	game->created = base + 1;
	game->started = base + 2;
	game->turn_since = base + 4;
	game->terms.nag = 90001 + run;
	game->terms.move = 190001 + run;
	game->terms.bank = 290001 + run;
	game->terms.increment = 301 + run;
	game->bank[RED] = 280311 + run;
	game->bank[GREEN] = 280321 + run;
	game->given[RED] = 331 + run;
	game->given[GREEN] = 341 + run;
	game->gifts[RED] = 351 + run;
	game->gifts[GREEN] = 361 + run;
	game->reminded = base + 5;
}

static void
say_move(struct game *game, const char *text)
{
	struct ply ply = {
		.received = NOW + 31, .committed = NOW + 32, .answered = NOW + 33, .spent = 34
	};
	struct move move;

	assert_true(move_read(text, &move));
	ply.turn = game->turns + 1;
	game_replay(game, move, &ply);
}

/* It is what it was when it has been read and saved. */
static void
check_game(const struct game *game, const char *moves, const char *opening, const char *where)
{
	struct game *again;

	want_game(game, moves, opening);
	check("game", where);
	assert_int_equal(OK(games_get(store, arena, game->id, &again, &err)), 1);
	again->state = GAME_OVER; /* all is written, and then written back */
	again->result = RESULT_RED;
	again->ending = ENDING_RESIGNATION;
	OK(games_save(store, again, &err));
	again->state = game->state;
	again->result = game->result;
	again->ending = game->ending;
	OK(games_save(store, again, &err));
	check("game", where);
	run++;
}

static void
games_have_their_columns(void **state)
{
	struct player player = { .language = "en",
		.board = "",
		.notation = "",
		.html = "auto",
		.password_hash = "",
		.zone = "+01:00",
		.reminders = "1d" };
	struct game *game = game_new(arena, NOW), *imported;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	for (int i = 0; i < 4; i++) {
		snprintf(player.userid, sizeof player.userid, "player-%c", "abcd"[i]);
		player.zone = i == 3 ? "+02:00" : "+01:00";
		player.reminders = i == 3 ? "2h" : "1d";
		OK(players_add(store, &player, &err));
	}
	game->seat[RED].player = 3;
	game->seat[GREEN].player = 4;
	game->tournament = 401;
	game->is_stairs = true;
	game_accept(game, NOW);
	say_move(game, "B3-E3");
	say_move(game, "B10-C8");
	say_move(game, "H1-G3");
	fill_game(game, 1 + 2 + 16);
	game->turns = 41;
	game->challenger = GREEN;
	game->draw.is_open = true;
	game->draw.by = GREEN;
	game->draw.last[RED] = 1;
	game->draw.last[GREEN] = 3;
	game->undo.is_open = true;
	game->undo.by = RED;
	game->undo.last[RED] = 3;
	game->undo.last[GREEN] = 2;
	OK(games_add(store, game, &err));
	assert_string_equal(game->calendar[RED].zone, "+01:00");
	assert_string_equal(game->calendar[GREEN].zone, "+02:00");
	assert_string_equal(game->calendar[RED].reminders, "1d");
	assert_string_equal(game->calendar[GREEN].reminders, "2h");
	/* The calendars were not known when it was added. */
	OK(games_save(store, game, &err));
	check_game(game, "B3-E3 B10-C8 H1-G3", "B3-E3 B10-C8 H1-G3", "id = 1");

	say_move(game, "H10-G8");
	fill_game(game, 1 + 4 + 8);
	game->turns = 43;
	game->rules = game->rules == 0 ? 1 : 0;
	game->draw.is_open = game->undo.is_open = false;
	game->state = GAME_OVER;
	game->result = RESULT_DRAW;
	game->ending = ENDING_AGREEMENT;
	game->ended = NOW + 9999;
	OK(games_save(store, game, &err));
	check_game(game, "B3-E3 B10-C8 H1-G3 H10-G8", "B3-E3 B10-C8 H1-G3 H10-G8", "id = 1");

	fill_game(game, 16 + 2);
	OK(games_save(store, game, &err));
	check_game(game, "B3-E3 B10-C8 H1-G3 H10-G8", "B3-E3 B10-C8 H1-G3 H10-G8", "id = 1");

	imported = game_new(arena, NOW);
	imported->challenger = GREEN;
	imported->tournament = 402;
	assert_true(
	    game_set_start(imported, "4k4/9/9/9/9/9/9/9/R8/3K5 w", &(const char *){ NULL }));
	strcpy(imported->seat[RED].userid, "Hu");
	strcpy(imported->seat[GREEN].userid, "Xu");
	imported->state = GAME_OVER;
	imported->result = RESULT_GREEN;
	imported->ending = ENDING_TIME;
	say_move(imported, "A2-A3");
	fill_game(imported, 2 + 4 + 32);
	imported->draw.last[RED] = 21;
	imported->draw.last[GREEN] = 22;
	imported->undo.last[RED] = 23;
	imported->undo.last[GREEN] = 24;
	OK(games_add(store, imported, &err));
	check_game(imported, "A2-A3", "", "id = 2");
	differ(4);
	store_rollback(store);
}

static void
plies_and_talk_have_their_columns(void **state)
{
	struct talk talk = { .kind = TALK_NOTE, .ply = 5, .text = "oh", .at = NOW + 9 }, *talks;
	struct game *game = game_new(arena, NOW), *again;
	int64_t letter;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	for (int i = 0; i < 8; i++)
		OK(inbox_add(store, "abcdefgh" + i, "s", "a", NOW, NOW, &letter, &err));
	game->seat[RED].player = add_player("fred");
	game->seat[GREEN].player = talk.player = add_player("wilma");
	game_accept(game, NOW);
	say_move(game, "B3-E3");
	game->plies[0].letter = letter;
	game->plies[0].turn = 77;
	OK(games_add(store, game, &err));
	for (int i = 0; i < 2; i++) {
		want("game", 1);
		want("ply", i + 1);
		want("received", NOW + 31);
		want("committed", NOW + 32);
		want("answered", NOW + 33);
		want("spent", 34);
		want("letter", letter);
		want("turn", 77);
		if (i == 0)
			check("ply", "ply = 1");
		run += i == 0;
	}
	differ(2);
	OK(games_get(store, arena, game->id, &again, &err));
	OK(games_plies(store, again, &err));
	assert_memory_equal(&again->plies[0], &game->plies[0], sizeof(struct ply));

	talk.game = game->id;
	OK(talk_add(store, &talk, &err));
	talk.text = "ah";
	talk.player = 0;
	OK(talk_add(store, &talk, &err));
	assert_int_equal(OK(talk_list(store, arena, game->id, &talks, &err)), 2);
	for (run = 0; run < 2; run++) {
		want("id", run + 1);
		want("game", talks[run].game);
		want_id("player", talks[run].player);
		want("ply", talks[run].ply);
		want("kind", talks[run].kind);
		want_text("text", talks[run].text);
		want("at", talks[run].at);
		check("talk", run == 0 ? "id = 1" : "id = 2");
	}
	differ(2);
	assert_string_equal(talks[0].userid, "wilma");
	assert_int_equal(
	    talks[0].game * 1000 + talks[0].player * 100 + talks[0].ply * 10 + talks[0].kind, 1252);
	assert_int_equal(talks[0].at, NOW + 9);
	store_rollback(store);
}

static void
want_player(const struct player *player, const char *key)
{
	want("id", player->id);
	want_text("userid", player->userid);
	want_text("userid_key", key);
	want("state", player->state);
	want_text("password_hash", player->password_hash);
	want("created", player->created);
	want_text("language", player->language);
	want_text("board", player->board);
	want("flipped", player->flipped);
	want_text("notation", player->notation);
	want_text("name", player->name);
	want_text("zone", player->zone);
	want_text("reminders", player->reminders);
	want("classic_subject", player->classic_subject);
	want("receipt", !player->no_receipt);
	want("calendar", player->calendar);
	want_text("digest", player->digest);
	want("digested", player->digested);
	want_text("puzzles", player->puzzles);
	want("puzzled", player->puzzled);
	want_text("html", player->html);
	want("writes_html", player->writes_html);
	want("seen", player->seen);
	want("absent", player->absent);
	want("listed", !player->unlisted);
	want("seeks", player->seeks);
	want("heard", 21);
	want("heard_at", 22);
	want("game_limit", player->limit);
	want("level", player->level);
}

static void
players_have_their_columns(void **state)
{
	struct player player = { .userid = "Fred_1",
		.state = PLAYER_CLOSED,
		.password_hash = "hash",
		.created = NOW,
		.language = "vi",
		.board = "plain",
		.notation = "wxf",
		.name = "Fred F.",
		.zone = "+08:00",
		.reminders = "1h",
		.digest = "07:00",
		.digested = NOW + 3,
		.puzzles = "weekly",
		.puzzled = NOW + 4,
		.html = "off",
		.limit = 12,
		.level = 3 };

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	OK(players_add(store, &player, &err));
	OK(query_do(store, "note what he has heard of",
	    "UPDATE player SET heard = 21, heard_at = 22", NULL, &err));
	for (run = 0; run < 4; run++) {
		player.unlisted = player.seeks = run == 3;
		player.flipped = run == 0;
		player.classic_subject = run == 1;
		player.no_receipt = run != 2;
		player.calendar = run != 1;
		player.writes_html = run != 0;
		player.limit = 12 + run;
		player.seen = NOW + 77 + run;
		player.absent = NOW + 87 + run;
		OK(players_save(store, &player, &err));
		OK(players_note_letter(store, &player, &err));
		want_player(&player, "fred-l");
		/* The place of a flag is known by four rows together. */
		check("player", "id = 1");
		OK(players_get(store, arena, 1, &player, &err));
		OK(players_save(store, &player, &err));
		OK(players_note_letter(store, &player, &err));
		check("player", "id = 1");
	}
	differ(4);
	store_rollback(store);
}

static void
confirmations_have_their_columns(void **state)
{
	struct confirmation in = { .kind = CONFIRM_SIGNUP,
		.userid = "barney",
		.address = "b@x.test",
		.site = "x.test",
		.language = "vi",
		.secret = "s",
		.detail = "d",
		.code = "c",
		.created = NOW,
		.due = NOW + 1 };
	struct confirmation out;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	add_player("fred");
	add_player("wilma");
	for (run = 0; run < 2; run++) {
		if (run == 1) {
			in.kind = CONFIRM_DEED;
			in.player = add_player("dino");
			in.userid[0] = '\0';
			in.code = "cc";
			in.due = NOW + 2;
			in.agreed = true;
		}
		OK(confirmations_add(store, &in, &err));
		assert_int_equal(OK(confirmations_get(store, arena, in.id, NOW, &out, &err)), 1);
		want("id", out.id);
		want("kind", out.kind);
		want_id("player", out.player);
		want_text("userid", out.userid);
		want_text("address", out.address);
		want_text("site", out.site);
		want_text("language", out.language);
		want_text("secret", out.secret);
		want_text("detail", out.detail);
		want_text("code", out.code);
		want("created", out.created);
		want("due", out.due);
		want("agreed", out.agreed);
		check("confirmation", run == 0 ? "id = 1" : "id = 2");
		assert_string_equal(out.address, "b@x.test");
		assert_string_equal(out.site, "x.test");
		assert_string_equal(out.language, "vi");
		assert_string_equal(out.secret, "s");
		assert_string_equal(out.detail, "d");
		assert_string_equal(out.code, in.code);
		assert_int_equal(out.player, in.player);
		assert_int_equal(out.kind, in.kind);
	}
	differ(2);
	store_rollback(store);
}

static void
letters_have_their_columns(void **state)
{
	struct out in = { .message_id = "m@x",
		.turn = 9,
		.list = 10,
		.sender = "s@x",
		.recipient = "r@x",
		.subject = "Hello",
		.bytes = "b",
		.length = 1,
		.created = NOW,
		.made = NOW + 5 };
	struct out out;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	for (int i = 0; i < 5; i++)
		OK(inbox_add(store, "abcde" + i, "s", "a", NOW, NOW, &in.letter, &err));
	add_player("fred");
	in.player = add_player("wilma");
	for (int i = 0; i < 3; i++) {
		struct game *game = game_new(arena, NOW);

		OK(games_add(store, game, &err));
		in.game = game->id;
	}
	OK(outbox_add(store, &in, &err));
	for (run = 0; run < 2; run++) {
		if (run == 1)
			OK(outbox_result(
			    store, in.id, OUT_WAITING, NOW + 99, NOW + 9, "later", &err));
		assert_int_equal(OK(outbox_get(store, arena, in.id, &out, &err)), 1);
		want("id", out.id);
		want_text("message_id", out.message_id);
		want_id("letter", out.letter);
		want_id("player", out.player);
		want_id("game", out.game);
		want("turn", out.turn);
		want("list", out.list);
		want_text("sender", out.sender);
		want_text("recipient", out.recipient);
		want_text("subject", out.subject);
		want("created", out.created);
		want("made", out.made);
		want("state", out.state);
		want("tries", out.tries);
		want("next_try", out.next_try);
		want("sent", out.sent);
		want("tried", run == 0 ? 0 : NOW + 9);
		want_text("answer", out.answer);
		check("outbox", "id = 1");
		assert_string_equal(out.message_id, "m@x");
		assert_string_equal(out.sender, "s@x");
		assert_string_equal(out.recipient, "r@x");
		assert_string_equal(out.subject, "Hello");
		assert_string_equal(out.answer, run == 0 ? "" : "later");
		assert_int_equal(
		    out.letter * 1000 + out.player * 100 + out.game * 10 + out.turn, 5239);
		assert_int_equal(out.created, NOW);
		assert_int_equal(out.next_try, run == 0 ? NOW : NOW + 99);
		assert_int_equal(out.tries, run);
		assert_int_equal(out.sent, 0);
	}
	store_rollback(store);
}

static void
plans_and_seeks_have_their_columns(void **state)
{
	struct stored_plan plan = { .kind = 1, .ply = 6, .turn = 7, .moves = "A1-A2", .made = NOW };
	struct seek seek = { .games = 4, .options = "--rules=axf", .created = NOW }, found;
	struct stored_plan *plans;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	for (int i = 0; i < 3; i++) {
		struct game *game = game_new(arena, NOW);

		OK(games_add(store, game, &err));
		plan.game = game->id;
	}
	add_player("fred");
	plan.player = seek.player = add_player("wilma");
	OK(plans_put(store, &plan, &err));
	assert_int_equal(OK(plans_list(store, arena, plan.game, 0, &plans, &err)), 1);
	assert_int_equal(plans->game * 10000 + plans->player * 1000 + (int)plans->kind * 100 +
		plans->ply * 10 + plans->turn,
	    32167);
	want("game", 3);
	want("player", 2);
	want("kind", 1);
	want("ply", 6);
	want("turn", 7);
	want_text("moves", plans->moves);
	want("made", plans->made);
	check("plan", "true");
	differ(1);

	OK(seeks_add(store, &seek, &err));
	assert_int_equal(OK(seeks_get(store, arena, seek.id, NOW, &found, &err)), 1);
	assert_string_equal(found.userid, "wilma");
	want("id", found.id);
	want("player", found.player);
	want("games", found.games);
	want_text("options", found.options);
	want("created", found.created);
	check("seek", "true");
	assert_int_equal(found.id * 100 + found.player * 10 + found.games, 124);
	differ(1);
	store_rollback(store);
}

static void
addresses_have_their_columns(void **state)
{
	struct address *all;

	(void)state;
	begin_rows();
	OK(store_begin(store, &err));
	add_player("fred");
	add_player("wilma");
	for (int i = 0; i < 3; i++)
		OK(players_add_address(store,
		    &(struct address){ .player = 2,
			.address = (const char *const[]){ "a@x", "b@x", "c@x" }[i],
			.confirmed = i != 2,
			.receives = i == 0,
			.stopped = i == 2,
			.old_from = NOW + i },
		    &err));
	assert_int_equal(OK(players_addresses(store, arena, 2, &all, &err)), 3);
	for (run = 0; run < 3; run++) {
		want("id", run + 1);
		want("player", all[run].player);
		want_text("address", all[run].address);
		want("confirmed", run != 2);
		want("receives", run == 0);
		want("stopped", run == 2);
		want("old_from", NOW + run);
		check("address", run == 0 ? "id = 1" : run == 1 ? "id = 2" : "id = 3");
		assert_int_equal(all[run].confirmed, run != 2);
		assert_int_equal(all[run].receives, run == 0);
		assert_int_equal(all[run].stopped, run == 2);
	}
	differ(3);
	store_rollback(store);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(games_have_their_columns),
		TEST(plies_and_talk_have_their_columns),
		TEST(players_have_their_columns),
		TEST(confirmations_have_their_columns),
		TEST(letters_have_their_columns),
		TEST(plans_and_seeks_have_their_columns),
		TEST(addresses_have_their_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
