/* SPDX-License-Identifier: ISC */
/*
 * Templates and words read from their folders (template_file.h, template.h).
 *
 * One table holds everything by key: "en/turn" is a file, "en:side.red" a word,
 * "en:" says that the language's words were read.  What is missing is kept as
 * missing, so that no letter asks the disk twice.
 */
#include "view/template_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "view/template.h"

#define FILE_MAX (512 * 1024)

struct entry {
	struct entry *next;
	const char *key;
	bool is_there;
	struct word word; /* a file uses .parsed alone */
};

struct templates *
templates_new(const char *operator_folder, const char *folder)
{
	struct templates *templates = calloc(1, sizeof *templates);
	const char *folders[FOLDERS] = { operator_folder, folder };

	if (templates == NULL)
		abort();
	templates->kept = arena_new();
	for (int i = 0; i < FOLDERS; i++)
		if (folders[i] != NULL && (templates->folders[i] = strdup(folders[i])) == NULL)
			abort();
	return templates;
}

void
templates_free(struct templates *templates)
{
	if (templates == NULL)
		return;
	for (int i = 0; i < FOLDERS; i++)
		free((char *)templates->folders[i]);
	arena_free(templates->kept);
	free(templates);
}

static struct entry **
bucket_of(struct templates *templates, const char *key)
{
	uint32_t hash = 2166136261u;

	for (; *key != '\0'; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return &templates->buckets[hash % BUCKETS];
}

static struct entry *
entry_find(struct templates *templates, const char *key)
{
	for (struct entry *entry = *bucket_of(templates, key); entry != NULL; entry = entry->next)
		if (strcmp(entry->key, key) == 0)
			return entry;
	return NULL;
}

/* In front of any entry of the same key, which is thereby hidden. */
static struct entry *
entry_add(struct templates *templates, const char *key)
{
	struct entry **bucket = bucket_of(templates, key);
	struct entry *entry = arena_alloc(templates->kept, sizeof *entry);

	entry->key = arena_strdup(templates->kept, key);
	entry->next = *bucket;
	*bucket = entry;
	return entry;
}

/* 1 read, 0 no such file, -1 failure. */
static int
file_read(struct arena *arena, const char *path, char **out, struct err *err)
{
	FILE *file = fopen(path, "re");
	size_t n;
	int failed;

	if (file == NULL)
		return errno == ENOENT || errno == ENOTDIR ?
		    0 :
		    err_system(err, "cannot read %s", path);
	*out = arena_alloc(arena, FILE_MAX);
	n = fread(*out, 1, FILE_MAX, file);
	failed = ferror(file);
	fclose(file);
	if (failed)
		return err_set(err, "cannot read %s", path);
	if (n == FILE_MAX)
		return err_set(err, "%s is larger than %d bytes", path, FILE_MAX - 1);
	return 1;
}

/* As file_read, <language>/<name>.txt of one folder; *path in the arena of what is kept. */
static int
folder_read(struct templates *templates, const char *folder, const char *language, const char *name,
    struct arena *scratch, const char **path, char **text, struct err *err)
{
	if (folder == NULL)
		return 0;
	*path = arena_printf(templates->kept, "%s/%s/%s.txt", folder, language, name);
	return file_read(scratch, *path, text, err);
}

static int
file_load(struct templates *templates, const char *language, const char *name, const char *key,
    struct entry **out, struct err *err)
{
	struct arena *scratch = arena_new();
	struct template parsed;
	const char *path;
	char *text;
	int found = 0;

	for (int i = 0; i < FOLDERS && found == 0; i++)
		found = folder_read(
		    templates, templates->folders[i], language, name, scratch, &path, &text, err);
	if (found == 1 && template_parse(templates->kept, path, 1, text, &parsed, err) == -1)
		found = -1;
	arena_free(scratch);
	if (found == -1)
		return -1;
	*out = entry_add(templates, key);
	(*out)->is_there = found == 1;
	if (found == 1)
		(*out)->word.parsed = parsed;
	return 0;
}

int
template_file_find(struct templates *templates, const char *language, const char *name,
    const struct template **out, struct err *err)
{
	const char *const languages[] = { language, "en" };

	*out = NULL;
	for (size_t i = 0; i < 2; i++) {
		char key[160];
		struct entry *entry;

		if (!template_name_is_valid(languages[i]) || !template_name_is_valid(name))
			continue;
		str_format(key, sizeof key, "%s/%s", languages[i], name);
		entry = entry_find(templates, key);
		if (entry == NULL &&
		    file_load(templates, languages[i], name, key, &entry, err) == -1)
			return -1;
		if (entry->is_there) {
			*out = &entry->word.parsed;
			return 0;
		}
	}
	return 0;
}

/* "\n" and "\\" in a word's text, in place. */
static void
unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++) {
		if (from[0] == '\\' && (from[1] == 'n' || from[1] == '\\')) {
			from++;
			*to++ = *from == 'n' ? '\n' : '\\';
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}

static char *
trim(char *text)
{
	size_t n;

	text += strspn(text, " \t\r");
	for (n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]) != NULL; n--)
		;
	text[n] = '\0';
	return text;
}

/* One "key = text" line, cut to pieces here. */
static int
word_add(struct templates *templates, const char *language, const char *path, int number,
    char *line, struct err *err)
{
	char *equals = strchr(line, '='), *text;
	char key[160];
	struct template parsed;
	struct entry *entry;

	line = trim(line);
	if (line[0] == '\0' || line[0] == '#')
		return 0;
	if (equals == NULL)
		return err_set(err, "%s:%d: a line here is \"key = text\"", path, number);
	*equals = '\0';
	line = trim(line);
	text = trim(equals + 1);
	unescape(text);
	if (!str_format(key, sizeof key, "%s:%s", language, line))
		return err_set(err, "%s:%d: the key is too long", path, number);
	if (template_parse(templates->kept, path, number, text, &parsed, err) == -1)
		return -1;
	entry = entry_add(templates, key);
	entry->is_there = true;
	entry->word.text = arena_strdup(templates->kept, text);
	entry->word.parsed = parsed;
	return 0;
}

static int
words_add(struct templates *templates, const char *language, const char *path, char *text,
    struct err *err)
{
	int number = 0;
	char *line;

	while ((line = strsep(&text, "\n")) != NULL)
		if (word_add(templates, language, path, ++number, line, err) == -1)
			return -1;
	return 0;
}

/* The shipped words first, then the operator's, which hide them. */
static int
words_load(struct templates *templates, const char *language, struct err *err)
{
	static const char *const names[] = { "language", "words" };
	struct arena *scratch = arena_new();
	int found = 0;

	for (int i = 2 * FOLDERS - 1; i >= 0 && found != -1; i--) {
		const char *path;
		char *text;

		found = folder_read(templates, templates->folders[i / 2], language, names[i % 2],
		    scratch, &path, &text, err);
		if (found == 1)
			found = words_add(templates, language, path, text, err);
	}
	arena_free(scratch);
	return found == -1 ? -1 : 0;
}

int
template_file_word(struct templates *templates, const char *language, const char *key,
    const struct word **out, struct err *err)
{
	char full[160];
	struct entry *entry;

	*out = NULL;
	if (!template_name_is_valid(language))
		return 0;
	str_format(full, sizeof full, "%s:", language);
	if (entry_find(templates, full) == NULL) {
		if (words_load(templates, language, err) == -1)
			return -1;
		entry_add(templates, full);
	}
	if (!str_format(full, sizeof full, "%s:%s", language, key))
		return 0;
	entry = entry_find(templates, full);
	if (entry != NULL)
		*out = &entry->word;
	return 0;
}

bool
template_exists(struct templates *templates, const char *name)
{
	bool found = false;

	if (!template_name_is_valid(name))
		return false;
	for (int i = 0; i < FOLDERS && !found; i++) {
		DIR *folder;
		struct dirent *language;
		char path[PATH_MAX];

		if (templates->folders[i] == NULL ||
		    (folder = opendir(templates->folders[i])) == NULL)
			continue;
		while (!found && (language = readdir(folder)) != NULL)
			found = template_name_is_valid(language->d_name) &&
			    str_format(path, sizeof path, "%s/%s/%s.txt", templates->folders[i],
				language->d_name, name) &&
			    access(path, R_OK) == 0;
		closedir(folder);
	}
	return found;
}
