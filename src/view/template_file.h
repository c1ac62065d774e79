/* SPDX-License-Identifier: ISC */
/*
 * Where templates lie: folders, languages, words.txt; read once and kept.
 *
 * Names come from templates and from `help TOPIC` of strangers: only sound
 * ones (template_name_is_valid) become part of a path, others are simply not
 * found.  Internal to view/: template.h is what others use.
 */
#ifndef VIEW_TEMPLATE_FILE_H
#define VIEW_TEMPLATE_FILE_H

#include "view/template_parse.h"

struct arena;
struct entry;
struct err;

#define FOLDERS 2
#define BUCKETS 256

struct templates {
	const char *folders[FOLDERS]; /* the operator's (or NULL), the shipped one */
	struct arena *kept;           /* what was read */
	struct entry *buckets[BUCKETS];
};

/* One line of a words.txt. */
struct word {
	const char *text;
	struct template parsed;
};

/* The template in that language or in English; *out NULL when neither has it.
 * -1 with err when it is broken. */
int template_file_find(struct templates *templates, const char *language, const char *name,
    const struct template **out, struct err *err);
/* The word of that language alone; *out NULL when it has none. */
int template_file_word(struct templates *templates, const char *language, const char *key,
    const struct word **out, struct err *err);

#endif
