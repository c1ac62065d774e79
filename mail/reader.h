/* SPDX-License-Identifier: ISC */
/*
 * From bytes to a letter.
 *
 * Bytes come from strangers.  A scan of our own caps size, header bytes, nesting
 * and parts before GMime reads anything; the object GMime makes is read only.
 * Pure: no I/O, the same bytes give the same letter.
 */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include "mail/read/letter.h"

struct arena;

/* Once, before any letter is read (GMime's global state); phrases_load, too. */
void reader_setup(void);
/* Never fails: what cannot be read comes back as LETTER_UNREADABLE. */
void reader_read(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy);
/* The same without the letter's digest, for a reader who is not believed it. */
void reader_read_apart(struct letter *letter, struct arena *arena, const char *bytes, size_t length,
    const struct letter_policy *policy);

#endif
