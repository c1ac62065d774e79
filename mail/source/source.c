/* SPDX-License-Identifier: ISC */
/*
 * Sources of letters: which kind, and when to try again after a failure.
 *
 * After a failure a source backs off for 10 seconds, then 20, 40 … up to 15 minutes;
 * until then its rounds are empty and source_retry_at says so.  One that hangs again
 * gets no more than a tenth of the time, which the others have to wait.  A round read
 * to its end resets that; letters that a mail server has moved or deleted end its row
 * of failures.  Knows nothing of any protocol.
 */
#include "mail/source/source.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "mail/read/letter.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define BACKOFF_MIN 10 /* seconds */
#define BACKOFF_MAX 900
#define LASTING_MAX 3600 /* where a person has to change something, or it hangs */
#define SHARE       10   /* of the time, at most one part of so many for a source that hangs */

#define SOURCE_OPS(upper, lower) &source_##lower##_ops,
static const struct source_ops *const kinds[] = { SOURCE_KINDS(SOURCE_OPS) };

const struct kind *
source_kind(int kind)
{
	return (size_t)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind]->kind : NULL;
}

void
source_describe(const struct source_options *options, char *out, size_t size)
{
	kind_describe(source_kind((int)options->kind), options->path, options->url,
	    options->login.user, out, size);
}

int
source_open(struct source **source, const struct source_options *options, struct err *err)
{
	struct arena *arena = arena_new();
	struct source *s = arena_alloc(arena, sizeof(*s));

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
						       LETTER_BYTES_MAX_DEFAULT,
		.memory = options->memory };
	s->ops = kinds[options->kind];
	source_describe(options, s->name, sizeof s->name);
	if (marks_recall(s, err) == -1 || s->ops->open(s, err) == -1) {
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

/* Passes the result on; after a failure the source backs off. */
static int
back_off(struct source *source, int result, const struct err *err)
{
	int64_t most = result == -1 && err->lasts ? LASTING_MAX : BACKOFF_MAX;
	int64_t wait = source->failures < 10 ? BACKOFF_MIN << source->failures : most;
	int64_t hung = (clock_steady_ms() - source->asked) / 1000 * SHARE;

	if (result != -1)
		return result;
	if (wait > most)
		wait = most;
	if (source->failures > 0 && wait < hung)
		wait = hung < LASTING_MAX ? hung : LASTING_MAX;
	source->failures++;
	source->retry_at = source->now + wait;
	return -1;
}

/* A clock set back must not make it endless. */
static bool
is_backing_off(const struct source *source)
{
	return source->now < source->retry_at && source->retry_at - source->now <= LASTING_MAX;
}

bool
source_waiting(const struct source_options *options, int64_t now, struct waiting *out)
{
	*out = (struct waiting){ 0 };
	if (kinds[options->kind]->waiting == NULL)
		return false;
	kinds[options->kind]->waiting(options, now, out);
	return true;
}

int
source_return(const struct source_options *options, source_wants *wants, void *context, int *count,
    struct err *err)
{
	*count = -1;
	if (kinds[options->kind]->give_back == NULL)
		return 0;
	*count = 0;
	return kinds[options->kind]->give_back(options, wants, context, count, err);
}

int
source_look(const struct source_options *options, int64_t now, struct finding *findings)
{
	const struct source_ops *ops = kinds[options->kind];
	struct source *source;
	struct err err;
	int rc;

	if (ops->look != NULL)
		return ops->look(options, now, findings);
	if ((rc = source_open(&source, options, &err)) == 0) {
		source->now = now;
		rc = ops->begin(source, &err);
		if (rc == 0 && ops->probe != NULL)
			rc = ops->probe(source, &err);
		if (rc == 0)
			finding_well(findings, "letters are read from %s", source->name);
		source_close(source);
	}
	if (rc == -1)
		finding_wrong(findings, NULL, "%s", err.text);
	return 1;
}

int
source_begin(struct source *source, int64_t now, struct err *err)
{
	source->now = now;
	source->skipped = 0;
	if (is_backing_off(source))
		return 0;
	source->asked = clock_steady_ms();
	return back_off(source, source->ops->begin(source, err), err);
}

int
source_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	int result;

	if (is_backing_off(source))
		return 0;
	*intake = (struct intake){ .source = source->name };
	source->asked = clock_steady_ms();
	result = back_off(source, source->ops->fetch(source, arena, intake, err), err);
	/* What comes from the future has been given a time by a clock set wrong. */
	intake->received = intake->stamped < source->now ? intake->stamped : source->now;
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
	source->asked = clock_steady_ms();
	return back_off(source, source->ops->settle(source, intake, how, err), err);
}

void
source_aside(const struct source *source, const struct intake *intake, char *out, size_t size)
{
	if (source->ops->aside != NULL)
		source->ops->aside(source, intake, out, size);
	else
		str_format(out, size, "%s, folder %s, letter %s", source->name,
		    source->options.failed, intake->id);
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

bool
source_has_news(struct source *source)
{
	return source->ops->has_news == NULL || source->ops->has_news(source);
}

void
source_wake(struct source *source)
{
	struct err ignored;

	source->asked = clock_steady_ms();
	if (source->ops->wake != NULL)
		(void)back_off(source, source->ops->wake(source, &ignored), &ignored);
}
