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
#include "play/glossary.h"
#include "speak/verbs.h"
#include "unit/letters.h"

#define GLOSSARY_MAX 32

/* One "key = text" of a language. */
static inline void
glossary_entry(struct arena *arena, struct language *language, const char *key, const char *text)
{
	if (strcmp(key, "entreaties") == 0)
		language->entreaties = utf8_fold(arena, text);
	if (strcmp(key, "courtesies") == 0)
		language->courtesies = utf8_fold(arena, text);
	if (strcmp(key, "goes-on") == 0)
		language->goes_on = utf8_fold(arena, text);
	if (strcmp(key, "between") == 0)
		language->between = utf8_fold(arena, text);
	if (strcmp(key, "boards") == 0)
		language->boards = utf8_fold(arena, text);
	if (strcmp(key, "bygone") == 0)
		language->bygone = utf8_fold(arena, text);
	if (strcmp(key, "idioms") == 0)
		language->idioms = utf8_fold(arena, text);
	if (strcmp(key, "refusals") == 0)
		language->refusals = utf8_fold(arena, text);
	if (strcmp(key, "plays-on") == 0)
		language->plays_on = utf8_fold(arena, text);
	if (strcmp(key, "tells") == 0)
		language->tells = utf8_fold(arena, text);
	for (int i = 0; i < SPAN_UNITS; i++)
		if (strcmp(key, (const char *[]){ "weeks", "days", "hours" }[i]) == 0)
			language->units[i] = utf8_fold(arena, text);
	if (strcmp(key, "months") == 0)
		language->months = utf8_fold(arena, text);
	if (strcmp(key, "weekdays") == 0)
		language->weekdays = utf8_fold(arena, text);
	if (strcmp(key, "following") == 0)
		language->following = utf8_fold(arena, text);
	if (strcmp(key, "next-week") == 0)
		language->next_week = utf8_fold(arena, text);
	if (strcmp(key, "machines") == 0)
		language->machines = utf8_fold(arena, text);
	if (strcmp(key, "weekend") == 0)
		language->weekend = utf8_fold(arena, text);
	if (strcmp(key, "numbers") == 0)
		language->numbers = utf8_fold(arena, text);
	if (strcmp(key, "beginning") == 0)
		language->beginning = utf8_fold(arena, text);
	if (strcmp(key, "month-end") == 0)
		language->month_end = utf8_fold(arena, text);
	if (strcmp(key, "end-of") == 0)
		language->end_of = utf8_fold(arena, text);
	if (strcmp(key, "time-words") == 0)
		language->time_words = utf8_fold(arena, text);
	if (strcmp(key, "date-words") == 0)
		language->date_words = utf8_fold(arena, text);
	if (strcmp(key, "day-articles") == 0)
		language->day_articles = utf8_fold(arena, text);
	if (strcmp(key, "until") == 0)
		language->until = utf8_fold(arena, text);
	if (strcmp(key, "today") == 0)
		language->today = utf8_fold(arena, text);
	if (strcmp(key, "tomorrow") == 0)
		language->tomorrow = utf8_fold(arena, text);
	if (strcmp(key, "lasting") == 0)
		language->lasting = utf8_fold(arena, text);
	if (strcmp(key, "yes") == 0)
		language->yes = utf8_fold(arena, text);
	if (strcmp(key, "agreements") == 0)
		language->agreements = utf8_fold(arena, text);
	if (strcmp(key, "silence") == 0)
		language->silence = utf8_fold(arena, text);
	if (strcmp(key, "no") == 0)
		language->no = utf8_fold(arena, text);
	for (int i = 0; strncmp(key, "command.", 8) == 0 && i < VERB_COUNT; i++)
		if (strcmp(key + 8, verb_table[i].name) == 0)
			language->commands[i] = utf8_fold(arena, text);
}

/* Read once, and never freed. */
static inline const struct glossary *
glossary_shipped(void)
{
	static struct language languages[GLOSSARY_MAX];
	static struct glossary glossary = { languages, 0 };
	static struct arena *arena;
	struct dirent *entry;
	DIR *folder;

	if (arena != NULL)
		return &glossary;
	arena = arena_new();
	folder = opendir("templates");
	while (
	    folder != NULL && (entry = readdir(folder)) != NULL && glossary.count < GLOSSARY_MAX) {
		struct language *language = &languages[glossary.count];
		char path[300], line[2000], *text;
		FILE *file;

		snprintf(path, sizeof path, "templates/%s/language.txt", entry->d_name);
		if (entry->d_name[0] == '.' || (file = fopen(path, "r")) == NULL)
			continue;
		language->code = arena_strdup(arena, entry->d_name);
		language->commands = arena_alloc(arena, VERB_COUNT * sizeof *language->commands);
		language->letters = letters_of(language->code);
		while (fgets(line, sizeof line, file) != NULL) {
			line[strcspn(line, "\n")] = '\0';
			if ((text = strstr(line, " = ")) == NULL)
				continue;
			*text = '\0';
			glossary_entry(arena, language, line, text + 3);
		}
		fclose(file);
		snprintf(path, sizeof path, "templates/%s/game.txt", entry->d_name);
		if ((file = fopen(path, "r")) != NULL) {
			if (fgets(line, sizeof line, file) != NULL)
				language->heading = utf8_fold(
				    arena, arena_strndup(arena, line, strcspn(line, "\n")));
			fclose(file);
		}
		glossary.count++;
	}
	if (folder != NULL)
		closedir(folder);
	glossary_join_letters(languages, glossary.count);
	return &glossary;
}

#endif
