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
#include <cmocka.h>

#include "base/str.h"
#include "unit/mail/letters.h"

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
		return NULL;
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

	assert_non_null(bytes);
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

	for (int i = 0; i < count; i++) {
		char path[4096];

		str_format(path, sizeof path, "%s/%s", folder, names[i]->d_name);
		if (names[i]->d_name[0] != '.' && names[i]->d_type == DT_DIR)
			walk_folder(walk, path);
		else if (names[i]->d_type == DT_REG)
			walk->check(walk, arena, path);
		free(names[i]);
		arena_clear(arena);
	}
	if (count >= 0)
		free(names);
	arena_free(arena);
}

static struct walk
walk_data(const char *folder, void (*check)(struct walk *, struct arena *, const char *))
{
	struct walk walk = { .check = check };
	const char *data = getenv("RIVERPOST_DATA");
	char path[4096];

	if (data == NULL)
		skip();
	str_format(path, sizeof path, "%s/letters/%s", data, folder);
	walk_folder(&walk, path);
	print_message("%s: %d letters, %d otherwise\n", folder, walk.letters, walk.wrong);
	assert_true(walk.letters > 0);
	return walk;
}

/* Lines of gold.tsv: file, command, decoys with | between them, and "yes" where reading
 * nothing will do. */
static void
check_gold_line(struct walk *walk, struct arena *arena, const char *folder, char *line)
{
	char *save, *name = strtok_r(line, "\t", &save);
	const char *command = strtok_r(NULL, "\t", &save), *decoys = strtok_r(NULL, "\t", &save);
	const char *may_be_none = strtok_r(NULL, "\t", &save);
	struct letter letter = read_path(arena, arena_printf(arena, "%s/%s", folder, name));
	char *copy = arena_strdup(arena, decoys), *decoy;
	size_t n = strlen(command);
	bool good = letter.kind == LETTER_PERSON && str_starts_nocase(letter.text, command) &&
	    letter.text[n] == '\n';

	good |= *letter.text == '\0' && may_be_none != NULL && str_equal(may_be_none, "yes");
	for (decoy = strtok_r(copy, "|", &save); decoy != NULL; decoy = strtok_r(NULL, "|", &save))
		good = good && strstr(letter.text, decoy) == NULL;
	if (!good)
		print_message("command: %s: %s\n", name, letter.text);
	walk->letters++;
	walk->wrong += !good;
}

static void
check_gold(struct walk *walk, struct arena *arena, const char *path)
{
	size_t length = 0;
	char *text, *save, *line;

	if (strstr(path, "/gold.tsv") == NULL)
		return;
	text = read_file(arena, path, &length);
	assert_non_null(text);
	strtok_r(text, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save)) != NULL) {
		struct arena *letter_arena = arena_new();

		check_gold_line(walk, letter_arena,
		    arena_strndup(arena, path, strlen(path) - strlen("/gold.tsv")), line);
		arena_free(letter_arena);
	}
}

static void
test_commands(void **state)
{
	(void)state;
	assert_int_equal(walk_data("commands", check_gold).wrong, 0);
	assert_int_equal(walk_data("programs", check_gold).wrong, 0);
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
	const char *dot = strrchr(path, '.');
	size_t length = 0;
	const char *want = read_file(
	    arena, arena_printf(arena, "%.*s.expect", (int)(dot - path), path), &length);
	struct letter letter;

	if (strcmp(dot, ".expect") == 0 || want == NULL || is_deviation(path))
		return;
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
	assert_int_equal(walk_data("replies", check_reply).wrong, 0);
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
	assert_true(walk_data("never", check_never).wrong <= PEOPLE_MAX);
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
	walk_data("mime", check_mime);
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
