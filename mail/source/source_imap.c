/* SPDX-License-Identifier: ISC */
/*
 * Letters out of an IMAP mailbox.
 *
 * A round is what one search found, in the order of UIDs, fetched some at a time, as
 * large as one letter may be; after a failure each alone.  What is settled
 * moves to its folder, many letters in one command, so the mailbox holds only
 * what waits, and a search for everything finds again what was not settled or
 * not moved.  Nothing is expunged that is not in its folder.  A letter's name is
 * "uidvalidity.uid"; after a change of the first it means nothing any more.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/net/imap.h"
#include "mail/source/source_ops.h"

#define LOOK_AT       100 /* letters asked about in one command */
#define FETCH_AT      64  /* letters fetched in one command, at most: 1, 2, 4 ... */
#define FETCH_BYTES   (256 << 10)
#define FETCH_MS      500   /* a command that took longer is followed by a smaller one */
#define MOVE_AT       250   /* letters moved in one command */
#define RECONNECT_MAX 8     /* connections of a round on which no letter came */
#define RETRY_WITHIN  10000 /* milliseconds; a server that fails later is left for this round */
#define YOUNG         10000 /* milliseconds; a connection lost so soon is a failure */
/* While letters come slowly, so that few come again after a crash or when a pass
 * that cron started was cut off. */
#define MOVE_WITHIN 10000   /* milliseconds */
#define NO_IDLE_MS  3600000 /* a server that does not take IDLE is not asked again so soon */

struct imap_mailbox {
	struct imap *imap; /* NULL: not connected */
	int64_t opened;    /* by clock_steady_ms */
	struct url url;
	struct arena *round;
	struct imap_letter *letters;
	size_t count, next, looked, fetched; /* of the letters */
	bool one_by_one;                     /* something has failed in this round */
	bool is_together;                    /* those fetched last were more than one */
	struct arena *fetch;                 /* of their texts */
	size_t fetch_at;                     /* letters fetched in one command */
	int reconnects;                      /* in a row, on which no letter came */
	uint32_t settled[MOVE_AT];           /* to be moved to `folder` */
	uint32_t settled_size[MOVE_AT];
	size_t settled_count;
	uint32_t settled_in;   /* the UIDVALIDITY of these */
	int64_t settled_since; /* by clock_steady_ms: the first of them */
	const char *folder;
	bool counts_moves; /* the server says how many it has moved */
	uint32_t last;     /* highest UID seen */
	int64_t idle_at;   /* by clock_steady_ms: until then letters are looked for by time */
	struct skipped skipped;
};

static int
mailbox_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct imap_mailbox *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->fetch = arena_new();
	return url_read(
	    &mailbox->url, source->arena, options->url, source->ops->kind.protocol, err);
}

/* Ends the connection; -1, for callers that fail.  What was settled is moved on the next one,
 * not fetched again: over a link that breaks often nothing would ever be done otherwise. */
static int
mailbox_drop(struct imap_mailbox *mailbox)
{
	imap_close(mailbox->imap);
	mailbox->imap = NULL;
	mailbox->count = mailbox->next = mailbox->looked = mailbox->fetched = 0;
	return -1;
}

static void
name_letter(char id[SKIPPED_ID], const struct imap_mailbox *mailbox, uint32_t uid)
{
	snprintf(id, SKIPPED_ID, "%u.%u", imap_uidvalidity(mailbox->imap), uid);
}

/* What became of moving a settled letter is marked.  One that is only said to have been moved
 * is kept longer than this program lives where the server has not shown that it left. */
static void
mark_settled(struct source *source, size_t number, enum mark_kind kind, bool is_moved, bool is_kept)
{
	struct imap_mailbox *mailbox = source->state;
	struct letter_mark mark = { .since = source->now }, *before;
	char id[SKIPPED_ID];

	name_letter(id, mailbox, mailbox->settled[number]);
	if ((before = marks_find(source, id)) != NULL && before->kind != MARK_LATE)
		mark = *before;
	str_copy(mark.id, sizeof mark.id, id);
	mark.size = mailbox->settled_size[number];
	if (kind > mark.kind)
		mark.kind = kind;
	mark.is_parked = mailbox->folder == source->options.failed;
	mark.is_moved = is_moved;
	mark.tries += !is_moved;
	marks_set(source, &mark, is_kept);
}

/* Deletes what was copied before.  A try counts before it is made: a server may end the
 * connection each time.  1, 0, -1. */
static int
mailbox_delete(struct source *source, size_t first, size_t count, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct imap_moved done;
	int rc;

	for (size_t i = first; i < first + count; i++)
		mark_settled(source, i, MARK_COPIED, false, true);
	rc = imap_delete(mailbox->imap, mailbox->settled + first, count, &done, err);
	if (rc == 0)
		log_warn("%s: letter %u%s stays where it is, and is copied: %s", source->name,
		    mailbox->settled[first], count > 1 ? " and others" : "", err->text);
	for (size_t i = first; rc == 1 && i < first + count; i++) {
		char id[SKIPPED_ID];
		struct letter_mark mark;

		name_letter(id, mailbox, mailbox->settled[i]);
		mark = *marks_find(source, id);
		mark.tries--;
		mark.is_moved = true;
		marks_set(source, &mark, true);
	}
	return rc;
}

/* Moves some of the settled letters, by COPY where MOVE is refused; what was copied is never
 * copied again.  What the server did not find, another reader has taken; not every server says.
 * 1, 0, -1. */
static int
mailbox_move(struct source *source, size_t first, size_t count, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	const uint32_t *uids = mailbox->settled + first;
	struct imap_moved done;
	struct err why;
	bool copies = false;
	int rc = imap_move(mailbox->imap, uids, count, mailbox->folder, &done, err);

	if (rc == 0) {
		rc = imap_copy(mailbox->imap, uids, count, mailbox->folder, &done, &why);
		copies = rc == 1;
	}
	if (rc != 1)
		return rc;
	mailbox->counts_moves |= done.count > 0;
	if (mailbox->counts_moves && done.count < count)
		source->vanished += (int)(count - done.count);
	if (copies)
		return mailbox_delete(source, first, count, err) == -1 ? -1 : 1;
	for (size_t i = first; i < first + count; i++)
		mark_settled(source, i, MARK_TAKEN, true, done.gone < count);
	return 1;
}

/* Moves what was settled; -1: the connection is of no use any more.  Where the server refuses
 * them together, since another reader has taken one, each is tried alone.  One that cannot be
 * moved stays where it is.  Once the server has answered for all there is no failure to back off
 * from, however often the link breaks. */
static int
mailbox_flush(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	size_t count = mailbox->settled_count;
	struct err ignored;
	int rc = 0;

	if (count == 0 || mailbox->imap == NULL)
		return 0;
	mailbox->settled_count = 0;
	if (count > 1 && (rc = mailbox_move(source, 0, count, err)) == -1)
		return -1;
	for (size_t i = 0; rc == 0 && i < count; i++) {
		struct imap_letter letter = { .uid = mailbox->settled[i] };
		int alone = mailbox_move(source, i, 1, err);

		if (alone == -1 ||
		    (alone == 0 && imap_look(mailbox->imap, &letter, 1, &ignored) == -1))
			return -1;
		if (alone == 1)
			continue;
		if (!letter.is_there) {
			source->vanished++;
			continue;
		}
		log_warn(
		    "%s: letter %u stays where it is: %s", source->name, letter.uid, err->text);
		mark_settled(source, i, MARK_TAKEN, false, true);
	}
	source->failures = 0;
	return 0;
}

static void
mailbox_close(struct source *source)
{
	struct imap_mailbox *mailbox = source->state;
	struct err ignored;

	if (mailbox == NULL)
		return;
	(void)mailbox_flush(source, &ignored);
	(void)mailbox_drop(mailbox);
	arena_free(mailbox->round);
	arena_free(mailbox->fetch);
}

/* The letter is moved later, with others for its folder. */
static int
mailbox_put(struct source *source, uint32_t uid, uint32_t size, const char *folder, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	int64_t now = clock_steady_ms();

	if ((folder != mailbox->folder || mailbox->settled_count == MOVE_AT ||
		now - mailbox->settled_since > MOVE_WITHIN) &&
	    mailbox_flush(source, err) == -1)
		return -1;
	if (mailbox->settled_count == 0)
		mailbox->settled_since = now;
	mailbox->settled_in = imap_uidvalidity(mailbox->imap);
	mailbox->folder = folder;
	mailbox->settled[mailbox->settled_count] = uid;
	mailbox->settled_size[mailbox->settled_count++] = size;
	return 0;
}

/* A letter that was taken is still there: once more to its folder, unless that has failed too
 * often. */
static int
mailbox_put_again(struct source *source, const struct letter_mark *found,
    const struct imap_letter *letter, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct letter_mark mark = *found;

	if (mark.is_moved) {
		mark.is_moved = false;
		mark.tries++;
		log_warn("%s: letter %u stays where it is: the server says that it was moved",
		    source->name, letter->uid);
		marks_set(source, &mark, true);
	}
	if (mark.tries >= MARK_TRIES)
		return 0;
	if (mailbox_put(source, letter->uid, letter->size,
		mark.is_parked ? source->options.failed : source->options.processed, err) == -1)
		return -1;
	if (mark.kind != MARK_COPIED)
		return 0;
	mailbox->settled_count--;
	return mailbox_delete(source, mailbox->settled_count, 1, err) == -1 ? -1 : 0;
}

/* Letters that a search has found. */
struct found {
	struct imap_mailbox *mailbox;
	const uint32_t *uids;
	size_t count;
};

static bool
is_found(void *context, const char *id)
{
	const struct found *found = context;
	unsigned uidvalidity, uid;

	if (sscanf(id, "%u.%u", &uidvalidity, &uid) != 2 ||
	    uidvalidity != imap_uidvalidity(found->mailbox->imap))
		return false;
	for (size_t i = 0; i < found->count; i++)
		if (found->uids[i] == uid)
			return true;
	return false;
}

/* Is this letter one that was taken before?  What had its name may have been another. */
static bool
was_taken(struct source *source, const char *id)
{
	const struct letter_mark *mark = marks_find(source, id);

	return mark != NULL && mark->kind != MARK_LATE;
}

/* Of the letters found those that were taken before are moved, not read. */
static int
mailbox_meet_again(struct source *source, const struct found *found, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct imap_letter *letters = arena_alloc(
	    mailbox->round, (found->count + 1) * sizeof *letters);
	size_t count = 0;
	char id[SKIPPED_ID];

	for (size_t i = 0; i < found->count; i++) {
		name_letter(id, mailbox, found->uids[i]);
		if (was_taken(source, id))
			letters[count++].uid = found->uids[i];
	}
	if (count > 0 && imap_look(mailbox->imap, letters, count, err) == -1)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct letter_mark *mark;

		name_letter(id, mailbox, letters[i].uid);
		mark = marks_find(source, id);
		if (mark_is_of_another(mark, letters[i].size))
			marks_drop(source, id);
		else if (letters[i].is_there &&
		    mailbox_put_again(source, mark, &letters[i], err) == -1)
			return -1;
	}
	return mailbox_flush(source, err);
}

/* Connects if need be, moves what was settled, and searches for what waits, without
 * what is skipped. */
static int
mailbox_begin(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct found found = { .mailbox = mailbox };
	uint32_t *uids;
	char id[SKIPPED_ID];

	if (mailbox->imap == NULL) {
		mailbox->opened = clock_steady_ms();
		if (imap_open(&mailbox->imap, &mailbox->url, &source->options.login,
			source->options.bytes_max, err) == -1)
			return -1;
		if (imap_uidvalidity(mailbox->imap) != mailbox->settled_in)
			mailbox->settled_count = 0;
	}
	if (imap_idle_end(mailbox->imap, err) == -1 || mailbox_flush(source, err) == -1)
		return mailbox_drop(mailbox);
	arena_clear(mailbox->round);
	mailbox->count = mailbox->next = mailbox->looked = mailbox->fetched = 0;
	mailbox->fetch_at = 1;
	source->skipped = 0;
	if (imap_search(mailbox->imap, 1, mailbox->round, &uids, &found.count, err) == -1)
		return mailbox_drop(mailbox);
	found.uids = uids;
	mailbox->last = found.count > 0 ? uids[found.count - 1] : 0;
	marks_tidy(source, is_found, &found);
	if (mailbox_meet_again(source, &found, err) == -1)
		return mailbox_drop(mailbox);
	mailbox->letters = arena_alloc(
	    mailbox->round, (found.count + 1) * sizeof(*mailbox->letters));
	for (size_t i = 0; i < found.count; i++) {
		name_letter(id, mailbox, uids[i]);
		if (skipped_has(&mailbox->skipped, id, source->now))
			source->skipped++;
		else if (!was_taken(source, id))
			mailbox->letters[mailbox->count++].uid = uids[i];
	}
	return 0;
}

/* A server may end a connection at any time (RFC 3501, 7.1.5): only a new one
 * tells whether something is wrong. */
static int
mailbox_begin_round(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	bool is_old = mailbox->imap != NULL && clock_steady_ms() - mailbox->opened >= YOUNG;
	int result = mailbox_begin(source, err);

	mailbox->reconnects = 0;
	return result == -1 && is_old ? mailbox_begin(source, err) : result;
}

static int
mailbox_probe(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;

	if (imap_provide(mailbox->imap, source->options.processed, err) == 0 &&
	    imap_provide(mailbox->imap, source->options.failed, err) == 0)
		return 0;
	return mailbox_drop(mailbox);
}

/* The server fell over, or refused to answer: perhaps by chance, perhaps because of this
 * letter, or of one asked for with it; from now on they are asked for one by one, and only
 * one that fails again and again is skipped.  Later letters need not wait for the next round;
 * -1, with err as it is, when they must. */
static int
mailbox_start_over(struct source *source, const char *id, int64_t asked, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct err ignored;

	mailbox->one_by_one = true;
	if (skipped_note_failure(&mailbox->skipped, id, source->now)) {
		(void)marks_late(source, id, 0);
		log_warn("%s: letter %s is skipped for now: %s", source->name, id, err->text);
	}
	if (clock_steady_ms() - asked > RETRY_WITHIN || ++mailbox->reconnects > RECONNECT_MAX)
		return -1;
	(void)mailbox_drop(mailbox);
	return mailbox_begin(source, &ignored);
}

/* Fetches the letter that is next, and with it those after it, as far as they are known and
 * not too many or too large; of one larger than any may be the headers only. */
static int
mailbox_fetch_range(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct imap_letter *first = &mailbox->letters[mailbox->next], *letter = first;
	const struct imap_letter *end = &mailbox->letters[mailbox->looked];
	size_t max = mailbox->one_by_one ? 1 : mailbox->fetch_at, bytes = 0, n = 0;
	bool headers_only = letter->size > source->options.bytes_max;
	int64_t asked = clock_steady_ms(), took;

	for (; letter < end && n < max; letter++) {
		bytes += letter->size;
		if (n > 0 && (headers_only || bytes > FETCH_BYTES))
			break;
		n += letter->is_there;
	}
	arena_clear(mailbox->fetch);
	if (imap_fetch(mailbox->imap, first, (size_t)(letter - first), headers_only, mailbox->fetch,
		err) == -1)
		return -1;
	mailbox->fetched = (size_t)(letter - mailbox->letters);
	mailbox->is_together = n > 1;
	took = clock_steady_ms() - asked;
	if (took > FETCH_MS && mailbox->fetch_at > 1)
		mailbox->fetch_at /= 2;
	else if (took <= FETCH_MS && mailbox->fetch_at < FETCH_AT)
		mailbox->fetch_at *= 2;
	return 0;
}

/* 1 taken, 0 gone meanwhile or to be tried again, -1. */
static int
mailbox_fetch_next(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct imap_letter *letter = &mailbox->letters[mailbox->next];
	size_t ahead = mailbox->count - mailbox->next;
	int64_t asked = clock_steady_ms();

	name_letter(intake->id, mailbox, letter->uid);
	if (mailbox->next == mailbox->looked) {
		/* Size and time of the next letters, many in one command. */
		if (ahead > LOOK_AT)
			ahead = LOOK_AT;
		if (mailbox->one_by_one)
			ahead = 1;
		if (imap_look(mailbox->imap, letter, ahead, err) == -1)
			return mailbox_start_over(source, intake->id, asked, err);
		mailbox->looked += ahead;
	}
	if (!letter->is_there) {
		mailbox->next++;
		return 0;
	}
	if (mailbox->next >= mailbox->fetched && mailbox_fetch_range(source, err) == -1)
		return mailbox_start_over(source, intake->id, asked, err);
	/* One that did not come with others may be there all the same. */
	if (letter->bytes == NULL && mailbox->is_together &&
	    imap_fetch(mailbox->imap, letter, 1, false, mailbox->fetch, err) == -1)
		return mailbox_start_over(source, intake->id, asked, err);
	mailbox->next++;
	mailbox->reconnects = 0;
	letter->is_there = letter->bytes != NULL;
	if (letter->bytes == NULL)
		return 0;
	intake->headers_only = letter->size > source->options.bytes_max;
	if (!intake->headers_only &&
	    source_waits_for_text(source, intake, letter->bytes, letter->length, letter->size))
		return 0;
	marks_drop(source, intake->id);
	intake->stamped = letter->received != 0 ? letter->received : source->now;
	intake->bytes = memcpy(
	    arena_alloc(arena, letter->length + 1), letter->bytes, letter->length);
	intake->length = letter->length;
	return 1;
}

/* At the end of a round: of each letter that was searched and not given, is it gone, or does
 * the server pass it over?  Then the mailbox is not read to its end. */
static int
mailbox_account(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	char id[SKIPPED_ID];
	size_t i = 0;
	int count;

	while (i < mailbox->count && mailbox->letters[i].is_there)
		i++;
	if (i == mailbox->count)
		return 0;
	count = imap_count_passed_over(
	    mailbox->imap, mailbox->letters, mailbox->count, mailbox->round, err);
	for (i = mailbox->count; count > 0 && i > 0; i--) {
		const struct imap_letter *letter = &mailbox->letters[i - 1];

		if (!letter->is_passed_over)
			continue;
		name_letter(id, mailbox, letter->uid);
		(void)marks_late(source, id, letter->size);
		if (--count > 0) {
			source->skipped++;
			continue;
		}
		log_error_once("%s: the mail server lists letter %u%s and does not give it; if "
			       "that goes on, "
			       "move it out of the folder with a mail program and back",
		    source->name, letter->uid, source->skipped > 0 ? " and others" : "");
		source->skipped++;
	}
	mailbox->count = mailbox->next = mailbox->looked = mailbox->fetched = 0;
	return count;
}

static int
mailbox_fetch(struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	int result = 0;

	while (result == 0 && mailbox->next < mailbox->count)
		result = mailbox_fetch_next(source, arena, intake, err);
	if (result == 0)
		result = mailbox_flush(source, err);
	if (result == 0)
		result = mailbox_account(source, err);
	if (result == 0)
		mailbox->one_by_one = false;
	return result == -1 ? mailbox_drop(mailbox) : result;
}

static bool
mailbox_is_at_hand(const struct source *source)
{
	const struct imap_mailbox *mailbox = source->state;

	return mailbox->next < mailbox->fetched && mailbox->letters[mailbox->next].bytes != NULL;
}

static int
mailbox_settle(struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	uint32_t size = 0;
	unsigned uidvalidity, uid;

	if (mailbox->imap == NULL)
		return err_set(err, "%s: not connected; letter %s will be met again", source->name,
		    intake->id);
	if (sscanf(intake->id, "%u.%u", &uidvalidity, &uid) != 2 ||
	    uidvalidity != imap_uidvalidity(mailbox->imap)) {
		(void)mailbox_drop(mailbox);
		return err_set(err, "%s: the server has renumbered its letters", source->name);
	}
	for (size_t i = mailbox->next; i > 0 && size == 0; i--)
		if (mailbox->letters[i - 1].uid == uid)
			size = mailbox->letters[i - 1].size;
	return mailbox_put(source, uid, size,
		   how == SETTLE_PROCESSED ? source->options.processed : source->options.failed,
		   err) == -1 ?
	    mailbox_drop(mailbox) :
	    0;
}

/* The server may have announced letters since the search, before anyone listened. */
static int
mailbox_idle(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	uint32_t *uids;
	size_t count;

	if (mailbox->imap == NULL)
		return -1;
	if (mailbox_flush(source, err) == -1 ||
	    imap_search(mailbox->imap, mailbox->last + 1, mailbox->round, &uids, &count, err) == -1)
		return mailbox_drop(mailbox);
	if (count > 0)
		return imap_news(mailbox->imap);
	return clock_steady_ms() < mailbox->idle_at ? -1 : imap_idle(mailbox->imap);
}

static bool
mailbox_has_news(struct source *source)
{
	struct imap_mailbox *mailbox = source->state;

	return imap_has_news(mailbox->imap);
}

static int
mailbox_wake(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	int64_t now = clock_steady_ms();
	bool is_young = now - mailbox->opened < YOUNG;
	int rc;

	if (mailbox->imap == NULL)
		return 0;
	rc = imap_idle_end(mailbox->imap, err);
	if (now >= mailbox->idle_at && imap_refuses_idle(mailbox->imap)) {
		mailbox->idle_at = now + NO_IDLE_MS;
		is_young = false;
		log_warn("%s: the server does not take IDLE: letters are looked for by time",
		    source->name);
	}
	if (rc == 0)
		return 0;
	(void)mailbox_drop(mailbox);
	return is_young ? -1 : 0;
}

const struct source_ops source_imap_ops = {
	.kind = { .name = "imap", .protocol = "imap", .needs_user = true },
	.open = mailbox_open,
	.close = mailbox_close,
	.probe = mailbox_probe,
	.begin = mailbox_begin_round,
	.fetch = mailbox_fetch,
	.is_at_hand = mailbox_is_at_hand,
	.settle = mailbox_settle,
	.idle = mailbox_idle,
	.has_news = mailbox_has_news,
	.wake = mailbox_wake,
};
