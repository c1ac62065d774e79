/* SPDX-License-Identifier: ISC */
/*
 * Tokens, keys, ids, passwords: what proves something must be hard to make.
 *
 * Forged tokens are made by changing good ones in every way that keeps them
 * short: characters, lengths, spare bits, keys.
 */
#include <ctype.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "base/token.h"

static char root[64];
static char path[96];

static struct keys
load(void)
{
	struct keys keys;
	struct err err = { .text = "" };

	if (keys_load(&keys, path, &err) == -1)
		fail_msg("%s", err.text);
	return keys;
}

static const struct token samples[] = {
	{ TOKEN_GAME, 1, 1, 0, 0, ASKS_NOTHING, 0 },
	{ TOKEN_GAME, 17, 123, 45, 0, ASKS_NOTHING, 0 },
	{ TOKEN_GAME, 17, 123, 45, 0, ASKS_DRAW, 0 },
	{ TOKEN_GAME, 17123, 1234567, 450, 0, ASKS_MEANT, 12345678 },
	{ TOKEN_ACCOUNT, 17, 0, 20780, 0, ASKS_WORDS, 18 },
	{ TOKEN_ACCOUNT, INT64_C(1) << 34, 0, 0, 0, ASKS_NOTHING, 0 },
	{ TOKEN_CONFIRM, 0, (INT64_C(1) << 35) - 1, 0, 0, ASKS_NOTHING, 0 },
	{ TOKEN_BOUNCE, 127, 128, 129, 0, ASKS_NOTHING, 0 },
	{ TOKEN_GAME, 16383, 16384, 2147483647, 0, ASKS_NOTHING, 0 },
	{ TOKEN_PUZZLE, 16383, 16384, 2147483647, 0, ASKS_NOTHING, 0 },
	{ TOKEN_MESSAGE, (INT64_C(1) << 35) - 1, (INT64_C(1) << 35) - 1, 2147483647, 0,
	    ASKS_NOTHING, 0 },
	{ TOKEN_MESSAGE, 17, 123, 45, 1795000000, ASKS_NOTHING, 0 },
	{ TOKEN_MESSAGE, (INT64_C(1) << 35) - 1, (INT64_C(1) << 35) - 1, 2147483647,
	    (INT64_C(1) << 35) - 1, ASKS_NOTHING, 0 },
	{ TOKEN_LIST, (INT64_C(1) << 35) - 1, (INT64_C(1) << 35) - 1, 2097151,
	    (INT64_C(1) << 40) - 1, ASKS_NOTHING, 0 },
};
#define SAMPLES (sizeof samples / sizeof samples[0])

static bool
same(const struct token *a, const struct token *b)
{
	return a->purpose == b->purpose && a->player == b->player && a->game == b->game &&
	    a->turn == b->turn && a->made == b->made && a->asks == b->asks && a->asked == b->asked;
}

static void
comes_back(void **state)
{
	struct keys keys = load();

	(void)state;
	for (size_t i = 0; i < SAMPLES; i++) {
		char text[TOKEN_SIZE], upper[TOKEN_SIZE];
		struct token back;

		token_make(&keys, &samples[i], text);
		assert_int_equal(text[strspn(text, "abcdefghijklmnopqrstuvwxyz234567")], '\0');
		/* The local part: name, "+b.", token; RFC 5321 4.5.3.1.1 gives it 64 octets.
		 * Those that tell their time stand in Message-IDs only. */
		assert_true(samples[i].made != 0 || strlen("riverpost+b.") + strlen(text) <= 64);
		assert_true(token_read(&keys, text, &back));
		assert_true(same(&back, &samples[i]));
		for (size_t c = 0; c < sizeof upper; c++)
			upper[c] = (char)(c % 2 == 0 ? toupper((unsigned char)text[c]) : text[c]);
		assert_true(token_read(&keys, upper, &back));
		assert_true(same(&back, &samples[i]));
	}
}

static void
refuses_every_change(void **state)
{
	struct keys keys = load();

	(void)state;
	for (size_t i = 0; i < SAMPLES; i++) {
		char good[TOKEN_SIZE], bad[2 * TOKEN_SIZE];
		struct token back;

		token_make(&keys, &samples[i], good);
		for (size_t at = 0; good[at] != '\0'; at++) {
			for (int c = 1; c < 256; c++) {
				strcpy(bad, good);
				if (tolower(c) == good[at])
					continue;
				bad[at] = (char)c;
				if (token_read(&keys, bad, &back))
					fail_msg("%s instead of %s", bad, good);
			}
			strcpy(bad, good);
			memmove(bad + at, bad + at + 1, strlen(bad + at));
			assert_false(token_read(&keys, bad, &back));
			snprintf(bad, sizeof bad, "%.*s%c%s", (int)at, good, good[at], good + at);
			assert_false(token_read(&keys, bad, &back));
			snprintf(bad, sizeof bad, "%.*s", (int)at, good);
			assert_false(token_read(&keys, bad, &back));
		}
		for (const char *more = "a27z= "; *more != '\0'; more++) {
			snprintf(bad, sizeof bad, "%s%c", good, *more);
			assert_false(token_read(&keys, bad, &back));
			snprintf(bad, sizeof bad, "%c%s", *more, good);
			assert_false(token_read(&keys, bad, &back));
		}
		snprintf(bad, sizeof bad, "%s%s", good, good);
		assert_false(token_read(&keys, bad, &back));
	}
}

static void
refuses_rubbish(void **state)
{
	static const char *const table[] = { "", "a", "aaaaaaaa", "====", "\xff\xff",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"ceaqaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "炮二平五",
		"7777777777777777777777777777777777777777777777777777777777777777" };
	struct keys keys = load();
	struct token back;

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		assert_false(token_read(&keys, table[i], &back));
}

static void
honours_two_keys(void **state)
{
	struct keys keys = load(), foreign = { 0 }, before = keys;
	char first[TOKEN_SIZE], second[TOKEN_SIZE];
	struct token back;
	struct err err;

	(void)state;
	token_make(&keys, &samples[1], first);
	foreign.number[0] = keys.number[0];
	memset(foreign.key[0], 7, sizeof foreign.key[0]);
	assert_false(token_read(&foreign, first, &back));
	token_make(&foreign, &samples[1], second);
	assert_false(token_read(&keys, second, &back));

	assert_int_equal(keys_change(&keys, path, &err), 0);
	assert_true(token_read(&keys, first, &back));
	token_make(&keys, &samples[1], second);
	assert_string_not_equal(first, second);
	assert_false(token_read(&before, second, &back));
	keys = load();
	assert_true(token_read(&keys, first, &back));
	assert_true(token_read(&keys, second, &back));
	assert_int_equal(keys_change(&keys, path, &err), 0);
	assert_false(token_read(&keys, first, &back));
	assert_true(token_read(&keys, second, &back));
}

/* Key numbers go round without ever becoming 0 or both the same. */
static void
changes_keys_for_ever(void **state)
{
	struct keys keys = load();
	struct err err;

	(void)state;
	for (int i = 0; i < 600; i++) {
		assert_int_equal(keys_change(&keys, path, &err), 0);
		assert_int_not_equal(keys.number[0], 0);
		assert_int_not_equal(keys.number[0], keys.number[1]);
	}
}

static void
keeps_keys_to_itself(void **state)
{
	struct keys keys, again;
	struct stat st;
	struct err err;

	(void)state;
	umask(0);
	keys = load();
	again = load();
	assert_memory_equal(&keys, &again, sizeof keys);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(keys_change(&keys, path, &err), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void
refuses_what_is_no_key_file(void **state)
{
	static const char zeros[sizeof(struct keys)];
	static const size_t lengths[] = { 0, 1, sizeof(struct keys) - 1, sizeof(struct keys) };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		FILE *file = fopen(path, "w");
		struct keys keys;
		struct err err = { .text = "" };

		assert_non_null(file);
		fwrite(zeros, 1, lengths[i], file);
		fclose(file);
		assert_int_equal(keys_load(&keys, path, &err), -1);
		assert_non_null(strstr(err.text, path));
	}
	snprintf(path, sizeof path, "%s/missing/keys", root);
	struct keys keys;
	struct err err = { .text = "" };

	assert_int_equal(keys_load(&keys, path, &err), -1);
	assert_non_null(strstr(err.text, "No such file"));
}

/* Killed at any moment: the file is whole, and the one before or after. */
static void
survives_kill(void **state)
{
	struct keys known = load();

	(void)state;
	for (int round = 0; round < 40; round++) {
		int ends[2];
		pid_t child;
		struct keys now;
		struct err err;
		char told;

		assert_int_equal(pipe(ends), 0);
		child = fork();
		assert_true(child >= 0);
		if (child == 0) {
			for (;;)
				if (keys_change(&known, path, &err) == -1 ||
				    write(ends[1], "", 1) != 1)
					_exit(1);
		}
		close(ends[1]);
		/* It may take its time to begin. */
		assert_int_equal(read(ends[0], &told, 1), 1);
		usleep((useconds_t)(round * 377));
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		close(ends[0]);
		assert_int_equal(keys_load(&now, path, &err), 0);
		known = now;
	}
}

/* Several processes start at once on a new installation: all use one key. */
static void
starts_once(void **state)
{
	(void)state;
	for (int round = 0; round < 20; round++) {
		int pipes[2];
		struct keys first, other;

		unlink(path);
		assert_int_equal(pipe(pipes), 0);
		for (int i = 0; i < 6; i++) {
			if (fork() == 0) {
				struct err err;
				struct keys keys;

				if (keys_load(&keys, path, &err) == -1)
					_exit(1);
				_exit(write(pipes[1], &keys, sizeof keys) != sizeof keys);
			}
		}
		close(pipes[1]);
		assert_int_equal(read(pipes[0], &first, sizeof first), sizeof first);
		for (int i = 1; i < 6; i++) {
			assert_int_equal(read(pipes[0], &other, sizeof other), sizeof other);
			assert_memory_equal(&first, &other, sizeof first);
		}
		close(pipes[0]);
		while (wait(NULL) > 0)
			;
	}
}

static void
makes_codes(void **state)
{
	char code[9];

	(void)state;
	for (int i = 0; i < 200; i++) {
		code_random(code, 8);
		assert_int_equal(strlen(code), 8);
		assert_int_equal(strcspn(code, "0o1lIO"), 8);
	}
	code_random(code, 0);
	assert_string_equal(code, "");
}

static void
digests_pieces(void **state)
{
	const struct piece ab_c[] = { { "ab", 2 }, { "c", 1 } },
			   a_bc[] = { { "a", 1 }, { "bc", 2 } };
	const struct piece abc[] = { { "abc", 3 } }, abc_[] = { { "abc", 3 }, { "", 0 } };
	char digest[5][65];

	(void)state;
	digest_pieces(ab_c, 2, digest[0]);
	digest_pieces(a_bc, 2, digest[1]);
	digest_pieces(abc, 1, digest[2]);
	digest_pieces(abc_, 2, digest[3]);
	digest_pieces(NULL, 0, digest[4]);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(strlen(digest[i]), 64);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(digest[i], digest[k]);
	}
	digest_pieces(ab_c, 2, digest[1]);
	assert_string_equal(digest[0], digest[1]);
}

static void
hashes_passwords(void **state)
{
	char hash[PASSWORD_HASH_SIZE], other[PASSWORD_HASH_SIZE];
	struct err err;

	(void)state;
	assert_int_equal(password_hash("geheim 炮", hash, &err), 0);
	assert_int_equal(password_hash("geheim 炮", other, &err), 0);
	assert_string_not_equal(hash, other);
	assert_non_null(strstr(hash, "argon2id"));
	assert_null(strstr(hash, "geheim"));
	assert_true(password_matches(hash, "geheim 炮", NULL));
	assert_false(password_matches(hash, "geheim 砲", NULL));
	assert_false(password_matches(hash, "geheim", NULL));
	assert_false(password_matches(hash, "", NULL));
	assert_false(password_matches("", "geheim", NULL));
	assert_false(password_matches("no hash", "", NULL));
}

/* One password in several forms is one; what was hashed as it was written goes on counting. */
static void
knows_forms_of_passwords(void **state)
{
	static const char *const forms[][2] = {
		{ "ｓｅｃｒｅｔ７", "secret7" },
		{ "o\xef\xac\x81ne²", "ofine2" },
		{ "Nguye\xcc\x82\xcc\x83n", "Nguy\xe1\xbb\x85n" },
	};
	char hash[PASSWORD_HASH_SIZE];
	struct err err;
	bool is_old;

	(void)state;
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
		for (int k = 0; k < 2; k++) {
			assert_int_equal(password_hash(forms[i][k], hash, &err), 0);
			assert_true(password_matches(hash, forms[i][0], &is_old));
			assert_false(is_old);
			assert_true(password_matches(hash, forms[i][1], &is_old));
			assert_false(is_old);
		}
	assert_int_equal(
	    crypto_pwhash_str(hash, forms[0][0], strlen(forms[0][0]),
		crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE),
	    0);
	assert_true(password_matches(hash, forms[0][0], &is_old));
	assert_true(is_old);
	assert_false(password_matches(hash, forms[0][1], &is_old));
	assert_false(is_old);
}

static int
setup(void **state)
{
	(void)state;
	snprintf(root, sizeof root, "/tmp/riverpost-token.XXXXXX");
	if (mkdtemp(root) == NULL)
		return -1;
	snprintf(path, sizeof path, "%s/keys", root);
	return 0;
}

static int
teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", root);
	return system(command);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

/* A password that waits: it comes back for its owner, while one of the keys is the same. */
static void
passwords_are_sealed(void **state)
{
	char longest[PASSWORD_MAX + 1];
	const char *const passwords[] = { "", "x", "secret1", "\xe5\xaf\x86\xe7\xa0\x81", longest };
	char sealed[SEALED_SIZE], again[SEALED_SIZE], out[PASSWORD_MAX + 1];
	struct keys keys = load();
	struct err err;

	(void)state;
	memset(longest, 'x', PASSWORD_MAX);
	longest[PASSWORD_MAX] = '\0';
	for (size_t i = 0; i < sizeof passwords / sizeof passwords[0]; i++) {
		password_seal(&keys, "fred@a.test", passwords[i], sealed);
		password_seal(&keys, "fred@a.test", passwords[i], again);
		assert_string_not_equal(sealed, again);
		assert_int_equal(strlen(sealed), strlen(again));
		assert_true(password_unseal(&keys, "fred@a.test", sealed, out));
		assert_string_equal(out, passwords[i]);
		assert_false(password_unseal(&keys, "wilma@a.test", sealed, out));
		sealed[40] = sealed[40] == 'A' ? 'B' : 'A';
		assert_false(password_unseal(&keys, "fred@a.test", sealed, out));
	}
	assert_false(password_unseal(&keys, "fred@a.test", "", out));
	assert_false(password_unseal(&keys, "fred@a.test", "$argon2id$v=19", out));
	for (int changes = 1; changes <= 2; changes++) {
		assert_int_equal(keys_change(&keys, path, &err), 0);
		assert_int_equal(password_unseal(&keys, "fred@a.test", again, out), changes == 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(passwords_are_sealed),
		WITH_FOLDER(comes_back),
		WITH_FOLDER(refuses_every_change),
		WITH_FOLDER(refuses_rubbish),
		WITH_FOLDER(honours_two_keys),
		WITH_FOLDER(changes_keys_for_ever),
		WITH_FOLDER(keeps_keys_to_itself),
		WITH_FOLDER(refuses_what_is_no_key_file),
		WITH_FOLDER(survives_kill),
		WITH_FOLDER(starts_once),
		cmocka_unit_test(makes_codes),
		cmocka_unit_test(digests_pieces),
		cmocka_unit_test(hashes_passwords),
		cmocka_unit_test(knows_forms_of_passwords),
	};
	struct err err;

	if (token_setup(&err) == -1)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
