/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a POP3 mailbox (RFC 1939), on a connection libcurl has opened.
 *
 * A round is one session: UIDL and LIST, RETR each letter, DELE what was
 * settled, QUIT, which is when the server deletes.  There are no folders: a
 * parked letter goes into a local Maildir where one is configured; else, or
 * where that fails, it stays on the server and is skipped for a while.  What a
 * session that broke has not deleted is deleted by the next one, before anything
 * else; after a restart the inbox digest makes up for that.  A letter that breaks the
 * session is known by its UID, so that those after it get their turn.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/net/pop3.h"
#include "mail/source/maildir.h"
#include "mail/source/source_ops.h"

#define RECONNECT_MAX 3     /* sessions in a row on which no letter came */
#define RETRY_WITHIN  10000 /* milliseconds; a server that fails later is left for this round */
/* Milliseconds, while letters come: then QUIT deletes what was taken. */
#define SESSION_MAX 120000

struct pop3_mailbox {
	struct pop3 *pop3; /* NULL: no session */
	struct url url;
	int64_t opened; /* by clock_steady_ms */
	struct arena *round;
	struct pop3_letter *letters;
	size_t count, next;
	size_t marked;            /* of these, for QUIT */
	struct arena *before;     /* a session that was lost: */
	struct pop3_letter *owed; /* what it was to delete, by UID */
	size_t owed_count;
	int reconnects; /* in a row, on which no letter came */
	struct skipped skipped;
	struct skipped parked; /* but there is nowhere to put them */
};

static int
by_uid(const void *left, const void *right)
{
	const struct pop3_letter *a = left, *b = right;

	return strcmp(a->uid, b->uid);
}

/* Ends the session without QUIT: what was marked is still there; -1, for callers that fail. */
static int
session_drop(struct pop3_mailbox *mailbox)
{
	struct arena *spare = mailbox->before;

	pop3_close(mailbox->pop3);
	mailbox->pop3 = NULL;
	if (mailbox->marked > 0 && mailbox->owed_count == 0) {
		for (size_t i = 0; i < mailbox->next; i++)
			if (mailbox->letters[i].marked)
				mailbox->letters[mailbox->owed_count++] = mailbox->letters[i];
		mailbox->owed = mailbox->letters;
		mailbox->before = mailbox->round;
		mailbox->round = spare;
		qsort(mailbox->owed, mailbox->owed_count, sizeof(*mailbox->owed), by_uid);
	}
	mailbox->count = mailbox->next = mailbox->marked = 0;
	return -1;
}

static int
pop3_source_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct pop3_mailbox *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->before = arena_new();
	/* The sandbox will not allow it later. */
	if (options->path != NULL && maildir_make(options->path, err) == -1)
		return -1;
	return url_read(
	    &mailbox->url, source->arena, options->url, source->ops->kind.protocol, err);
}

/* QUIT deletes what was settled.  Once letters were deleted there is no failure to back off
 * from, however often the link breaks. */
static int
session_finish(struct source *source, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	int result = 0;

	if (mailbox->pop3 != NULL && (result = pop3_quit(mailbox->pop3, err)) == 0) {
		if (mailbox->marked > 0)
			source->failures = 0;
		mailbox->marked = mailbox->owed_count = 0;
	}
	(void)session_drop(mailbox);
	return result;
}

static void
pop3_source_close(struct source *source)
{
	struct pop3_mailbox *mailbox = source->state;
	struct err ignored;

	if (mailbox == NULL)
		return;
	(void)session_finish(source, &ignored);
	arena_free(mailbox->round);
	arena_free(mailbox->before);
}

static int
session_open(struct source *source, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;

	arena_clear(mailbox->round);
	mailbox->opened = clock_steady_ms();
	if (pop3_open(&mailbox->pop3, &mailbox->url, &source->options.login, err) == -1)
		return -1;
	if (pop3_list(mailbox->pop3, mailbox->round, &mailbox->letters, &mailbox->count, err) == 0)
		return 0;
	return session_drop(mailbox);
}

/* What an earlier session did not delete is deleted in a session of its own: over a link
 * that breaks often nothing would ever be deleted otherwise. */
static int
session_begin(struct source *source, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;

	source->skipped = 0;
	if (session_finish(source, err) == -1 || session_open(source, err) == -1)
		return -1;
	if (mailbox->owed_count == 0)
		return 0;
	for (size_t i = 0; i < mailbox->count; i++) {
		struct pop3_letter *letter = &mailbox->letters[i];
		int result = 0;

		if (bsearch(letter, mailbox->owed, mailbox->owed_count, sizeof(*letter), by_uid) !=
		    NULL)
			result = pop3_delete(mailbox->pop3, letter->number, err);
		if (result == -1)
			return session_drop(mailbox);
		mailbox->marked += result == 1;
	}
	return session_finish(source, err) == -1 ? -1 : session_open(source, err);
}

static int
pop3_source_begin(struct source *source, struct err *err)
{
	((struct pop3_mailbox *)source->state)->reconnects = 0;
	return session_begin(source, err);
}

/* 1 taken, 0 skipped or to be tried again, -1.  POP3 knows no time of arrival: it
 * is the time of the round. */
static int
session_fetch_next(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	const struct pop3_letter *letter = &mailbox->letters[mailbox->next++];
	int64_t asked = clock_steady_ms();
	struct err ignored;
	int result;

	if (skipped_has(&mailbox->parked, letter->uid, source->now))
		return 0;
	if (skipped_has(&mailbox->skipped, letter->uid, source->now)) {
		source->skipped++;
		return 0;
	}
	intake->headers_only = letter->size > source->options.bytes_max;
	intake->stamped = source->now;
	str_copy(intake->id, sizeof(intake->id), letter->uid);
	result = pop3_fetch(mailbox->pop3, letter->number, intake->headers_only,
	    source->options.bytes_max, arena, &intake->bytes, &intake->length, err);
	if (result == 1 && intake->headers_only)
		intake->length = source_headers(intake->bytes, intake->length);
	if (result == 0) {
		skipped_add(&mailbox->skipped, intake->id, source->now);
		source->skipped++;
	}
	if (result == 0 ||
	    (result == -1 && skipped_note_failure(&mailbox->skipped, intake->id, source->now)))
		log_warn(
		    "%s: letter %s is skipped for now: %s", source->name, intake->id, err->text);
	if (result != -1) {
		mailbox->reconnects = 0;
		return result;
	}
	/* The session broke at this letter: perhaps by chance, perhaps because of it.  Later
	 * letters need not wait for the next round, unless the server is slow or no letter
	 * came for some sessions. */
	(void)session_drop(mailbox);
	if (clock_steady_ms() - asked > RETRY_WITHIN || ++mailbox->reconnects > RECONNECT_MAX)
		return -1;
	return session_begin(source, &ignored);
}

static int
pop3_source_fetch(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	int result = 0;

	if (mailbox->marked > 0 && clock_steady_ms() - mailbox->opened > SESSION_MAX)
		result = session_begin(source, err);
	while (result == 0 && mailbox->next < mailbox->count)
		result = session_fetch_next(source, arena, intake, err);
	return result;
}

/* A parked letter goes on to be deleted when it is safe in the local Maildir. */
static int
pop3_source_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	const char *path = source->options.path;
	struct err why = { .text = "there is no Maildir for it" };

	if (how == SETTLE_FAILED &&
	    (path == NULL ||
		maildir_put(path, intake->id, intake->bytes, intake->length, &why) == -1)) {
		log_warn(
		    "%s: letter %s stays on the server: %s", source->name, intake->id, why.text);
		skipped_add(&mailbox->parked, intake->id, source->now);
		return 0;
	}
	for (size_t i = mailbox->next; i > 0; i--) {
		struct pop3_letter *letter = &mailbox->letters[i - 1];
		int result;

		if (!str_equal(letter->uid, intake->id))
			continue;
		result = pop3_delete(mailbox->pop3, letter->number, err);
		letter->marked = result != 0;
		mailbox->marked += letter->marked;
		return result == 1 ? 0 : session_drop(mailbox);
	}
	return err_set(err, "%s: no letter %s in this session; it will be met again", source->name,
	    intake->id);
}

static void
pop3_source_aside(const struct source *source, const struct intake *intake, char *out, size_t size)
{
	char safe[MAILDIR_NAME_MAX + 1];

	maildir_safe_name(safe, intake->id);
	if (source->options.path != NULL)
		str_format(out, size, "%s/new/%s", source->options.path, safe);
	else
		str_format(out, size, "%s, letter %s", source->name, intake->id);
}

static int
pop3_source_expire(struct source *source, int64_t before, struct err *err)
{
	return source->options.path != NULL ? maildir_expire(source->options.path, before, err) : 0;
}

/* The session ends between rounds: servers show new letters only in a new one. */
static int
pop3_source_idle(struct source *source, struct err *err)
{
	(void)session_finish(source, err);
	return -1;
}

const struct source_ops source_pop3_ops = {
	.kind = { .name = "pop3", .protocol = "pop3", .needs_user = true },
	.open = pop3_source_open,
	.close = pop3_source_close,
	.begin = pop3_source_begin,
	.fetch = pop3_source_fetch,
	.settle = pop3_source_settle,
	.aside = pop3_source_aside,
	.expire = pop3_source_expire,
	.idle = pop3_source_idle,
};
