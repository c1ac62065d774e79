/* SPDX-License-Identifier: ISC */
/*
 * What kinds of sources call: lines, headers alone, and letters that a mail server fails to give
 * (source_ops.h).
 *
 * These are known in memory alone: a program that starts again tries them all.
 */
#include "base/str.h"
#include "mail/source/source_ops.h"

size_t
source_line(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (bytes[i] == '\n')
			return i + 1;
		if (bytes[i] == '\r')
			return i + 1 < length && bytes[i + 1] == '\n' ? i + 2 : i + 1;
	}
	return length;
}

size_t
source_headers(const char *bytes, size_t length)
{
	size_t at = 0;
	bool is_empty = false;

	while (at < length && !is_empty) {
		is_empty = bytes[at] == '\n' || bytes[at] == '\r';
		at += source_line(bytes + at, length - at);
	}
	return at;
}

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
