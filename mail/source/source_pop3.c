/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a POP3 mailbox (RFC 1939), on a connection libcurl has opened.
 *
 * A round is one session: UIDL and LIST, RETR each letter, DELE what was
 * settled, QUIT, which is when the server deletes.  There are no folders: a
 * parked letter goes into a Maildir of ours where one is configured; else, or
 * where that fails, it stays on the server and is passed over for a while.  What a
 * broken session did not live to delete is deleted by the next one, before anything
 * else; after a restart the inbox digest heals that.  A letter that breaks the session
 * is told by its UID, so that those behind it get their turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/net/pop3.h"
#include "mail/source/maildir.h"
#include "mail/source/raw.h"
#include "mail/source/source_ops.h"
#include "mail/source/trouble.h"

#define STARTS_MAX 3     /* sessions in a row on which no letter came */
#define HASTE      10000 /* milliseconds; who fails later is not asked again in this round */
#define SESSION_MAX \
	120000 /* milliseconds, while letters come: then QUIT deletes what was taken \
		*/

struct mailbox {
	struct pop3 *pop3; /* NULL: no session */
	struct url url;
	struct login login;
	int64_t opened; /* by clock_steady_ms */
	struct arena *round;
	struct pop3_letter *letters;
	size_t count, next;
	size_t marked;            /* of these, for QUIT */
	struct arena *before;     /* a session that was lost: */
	struct pop3_letter *owed; /* what it was to delete, by UID */
	size_t owed_count;
	int starts; /* sessions in a row on which no letter came */
	struct trouble trouble;
	struct trouble parked; /* but there is nowhere to put them */
};

static int
by_uid(const void *left, const void *right)
{
	const struct pop3_letter *a = left, *b = right;

	return strcmp(a->uid, b->uid);
}

/* The session is over without QUIT: what was marked is still there. */
static void
owe(struct mailbox *mailbox)
{
	struct arena *spare = mailbox->before;

	for (size_t i = 0; i < mailbox->next; i++)
		if (mailbox->letters[i].marked)
			mailbox->letters[mailbox->owed_count++] = mailbox->letters[i];
	mailbox->owed = mailbox->letters;
	mailbox->before = mailbox->round;
	mailbox->round = spare;
	qsort(mailbox->owed, mailbox->owed_count, sizeof(*mailbox->owed), by_uid);
}

static void
drop(struct mailbox *mailbox)
{
	pop3_close(mailbox->pop3);
	mailbox->pop3 = NULL;
	if (mailbox->marked > 0 && mailbox->owed_count == 0)
		owe(mailbox);
	mailbox->count = mailbox->next = mailbox->marked = 0;
}

static int
pop3_source_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct mailbox *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->before = arena_new();
	mailbox->login = options->login;
	/* Later the sandbox would not let us. */
	if (options->path != NULL && maildir_make_bare(options->path, err) == -1)
		return -1;
	return url_read(
	    &mailbox->url, source->arena, options->url, source->ops->kind.protocol, err);
}

/* What was settled and not yet deleted goes with this QUIT; a server that deletes is
 * sound, however often the link breaks. */
static int
finish(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;
	int result = 0;

	if (mailbox->pop3 != NULL && (result = pop3_quit(mailbox->pop3, err)) == 0) {
		if (mailbox->marked > 0)
			source->failures = 0;
		mailbox->marked = mailbox->owed_count = 0;
	}
	drop(mailbox);
	return result;
}

static void
pop3_source_close(struct source *source)
{
	struct mailbox *mailbox = source->state;
	struct err ignored;

	if (mailbox == NULL)
		return;
	(void)finish(source, &ignored);
	arena_free(mailbox->round);
	arena_free(mailbox->before);
}

static int
open_session(struct mailbox *mailbox, struct err *err)
{
	arena_clear(mailbox->round);
	mailbox->opened = clock_steady_ms();
	if (pop3_open(&mailbox->pop3, &mailbox->url, &mailbox->login, err) == -1)
		return -1;
	if (pop3_list(mailbox->pop3, mailbox->round, &mailbox->letters, &mailbox->count, err) == 0)
		return 0;
	drop(mailbox);
	return -1;
}

/* In a session of its own: over a link that breaks often nothing would ever be deleted. */
static int
delete_owed(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	for (size_t i = 0; i < mailbox->count; i++) {
		struct pop3_letter *letter = &mailbox->letters[i];
		int result = 0;

		if (bsearch(letter, mailbox->owed, mailbox->owed_count, sizeof(*letter), by_uid) !=
		    NULL)
			result = pop3_delete(mailbox->pop3, letter->number, err);
		if (result == -1) {
			drop(mailbox);
			return -1;
		}
		mailbox->marked += result == 1;
	}
	return finish(source, err);
}

static int
begin(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	source->left = 0;
	if (finish(source, err) == -1 || open_session(mailbox, err) == -1)
		return -1;
	if (mailbox->owed_count == 0)
		return 0;
	return delete_owed(source, err) == -1 ? -1 : open_session(mailbox, err);
}

static int
pop3_source_begin(struct source *source, struct err *err)
{
	((struct mailbox *)source->state)->starts = 0;
	return begin(source, err);
}

/* The session broke at this letter: perhaps by chance, perhaps for its sake.  What
 * waits behind it need not wait for the next round; -1, with err as it is, when it
 * must. */
static int
start_over(struct source *source, const char *uid, int64_t asked, struct err *err)
{
	struct mailbox *mailbox = source->state;
	struct err later;

	if (trouble_note(&mailbox->trouble, uid, source->now))
		log_warn("%s: letter %s is passed over for now: %s", source->name, uid, err->text);
	drop(mailbox);
	if (clock_steady_ms() - asked > HASTE || ++mailbox->starts > STARTS_MAX)
		return -1;
	return begin(source, &later);
}

/* 1 taken, 0 passed over or to be tried again, -1.  POP3 knows no time of arrival: it
 * is the time of the round. */
static int
fetch_next(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct mailbox *mailbox = source->state;
	const struct pop3_letter *letter = &mailbox->letters[mailbox->next++];
	int64_t asked = clock_steady_ms();
	int result;

	if (trouble_has(&mailbox->parked, letter->uid, source->now))
		return 0;
	if (trouble_has(&mailbox->trouble, letter->uid, source->now)) {
		source->left++;
		return 0;
	}
	intake->headers_only = letter->size > source->options.bytes_max;
	intake->received = intake->stamped = source->now;
	str_copy(intake->id, sizeof(intake->id), letter->uid);
	result = pop3_fetch(mailbox->pop3, letter->number, intake->headers_only,
	    source->options.bytes_max, arena, &intake->bytes, &intake->length, err);
	if (result == -1)
		return start_over(source, letter->uid, asked, err);
	mailbox->starts = 0;
	if (result == 1 && intake->headers_only)
		intake->length = raw_headers(intake->bytes, intake->length);
	if (result == 0) {
		trouble_pass_over(&mailbox->trouble, letter->uid, source->now);
		log_warn("%s: letter %s is passed over for now: %s", source->name, letter->uid,
		    err->text);
		source->left++;
	}
	return result;
}

static int
pop3_source_fetch(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct mailbox *mailbox = source->state;
	int result = 0;

	if (mailbox->marked > 0 && clock_steady_ms() - mailbox->opened > SESSION_MAX)
		result = begin(source, err);
	while (result == 0 && mailbox->next < mailbox->count)
		result = fetch_next(source, arena, intake, err);
	return result;
}

/* True when it is safe in a Maildir of ours. */
static bool
park(struct source *source, const struct intake *intake)
{
	struct mailbox *mailbox = source->state;
	struct err why = { "there is no Maildir for it" };

	if (source->options.path != NULL &&
	    maildir_put(source->options.path, intake->id, intake->bytes, intake->length, &why) == 0)
		return true;
	log_warn("%s: letter %s stays on the server: %s", source->name, intake->id, why.text);
	trouble_pass_over(&mailbox->parked, intake->id, source->now);
	return false;
}

static int
pop3_source_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct mailbox *mailbox = source->state;

	if (how == SETTLE_FAILED && !park(source, intake))
		return 0;
	for (size_t i = mailbox->next; i > 0; i--) {
		struct pop3_letter *letter = &mailbox->letters[i - 1];
		int result;

		if (!str_equal(letter->uid, intake->id))
			continue;
		result = pop3_delete(mailbox->pop3, letter->number, err);
		letter->marked = result != 0;
		mailbox->marked += letter->marked;
		if (result != 1)
			drop(mailbox);
		return result == 1 ? 0 : -1;
	}
	return err_set(err, "%s: no letter %s in this session; it will be met again", source->name,
	    intake->id);
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
	(void)finish(source, err);
	return -1;
}

const struct source_ops source_pop3_ops = {
	.kind = { .name = "pop3", .protocol = "pop3", .needs_user = true },
	.open = pop3_source_open,
	.close = pop3_source_close,
	.begin = pop3_source_begin,
	.fetch = pop3_source_fetch,
	.settle = pop3_source_settle,
	.expire = pop3_source_expire,
	.idle = pop3_source_idle,
};
