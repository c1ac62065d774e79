/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a POP3 mailbox (RFC 1939), on a connection libcurl has opened.
 *
 * A round is one session: UIDL and LIST, RETR each letter, DELE what was
 * settled, QUIT, which is when the server deletes.  There are no folders: a
 * parked letter goes into a Maildir of ours where one is configured; else, or
 * where that fails, it stays on the server and is passed over for a while.  A lost
 * QUIT is healed by the inbox digest.  A letter that breaks the session is told by
 * its UID, so that those behind it get their turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/maildir.h"
#include "mail/pop3.h"
#include "mail/source_ops.h"
#include "mail/trouble.h"

#define STARTS_MAX	3	/* sessions in a row on which no letter came */
#define HASTE		10000	/* milliseconds; who fails later is not asked again in this round */

struct mailbox {
	struct pop3		*pop3;		/* NULL: no session */
	struct url		 url;
	struct login		 login;
	struct arena		*round;
	struct pop3_letter	*letters;
	size_t			 count, next;
	int			 starts;	/* sessions in a row on which no letter came */
	struct trouble		 trouble;
	struct trouble		 parked;	/* but there is nowhere to put them */
};

static void
drop(struct mailbox *mailbox)
{
	pop3_close(mailbox->pop3);
	mailbox->pop3 = NULL;
	mailbox->count = mailbox->next = 0;
}

static int
pop3_source_open(struct source *source, struct err *err)
{
	const struct source_options *options = &source->options;
	struct mailbox		    *mailbox = arena_alloc(source->arena, sizeof(*mailbox));

	source->state = mailbox;
	mailbox->round = arena_new();
	mailbox->login = options->login;
	/* Later the sandbox would not let us. */
	if (options->path != NULL && maildir_make_bare(options->path, err) == -1)
		return -1;
	return url_read(&mailbox->url, source->arena, options->url, "pop3", err);
}

/* What was settled and not yet deleted goes with this QUIT. */
static int
finish(struct mailbox *mailbox, struct err *err)
{
	int result = 0;

	if (mailbox->pop3 != NULL)
		result = pop3_quit(mailbox->pop3, err);
	drop(mailbox);
	return result;
}

static void
pop3_source_close(struct source *source)
{
	struct mailbox *mailbox = source->state;
	struct err	ignored;

	if (mailbox == NULL)
		return;
	(void)finish(mailbox, &ignored);
	arena_free(mailbox->round);
}

static int
begin(struct source *source, struct err *err)
{
	struct mailbox *mailbox = source->state;

	source->left = 0;
	if (finish(mailbox, err) == -1)
		return -1;
	arena_clear(mailbox->round);
	if (pop3_open(&mailbox->pop3, &mailbox->url, &mailbox->login, err) == -1)
		return -1;
	if (pop3_list(mailbox->pop3, mailbox->round, &mailbox->letters, &mailbox->count,
	    err) == -1) {
		drop(mailbox);
		return -1;
	}
	return 0;
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
	struct err	later;

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
	struct mailbox		 *mailbox = source->state;
	const struct pop3_letter *letter = &mailbox->letters[mailbox->next++];
	int64_t			  asked = clock_steady_ms();
	int			  result;

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
	if (result == 0) {
		trouble_pass_over(&mailbox->trouble, letter->uid, source->now);
		log_warn("%s: letter %s is passed over for now: %s", source->name, letter->uid,
		    err->text);
		source->left++;
	}
	return result;
}

static int
pop3_source_fetch(struct source *source, struct arena *arena, struct intake *intake,
    struct err *err)
{
	struct mailbox *mailbox = source->state;
	int		result = 0;

	while (result == 0 && mailbox->next < mailbox->count)
		result = fetch_next(source, arena, intake, err);
	return result;
}

/* True when it is safe in a Maildir of ours. */
static bool
park(struct source *source, const struct intake *intake)
{
	struct mailbox *mailbox = source->state;
	struct err	why = { "there is no Maildir for it" };

	if (source->options.path != NULL && maildir_put_as_of(source->options.path, intake->id,
	    intake->received, intake->kept != NULL ? intake->kept : intake->bytes,
	    intake->kept != NULL ? intake->kept_length : intake->length, &why) == 0)
		return true;
	log_warn("%s: letter %s stays on the server: %s", source->name, intake->id, why.text);
	trouble_pass_over(&mailbox->parked, intake->id, source->now);
	return false;
}

static int
pop3_source_settle(struct source *source, const struct intake *intake, enum settle how,
    struct err *err)
{
	struct mailbox *mailbox = source->state;

	if (how == SETTLE_FAILED && !park(source, intake))
		return 0;
	for (size_t i = mailbox->next; i > 0; i--) {
		if (!str_equal(mailbox->letters[i - 1].uid, intake->id))
			continue;
		if (pop3_delete(mailbox->pop3, mailbox->letters[i - 1].number, err) == 0)
			return 0;
		drop(mailbox);
		return -1;
	}
	return err_set(err, "%s: no letter %s in this session; it will be met again", source->name,
	    intake->id);
}

/* The session ends between rounds: servers show new letters only in a new one. */
static int
pop3_source_idle(struct source *source, struct err *err)
{
	(void)finish(source->state, err);
	return -1;
}

const struct source_ops source_pop3_ops = {
	.open	= pop3_source_open,
	.close	= pop3_source_close,
	.begin	= pop3_source_begin,
	.fetch	= pop3_source_fetch,
	.settle	= pop3_source_settle,
	.idle	= pop3_source_idle,
};
