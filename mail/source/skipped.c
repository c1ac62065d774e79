/* SPDX-License-Identifier: ISC */
/*
 * Letters that a mail server fails to give, or to move (skipped.h).  Kept in memory
 * alone: a program that starts again tries them all.
 */
#include "mail/source/skipped.h"

#include "base/str.h"

void
skipped_add(struct skipped *skipped, const char *id, int64_t now)
{
	size_t at = skipped->next;

	str_copy(skipped->letters[at].id, sizeof(skipped->letters[at].id), id);
	skipped->letters[at].until = now + SKIPPED_SECONDS;
	skipped->next = (at + 1) % SKIPPED_MAX;
}

bool
skipped_note_failure(struct skipped *skipped, const char *id, int64_t now)
{
	skipped->failures = str_equal(skipped->last, id) ? skipped->failures + 1 : 1;
	str_copy(skipped->last, sizeof(skipped->last), id);
	if (skipped->failures < SKIPPED_TRIES)
		return false;
	skipped->failures = 0;
	skipped_add(skipped, id, now);
	return true;
}

/* A clock set back must not make it endless. */
bool
skipped_has(const struct skipped *skipped, const char *id, int64_t now)
{
	for (size_t i = 0; i < SKIPPED_MAX; i++)
		if (now < skipped->letters[i].until &&
		    skipped->letters[i].until - now <= SKIPPED_SECONDS &&
		    str_equal(skipped->letters[i].id, id))
			return true;
	return false;
}
