/* SPDX-License-Identifier: ISC */
/*
 * Delivery reports about letters of ours (RFC 3464), known by the token in the
 * envelope sender that they were sent to.
 *
 * Hard bounces on three days stop an address; a delay says nothing.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "mail/read/address.h"
#include "mail/source/source.h"
#include "server/postman.h"
#include "server/undelivered.h"
#include "store/outbox.h"
#include "store/players.h"

#define BOUNCE_DAYS    3          /* hard bounces on so many days … */
#define BOUNCES_WITHIN (30 * DAY) /* … of these stop an address */

const char *
postman_envelope_token(const struct work *work)
{
	const struct letter *letter = &work->letter;
	const char *own = work->server->policy.address;

	for (int i = -1; i < letter->recipient_count; i++) {
		const char *to = i == -1 ? work->intake->recipient : letter->recipients[i];
		const char *tag = to != NULL ? address_tag(work->arena, to, own) : NULL;

		if (tag != NULL && str_starts_nocase(tag, "b."))
			return tag + 2;
	}
	return NULL;
}

/* The outbox row that a report is about. */
static int
bounced_row(struct work *work, struct out *out, struct err *err)
{
	const char *text = postman_envelope_token(work);
	struct token token;

	if (text == NULL || !token_read(&work->server->keys, text, &token) ||
	    token.purpose != TOKEN_BOUNCE)
		return 0;
	return outbox_get(work->server->store, work->arena, token.game, out, err);
}

int
postman_bounce(struct work *work, struct err *err)
{
	const struct bounce *bounce = &work->letter.bounce;
	struct store *store = work->server->store;
	struct out out;
	int64_t days;
	int found, stopped;

	work->outcome = "bounced";
	if (bounce->delayed || !bounce->permanent)
		return 0;
	if ((found = bounced_row(work, &out, err)) != 1)
		return found == 0 ? 0 : -1;
	if (bounces_add(store, out.recipient, work->now, work->now - BOUNCES_WITHIN, &days, err) ==
	    -1)
		return -1;
	log_warn("%s bounced a letter (%s)", out.recipient,
	    bounce->status != NULL ? bounce->status : "no status");
	if (days < BOUNCE_DAYS)
		return 0;
	/* Letters sent before go on coming back: told once. */
	if ((stopped = addresses_stop(store, out.recipient, true, err)) != 1)
		return stopped;
	log_warn("%s gets no more letters: bounces on %d days", out.recipient, BOUNCE_DAYS);
	out.answer = bounce->status;
	return undelivered_tell(work->server, work->arena, &out, "address-stopped", work->now, err);
}
