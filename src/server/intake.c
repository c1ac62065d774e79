/* SPDX-License-Identifier: ISC */
/*
 * One letter taken from its source (take.h).
 *
 * A letter of which the program crashes, or that it cannot answer, is tried so
 * often and then put aside, so that the mailbox goes on.
 */
#include "server/intake.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/source/source.h"
#include "server/notify.h"
#include "server/passwords.h"
#include "server/server.h"

#define FAILURES_MAX 3           /* a letter that stops the program so often is parked */
#define SMALL        (16 * 1024) /* bytes of a letter that is looked through in any case */

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
    enum handled *handled, bool *secret, struct err *err)
{
	int failures = crashes, aside;

	notify_alive();
	*handled = LETTER_FAILED;
	if (crashes < FAILURES_MAX)
		*handled = postman_handle(server, intake, now, secret, err);
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

/* What is kept of the letter.  Not looked for where it was this that crashed the
 * program; of a letter too large not all was read.  To look through a large one takes
 * time, which nobody gets who commands nothing with a password. */
static void
keep(struct arena *arena, const struct server *server, struct intake *intake, enum handled handled,
    bool secret, int crashes)
{
	if (intake->headers_only || crashes > FAILURES_MAX)
		return;
	intake->kept_length = intake->length;
	if (is_parked(handled))
		intake->kept = passwords_blank(arena, intake->bytes, intake->length);
	else if (secret || handled == LETTER_KNOWN || intake->length <= SMALL)
		intake->kept = passwords_seal(
		    arena, &server->keys, intake->bytes, &intake->kept_length);
}

int
intake_letter(struct server *server, struct source *source, const struct intake *intake,
    int64_t now, struct pass *pass, struct err *err)
{
	struct arena *arena = arena_new();
	struct intake letter = *intake;
	enum handled handled;
	bool secret = true;
	int crashes = poison_begin(server, intake), rc;

	letter.bytes = passwords_open(arena, &server->keys, intake->bytes, &letter.length);
	rc = handle(server, &letter, crashes, now, &handled, &secret, err);
	if (rc == 1)
		keep(arena, server, &letter, handled, secret, crashes);
	poison_end();
	if (rc == 1) {
		count(pass, handled);
		rc = source_settle(
		    source, &letter, is_parked(handled) ? SETTLE_FAILED : SETTLE_PROCESSED, err);
	} else if (rc == 0) {
		pass->all_read = false;
		pass->trouble = true;
	}
	arena_free(arena);
	return rc;
}
