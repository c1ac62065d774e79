/* SPDX-License-Identifier: ISC */
/*
 * How programs word their letters, in many languages (mail/README 8).
 */
#ifndef MAIL_GUARD_WORDING_H
#define MAIL_GUARD_WORDING_H

#include <stdbool.h>

struct arena;

/* Does a program write such a Subject (decoded, with its marks): an automatic
 * answer or a receipt; a delivery report (`anywhere`: not only at its front)? */
bool wording_subject_is_automatic(struct arena *arena, const char *subject);
bool wording_subject_is_report(struct arena *arena, const char *subject, bool anywhere);
/* Is a letter without a command worded like a program's?  `text` is the new text. */
bool wording_is_automatic(struct arena *arena, const char *subject, const char *text);

#endif
