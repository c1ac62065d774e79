/* SPDX-License-Identifier: ISC */
/*
 * One option as the table has it.  Internal to config/.
 */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct config;
struct err;
struct kind;

#define HOME_DEFAULT "./var"
#define OPTIONS_MAX  32 /* of one section */

enum option_type {
	OPTION_TEXT,
	OPTION_PATH,        /* relative ones are taken from home */
	OPTION_SECRET,      /* a text that is never printed */
	OPTION_ADDRESS,     /* a mail address */
	OPTION_OWN_ADDRESS, /* one that tokens are put into */
	OPTION_NUMBER,
	OPTION_TIME,      /* a text: the time of a game, as --time has it (game/clock.h) */
	OPTION_SITE,      /* a text: https://host/folder */
	OPTION_LANGUAGES, /* a text: codes of languages, with commas or blanks between */
	OPTION_CHOICE
};

struct option {
	const char *name;
	enum option_type type;
	size_t offset;       /* in struct config, for sources in struct config_source;
			      * NUMBER and CHOICE are int there */
	const char *initial; /* as in the file; NULL: not set */
	const char *help;    /* one sentence or more */
	int min, max;        /* NUMBER */
	const struct kind *(*choice)(int value); /* CHOICE: what has its name; NULL past the last */
	bool may_be_empty;                       /* where it has a default: an empty text is none */
};

struct section {
	const char *name; /* "" for what stands outside of sections */
	const char *help;
	bool has_title; /* there may be several, each with a name of its own */
	const struct option *options;
	size_t count;
};

enum { SECTION_MAIN, SECTION_SOURCE, SECTION_SINK, SECTION_ENGINE, SECTIONS };
extern const struct section config_sections[SECTIONS];

/* The place in the section's table of the option of that name; -1: there is none. */
int option_find(const struct section *section, const char *name);
/* Checks `text` and, unless base is NULL, stores it in the struct at base
 * (strings in the arena). -1 with err: what is wrong, without the option's name. */
int option_set(const struct option *option, const char *text, struct arena *arena, void *base,
    struct err *err);
/* The value as text, in the arena; NULL when it is not set. */
const char *option_get(const struct option *option, const void *base, struct arena *arena);

#endif
