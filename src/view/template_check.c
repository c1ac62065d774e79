/* SPDX-License-Identifier: ISC */
/*
 * Templates looked through (template_check.h).
 *
 * The shipped English templates declare the names: an operator's may show what
 * the shipped one of its name shows, itself or by its partials and words, and
 * what letters have everywhere.  Sections may ask for anything.
 */
#include "view/template_check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "view/template.h"
#include "view/template_file.h"

#define NAMES_MAX 256
#define DEPTH_MAX 8
#define TOLD_MAX  64

/* Names that may be shown. */
struct names {
	const char *at[NAMES_MAX];
	int count;
};

struct check {
	struct templates *templates, *shipped;
	void (*complain)(void *context, const char *what);
	void *context;
	struct err *err;
	const char *told[TOLD_MAX];
	int faults;
};

/* One source being looked through. */
struct look {
	struct check *check;
	struct templates *templates;
	const char *language;
	struct names *names; /* to be added to, or that are declared */
	bool collects;
	int depth;
};

static const char *const everywhere[] = { "house", "address", "reader", "command", "board", "red",
	"green", "turn", "challenger", "challenged", "over", "won", "drawn", "cancelled", "winner",
	"loser", "ending", "notes" };

static void
fault(struct check *check, const struct err *why)
{
	/* What many take in is told once. */
	for (int i = 0; i < check->faults && i < TOLD_MAX; i++)
		if (strcmp(check->told[i], why->text) == 0)
			return;
	if (check->faults < TOLD_MAX)
		check->told[check->faults] = arena_strdup(check->shipped->kept, why->text);
	if (check->faults++ == 0)
		*check->err = *why;
	if (check->complain != NULL)
		check->complain(check->context, why->text);
}

static bool
has_name(const struct names *names, const char *name)
{
	for (int i = 0; i < names->count; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

static void
add_name(struct look *look, const char *name)
{
	if (!has_name(look->names, name) && look->names->count < NAMES_MAX)
		look->names->at[look->names->count++] = arena_strdup(
		    look->check->shipped->kept, name);
}

static void look_through(struct look *look, const struct source *source);

/* All words of a name are looked through; false: there is none. */
static bool
look_at_words(struct look *look, const char *name)
{
	const char *const languages[] = { look->language, "en" };
	bool any = false;

	for (int i = 0; i < 2; i++)
		for (const struct loaded *word = look->templates->first; word != NULL;
		     word = word->next) {
			size_t n = strlen(languages[i]), length = strlen(name);

			if (strncmp(word->key, languages[i], n) != 0 || word->key[n] != ':' ||
			    strncmp(word->key + n + 1, name, length) != 0 ||
			    word->key[n + 1 + length] != '.')
				continue;
			any = true;
			if (look->collects)
				look_through(look, &word->source);
		}
	return any;
}

static void
look_at_part(struct look *look, const struct source *from, int line, const char *name)
{
	const struct source *part = NULL;
	struct err why;

	if (template_file_find(look->templates, look->language, name, &part, &why) == -1)
		return; /* told where it stands */
	if (part != NULL)
		look_through(look, part);
	else if (!look->collects &&
	    err_set(&why, "%s:%d: %s: there is no such template", from->path, line, name) == -1)
		fault(look->check, &why);
}

static void
look_at_tag(struct look *look, const struct source *source, const struct step *step)
{
	const char *name = step->name;
	int line = source_line(source, step->at);
	bool has_words;
	struct err why;

	if (step->sigil == '>') {
		look_at_part(look, source, line, name);
		return;
	}
	if (look->collects)
		add_name(look, name);
	has_words = look_at_words(look, name);
	if (look->collects)
		return;
	if (!has_name(look->names, name))
		err_set(&why, "%s:%d: %s: no such variable", source->path, line, name);
	else if (step->sigil == ':' && !has_words)
		err_set(&why, "%s:%d: %s: words.txt has no words for it", source->path, line, name);
	else
		return;
	fault(look->check, &why);
}

static void
look_through(struct look *look, const struct source *source)
{
	if (look->depth == DEPTH_MAX)
		return;
	look->depth++;
	for (size_t i = 0; i < source->count; i++)
		if (strchr(":> ", source->steps[i].sigil) != NULL)
			look_at_tag(look, source, &source->steps[i]);
	look->depth--;
}

/* What the shipped template of that name shows, or the shipped word. */
static void
collect(
    struct check *check, const char *language, const char *name, bool is_word, struct names *out)
{
	const char *const languages[] = { "en", language };
	const struct source *source;
	struct err ignored;

	out->count = 0;
	for (size_t i = 0; i < sizeof everywhere / sizeof everywhere[0]; i++)
		out->at[out->count++] = everywhere[i];
	for (int i = 0; i < 2; i++) {
		struct look look = { check, check->shipped, languages[i], out, true, 0 };

		if (template_words_read(check->shipped, languages[i], &ignored) == -1)
			continue;
		if (is_word)
			source = template_word_find(check->shipped, languages[i], name);
		else if (template_file_find(
			     check->shipped, languages[i], name, &source, &ignored) == -1)
			continue;
		if (source != NULL)
			look_through(&look, source);
	}
}

static bool
is_shipped(const struct check *check, const struct source *source)
{
	const char *folder = check->templates->folders[1];

	return strncmp(source->path, folder, strlen(folder)) == 0;
}

static void
check_file(struct check *check, const char *language, const char *name)
{
	const struct source *source, *shipped = NULL;
	struct names declared;
	struct look look = { check, check->templates, language, &declared, false, 0 };
	struct err why;

	if (template_file_find(check->templates, language, name, &source, &why) == -1) {
		fault(check, &why);
		return;
	}
	/* What the operator alone has is looked at where it is taken in. */
	if (source == NULL || is_shipped(check, source) ||
	    template_file_find(check->shipped, language, name, &shipped, &why) == -1 ||
	    shipped == NULL)
		return;
	collect(check, language, name, false, &declared);
	look_through(&look, source);
}

/* The operator's words may show what the shipped ones of the same key show, and their own
 * name. */
static void
check_words(struct check *check, const char *language)
{
	struct err why;

	if (template_words_read(check->templates, language, &why) == -1) {
		fault(check, &why);
		return;
	}
	for (const struct loaded *word = check->templates->first; word != NULL; word = word->next) {
		size_t n = strlen(language);
		const char *key = word->key + n + 1;
		struct names declared;
		struct look look = { check, check->templates, language, &declared, false, 0 };

		if (strncmp(word->key, language, n) != 0 || word->key[n] != ':' ||
		    word->source.text == NULL || is_shipped(check, &word->source))
			continue;
		collect(check, language, key, true, &declared);
		look.collects = true;
		add_name(&look, arena_strndup(check->shipped->kept, key, strcspn(key, ".")));
		look.collects = false;
		look_through(&look, &word->source);
	}
}

static void
check_language(struct check *check, const char *folder, const char *language)
{
	const char *path = arena_printf(check->shipped->kept, "%s/%s", folder, language);
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort);
	struct err why;

	if (count == -1) {
		if (errno != ENOTDIR && err_system(&why, "cannot read folder %s", path) == -1)
			fault(check, &why);
		return;
	}
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name, *end = strstr(name, ".txt");

		if (end != NULL && end[4] == '\0' && strcmp(name, "words.txt") != 0 &&
		    strcmp(name, "language.txt") != 0)
			check_file(check, language,
			    arena_strndup(check->shipped->kept, name, (size_t)(end - name)));
		free(entries[i]);
	}
	free(entries);
}

/* One folder; the words are looked through with the operator's. */
static void
check_folder(struct check *check, const char *folder, bool words)
{
	struct dirent **entries;
	int count = folder != NULL ? scandir(folder, &entries, NULL, alphasort) : 0;
	struct err why;

	if (count == -1) {
		err_system(&why, "cannot read folder %s", folder);
		fault(check, &why);
		return;
	}
	for (int i = 0; i < count; i++) {
		if (entries[i]->d_name[0] != '.') {
			if (words)
				check_words(check, entries[i]->d_name);
			check_language(check, folder, entries[i]->d_name);
		}
		free(entries[i]);
	}
	if (folder != NULL)
		free(entries);
}

int
templates_check(struct templates *templates, void (*complain)(void *context, const char *what),
    void *context, struct err *err)
{
	struct check check = { .templates = templates,
		.shipped = templates_new(NULL, templates->folders[1]),
		.complain = complain,
		.context = context,
		.err = err };

	check_words(&check, "en");
	check_folder(&check, templates->folders[0], true);
	check_folder(&check, templates->folders[1], false);
	templates_free(check.shipped);
	return check.faults;
}

/* The time of the last change of any kind cannot be set back. */
static bool
mark_file(struct str *out, int folder, const char *name)
{
	struct stat st;

	if (fstatat(folder, name, &st, 0) == -1)
		return false;
	str_addn(out, name, strlen(name) + 1);
	str_addn(out, (const char *)&st.st_dev, sizeof st.st_dev);
	str_addn(out, (const char *)&st.st_ino, sizeof st.st_ino);
	str_addn(out, (const char *)&st.st_size, sizeof st.st_size);
	str_addn(out, (const char *)&st.st_ctim, sizeof st.st_ctim);
	return true;
}

/* What lies in a folder, and in the folders in it, so many levels deep. */
static bool
mark_folder(struct str *out, int at, const char *path, int levels)
{
	int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd != -1 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	bool ok = true;

	if (folder == NULL) {
		if (fd != -1)
			close(fd);
		return levels == 0 && errno == ENOTDIR;
	}
	while (ok && (entry = readdir(folder)) != NULL)
		if (entry->d_name[0] != '.')
			ok = mark_file(out, fd, entry->d_name) &&
			    (levels == 0 || mark_folder(out, fd, entry->d_name, levels - 1));
	closedir(folder);
	return ok;
}

int64_t
templates_mark(const char *operator_folder, const char *folder)
{
	struct arena *arena = arena_new();
	struct str all;
	char digest[65];
	bool ok;

	str_init(&all, arena, 0);
	ok = mark_file(&all, AT_FDCWD, "/proc/self/exe") &&
	    (operator_folder == NULL || mark_folder(&all, AT_FDCWD, operator_folder, 1)) &&
	    mark_folder(&all, AT_FDCWD, folder, 1);
	digest_pieces(&(struct piece){ all.data, all.length }, 1, digest);
	arena_free(arena);
	digest[15] = '\0';
	return ok ? (int64_t)strtoull(digest, NULL, 16) + 1 : 0;
}
