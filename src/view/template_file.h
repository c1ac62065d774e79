/* SPDX-License-Identifier: ISC */
/*
 * Where templates lie: folders, languages, files and words; read once and kept.
 *
 * Names come from templates and from strangers: only valid ones become part of a
 * path, others are not found.  Internal to view/: template.h is what others use.
 */
#ifndef VIEW_TEMPLATE_FILE_H
#define VIEW_TEMPLATE_FILE_H

#include <stdbool.h>

#include "view/template_steps.h"

#define FOLDERS 2
#define SLOTS   2048

struct arena;
struct err;

struct templates {
	const char *folders[FOLDERS]; /* the operator's (or NULL), the shipped one */
	struct arena *kept;           /* what was read */
	struct loaded *slots[SLOTS];  /* by the hash of the key, the newest first */
	struct loaded *first;         /* all of them, and some whose place others took */
};

/* Files have the key "en/turn", words "en:side.red"; "en:" says that the language's words were
 * read. */
struct loaded {
	const char *key;
	uint32_t hash; /* of the key */
	struct source source;
	struct loaded *next, *next_in_slot;
};

/* The template in that language or in English; *out NULL when neither has it.
 * -1 with err when it is broken or cannot be read. */
int template_file_find(struct templates *templates, const char *language, const char *name,
    const struct source **out, struct err *err);
/* Reads language.txt and words.txt of one language, if that was not done yet: 0 or -1. */
int template_words_read(struct templates *templates, const char *language, struct err *err);
/* The word of that language alone, which was read; NULL when it has none. */
const struct source *template_word_find(
    struct templates *templates, const char *language, const char *key);
/* The same of the key "NAME.VALUE". */
const struct source *template_word_of(
    struct templates *templates, const char *language, const char *name, const char *value);

#endif
