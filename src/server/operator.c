/* SPDX-License-Identifier: ISC */
/*
 * Letters to the operator (operator.h), a few a day.
 */
#include "server/operator.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "config/config.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"

#define REPORTS_A_DAY 10

/* Counts one more of `who`: 1 when there were fewer than `max` within a day, 0, -1. */
static int
count_daily(
    struct store *store, const char *what, const char *who, int max, int64_t now, struct err *err)
{
	int64_t count;

	if (counters_get(store, what, who, now - DAY, &count, err) == -1)
		return -1;
	if (count >= max)
		return 0;
	return counters_add(store, what, who, now, err) == -1 ? -1 : 1;
}

/* Commits what returned 1, and undoes the rest. */
static int
end(struct store *store, int rc, struct err *err)
{
	if (rc == 1)
		return store_commit(store, err) == -1 ? -1 : 1;
	store_rollback(store);
	return rc;
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
	rc = count_daily(server->store, "operator", template, REPORTS_A_DAY, now, err);
	if (rc == 1) {
		vars_text(reply_write(&reply, address, 0, template), "what", what);
		rc = outgoing_write(server, arena, &reply, &cause, err) == 0 ? 1 : -1;
	}
	arena_free(arena);
	return end(server->store, rc, err) == -1 ? -1 : 0;
}

int
operator_other_reader(struct server *server, const char *source, int64_t now, struct err *err)
{
	int rc;

	if (store_begin(server->store, err) == -1)
		return -1;
	rc = end(
	    server->store, count_daily(server->store, "other-reader", source, 1, now, err), err);
	if (rc != 1)
		return rc;
	log_warn(
	    "%s: another program takes letters out of this mailbox; if it is a riverpost, both "
	    "carry them out",
	    source);
	return operator_report(server, "operator-other-reader", source, now, err);
}
