/* SPDX-License-Identifier: ISC */
/*
 * A template read once: the steps in which it is rendered.
 *
 * Internal to view/.
 */
#ifndef VIEW_TEMPLATE_STEPS_H
#define VIEW_TEMPLATE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

#define SECTIONS_MAX 48 /* sections in each other */
#define STEP_TEXT    't'

/* A piece of text, or a tag; closing tags and comments are none. */
struct step {
	char sigil;       /* STEP_TEXT, "#", "^", ">", ":", or ' ' for a value */
	const char *at;   /* its text, or where the tag begins */
	size_t length;    /* of text, in bytes */
	const char *name; /* of a tag */
	uint32_t hash;    /* vars_hash of the name */
	size_t end;       /* of a section: the first step after it */
};

/* The text of a file or of a word. */
struct source {
	const char *text; /* NULL: there is none */
	const char *path; /* for messages, with the number of the first line */
	int line;
	const struct step *steps;
	size_t count;
};

/* ASCII letters, digits, "-", "_", and "." but not in front: safe as part of a path. */
bool template_name_is_valid(const char *name);
/* The line of the file on which a place of the text stands. */
int source_line(const struct source *source, const char *at);
/* Fills in the steps, in the arena: 0; -1 with err, which names file and line, where a tag is not
 * well formed or a section not closed. */
int source_read(struct arena *arena, struct source *source, struct err *err);

#endif
