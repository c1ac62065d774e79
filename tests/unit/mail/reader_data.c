/* SPDX-License-Identifier: ISC */
/*
 * The collected letters in the folder RIVERPOST_DATA names (skipped without):
 * commands and decoys, real replies, robots, torturing MIME.
 *
 * Three replies differ on purpose: where nothing stands above a quote, mail/README 13
 * reads what follows a marked one and an empty line, and nothing below an unmarked one.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/str.h"
#include "unit/mail/letters.h"
#include "unit/table.h"

#define FILE_MAX   (4 * 1024 * 1024)
#define PEOPLE_MAX 4 /* letters of robots that no header gives away */

struct walk {
	int letters, wrong;
	void (*check)(struct walk *walk, struct arena *arena, const char *path);
};

static char *
read_file(struct arena *arena, const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	char *bytes;

	if (file == NULL)
		fail_at(path, "%s", strerror(errno));
	bytes = arena_alloc(arena, FILE_MAX + 1);
	*length = fread(bytes, 1, FILE_MAX, file);
	fclose(file);
	return bytes;
}

static struct letter
read_path(struct arena *arena, const char *path)
{
	size_t length = 0;
	char *bytes = read_file(arena, path, &length);
	const char *type = strstr(path, ".html") != NULL && strstr(path, ".eml") == NULL ? "html" :
	    strstr(path, "replies/") != NULL && strstr(path, ".txt") != NULL             ? "plain" :
											   NULL;

	/* Some replies are kept as bodies only. */
	if (type != NULL) {
		bytes = arena_printf(arena,
		    "From: a@b.test\nContent-Type: text/%s; charset=utf-8\n\n%s", type, bytes);
		length = strlen(bytes);
	}
	return read_bytes(arena, bytes, length);
}

static void
walk_folder(struct walk *walk, const char *folder)
{
	struct dirent **names;
	int count = scandir(folder, &names, NULL, alphasort);
	struct arena *arena = arena_new();

	if (count == -1)
		fail_at(folder, "%s", strerror(errno));
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX];

		str_format(path, sizeof path, "%s/%s", folder, names[i]->d_name);
		if (names[i]->d_name[0] != '.' && names[i]->d_type == DT_DIR)
			walk_folder(walk, path);
		else if (names[i]->d_type == DT_REG)
			walk->check(walk, arena, path);
		free(names[i]);
		arena_clear(arena);
	}
	free(names);
	arena_free(arena);
}

static struct walk
walk_data(const char *folder, void (*check)(struct walk *, struct arena *, const char *))
{
	struct walk walk = { .check = check };
	char path[PATH_MAX];

	if (!collected(path, folder))
		skip();
	walk_folder(&walk, path);
	if (walk.letters == 0)
		fail_at(path, "no letter");
	print_message("%s: %d letters, %d otherwise\n", folder, walk.letters, walk.wrong);
	return walk;
}

/* file, command, decoys with | between them, and "yes" where reading nothing will do. */
static void
check_gold_row(struct walk *walk, struct arena *arena, const char *folder, struct table *row)
{
	char **column = row->column, *command = column[1], *decoy;
	const char *path = arena_printf(arena, "%s/%s", folder, column[0]);
	bool may_be_none = column[3] != NULL && str_equal(column[3], "yes"), good;
	struct letter letter;

	if (access(path, R_OK) == -1)
		fail_at(row->where, "%s", strerror(errno));
	letter = read_path(arena, path);
	good = letter.kind == LETTER_PERSON && str_starts_nocase(letter.text, command) &&
	    letter.text[strlen(command)] == '\n';
	good |= *letter.text == '\0' && may_be_none;
	while ((decoy = strsep(&column[2], "|")) != NULL)
		good = good && (*decoy == '\0' || strstr(letter.text, decoy) == NULL);
	if (!good)
		print_message("%s: %s\n", row->where, letter.text);
	walk->letters++;
	walk->wrong += !good;
}

static void
check_gold(struct walk *walk, struct arena *arena, const char *path)
{
	const char *folder;
	struct table table;

	if (strstr(path, "/gold.tsv") == NULL)
		return;
	folder = arena_strndup(arena, path, strlen(path) - strlen("/gold.tsv"));
	table_open(&table, path, 3);
	table_names(&table);
	while (table_next(&table)) {
		struct arena *letter_arena = arena_new();

		check_gold_row(walk, letter_arena, folder, &table);
		arena_free(letter_arena);
	}
}

static void
test_commands(void **state)
{
	(void)state;
	assert_int_equal(walk_data("letters/commands", check_gold).wrong, 0);
	assert_int_equal(walk_data("letters/programs", check_gold).wrong, 0);
}

static bool
same_words(const char *a, const char *b)
{
	for (;;) {
		a += strspn(a, " \t\n");
		b += strspn(b, " \t\n");
		if (*a == '\0' || *b == '\0')
			return *a == *b;
		while (*a == *b && *a != '\0' && strchr(" \t\n", *a) == NULL) {
			a++;
			b++;
		}
		if ((*a != '\0' && strchr(" \t\n", *a) == NULL) ||
		    (*b != '\0' && strchr(" \t\n", *b) == NULL))
			return false;
	}
}

static bool
is_deviation(const char *path)
{
	return strstr(path, "/embedded_email_16.") != NULL ||
	    strstr(path, "/embedded_email_17.") != NULL ||
	    strstr(path, "/talon/thunderbird.") != NULL;
}

static void
check_reply(struct walk *walk, struct arena *arena, const char *path)
{
	const char *dot = strrchr(strrchr(path, '/'), '.'), *want;
	size_t length = 0;
	struct letter letter;

	if (dot == NULL)
		fail_at(path, "the name has no ending");
	if (strcmp(dot, ".expect") == 0 || is_deviation(path))
		return;
	want = read_file(
	    arena, arena_printf(arena, "%.*s.expect", (int)(dot - path), path), &length);
	letter = read_path(arena, path);
	walk->letters++;
	if (letter.kind == LETTER_PERSON && same_words(letter.text, want))
		return;
	walk->wrong++;
	print_message("reply: %s: %s\n", path, letter.text);
}

static void
test_replies(void **state)
{
	(void)state;
	assert_int_equal(walk_data("letters/replies", check_reply).wrong, 0);
}

static void
check_never(struct walk *walk, struct arena *arena, const char *path)
{
	struct letter letter = read_path(arena, path);

	walk->letters++;
	if (letter.kind != LETTER_PERSON)
		return;
	walk->wrong++;
	print_message("taken for a person: %s\n", path);
}

static void
test_never(void **state)
{
	(void)state;
	assert_true(walk_data("letters/never", check_never).wrong <= PEOPLE_MAX);
}

static void
check_mime(struct walk *walk, struct arena *arena, const char *path)
{
	struct letter letter = read_path(arena, path);

	walk->letters++;
	walk->wrong += letter.kind == LETTER_UNREADABLE;
	assert_non_null(letter.text);
}

static void
test_mime(void **state)
{
	(void)state;
	walk_data("letters/mime", check_mime);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "mail 13: the gold command, no decoy", test_commands, NULL, NULL, NULL },
		{ "mail 13: the new text of real replies", test_replies, NULL, NULL, NULL },
		{ "mail 8: real bounces and automatic answers", test_never, NULL, NULL, NULL },
		{ "mail 3: malformed MIME", test_mime, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests_name("mail_reader_data", tests, NULL, NULL);
}
