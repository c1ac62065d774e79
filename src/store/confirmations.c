/* SPDX-License-Identifier: ISC */
/*
 * What waits for the answer to a confirmation (confirmations.h).
 */
#include "store/confirmations.h"

#include "store/columns.h"

#define INVITED_AGAIN (30 * DAY)

#define C(name, member, uses) COLUMN(name, struct confirmation, member, uses)
static const struct column columns[] = {
	C("id", id, LISTED),
	C("kind", kind, LISTED | ADDED),
	COLUMN_OF(COLUMN_ID, "player", NULL, struct confirmation, player, LISTED | ADDED),
	C("userid", userid, LISTED | ADDED),
	C("address", address, LISTED | ADDED),
	C("site", site, LISTED | ADDED),
	C("language", language, LISTED | ADDED),
	C("secret", secret, LISTED | ADDED),
	C("detail", detail, LISTED | ADDED),
	C("code", code, LISTED | ADDED),
	C("created", created, LISTED | ADDED),
	C("due", due, LISTED | ADDED),
	C("agreed", agreed, LISTED | ADDED),
};
static const struct table confirmations = TABLE("confirmation", struct confirmation, columns);

int
confirmations_add(struct store *store, struct confirmation *c, struct err *err)
{
	return row_add(store, "add a confirmation", &confirmations, c, "", &c->id, err);
}

/* The first that `rest` finds, if it has not lapsed. */
static int
find(struct store *store, const char *what, const char *rest, const struct value *values,
    struct arena *arena, int64_t now, struct confirmation *out, struct err *err)
{
	int found = row_find(store, what, &confirmations, rest, values, arena, out, err);
	int64_t lasts;

	/* An invitation that was declined waits to lapse. */
	if (found != 1 || (out->kind == CONFIRM_INVITE && out->agreed))
		return found == -1 ? -1 : 0;
	lasts = out->kind == CONFIRM_FORGOT ? FORGOT_LASTS :
	    out->kind == CONFIRM_INVITE     ? INVITE_LASTS :
					      SIGNUP_LASTS;
	return out->created >= now - lasts;
}

int
confirmations_get(struct store *store, struct arena *arena, int64_t id, int64_t now,
    struct confirmation *out, struct err *err)
{
	return find(
	    store, "read a confirmation", "WHERE id = ?", WITH(INT(id)), arena, now, out, err);
}

int
confirmations_find(struct store *store, struct arena *arena, const char *code, int64_t now,
    struct confirmation *out, struct err *err)
{
	return find(
	    store, "look a code up", "WHERE code = ?", WITH(TEXT(code)), arena, now, out, err);
}

int
confirmations_count(struct store *store, const char *address, int64_t since, struct err *err)
{
	return query_count(store, "count confirmations",
	    "SELECT count(*) FROM confirmation WHERE address = ? AND created >= ?",
	    WITH(TEXT(address), INT(since)), err);
}

int
confirmations_asked(
    struct store *store, const struct confirmation *c, int64_t since, int64_t *at, struct err *err)
{
	return query_number(store, "look when an address was asked",
	    "SELECT coalesce(max(created), 0) FROM confirmation WHERE kind = ? AND player = ? AND"
	    " address = ? AND detail = ? AND created > ?",
	    WITH(INT(c->kind), INT(c->player), TEXT(c->address), TEXT(c->detail), INT(since)), at,
	    err);
}

int
confirmations_agree(struct store *store, int64_t id, struct err *err)
{
	return query_do(store, "note that a change is agreed to",
	    "UPDATE confirmation SET agreed = 1 WHERE id = ?", WITH(INT(id)), err);
}

int
confirmations_due(
    struct store *store, struct arena *arena, int64_t now, int64_t **out, struct err *err)
{
	return query_ids(store, "list changes that have waited",
	    "SELECT id FROM confirmation WHERE agreed = 1 AND due > 0 AND due <= ? ORDER BY id",
	    WITH(INT(now)), arena, out, err);
}

int
confirmations_stop(struct store *store, int64_t player, struct err *err)
{
	if (query_do(store, "stop changes that wait",
		"DELETE FROM confirmation WHERE player = ? AND (kind = 2 OR due > 0)",
		WITH(INT(player)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
confirmations_remove(struct store *store, int64_t id, struct err *err)
{
	return query_do(store, "remove a confirmation", "DELETE FROM confirmation WHERE id = ?",
	    WITH(INT(id)), err);
}

int
confirmations_remove_signups(struct store *store, const char *address, struct err *err)
{
	return query_do(store, "remove sign-ups",
	    "DELETE FROM confirmation WHERE address = ? AND kind = 0", WITH(TEXT(address)), err);
}

int
confirmations_remove_of(struct store *store, int64_t player, struct err *err)
{
	return query_do(store, "remove a player's confirmations",
	    "DELETE FROM confirmation WHERE player = ?", WITH(INT(player)), err);
}

int
confirmations_trim(struct store *store, int most, struct err *err)
{
	return query_do(store, "forget the oldest sign-ups",
	    "DELETE FROM confirmation WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER"
	    " (PARTITION BY site ORDER BY id DESC) AS place FROM confirmation WHERE kind = 0)"
	    " ORDER BY place DESC, id LIMIT max(0, (SELECT count(*) FROM confirmation WHERE"
	    " kind = 0) - ?))",
	    WITH(INT(most)), err);
}

int
confirmations_give_back(struct store *store, int64_t seconds, struct err *err)
{
	return query_do(store, "give confirmations time back",
	    "UPDATE confirmation SET created = created + ?1, due = iif(due > 0, due + ?1, 0)",
	    WITH(INT(seconds)), err);
}

int
confirmations_expire(struct store *store, int64_t now, struct err *err)
{
	if (query_do(store, "forget old confirmations",
		"DELETE FROM confirmation WHERE kind <> 5 AND created < iif(kind = 4, ?, ?)",
		WITH(INT(now - FORGOT_LASTS), INT(now - SIGNUP_LASTS)), err) == -1)
		return -1;
	return query_do(store, "forget old invitations",
	    "DELETE FROM invited WHERE at < ? AND never = 0", WITH(INT(now - INVITED_AGAIN)), err);
}

int
invitations_find(struct store *store, struct arena *arena, const char *address, int64_t now,
    struct confirmation *out, struct err *err)
{
	return find(store, "look an invitation up",
	    "WHERE address = ? AND kind = 5 AND agreed = 0 ORDER BY id DESC", WITH(TEXT(address)),
	    arena, now, out, err);
}

int
invitations_lapsed(
    struct store *store, struct arena *arena, int64_t before, int64_t **out, struct err *err)
{
	return query_ids(store, "list lapsed invitations",
	    "SELECT id FROM confirmation WHERE kind = 5 AND created < ? ORDER BY id",
	    WITH(INT(before)), arena, out, err);
}

int
invitations_remove(
    struct store *store, struct arena *arena, int64_t id, struct confirmation *out, struct err *err)
{
	int found = row_find(store, "read a lapsed invitation", &confirmations,
	    "WHERE id = ? AND kind = 5", WITH(INT(id)), arena, out, err);

	return found == 1 && confirmations_remove(store, id, err) == -1 ? -1 : found;
}

int
invitations_note(struct store *store, const char *mailbox, int64_t now, bool never, struct err *err)
{
	return query_do(store, "note an invitation",
	    "INSERT INTO invited (mailbox, at, never) VALUES (?, ?, ?) ON CONFLICT (mailbox) DO"
	    " UPDATE SET at = excluded.at, never = max(never, excluded.never)",
	    WITH(TEXT(mailbox), INT(now), INT(never)), err);
}

int
invitations_closed(struct store *store, const char *mailbox, int64_t now, struct err *err)
{
	return query_count(store, "look for an invitation",
	    "SELECT EXISTS (SELECT 1 FROM invited WHERE mailbox IN (?1, veil(lower(?1),"
	    " 0), veil(lower(?1), 1)) AND (never = 1 OR at > ?2))",
	    WITH(TEXT(mailbox), INT(now - INVITED_AGAIN)), err);
}
