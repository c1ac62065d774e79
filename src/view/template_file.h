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

#define FOLDERS 2

struct arena;
struct err;

struct templates {
	const char *folders[FOLDERS]; /* the operator's (or NULL), the shipped one */
	struct arena *kept;           /* what was read */
	void *entries;                /* by key, in a tree (tsearch(3)) */
	struct loaded *first;         /* all of them, and some whose place others took */
};

/* The text of a file or of a word, all of whose tags are well formed. */
struct source {
	const char *text; /* NULL: there is none */
	const char *path; /* for messages, with the number of the first line */
	int line;
	struct hidden **hidden; /* sections read before without being shown; NULL: not kept */
};

/* Where such a section begins, after its tag, and where it leads to (struct part). */
struct hidden {
	const char *begin, *end, *bare_end;
	struct hidden *next;
};

/* Files have the key "en/turn", words "en:side.red"; "en:" says that the language's words were
 * read. */
struct loaded {
	const char *key;
	struct source source;
	struct loaded *next;
};

/* In template.c: are all tags well formed and all sections closed?  -1 with err. */
int template_syntax(const struct source *source, struct err *err);
/* Calls each for the tags of a well-formed source that show something: sigil ':', '>' or ' '. */
void template_each_tag(const struct source *source,
    void (*each)(
	void *context, const struct source *source, int line, char sigil, const char *name),
    void *context);
/* ASCII letters, digits, "-", "_", and "." but not in front: safe as part of a path. */
bool template_name_is_valid(const char *name);
/* The template in that language or in English; *out NULL when neither has it.
 * -1 with err when it is broken or cannot be read. */
int template_file_find(struct templates *templates, const char *language, const char *name,
    const struct source **out, struct err *err);
/* Reads language.txt and words.txt of one language, if that was not done yet: 0 or -1. */
int template_words_read(struct templates *templates, const char *language, struct err *err);
/* The word of that language alone, which was read; NULL when it has none. */
const struct source *template_word_find(
    struct templates *templates, const char *language, const char *key);

#endif
