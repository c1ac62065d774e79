/* SPDX-License-Identifier: ISC */
/*
 * What programs leave among a person's words: stand-ins for pictures, "[cid:image001.png@01D]",
 * lines of virus scanners and trackers, and companies' notices below an empty line.
 */
#ifndef MAIL_QUOTE_LITTER_H
#define MAIL_QUOTE_LITTER_H

struct arena;

/* The text without them, in the arena; a line that held nothing else goes with them. */
char *litter_drop(struct arena *arena, const char *text);

#endif
