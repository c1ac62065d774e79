/* SPDX-License-Identifier: ISC */
/*
 * What becomes of letters in an IMAP mailbox (source_imap.h).
 *
 * A settled letter moves to its folder, many in one command.  What could not be moved is met again:
 * nothing is expunged that is not in its folder.
 */
#include "mail/source/source_imap.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"

/* While letters come slowly, so that few come again after a crash or when a pass of
 * cron's was cut off. */
#define MOVE_WITHIN 10000 /* milliseconds */
#define MOVE_BYTES  (256 << 10)

void
imap_mailbox_drop(struct imap_mailbox *mailbox)
{
	imap_close(mailbox->imap);
	mailbox->imap = NULL;
	mailbox->count = mailbox->next = mailbox->looked = 0;
}

void
imap_mailbox_name(char id[TROUBLE_ID], const struct imap_mailbox *mailbox, uint32_t uid)
{
	snprintf(id, TROUBLE_ID, "%u.%u", imap_uidvalidity(mailbox->imap), uid);
}

/* What the server did not find another of us has taken; not every server says. */
static int
move(struct source *source, const uint32_t *uids, size_t count, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	size_t moved;

	if (imap_move(mailbox->imap, uids, count, mailbox->folder, &moved, err) == -1)
		return -1;
	mailbox->tells_moves |= moved > 0;
	if (mailbox->tells_moves && moved < count)
		source->missed += (int)(count - moved);
	return 0;
}

/* A parked letter that cannot be moved stays where it is, and is passed over for a
 * while, so that it holds up no other.  -1 when it was the connection. */
static int
move_one(struct source *source, uint32_t uid, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	struct imap_letter letter = { .uid = uid };
	struct err later;
	char id[TROUBLE_ID];

	if (move(source, &uid, 1, err) == 0)
		return 0;
	if (imap_look(mailbox->imap, &letter, 1, &later) == -1)
		return -1;
	if (letter.received == 0) {
		source->missed++;
		return 0;
	}
	if (mailbox->folder != source->options.failed)
		return -1;
	log_warn("%s: letter %u stays where it is: %s", source->name, uid, err->text);
	imap_mailbox_name(id, mailbox, uid);
	trouble_pass_over(&mailbox->parked, id, source->now);
	return 0;
}

/* Moves what was settled.  Where the server refuses them together, since another
 * of us has taken one, each is tried alone.  A server that moves letters is sound,
 * however often the link breaks. */
int
imap_mailbox_flush(struct source *source, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	size_t count = mailbox->settled_count;

	if (count == 0 || mailbox->imap == NULL)
		return 0;
	mailbox->settled_count = 0;
	if (count == 1 || move(source, mailbox->settled, count, err) == -1)
		for (size_t i = 0; i < count; i++)
			if (move_one(source, mailbox->settled[i], err) == -1)
				return -1;
	source->failures = 0;
	return 0;
}

/* To be moved with others of its kind. */
static int
move_later(struct source *source, uint32_t uid, size_t length, const char *folder, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	int64_t now = clock_steady_ms();

	if ((folder != mailbox->folder || mailbox->settled_count == MOVE_AT ||
		now - mailbox->settled_since > MOVE_WITHIN ||
		mailbox->settled_bytes > MOVE_BYTES) &&
	    imap_mailbox_flush(source, err) == -1) {
		imap_mailbox_drop(mailbox);
		return -1;
	}
	if (mailbox->settled_count == 0) {
		mailbox->settled_since = now;
		mailbox->settled_bytes = 0;
	}
	mailbox->settled_bytes += length;
	mailbox->settled_in = imap_uidvalidity(mailbox->imap);
	mailbox->folder = folder;
	mailbox->settled[mailbox->settled_count++] = uid;
	return 0;
}

int
imap_mailbox_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct imap_mailbox *mailbox = source->state;
	const char *folder = how == SETTLE_PROCESSED ? source->options.processed :
						       source->options.failed;
	unsigned uidvalidity, uid;

	if (mailbox->imap == NULL)
		return err_set(err, "%s: not connected; letter %s will be met again", source->name,
		    intake->id);
	if (sscanf(intake->id, "%u.%u", &uidvalidity, &uid) != 2 ||
	    uidvalidity != imap_uidvalidity(mailbox->imap)) {
		imap_mailbox_drop(mailbox);
		return err_set(err, "%s: the server has numbered its letters anew", source->name);
	}
	return move_later(source, uid, intake->length, folder, err);
}
