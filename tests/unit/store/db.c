/* SPDX-License-Identifier: ISC */
/*
 * The database file: opening, versions, transactions, copies, damage.
 */
#include "base/str.h"
#include "store/backup.h"
#include "unit/store/setup.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "store/games.h"

static void
set_fact(const char *name, int64_t value)
{
	OK(store_set_fact(store, name, value, &err));
}

static int64_t
fact(const char *name)
{
	int64_t value = -1;

	OK(store_fact(store, name, &value, &err));
	return value;
}

static void
facts_are_kept(void **state)
{
	(void)state;
	assert_int_equal(fact("last-run"), 0);
	OK(store_begin(store, &err));
	set_fact("last-run", NOW);
	set_fact("last-run", NOW + 1);
	set_fact("other", INT64_MIN);
	OK(store_commit(store, &err));
	reopen();
	assert_int_equal(fact("last-run"), NOW + 1);
	assert_int_equal(fact("other"), INT64_MIN);
	OK(store_check(store, &err));
}

/* SQLite's, as often as it waits for the disk. */
static int syncs;

int
fdatasync(int fd)
{
	syncs++;
	return fsync(fd);
}

/* Each commit waits for it once, and a group of them once together. */
static void
the_disk_is_waited_for(void **state)
{
	(void)state;
	syncs = 0;
	OK(store_begin(store, &err));
	set_fact("x", 1);
	OK(store_commit(store, &err));
	assert_int_equal(syncs, 1);
	OK(store_group_begin(store, &err));
	for (int i = 2; i <= 4; i++) {
		OK(store_begin(store, &err));
		set_fact("x", i);
		OK(store_commit(store, &err));
	}
	assert_int_equal(syncs, 1);
	OK(store_group_end(store, &err));
	assert_int_equal(syncs, 2);
	reopen();
	assert_int_equal(fact("x"), 4);
}

static void
the_file_is_the_owners_alone(void **state)
{
	static const char *const suffixes[] = { "", "-wal", "-shm" };
	struct stat st;
	char name[128];

	(void)state;
	OK(store_begin(store, &err));
	set_fact("x", 1);
	OK(store_commit(store, &err));
	for (int i = 0; i < 3; i++) {
		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		assert_int_equal(stat(name, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
}

static void
a_rollback_leaves_nothing(void **state)
{
	(void)state;
	OK(store_begin(store, &err));
	set_fact("kept", 1);
	OK(store_commit(store, &err));
	OK(store_begin(store, &err));
	set_fact("kept", 2);
	set_fact("new", 2);
	store_rollback(store);
	store_rollback(store);
	assert_int_equal(fact("kept"), 1);
	assert_int_equal(fact("new"), 0);
	OK(store_begin(store, &err));
	set_fact("new", 3);
	reopen();
	assert_int_equal(fact("new"), 0);
}

/* Each letter of a group: kept, undone, kept with a trial undone in it, or undone after one. */
static void
a_group_keeps_what_was_not_undone(void **state)
{
	static const char *const groups[] = { "k", "u", "kk", "ku", "uk", "uu", "kuk", "uku", "uuk",
		"kuuk", "t", "tu", "ut", "x", "xk", "kx", "txtxk", "" };
	const size_t count = sizeof groups / sizeof *groups;

	(void)state;
	for (size_t i = 0; i < 2 * count; i++) {
		const char *group = groups[i / 2];
		bool is_ended = i % 2 == 0;
		struct store *other;
		char name[32];
		int64_t value;

		OK(store_group_begin(store, &err));
		for (size_t n = 0; group[n] != '\0'; n++) {
			bool has_trial = group[n] == 't' || group[n] == 'x';

			OK(store_begin(store, &err));
			snprintf(name, sizeof name, "%zu-%zu", i, n);
			set_fact(name, 1);
			if (has_trial) {
				OK(store_try(store, &err));
				set_fact(name, 2);
				OK(store_untry(store, &err));
				assert_int_equal(fact(name), 1);
			}
			if (group[n] == 'u' || group[n] == 'x')
				store_rollback(store);
			else
				OK(store_commit(store, &err));
		}
		/* Nobody else sees any of it before the end. */
		OK(store_open(&other, path, &err));
		snprintf(name, sizeof name, "%zu-0", i);
		OK(store_fact(other, name, &value, &err));
		assert_int_equal(value, 0);
		store_close(other);
		if (is_ended)
			OK(store_group_end(store, &err));
		reopen();
		for (size_t n = 0; group[n] != '\0'; n++) {
			bool is_kept = is_ended && (group[n] == 'k' || group[n] == 't');

			snprintf(name, sizeof name, "%zu-%zu", i, n);
			if (fact(name) != is_kept)
				fail_msg("group %s, %s: letter %zu", group,
				    is_ended ? "ended" : "not ended", n + 1);
		}
	}
}

/* Steps for a later version, one that fails half way, and one that would leave
 * rows that refer to nothing. */
#define LATER \
	"CREATE TABLE extra (x INTEGER) STRICT; INSERT INTO extra VALUES (1);" \
	"ALTER TABLE talk ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"
#define BROKEN "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)"
#define LOSING "DELETE FROM player"

/* The steps there are, and up to two more; *count of all of them. */
static const char *const *
steps_and(const char *one, const char *two, int *count)
{
	static const char *steps[64];

	memcpy(steps, schema_steps, (size_t)schema_version * sizeof *steps);
	steps[schema_version] = one;
	steps[schema_version + 1] = two;
	*count = schema_version + 1 + (two != NULL);
	return steps;
}

static void
fill(void)
{
	struct game *game;

	store_close(store);
	unlink(path);
	OK(store_open(&store, path, &err));
	OK(store_begin(store, &err));
	set_fact("old", 7);
	game = game_new(arena, NOW);
	game->seat[RED].player = add_player("fred");
	OK(games_add(store, game, &err));
	OK(store_commit(store, &err));
	store_close(store);
	store = NULL;
}

static void
old_files_are_brought_up(void **state)
{
	const char *const *steps;
	struct game *game;
	int count;

	(void)state;
	fill();
	for (int i = 0; i < 2; i++) {
		OK(store_open(&store, path, &err));
		assert_int_equal(fact("old"), 7);
		assert_int_equal(OK(games_get(store, arena, 1, &game, &err)), 1);
		assert_string_equal(game->seat[RED].userid, "fred");
		store_close(store);
	}
	steps = steps_and(LATER, NULL, &count);
	OK(store_open_steps(&store, path, steps, count, &err));
	assert_int_equal(fact("old"), 7);
	OK(store_check(store, &err));
}

/* All that a query answers, a row a line. */
static const char *
told(sqlite3 *db, const char *sql)
{
	struct str out;
	sqlite3_stmt *stmt;

	str_init(&out, arena, 0);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const unsigned char *text = sqlite3_column_text(stmt, i);

			str_addf(&out, "%s|", text != NULL ? (const char *)text : "");
		}
		str_add(&out, "\n");
	}
	sqlite3_finalize(stmt);
	return out.data;
}

/* The whole schema, and what lies in its tables, are what the steps make of an empty file. */
static void
an_empty_file_becomes_what_the_steps_make(void **state)
{
	static const char *const pragmas[] = { "PRAGMA user_version", "PRAGMA application_id",
		"SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name" };
	static const char tables[] = "SELECT name FROM sqlite_schema WHERE type = 'table'";
	sqlite3 *by_steps, *whole;
	sqlite3_stmt *stmt;
	int count, seen = 0;

	(void)state;
	store_close(store);
	unlink(path);
	/* Another list than the program's own, which is taken step by step. */
	OK(store_open_steps(&store, path, steps_and(NULL, NULL, &count), SCHEMA_WHOLE, &err));
	assert_int_equal(sqlite3_open(path, &by_steps), SQLITE_OK);
	assert_int_equal(sqlite3_open(":memory:", &whole), SQLITE_OK);
	assert_int_equal(sqlite3_exec(whole, schema_whole, NULL, NULL, NULL), SQLITE_OK);
	for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++)
		assert_string_equal(told(whole, pragmas[i]), told(by_steps, pragmas[i]));
	assert_int_equal(sqlite3_prepare_v2(whole, tables, -1, &stmt, NULL), SQLITE_OK);
	for (; sqlite3_step(stmt) == SQLITE_ROW; seen++) {
		char query[100];

		snprintf(query, sizeof query, "SELECT * FROM %s", sqlite3_column_text(stmt, 0));
		assert_string_equal(told(whole, query), told(by_steps, query));
	}
	assert_true(seen > 30);
	sqlite3_finalize(stmt);
	sqlite3_close(by_steps);
	sqlite3_close(whole);
}

/* Who had asked for pictures keeps them. */
static void
the_second_version_is_brought_up(void **state)
{
	struct player player;
	sqlite3 *db;

	(void)state;
	store_close(store);
	unlink(path);
	OK(store_open_steps(&store, path, schema_steps, 2, &err));
	store_close(store);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
		"INSERT INTO player (userid, userid_key, state, password_hash, created,"
		" language, board, flipped, notation, zone, classic_subject, game_limit,"
		" html) VALUES ('fred', 'fred', 0, '', 1, 'en', 'classic', 0,"
		" 'coordinates', 0, 0, 0, 1), ('wilma', 'wilma', 0, '', 1, 'en',"
		" 'classic', 0, 'coordinates', 0, 0, 0, 0)",
		NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	OK(store_open(&store, path, &err));
	assert_int_equal(OK(players_find(store, arena, "fred", &player, &err)), 1);
	assert_string_equal(player.html, "on");
	assert_int_equal(OK(players_find(store, arena, "wilma", &player, &err)), 1);
	assert_string_equal(player.html, "auto");
}

/* Domains in other letters get one spelling, and who had the address first keeps it. */
static void
spellings_of_a_domain_become_one(void **state)
{
	static const char *const queries[][2] = {
		{ "SELECT group_concat(player || ' ' || address, ', ') FROM (SELECT * FROM address"
		  " WHERE player < 10 ORDER BY id)",
		    "1 fred@bücher.test, 2 wilma@例子.test, 3 fred@xn--bcher-kva.test, 4 tom@a.test,"
		    " 6 x@bücher.test, 5 x@xn--bcher-kva.test, 7 y@b.test, 8 z@münchen.test,"
		    " 9 z@münchen.test" },
		{ "SELECT id || receives FROM address WHERE player = 10", "121" },
		{ "SELECT group_concat(address || ' ' || site, ', ') FROM confirmation",
		    "eve@mail.bücher.test bücher.test, q@a.test a.test" },
		{ "SELECT group_concat(address || day) FROM bounce",
		    "fred@bücher.test3,"
		    "fred@bücher.test4" },
		{ "SELECT group_concat(name) FROM (SELECT name FROM blocked_site ORDER BY since)",
		    "bücher.test,x@例子.test,evil.test" },
		{ "SELECT group_concat(mailbox || at || never) FROM invited",
		    "fred@bücher.test71" },
		{ "SELECT group_concat(recipient) FROM outbox", "fred@bücher.test" },
		{ "SELECT group_concat(sender) FROM inbox", "fred@bücher.test,,no address" },
	};
	sqlite3 *db;
	sqlite3_stmt *statement;
	char *message = NULL;

	(void)state;
	store_close(store);
	unlink(path);
	OK(store_open_steps(&store, path, schema_steps, 28, &err));
	store_close(store);
	store = NULL;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	sqlite3_exec(db,
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)"
	    " INSERT INTO player (id, userid, userid_key, state, password_hash, created, language,"
	    " board, flipped, notation, classic_subject, game_limit) SELECT i, 'player' || i, 'player' || i,"
	    " 0, '', 1, 'en', 'classic', 0, 'coordinates', 0, 0 FROM n;"
	    "INSERT INTO address (id, player, address, confirmed, receives, stopped) VALUES"
	    " (1, 1, 'fred@xn--bcher-kva.test', 1, 1, 0), (2, 2, 'wilma@xn--fsqu00a.test', 1, 1, 0),"
	    " (3, 3, 'Fred@bücher.test', 1, 1, 0), (4, 4, 'tom@a.test', 1, 1, 0),"
	    " (5, 6, 'x@bücher.test', 1, 1, 0), (6, 5, 'x@xn--bcher-kva.test', 1, 1, 0),"
	    " (7, 7, 'y@b.test', 1, 1, 0), (8, 8, 'z@xn--mnchen-3ya.test', 0, 0, 0),"
	    " (9, 9, 'z@xn--mnchen-3ya.test', 1, 1, 0), (10, 10, 'u@xn--bcher-kva.test', 0, 0, 0),"
	    " (11, 10, 'u@BÜCHER.test', 1, 0, 0), (12, 10, 'u@bücher.test', 1, 1, 0);"
	    "INSERT INTO confirmation (kind, userid, address, site, language, secret, detail, code,"
	    " created) VALUES (0, 'eve', 'eve@mail.xn--bcher-kva.test', 'xn--bcher-kva.test', 'en',"
	    " '', '', 'a', 1), (0, 'q', 'q@a.test', 'a.test', 'en', '', '', 'b', 1);"
	    "INSERT INTO bounce VALUES ('fred@xn--bcher-kva.test', 3), ('fred@bücher.test', 3),"
	    " ('fred@xn--bcher-kva.test', 4);"
	    "INSERT INTO blocked_site VALUES ('xn--bcher-kva.test', 5), ('bücher.test', 1),"
	    " ('x@xn--fsqu00a.test', 2), ('evil.test', 3);"
	    "INSERT INTO invited VALUES ('fred@xn--bcher-kva.test', 3, 1), ('fred@bücher.test', 7, 0);"
	    "INSERT INTO outbox (message_id, turn, sender, recipient, subject, created, state, tries,"
	    " next_try, sent, answer) VALUES ('a', 0, '', 'fred@xn--bcher-kva.test', '', 1, 0, 0, 0, 0,"
	    " '');"
	    "INSERT INTO inbox (digest, source, sender, received, taken) VALUES"
	    " ('a', '', 'fred@xn--bcher-kva.test', 1, 1), ('b', '', '', 1, 1),"
	    " ('c', '', 'no address', 1, 1);",
	    NULL, NULL, &message);
	assert_null(message);
	sqlite3_close(db);
	OK(store_open(&store, path, &err));
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
		assert_int_equal(
		    sqlite3_prepare_v2(db, queries[i][0], -1, &statement, NULL), SQLITE_OK);
		assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
		assert_string_equal(sqlite3_column_text(statement, 0), queries[i][1]);
		sqlite3_finalize(statement);
	}
	sqlite3_close(db);
}

/* A player of the first version: letters go on as they were. */
static void
the_first_version_is_brought_up(void **state)
{
	struct player player;
	struct game *game;
	sqlite3 *db;

	(void)state;
	store_close(store);
	unlink(path);
	OK(store_open_steps(&store, path, schema_steps, 1, &err));
	store_close(store);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
		"INSERT INTO player (userid, userid_key, state,"
		" password_hash, created, language, board, flipped, notation, zone, classic_subject,"
		" game_limit) VALUES ('fred', 'fred', 0, '', 1, 'vi', 'hanzi', 1, 'wxf', 60, 1, 9);"
		"INSERT INTO game (state, red, red_name, green_name, challenger, rules,"
		" rules_version, is_rated, is_private, start_fen, length, turn, refused_red,"
		" refused_green, draw_by, draw_last_red, draw_last_green, result, ending, created,"
		" started, ended, turn_since, nagtime, forfeittime, nagged, opening) VALUES (1, 1, '',"
		" '', 0, 'server', 1, 0, 0, '" FEN_START
		"', 2, 0, 0, 0, -1, -1, -1, 0, '', 1, 1, 0,"
		" 1, 7, 21, 0, 'H3-E3 H10-G8');"
		"INSERT INTO ply VALUES (1, 1, 'H3-E3', 1, 1, 1, NULL), (1, 2, 'H10-G8', 2, 2, 2,"
		" NULL)",
		NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	OK(store_open(&store, path, &err));
	assert_int_equal(OK(players_find(store, arena, "fred", &player, &err)), 1);
	assert_string_equal(player.language, "vi");
	assert_int_equal(player.limit, 9);
	assert_string_equal(player.html, "auto");
	assert_false(player.writes_html);
	player.html = "on";
	player.writes_html = true;
	OK(store_begin(store, &err));
	OK(players_save(store, &player, &err));
	OK(store_commit(store, &err));
	assert_int_equal(OK(players_find(store, arena, "fred", &player, &err)), 1);
	assert_string_equal(player.html, "on");
	assert_true(player.writes_html);
	assert_int_equal(player.limit, 9);
	/* The letters sent so far said how many moves had been played. */
	assert_int_equal(OK(games_get(store, arena, 1, &game, &err)), 1);
	assert_int_equal(game->turns, 2);
	assert_int_equal(game->length, 2);
	assert_int_equal(square_file(game->moves[1].from), 7);
	OK(games_plies(store, game, &err));
	assert_int_equal(game->plies[1].received, 2);
	assert_int_equal(game->plies[1].turn, 2);
}

static char *
read_whole(size_t *length)
{
	FILE *file = fopen(path, "rb");
	char *bytes = arena_alloc(arena, 1 << 20);

	assert_non_null(file);
	*length = fread(bytes, 1, 1 << 20, file);
	assert_true(feof(file));
	fclose(file);
	return bytes;
}

static void
a_failed_step_changes_nothing(void **state)
{
	static const struct {
		const char *name, *one, *two, *want;
	} cases[] = {
		{ "broken", BROKEN, NULL, "to version" },
		{ "a good one, then a broken one", LATER, BROKEN, "to version" },
		{ "losing rows", LOSING, NULL, "missing" },
	};
	const char *const *steps;
	size_t before, after;
	char *was, *is;
	int count;

	(void)state;
	fill();
	was = read_whole(&before);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		steps = steps_and(cases[i].one, cases[i].two, &count);
		assert_int_equal(store_open_steps(&store, path, steps, count, &err), -1);
		if (strstr(err.text, cases[i].want) == NULL)
			fail_msg("%s: %s", cases[i].name, err.text);
		is = read_whole(&after);
		assert_int_equal(before, after);
		assert_memory_equal(was, is, before);
	}
	OK(store_open(&store, path, &err));
	assert_int_equal(fact("old"), 7);
}

static void
newer_files_are_refused(void **state)
{
	const char *const *steps;
	char want[40];
	int count;

	(void)state;
	fill();
	steps = steps_and(LATER, NULL, &count);
	OK(store_open_steps(&store, path, steps, count, &err));
	store_close(store);
	store = NULL;
	assert_int_equal(store_open(&store, path, &err), -1);
	assert_null(store);
	assert_non_null(strstr(err.text, "newer"));
	snprintf(want, sizeof want, "version %d", count);
	assert_non_null(strstr(err.text, want));
}

static void
what_is_no_database_is_refused(void **state)
{
	static const struct {
		const char *name, *make, *want;
	} cases[] = {
		{ "text", "echo a letter, not a database, and long enough to be read > %s",
		    "not a database" },
		{ "a folder", "mkdir %s", "" },
		{ "no folder", "rm -rf $(dirname %s)", "cannot make the database" },
	};
	char command[512];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		store_close(store);
		store = NULL;
		snprintf(command, sizeof command, "rm -rf %s*", path);
		assert_int_equal(system(command), 0);
		snprintf(command, sizeof command, cases[i].make, path);
		assert_int_equal(system(command), 0);
		err.text[0] = '\0';
		assert_int_equal(store_open(&store, path, &err), -1);
		if (err.text[0] == '\0' || strstr(err.text, cases[i].want) == NULL)
			fail_msg("%s: %s", cases[i].name, err.text);
		if (strchr(err.text, '\n') != NULL)
			fail_msg("%s: more than one line", cases[i].name);
	}
}

static void
anothers_database_is_left_alone(void **state)
{
	char command[512];

	(void)state;
	if (system("sqlite3 --version >/dev/null 2>&1") != 0)
		skip();
	store_close(store);
	store = NULL;
	unlink(path);
	snprintf(command, sizeof command, "sqlite3 %s 'CREATE TABLE recipe (cake)'", path);
	assert_int_equal(system(command), 0);
	assert_int_equal(store_open(&store, path, &err), -1);
	assert_non_null(strstr(err.text, "not a database of Riverpost"));
	snprintf(command, sizeof command,
	    "test \"$(sqlite3 %s '.tables')\" = recipe &&"
	    " test \"$(sqlite3 %s 'PRAGMA journal_mode')\" = delete",
	    path, path);
	assert_int_equal(system(command), 0);
}

static void
copies_are_whole(void **state)
{
	struct stat st;
	char copy[128];

	(void)state;
	snprintf(copy, sizeof copy, "%s/copy.db", folder);
	OK(store_begin(store, &err));
	for (int i = 0; i < 500; i++)
		set_fact(arena_printf(arena, "fact-%d", i), i);
	OK(store_commit(store, &err));
	OK(store_backup(store, copy, 1, &err));
	assert_int_equal(stat(copy, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(store_backup(store, copy, 1, &err), -1);
	assert_non_null(strstr(err.text, "File exists"));
	assert_int_equal(store_backup(store, "/nowhere/at/all", 1, &err), -1);
	store_close(store);
	OK(store_open(&store, copy, &err));
	for (int i = 0; i < 500; i++)
		assert_int_equal(fact(arena_printf(arena, "fact-%d", i)), i);
	OK(store_check(store, &err));
}

/* A page in the middle of the file is overwritten. */
static void
damage_is_found(void **state)
{
	char rubbish[4096];
	struct stat st;
	int fd;

	(void)state;
	OK(store_begin(store, &err));
	for (int i = 0; i < 500; i++)
		set_fact(arena_printf(arena, "fact-%d", i), i);
	OK(store_commit(store, &err));
	OK(store_check(store, &err));
	store_close(store);
	store = NULL;
	assert_int_equal(stat(path, &st), 0);
	memset(rubbish, 0x5a, sizeof rubbish);
	fd = open(path, O_WRONLY);
	assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, st.st_size - 4096), 4096);
	close(fd);
	OK(store_open(&store, path, &err));
	assert_int_equal(store_check(store, &err), -1);
	assert_null(strchr(err.text, '\n'));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(facts_are_kept),
		TEST(the_disk_is_waited_for),
		TEST(the_file_is_the_owners_alone),
		TEST(a_rollback_leaves_nothing),
		TEST(a_group_keeps_what_was_not_undone),
		TEST(old_files_are_brought_up),
		TEST(an_empty_file_becomes_what_the_steps_make),
		TEST(the_first_version_is_brought_up),
		TEST(the_second_version_is_brought_up),
		TEST(spellings_of_a_domain_become_one),
		TEST(a_failed_step_changes_nothing),
		TEST(newer_files_are_refused),
		TEST(what_is_no_database_is_refused),
		TEST(anothers_database_is_left_alone),
		TEST(copies_are_whole),
		TEST(damage_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
