/* SPDX-License-Identifier: ISC */
/*
 * Where templates lie: folders, languages, files with sections, and words; each language
 * read once and kept.
 *
 * Internal to view/: template.h is what others use.
 */
#ifndef VIEW_TEMPLATE_FILE_H
#define VIEW_TEMPLATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "view/template_steps.h"

#define FOLDERS    2
#define EMPTY_FILE "%s: the file is empty"

struct arena;
struct err;

/* Templates, or words, by name. */
struct shelf {
	struct template *at;
	size_t count, size;
};

/* What the folders of one language have: the operator's in place of the shipped of its name. */
struct lexicon {
	const char *language;
	bool is_language; /* a language.txt is there; "mail" has none */
	struct shelf texts, words;
	const char *has_no_words; /* a words.txt without any text; NULL: there is none */
	struct lexicon *next;
};

struct templates {
	const char *folders[FOLDERS]; /* the operator's (or NULL), the shipped one */
	struct arena *kept;           /* what was read */
	struct lexicon *first;
	struct templates *shipped; /* templates_shipped; NULL not needed yet */
	const char *css;           /* page.css; NULL not read yet */
};

/* An unknown language has an empty one.  -1 with err when its folders cannot be read or its
 * words.txt has a line that is none. */
int lexicon_find(
    struct templates *templates, const char *language, const struct lexicon **out, struct err *err);
/* Reads the steps of a text or word that is to be shown, if that was not done: can it be?  Else it
 * has a fault. */
bool template_prepare(struct templates *templates, const struct template *template);
/* NULL when there is none. */
const struct template *shelf_find(const struct shelf *shelf, const char *name);
/* The first whose name begins so; out: how many do. */
const struct template *shelf_find_all(const struct shelf *shelf, const char *begin, size_t *count);
/* What a number does to the word after it in the language of these words: "one", "few", "many" or
 * "other" (the categories of CLDR). */
const char *words_plural(const struct shelf *words, int64_t number);
/* The entries of language.txt alone, read afresh, in the memory of the templates: 0 or -1. */
int language_file_read(
    struct templates *templates, const char *language, struct shelf *out, struct err *err);
/* The first line of the template "game"; *out NULL: there is none.  0 or -1. */
int language_heading_read(
    struct templates *templates, const char *language, const char **out, struct err *err);

#endif
