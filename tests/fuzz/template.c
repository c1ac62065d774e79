/* SPDX-License-Identifier: ISC */
/*
 * Any texts as a template, a partial of it and the words: no crash and no
 * endless work; what is rendered depends on nothing but them.
 *
 * The input is these three, with a byte 0 between them.
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vars.h"
#include "view/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/riverpost-fuzz-template.XXXXXX";
static const char *const names[] = { "whole", "part", "words" };

static const char *
path_of(struct arena *arena, const char *name)
{
	return arena_printf(arena, "%s/en/%s.txt", folder, name);
}

static void
drop(void)
{
	struct arena *arena = arena_new();

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		unlink(path_of(arena, names[i]));
	rmdir(arena_printf(arena, "%s/en", folder));
	rmdir(folder);
	arena_free(arena);
}

static void
put_files(struct arena *arena, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const uint8_t *end = memchr(data, 0, size);
		size_t length = i == 2 || end == NULL ? size : (size_t)(end - data);
		FILE *file = fopen(path_of(arena, names[i]), "we");

		if (file == NULL || fwrite(data, 1, length, file) != length || fclose(file) != 0)
			abort();
		data += length + (length < size);
		size -= length + (length < size);
	}
}

/* A value of each kind. */
static struct vars *
sample(struct arena *arena)
{
	struct vars *vars = vars_new(arena), *item;

	vars_text(vars, "text", "river");
	vars_text(vars, "empty", "");
	vars_number(vars, "number", 21);
	vars_time(vars, "time", 1795000000);
	vars_word(vars, "word", "red");
	vars_flag(vars, "yes", true);
	vars_flag(vars, "no", false);
	vars_list(vars, "none");
	for (int i = 0; i < 3; i++) {
		item = vars_add(vars, "list");
		vars_number(item, "number", i);
		vars_text(vars_add(item, "inner"), "text", "bank");
	}
	return vars;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct reader reader = { .language = "en", .zone = "+01:30" };
	static bool is_ready;
	struct arena *arena = arena_new();
	struct str out[2];
	struct err err;
	int rc[2];

	if (!is_ready) {
		if (mkdtemp(folder) == NULL ||
		    mkdir(arena_printf(arena, "%s/en", folder), 0700) == -1)
			abort();
		atexit(drop);
		is_ready = true;
	}
	put_files(arena, data, size);
	for (int i = 0; i < 2; i++) {
		struct templates *templates = templates_new(NULL, folder);

		str_init(&out[i], arena, 0);
		rc[i] = template_render(templates, &reader, "whole", sample(arena), &out[i], &err);
		templates_free(templates);
	}
	assert(rc[0] == rc[1]);
	assert(rc[0] == -1 ? err.text[0] != '\0' : strcmp(out[0].data, out[1].data) == 0);
	arena_free(arena);
	return 0;
}
