/* SPDX-License-Identifier: ISC */
/*
 * What a letter is to say, without words: named values for a template.
 *
 * Values are texts (UTF-8, shown as they are), numbers, times (formatted in the
 * reader's language and zone by the renderer), days (in the reader's language), words (a name that
 * the language's words.txt turns into text), flags, lists of further vars, and objects, which the
 * renderer alone knows how to write for its reader.  Names are lower-case with
 * hyphens.  All memory is the arena's; texts are copied, names (constants) and objects are not.
 */
#ifndef BASE_VARS_H
#define BASE_VARS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

enum var_kind { VAR_TEXT, VAR_NUMBER, VAR_TIME, VAR_DAY, VAR_WORD, VAR_FLAG, VAR_LIST, VAR_OBJECT };

struct var {
	struct var *next;
	const char *name;
	enum var_kind kind;
	const char *text;          /* TEXT, WORD */
	int64_t number;            /* NUMBER, TIME; DAY: 20261218; FLAG: 0 or 1 */
	struct vars *first, *last; /* LIST: items, possibly none */
	const void *object;        /* OBJECT */
};

#define VARS_LISTS 16

struct vars {
	struct arena *arena;
	struct var *lists[VARS_LISTS]; /* by the beginnings of names */
	struct vars *next;             /* the next item of the list this is in */
};

struct vars *vars_new(struct arena *arena);
/* Setting a name again replaces its value. */
void vars_text(struct vars *vars, const char *name, const char *text);
void vars_textf(struct vars *vars, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void vars_number(struct vars *vars, const char *name, int64_t number);
void vars_time(struct vars *vars, const char *name, int64_t time);
void vars_day(struct vars *vars, const char *name, int year, int month, int day);
void vars_word(struct vars *vars, const char *name, const char *word);
void vars_flag(struct vars *vars, const char *name, bool value);
void vars_object(struct vars *vars, const char *name, const void *object);
/* Makes the list if it is new (vars_list alone: an empty list) and adds an item. */
void vars_list(struct vars *vars, const char *name);
struct vars *vars_add(struct vars *vars, const char *name);
/* Copies every variable; the items of lists are shared. */
void vars_copy(struct vars *to, const struct vars *from);
/* Puts `fresh` in the place of each copy of `old` in every text, also those of lists. */
void vars_replace(struct vars *vars, const char *old, const char *fresh);
const struct var *vars_find(const struct vars *vars, const char *name);

#endif
