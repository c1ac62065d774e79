/* SPDX-License-Identifier: ISC */
/*
 * Sources of letters: which kind, and when to try again after a failure.
 *
 * A source that failed rests for 10 seconds, then 20, 40 … up to 15 minutes;
 * while it rests a round of it is empty and source_retry_at says so.  A round
 * read to its end makes it sound again; letters that a mail server has moved or
 * deleted end its row of failures.  Knows nothing of any protocol.
 */
#include "mail/source/source.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/net/url.h"
#include "mail/read/letter.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define REST_MIN 10 /* seconds */
#define REST_MAX 900

#define SOURCE_OPS(upper, lower) &source_##lower##_ops,
static const struct source_ops *const kinds[] = { SOURCE_KINDS(SOURCE_OPS) };

const struct kind *
source_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

static struct source_options
copy_options(struct arena *arena, const struct source_options *options)
{
	struct source_options own = *options;

	own.path = arena_strdup(arena, options->path);
	own.url = arena_strdup(arena, options->url);
	own.login = login_copy(arena, &options->login);
	own.processed = arena_strdup(
	    arena, options->processed != NULL ? options->processed : MAILDIR_PROCESSED);
	own.failed = arena_strdup(
	    arena, options->failed != NULL ? options->failed : MAILDIR_FAILED);
	if (own.bytes_max == 0)
		own.bytes_max = LETTER_BYTES_MAX_DEFAULT;
	return own;
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
	s->options = copy_options(arena, options);
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
source_left(const struct source *source)
{
	return source->left;
}

int
source_missed(struct source *source)
{
	int missed = source->missed;

	source->missed = 0;
	return missed;
}

/* Passes the result on, and lets the source rest when it is a failure. */
static int
watched(struct source *source, int result)
{
	int64_t rest = REST_MIN;

	if (result != -1)
		return result;
	for (int i = 0; i < source->failures && rest < REST_MAX; i++)
		rest *= 2;
	source->failures++;
	source->retry_at = source->now + (rest < REST_MAX ? rest : REST_MAX);
	return -1;
}

/* A clock set back must not make the rest endless. */
static bool
is_resting(const struct source *source)
{
	return source->now < source->retry_at && source->retry_at - source->now <= REST_MAX;
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
	source->left = 0;
	if (is_resting(source))
		return 0;
	return watched(source, source->ops->begin(source, err));
}

int
source_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	int result;

	if (is_resting(source))
		return 0;
	*intake = (struct intake){ .source = source->name };
	result = watched(source, source->ops->fetch(source, arena, intake, err));
	if (result == 0) {
		source->failures = 0;
		source->retry_at = 0;
	}
	return result;
}

int
source_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	return watched(source, source->ops->settle(source, intake, how, err));
}

int
source_expire(struct source *source, int64_t before, struct err *err)
{
	return source->ops->expire != NULL ? source->ops->expire(source, before, err) : 0;
}

int
source_idle(struct source *source, struct err *err)
{
	if (source->ops->idle == NULL || is_resting(source))
		return -1;
	return source->ops->idle(source, err);
}

void
source_wake(struct source *source)
{
	struct err said_later;

	if (source->ops->wake != NULL)
		(void)watched(source, source->ops->wake(source, &said_later));
}
