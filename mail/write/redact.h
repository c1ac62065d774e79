/* SPDX-License-Identifier: ISC */
/*
 * A letter that is kept, with words of its lines made unreadable.
 *
 * Works on bytes nobody could read as a letter: no part, header or charset is
 * looked for.  Every line is shown as it is written, with quoted-printable
 * undone, and where it may be base64, decoded.
 */
#ifndef MAIL_REDACT_H
#define MAIL_REDACT_H

#include <stddef.h>

struct arena;

/*
 * A copy in the arena, of the same length, with those characters blanked that
 * `line` has made a "*".  It is shown each line without its end, in whatever
 * charset, a control as " "; other changes it makes mean nothing, but the length must
 * stay.
 */
char *redact(struct arena *arena, const char *bytes, size_t length, void (*line)(char *text));

#endif
