/* SPDX-License-Identifier: ISC */
/*
 * Lines among the words for the other player that are not for him: a plan in words, a private note,
 * a password, a new address, a setting.
 */
#ifndef SPEAK_ASTRAY_H
#define SPEAK_ASTRAY_H

#include <stdbool.h>

#include "speak/parse.h"

struct astray {
	const struct verb *verb; /* what is probably meant */
	const char *form;        /* how it is written; "" unknown */
	const char *said;        /* a note's words; "" */
	const char *shown;       /* the line, without the password */
	enum doubt why;
};

/* Is the line, which is no command, such a one?  plays: of plans and notes it is only where
 * somebody plays on. */
bool astray_find(struct arena *arena, const struct parse_context *context, const char *line,
    bool plays, struct astray *out);

/* "noet", "Note:", alone above words, which would go to the other player; NULL: it is none.
 * "Noted", "Nope" and names are no slips. */
const struct verb *astray_note(
    struct arena *arena, const struct parse_context *context, const char *line, const char *below);

#endif
