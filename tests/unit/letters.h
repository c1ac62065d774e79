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

/* Of "vi" or "ru"; aborts where templates/CODE/language.txt does not have them all. */
static inline const struct notation_letters *
letters_of(const char *code)
{
	static struct notation_letters kept[2];
	struct notation_letters *letters = &kept[strcmp(code, "ru") == 0];
	char path[64];
	FILE *file;

	if (letters->sideways != NULL)
		return letters;
	snprintf(path, sizeof path, "templates/%s/language.txt", code);
	if ((file = fopen(path, "r")) == NULL ||
	    !notation_letters_fill(letters, letters_line, file))
		abort();
	fclose(file);
	return letters;
}

#endif
