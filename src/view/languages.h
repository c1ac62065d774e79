/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates.
 */
#ifndef VIEW_LANGUAGES_H
#define VIEW_LANGUAGES_H

#include <stddef.h>

struct arena;
struct err;
struct glossary;
struct shelf;
struct templates;

/* All folders whose language.txt has a `name`, by code (riverpost-templates(5)), in the
 * memory of the templates.  One whose words are broken is left out, and the log says why.
 * -1 with err when folders cannot be read. */
int languages_read(struct templates *templates, const struct glossary **glossary, struct err *err);

/* What is wrong with entry i of a language.txt, which nothing reads or not so; NULL nothing. */
const char *language_fault(struct arena *arena, const struct shelf *entries, size_t i);

#endif
