/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates (languages.h).
 *
 * Nothing here knows one by its name: what language.txt says of it is all.
 */
#include "view/languages.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
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

#define REQUEST "request."
#define LIST(name, member) \
	{ \
		name, offsetof(struct language, member) \
	}

/* What people say in the language. */
static const struct {
	const char *name;
	size_t offset;
} lists[] = { LIST("yes", yes), LIST("agreements", agreements), LIST("no", no),
	LIST("corrections", corrections), LIST("retractions", retractions), LIST("jokes", jokes),
	LIST("joking", joking), LIST("joining", joining), LIST("puzzled", puzzled),
	LIST("excuses", excuses), LIST("beside-excuses", beside_excuses),
	LIST("asks-how", asks_how), LIST("pleas", pleas), LIST("to-server", to_server),
	LIST("about-that", about_that), LIST("reasons", reasons),
	LIST("beside-requests", beside_requests), LIST("denials", denials),
	LIST("postponers", postponers), LIST("assurances", assurances),
	LIST("considering", considering), LIST("drafts", drafts), LIST("questions", questions),
	LIST("second-thoughts", second_thoughts), LIST("fillers", fillers),
	LIST("takes-draw", takes_draw), LIST("takes-undo", takes_undo),
	LIST("takes-game", takes_game), LIST("on", on), LIST("off", off),
	LIST("switches", switches), LIST("affirmations", affirmations), LIST("names", names),
	LIST("plays", plays), LIST("privately", privately), LIST("conditions", conditions),
	LIST("consequences", consequences), LIST("silence", silence),
	LIST("courtesies", courtesies), LIST("entreaties", entreaties), LIST("goes-on", goes_on),
	LIST("between", between), LIST("boards", boards), LIST("bygone", bygone),
	LIST("idioms", idioms), LIST("refusals", refusals), LIST("plays-on", plays_on),
	LIST("tells", tells), LIST("weeks", units[0]), LIST("days", units[1]),
	LIST("hours", units[2]), LIST("months", months), LIST("weekdays", weekdays),
	LIST("following", following), LIST("next-week", next_week), LIST("weekend", weekend),
	LIST("machines", machines), LIST("numbers", numbers), LIST("beginning", beginning),
	LIST("month-end", month_end), LIST("end-of", end_of), LIST("time-words", time_words),
	LIST("date-words", date_words), LIST("day-articles", day_articles), LIST("until", until),
	LIST("today", today), LIST("tomorrow", tomorrow), LIST("lasting", lasting),
	LIST("common", common) };
#define LISTS (sizeof lists / sizeof lists[0])

static void
read_lists(struct arena *arena, const struct shelf *entries, struct language *out)
{
	for (size_t i = 0; i < LISTS; i++) {
		const char *words = ask(entries, "", lists[i].name);

		if (words != NULL)
			*(const char **)((char *)out + lists[i].offset) = utf8_fold(arena, words);
	}
}

static bool
begins(const char *name, const char *kind)
{
	return strncmp(name, kind, strlen(kind)) == 0;
}

/* What names each command, says it, or asks for it. */
static void
read_phrases(struct arena *arena, const struct shelf *entries, struct language *out)
{
	const struct {
		const char *kind, ***phrases;
	} kinds[] = { { "command.", &out->commands }, { "deed.", &out->deeds },
		{ REQUEST, &out->requests }, { "trouble.", &out->troubles } };

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const char **phrases = arena_alloc(arena, VERB_COUNT * sizeof *phrases);

		for (int i = 0; i < VERB_COUNT; i++) {
			const char *words = ask(entries, kinds[k].kind, verb_table[i].name);

			phrases[i] = words != NULL ? utf8_fold(arena, words) : NULL;
		}
		*kinds[k].phrases = phrases;
	}
}

/* "request.set.board.flipped": what asks for "set board flipped". */
static void
read_forms(struct arena *arena, const struct shelf *entries, struct language *out)
{
	struct asked_form *forms = arena_alloc(arena, (size_t)entries->count * sizeof *forms);

	for (size_t i = 0; i < entries->count; i++) {
		const char *name = entries->at[i].name;
		char *form;

		if (!begins(name, REQUEST) || strchr(name + strlen(REQUEST), '.') == NULL)
			continue;
		form = arena_strdup(arena, name + strlen(REQUEST));
		for (char *at = form; (at = strchr(at, '.')) != NULL;)
			*at = ' ';
		forms[out->form_count++] = (struct asked_form){ form,
			utf8_fold(arena, entries->at[i].text) };
	}
	out->forms = forms;
}

/* Is it asked for where letters are filled in? */
struct asked {
	const char *name;
	bool is_there;
};

static const char *
note_letter(void *context, const char *name)
{
	struct asked *asked = context;

	asked->is_there |= strcmp(asked->name, name) == 0;
	return "x";
}

static const char *
fault_of_letter(const struct shelf *entries, const char *name)
{
	struct notation_letters letters;
	struct asked asked = { .name = name };

	notation_letters_fill(&letters, note_letter, &asked);
	if (!asked.is_there)
		return "there is no such letter";
	return notation_letters_fill(&letters, ask_letter, (void *)entries) ?
	    NULL :
	    "letters are there for all pieces and directions, or for none";
}

static const char *
fault_of_setting(struct arena *arena, const char *name, const char *value)
{
	for (int i = 0; i < SETTINGS; i++)
		if (setting_table[i].kind == SETTING_TEXT &&
		    strcmp(setting_table[i].name, name) == 0)
			return setting_value(&setting_table[i], value) != NULL ?
			    NULL :
			    arena_printf(arena, "it cannot be set to %s", value);
	return "there is no such setting, or a language sets none";
}

static const char *
fault_of_list(const struct template *entry)
{
	static const char *const texts[] = { "name", "called", "red", "green" };
	int commas = 0;

	for (const char *at = entry->text; *at != '\0'; at++)
		commas += *at == ',';
	if (strcmp(entry->name, "months") == 0 && commas != 11)
		return "a year has 12 months, with commas between them";
	if (strcmp(entry->name, "weekdays") == 0 && commas != 6)
		return "a week has 7 days, with commas between them";
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(texts[i], entry->name) == 0)
			return NULL;
	for (size_t i = 0; i < LISTS; i++)
		if (strcmp(lists[i].name, entry->name) == 0)
			return NULL;
	return "nothing reads this";
}

const char *
language_fault(struct arena *arena, const struct shelf *entries, size_t i)
{
	const struct template *entry = &entries->at[i];
	const char *dot = strchr(entry->name, '.');
	char *command;

	if (dot == NULL)
		return fault_of_list(entry);
	if (begins(entry->name, "letter."))
		return fault_of_letter(entries, dot + 1);
	if (begins(entry->name, "setting."))
		return fault_of_setting(arena, dot + 1, entry->text);
	if (!begins(entry->name, "command.") && !begins(entry->name, "deed.") &&
	    !begins(entry->name, REQUEST) && !begins(entry->name, "trouble."))
		return "nothing reads this";
	command = arena_strdup(arena, dot + 1);
	if (begins(entry->name, REQUEST))
		command[strcspn(command, ".")] = '\0';
	for (int verb = 0; verb < VERB_COUNT; verb++)
		if (strcmp(verb_table[verb].name, command) == 0)
			return NULL;
	return "there is no such command";
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
	const char *name, *heading;
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
	if ((name = ask(&entries, "", "name")) == NULL) {
		if (entries.count > 0)
			log_warn("the language %s is left out: its language.txt has no name", code);
		return 0;
	}
	*out = (struct language){ .code = arena_strdup(arena, code),
		.name = name,
		.called = names_of(arena, name, ask(&entries, "", "called")),
		.sides = { ask(&entries, "", "red"), ask(&entries, "", "green") } };
	read_phrases(arena, &entries, out);
	read_forms(arena, &entries, out);
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
