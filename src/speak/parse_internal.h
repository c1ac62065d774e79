/* SPDX-License-Identifier: ISC */
/*
 * What the files of the parser share: parse.c reads a letter, parse_line.c a line, parse_args.c
 * the arguments of a verb, and parse_meaning.c what all that means as an answer.
 */
#ifndef SPEAK_PARSE_INTERNAL_H
#define SPEAK_PARSE_INTERNAL_H

#include "speak/parse.h"
#include "speak/secret.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

/* A line that is read: its words, and what was understood so far. */
struct line_reader {
	struct arena *arena;
	const struct parse_context *context;
	struct tokens *tokens;
	int at; /* the first word that is still to be read */
	struct order *order;
	const enum arg_kind *later; /* the arguments after the one that is read */
	bool is_loose;              /* a word may be any word */
	bool is_wrong;              /* … or is none that its argument can be */
};

/* Could the word be a new password?  One begins with a letter or a digit: what does not is a
 * label, a mark or a face. */
bool args_is_password(const char *word);
/* Reads all arguments of order->verb, from word `at` on; false: the line is no such order. */
bool args_read(struct line_reader *r);

/* Turns what was read into what it means as an answer; text: the letter's. */
void meaning_read(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, struct parsed_letter *out);

#endif
