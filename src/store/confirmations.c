/* SPDX-License-Identifier: ISC */
/*
 * What waits for the answer to a confirmation (confirmations.h).
 */
#include "store/confirmations.h"

#include <string.h>

#include "base/arena.h"
#include "store/stmt.h"

#define INVITED_AGAIN (30 * DAY)

#define COLUMNS "id, kind, player, userid, address, site, language, secret, detail, code, created"

int
confirmations_add(struct store *store, struct confirmation *c, struct err *err)
{
	struct query q;

	query_start(&q, store, "add a confirmation",
	    "INSERT INTO confirmation (kind, player, userid, address, site, language, secret,"
	    " detail, code, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	query_put_int(&q, c->kind);
	query_put_id(&q, c->player);
	query_put_text(&q, c->userid);
	query_put_text(&q, c->address);
	query_put_text(&q, c->site);
	query_put_text(&q, c->language);
	query_put_text(&q, c->secret);
	query_put_text(&q, c->detail);
	query_put_text(&q, c->code);
	query_put_int(&q, c->created);
	return query_run_id(&q, &c->id, err);
}

static int64_t
lasts(enum confirmation_kind kind)
{
	return kind == CONFIRM_FORGOT ? FORGOT_LASTS :
	    kind == CONFIRM_INVITE    ? INVITE_LASTS :
					SIGNUP_LASTS;
}

static int
one_confirmation(
    struct query *q, struct arena *arena, int64_t now, struct confirmation *out, struct err *err)
{
	int found = query_next(q, err);

	if (found != 1)
		return found;
	memset(out, 0, sizeof *out);
	out->id = query_int(q);
	out->kind = (enum confirmation_kind)query_int(q);
	out->player = query_int(q);
	query_copy(q, out->userid, sizeof out->userid);
	out->address = query_text(q, arena);
	out->site = query_text(q, arena);
	out->language = query_text(q, arena);
	out->secret = query_text(q, arena);
	out->detail = query_text(q, arena);
	out->code = query_text(q, arena);
	out->created = query_int(q);
	query_end(q);
	return out->created >= now - lasts(out->kind);
}

int
confirmations_get(struct store *store, struct arena *arena, int64_t id, int64_t now,
    struct confirmation *out, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "read a confirmation", "SELECT " COLUMNS " FROM confirmation WHERE id = ?");
	query_put_int(&q, id);
	return one_confirmation(&q, arena, now, out, err);
}

int
confirmations_find(struct store *store, struct arena *arena, const char *code, int64_t now,
    struct confirmation *out, struct err *err)
{
	struct query q;

	query_start(
	    &q, store, "look a code up", "SELECT " COLUMNS " FROM confirmation WHERE code = ?");
	query_put_text(&q, code);
	return one_confirmation(&q, arena, now, out, err);
}

int
confirmations_count(struct store *store, const char *address, int64_t since, struct err *err)
{
	struct query q;

	query_start(&q, store, "count confirmations",
	    "SELECT count(*) FROM confirmation WHERE address = ? AND created >= ?");
	query_put_text(&q, address);
	query_put_int(&q, since);
	return query_count(&q, err);
}

int
confirmations_remove(struct store *store, int64_t id, struct err *err)
{
	return query_run_with(
	    store, "remove a confirmation", "DELETE FROM confirmation WHERE id = ?", id, err);
}

int
confirmations_remove_signups(struct store *store, const char *address, struct err *err)
{
	struct query q;

	query_start(&q, store, "remove sign-ups",
	    "DELETE FROM confirmation WHERE address = ? AND kind = 0");
	query_put_text(&q, address);
	return query_run(&q, err);
}

int
confirmations_remove_of(struct store *store, int64_t player, struct err *err)
{
	return query_run_with(store, "remove a player's confirmations",
	    "DELETE FROM confirmation WHERE player = ?", player, err);
}

int
confirmations_trim(struct store *store, int most, struct err *err)
{
	return query_run_with(store, "forget the oldest sign-ups",
	    "DELETE FROM confirmation WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER"
	    " (PARTITION BY site ORDER BY id DESC) AS place FROM confirmation WHERE kind = 0)"
	    " ORDER BY place DESC, id LIMIT max(0, (SELECT count(*) FROM confirmation WHERE"
	    " kind = 0) - ?))",
	    most, err);
}

int
confirmations_give_back(struct store *store, int64_t seconds, struct err *err)
{
	return query_run_with(store, "give confirmations time back",
	    "UPDATE confirmation SET created = created + ?", seconds, err);
}

int
confirmations_expire(struct store *store, int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "forget old confirmations",
	    "DELETE FROM confirmation WHERE created < CASE kind WHEN 4 THEN ?1 WHEN 5 THEN ?2 ELSE ?3 END");
	query_put_int(&q, now - FORGOT_LASTS);
	query_put_int(&q, now - INVITE_LASTS);
	query_put_int(&q, now - SIGNUP_LASTS);
	if (query_run(&q, err) == -1)
		return -1;
	query_start(
	    &q, store, "forget old invitations", "DELETE FROM invited WHERE at < ? AND never = 0");
	query_put_int(&q, now - INVITED_AGAIN);
	return query_run(&q, err);
}

int
invitations_find(struct store *store, struct arena *arena, const char *address, int64_t now,
    struct confirmation *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "look an invitation up",
	    "SELECT " COLUMNS " FROM confirmation WHERE address = ? AND kind = 5 ORDER BY id DESC");
	query_put_text(&q, address);
	return one_confirmation(&q, arena, now, out, err);
}

int
invitations_note(struct store *store, const char *mailbox, int64_t now, bool never, struct err *err)
{
	struct query q;

	query_start(&q, store, "note an invitation",
	    "INSERT INTO invited (mailbox, at, never) VALUES (?, ?, ?) ON CONFLICT (mailbox) DO"
	    " UPDATE SET at = excluded.at, never = max(never, excluded.never)");
	query_put_text(&q, mailbox);
	query_put_int(&q, now);
	query_put_int(&q, never);
	return query_run(&q, err);
}

int
invitations_closed(struct store *store, const char *mailbox, int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "look for an invitation",
	    "SELECT EXISTS (SELECT 1 FROM invited WHERE mailbox = ? AND (never = 1 OR at > ?))");
	query_put_text(&q, mailbox);
	query_put_int(&q, now - INVITED_AGAIN);
	return query_count(&q, err);
}
