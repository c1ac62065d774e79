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
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "view/languages.h"
#include "view/template.h"
#include "view/template_file.h"

#define NAMES_MAX 256
#define DEPTH_MAX 8
#define KEY_SIZE  160

struct names {
	const char *at[NAMES_MAX];
	int count;
};

/* What a text shows, and which texts and words it takes in for that. */
struct shown {
	struct names names, taken;
};

/* All that a shipped English text or word shows, which several languages ask for. */
struct followed {
	const struct template *model;
	struct names names;
	const struct followed *next;
};

/* What a text or word may show (check_one).  Most show no more than their model itself does, so
 * that what that takes in is followed only where it is asked for. */
struct may {
	const struct template *model; /* NULL: a word that English has not */
	const char *own;              /* of a word: its own name; NULL: it is a text */
	bool is_date;
};

struct check {
	struct templates *templates;
	struct arena *scratch; /* for one template */
	struct arena *kept;    /* until all is looked through */
	const struct followed *followed;
	const struct lexicon *english;
	void (*complain)(void *context, const char *what);
	void *context;
	struct err *err;
	struct names told;
	int faults;
	const char *found; /* a fault of the template that is looked at; NULL none */
};

static const char *const everywhere[] = { "house", "address", "operator-address", "reader",
	"command", "board", "red", "green", "turn", "challenger", "challenged", "over", "won",
	"drawn", "cancelled", "winner", "loser", "ending", "notes", "this-year", "summer" };
/* The parts of a date (template.h). */
static const char *const of_dates[] = { "year", "month", "day", "weekday", "hour", "minute", "zone",
	"mm", "dd" };
static const int64_t all_forms[] = { 1, 2, 5 }; /* numbers of all forms of any plural */

static bool
has_name(const struct names *names, const char *name)
{
	for (int i = 0; i < names->count; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

/* Was it not there yet? */
static bool
add_name(struct names *names, const char *name)
{
	if (has_name(names, name) || names->count == NAMES_MAX)
		return false;
	names->at[names->count++] = name;
	return true;
}

static void
fault(struct check *check, const struct err *why)
{
	check->found = arena_strdup(check->templates->kept, why->text);
	/* What many take in is told once. */
	if (has_name(&check->told, why->text))
		return;
	add_name(&check->told, check->found);
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

/* With its steps; a broken one has none. */
static const struct template *
prepared(const struct check *check, const struct template *template)
{
	if (template != NULL)
		template_prepare(check->templates, template);
	return template;
}

/* What the words of a name begin with: "NAME.one", "NAME.other"; with a form "NAME/FORM.one". */
static const char *
words_key(const struct check *check, const char *name, const char *form)
{
	return arena_printf(
	    check->scratch, "%s%s%s.", name, form != NULL ? "/" : "", form != NULL ? form : "");
}

/* Does it show the name itself? */
static bool
shows_itself(const struct template *template, const char *name)
{
	for (size_t i = 0; i < template->count; i++) {
		const struct step *step = &template->steps[i];

		if ((step->sigil == ':' || step->sigil == ' ') && strcmp(step->name, name) == 0)
			return true;
	}
	return false;
}

/* Adds all that a text or word shows, with what it takes in; in English as shipped.  What is
 * there already is not followed again. */
static void
add_shown(const struct check *check, const struct lexicon *lexicon, struct shown *shown,
    const struct template *template)
{
	const char *key;
	size_t count;

	template = prepared(check, lexicon == check->english ? shipped(template) : template);
	for (size_t i = 0; template != NULL && i < template->count; i++) {
		const struct step *step = &template->steps[i];

		if (step->sigil == '>' && add_name(&shown->taken, step->name))
			add_shown(check, lexicon, shown, shelf_find(&lexicon->texts, step->name));
		if (step->sigil != ':' && step->sigil != ' ')
			continue;
		add_name(&shown->names, step->name);
		key = words_key(check, step->name, step->form);
		if (!add_name(&shown->taken, key))
			continue;
		for (const struct template *word = shelf_find_all(&lexicon->words, key, &count);
		     count > 0; word++, count--)
			add_shown(check, lexicon, shown, word);
	}
}

/* All that the shipped English one shows. */
static const struct names *
follow(struct check *check, const struct template *model)
{
	const struct followed *at = check->followed;
	struct shown shown = { .names.count = 0 };
	struct followed *new;

	while (at != NULL && at->model != model)
		at = at->next;
	if (at != NULL)
		return &at->names;
	add_shown(check, check->english, &shown, model);
	new = arena_bytes(check->kept, sizeof *new);
	*new = (struct followed){ .model = model, .names = shown.names, .next = check->followed };
	check->followed = new;
	return &new->names;
}

/* Of the word's name what stands in front of its last dot and is English's, "days" of "days.one"
 * and "days/genitive.one". */
static const char *
base_of(const struct check *check, const struct template *word)
{
	const char *dot = strrchr(word->name, '.');
	size_t length = dot != NULL ? (size_t)(dot - word->name) : strlen(word->name);
	const char *slash = memchr(word->name, '/', length);

	return arena_strndup(
	    check->scratch, word->name, slash != NULL ? (size_t)(slash - word->name) : length);
}

/* The name that the word has in English, which has one for both sides ("piece.rook@red"). */
static const char *
english_name(const struct check *check, const struct template *word)
{
	const char *name = arena_strndup(check->scratch, word->name, strcspn(word->name, "@"));
	const char *dot = strrchr(name, '.');

	return strchr(name, '/') == NULL || dot == NULL ?
	    name :
	    arena_printf(check->scratch, "%s%s", base_of(check, word), dot);
}

/* Is it a form of a plural, as English has it? */
static bool
is_plural(const struct check *check, const struct template *word)
{
	struct arena *arena = check->scratch;
	const struct shelf *words = &check->english->words;
	const char *base = base_of(check, word), *form = strrchr(word->name, '.');

	return form != NULL && strspn(form + 1, "0123456789") < strlen(form + 1) &&
	    shelf_find(words, arena_printf(arena, "%s.one", base)) != NULL &&
	    shelf_find(words, arena_printf(arena, "%s.other", base)) != NULL;
}

/* The shipped English one that the text or word stands for; NULL: there is none. */
static const struct template *
model_of(const struct check *check, const struct lexicon *lexicon, const struct template *template,
    bool is_word)
{
	struct arena *arena = check->scratch;
	const struct shelf *shelf = is_word ? &check->english->words : &check->english->texts;
	const struct template *model = shelf_find(
	    shelf, is_word ? english_name(check, template) : template->name);
	/* Where 21 and 31 have the form of 1, too, it has to show the number. */
	bool is_own_form = is_word && is_plural(check, template) &&
	    shelf_find(&lexicon->words, "plural-rule") != NULL;

	/* Another plural than English has. */
	if (is_own_form || (model == NULL && is_word))
		model = shelf_find(
		    shelf, arena_printf(arena, "%s.other", base_of(check, template)));
	return prepared(check, shipped(model));
}

/* What is wrong with a word's form, or with the rule of them all. */
static void
check_form(struct check *check, const struct lexicon *lexicon, const struct template *word)
{
	const char *form = strrchr(word->name, '.');
	bool is_rule = strcmp(word->name, "plural-rule") == 0;
	struct err why;

	if (is_rule && strcmp(word->text, "slavic") != 0 && strcmp(word->text, "none") != 0) {
		template_fault(word, word->text, &why, "%s: there is no such rule: %s", word->name,
		    word->text);
		fault(check, &why);
	}
	if (form == NULL || !is_plural(check, word))
		return;
	for (size_t i = 0; i < sizeof all_forms / sizeof all_forms[0]; i++)
		if (strcmp(form + 1, words_plural(&lexicon->words, all_forms[i])) == 0)
			return;
	template_fault(word, word->text, &why, "%s: the language has no such plural", word->name);
	fault(check, &why);
}

static bool
is_date_format(const char *name)
{
	return strcmp(name, "date-format") == 0 || strcmp(name, "day-format") == 0;
}

/* What English shows, a translation shows, itself or by what it takes in; but dates have what parts
 * they like. */
static void
check_complete(struct check *check, const struct lexicon *lexicon, const struct template *template,
    const struct template *model)
{
	struct shown shown = { .names.count = 0 };
	bool is_followed = false;
	struct err why;

	if (lexicon == check->english || is_date_format(template->name))
		return;
	if (template_is_blank(template) && !template_is_blank(model)) {
		template_fault(template, template->text, &why, "%s: this is empty", template->name);
		fault(check, &why);
		return;
	}
	for (size_t i = 0; i < model->count; i++) {
		const struct step *step = &model->steps[i];

		if ((step->sigil != ':' && step->sigil != ' ') ||
		    shows_itself(template, step->name))
			continue;
		if (!is_followed)
			add_shown(check, lexicon, &shown, template);
		is_followed = true;
		if (has_name(&shown.names, step->name))
			continue;
		template_fault(template, template->text, &why,
		    "%s: English shows it, and this does not", step->name);
		fault(check, &why);
	}
}

/* Has the language what does for this English word, in this form (NULL none)?  Of a number it needs
 * the forms of its own plural; what English says of one number alone ("nth.2") it need not. */
static bool
has_word(const struct lexicon *english, const struct lexicon *lexicon, const char *name,
    const char *form)
{
	const char *dot = strrchr(name, '.'), *value = dot != NULL ? dot + 1 : name;
	bool is_one = strcmp(value, "one") == 0, is_other = strcmp(value, "other") == 0;
	int base = dot != NULL ? (int)(dot - name) : (int)strlen(name);
	const char *slash = form != NULL ? "/" : "";
	char key[KEY_SIZE], own[KEY_SIZE];

	form = form != NULL ? form : "";
	str_format(own, sizeof own, "%.*s%s%s%s", base, name, slash, form, name + base);
	if (!is_one && !is_other && (dot == NULL || strspn(value, "0123456789") < strlen(value)))
		return shelf_find(&lexicon->words, own) != NULL;
	str_format(key, sizeof key, "%.*s.%s", base, name, is_other ? "one" : "other");
	if (shelf_find(&english->words, key) == NULL)
		return shelf_find(&lexicon->words, own) != NULL;
	for (size_t i = 0; is_other && i < sizeof all_forms / sizeof all_forms[0]; i++) {
		str_format(own, sizeof own, "%.*s%s%s.%s", base, name, slash, form,
		    words_plural(&lexicon->words, all_forms[i]));
		if (shelf_find(&lexicon->words, own) == NULL)
			return false;
	}
	return true;
}

/* What is wrong with the words that {{:name}} shows; NULL nothing. */
static const char *
fault_of_words(const struct check *check, const struct lexicon *lexicon, const struct step *step)
{
	size_t count, own;
	const struct template *word = shelf_find_all(
	    &check->english->words, words_key(check, step->name, NULL), &count);

	if (word == NULL &&
	    shelf_find_all(&lexicon->words, words_key(check, step->name, step->form), &own) == NULL)
		return "words.txt has no words for it";
	for (; step->form != NULL && count > 0; word++, count--)
		if (!has_word(check->english, lexicon, word->name, step->form))
			return arena_printf(check->scratch, "words.txt lacks a form of %s/%s",
			    step->name, step->form);
	return NULL;
}

static bool
is_among(const char *const *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i], name) == 0)
			return true;
	return false;
}

static bool
may_show(struct check *check, const struct may *may, const char *name)
{
	if ((may->model != NULL && shows_itself(may->model, name)) ||
	    (may->own != NULL && strcmp(may->own, name) == 0) ||
	    is_among(everywhere, sizeof everywhere / sizeof everywhere[0], name) ||
	    (may->is_date && is_among(of_dates, sizeof of_dates / sizeof of_dates[0], name)))
		return true;
	return may->model != NULL && has_name(follow(check, may->model), name);
}

/* A text or word looked through, with all that it takes in.  What English has and the language
 * lacks is no fault: language_lacks counts it. */
static void
look_through(struct check *check, const struct lexicon *lexicon, const struct may *may,
    const struct template *template, int depth)
{
	for (size_t i = 0; template != NULL && depth < DEPTH_MAX && i < template->count; i++) {
		const struct step *step = &template->steps[i];
		const char *name = step->name, *what = NULL;
		struct err why;

		if (step->sigil == '>') {
			const struct template *part = prepared(
			    check, shelf_find(&lexicon->texts, name));

			look_through(check, lexicon, may, part, depth + 1);
			if (part == NULL && shelf_find(&check->english->texts, name) == NULL)
				what = "there is no such template";
			/* Mostly it takes itself in. */
			if (part != NULL && depth + 1 == DEPTH_MAX)
				what = "templates are nested too deeply";
		} else if ((step->sigil == ':' || step->sigil == ' ') &&
		    !may_show(check, may, name)) {
			what = "no such variable";
		} else if (step->sigil == ':') {
			what = fault_of_words(check, lexicon, step);
		}
		if (what != NULL) {
			template_fault(template, step->at, &why, "%s: %s", name, what);
			fault(check, &why);
		}
	}
}

/* Does any text or word of the language take it in? */
static bool
is_taken_in(const struct check *check, const struct lexicon *lexicon,
    const struct template *template, bool is_word)
{
	const char *name = is_word ? base_of(check, template) : template->name;
	const struct shelf *const shelves[] = { &lexicon->texts, &lexicon->words,
		&check->english->texts };

	for (size_t s = 0; s < sizeof shelves / sizeof shelves[0]; s++) {
		for (size_t i = 0; i < shelves[s]->count; i++) {
			const struct template *by = prepared(check, &shelves[s]->at[i]);

			for (size_t k = 0; k < by->count; k++)
				if (by->steps[k].sigil == (is_word ? ':' : '>') &&
				    strcmp(by->steps[k].name, name) == 0)
					return true;
		}
	}
	return false;
}

/* Told, and no fault: nothing is sent of it, and it may be left of an earlier version. */
static void
mention(struct check *check, const struct err *why)
{
	/* A language that stands in both folders is looked through twice. */
	if (has_name(&check->told, why->text))
		return;
	add_name(&check->told, arena_strdup(check->templates->kept, why->text));
	if (check->complain != NULL)
		check->complain(check->context, why->text);
}

/* What neither English has nor anything takes in is a slip of the pen, or left over. */
static void
check_use(struct check *check, const struct lexicon *lexicon, const struct template *template,
    bool is_word)
{
	struct err why;

	if (strcmp(template->name, "plural-rule") == 0 ||
	    is_taken_in(check, lexicon, template, is_word))
		return;
	err_set(
	    &why, "%s:%d: %s: no letter uses this", template->path, template->line, template->name);
	mention(check, &why);
}

/* A text may show what the shipped English one of its name shows, a word its own name too. */
static void
check_one(struct check *check, const struct lexicon *lexicon, const struct template *template,
    bool is_word)
{
	const struct template *model = model_of(check, lexicon, template, is_word);
	struct may may = { .model = model, .is_date = is_date_format(template->name) };
	struct err why;

	if (template->fault != NULL && err_set(&why, "%s", template->fault) == -1)
		fault(check, &why);
	if (is_word)
		check_form(check, lexicon, template);
	if (model == NULL && template->fault == NULL)
		check_use(check, lexicon, template, is_word);
	/* What the operator alone has is looked at where it is taken in. */
	if (template->fault != NULL || template == model || (model == NULL && !is_word))
		return;
	if (is_word)
		may.own = arena_strndup(
		    check->scratch, template->name, strcspn(template->name, "./"));
	look_through(check, lexicon, &may, template, 0);
	if (model != NULL)
		check_complete(check, lexicon, template, model);
}

/* Those at fault are not shown from then on: the shipped English ones stand in. */
static void
check_all(
    struct check *check, const struct lexicon *lexicon, const struct shelf *shelf, bool are_words)
{
	for (size_t i = 0; i < shelf->count; i++) {
		struct template *template = &shelf->at[i];

		check->found = NULL;
		prepared(check, template);
		check_one(check, lexicon, template, are_words);
		arena_clear(check->scratch);
		if (template->fault == NULL)
			template->fault = check->found;
	}
}

/* Of language.txt. */
static void
check_entries(struct check *check, const struct shelf *entries)
{
	struct err why;

	for (size_t i = 0; i < entries->count; i++) {
		const struct template *entry = &entries->at[i];
		const char *what = language_fault(check->scratch, entries, i);

		if (entry->fault != NULL && err_set(&why, "%s", entry->fault) == -1)
			fault(check, &why);
		if (what == NULL)
			continue;
		err_set(&why, "%s:%d: %s: %s", entry->path, entry->line, entry->name, what);
		mention(check, &why);
	}
	if (entries->count > 0 && shelf_find(entries, "name") == NULL) {
		err_set(&why, "%s: the language has no name", entries->at[0].path);
		fault(check, &why);
	}
	arena_clear(check->scratch);
}

static void
check_language(struct check *check, const char *language)
{
	const struct lexicon *lexicon;
	struct shelf entries;
	struct err why;

	if (lexicon_find(check->templates, language, &lexicon, &why) == -1) {
		fault(check, &why);
		return;
	}
	if (lexicon->has_no_words != NULL && err_set(&why, EMPTY_FILE, lexicon->has_no_words) == -1)
		fault(check, &why);
	if (language_file_read(check->templates, language, &entries, &why) == -1)
		fault(check, &why);
	else if (strcmp(language, "mail") != 0)
		check_entries(check, &entries);
	check_all(check, lexicon, &lexicon->texts, false);
	check_all(check, lexicon, &lexicon->words, true);
}

static void
check_folder(struct check *check, int number)
{
	const char *folder = check->templates->folders[number];
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	struct err why;

	if (count == -1) {
		if (number == 0 && (errno == ENOENT || errno == ENOTDIR))
			err_set(&why,
			    "%s, \"templates\" in the configuration, is %s: the shipped templates are "
			    "used",
			    folder, errno == ENOENT ? "not there" : "no folder");
		else
			err_system(&why,
			    number == 0 ?
				"cannot look into %s (\"templates\" in the configuration)" :
				"cannot look into %s, the shipped templates (make install)",
			    folder);
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
	struct check check = { .templates = templates,
		.scratch = arena_new(),
		.kept = arena_new(),
		.complain = complain,
		.context = context,
		.err = err };
	struct err why;

	if (lexicon_find(templates, "en", &check.english, &why) == -1)
		fault(&check, &why);
	for (int i = 0; check.english != NULL && i < FOLDERS; i++)
		if (templates->folders[i] != NULL)
			check_folder(&check, i);
	arena_free(check.scratch);
	arena_free(check.kept);
	return check.faults;
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

		if (word != NULL && !has_word(english, lexicon, word->name, NULL) && count++ == 0)
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

		if (!at->is_language ||
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
