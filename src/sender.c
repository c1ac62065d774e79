/* SPDX-License-Identifier: ISC */
/*
 * Sending what waits: the same bytes on each try, with growing waits
 * (RFC 5321, 4.5.4.1), until the mail server has taken them or time is up.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "config.h"
#include "mail/sink.h"
#include "office.h"
#include "store/db.h"
#include "store/games.h"
#include "store/post.h"

#define BATCH	50

static const int64_t waits[] = { MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR };
#define WAITS	((int)(sizeof waits / sizeof waits[0]))

static int64_t
next_wait(int tries)
{
	return waits[tries < WAITS ? tries : WAITS - 1];
}

static enum out_state
state_after(const struct office *office, const struct out *out, enum sent sent, int64_t now)
{
	if (sent == SENT)
		return OUT_SENT;
	if (sent == SENT_REFUSED)
		return OUT_REFUSED;
	return now + next_wait(out->tries) > out->created + office->config->retry_days * DAY ?
	    OUT_GIVEN_UP : OUT_WAITING;
}

static int
tell(struct office *office, const struct out *out, const struct sink_answer *answer, int64_t now,
    struct err *err)
{
	struct arena	*arena = arena_new();
	struct out	 last = *out;
	int		 rc;

	last.answer = answer->text;
	rc = undelivered_tell(office, arena, &last, "letter-given-up", now, err);
	arena_free(arena);
	return rc;
}

static int
note_result(struct office *office, const struct out *out, const struct sink_answer *answer,
    enum out_state state, int64_t now, struct err *err)
{
	int	rc;

	if (store_begin(office->store, err) == -1)
		return -1;
	rc = outbox_result(office->store, out->id, state, now + next_wait(out->tries), now,
	    answer->text, err);
	if (rc == 0 && state == OUT_SENT && out->game != 0 && out->ply > 0)
		rc = games_answered(office->store, out->game, out->ply, now, err);
	if (rc == 0 && (state == OUT_REFUSED || state == OUT_GIVEN_UP))
		rc = tell(office, out, answer, now, err);
	if (rc == -1) {
		store_rollback(office->store);
		return -1;
	}
	return store_commit(office->store, err);
}

static int
send_one(struct office *office, struct sink *sink, const struct out *out, int64_t now, int *sent,
    int *kept, struct err *err)
{
	struct sink_answer	answer;
	enum out_state		state;

	/* Its Message-ID names the letter, so that a Maildir takes it once. */
	sink_send(sink, out->sender, out->recipient, out->message_id, out->bytes, out->length,
	    &answer);
	state = state_after(office, out, answer.sent, now);
	*sent += state == OUT_SENT;
	*kept += state == OUT_WAITING;
	if (state == OUT_SENT)
		log_info("letter %lld sent to %s", (long long)out->id, out->recipient);
	else
		log_warn("letter %lld to %s %s: %s", (long long)out->id, out->recipient,
		    state == OUT_WAITING ? "waits" : "was given up", answer.text);
	return note_result(office, out, &answer, state, now, err);
}

int
sender_send(struct office *office, struct sink *sink, int64_t now, int *sent, int *kept,
    struct err *err)
{
	struct arena	*arena = arena_new();
	struct out	*due;
	int		 count, rc = 0;

	*sent = *kept = 0;
	while (rc == 0 && (count = outbox_due(office->store, arena, now, BATCH, &due, err)) != 0) {
		if (count == -1)
			rc = -1;
		for (int i = 0; i < count && rc == 0; i++)
			rc = send_one(office, sink, &due[i], now, sent, kept, err);
		arena_clear(arena);
	}
	arena_free(arena);
	return rc;
}
