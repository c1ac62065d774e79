/* SPDX-License-Identifier: ISC */
/*
 * A configuration file parsed.  Internal to config/.
 *
 *	name = value
 *	section [title] { name = value ... }
 *
 * A value or title is a word, or a text between double or single quotes, where a
 * backslash before the quote or before another backslash takes that as it is.
 * # and // begin comments, which end with the line, and those of C are known
 * too.  An option that is set twice has the last value; a section, but for sources,
 * stands there once.
 */
#ifndef CONFIG_FILE_H
#define CONFIG_FILE_H

#include "config/options.h"

struct arena;
struct err;

struct file_section {
	const char *title;               /* of a source; else NULL */
	int line;                        /* where it begins */
	const char *values[OPTIONS_MAX]; /* by the option's place in its table, checked by
					  * option_set; NULL where the file says nothing */
	struct file_section *next;       /* of the same name */
};

struct config_file {
	struct file_section *sections[SECTIONS]; /* NULL: none; [SECTION_MAIN] is always there */
	const char *twice; /* the first option that the file gives twice; or NULL */
};

/* All memory is the arena's.  -1 with err: file, line, what. */
int config_file_read(
    struct arena *arena, const char *path, struct config_file *out, struct err *err);

#endif
