/* SPDX-License-Identifier: ISC */
/*
 * One letter taken from its source (take.h).
 *
 * A letter of which the program crashes, or that it cannot answer, is tried so
 * often and then put aside, so that the mailbox goes on.
 */
#include "take.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/source.h"
#include "notify.h"
#include "office.h"
#include "quarantine.h"

#define FAILURES_MAX	3	/* a letter that stops the program so often is parked */

static void
count(struct pass *pass, enum handled handled)
{
	pass->letters++;
	pass->done += handled == LETTER_DONE;
	pass->refused += handled == LETTER_REFUSED;
	pass->ignored += handled == LETTER_IGNORED || handled == LETTER_KNOWN ||
	    handled == LETTER_KNOWN_PARKED || handled == LETTER_BOUNCED;
	pass->parked += handled == LETTER_PARKED;
}

/* A letter that failed so often: 1 put it aside, 0 leave it for another try, -1. */
static int
give_up(struct office *office, const struct intake *intake, int failures, int64_t now,
    struct err *err)
{
	if (failures < FAILURES_MAX)
		return failures == -1 ? -1 : 0;
	log_error("a letter failed %d times and is put aside: %s of %s", failures, intake->id,
	    intake->source);
	return operator_report(office, "operator-parked", intake->id, now,
	    err) == -1 ? -1 : 1;
}

/* 1 settle it, 0 leave it for another try, -1 stop this pass. */
static int
handle(struct office *office, const struct intake *intake, int crashes, int64_t now,
    enum handled *handled, struct err *err)
{
	int	failures = crashes, aside;

	notify_alive();
	*handled = LETTER_FAILED;
	if (crashes < FAILURES_MAX)
		*handled = postman_handle(office, intake, now, err);
	if (*handled == LETTER_TROUBLE)
		return -1;
	if (*handled != LETTER_FAILED)
		return 1;
	if (crashes < FAILURES_MAX) {
		log_error("%s", err->text);
		failures = postman_failed(office, intake, now, err);
	}
	if ((aside = give_up(office, intake, failures, now, err)) == 1)
		*handled = LETTER_PARKED;
	return aside;
}

int
take_letter(struct office *office, struct source *source, const struct intake *intake,
    int64_t now, struct pass *pass, struct err *err)
{
	struct arena	*arena = arena_new();
	struct intake	 settled = *intake;
	enum handled	 handled;
	int		 crashes = in_hand_begin(office, intake);
	int		 rc = handle(office, intake, crashes, now, &handled, err);
	bool		 is_parked = handled == LETTER_PARKED || handled == LETTER_KNOWN_PARKED;

	if (is_parked && crashes <= FAILURES_MAX && !intake->headers_only)
		settled.kept = quarantine(arena, intake->bytes, intake->length);
	in_hand_end();
	if (rc == 1) {
		count(pass, handled);
		rc = source_settle(source, &settled,
		    is_parked ? SETTLE_FAILED : SETTLE_PROCESSED, err);
	} else if (rc == 0) {
		pass->all_read = false;
		pass->trouble = true;
	}
	arena_free(arena);
	return rc;
}
