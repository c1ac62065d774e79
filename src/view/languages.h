/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates.
 */
#ifndef VIEW_LANGUAGES_H
#define VIEW_LANGUAGES_H

struct err;
struct glossary;
struct templates;

/* All folders whose language.txt has a `name`, by code (riverpost-templates(5)), in the
 * memory of the templates.  One whose words are broken is left out, and the log says why.
 * -1 with err when folders cannot be read. */
int languages_read(struct templates *templates, const struct glossary **glossary, struct err *err);

#endif
