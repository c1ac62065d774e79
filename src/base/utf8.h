/* SPDX-License-Identifier: ISC */
/*
 * UTF-8: validity, display width, normal forms (by utf8proc).
 *
 * Functions that take arbitrary bytes replace what is not UTF-8 by U+FFFD
 * and never fail.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

bool utf8_is_valid(const char *bytes, size_t length);
/* How many bytes at the beginning are ASCII. */
size_t utf8_ascii(const char *bytes, size_t length);
bool utf8_is_ascii(const char *text);
/* Reads one character, moves *text past it; 0 at the end; U+FFFD (one byte
 * consumed) for a malformed sequence. */
uint32_t utf8_next(const char **text);
/* How many characters. */
size_t utf8_length(const char *text);
/* Encodes c into out[4]; returns the number of bytes. */
size_t utf8_encode(uint32_t c, char out[4]);
/* The letter that c is without its marks, upper case: 'O' of "ố"; the marks are added to
 * *marks, whose sum tells letters with other marks apart.  0: c is a mark itself. */
uint32_t utf8_letter(uint32_t c, uint32_t *marks);
/* Is it a letter or a digit, of any script? */
bool utf8_is_alnum(uint32_t c);
/* Does the word begin with a capital that a small letter follows? */
bool utf8_is_capitalised(const char *word);
/* Does it begin with a sign of a script that has no blanks between words? */
#define FIRST_HAN 0x2e80
bool utf8_begins_han(const char *text);
/* Does the text begin with a small letter? */
bool utf8_is_small(const char *text);
/* What stands behind the byte order mark that some editors put before a text. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"
const char *utf8_skip_mark(const char *text);
/* Columns on a terminal: hanzi count two, combining marks none. */
size_t utf8_width(const char *text);
/* Length in bytes of the longest prefix of text that has at most `columns`
 * columns and does not cut a character. */
size_t utf8_prefix(const char *text, size_t columns);

/* All three drop what exceeds 30 marks on one letter, so that their work is linear.
 * NFC: for passwords and names. */
char *utf8_nfc(struct arena *arena, const char *text);
/* NFKC, case folded, digits without the frames of keys: for comparing and for the command grammar.
 */
char *utf8_fold(struct arena *arena, const char *text);
/* NFKC, case kept: full-width letters become ASCII. */
char *utf8_nfkc(struct arena *arena, const char *text);
/* A name as it may be spelled otherwise: folded, letters and digits alone, without marks, hanzi
 * simplified; "ae", "oe" and "ue" are the letters with two dots that they stand for. */
char *utf8_bare(struct arena *arena, const char *text);
/* What strangers wrote, made safe to show: invalid bytes replaced; control
 * characters, bidirectional controls and whatever else is invisible dropped
 * (single zero-width joiners inside words excepted); line ends of every kind
 * made newlines; newline and tab kept only when keep_lines is true, else made
 * blanks. */
char *utf8_clean(struct arena *arena, const char *bytes, size_t length, bool keep_lines);

#endif
