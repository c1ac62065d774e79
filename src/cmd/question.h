/* SPDX-License-Identifier: ISC */
/*
 * A letter that is asked about: what was not understood, or may not have been meant.
 */
#ifndef CMD_QUESTION_H
#define CMD_QUESTION_H

#include "cmd/request.h"

/* The other player of the game whose letter is answered, by whom an offer may be open; NULL: the
 * sender plays in none. */
const struct seat *question_opponent(const struct request *rq, bool *has_offer);
/* What the question about a line is filled with; the form is how it would be written. */
void question_add(struct vars *vars, const char *line, const char *form, enum doubt doubt);
/* Refuses a letter without anything to carry out, with the question what was meant. */
enum outcome question_refuse_letter(struct request *rq, struct err *err);

#endif
