/* SPDX-License-Identifier: ISC */
/*
 * Letters out of an IMAP mailbox.
 *
 * A round is what one search found, in the order of UIDs; what is settled
 * moves to its folder, many letters in one command, so the mailbox holds only
 * what waits, and a search for everything finds again what was not settled or
 * not moved.  A letter's name is "uidvalidity.uid"; after a change of the first
 * it means nothing any more.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/imap.h"
#include "mail/source_ops.h"

#define LOOK_AT		100	/* letters asked about in one command */
#define MOVE_AT		100	/* letters moved in one command */
#define LEFT_MAX	1000	/* parked letters remembered; more are only met again */
#define TRIES		3	/* for a letter that breaks the connection each time */
#define YOUNG		10000	/* milliseconds; a connection lost so soon is a failure */

struct mailbox {
	struct imap		*imap;		/* NULL: not connected */
	int64_t			 opened;	/* by clock_steady_ms */
	struct url		 url;
	struct login		 login;
	struct arena		*round;
	struct imap_letter	*letters;
	size_t			 count, next, looked;
	uint32_t		 settled[MOVE_AT]; /* to be moved to `folder` */
	size_t			 settled_count;
	const char		*folder;
	uint32_t		 last;		/* highest UID seen */
	uint32_t		 trouble;	/* the UID that broke the connection last */
	int			 troubles;	/* how often in a row */
	uint32_t		 left[LEFT_MAX]; /* parked, but the server will not move them */
	size_t			 left_count;
	uint32_t		 left_uidvalidity;
};

static void
drop(struct mailbox *mailbox)
{
	imap_close(mailbox->imap);
	mailbox->imap = NULL;
	mailbox->count = mailbox->next = mailbox->looked = mailbox->settled_count = 0;
}

static bool
is_left(const struct mailbox *mailbox, uint32_t uid)
{
	for (size_t i = 0; i < mailbox->left_count; i++)
		if (mailbox->left[i] == uid)
			return mailbox->left_uidvalidity == imap_uidvalidity(mailbox->imap);
	return false;
}

/* A parked letter that cannot be moved stays where it is, and is passed over while
 * we run, so that it holds up no other.  -1 when it was the connection. */
static int
leave(struct source *source, uint32_t uid, const struct err *why, struct err *err)
{
	struct mailbox    *mailbox = source->state;
	struct imap_letter letter = { .uid = uid };

	if (imap_look(mailbox->imap, &letter, 1, err) == -1)
		return -1;
	log_warn("%s: letter %u stays where it is: %s", source->name, uid, why->text);
	if (mailbox->left_uidvalidity != imap_uidvalidity(mailbox->imap))
		mailbox->left_count = 0;
	mailbox->left_uidvalidity = imap_uidvalidity(mailbox->imap);
	if (mailbox->left_count < LEFT_MAX)
		mailbox->left[mailbox->left_count++] = uid;
	return 0;
}

static int
move_one(struct source *source, uint32_t uid, struct err *err)
{
	struct mailbox *mailbox = source->state;
	struct err	why;

	if (imap_move(mailbox->imap, &uid, 1, mailbox->folder, &why) == 0)
		return 0;
	*err = why;
	return mailbox->folder == source->options.failed ? leave(source, uid, &why, err) : -1;
}

/* Moves what was settled.  Where the server refuses them together, since another
 * of us has taken one, each is tried alone. */
static int
flush(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;
	size_t		count = mailbox->settled_count;

	mailbox->settled_count = 0;
	if (count == 0 || (count > 1 &&
	    imap_move(mailbox->imap, mailbox->settled, count, mailbox->folder, err) == 0))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (move_one(source, mailbox->settled[i], err) == -1)
			return -1;
	return 0;
}

static int
imap_source_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct mailbox		    *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->login = options->login;
	return url_read(&mailbox->url, source->arena, options->url, "imap", err);
}

static void
imap_source_close(struct source *source)
{
	struct mailbox *mailbox = source->state;
	struct err	ignored;

	if (mailbox == NULL)
		return;
	(void)flush(source, &ignored);
	drop(mailbox);
	arena_free(mailbox->round);
}

static int
search(struct mailbox *mailbox, struct err *err)
{
	uint32_t *uids;

	arena_clear(mailbox->round);
	mailbox->next = mailbox->looked = mailbox->count = 0;
	if (imap_search(mailbox->imap, 1, mailbox->round, &uids, &mailbox->count, err) == -1)
		return -1;
	mailbox->letters = arena_alloc(mailbox->round,
	    (mailbox->count + 1) * sizeof(*mailbox->letters));
	for (size_t i = 0; i < mailbox->count; i++)
		mailbox->letters[i].uid = uids[i];
	if (mailbox->count > 0)
		mailbox->last = uids[mailbox->count - 1];
	return 0;
}

static int
begin(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	if (mailbox->imap == NULL) {
		if (imap_open(&mailbox->imap, &mailbox->url, &mailbox->login,
		    source->options.bytes_max, err) == -1)
			return -1;
		mailbox->opened = clock_steady_ms();
	}
	if (imap_idle_end(mailbox->imap, err) == 0 && flush(source, err) == 0 &&
	    search(mailbox, err) == 0)
		return 0;
	drop(mailbox);
	return -1;
}

/* A server may end a connection at any time (RFC 3501, 7.1.5): only a new one
 * tells whether something is wrong. */
static int
imap_source_begin(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;
	bool		is_old = mailbox->imap != NULL && clock_steady_ms() - mailbox->opened >= YOUNG;
	int		result = begin(source, err);

	return result == -1 && is_old ? begin(source, err) : result;
}

static int
imap_source_probe(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	if (imap_provide(mailbox->imap, source->options.processed, err) == 0 &&
	    imap_provide(mailbox->imap, source->options.failed, err) == 0)
		return 0;
	drop(mailbox);
	return -1;
}

/* Size and time of the next letters, many in one command. */
static int
look_ahead(struct mailbox *mailbox, struct err *err)
{
	size_t left = mailbox->count - mailbox->looked;
	size_t n = left < LOOK_AT ? left : LOOK_AT;

	if (mailbox->next < mailbox->looked)
		return 0;
	if (imap_look(mailbox->imap, mailbox->letters + mailbox->looked, n, err) == -1)
		return -1;
	mailbox->looked += n;
	return 0;
}

static int
take(struct source *source, const struct imap_letter *letter, struct arena *arena,
    struct intake *intake, struct err *err)
{
	struct mailbox *mailbox = source->state;

	intake->headers_only = letter->size > source->options.bytes_max;
	intake->received = letter->received < source->now ? letter->received : source->now;
	snprintf(intake->id, sizeof(intake->id), "%u.%u", imap_uidvalidity(mailbox->imap),
	    letter->uid);
	return imap_fetch(mailbox->imap, letter->uid, intake->headers_only, arena, &intake->bytes,
	    &intake->length, err);
}

/* A letter the server cannot give without falling over must not stop the others. */
static bool
is_hopeless(const struct mailbox *mailbox, const struct imap_letter *letter)
{
	return letter->uid == mailbox->trouble && mailbox->troubles >= TRIES;
}

static int
park(struct source *source, const struct imap_letter *letter, struct err *err)
{
	struct mailbox *mailbox = source->state;

	log_warn("%s: letter %u parked unread: it cannot be fetched", source->name, letter->uid);
	mailbox->troubles = 0;
	return imap_move(mailbox->imap, &letter->uid, 1, source->options.failed, err);
}

static void
count_trouble(struct mailbox *mailbox, uint32_t uid)
{
	mailbox->troubles = mailbox->trouble == uid ? mailbox->troubles + 1 : 1;
	mailbox->trouble = uid;
}

/* 1 taken, 0 gone meanwhile or parked, -1. */
static int
fetch_next(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct mailbox		 *mailbox = source->state;
	const struct imap_letter *letter = &mailbox->letters[mailbox->next];
	int			  result;

	if (is_left(mailbox, letter->uid)) {
		mailbox->next++;
		return 0;
	}
	if (is_hopeless(mailbox, letter)) {
		mailbox->next++;
		return park(source, letter, err);
	}
	if (look_ahead(mailbox, err) == -1) {
		count_trouble(mailbox, letter->uid);
		return -1;
	}
	mailbox->next++;
	if (letter->received == 0)
		return 0;
	result = take(source, letter, arena, intake, err);
	if (result == -1)
		count_trouble(mailbox, letter->uid);
	return result;
}

static int
imap_source_fetch(struct source *source, struct arena *arena, struct intake *intake,
    struct err *err)
{
	struct mailbox *mailbox = source->state;
	int		result = 0;

	while (result == 0 && mailbox->next < mailbox->count)
		result = fetch_next(source, arena, intake, err);
	if (result == 0)
		result = flush(source, err);
	if (result == -1)
		drop(mailbox);
	return result;
}

/* What is put aside in its place.  1; 0 it can only be moved as it is; -1. */
static int
replace(struct source *source, const struct intake *intake, uint32_t uid, struct err *err)
{
	struct mailbox *mailbox = source->state;
	int		result = imap_replace(mailbox->imap, uid, source->options.failed,
	    intake->kept, intake->length, intake->received, err);

	if (result == 0)
		log_warn("%s: letter %s is put aside with what passwords it has: %s",
		    source->name, intake->id, err->text);
	if (result == -1)
		drop(mailbox);
	return result;
}

/* To be moved with others of its kind. */
static int
move_later(struct source *source, uint32_t uid, const char *folder, struct err *err)
{
	struct mailbox *mailbox = source->state;

	if ((folder != mailbox->folder || mailbox->settled_count == MOVE_AT) &&
	    flush(source, err) == -1) {
		drop(mailbox);
		return -1;
	}
	mailbox->folder = folder;
	mailbox->settled[mailbox->settled_count++] = uid;
	return 0;
}

static int
imap_source_settle(struct source *source, const struct intake *intake, enum settle how,
    struct err *err)
{
	struct mailbox *mailbox = source->state;
	unsigned	uidvalidity, uid;
	int		replaced = 0;

	if (mailbox->imap == NULL)
		return err_set(err, "%s: not connected; letter %s will be met again", source->name,
		    intake->id);
	if (sscanf(intake->id, "%u.%u", &uidvalidity, &uid) != 2 ||
	    uidvalidity != imap_uidvalidity(mailbox->imap)) {
		drop(mailbox);
		return err_set(err, "%s: the server has numbered its letters anew", source->name);
	}
	if (how == SETTLE_FAILED && intake->kept != NULL)
		replaced = replace(source, intake, uid, err);
	if (replaced != 0)
		return replaced == 1 ? 0 : -1;
	return move_later(source, uid, how == SETTLE_PROCESSED ? source->options.processed :
	    source->options.failed, err);
}

/* Letters that came since the search may have been told of while we were busy. */
static int
imap_source_idle(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;
	uint32_t       *uids;
	size_t		count;

	if (mailbox->imap == NULL)
		return -1;
	if (flush(source, err) == -1 || imap_search(mailbox->imap, mailbox->last + 1,
	    mailbox->round, &uids, &count, err) == -1) {
		drop(mailbox);
		return -1;
	}
	return count > 0 ? imap_news(mailbox->imap) : imap_idle(mailbox->imap);
}

static int
imap_source_wake(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	if (mailbox->imap == NULL || imap_idle_end(mailbox->imap, err) == 0)
		return 0;
	drop(mailbox);
	return clock_steady_ms() - mailbox->opened >= YOUNG ? 0 : -1;
}

const struct source_ops source_imap_ops = {
	.open	= imap_source_open,
	.close	= imap_source_close,
	.probe	= imap_source_probe,
	.begin	= imap_source_begin,
	.fetch	= imap_source_fetch,
	.settle	= imap_source_settle,
	.idle	= imap_source_idle,
	.wake	= imap_source_wake,
};
