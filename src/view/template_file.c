/* SPDX-License-Identifier: ISC */
/*
 * Templates and words read from their folders (template_file.h, template.h).
 *
 * A text or word that is broken keeps its fault and harms no other.  A file that could not be
 * read is not kept, and is tried again.  A letter needs few of them: their tags are read when
 * they are shown.
 */
#include "view/template_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/utf8.h"
#include "view/template.h"

#define GLOSSARY "glossary.txt" /* for translators: no template */
#define HEAD     "== "          /* begins the line above a section */

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

struct templates *
templates_shipped(struct templates *templates)
{
	if (templates->folders[0] != NULL && templates->shipped == NULL)
		templates->shipped = templates_new(NULL, templates->folders[1]);
	return templates->shipped;
}

void
templates_free(struct templates *templates)
{
	if (templates == NULL)
		return;
	templates_free(templates->shipped);
	arena_free(templates->kept);
	free(templates);
}

static void
shelf_add(struct arena *arena, struct shelf *shelf, const struct template *template)
{
	if (shelf->count == shelf->size) {
		struct template *old = shelf->at;

		shelf->size = shelf->size == 0 ? 64 : 2 * shelf->size;
		shelf->at = arena_bytes(arena, shelf->size * sizeof *old);
		if (shelf->count > 0)
			memcpy(shelf->at, old, shelf->count * sizeof *old);
	}
	shelf->at[shelf->count++] = *template;
}

/* Of one name the operator's first, then the last. */
static int
compare(const void *left, const void *right)
{
	const struct template *a = left, *b = right;
	int order = strcmp(a->name, b->name);

	if (order == 0)
		order = b->is_own - a->is_own;
	return order != 0 ? order : b->line - a->line;
}

/* In order, and one of each name; one that stands twice in one folder is a fault. */
static void
shelf_sort(struct arena *arena, struct shelf *shelf)
{
	struct template *at = shelf->at, *last = NULL;
	size_t kept = 0;

	if (shelf->count > 0)
		qsort(at, shelf->count, sizeof *at, compare);
	for (size_t i = 0; i < shelf->count; i++) {
		if (last == NULL || strcmp(last->name, at[i].name) != 0) {
			at[kept] = at[i];
			last = &at[kept++];
		} else if (last->is_own != at[i].is_own && last->hidden == NULL) {
			struct template *hidden = arena_alloc(arena, sizeof *hidden);

			*hidden = at[i];
			last->hidden = hidden;
		} else if (last->is_own == at[i].is_own) {
			last->fault = arena_printf(arena, "%s:%d: %s stands in %s too, line %d",
			    last->path, last->line, last->name, at[i].path, at[i].line);
		}
	}
	shelf->count = kept;
}

const struct template *
shelf_find_all(const struct shelf *shelf, const char *begin, size_t *count)
{
	size_t low = 0, high = shelf->count, length = strlen(begin);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(shelf->at[middle].name, begin) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; high < shelf->count; high++)
		if (strncmp(shelf->at[high].name, begin, length) != 0)
			break;
	*count = high - low;
	return *count > 0 ? shelf->at + low : NULL;
}

const struct template *
shelf_find(const struct shelf *shelf, const char *name)
{
	size_t count;
	const struct template *found = shelf_find_all(shelf, name, &count);

	return found != NULL && strcmp(found->name, name) == 0 ? found : NULL;
}

const char *
words_plural(const struct shelf *words, int64_t number)
{
	const struct template *rule = shelf_find(words, "plural-rule");
	int64_t last = number % 10, two = number % 100;

	if (rule != NULL && strcmp(rule->text, "none") == 0)
		return "other";
	if (rule == NULL || strcmp(rule->text, "slavic") != 0)
		return number == 1 ? "one" : "other";
	if (two >= 11 && two <= 14)
		return "many";
	return last == 1 ? "one" : last >= 2 && last <= 4 ? "few" : "many";
}

/* Fills in text and path; text stays NULL where there is no such file. */
static int
text_read(struct arena *arena, const char *folder, const char *language, const char *name,
    struct template *out, struct err *err)
{
	struct str text;

	out->path = arena_printf(arena, "%s/%s/%s.txt", folder, language, name);
	if (file_read(out->path, arena, 0, &text, err) == -1)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	out->text = text.data;
	if (strlen(text.data) != text.length || !utf8_is_valid(text.data, text.length))
		out->fault = arena_printf(arena, "%s: this is not text in UTF-8", out->path);
	else if (utf8_skip_mark(text.data) != text.data)
		out->fault = arena_printf(
		    arena, "%s:1: the file begins with a byte order mark", out->path);
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
words_add(struct arena *arena, struct shelf *shelf, const struct template *file, struct err *err)
{
	char *text = (char *)file->text, *line;
	struct template word = *file;

	if (file->fault != NULL)
		return err_set(err, "%s", file->fault);
	for (word.line = 1; (line = strsep(&text, "\n")) != NULL; word.line++) {
		char *equals = strchr(line, '='), *to;

		line = trim(line);
		if (line[0] == '\0' || line[0] == '#')
			continue;
		if (equals == NULL)
			return err_set(
			    err, "%s:%d: a line here is \"key = text\"", word.path, word.line);
		*equals = '\0';
		word.name = trim(line);
		word.text = to = trim(equals + 1);
		for (const char *from = to; *from != '\0'; from++) {
			if (from[0] == '\\' && (from[1] == 'n' || from[1] == '\\'))
				*to++ = *++from == 'n' ? '\n' : '\\';
			else
				*to++ = *from;
		}
		*to = '\0';
		shelf_add(arena, shelf, &word);
	}
	return 0;
}

bool
template_prepare(struct templates *templates, const struct template *template)
{
	/* It lies in the memory of the templates. */
	struct template *own = (struct template *)template;
	struct err why;

	if (own->fault == NULL && own->steps == NULL &&
	    template_read(templates->kept, own, &why) == -1)
		own->fault = arena_strdup(templates->kept, why.text);
	return own->fault == NULL;
}

/* What is wrong with it is kept with it. */
static void
text_add(struct arena *arena, struct shelf *shelf, struct template text, size_t length)
{
	text.text = arena_strndup(arena, text.text, length);
	if (text.fault == NULL && !template_name_is_valid(text.name))
		text.fault = arena_printf(
		    arena, "%s:%d: this cannot be a section's name", text.path, text.line - 1);
	shelf_add(arena, shelf, &text);
}

/* The texts of a file: what stands above the first head has the file's name, a section that and
 * its own. */
static void
texts_add(struct arena *arena, struct shelf *shelf, const struct template *file)
{
	struct template text = *file;
	const char *at = file->text;

	for (int line = 1;; line++) {
		bool is_head = strncmp(at, HEAD, strlen(HEAD)) == 0;
		size_t length = (size_t)(at - text.text);

		if (!is_head && strncmp(at, "==", 2) == 0 && text.fault == NULL)
			text.fault = arena_printf(
			    arena, "%s:%d: a section begins with \"== NAME\"", file->path, line);
		/* Empty lines above a head are there for who reads the file. */
		while (is_head && length > 1 && text.text[length - 2] == '\n')
			length--;
		if ((is_head && (text.line > 1 || strspn(text.text, " \t\r\n") < length)) ||
		    *at == '\0')
			text_add(arena, shelf, text, length);
		if (*at == '\0')
			return;
		if (is_head) {
			const char *name = at + strlen(HEAD);

			text = *file;
			text.name = arena_printf(
			    arena, "%s-%.*s", file->name, (int)strcspn(name, " \t\r\n"), name);
			text.line = line + 1;
		}
		at = strchrnul(at, '\n');
		at += *at == '\n';
		if (is_head)
			text.text = at;
	}
}

/* What the file of that name has; text: NULL where it is gone again. */
static int
file_add(struct arena *arena, struct lexicon *lexicon, const struct template *file, struct err *err)
{
	struct template text = *file;

	if (file->text == NULL)
		return 0;
	if (strcmp(file->name, "words") == 0) {
		if (template_is_blank(file))
			lexicon->has_no_words = file->path;
		return words_add(arena, &lexicon->words, file, err);
	}
	/* Half a copy, mostly: a letter of it would be empty. */
	if (file->is_own && template_is_blank(file) && file->fault == NULL)
		text.fault = arena_printf(arena, EMPTY_FILE, file->path);
	texts_add(arena, &lexicon->texts, &text);
	return 0;
}

/* One folder of one language; missing, it has nothing. */
static int
folder_read(struct templates *templates, int i, struct lexicon *lexicon, struct err *err)
{
	struct arena *arena = templates->kept;
	const char *folder = templates->folders[i];
	const char *path = arena_printf(arena, "%s/%s", folder, lexicon->language);
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort), rc = 0;

	if (count == -1)
		return errno == ENOENT || errno == ENOTDIR ?
		    0 :
		    err_system(err, "cannot look into the templates in %s", path);
	for (int j = 0; j < count; j++) {
		const char *entry = entries[j]->d_name, *end = strrchr(entry, '.');
		struct template file = { .line = 1, .is_own = i == 0 };

		lexicon->is_language |= strcmp(entry, "language.txt") == 0;
		if (rc == 0 && end != NULL && strcmp(end, ".txt") == 0 &&
		    strcmp(entry, "language.txt") != 0 && strcmp(entry, GLOSSARY) != 0) {
			file.name = arena_strndup(arena, entry, (size_t)(end - entry));
			rc = text_read(arena, folder, lexicon->language, file.name, &file, err);
			if (rc == 0)
				rc = file_add(arena, lexicon, &file, err);
		}
		free(entries[j]);
	}
	free(entries);
	return rc;
}

int
lexicon_find(
    struct templates *templates, const char *language, const struct lexicon **out, struct err *err)
{
	struct lexicon *lexicon = templates->first;

	while (lexicon != NULL && strcmp(lexicon->language, language) != 0)
		lexicon = lexicon->next;
	if (lexicon == NULL) {
		lexicon = arena_alloc(templates->kept, sizeof *lexicon);
		lexicon->language = arena_strdup(templates->kept, language);
		/* "mail" holds what mail programs write, in no one language. */
		for (int i = 0; i < FOLDERS && template_name_is_valid(language); i++)
			if (templates->folders[i] != NULL && strcmp(language, "mail") != 0 &&
			    folder_read(templates, i, lexicon, err) == -1)
				return -1;
		shelf_sort(templates->kept, &lexicon->texts);
		shelf_sort(templates->kept, &lexicon->words);
		lexicon->next = templates->first;
		templates->first = lexicon;
	}
	*out = lexicon;
	return 0;
}

int
language_file_read(
    struct templates *templates, const char *language, struct shelf *out, struct err *err)
{
	*out = (struct shelf){ .count = 0 };
	for (int i = 0; i < FOLDERS && template_name_is_valid(language); i++) {
		struct template file = { .is_own = i == 0 };

		if (templates->folders[i] != NULL &&
		    (text_read(templates->kept, templates->folders[i], language, "language", &file,
			 err) == -1 ||
			(file.text != NULL && words_add(templates->kept, out, &file, err) == -1)))
			return -1;
	}
	shelf_sort(templates->kept, out);
	return 0;
}

int
language_heading_read(
    struct templates *templates, const char *language, const char **out, struct err *err)
{
	*out = NULL;
	for (int i = 0; i < FOLDERS && *out == NULL; i++) {
		struct template file = { .line = 1 };

		if (templates->folders[i] == NULL)
			continue;
		if (text_read(
			templates->kept, templates->folders[i], language, "game", &file, err) == -1)
			return -1;
		if (file.text != NULL && file.fault == NULL &&
		    strncmp(file.text, HEAD, strlen(HEAD)) != 0)
			*out = arena_strndup(
			    templates->kept, file.text, strcspn(file.text, "\r\n"));
	}
	return 0;
}
