/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates (languages.h).
 *
 * Nothing here knows one by its name: what language.txt says of it is all.
 */
#include "view/languages.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "view/template_file.h"

/* Whose language.txt is being asked. */
struct asked {
	struct templates *templates;
	const char *code;
};

static const char *
ask(const struct asked *asked, const char *kind, const char *name)
{
	char key[64];
	const struct source *word;

	str_format(key, sizeof key, "%s%s", kind, name);
	word = template_word_find(asked->templates, asked->code, key);
	return word != NULL ? word->text : NULL;
}

static const char *
ask_letter(void *source, const char *name)
{
	return ask(source, "letter.", name);
}

/* Adds the folder of that name, if it is a language's and not there yet. */
static void
language_add(
    struct templates *templates, const char *code, struct glossary *glossary, struct language *out)
{
	struct arena *arena = templates->kept;
	struct asked asked = { templates, arena_strdup(arena, code) };
	struct notation_letters *letters = arena_alloc(arena, sizeof *letters);
	const char *name, *words;
	struct err err;
	size_t count = 0;

	if (!template_name_is_valid(code) || glossary_language(glossary, code) != NULL)
		return;
	if (template_words_read(templates, code, &err) == -1) {
		log_warn("the language %s is left out: %s", code, err.text);
		return;
	}
	if ((name = ask(&asked, "", "name")) == NULL)
		return;
	while (cmd_table[count] != NULL)
		count++;
	*out = (struct language){ .code = asked.code, .name = name };
	out->commands = arena_alloc(arena, count * sizeof *out->commands);
	for (size_t i = 0; i < count; i++)
		if ((words = ask(&asked, "command.", cmd_table[i]->name)) != NULL)
			out->commands[i] = utf8_fold(arena, words);
	if ((words = ask(&asked, "", "yes")) != NULL)
		out->yes = utf8_fold(arena, words);
	if (notation_letters_fill(letters, ask_letter, &asked))
		out->letters = letters;
	glossary->count++;
}

static int
compare_codes(const void *a, const void *b)
{
	return strcmp(((const struct language *)a)->code, ((const struct language *)b)->code);
}

const struct glossary *
languages_read(struct templates *templates)
{
	struct glossary *glossary = arena_alloc(templates->kept, sizeof *glossary);
	struct dirent **entries[FOLDERS];
	struct language *languages;
	int found[FOLDERS], most = 0;

	for (int i = 0; i < FOLDERS; i++) {
		const char *folder = templates->folders[i];

		found[i] = folder != NULL ? scandir(folder, &entries[i], NULL, NULL) : -1;
		most += found[i] > 0 ? found[i] : 0;
	}
	languages = arena_alloc(templates->kept, (size_t)most * sizeof *languages);
	glossary->languages = languages;
	for (int i = 0; i < FOLDERS; i++) {
		for (int k = 0; k < found[i]; k++) {
			language_add(templates, entries[i][k]->d_name, glossary,
			    &languages[glossary->count]);
			free(entries[i][k]);
		}
		if (found[i] >= 0)
			free(entries[i]);
	}
	qsort(languages, (size_t)glossary->count, sizeof *languages, compare_codes);
	return glossary;
}
