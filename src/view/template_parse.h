/* SPDX-License-Identifier: ISC */
/*
 * A template as a list of nodes, parsed once and rendered often.
 *
 * Sections are flat: an opening node knows where its closing node stands.
 * Internal to view/: template.h is what others use.
 */
#ifndef VIEW_TEMPLATE_PARSE_H
#define VIEW_TEMPLATE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

enum node_kind {
	NODE_TEXT,
	NODE_VALUE,    /* {{name}} */
	NODE_WORD,     /* {{:name}} */
	NODE_SECTION,  /* {{#name}} */
	NODE_INVERTED, /* {{^name}} */
	NODE_CLOSE,    /* {{/name}} */
	NODE_PARTIAL   /* {{>name}} */
};

struct node {
	enum node_kind kind;
	const char *text; /* the literal text, or the tag's name */
	size_t length;
	size_t close; /* SECTION, INVERTED: index of their CLOSE */
	int line;     /* 1-based, for messages */
};

struct template
{
	const char *path; /* for messages */
	struct node *nodes;
	size_t count;
};

/* Parses text whose first line is `line` of `path`; all in the arena.
 * -1 with err for a broken tag or a section that does not close. */
int template_parse(struct arena *arena, const char *path, int line, const char *text,
    struct template *out, struct err *err);
/* ASCII letters, digits, "-", "_", and "." but not in front: safe as part of a path. */
bool template_name_is_valid(const char *name);

#endif
