/* SPDX-License-Identifier: ISC */
/*
 * Sources of letters: which kind, and when to try again after a failure.
 *
 * After a failure a source backs off for 10 seconds, then 20, 40 … up to 15 minutes;
 * until then its rounds are empty and source_retry_at says so.  A round read to its
 * end resets that; letters that a mail server has moved or deleted end its row of
 * failures.  Letters that a mail server fails to give are known in memory alone: a
 * program that starts again tries them all.  Knows nothing of any protocol.
 */
#include "mail/source/source.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/read/letter.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define BACKOFF_MIN 10 /* seconds */
#define BACKOFF_MAX 900

#define SOURCE_OPS(upper, lower) &source_##lower##_ops,
static const struct source_ops *const kinds[] = { SOURCE_KINDS(SOURCE_OPS) };

const struct kind *
source_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

int
source_open(struct source **source, const struct source_options *options, struct err *err)
{
	const struct kind *kind = source_kind((int)options->kind);
	struct arena *arena;
	struct source *s;

	if ((kind->protocol != NULL ? options->url : options->path) == NULL)
		return err_set(err, "a source of kind %s needs %s", kind->name,
		    kind->protocol != NULL ? "the server's URL" : "its path");
	if (kind->needs_user && options->login.user == NULL)
		return err_set(err, "a source of kind %s needs a user", kind->name);
	arena = arena_new();
	s = arena_alloc(arena, sizeof(*s));
	s->arena = arena;
	s->options = (struct source_options){ .kind = options->kind,
		.path = arena_strdup(arena, options->path),
		.url = arena_strdup(arena, options->url),
		.login = login_copy(arena, &options->login),
		.processed = arena_strdup(
		    arena, options->processed != NULL ? options->processed : MAILDIR_PROCESSED),
		.failed = arena_strdup(
		    arena, options->failed != NULL ? options->failed : MAILDIR_FAILED),
		.bytes_max = options->bytes_max != 0 ? options->bytes_max :
						       LETTER_BYTES_MAX_DEFAULT };
	s->ops = kinds[options->kind];
	if (kind->protocol != NULL)
		url_name(s->name, sizeof s->name, options->url, options->login.user);
	else
		str_format(s->name, sizeof s->name, "%s %s", kind->name, options->path);
	if (s->ops->open(s, err) == -1) {
		source_close(s);
		return -1;
	}
	*source = s;
	return 0;
}

void
source_close(struct source *source)
{
	if (source == NULL)
		return;
	source->ops->close(source);
	arena_free(source->arena);
}

const char *
source_name(const struct source *source)
{
	return source->name;
}

int64_t
source_retry_at(const struct source *source)
{
	return source->retry_at;
}

int
source_skipped(const struct source *source)
{
	return source->skipped;
}

int
source_vanished(struct source *source)
{
	int vanished = source->vanished;

	source->vanished = 0;
	return vanished;
}

size_t
source_headers(const char *bytes, size_t length)
{
	bool is_empty = true; /* the line so far */

	for (size_t i = 0; i < length; i++) {
		bool ends = bytes[i] == '\n' || bytes[i] == '\r';

		if (bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n')
			i++;
		if (ends && is_empty)
			return i + 1;
		is_empty = ends;
	}
	return length;
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

/* Passes the result on; after a failure the source backs off. */
static int
back_off(struct source *source, int result)
{
	int64_t wait = BACKOFF_MIN;

	if (result != -1)
		return result;
	for (int i = 0; i < source->failures && wait < BACKOFF_MAX; i++)
		wait *= 2;
	source->failures++;
	source->retry_at = source->now + (wait < BACKOFF_MAX ? wait : BACKOFF_MAX);
	return -1;
}

/* A clock set back must not make it endless. */
static bool
is_backing_off(const struct source *source)
{
	return source->now < source->retry_at && source->retry_at - source->now <= BACKOFF_MAX;
}

int
source_probe(struct source *source, int64_t now, struct err *err)
{
	source->now = now;
	if (source->ops->begin(source, err) == -1)
		return -1;
	return source->ops->probe != NULL ? source->ops->probe(source, err) : 0;
}

int
source_begin(struct source *source, int64_t now, struct err *err)
{
	source->now = now;
	source->skipped = 0;
	if (is_backing_off(source))
		return 0;
	return back_off(source, source->ops->begin(source, err));
}

int
source_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	int result;

	if (is_backing_off(source))
		return 0;
	*intake = (struct intake){ .source = source->name };
	result = back_off(source, source->ops->fetch(source, arena, intake, err));
	if (result == 0) {
		source->failures = 0;
		source->retry_at = 0;
	}
	return result;
}

bool
source_is_at_hand(const struct source *source)
{
	return source->ops->is_at_hand != NULL ? source->ops->is_at_hand(source) :
						 source->ops->kind.is_local;
}

int
source_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	return back_off(source, source->ops->settle(source, intake, how, err));
}

int
source_expire(struct source *source, int64_t before, struct err *err)
{
	return source->ops->expire != NULL ? source->ops->expire(source, before, err) : 0;
}

int
source_idle(struct source *source, struct err *err)
{
	if (source->ops->idle == NULL || is_backing_off(source))
		return -1;
	return source->ops->idle(source, err);
}

void
source_wake(struct source *source)
{
	struct err ignored;

	if (source->ops->wake != NULL)
		(void)back_off(source, source->ops->wake(source, &ignored));
}
