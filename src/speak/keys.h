/* SPDX-License-Identifier: ISC */
/*
 * What the keys of a Vietnamese input method leave behind where it did not run.
 */
#ifndef SPEAK_KEYS_H
#define SPEAK_KEYS_H

struct arena;

/* The folded text without the keys that make marks in Telex ("phaos 2 binhf 5": s, f, r, x, j at
 * the end of a word, w, doubled letters) and in VIQR ("pha'o 2 bi`nh 5"; RFC 1456, 2): letters
 * without marks.  NULL: there are none. */
const char *keys_undo(struct arena *arena, const char *folded);

#endif
