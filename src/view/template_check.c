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
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "view/template.h"
#include "view/template_file.h"

#define NAMES_MAX 256
#define DEPTH_MAX 8
#define KEY_SIZE  160

struct names {
	const char *at[NAMES_MAX];
	int count;
};

struct check {
	struct templates *templates;
	const struct lexicon *english;
	void (*complain)(void *context, const char *what);
	void *context;
	struct err *err;
	struct names told;
	int faults;
};

static const char *const everywhere[] = { "house", "address", "reader", "command", "board", "red",
	"green", "turn", "challenger", "challenged", "over", "won", "drawn", "cancelled", "winner",
	"loser", "ending", "notes" };

static bool
has_name(const struct names *names, const char *name)
{
	for (int i = 0; i < names->count; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

static void
add_name(struct names *names, const char *name)
{
	if (!has_name(names, name) && names->count < NAMES_MAX)
		names->at[names->count++] = name;
}

static void
fault(struct check *check, const struct err *why)
{
	/* What many take in is told once. */
	if (has_name(&check->told, why->text))
		return;
	add_name(&check->told, arena_strdup(check->templates->kept, why->text));
	if (check->faults++ == 0)
		*check->err = *why;
	if (check->complain != NULL)
		check->complain(check->context, why->text);
}

/* As shipped; NULL: the operator alone has it. */
static const struct template *
shipped(const struct template *template)
{
	return template != NULL && template->is_own ? template->hidden : template;
}

/* The words of a name: "NAME.one", "NAME.other". */
static const struct template *
find_words(
    const struct check *check, const struct lexicon *lexicon, const char *name, size_t *count)
{
	return shelf_find_all(
	    &lexicon->words, arena_printf(check->templates->kept, "%s.", name), count);
}

/* Adds all that a text or word of shipped English shows, with what it takes in. */
static void
add_shown(
    const struct check *check, struct names *names, const struct template *template, int depth)
{
	const struct lexicon *english = check->english;
	size_t count;

	for (size_t i = 0; template != NULL && depth < DEPTH_MAX && i < template->count; i++) {
		const struct step *step = &template->steps[i];

		if (step->sigil == '>')
			add_shown(check, names, shipped(shelf_find(&english->texts, step->name)),
			    depth + 1);
		if (step->sigil != ':' && step->sigil != ' ')
			continue;
		add_name(names, step->name);
		for (const struct template *word = find_words(check, english, step->name, &count);
		     count > 0; word++, count--)
			add_shown(check, names, shipped(word), depth + 1);
	}
}

/* A text or word looked through, with all that it takes in; names: what it may show.  What
 * English has and the language lacks is no fault: language_lacks counts it. */
static void
look_through(struct check *check, const struct lexicon *lexicon, const struct names *names,
    const struct template *template, int depth)
{
	for (size_t i = 0; template != NULL && depth < DEPTH_MAX && i < template->count; i++) {
		const struct step *step = &template->steps[i];
		const char *name = step->name, *what = NULL;
		struct err why;
		size_t count;

		if (step->sigil == '>') {
			const struct template *part = shelf_find(&lexicon->texts, name);

			look_through(check, lexicon, names, part, depth + 1);
			if (part == NULL && shelf_find(&check->english->texts, name) == NULL)
				what = "there is no such template";
		} else if ((step->sigil == ':' || step->sigil == ' ') && !has_name(names, name)) {
			what = "no such variable";
		} else if (step->sigil == ':' &&
		    find_words(check, check->english, name, &count) == NULL &&
		    find_words(check, lexicon, name, &count) == NULL) {
			what = "words.txt has no words for it";
		}
		if (what != NULL) {
			template_fault(template, step->at, &why, "%s: %s", name, what);
			fault(check, &why);
		}
	}
}

/* A text may show what the shipped English one of its name shows, a word its own name too. */
static void
check_one(struct check *check, const struct lexicon *lexicon, const struct template *template,
    bool is_word)
{
	struct arena *arena = check->templates->kept;
	const struct lexicon *english = check->english;
	const char *name = arena_strndup(arena, template->name, strcspn(template->name, "."));
	const struct template *model = shelf_find(
	    is_word ? &english->words : &english->texts, template->name);
	struct names names = { .count = 0 };
	struct err why;

	if (template->fault != NULL && err_set(&why, "%s", template->fault) == -1)
		fault(check, &why);
	/* Another plural than English has. */
	if (model == NULL && is_word)
		model = shelf_find(&english->words, arena_printf(arena, "%s.other", name));
	model = shipped(model);
	/* What the operator alone has is looked at where it is taken in. */
	if (template->fault != NULL || template == model || (model == NULL && !is_word))
		return;
	for (size_t i = 0; i < sizeof everywhere / sizeof everywhere[0]; i++)
		add_name(&names, everywhere[i]);
	if (is_word)
		add_name(&names, name);
	add_shown(check, &names, model, 0);
	look_through(check, lexicon, &names, template, 0);
}

static void
check_language(struct check *check, const char *language)
{
	const struct lexicon *lexicon;
	struct err why;

	if (lexicon_find(check->templates, language, &lexicon, &why) == -1) {
		fault(check, &why);
		return;
	}
	for (size_t i = 0; i < lexicon->texts.count; i++)
		check_one(check, lexicon, &lexicon->texts.at[i], false);
	for (size_t i = 0; i < lexicon->words.count; i++)
		check_one(check, lexicon, &lexicon->words.at[i], true);
}

static void
check_folder(struct check *check, const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	struct err why;

	if (count == -1) {
		err_system(&why, "cannot read folder %s", folder);
		fault(check, &why);
		return;
	}
	for (int i = 0; i < count; i++) {
		check_language(check, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}

int
templates_check(struct templates *templates, void (*complain)(void *context, const char *what),
    void *context, struct err *err)
{
	struct check check = {
		.templates = templates, .complain = complain, .context = context, .err = err
	};
	struct err why;

	if (lexicon_find(templates, "en", &check.english, &why) == -1) {
		fault(&check, &why);
		return check.faults;
	}
	for (int i = 0; i < FOLDERS; i++)
		if (templates->folders[i] != NULL)
			check_folder(&check, templates->folders[i]);
	return check.faults;
}

/* Has the language what does for this English word?  Of a number it needs the forms of its own
 * plural; what English says of one number alone ("nth.2") it need not. */
static bool
has_word(const struct lexicon *english, const struct lexicon *lexicon, const char *name)
{
	static const int64_t numbers[] = { 1, 2, 5 }; /* all forms of any plural */
	const char *dot = strrchr(name, '.'), *value = dot != NULL ? dot + 1 : name;
	bool is_one = strcmp(value, "one") == 0, is_other = strcmp(value, "other") == 0;
	char key[KEY_SIZE];

	if (is_one || is_other || strspn(value, "0123456789") == strlen(value)) {
		str_format(key, sizeof key, "%.*s.%s", (int)(value - name - 1), name,
		    is_other ? "one" : "other");
		if (shelf_find(&english->words, key) == NULL)
			return shelf_find(&lexicon->words, name) != NULL;
		if (!is_other)
			return true;
		for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
			str_format(key, sizeof key, "%.*s.%s", (int)(value - name - 1), name,
			    words_plural(&lexicon->words, numbers[i]));
			if (shelf_find(&lexicon->words, key) == NULL)
				return false;
		}
		return true;
	}
	return shelf_find(&lexicon->words, name) != NULL;
}

int
language_lacks(struct templates *templates, const char *language, const char **first)
{
	const struct lexicon *english, *lexicon;
	int count = 0;
	struct err ignored; /* told by templates_check */

	if (lexicon_find(templates, "en", &english, &ignored) == -1 ||
	    lexicon_find(templates, language, &lexicon, &ignored) == -1)
		return 0;
	for (size_t i = 0; i < english->texts.count; i++) {
		const struct template *text = shipped(&english->texts.at[i]);

		if (text != NULL && shelf_find(&lexicon->texts, text->name) == NULL && count++ == 0)
			*first = text->name;
	}
	for (size_t i = 0; i < english->words.count; i++) {
		const struct template *word = shipped(&english->words.at[i]);

		if (word != NULL && !has_word(english, lexicon, word->name) && count++ == 0)
			*first = word->name;
	}
	return count;
}

void
templates_tell_lacks(
    struct templates *templates, void (*tell)(void *context, const char *what), void *context)
{
	for (const struct lexicon *at = templates->first; at != NULL; at = at->next) {
		const char *first = NULL;
		int count;

		if (!at->is_language || at->texts.count + at->words.count == 0 ||
		    (count = language_lacks(templates, at->language, &first)) == 0)
			continue;
		tell(context,
		    arena_printf(templates->kept,
			"of the English texts and words the language %s lacks %d, %s first: letters that need "
			"them are in English",
			at->language, count, first));
	}
}

int64_t
templates_mark(const char *operator_folder, const char *folder)
{
	char *const paths[] = { (char *)"/proc/self/exe", (char *)folder, (char *)operator_folder,
		NULL };
	FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	bool ok = tree != NULL;
	uint64_t mark = 0;
	const FTSENT *file;

	while (ok && (file = fts_read(tree)) != NULL) {
		const struct stat *st = file->fts_statp;
		/* The time of the last change of any kind cannot be set back. */
		const uint64_t parts[] = { st->st_dev, st->st_ino, (uint64_t)st->st_size,
			(uint64_t)st->st_ctim.tv_sec, (uint64_t)st->st_ctim.tv_nsec };

		ok = file->fts_errno == 0 && file->fts_info != FTS_SLNONE;
		for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
			mark = (mark ^ parts[i]) * 0x100000001b3; /* FNV-1a */
	}
	if (tree != NULL)
		fts_close(tree);
	return ok ? (int64_t)(mark >> 1) + 1 : 0;
}
