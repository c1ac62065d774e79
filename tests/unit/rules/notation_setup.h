/* SPDX-License-Identifier: ISC */
/*
 * What the tests of notations share: readings as text, boards from FEN.
 */
#ifndef RULES_NOTATION_SETUP_H
#define RULES_NOTATION_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/notation.h"

/* What a reading came to: "B3-E3", "-" (no move), "blocked B1-B2 …" or
 * "? B1-B2 B1-B3". */
static inline const char *
reading_text(const struct reading *r, char out[256])
{
	size_t n;

	switch (r->kind) {
	case READ_MOVE:
		move_write(r->move, out);
		break;
	case READ_NOT_A_MOVE:
		strcpy(out, "-");
		break;
	case READ_ILLEGAL:
		n = (size_t)sprintf(out, "%s", refusal_name(r->why.refusal));
		if (r->move.to != NO_SQUARE) {
			out[n++] = ' ';
			move_write(r->move, out + n);
		}
		break;
	case READ_AMBIGUOUS:
		strcpy(out, "?");
		for (int i = 0; i < r->candidate_count; i++) {
			strcat(out, " ");
			move_write(r->candidates[i], out + strlen(out));
		}
		break;
	}
	return out;
}

static inline void
board_of(struct board *board, const char *fen)
{
	const char *wrong;

	if (fen == NULL) {
		board_start(board);
		return;
	}
	wrong = fen_read_lenient(fen, board);
	if (wrong != NULL)
		fail_msg("%s: %s", fen, wrong);
}

#endif
