/* SPDX-License-Identifier: ISC */
/*
 * The languages there are, with what players write in them: letters for the
 * pieces and words for commands.
 *
 * Plain values: view/ reads them from the folders of templates
 * (riverpost-templates(5)) and hands them down.  What a letter says is read with
 * those of all languages, whatever its sender's.
 */
#ifndef CMD_GLOSSARY_H
#define CMD_GLOSSARY_H

#include "rules/notation.h"

struct language {
	const char *code;                 /* its folder: "en", "zh-Hans" … */
	const char *name;                 /* its own: "English", "简体中文" … */
	struct notation_letters *letters; /* NULL: the usual ones */
	/* Folded words, blank-separated, or NULL: for each of cmd_table, and for yes. */
	const char **commands, *yes;
	const char *all;        /* all those of commands, one after the other; NULL: look at each */
	const char *courtesies; /* thanks, greetings: folded, with commas between; or NULL */
};

/* A glossary of NULL has no language. */
struct glossary {
	const struct language *languages;
	int count;
};

/* The language of that code, without regard to case; NULL none. */
const struct language *glossary_language(const struct glossary *glossary, const char *code);
/* The letters of a language; NULL where the usual ones are used. */
const struct notation_letters *glossary_letters(const struct glossary *glossary, const char *code);
/* Strings the letters of all languages together; languages: the glossary's. */
void glossary_join_letters(struct language *languages, int count);
/* Reads a move in the letters of any language; code: the reader's. */
enum reading_kind glossary_read_move(const struct glossary *glossary, const char *code,
    const char *text, const struct board *board, struct reading *out);
/* The name of the language with these letters; "" none has them. */
const char *glossary_name_of_letters(
    const struct glossary *glossary, const struct notation_letters *letters);
/* Is the folded word one of those? words: blank-separated, or NULL. */
bool glossary_lists(const char *words, const char *word);
/* Does the folded word say yes in some language? */
bool glossary_is_yes(const struct glossary *glossary, const char *word);

#endif
