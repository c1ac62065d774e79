/* SPDX-License-Identifier: ISC */
/*
 * Strangers' text made tidy, fast enough for a letter at the size limit.
 */
#ifndef MAIL_READ_CLEAN_H
#define MAIL_READ_CLEAN_H

#include <stddef.h>

struct arena;

/* In place: CRLF (also CR CR LF) to LF, NULs dropped; a bare CR becomes a line's
 * end where no LF occurs at all, else a blank, so that a quoted line cannot end
 * early.  Returns the new length; the text is NUL-terminated, which needs one
 * byte of room after it. */
size_t clean_line_ends(char *text, size_t length);
/* As utf8_clean with lines kept, without looking up ordinary letters. */
char *clean_text(struct arena *arena, const char *text);

#endif
