/* SPDX-License-Identifier: ISC */
/*
 * Letters out of a POP3 mailbox (RFC 1939), on a connection libcurl has opened.
 *
 * A round is one session: UIDL and LIST, RETR each letter, DELE what was
 * settled, QUIT, which is when the server deletes.  There are no folders: a
 * parked letter goes into a local Maildir where one is configured; else, or
 * where that fails, it stays on the server and is skipped for a while.  What a
 * session that broke has not deleted is deleted by the next one, before anything
 * else; after a restart the inbox digest makes up for that.  Servers give UIDs again,
 * although they must not: what is to be deleted unread is the same in size and Message-ID
 * too.  A letter that breaks the session is known by its UID, so that those after it get
 * their turn.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/token.h"
#include "mail/net/pop3.h"
#include "mail/read/headers.h"
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
	const struct pop3_letter *sorted; /* the same, by UID */
	size_t count, next;
	size_t marked;            /* of these, for QUIT */
	struct arena *before;     /* a session that was lost: */
	struct pop3_letter *owed; /* what it was to delete, sorted by UID */
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

static const struct pop3_letter *
find_uid(const struct pop3_letter *sorted, size_t count, const char *uid)
{
	struct pop3_letter wanted;

	str_copy(wanted.uid, sizeof wanted.uid, uid);
	return count == 0 ? NULL : bsearch(&wanted, sorted, count, sizeof wanted, by_uid);
}

/* Two letters with one UID have two names; no UID has a blank. */
static void
name_letter(char id[SKIPPED_ID], const struct pop3_letter *letter)
{
	if (letter->is_twin)
		snprintf(id, SKIPPED_ID, "%s %u", letter->uid, letter->number);
	else
		str_copy(id, SKIPPED_ID, letter->uid);
}

/* In the arena; NULL: it has none. */
static const char *
message_id(struct arena *arena, const char *bytes, size_t length)
{
	struct arena *spare = arena_new();
	struct headers headers;
	char *text, *id = NULL;
	const char *at;

	length = source_headers(bytes, length);
	text = memcpy(arena_alloc(spare, length + 1), bytes, length);
	headers_read(&headers, spare, text, clean_line_ends(text, length));
	if ((at = headers_get(&headers, "Message-ID")) != NULL)
		id = header_next_id(arena, &at);
	arena_free(spare);
	return id != NULL && id[0] != '\0' ? id : NULL;
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
			if (mailbox->letters[i].is_marked)
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

static bool
is_listed(void *context, const char *id)
{
	const struct pop3_mailbox *mailbox = context;

	return find_uid(mailbox->sorted, mailbox->count, id) != NULL;
}

static void
sort_letters(struct pop3_mailbox *mailbox)
{
	size_t count = mailbox->count;
	struct pop3_letter *sorted = arena_alloc(mailbox->round, (count + 1) * sizeof *sorted);

	if (count > 0)
		memcpy(sorted, mailbox->letters, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, by_uid);
	for (size_t i = 0; i < count; i++) {
		const struct pop3_letter *one = find_uid(sorted, count, mailbox->letters[i].uid);

		mailbox->letters[i].is_twin = (one > sorted && by_uid(one, one - 1) == 0) ||
		    (one + 1 < sorted + count && by_uid(one, one + 1) == 0);
	}
	mailbox->sorted = sorted;
}

static int
session_open(struct source *source, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;

	arena_clear(mailbox->round);
	mailbox->opened = clock_steady_ms();
	if (pop3_open(&mailbox->pop3, &mailbox->url, &source->options.login, err) == -1)
		return -1;
	if (pop3_list(mailbox->pop3, mailbox->round, &mailbox->letters, &mailbox->count, err) == -1)
		return session_drop(mailbox);
	sort_letters(mailbox);
	if (mailbox->count < POP3_LETTERS_MAX)
		marks_tidy(source, is_listed, mailbox);
	return 0;
}

/* Is it the letter that an earlier session was to delete?  What cannot be compared is not: it is
 * read again, and known then.  1, 0, -1. */
static int
is_owed(struct source *source, const struct pop3_letter *letter, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	const struct pop3_letter *owed = find_uid(mailbox->owed, mailbox->owed_count, letter->uid);
	struct arena *arena;
	const char *bytes, *id;
	size_t length;
	int result;

	if (owed == NULL || owed->message_id == NULL || owed->size == 0 ||
	    owed->size != letter->size)
		return 0;
	arena = arena_new();
	result = pop3_fetch(mailbox->pop3, letter->number, true, source->options.bytes_max, arena,
	    &bytes, &length, err);
	if (result == 1) {
		id = message_id(arena, bytes, length);
		result = id != NULL && str_equal(id, owed->message_id);
	}
	arena_free(arena);
	return result;
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
		const struct pop3_letter *letter = &mailbox->letters[i];
		int result = is_owed(source, letter, err);

		if (result == 1)
			result = pop3_delete(mailbox->pop3, letter->number, err);
		if (result == -1)
			return session_drop(mailbox);
		mailbox->marked += result == 1;
	}
	if (mailbox->marked == 0) {
		mailbox->owed_count = 0;
		return 0;
	}
	return session_finish(source, err) == -1 ? -1 : session_open(source, err);
}

static int
pop3_source_begin(struct source *source, struct err *err)
{
	((struct pop3_mailbox *)source->state)->reconnects = 0;
	return session_begin(source, err);
}

/* The session broke at this letter: perhaps by chance, perhaps because of it.  Later letters need
 * not wait for the next round, unless the server is slow or no letter came for some sessions. */
static int
session_start_over(struct source *source, int64_t asked)
{
	struct pop3_mailbox *mailbox = source->state;
	struct err ignored;

	(void)session_drop(mailbox);
	if (clock_steady_ms() - asked > RETRY_WITHIN || ++mailbox->reconnects > RECONNECT_MAX)
		return -1;
	return session_begin(source, &ignored);
}

/* Is what came the letter?  A part of it is taken after a day: put aside, and where there is no
 * place for it, not again, until it comes whole. */
static bool
is_to_be_read(struct source *source, const struct pop3_letter *letter, struct intake *intake)
{
	struct pop3_mailbox *mailbox = source->state;
	struct letter_mark mark;

	intake->is_cut = false;
	if (!intake->headers_only &&
	    source_waits_for_text(source, intake, intake->bytes, intake->length, letter->size))
		return false;
	if (!intake->is_cut) {
		marks_drop(source, intake->id);
		return true;
	}
	mark = *marks_find(source, intake->id);
	if (mark.is_parked && source->options.path == NULL) {
		skipped_add(&mailbox->parked, intake->id, source->now);
		return false;
	}
	mark.is_told = true;
	marks_set(source, &mark, true);
	return true;
}

/* 1 taken, 0 skipped or to be tried again, -1.  POP3 knows no time of arrival: it
 * is the time of the round. */
static int
session_fetch_next(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	struct pop3_letter *letter = &mailbox->letters[mailbox->next++];
	int64_t asked = clock_steady_ms();
	int result;

	name_letter(intake->id, letter);
	if (skipped_has(&mailbox->parked, intake->id, source->now))
		return 0;
	if (skipped_has(&mailbox->skipped, intake->id, source->now)) {
		source->skipped++;
		return 0;
	}
	intake->headers_only = letter->size > source->options.bytes_max;
	intake->stamped = source->now;
	result = pop3_fetch(mailbox->pop3, letter->number, intake->headers_only,
	    source->options.bytes_max, arena, &intake->bytes, &intake->length, err);
	if (result == 1) {
		mailbox->reconnects = 0;
		if (intake->headers_only)
			intake->length = source_headers(intake->bytes, intake->length);
		letter->message_id = message_id(mailbox->round, intake->bytes, intake->length);
		return is_to_be_read(source, letter, intake);
	}
	if (result == 0) {
		mailbox->reconnects = 0;
		skipped_add(&mailbox->skipped, intake->id, source->now);
		source->skipped++;
	}
	if (result == 0 || skipped_note_failure(&mailbox->skipped, intake->id, source->now)) {
		(void)marks_late(source, intake->id, (int64_t)letter->size);
		log_warn(
		    "%s: letter %s is skipped for now: %s", source->name, intake->id, err->text);
	}
	return result == 0 ? 0 : session_start_over(source, asked);
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

/* Its file, where a Maildir takes it: a UID may name another letter some day. */
static void
name_parked(char out[MAILDIR_NAME_MAX + 1], const struct intake *intake)
{
	struct piece piece = { intake->bytes, intake->length };
	char digest[65], name[sizeof intake->id + sizeof digest];

	digest_pieces(&piece, 1, digest);
	str_format(name, sizeof name, "%s.%.16s", intake->id, digest);
	maildir_safe_name(out, name);
}

static int
park(struct source *source, const struct intake *intake, struct err *err)
{
	char name[MAILDIR_NAME_MAX + 1];

	if (source->options.path == NULL)
		return err_set(err, "there is no Maildir for it");
	name_parked(name, intake);
	return maildir_put(source->options.path, name, intake->bytes, intake->length, err);
}

/* A parked letter that has no place here stays on the server. */
static void
pass_over(struct source *source, const struct intake *intake, const struct err *why)
{
	struct pop3_mailbox *mailbox = source->state;
	struct letter_mark *found = marks_find(source, intake->id), mark;

	log_warn("%s: letter %s stays on the server: %s", source->name, intake->id, why->text);
	skipped_add(&mailbox->parked, intake->id, source->now);
	if (!intake->is_cut || found == NULL)
		return;
	mark = *found;
	mark.is_parked = true;
	marks_set(source, &mark, true);
}

/* A parked letter goes on to be deleted when it is safe in the local Maildir. */
static int
pop3_source_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err)
{
	struct pop3_mailbox *mailbox = source->state;
	char id[SKIPPED_ID];
	struct err why;

	if (how == SETTLE_FAILED && park(source, intake, &why) == -1) {
		pass_over(source, intake, &why);
		return 0;
	}
	for (size_t i = mailbox->next; i > 0; i--) {
		struct pop3_letter *letter = &mailbox->letters[i - 1];
		int result;

		name_letter(id, letter);
		if (!str_equal(id, intake->id))
			continue;
		result = pop3_delete(mailbox->pop3, letter->number, err);
		letter->is_marked = result != 0;
		mailbox->marked += letter->is_marked;
		return result == 1 ? 0 : session_drop(mailbox);
	}
	return err_set(err, "%s: no letter %s in this session; it will be met again", source->name,
	    intake->id);
}

static void
pop3_source_aside(const struct source *source, const struct intake *intake, char *out, size_t size)
{
	char name[MAILDIR_NAME_MAX + 1];

	if (source->options.path == NULL) {
		str_format(out, size, "%s, letter %s", source->name, intake->id);
		return;
	}
	name_parked(name, intake);
	str_format(out, size, "%s/new/%s", source->options.path, name);
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
