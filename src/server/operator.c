/* SPDX-License-Identifier: ISC */
/*
 * Letters to the operator (operator.h): a few a day.
 */
#include "server/operator.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "mail/sink/sink.h"
#include "server/outgoing.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/games.h"
#include "store/outbox.h"

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

/* One letter to the operator, if there is one, in a transaction of its own.  daily: the counter
 * that keeps it from being repeated for the same text, `what`, within a day; NULL none.  vars: the
 * template's.  1 when the text is news, 0 or -1. */
static int
report(struct server *server, const char *daily, const char *template, const char *what,
    const struct vars *vars, int64_t now, struct err *err)
{
	const char *address = server->config->operator_address;
	struct store *store = server->store;
	struct arena *arena = arena_new();
	struct reply reply;
	int is_news = 1, may = 0, rc = -1;

	reply_init(&reply, arena);
	if (store_begin(store, err) == -1)
		goto out;
	if (daily != NULL)
		is_news = count_daily(store, daily, what, 1, now, err);
	if (is_news == 1 && address != NULL)
		may = count_daily(store, "operator", template, REPORTS_A_DAY, now, err);
	if (may == 1)
		vars_copy(reply_write(&reply, address, 0, template), vars);
	if (is_news == -1 || may == -1 ||
	    outgoing_write(server, arena, &reply, &(struct cause){ .now = now }, err) == -1)
		is_news = -1;
	rc = store_finish(store, is_news, err);
out:
	arena_free(arena);
	return rc;
}

/* The same of a text that is all there is to say, once a day. */
static int
report_daily(struct server *server, const char *daily, const char *template, const char *what,
    int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	int rc;

	vars_text(vars, "what", what);
	rc = report(server, daily, template, what, vars, now, err);
	arena_free(arena);
	return rc;
}

int
operator_report(struct server *server, const char *template, const struct vars *vars, int64_t now,
    struct err *err)
{
	return report(server, NULL, template, NULL, vars, now, err) == -1 ? -1 : 0;
}

int
operator_trouble(
    struct server *server, enum trouble trouble, const char *what, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	int rc = 0;

	vars_text(vars, "what", what);
	vars_flag(vars, "templates", trouble == TROUBLE_TEMPLATES);
	vars_flag(vars, "engine", trouble == TROUBLE_ENGINE);
	if (server->config->operator_address != NULL)
		rc = report(server, "trouble", "operator-trouble", what, vars, now, err);
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

int
operator_unsent(
    struct server *server, const struct sink_answer *answer, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	const char *what = arena_printf(arena, "%d %d", (int)answer->blame, answer->code);
	int rc;

	vars_text(vars, "answer", answer->text);
	vars_text(vars, "own", server->config->address);
	vars_flag(vars, "sender", answer->blame == BLAME_SENDER);
	vars_flag(vars, "name", answer->blame == BLAME_NAME);
	vars_flag(vars, "away", answer->blame == BLAME_SERVER);
	vars_flag(vars, "unclear", answer->blame == BLAME_UNCLEAR);
	rc = server->config->operator_address == NULL ?
	    0 :
	    report(server, "unsent", "operator-unsent", what, vars, now, err);
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

int
operator_unsure(struct server *server, const char *recipient, const struct sink_answer *answer,
    int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	int rc;

	vars_text(vars, "recipient", recipient);
	vars_text(vars, "answer", answer->text);
	rc = server->config->operator_address == NULL ?
	    0 :
	    report(server, "unsure", "operator-unsure", "letter", vars, now, err);
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

int
operator_other_reader(struct server *server, const char *source, int64_t now, struct err *err)
{
	int rc = report_daily(server, "other-reader", "operator-other-reader", source, now, err);

	if (rc == 1)
		log_warn("%s: another program takes letters out of this mailbox; if it is a "
			 "riverpost, both carry them out",
		    source);
	return rc == -1 ? -1 : 0;
}

/* One of them, unless it was told before. */
static int
tell_damaged(struct server *server, const struct damage *damage, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct vars *vars = vars_new(arena);
	const char *fact = arena_printf(arena, "damaged-%lld", (long long)damage->game);
	struct seat *seats;
	int64_t told = 0;
	int count = 0, rc = store_begin(server->store, err);

	if (rc == 0 && (rc = store_fact(server->store, fact, &told, err)) == 0 && told == 0) {
		count = games_seats(server->store, arena, damage->game, &seats, err);
		rc = count == -1 ? -1 : store_set_fact(server->store, fact, now, err);
	}
	if (store_finish(server->store, rc, err) == -1)
		rc = -1;
	vars_number(vars, "board", damage->game);
	vars_text(vars, "why", damage->what);
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "players");

		vars_text(item, "userid", seats[i].userid);
		vars_flag(item, "another", i > 0);
	}
	vars_flag(vars, "any-players", count > 0);
	if (rc == 0 && told == 0)
		rc = operator_report(server, "operator-damaged", vars, now, err);
	arena_free(arena);
	return rc;
}

int
operator_damaged(struct server *server, int64_t now, struct err *err)
{
	struct damage damage;
	int rc = 0;

	while (store_next_damage(server->store, &damage))
		if (tell_damaged(server, &damage, now, err) == -1)
			rc = -1;
	return rc;
}
