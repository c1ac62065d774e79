/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give, or to move (trouble.h).  Kept in memory alone: a
 * program that begins anew tries them all.
 */
#include "mail/source/trouble.h"

#include "base/str.h"

void
trouble_pass_over(struct trouble *trouble, const char *id, int64_t now)
{
	size_t at = trouble->next;

	str_copy(trouble->passed_over[at].id, sizeof(trouble->passed_over[at].id), id);
	trouble->passed_over[at].until = now + TROUBLE_REST;
	trouble->next = (at + 1) % TROUBLE_MAX;
}

bool
trouble_note(struct trouble *trouble, const char *id, int64_t now)
{
	trouble->tries = str_equal(trouble->last, id) ? trouble->tries + 1 : 1;
	str_copy(trouble->last, sizeof(trouble->last), id);
	if (trouble->tries < TROUBLE_TRIES)
		return false;
	trouble->tries = 0;
	trouble_pass_over(trouble, id, now);
	return true;
}

/* A clock set back must not make it endless. */
bool
trouble_has(const struct trouble *trouble, const char *id, int64_t now)
{
	for (size_t i = 0; i < TROUBLE_MAX; i++)
		if (now < trouble->passed_over[i].until &&
		    trouble->passed_over[i].until - now <= TROUBLE_REST &&
		    str_equal(trouble->passed_over[i].id, id))
			return true;
	return false;
}
