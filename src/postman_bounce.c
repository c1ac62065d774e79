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
#include "mail/source.h"
#include "postman.h"
#include "store/post.h"

#define BOUNCE_DAYS	3		/* hard bounces on so many days … */
#define BOUNCES_WITHIN	(30 * DAY)	/* … of these stop an address */

/* The outbox row that a report is about, known by the token it was sent to. */
static int
bounced_row(struct work *work, struct out *out, struct err *err)
{
	const char	*own = work->office->policy.address, *tag = NULL;
	struct token	 token;

	if (work->intake->recipient != NULL)
		tag = address_tag(work->arena, work->intake->recipient, own);
	for (int i = 0; tag == NULL && i < work->letter.recipient_count; i++)
		tag = address_tag(work->arena, work->letter.recipients[i], own);
	if (tag == NULL || !str_starts_nocase(tag, "b.") ||
	    !token_read(&work->office->keys, tag + 2, &token) || token.purpose != TOKEN_BOUNCE)
		return 0;
	return outbox_get(work->office->store, work->arena, token.game, out, err);
}

int
postman_bounce(struct work *work, struct err *err)
{
	const struct bounce	*bounce = &work->letter.bounce;
	struct store		*store = work->office->store;
	struct out		 out;
	int64_t			 days;
	int			 found;

	work->outcome = "bounced";
	if (bounce->delayed || !bounce->permanent)
		return 0;
	if ((found = bounced_row(work, &out, err)) != 1)
		return found == 0 ? 0 : -1;
	if (bounces_add(store, out.recipient, work->now, work->now - BOUNCES_WITHIN, &days, err) == -1)
		return -1;
	log_warn("%s bounced a letter (%s)", out.recipient,
	    bounce->status != NULL ? bounce->status : "no status");
	if (days != BOUNCE_DAYS)
		return 0;
	log_warn("%s gets no more letters: bounces on %d days", out.recipient, BOUNCE_DAYS);
	out.answer = bounce->status;
	if (addresses_stop(store, out.recipient, true, err) == -1 ||
	    undelivered_tell(work->office, work->arena, &out, "address-stopped", work->now, err) == -1)
		return -1;
	return 0;
}
