/* SPDX-License-Identifier: ISC */
/*
 * One letter taken from its source (intake.h).
 *
 * A letter that crashes the program, or that it cannot answer, is tried three
 * times and then put aside, so that the mailbox goes on.
 */
#include "server/intake.h"

#include "base/err.h"
#include "base/str.h"
#include "mail/source/source.h"
#include "server/operator.h"
#include "server/poison.h"
#include "server/postman.h"
#include "server/server.h"
#include "server/service.h"
#include "store/counters.h"
#include "store/db.h"

#define FAILURES_MAX 3 /* a letter that stops the program so often is parked */

/* Counts that this letter failed; how often by now, or -1. */
static int
count_failure(struct server *server, const struct intake *intake, int64_t now, struct err *err)
{
	struct piece piece = { intake->bytes, intake->length };
	char digest[65];
	int64_t count;

	digest_pieces(&piece, 1, digest);
	if (store_begin(server->store, err) == -1)
		return -1;
	if (counters_add(server->store, "failed", digest, now, err) == -1 ||
	    counters_get(server->store, "failed", digest, 0, &count, err) == -1) {
		store_rollback(server->store);
		return -1;
	}
	return store_commit(server->store, err) == -1 ? -1 : (int)count;
}

/* 1 settle it, 0 leave it for another try, -1 stop this pass. */
static int
handle(struct server *server, const struct intake *intake, int crashes, int64_t now,
    enum handled *handled, struct err *err)
{
	int failures = crashes;

	service_say_alive();
	if (crashes < FAILURES_MAX) {
		*handled = postman_handle(server, intake, now, err);
		if (*handled != HANDLED_FAILED)
			return *handled == HANDLED_ERROR ? -1 : 1;
		log_error("%s", err->text);
		failures = count_failure(server, intake, now, err);
		if (failures < FAILURES_MAX)
			return failures == -1 ? -1 : 0;
	}
	log_error("a letter failed %d times and is put aside: %s of %s", failures, intake->id,
	    intake->source);
	*handled = HANDLED_PARKED;
	return operator_report(server, "operator-parked", intake->id, now, err) == -1 ? -1 : 1;
}

int
intake_letter(struct server *server, struct source *source, const struct intake *intake,
    int64_t now, struct pass *pass, struct err *err)
{
	enum handled handled;
	int rc = handle(server, intake, poison_begin(server, intake), now, &handled, err);
	bool parked;

	poison_end();
	if (rc == 0) {
		pass->all_read = false;
		pass->failed = true;
	}
	if (rc != 1)
		return rc;
	pass->letters++;
	pass->done += handled == HANDLED_DONE;
	pass->refused += handled == HANDLED_REFUSED;
	pass->parked += handled == HANDLED_PARKED;
	pass->ignored += handled == HANDLED_IGNORED || handled == HANDLED_KNOWN ||
	    handled == HANDLED_KNOWN_PARKED || handled == HANDLED_BOUNCED;
	parked = handled == HANDLED_PARKED || handled == HANDLED_KNOWN_PARKED;
	return source_settle(source, intake, parked ? SETTLE_FAILED : SETTLE_PROCESSED, err);
}
