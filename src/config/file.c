/* SPDX-License-Identifier: ISC */
/*
 * The configuration file's syntax (config_file.h).
 *
 * libConfuse knows the syntax, the table of options everything else: all
 * options are texts to libConfuse, checked by the table as they are read, so
 * that each mistake is told with its line.  Comments never reach libConfuse,
 * which counts lines wrongly behind them (3.3).
 */
#include "config/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "config/options.h"

#define FILE_MAX        (256 * 1024)
#define OPTIONS_MAX     32 /* of one section */
#define NAME_MAX_LENGTH 32 /* of what may be meant as an option */
#define NAME_ERRORS_MAX 2  /* letters that may be wrong in it */

/* libConfuse's callbacks are given nothing of ours. */
static struct {
	const char *path; /* the sections of libConfuse do not know it */
	struct arena *arena;
	struct err *err;
	bool failed;
} parsing;

static const struct section *
section_find(const char *name)
{
	for (int i = 0; i < SECTIONS; i++)
		if (strcmp(config_sections[i].name, name) == 0)
			return &config_sections[i];
	return &config_sections[SECTION_MAIN];
}

/* How many letters to put in, take out, or replace. */
static size_t
difference(const char *a, const char *b)
{
	size_t row[NAME_MAX_LENGTH + 1], length = strlen(b);

	if (length > NAME_MAX_LENGTH)
		return length;
	for (size_t k = 0; k <= length; k++)
		row[k] = k;
	for (size_t i = 1; a[i - 1] != '\0'; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t k = 1; k <= length; k++) {
			size_t replaced = corner + (a[i - 1] != b[k - 1]);
			size_t shorter = row[k] < row[k - 1] ? row[k] : row[k - 1];

			corner = row[k];
			row[k] = replaced <= shorter ? replaced : shorter + 1;
		}
	}
	return row[length];
}

/* The name most like it that is known there; NULL when none is. */
static const char *
nearest(cfg_t *cfg, const char *name)
{
	const struct section *section = section_find(cfg_name(cfg));
	const char *best = NULL;
	size_t least = NAME_ERRORS_MAX + 1, n;

	for (size_t i = 0; i < section->count; i++)
		if ((n = difference(section->options[i].name, name)) < least) {
			least = n;
			best = section->options[i].name;
		}
	for (int i = SECTION_MAIN + 1; section == &config_sections[SECTION_MAIN] && i < SECTIONS;
	     i++)
		if ((n = difference(config_sections[i].name, name)) < least) {
			least = n;
			best = config_sections[i].name;
		}
	return best;
}

static void
tell_unknown(cfg_t *cfg, const char *name)
{
	const char *meant = nearest(cfg, name);

	err_set(parsing.err, "%s:%d: there is no option %s here%s%s%s", parsing.path, cfg->line,
	    name, meant != NULL ? ", perhaps you mean " : "", meant != NULL ? meant : "",
	    meant != NULL ? "" : "; see man riverpost.conf");
}

static void
complain(cfg_t *cfg, const char *format, va_list args)
{
	char text[256], name[64];

	vsnprintf(text, sizeof text, format, args);
	if (!parsing.failed && sscanf(text, "no such option '%63[^']'", name) == 1)
		tell_unknown(cfg, name);
	else if (!parsing.failed)
		err_set(parsing.err, "%s:%d: %s", parsing.path, cfg->line,
		    strstr(text, "premature end") != NULL ? "a quote is not closed" : text);
	parsing.failed = true;
}

static int
validate(cfg_t *cfg, cfg_opt_t *opt)
{
	const struct section *section = section_find(cfg_name(cfg));
	const char *text = cfg_opt_getnstr(opt, cfg_opt_size(opt) - 1);
	struct err err;

	for (size_t i = 0; i < section->count; i++) {
		if (strcmp(section->options[i].name, cfg_opt_name(opt)) != 0)
			continue;
		if (option_set(&section->options[i], text, parsing.arena, NULL, &err) == -1) {
			cfg_error(cfg, "%s %s", cfg_opt_name(opt), err.text);
			return -1;
		}
	}
	return 0;
}

static void
fill_options(const struct section *section, cfg_opt_t *out)
{
	for (size_t i = 0; i < section->count; i++)
		out[i] = (cfg_opt_t)CFG_STR(section->options[i].name, NULL, CFGF_NONE);
	out[section->count] = (cfg_opt_t)CFG_END();
}

static cfg_t *
parser_new(void)
{
	cfg_opt_t options[OPTIONS_MAX + SECTIONS], inner[SECTIONS][OPTIONS_MAX + 1];
	size_t n = config_sections[SECTION_MAIN].count;
	cfg_t *cfg;

	for (int i = 0; i < SECTIONS; i++)
		fill_options(&config_sections[i], i == SECTION_MAIN ? options : inner[i]);
	options[n++] = (cfg_opt_t)CFG_SEC(
	    "source", inner[SECTION_SOURCE], CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES);
	options[n++] = (cfg_opt_t)CFG_SEC("sink", inner[SECTION_SINK], CFGF_NONE);
	options[n] = (cfg_opt_t)CFG_END();
	if ((cfg = cfg_init(options, CFGF_NONE)) == NULL)
		abort();
	cfg_set_error_function(cfg, complain);
	for (int i = 0; i < SECTIONS; i++) {
		const struct section *section = &config_sections[i];

		for (size_t k = 0; k < section->count; k++) {
			char path[64];

			str_format(path, sizeof path, "%s%s%s", section->name,
			    section->name[0] != '\0' ? "|" : "", section->options[k].name);
			cfg_set_validate_func(cfg, path, validate);
		}
	}
	return cfg;
}

/* Where the quoted text that begins at `at` ends. */
static char *
quoted_end(char *at)
{
	char quote = *at++;

	while (*at != '\0' && *at != quote)
		at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
	return *at == '\0' ? at : at + 1;
}

/* Where the comment that begins at `at` ends; `at` itself when none does. */
static char *
comment_end(char *at, bool inside_word)
{
	char *end;

	if (*at == '#' || (!inside_word && strncmp(at, "//", 2) == 0))
		return at + strcspn(at, "\n");
	if (inside_word || strncmp(at, "/*", 2) != 0)
		return at;
	end = strstr(at + 2, "*/");
	return end != NULL ? end + 2 : at + strlen(at);
}

/* Makes comments blank, lines kept; returns how many more { than } there are. */
static int
blank_comments(char *text)
{
	bool inside_word = false;
	int open = 0;

	while (*text != '\0') {
		char *end = comment_end(text, inside_word);

		if (end > text) {
			for (; text < end; text++)
				if (*text != '\n')
					*text = ' ';
			inside_word = false;
		} else if (*text == '"' || *text == '\'') {
			text = quoted_end(text);
			inside_word = false;
		} else {
			inside_word = strchr(" \t\r\n{}=", *text) == NULL;
			open += (*text == '{') - (*text == '}');
			text++;
		}
	}
	return open;
}

static int
file_read(struct arena *arena, const char *path, char **out, struct err *err)
{
	FILE *file = fopen(path, "re");
	size_t n;
	int failed;

	if (file == NULL)
		return err_system(err, "cannot read the configuration %s", path);
	*out = arena_alloc(arena, FILE_MAX + 2);
	n = fread(*out, 1, FILE_MAX, file);
	failed = ferror(file);
	fclose(file);
	if (failed || n == FILE_MAX)
		return err_set(
		    err, "the configuration %s is no file of at most %d bytes", path, FILE_MAX - 1);
	/* The last line ends, and there is something even in an empty file. */
	if (n == 0 || (*out)[n - 1] != '\n')
		(*out)[n] = '\n';
	return 0;
}

static int
parse(struct arena *arena, const char *path, cfg_t *cfg, struct err *err)
{
	char *text = NULL;
	FILE *stream;
	int result, open;

	if (file_read(arena, path, &text, err) == -1)
		return -1;
	open = blank_comments(text);
	if ((stream = fmemopen(text, strlen(text), "r")) == NULL)
		abort();
	parsing.path = path;
	parsing.arena = arena;
	parsing.err = err;
	parsing.failed = false;
	result = cfg_parse_fp(cfg, stream);
	fclose(stream);
	if (result != CFG_SUCCESS)
		return parsing.failed ?
		    -1 :
		    err_set(err, "%s: the configuration cannot be understood", path);
	/* libConfuse takes the end of the file for the end of a section. */
	if (open > 0)
		return err_set(err, "%s:%d: a section is not closed by }", path, cfg->line);
	return 0;
}

int
config_file_parse(const char *path, cfg_t **out, struct err *err)
{
	struct arena *arena = arena_new();
	int result;

	*out = parser_new();
	result = parse(arena, path, *out, err);
	arena_free(arena);
	return result;
}
