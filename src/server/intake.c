/* SPDX-License-Identifier: ISC */
/*
 * One letter taken from its source (take.h).
 *
 * A letter of which the program crashes, or that it cannot answer, is tried so
 * often and then put aside, so that the mailbox goes on.
 */
#include "server/intake.h"

#include "base/err.h"
#include "base/log.h"
#include "mail/source/source.h"
#include "server/notify.h"
#include "server/server.h"

#define FAILURES_MAX 3 /* a letter that stops the program so often is parked */

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
give_up(
    struct server *server, const struct intake *intake, int failures, int64_t now, struct err *err)
{
	if (failures < FAILURES_MAX)
		return failures == -1 ? -1 : 0;
	log_error("a letter failed %d times and is put aside: %s of %s", failures, intake->id,
	    intake->source);
	return operator_report(server, "operator-parked", intake->id, now, err) == -1 ? -1 : 1;
}

/* 1 settle it, 0 leave it for another try, -1 stop this pass. */
static int
handle(struct server *server, const struct intake *intake, int crashes, int64_t now,
    enum handled *handled, struct err *err)
{
	int failures = crashes, aside;

	notify_alive();
	*handled = LETTER_FAILED;
	if (crashes < FAILURES_MAX)
		*handled = postman_handle(server, intake, now, err);
	if (*handled == LETTER_TROUBLE)
		return -1;
	if (*handled != LETTER_FAILED)
		return 1;
	if (crashes < FAILURES_MAX) {
		log_error("%s", err->text);
		failures = postman_failed(server, intake, now, err);
	}
	if ((aside = give_up(server, intake, failures, now, err)) == 1)
		*handled = LETTER_PARKED;
	return aside;
}

static bool
is_parked(enum handled handled)
{
	return handled == LETTER_PARKED || handled == LETTER_KNOWN_PARKED;
}

int
intake_letter(struct server *server, struct source *source, const struct intake *intake,
    int64_t now, struct pass *pass, struct err *err)
{
	enum handled handled;
	int rc = handle(server, intake, poison_begin(server, intake), now, &handled, err);

	poison_end();
	if (rc == 1) {
		count(pass, handled);
		rc = source_settle(
		    source, intake, is_parked(handled) ? SETTLE_FAILED : SETTLE_PROCESSED, err);
	} else if (rc == 0) {
		pass->all_read = false;
		pass->trouble = true;
	}
	return rc;
}
