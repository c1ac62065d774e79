/* SPDX-License-Identifier: ISC */
/*
 * Subjects of letters that answer others.
 */
#ifndef MAIL_READ_SUBJECT_H
#define MAIL_READ_SUBJECT_H

#include <stdbool.h>

struct arena;

/* Takes "Re: AW: 回复：Fwd: [list]" and the like off a Subject, repeatedly;
 * also our own "[#123]". Returned in the arena. `was_answer`: one of them marks an answer. */
const char *subject_strip(struct arena *arena, const char *subject, bool *was_answer);
/* Takes what gateways write behind a Subject off one that was stripped: "(External)", "{Scanned}",
 * "***SPAM***", "#encrypt".  Returned in the arena. */
const char *subject_unlabel(struct arena *arena, const char *subject);

#endif
