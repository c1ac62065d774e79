/* SPDX-License-Identifier: ISC */
/*
 * Internationalised domains (RFC 5890): "bücher.test" and "xn--bcher-kva.test" are one.  People
 * read the first, U-labels; mail servers take the second, A-labels.
 *
 * Both functions take a domain, or an address with one; what is invalid, or does not come out of
 * the other form as it went in, stays as it came.
 */
#ifndef BASE_IDN_H
#define BASE_IDN_H

struct arena;

/* In U-labels, the one spelling of each domain.  A label whose letters are of several scripts, as
 * "аpple" with a Cyrillic а, stays an A-label: it would be read as another. */
const char *idn_people(struct arena *arena, const char *name);
/* In A-labels.  An address whose part before the @ is not ASCII stays as it is: only SMTPUTF8,
 * which takes U-labels, takes it (RFC 6531). */
const char *idn_ascii(struct arena *arena, const char *name);

#endif
