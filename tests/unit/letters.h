/* SPDX-License-Identifier: ISC */
/*
 * The letters of the shipped languages, read from templates/ as they stand there.
 */
#ifndef UNIT_LETTERS_H
#define UNIT_LETTERS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/notation.h"

/* The text of "letter.NAME = text" in the file `source`; never freed. */
static const char *
letters_line(void *source, const char *name)
{
	char line[256], key[64];

	rewind(source);
	snprintf(key, sizeof key, "letter.%s = ", name);
	while (fgets(line, sizeof line, source) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, key, strlen(key)) == 0)
			return strdup(line + strlen(key));
	}
	return NULL;
}

/* Aborts where templates/CODE/language.txt does not have them all.  Never freed. */
static inline struct notation_letters *
letters_of(const char *code)
{
	static struct {
		char code[16];
		struct notation_letters letters;
	} kept[32];
	struct notation_letters *letters;
	char path[64];
	FILE *file;
	int n = 0;

	while (kept[n].code[0] != '\0' && strcmp(kept[n].code, code) != 0)
		n++;
	letters = &kept[n].letters;
	if (kept[n].code[0] != '\0')
		return letters;
	snprintf(kept[n].code, sizeof kept[n].code, "%s", code);
	snprintf(path, sizeof path, "templates/%s/language.txt", code);
	if ((file = fopen(path, "r")) == NULL ||
	    !notation_letters_fill(letters, letters_line, file))
		abort();
	fclose(file);
	return letters;
}

/* Those of all languages, strung together. */
static inline const struct notation_letters *
letters_all(void)
{
	static const char *const codes[] = { "de", "en", "ru", "vi", "zh-Hans", "zh-Hant" };

	for (int i = 0; i < 5; i++)
		letters_of(codes[i])->next = letters_of(codes[i + 1]);
	return letters_of(codes[0]);
}

#endif
