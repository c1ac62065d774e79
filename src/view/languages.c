/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates (languages.h).
 *
 * Nothing here knows one by its name: what language.txt says of it is all.
 */
#include "view/languages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "play/glossary.h"
#include "speak/settings.h"
#include "speak/verbs.h"
#include "view/template_file.h"

/* An entry of language.txt. */
static const char *
ask(const struct shelf *entries, const char *kind, const char *name)
{
	char key[64];
	const struct template *entry;

	str_format(key, sizeof key, "%s%s", kind, name);
	entry = shelf_find(entries, key);
	return entry != NULL ? entry->text : NULL;
}

static const char *
ask_letter(void *entries, const char *name)
{
	return ask(entries, "letter.", name);
}

/* What people say in the language. */
static void
read_lists(struct arena *arena, const struct shelf *entries, struct language *out)
{
	const struct {
		const char *name, **list;
	} lists[] = { { "yes", &out->yes }, { "agreements", &out->agreements }, { "no", &out->no },
		{ "corrections", &out->corrections }, { "retractions", &out->retractions },
		{ "jokes", &out->jokes }, { "joking", &out->joking }, { "denials", &out->denials },
		{ "postponers", &out->postponers }, { "assurances", &out->assurances },
		{ "considering", &out->considering }, { "questions", &out->questions },
		{ "second-thoughts", &out->second_thoughts }, { "fillers", &out->fillers },
		{ "takes-draw", &out->takes_draw }, { "on", &out->on }, { "off", &out->off },
		{ "switches", &out->switches }, { "affirmations", &out->affirmations },
		{ "names", &out->names }, { "privately", &out->privately },
		{ "conditions", &out->conditions }, { "consequences", &out->consequences },
		{ "silence", &out->silence }, { "courtesies", &out->courtesies },
		{ "entreaties", &out->entreaties }, { "goes-on", &out->goes_on },
		{ "between", &out->between }, { "tells", &out->tells }, { "weeks", &out->units[0] },
		{ "days", &out->units[1] }, { "hours", &out->units[2] }, { "months", &out->months },
		{ "date-words", &out->date_words }, { "common", &out->common } };

	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		const char *words = ask(entries, "", lists[i].name);

		if (words != NULL)
			*lists[i].list = utf8_fold(arena, words);
	}
}

/* Its own name, and what others call it. */
static const char *
names_of(struct arena *arena, const char *name, const char *others)
{
	char *own = utf8_fold(arena, name);

	for (char *at = own; (at = strchr(at, ' ')) != NULL;)
		*at = '-';
	return others == NULL ? own : arena_printf(arena, "%s %s", own, utf8_fold(arena, others));
}

/* Adds the folder of that name, if it is a language's and not there yet.  0; -1: it cannot be
 * read. */
static int
language_add(struct templates *templates, const char *code, struct glossary *glossary,
    struct language *out, struct err *err)
{
	struct arena *arena = templates->kept;
	struct shelf entries;
	struct notation_letters *letters = arena_alloc(arena, sizeof *letters);
	const char *name, *words, *heading;
	struct err why;

	if (!template_name_is_valid(code) || glossary_language(glossary, code) != NULL)
		return 0;
	if (language_file_read(templates, code, &entries, &why) == -1 ||
	    language_heading_read(templates, code, &heading, &why) == -1) {
		if (why.is_ours) {
			*err = why;
			return -1;
		}
		log_warn("the language %s is left out: %s", code, why.text);
		return 0;
	}
	if ((name = ask(&entries, "", "name")) == NULL)
		return 0;
	*out = (struct language){ .code = arena_strdup(arena, code),
		.name = name,
		.called = names_of(arena, name, ask(&entries, "", "called")),
		.sides = { ask(&entries, "", "red"), ask(&entries, "", "green") } };
	out->commands = arena_alloc(arena, VERB_COUNT * sizeof *out->commands);
	out->deeds = arena_alloc(arena, VERB_COUNT * sizeof *out->deeds);
	for (int i = 0; i < VERB_COUNT; i++) {
		if ((words = ask(&entries, "command.", verb_table[i].name)) != NULL)
			out->commands[i] = utf8_fold(arena, words);
		if ((words = ask(&entries, "deed.", verb_table[i].name)) != NULL)
			out->deeds[i] = utf8_fold(arena, words);
	}
	out->settings = arena_alloc(arena, SETTINGS * sizeof *out->settings);
	for (int i = 0; i < SETTINGS; i++)
		if (setting_table[i].kind == SETTING_TEXT)
			out->settings[i] = setting_value(
			    &setting_table[i], ask(&entries, "setting.", setting_table[i].name));
	read_lists(arena, &entries, out);
	if (heading != NULL)
		out->heading = utf8_fold(arena, heading);
	if (notation_letters_fill(letters, ask_letter, &entries))
		out->letters = letters;
	glossary->count++;
	return 0;
}

static int
compare_codes(const void *a, const void *b)
{
	return strcmp(((const struct language *)a)->code, ((const struct language *)b)->code);
}

/* Adds all languages of one folder, if it is there; 0 or -1. */
static int
folder_add(
    struct templates *templates, const char *folder, struct glossary *glossary, struct err *err)
{
	struct language *languages, *before = (struct language *)glossary->languages;
	struct dirent **entries;
	int count, rc = 0;

	if (folder == NULL)
		return 0;
	if ((count = scandir(folder, &entries, NULL, NULL)) == -1)
		return errno == ENOENT || errno == ENOTDIR ?
		    0 :
		    err_system(err, "cannot look into the templates in %s", folder);
	languages = arena_alloc(
	    templates->kept, (size_t)(glossary->count + count) * sizeof *languages);
	if (glossary->count > 0)
		memcpy(languages, before, (size_t)glossary->count * sizeof *languages);
	glossary->languages = languages;
	for (int i = 0; i < count; i++) {
		if (rc == 0)
			rc = language_add(templates, entries[i]->d_name, glossary,
			    &languages[glossary->count], err);
		free(entries[i]);
	}
	free(entries);
	qsort(languages, (size_t)glossary->count, sizeof *languages, compare_codes);
	return rc;
}

int
languages_read(struct templates *templates, const struct glossary **out, struct err *err)
{
	struct glossary *glossary = arena_alloc(templates->kept, sizeof *glossary);

	*out = glossary;
	for (int i = 0; i < FOLDERS; i++)
		if (folder_add(templates, templates->folders[i], glossary, err) == -1)
			return -1;
	glossary_join_letters((struct language *)glossary->languages, glossary->count);
	return 0;
}
