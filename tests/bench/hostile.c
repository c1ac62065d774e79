/* SPDX-License-Identifier: ISC */
/*
 * The slowest letters: hostile ones of 1 MB, and those that collections hold.
 *
 *	hostile [NAME [KILOBYTES]]	that one alone, over and over, for a profiler
 *
 * Processor time of the best of a few readings, and the peak of memory above the
 * program at rest; the limits are 20 ms and 16 MB.
 */
#include <dirent.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "base/arena.h"
#include "base/str.h"
#include "mail/letter.h"
#include "tests/unit/mail_bombs.h"

#define LETTER_MAX	(1024 * 1024)
#define TRIES		5
#define LIMIT_MS	20.0
#define LIMIT_MB	16.0
#define PATH_SIZE	1024

static const struct letter_policy policy = {
	.bytes_max = LETTER_MAX, .address = "xiangqi@example.org",
	.loop_id = "xiangqi@example.org", .auth_server = "mx.example.org",
};

/* The worst of a kind. */
struct worst {
	const char	*kinds;
	int		 letters, over;
	double		 ms, mb;
	char		 slowest[PATH_SIZE], largest[PATH_SIZE];
};

static double
milliseconds(void)
{
	struct timespec	now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* In MB; 0 where the system does not tell. */
static double
resident(const char *field)
{
	FILE	*file = fopen("/proc/self/status", "r");
	char	 line[256];
	long	 kilobytes = 0;

	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, field, strlen(field)) == 0)
			kilobytes = atol(line + strlen(field));
	if (file != NULL)
		fclose(file);
	return (double)kilobytes / 1024;
}

static double
forget_peak(void)
{
	FILE	*file = fopen("/proc/self/clear_refs", "w");

	malloc_trim(0);
	if (file != NULL) {
		fputs("5", file);
		fclose(file);
	}
	return resident("VmRSS:");
}

static double
read_once(const char *bytes, size_t length)
{
	double		 began = milliseconds();
	struct arena	*arena = arena_new();
	struct letter	 letter;

	letter_read(&letter, arena, bytes, length, &policy);
	arena_free(arena);
	return milliseconds() - began;
}

static void
measure(struct worst *worst, const char *name, const char *bytes, size_t length)
{
	double	rest = forget_peak(), best = 1e9, ms, mb;

	for (int i = 0; i < TRIES; i++)
		if ((ms = read_once(bytes, length)) < best)
			best = ms;
	mb = resident("VmHWM:") - rest;
	worst->letters++;
	if (best > LIMIT_MS || mb > LIMIT_MB) {
		worst->over++;
		printf("  over the limit: %s, %.1f ms, %.1f MB\n", name, best, mb);
	}
	if (best > worst->ms) {
		worst->ms = best;
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
	static char	 bytes[LETTER_MAX + 1];
	FILE		*file = fopen(path, "rb");
	size_t		 length;

	if (file == NULL)
		return;
	length = fread(bytes, 1, LETTER_MAX, file);
	bytes[length] = '\0';
	fclose(file);
	measure(worst, path, bytes, length);
}

static void
measure_folder(struct worst *worst, const char *folder)
{
	DIR		*dir = opendir(folder);
	struct dirent	*entry;
	char		 path[PATH_SIZE];
	struct stat	 st;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
		    !str_format(path, sizeof path, "%s/%s", folder, entry->d_name) ||
		    stat(path, &st) == -1)
			continue;
		if (S_ISDIR(st.st_mode))
			measure_folder(worst, path);
		else
			measure_file(worst, path);
	}
	if (dir != NULL)
		closedir(dir);
}

static void
tell(const struct worst *worst)
{
	printf("slowest of %d %s: %.1f ms (%s); largest: %.1f MB (%s); limit %.0f ms, %.0f MB; %d over it\n",
	    worst->letters, worst->kinds, worst->ms, worst->slowest, worst->mb, worst->largest,
	    LIMIT_MS, LIMIT_MB, worst->over);
}

static int
repeat(const char *name, size_t kilobytes)
{
	for (size_t i = 0; i < BOMBS; i++) {
		size_t	 length;
		char	*bytes;

		if (strcmp(bombs[i].name, name) != 0)
			continue;
		bytes = bomb_make(&bombs[i], kilobytes * 1024, &length);
		printf("%zu bytes: %.1f ms\n", length, read_once(bytes, length));
		free(bytes);
		return 0;
	}
	fprintf(stderr, "hostile: no letter is called %s\n", name);
	return 2;
}

int
main(int argc, char **argv)
{
	struct worst	 hostile = { .kinds = "kinds of hostile letters" };
	struct worst	 collected = { .kinds = "collected letters" };
	const char	*data = getenv("RIVERPOST_DATA");
	char		 folder[PATH_SIZE];

	letter_setup();
	if (argc > 1)
		return repeat(argv[1], argc > 2 ? (size_t)atol(argv[2]) : LETTER_MAX / 1024);
	for (size_t i = 0; i < BOMBS; i++) {
		size_t	 length;
		char	*bytes = bomb_make(&bombs[i], LETTER_MAX, &length);

		measure(&hostile, bombs[i].name, bytes, length);
		free(bytes);
	}
	tell(&hostile);
	if (data != NULL && str_format(folder, sizeof folder, "%s/letters", data)) {
		measure_folder(&collected, folder);
		tell(&collected);
	}
	return 0;
}
