/* SPDX-License-Identifier: ISC */
/*
 * Letters to the operator about trouble that needs a person; a few a day.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"

#define REPORTS_A_DAY 10

/* 1 when another report may go out today. */
static int
may_report(struct server *server, const char *template, int64_t now, struct err *err)
{
	int64_t count;

	if (counters_get(server->store, "operator", template, now - DAY, &count, err) == -1)
		return -1;
	if (count >= REPORTS_A_DAY)
		return 0;
	return counters_add(server->store, "operator", template, now, err) == -1 ? -1 : 1;
}

int
operator_report(
    struct server *server, const char *template, const char *what, int64_t now, struct err *err)
{
	const char *address = server->config->operator_address;
	struct cause cause = { .now = now };
	struct arena *arena;
	struct reply reply;
	int rc;

	if (address == NULL)
		return 0;
	if (store_begin(server->store, err) == -1)
		return -1;
	arena = arena_new();
	reply_init(&reply, arena);
	if ((rc = may_report(server, template, now, err)) == 1) {
		vars_text(reply_write(&reply, address, 0, template), "what", what);
		rc = outgoing_write(server, arena, &reply, &cause, err) == 0 ? 1 : -1;
	}
	arena_free(arena);
	if (rc == 1)
		return store_commit(server->store, err);
	store_rollback(server->store);
	return rc;
}

/* 1 when it was not noted within a day, and is now. */
static int
note_daily(struct server *server, const char *what, const char *who, int64_t now, struct err *err)
{
	int64_t count = 0;

	if (store_begin(server->store, err) == -1)
		return -1;
	if (counters_get(server->store, what, who, now - DAY, &count, err) == 0 &&
	    (count > 0 || counters_add(server->store, what, who, now, err) == 0))
		return store_commit(server->store, err) == -1 ? -1 : count == 0;
	store_rollback(server->store);
	return -1;
}

int
operator_rival(struct server *server, const char *source, int64_t now, struct err *err)
{
	int rc = note_daily(server, "rival", source, now, err);

	if (rc != 1)
		return rc;
	log_warn(
	    "%s: another program takes letters out of this mailbox; if it is a riverpost, both "
	    "carry them out",
	    source);
	return operator_report(server, "operator-rival", source, now, err);
}
