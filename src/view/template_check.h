/* SPDX-License-Identifier: ISC */
/*
 * All templates and words looked through, before a letter needs them.
 */
#ifndef VIEW_TEMPLATE_CHECK_H
#define VIEW_TEMPLATE_CHECK_H

#include <stdint.h>

struct err;
struct templates;

/* Reads whatever lies in both folders, in all languages, and keeps it, so that later changes on the
 * disk do not matter.  Calls complain, which may be NULL, for each fault: what cannot be read, is
 * not well formed, takes in what is not there, or shows what the shipped template of that name does
 * not have (riverpost-templates(5)).  How many faults there are; the first in *err. */
int templates_check(struct templates *templates, void (*complain)(void *context, const char *what),
    void *context, struct err *err);

/* How many texts and words of shipped English the language lacks; *first: one of them, in the
 * memory of the templates.  0: it has all, and its letters are never in English. */
int language_lacks(struct templates *templates, const char *language, const char **first);
/* Calls tell, after templates_check, for each language that has not all of them. */
void templates_tell_lacks(
    struct templates *templates, void (*tell)(void *context, const char *what), void *context);

/* A number above 0 that is another one when a file in one of these folders (templates_new), or
 * the program, was changed since, by whatever means; without reading them.  0: a folder cannot be
 * read. */
int64_t templates_mark(const char *operator_folder, const char *folder);

#endif
