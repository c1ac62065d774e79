/* SPDX-License-Identifier: ISC */
/*
 * A letter as it is made: what letter.c, letter_event.c and letter_common.c share.
 */
#ifndef VIEW_LETTER_INTERNAL_H
#define VIEW_LETTER_INTERNAL_H

#include "view/letter.h"
#include "view/template.h"

struct doc;
struct str;
struct vars;

/* One letter being made. */
struct sheet {
	const struct letter_view *view;
	const struct reply *reply;
	const struct message *message;
	const struct player *reader;
	struct reader how;
	const struct game *game; /* whose forms an answer may use; NULL none */
	const char *account;     /* what became of the letter's lines; "" none, or said */
	struct vars *several;    /* all of each board, of more than one; NULL: one, or none */
	struct doc *doc;         /* its boards */
	const struct game *laid; /* the challenge whose start it has shown; NULL: none */
	struct str *out;
};

/* What every template may use. */
void letter_common_vars(const struct sheet *sheet, struct vars *vars);
/* The file for calendar programs, if the reader has asked for it and a deadline is told.
 * 0 or -1. */
int letter_events(struct sheet *sheet, struct rendered *out, struct err *err);

#endif
