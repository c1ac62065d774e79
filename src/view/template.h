/* SPDX-License-Identifier: ISC */
/*
 * Templates: the only place where text for people is made.
 *
 * A Mustache subset:
 *   {{name}}              the value: a text as it is, a number in digits, a time
 *                         as words.txt's date-format, a day as its day-format, a move in the
 * reader's notation, a word or a flag as {{:name}}
 *   {{#name}}…{{/name}}   for a list: once for each item, whose names hide the
 *                         outer ones; for anything else: once if it is set and
 *                         not empty, 0 or false
 *   {{^name}}…{{/name}}   if it is not
 *   {{>name}}             another template of the same language
 *   {{:name}}             the word: `name` has a value `v`, and the line
 *                         `name.v = text` of words.txt is rendered with the
 *                         same variables.  A flag's v is yes or no; a number's is
 *                         itself, else its plural form: one or other; one, few or
 *                         many where words.txt says `plural-rule = slavic`; always
 *                         other where it says `none`
 *   {{:name/form}}        the same from the line `name/form.v = text`: another form
 *                         of the word, a case, that a language has and English has not
 *   {{!…}}                a comment
 *   {{=table 2 14}}…{{=end}}   a block of the document (doc.h; riverpost-templates(5)): the
 *                         result has marks, and doc_plain or doc_read makes text of it
 * Tags of sections, comments, partials and blocks that stand alone on their line take the
 * whole line with them.  Trailing blanks of lines are dropped from the result, and
 * runs of more than one empty line are made one.
 *
 * date-format is rendered with year, month (1-12), day, weekday (0 Sunday), hour,
 * minute (two digits each) and zone (UTC, UTC+8): `{{:weekday}} {{day}} {{:month}} …`;
 * day-format with year, month and day; both with mm and dd, month and day in two digits.
 *
 * Files: <folder>/<language>/<name>.txt is the template <name>; a line "== <part>" in it
 * begins the template <name>-<part>.  Words stand in <folder>/<language>/words.txt (`key =
 * text`, `#` comments, "\n" for a newline).  Of each template and word the operator's folder
 * has the first say, then the shipped one.  To show a variable that is not set is an error, a
 * mistake in code or template, as is one that is not there; sections may ask for one.  Nothing
 * here falls back to English: letter.h does, for a whole letter.
 * A language is read when it is first needed, and kept.
 */
#ifndef VIEW_TEMPLATE_H
#define VIEW_TEMPLATE_H

#include <stdbool.h>

#include "rules/notation.h"

struct arena;
struct err;
struct str;
struct vars;
struct templates;

/* operator_folder may be NULL. */
struct templates *templates_new(const char *operator_folder, const char *folder);
void templates_free(struct templates *templates);

/* Without the operator's, freed with these; NULL: he has none. */
struct templates *templates_shipped(struct templates *templates);

#define MOVE_TEXT 32 /* bytes of a move in any notation */

/* How one reader wants things. */
struct reader {
	const char *language; /* "en", "zh-Hans" … */
	const char *zone;     /* base/zone.h; NULL UTC */
	enum notation form;   /* of moves */
	bool is_simplified;   /* his language writes Chinese notation in simplified characters */
	const struct notation_letters *letters; /* for NOTATION_WXF; NULL: the usual ones */
};

/* A move the reader's way, into text; one that cannot be told so (because it is illegal)
 * as coordinates. */
void reader_write_move(const struct reader *reader, const struct board *before, struct move move,
    char text[MOVE_TEXT]);

/* Renders `name` in the reader's language into out; -1 with err where that is broken, or shows a
 * variable, template or word that is not there (the partial result is then worthless). */
int template_render(struct templates *templates, const struct reader *reader, const char *name,
    const struct vars *vars, struct str *out, struct err *err);
/* The same without the newline at its end, as a text of its own in the arena of vars. */
int template_text(struct templates *templates, const struct reader *reader, const char *name,
    const struct vars *vars, const char **out, struct err *err);
/* Is that template of the language there and well formed?  What it
 * would show is not looked at.  -1 with err, which names file and line. */
int template_check(
    struct templates *templates, const char *language, const char *name, struct err *err);
/* The word `key` in the reader's language, its tags as they stand; -1 with err when there is
 * none, or the words cannot be read. */
int template_word(struct templates *templates, const struct reader *reader, const char *key,
    const char **out, struct err *err);
/* The word "piece" for one of a side (facts_piece). */
int template_piece(struct templates *templates, struct arena *arena, const struct reader *reader,
    uint8_t piece, const char **out, struct err *err);
/* Is it one of the English words?  What other languages have tells nothing: they may lack it. */
bool template_has_word(struct templates *templates, const char *key);
/* Has the language any template?  (Or is there a fault to be told of.) */
bool template_speaks(struct templates *templates, const char *language);

#endif
