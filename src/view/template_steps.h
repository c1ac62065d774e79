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
	const char *form; /* behind it, of {{:name/form}}; NULL none */
	size_t end;       /* of a section: the first step after it */
};

/* A text or a word, with its name. */
struct template
{
	const char *name, *text;
	const char *path; /* for messages, with the number of the first line */
	int line;
	bool is_own;                   /* of the operator's folder */
	const struct template *hidden; /* the shipped one, where the operator has his own */
	const char *fault;             /* why it cannot be shown; NULL: it can */
	const struct step *steps;      /* NULL: not read yet */
	size_t count;
};

/* ASCII letters, digits, "-", "_", and "." but not in front: safe as part of a path. */
bool template_name_is_valid(const char *name);
/* Nothing but blanks and empty lines? */
bool template_is_blank(const struct template *template);
/* err becomes "FILE:LINE: " and what is wrong at that place of the text.  Returns -1. */
int template_fault(const struct template *template, const char *at, struct err *err,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Fills in the steps, in the arena: 0; -1 with err, which names file and line, where a tag is not
 * well formed or a section not closed. */
int template_read(struct arena *arena, struct template *template, struct err *err);

#endif
