/* SPDX-License-Identifier: ISC */
/*
 * Soft line breaks (RFC 3676, 4.2) below a command.
 *
 * Mail programs break long lines, and readers join them again.  A line that is a whole command
 * is joined to nothing: what stands below it are words, or goes on with it as the grammar says
 * (parse_internal.h, broken_join).
 */
#ifndef SPEAK_FLOWED_H
#define SPEAK_FLOWED_H

struct arena;
struct parse_context;

/* The text, in the arena, with a line end again behind each whole command that context->lines
 * has a line for; the text itself where the two are not the same words. */
const char *flowed_undo(struct arena *arena, const struct parse_context *context, const char *text);
/* The text, its first line parted where a draw is offered behind a move, "B3-E3, draw?": two
 * commands. */
const char *flowed_part(struct arena *arena, const struct parse_context *context, const char *text);

#endif
