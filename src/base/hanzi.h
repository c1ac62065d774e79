/* SPDX-License-Identifier: ISC */
/*
 * One character in two scripts: names are spelled in the traditional characters or in those that
 * were simplified in 1956.
 */
#ifndef BASE_HANZI_H
#define BASE_HANZI_H

/* The simplified form of the character (UTF-8) at the beginning of text, three bytes without a NUL;
 * NULL: it has none, or is its own. */
const char *hanzi_simplified(const char *text);

#endif
