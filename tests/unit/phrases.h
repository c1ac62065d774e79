/* SPDX-License-Identifier: ISC */
/*
 * The phrases of mail programs, which every reader of letters needs.
 */
#ifndef UNIT_PHRASES_H
#define UNIT_PHRASES_H

#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "mail/quote/phrases.h"

static inline void
load_phrases(void)
{
	struct err why;

	if (phrases_load("templates/mail", &why) == 0)
		return;
	fprintf(stderr, "%s\n", why.text);
	abort();
}

#endif
