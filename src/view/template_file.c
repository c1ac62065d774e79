/* SPDX-License-Identifier: ISC */
/*
 * Templates and words read from their folders (template_file.h, template.h).
 *
 * One table holds everything by key.  What is missing is kept as missing, so that no
 * letter asks the disk twice.
 */
#include "view/template_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vars.h"
#include "view/template.h"

#define KEY_SIZE 160

struct templates *
templates_new(const char *operator_folder, const char *folder)
{
	struct templates *templates = calloc(1, sizeof *templates);

	if (templates == NULL)
		abort();
	templates->kept = arena_new();
	templates->folders[0] = arena_strdup(templates->kept, operator_folder);
	templates->folders[1] = arena_strdup(templates->kept, folder);
	return templates;
}

void
templates_free(struct templates *templates)
{
	if (templates == NULL)
		return;
	arena_free(templates->kept);
	free(templates);
}

/* "LEFT", the separator, "RIGHT"; false where it is too long. */
static bool
make_key(char key[KEY_SIZE], const char *left, char separator, const char *right)
{
	size_t n = strlen(left), m = strlen(right);

	if (n + 1 + m >= KEY_SIZE)
		return false;
	memcpy(key, left, n);
	key[n] = separator;
	memcpy(key + n + 1, right, m + 1);
	return true;
}

static const struct source *
loaded_find(const struct templates *templates, const char *key)
{
	uint32_t hash = vars_hash(key);
	const struct loaded *loaded = templates->slots[hash % SLOTS];

	while (loaded != NULL && (loaded->hash != hash || strcmp(loaded->key, key) != 0))
		loaded = loaded->next_in_slot;
	return loaded != NULL ? &loaded->source : NULL;
}

/* Takes the place of an earlier entry of that key. */
static const struct source *
loaded_put(struct templates *templates, const char *key, struct source source)
{
	struct loaded *loaded = arena_alloc(templates->kept, sizeof *loaded), **slot;

	loaded->key = arena_strdup(templates->kept, key);
	loaded->hash = vars_hash(key);
	loaded->source = source;
	slot = &templates->slots[loaded->hash % SLOTS];
	loaded->next_in_slot = *slot;
	*slot = loaded;
	loaded->next = templates->first;
	templates->first = loaded;
	return &loaded->source;
}

/* With err. */
static bool
is_no_text(const char *bytes, size_t length, const char *path, struct err *err)
{
	if (strlen(bytes) == length && utf8_is_valid(bytes, length))
		return false;
	err_set(err, "%s: this is not text in UTF-8", path);
	return true;
}

/* <language>/<name>.txt of one folder; out->text stays NULL where there is no such file. */
static int
file_read(struct templates *templates, const char *folder, const char *language, const char *name,
    struct source *out, struct err *err)
{
	const char *path;
	char *text = NULL;
	size_t size = 0;
	ssize_t n;
	bool failed;
	FILE *file;

	if (folder == NULL)
		return 0;
	path = arena_printf(templates->kept, "%s/%s/%s.txt", folder, language, name);
	if ((file = fopen(path, "re")) == NULL)
		return errno == ENOENT || errno == ENOTDIR ?
		    0 :
		    err_system(err, "cannot read %s", path);
	n = getdelim(&text, &size, '\0', file);
	failed = ferror(file) != 0 || (n == -1 && !feof(file));
	if (failed)
		err_system(err, "cannot read %s", path);
	fclose(file);
	*out = (struct source){
		.text = arena_strdup(templates->kept, n > 0 ? text : ""), .path = path, .line = 1
	};
	failed = failed || (n > 0 && is_no_text(text, (size_t)n, path, err));
	free(text);
	return failed ? -1 : 0;
}

int
template_file_find(struct templates *templates, const char *language, const char *name,
    const struct source **out, struct err *err)
{
	const char *const languages[] = { language, "en" };

	*out = NULL;
	for (size_t i = 0; i < 2 && *out == NULL; i++) {
		struct source source = { .line = 1 };
		const struct source *found;
		char key[KEY_SIZE];

		if (!template_name_is_valid(languages[i]) || !template_name_is_valid(name))
			continue;
		make_key(key, languages[i], '/', name);
		if ((found = loaded_find(templates, key)) == NULL) {
			for (int folder = 0; folder < FOLDERS && source.text == NULL; folder++)
				if (file_read(templates, templates->folders[folder], languages[i],
					name, &source, err) == -1)
					return -1;
			if (source.text != NULL && source_read(templates->kept, &source, err) == -1)
				return -1;
			found = loaded_put(templates, key, source);
		}
		if (found->text != NULL)
			*out = found;
	}
	return 0;
}

/* Without the blanks around it, in place. */
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

/* A file of "key = text" lines; "\n" in a text is a newline, and "\\" a backslash. */
static int
words_add(
    struct templates *templates, const char *language, const struct source *file, struct err *err)
{
	char *text = arena_strdup(templates->kept, file->text), *line, key[KEY_SIZE];
	struct source word = { .path = file->path, .line = 0 };

	while ((line = strsep(&text, "\n")) != NULL) {
		char *equals = strchr(line, '='), *to;

		word.line++;
		line = trim(line);
		if (line[0] == '\0' || line[0] == '#')
			continue;
		if (equals == NULL)
			return err_set(
			    err, "%s:%d: a line here is \"key = text\"", word.path, word.line);
		*equals = '\0';
		word.text = to = trim(equals + 1);
		for (const char *from = to; *from != '\0'; from++) {
			if (from[0] == '\\' && (from[1] == 'n' || from[1] == '\\'))
				*to++ = *++from == 'n' ? '\n' : '\\';
			else
				*to++ = *from;
		}
		*to = '\0';
		if (!make_key(key, language, ':', trim(line)))
			return err_set(err, "%s:%d: the key is too long", word.path, word.line);
		if (source_read(templates->kept, &word, err) == -1)
			return -1;
		loaded_put(templates, key, word);
	}
	return 0;
}

int
template_words_read(struct templates *templates, const char *language, struct err *err)
{
	static const char *const names[] = { "language", "words" };
	char key[KEY_SIZE];

	if (!template_name_is_valid(language))
		return 0;
	make_key(key, language, ':', "");
	if (loaded_find(templates, key) != NULL)
		return 0;
	/* The shipped words first, then the operator's, which hide them. */
	for (int i = 2 * FOLDERS - 1; i >= 0; i--) {
		struct source file = { .line = 1 };

		if (file_read(templates, templates->folders[i / 2], language, names[i % 2], &file,
			err) == -1 ||
		    (file.text != NULL && words_add(templates, language, &file, err) == -1))
			return -1;
	}
	loaded_put(templates, key, (struct source){ .line = 1 });
	return 0;
}

const struct source *
template_word_find(struct templates *templates, const char *language, const char *key)
{
	char full[KEY_SIZE];

	return make_key(full, language, ':', key) ? loaded_find(templates, full) : NULL;
}

const struct source *
template_word_of(
    struct templates *templates, const char *language, const char *name, const char *value)
{
	char key[KEY_SIZE];

	return make_key(key, name, '.', value) ? template_word_find(templates, language, key) :
						 NULL;
}
