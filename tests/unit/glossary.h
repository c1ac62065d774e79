/* SPDX-License-Identifier: ISC */
/*
 * The shipped languages with their command words and courtesies, read from templates/ as
 * they stand there.
 */
#ifndef UNIT_GLOSSARY_H
#define UNIT_GLOSSARY_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "unit/letters.h"

#define GLOSSARY_MAX 32

/* One "key = text" of a language. */
static inline void
glossary_entry(struct arena *arena, struct language *language, const char *key, const char *text)
{
	if (strcmp(key, "courtesies") == 0)
		language->courtesies = utf8_fold(arena, text);
	if (strcmp(key, "yes") == 0)
		language->yes = utf8_fold(arena, text);
	for (int i = 0; strncmp(key, "command.", 8) == 0 && cmd_table[i] != NULL; i++)
		if (strcmp(key + 8, cmd_table[i]->name) == 0)
			language->commands[i] = utf8_fold(arena, text);
}

/* Never freed. */
static inline const struct glossary *
glossary_shipped(void)
{
	static struct language languages[GLOSSARY_MAX];
	static struct glossary glossary = { languages, 0 };
	static struct arena *arena;
	DIR *folder = opendir("templates");
	struct dirent *entry;
	int commands = 0;

	arena = arena_new();
	while (cmd_table[commands] != NULL)
		commands++;
	while (
	    folder != NULL && (entry = readdir(folder)) != NULL && glossary.count < GLOSSARY_MAX) {
		struct language *language = &languages[glossary.count];
		char path[300], line[2000], *text;
		FILE *file;

		snprintf(path, sizeof path, "templates/%s/language.txt", entry->d_name);
		if (entry->d_name[0] == '.' || (file = fopen(path, "r")) == NULL)
			continue;
		language->code = arena_strdup(arena, entry->d_name);
		language->commands = arena_alloc(
		    arena, (size_t)(commands + 1) * sizeof *language->commands);
		language->letters = letters_of(language->code);
		while (fgets(line, sizeof line, file) != NULL) {
			line[strcspn(line, "\n")] = '\0';
			if ((text = strstr(line, " = ")) == NULL)
				continue;
			*text = '\0';
			glossary_entry(arena, language, line, text + 3);
		}
		fclose(file);
		glossary.count++;
	}
	if (folder != NULL)
		closedir(folder);
	glossary_join_letters(languages, glossary.count);
	return &glossary;
}

#endif
