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
#include "mail/source/source_imap.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"

#define LOOK_AT    100   /* letters asked about in one command */
#define STARTS_MAX 8     /* connections of a round on which no letter came */
#define HASTE      10000 /* milliseconds; who fails later is not asked again in this round */
#define YOUNG      10000 /* milliseconds; a connection lost so soon is a failure */

static int
imap_source_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct imap_mailbox *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->look_at = LOOK_AT;
	mailbox->login = options->login;
	return url_read(
	    &mailbox->url, source->arena, options->url, source->ops->kind.protocol, err);
}

static void
imap_source_close(struct source *source)
{
	struct imap_mailbox *mailbox = source->state;
	struct err ignored;

	if (mailbox == NULL)
		return;
	(void)imap_mailbox_flush(source, &ignored);
	imap_mailbox_drop(mailbox);
	arena_free(mailbox->round);
}

/* What waits, without what is passed over. */
static int
search(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	uint32_t *uids;
	size_t count;
	char id[TROUBLE_ID];

	arena_clear(mailbox->round);
	mailbox->next = mailbox->looked = mailbox->count = 0;
	source->left = 0;
	if (imap_search(mailbox->imap, 1, mailbox->round, &uids, &count, err) == -1)
		return -1;
	mailbox->last = count > 0 ? uids[count - 1] : 0;
	mailbox->letters = arena_alloc(mailbox->round, (count + 1) * sizeof(*mailbox->letters));
	for (size_t i = 0; i < count; i++) {
		imap_mailbox_name(id, mailbox, uids[i]);
		if (trouble_has(&mailbox->trouble, id, source->now))
			source->left++;
		else if (!trouble_has(&mailbox->parked, id, source->now))
			mailbox->letters[mailbox->count++].uid = uids[i];
	}
	return 0;
}

static int
connect_anew(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;

	mailbox->opened = clock_steady_ms();
	if (imap_open(&mailbox->imap, &mailbox->url, &mailbox->login, source->options.bytes_max,
		err) == -1)
		return -1;
	if (imap_uidvalidity(mailbox->imap) != mailbox->settled_in)
		mailbox->settled_count = 0;
	return 0;
}

static int
begin(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;

	if (mailbox->imap == NULL && connect_anew(source, err) == -1)
		return -1;
	if (imap_idle_end(mailbox->imap, err) == 0 && imap_mailbox_flush(source, err) == 0 &&
	    search(source, err) == 0)
		return 0;
	imap_mailbox_drop(mailbox);
	return -1;
}

/* A server may end a connection at any time (RFC 3501, 7.1.5): only a new one
 * tells whether something is wrong. */
static int
imap_source_begin(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	bool is_old = mailbox->imap != NULL && clock_steady_ms() - mailbox->opened >= YOUNG;
	int result = begin(source, err);

	mailbox->starts = 0;
	return result == -1 && is_old ? begin(source, err) : result;
}

static int
imap_source_probe(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;

	if (imap_provide(mailbox->imap, source->options.processed, err) == 0 &&
	    imap_provide(mailbox->imap, source->options.failed, err) == 0)
		return 0;
	imap_mailbox_drop(mailbox);
	return -1;
}

/* Size and time of the next letters, many in one command. */
static int
look_ahead(struct imap_mailbox *mailbox, struct err *err)
{
	size_t left = mailbox->count - mailbox->looked;
	size_t n = left < mailbox->look_at ? left : mailbox->look_at;

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
	struct imap_mailbox *mailbox = source->state;

	intake->headers_only = letter->size > source->options.bytes_max;
	intake->stamped = letter->received;
	intake->received = letter->received < source->now ? letter->received : source->now;
	return imap_fetch(mailbox->imap, letter->uid, intake->headers_only, arena, &intake->bytes,
	    &intake->length, err);
}

/* The server fell over, or would not say: perhaps by chance, perhaps for this letter
 * (NULL: one of several).  What waits behind it need not wait for the next round; -1,
 * with err as it is, when it must. */
static int
start_over(struct source *source, const char *id, int64_t asked, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct err later;

	if (id == NULL)
		mailbox->look_at = 1;
	else if (trouble_note(&mailbox->trouble, id, source->now))
		log_warn("%s: letter %s is passed over for now: %s", source->name, id, err->text);
	if (clock_steady_ms() - asked > HASTE || ++mailbox->starts > STARTS_MAX)
		return -1;
	imap_mailbox_drop(mailbox);
	return begin(source, &later);
}

/* 1 taken, 0 gone meanwhile or to be tried again, -1. */
static int
fetch_next(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	const struct imap_letter *letter = &mailbox->letters[mailbox->next];
	int64_t asked = clock_steady_ms();
	int result;

	imap_mailbox_name(intake->id, mailbox, letter->uid);
	if (look_ahead(mailbox, err) == -1)
		return start_over(source, mailbox->look_at == 1 ? intake->id : NULL, asked, err);
	mailbox->next++;
	if (letter->received == 0)
		return 0;
	result = take(source, letter, arena, intake, err);
	if (result == -1)
		return start_over(source, intake->id, asked, err);
	mailbox->starts = 0;
	return result;
}

static int
imap_source_fetch(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	int result = 0;

	while (result == 0 && mailbox->next < mailbox->count)
		result = fetch_next(source, arena, intake, err);
	if (result == 0)
		result = imap_mailbox_flush(source, err);
	if (result == 0)
		mailbox->look_at = LOOK_AT;
	if (result == -1)
		imap_mailbox_drop(mailbox);
	return result;
}

/* Letters that came since the search may have been told of while we were busy. */
static int
imap_source_idle(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	uint32_t *uids;
	size_t count;

	if (mailbox->imap == NULL)
		return -1;
	if (imap_mailbox_flush(source, err) == -1 ||
	    imap_search(mailbox->imap, mailbox->last + 1, mailbox->round, &uids, &count, err) ==
		-1) {
		imap_mailbox_drop(mailbox);
		return -1;
	}
	return count > 0 ? imap_news(mailbox->imap) : imap_idle(mailbox->imap);
}

static int
imap_source_wake(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;

	if (mailbox->imap == NULL || imap_idle_end(mailbox->imap, err) == 0)
		return 0;
	imap_mailbox_drop(mailbox);
	return clock_steady_ms() - mailbox->opened >= YOUNG ? 0 : -1;
}

const struct source_ops source_imap_ops = {
	.kind = { .name = "imap", .protocol = "imap", .needs_user = true },
	.open = imap_source_open,
	.close = imap_source_close,
	.probe = imap_source_probe,
	.begin = imap_source_begin,
	.fetch = imap_source_fetch,
	.settle = imap_mailbox_settle,
	.idle = imap_source_idle,
	.wake = imap_source_wake,
};
