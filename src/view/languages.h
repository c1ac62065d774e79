/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, found in the folders of templates.
 */
#ifndef VIEW_LANGUAGES_H
#define VIEW_LANGUAGES_H

struct glossary;
struct templates;

/* All folders whose language.txt has a `name`, by code (riverpost-templates(5)), in the
 * memory of the templates.  One that is broken is left out, and the log says why. */
const struct glossary *languages_read(struct templates *templates);

#endif
