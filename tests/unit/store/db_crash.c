/* SPDX-License-Identifier: ISC */
/*
 * What the database promises when things go wrong: a process killed at any
 * instant, a full disk, two processes at once.
 *
 * A child does the work of letters: letter n adds an inbox row, a move, two
 * rows to send and a count.  It tells a pipe n when the commit has returned.
 * Whatever happened to it, afterwards there are exactly the letters 1 to k, for
 * a k not below the last one told, each with all its rows and no other rows.
 *
 * RIVERPOST_CRASHES sets how often the child is killed.
 */
#include "base/sanitized.h"
#include "unit/store/setup.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"

#define CRASHES    (SANITIZED ? 40 : 150)
#define GAME_PLIES 30 /* then the next game begins */

static const char *const shuffle[] = { "A1-A2", "A10-A9", "A2-A1", "A9-A10" };

static int
add_move(struct store *s, struct arena *a, int64_t letter, int64_t inbox, struct err *e)
{
	int64_t id = (letter - 1) / GAME_PLIES + 1;
	struct ply ply = { .received = NOW, .committed = NOW + letter, .letter = inbox };
	struct game *game;
	struct move move;
	int found = games_get(s, a, id, &game, e);

	if (found == 0) {
		game = game_new(a, NOW);
		game_accept(game, NOW);
		found = games_add(s, game, e);
	}
	if (found == -1)
		return -1;
	move_read(shuffle[game->length % 4], &move);
	game_replay(game, move, &ply);
	return games_save(s, game, e);
}

static int
add_answers(struct store *s, struct arena *a, int64_t letter, int64_t inbox, struct err *e)
{
	struct out out = { .letter = inbox,
		.sender = "",
		.subject = "S",
		.created = NOW,
		.recipient = "fred@example.org",
		.length = 3000 };
	char *bytes = arena_alloc(a, out.length);

	memset(bytes, 'x', out.length);
	out.bytes = bytes;
	for (int i = 0; i < 2; i++) {
		out.message_id = arena_printf(a, "%lld.%d@river", (long long)letter, i);
		if (outbox_add(s, &out, e) == -1)
			return -1;
	}
	return 0;
}

/* All rows of a letter, in a transaction of the caller's. */
static int
write_rows(struct store *s, struct arena *a, int64_t letter, struct err *e)
{
	char *digest = arena_printf(a, "digest-%lld", (long long)letter);
	int64_t inbox;

	if (inbox_add(s, digest, "spool", "fred@example.org", NOW, NOW, &inbox, e) == -1 ||
	    add_move(s, a, letter, inbox, e) == -1 || add_answers(s, a, letter, inbox, e) == -1)
		return -1;
	return store_set_fact(s, "letters", letter, e);
}

/* Letters first … first + count - 1 in one commit; the first one also begins once
 * and is undone, as a letter that fails half way is. */
static int
take_batch(struct store *s, struct arena *a, int64_t first, int count, struct err *e)
{
	arena_clear(a);
	if (store_begin(s, e) == -1)
		return -1;
	if (add_answers(s, a, first, 0, e) == -1)
		goto failed;
	store_rollback(s);
	if (store_begin(s, e) == -1)
		return -1;
	for (int64_t letter = first; letter < first + count; letter++) {
		if (write_rows(s, a, letter, e) == -1)
			goto failed;
	}
	return store_commit(s, e);
failed:
	store_rollback(s);
	return -1;
}

static int64_t
letters_done(struct store *s)
{
	int64_t letters;

	OK(store_fact(s, "letters", &letters, &err));
	return letters;
}

/* Everything of the letters 1 … letters_done, and nothing else, is there. */
static int64_t
check_whole(void)
{
	int64_t letters, id;
	struct game *game;
	struct out *out;
	int plies = 0;

	OK(store_check(store, &err));
	OK(store_begin(store, &err)); /* one for all that is read, which is much quicker */
	letters = letters_done(store);
	for (int64_t n = 1; n <= letters; n++) {
		if (OK(inbox_find(store, arena_printf(arena, "digest-%d", (int)n), &id, &err)) != 1)
			fail_msg("letter %d is missing", (int)n);
	}
	assert_int_equal(
	    OK(inbox_find(store, arena_printf(arena, "digest-%d", (int)letters + 1), &id, &err)),
	    0);
	for (id = 1; OK(games_get(store, arena, id, &game, &err)) == 1; id++)
		plies += game->length;
	assert_int_equal(plies, letters);
	assert_int_equal(OK(outbox_list(store, arena, OUT_WAITING, &out, &err)), 2 * letters);
	for (int64_t i = 0; i < 2 * letters; i++) {
		assert_int_equal(OK(outbox_get(store, arena, out[i].id, &out[i], &err)), 1);
		assert_int_equal(out[i].length, 3000);
		assert_int_not_equal(out[i].letter, 0);
	}
	store_rollback(store);
	return letters;
}

static void
work_until_killed(int told)
{
	struct store *s;
	struct err e;
	struct arena *a = arena_new();
	int64_t letter;

	if (store_open(&s, path, &e) == -1 || store_fact(s, "letters", &letter, &e) == -1)
		_exit(1);
	for (;;) {
		int count = letter % 3 == 0 ? 5 : 1;

		if (take_batch(s, a, letter + 1, count, &e) == -1)
			_exit(2);
		letter += count;
		if (write(told, &letter, sizeof letter) != sizeof letter)
			_exit(3);
	}
}

/* So long after the start, or after the first commit, however long that takes.
 * Returns the last letter the child told of, 0 if none. */
static int64_t
run_and_kill(bool begun, long nanoseconds)
{
	const struct timespec wait = { .tv_nsec = nanoseconds };
	int64_t letter, last = 0;
	int ends[2], status;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_int_not_equal(child, -1);
	if (child == 0) {
		close(ends[0]);
		work_until_killed(ends[1]);
	}
	close(ends[1]);
	if (begun)
		assert_int_equal(read(ends[0], &last, sizeof last), sizeof last);
	nanosleep(&wait, NULL);
	kill(child, SIGKILL);
	while (read(ends[0], &letter, sizeof letter) == sizeof letter)
		last = letter;
	close(ends[0]);
	waitpid(child, &status, 0);
	assert_true(WIFSIGNALED(status));
	return last;
}

static void
killed_at_any_instant(void **state)
{
	const char *wish = getenv("RIVERPOST_CRASHES");
	int crashes = wish != NULL ? atoi(wish) : CRASHES;
	int64_t told, done, total = 0;

	(void)state;
	srand(4711);
	for (int i = 0; i < crashes; i++) {
		if (i % 25 == 0) {
			/* A new file from time to time, so that its making is hit too. */
			store_close(store);
			store = NULL;
			unlink(path);
		} else {
			store_close(store);
			store = NULL;
		}
		told = run_and_kill(i % 3 != 0, rand() % 30000000L);
		OK(store_open(&store, path, &err));
		arena_clear(arena);
		done = check_whole();
		if (done < told)
			fail_msg(
			    "crash %d: letter %d was told, %d are there", i, (int)told, (int)done);
		total += told != 0;
	}
	print_message("%d crashes, %d of them after a commit\n", crashes, (int)total);
	assert_true(total >= crashes / 3 * 2);
}

static void
limit_files(rlim_t bytes)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = bytes;
	setrlimit(RLIMIT_FSIZE, &limit);
}

/* Takes letters until the disk is full, then makes room and goes on; exits
 * with 0 when every failure was told and the work went on after it. */
static void
work_on_a_full_disk(int batch)
{
	struct store *s;
	struct err e = { .text = "" };
	struct arena *a = arena_new();
	int64_t letter = 0, stored;

	signal(SIGXFSZ, SIG_IGN);
	if (store_open(&s, path, &e) == -1)
		_exit(1);
	for (int round = 0; round < 20; round++) {
		limit_files((rlim_t)(200000 + 150000 * round));
		while (take_batch(s, a, letter + 1, batch, &e) == 0)
			letter += batch;
		if (strchr(e.text, ':') == NULL)
			_exit(2);
		limit_files(RLIM_INFINITY);
		if (store_fact(s, "letters", &stored, &e) == -1 || stored != letter)
			_exit(3);
		if (take_batch(s, a, letter + 1, batch, &e) == -1)
			_exit(4);
		letter += batch;
	}
	store_close(s);
	_exit(0);
}

static void
run_full_disk(int batch)
{
	pid_t child;
	int status;

	store_close(store);
	store = NULL;
	child = fork();
	assert_int_not_equal(child, -1);
	if (child == 0)
		work_on_a_full_disk(batch);
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	OK(store_open(&store, path, &err));
	assert_true(check_whole() >= 20 * batch);
}

static void
full_disk_one_letter_a_commit(void **state)
{
	(void)state;
	run_full_disk(1);
}

static void
full_disk_many_letters_a_commit(void **state)
{
	(void)state;
	run_full_disk(16);
}

/* SQLite takes a transaction back by itself when it cannot write; what the
 * caller writes after that must not be committed alone. */
static void
nothing_is_written_behind_a_failure(void **state)
{
	pid_t child = fork();
	int status, failed = 0;
	int64_t id;

	(void)state;
	assert_int_not_equal(child, -1);
	if (child != 0) {
		waitpid(child, &status, 0);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
		assert_int_equal(letters_done(store), 0);
		assert_int_equal(OK(inbox_find(store, "after", &id, &err)), 0);
		assert_int_equal(check_whole(), 0);
		return;
	}
	signal(SIGXFSZ, SIG_IGN);
	store_open(&store, path, &err);
	store_begin(store, &err);
	limit_files(100000);
	for (int64_t letter = 1; letter <= 4000; letter++)
		failed += write_rows(store, arena, letter, &err) == -1;
	limit_files(RLIM_INFINITY);
	if (failed == 0 || inbox_add(store, "after", "s", "a", NOW, NOW, &id, &err) == 0)
		_exit(1);
	_exit(store_commit(store, &err) == -1 ? 0 : 2);
}

static void
count_up(int times)
{
	struct store *s;
	struct err e;
	int64_t value;

	if (store_open(&s, path, &e) == -1)
		_exit(1);
	for (int i = 0; i < times; i++) {
		if (store_begin(s, &e) == -1 || store_fact(s, "both", &value, &e) == -1 ||
		    store_set_fact(s, "both", value + 1, &e) == -1 || store_commit(s, &e) == -1)
			_exit(2);
	}
	store_close(s);
	_exit(0);
}

/* Several processes open a file that is not there yet, and write at once. */
static void
processes_at_once(void **state)
{
	const int processes = 4, times = 25; /* together far less than one waits for the others */
	int64_t both;
	int status;

	(void)state;
	for (int round = 0; round < 20; round++) {
		store_close(store);
		store = NULL;
		unlink(path);
		for (int i = 0; i < processes; i++) {
			if (fork() == 0)
				count_up(times);
		}
		for (int i = 0; i < processes; i++) {
			wait(&status);
			assert_true(WIFEXITED(status));
			assert_int_equal(WEXITSTATUS(status), 0);
		}
		OK(store_open(&store, path, &err));
		OK(store_fact(store, "both", &both, &err));
		assert_int_equal(both, processes * times);
		OK(store_check(store, &err));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(killed_at_any_instant),
		TEST(full_disk_one_letter_a_commit),
		TEST(full_disk_many_letters_a_commit),
		TEST(nothing_is_written_behind_a_failure),
		TEST(processes_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
