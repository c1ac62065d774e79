/* SPDX-License-Identifier: ISC */
/*
 * Names that look alike: "wilma" and "wilrna", "fred" and "fr3d".
 *
 * Two names look alike where their keys are equal.  The key is never stored, so that the
 * tables behind it may grow.
 */
#ifndef BASE_LOOKALIKE_H
#define BASE_LOOKALIKE_H

#include <stddef.h>

#define LOOKALIKE_SIZE 256 /* of a key; what is longer is cut */

/* Case, marks, blanks and punctuation left out, letters and digits made the one that they are
 * taken for; "" for a name that has none. */
void lookalike_key(const char *name, size_t length, char key[LOOKALIKE_SIZE]);

#endif
