/* SPDX-License-Identifier: ISC */
/*
 * The slowest letters: hostile ones of 1 MB, and those that collections hold;
 * reading one, and looking for commands in it.
 *
 *	hostile				all of them
 *	hostile NAME [KILOBYTES]	that hostile one alone
 *	hostile FILE...			these letters, or all in these folders
 *	hostile worst			the slowest and the largest of the hostile ones
 *	hostile write FOLDER KILOBYTES	those, into files there
 *
 * The limits are 20 ms and, above the program at rest, 16 MB.
 */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/str.h"
#include "mail/read/letter.h"
#include "mail/read/subject.h"
#include "mail/reader.h"
#include "speak/parse.h"
#include "unit/cost.h"
#include "unit/mail/bombs.h"
#include "unit/phrases.h"
#include "unit/table.h"

#define LETTER_MAX (1024 * 1024)
#define LIMIT_MS   20.0
#define LIMIT_MB   16.0
#define PATH_SIZE  1024

static const struct letter_policy policy = {
	.bytes_max = LETTER_MAX, .address = "xiangqi@example.org", .auth_server = "mx.example.org"
};

/* The worst of a kind. */
struct worst {
	const char *kinds;
	int letters, over;
	double ms, mb;
	char slowest[PATH_SIZE], largest[PATH_SIZE];
};

static void
read_and_parse(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *letter_policy)
{
	struct parsed_letter *parsed = arena_alloc(arena, sizeof *parsed);
	struct parse_context context = { NULL };
	bool was_answer;

	reader_read_apart(letter, arena, bytes, length, letter_policy);
	if (letter->text != NULL)
		parse_letter(arena, &context, subject_strip(arena, letter->subject, &was_answer),
		    letter->text, false, parsed);
}

static void
measure(struct worst *worst, const char *name, const char *bytes, size_t length)
{
	long rest = cost_rest();
	double ms = cost_time(read_and_parse, bytes, length, &policy, COST_TRIES, 0), mb;

	mb = (double)(cost_peak() - rest) / (1024 * 1024);
	worst->letters++;
	if (ms > LIMIT_MS || mb > LIMIT_MB) {
		worst->over++;
		printf("  over the limit: %s, %.1f ms, %.1f MB\n", name, ms, mb);
	}
	if (ms > worst->ms) {
		worst->ms = ms;
		str_copy(worst->slowest, sizeof worst->slowest, name);
	}
	if (mb > worst->mb) {
		worst->mb = mb;
		str_copy(worst->largest, sizeof worst->largest, name);
	}
}

static void
measure_file(struct worst *worst, const char *path)
{
	static char bytes[LETTER_MAX + 1];
	FILE *file = fopen(path, "rb");
	size_t length;

	if (file == NULL)
		fail_at(path, "%s", strerror(errno));
	length = fread(bytes, 1, LETTER_MAX, file);
	if (ferror(file))
		fail_at(path, "cannot be read");
	bytes[length] = '\0';
	fclose(file);
	measure(worst, path, bytes, length);
}

static void measure_path(struct worst *worst, const char *path);

static void
measure_folder(struct worst *worst, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	char path[PATH_MAX];

	if (dir == NULL)
		fail_at(folder, "%s", strerror(errno));
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (!str_format(path, sizeof path, "%s/%s", folder, entry->d_name))
			fail_at(folder, "the path is too long");
		measure_path(worst, path);
	}
	closedir(dir);
}

static void
measure_path(struct worst *worst, const char *path)
{
	struct stat st;

	if (stat(path, &st) == -1)
		fail_at(path, "%s", strerror(errno));
	if (S_ISDIR(st.st_mode))
		measure_folder(worst, path);
	else
		measure_file(worst, path);
}

static void
tell(const struct worst *worst)
{
	printf(
	    "slowest of %d %s: %.1f ms (%s); largest: %.1f MB (%s); limit %.0f ms, %.0f MB; %d over it\n",
	    worst->letters, worst->kinds, worst->ms, worst->slowest, worst->mb, worst->largest,
	    LIMIT_MS, LIMIT_MB, worst->over);
}

static void
measure_hostile(struct worst *worst)
{
	for (size_t i = 0; i < BOMBS; i++) {
		size_t length;
		char *bytes = bomb_make(&bombs[i], LETTER_MAX, &length);

		measure(worst, bombs[i].name, bytes, length);
		free(bytes);
	}
}

static int
write_hostile(const char *folder, size_t kilobytes)
{
	for (size_t i = 0; i < BOMBS; i++) {
		size_t length;
		char *bytes = bomb_make(&bombs[i], kilobytes * 1024, &length), path[PATH_SIZE];
		FILE *file;

		str_format(path, sizeof path, "%s/%s", folder, bombs[i].name);
		if ((file = fopen(path, "wb")) == NULL ||
		    fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
			perror(path);
			return 1;
		}
		free(bytes);
	}
	return 0;
}

static void
measure_paths(char **paths)
{
	struct worst worst = { .kinds = "letters" };

	for (; *paths != NULL; paths++)
		measure_path(&worst, *paths);
	tell(&worst);
}

/* False: no such kind. */
static bool
measure_kind(const char *name, size_t kilobytes)
{
	for (size_t i = 0; i < BOMBS; i++) {
		size_t length;
		char *bytes;

		if (strcmp(bombs[i].name, name) != 0)
			continue;
		bytes = bomb_make(&bombs[i], kilobytes * 1024, &length);
		printf("%zu bytes: %.1f ms\n", length,
		    cost_time(reader_read_apart, bytes, length, &policy, COST_TRIES, 0));
		free(bytes);
		return true;
	}
	return false;
}

int
main(int argc, char **argv)
{
	struct worst worst = { .kinds = "kinds of hostile letters" };
	char folder[PATH_MAX];
	size_t kilobytes = argc > 2 ? (size_t)atol(argv[2]) : 0;

	reader_setup();
	load_phrases();
	if (argc == 4 && strcmp(argv[1], "write") == 0)
		return write_hostile(argv[2], (size_t)atol(argv[3]));
	if (argc == 2 && strcmp(argv[1], "worst") == 0) {
		measure_hostile(&worst);
		printf(
		    "%.1f ms %s\n%.1f MB %s\n", worst.ms, worst.slowest, worst.mb, worst.largest);
		return 0;
	}
	if (argc > 1 && measure_kind(argv[1], kilobytes > 0 ? kilobytes : LETTER_MAX / 1024))
		return 0;
	if (argc > 1) {
		measure_paths(argv + 1);
		return 0;
	}
	measure_hostile(&worst);
	tell(&worst);
	if (collected(folder, "letters"))
		measure_paths((char *[]){ folder, NULL });
	return 0;
}
