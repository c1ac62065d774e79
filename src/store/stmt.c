/* SPDX-License-Identifier: ISC */
/*
 * Statements (stmt.h).
 *
 * The invariant kept here: nothing is ever written outside the transaction
 * the caller began.  SQLite takes a whole transaction back by itself when the
 * disk is full or fails; what would be written after that would commit alone,
 * so it is refused.
 */
#include "store/stmt.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

int
store_fail(struct store *store, const char *what, struct err *err)
{
	int code = sqlite3_errcode(store->db) & 0xff, system = sqlite3_system_errno(store->db);

	if (code == SQLITE_PROTOCOL)
		store->is_stuck = true;
	/* "disk I/O error": the system knows more. */
	if (store->is_stuck)
		err_set(err,
		    "%s: cannot %s: the locks of this file were lost, and riverpost has to begin "
		    "anew",
		    store->path, what);
	else if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0)
		err_set(err, "%s: cannot %s: %s (%s)", store->path, what, sqlite3_errmsg(store->db),
		    strerror(system));
	else
		err_set(err, "%s: cannot %s: %s", store->path, what, sqlite3_errmsg(store->db));
	err->is_ours = code != SQLITE_CONSTRAINT && code != SQLITE_MISMATCH &&
	    code != SQLITE_TOOBIG;
	return -1;
}

struct statement *
query_place(struct store *store, const char *sql, const struct table *table, unsigned use)
{
	struct statement *place = store->kept, *end = place + store->kept_count;

	while (place < end && (place->sql != sql || place->table != table || place->use != use))
		place++;
	if (place == end) {
		assert(store->kept_count < STATEMENTS_MAX);
		store->kept_count++;
		*place = (struct statement){ .sql = sql, .table = table, .use = use };
	}
	return place;
}

/* SQLite tries for ten seconds to get a lock that is lost: once is enough.  What is under way may
 * be ended. */
static int
first_code(const struct store *store)
{
	return store->is_stuck && sqlite3_get_autocommit(store->db) ? SQLITE_PROTOCOL : SQLITE_OK;
}

void
query_start_kept(struct query *q, struct store *store, const char *what, struct statement *place,
    const char *sql)
{
	*q = (struct query){ .store = store, .what = what, .is_kept = true };
	q->rc = first_code(store);
	if (place->stmt == NULL && q->rc == SQLITE_OK)
		q->rc = sqlite3_prepare_v3(
		    store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &place->stmt, NULL);
	q->stmt = place->stmt;
	assert(q->stmt == NULL || !sqlite3_stmt_busy(q->stmt));
}

void
query_start(struct query *q, struct store *store, const char *what, const char *sql,
    const struct value *values)
{
	query_start_kept(q, store, what, query_place(store, sql, NULL, 0), sql);
	query_put(q, values);
}

void
query_start_once(struct query *q, struct store *store, const char *what, const char *sql,
    const struct value *values)
{
	*q = (struct query){ .store = store, .what = what, .rc = first_code(store) };
	if (q->rc == SQLITE_OK)
		q->rc = sqlite3_prepare_v2(store->db, sql, -1, &q->stmt, NULL);
	query_put(q, values);
}

void
query_forget(struct store *store)
{
	for (int i = 0; i < store->kept_count; i++)
		sqlite3_finalize(store->kept[i].stmt);
	store->kept_count = 0;
}

void
query_put_value(struct query *q, const struct value *value)
{
	const char *text = value->text != NULL ? value->text : "";

	q->put++;
	if (q->rc != SQLITE_OK)
		return;
	if (value->kind == VALUE_INT || (value->kind == VALUE_ID && value->number != 0))
		q->rc = sqlite3_bind_int64(q->stmt, q->put, value->number);
	else if (value->kind == VALUE_ID)
		q->rc = sqlite3_bind_null(q->stmt, q->put);
	else if (value->kind == VALUE_REAL)
		q->rc = sqlite3_bind_double(q->stmt, q->put, value->real);
	else if (value->kind == VALUE_TEXT)
		q->rc = sqlite3_bind_text(q->stmt, q->put, text, -1, SQLITE_STATIC);
	else
		q->rc = sqlite3_bind_blob64(
		    q->stmt, q->put, text, (uint64_t)value->number, SQLITE_STATIC);
}

void
query_put(struct query *q, const struct value *values)
{
	for (; values != NULL && values->kind != VALUES_END; values++)
		query_put_value(q, values);
}

int
query_next(struct query *q, struct err *err)
{
	int rc, result = 0;

	if (q->rc != SQLITE_OK) {
		result = store_fail(q->store, q->what, err);
	} else if (!sqlite3_stmt_readonly(q->stmt) && sqlite3_get_autocommit(q->store->db)) {
		assert(q->store->in_transaction);
		result = err_set(err,
		    "%s: cannot %s: the transaction was taken back after a failure", q->store->path,
		    q->what);
	} else {
		rc = sqlite3_step(q->stmt);
		q->got = 0;
		if (rc == SQLITE_ROW)
			return 1;
		if (rc != SQLITE_DONE)
			result = store_fail(q->store, q->what, err);
	}
	query_end(q);
	return result;
}

void
query_end(struct query *q)
{
	if (q->stmt == NULL)
		return;
	if (q->is_kept) {
		sqlite3_reset(q->stmt);
		sqlite3_clear_bindings(q->stmt);
	} else {
		sqlite3_finalize(q->stmt);
	}
	q->stmt = NULL;
}

int
query_run(struct query *q, struct err *err)
{
	int more;

	while ((more = query_next(q, err)) == 1)
		;
	return more;
}

int
query_run_one(struct query *q, struct err *err)
{
	if (query_run(q, err) == -1)
		return -1;
	if (sqlite3_changes(q->store->db) != 1)
		return err_set(err, "%s: cannot %s: there is no such row", q->store->path, q->what);
	return 0;
}

int
query_do(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err)
{
	struct query q;

	query_start(&q, store, what, sql, values);
	return query_run(&q, err);
}

int
query_do_one(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err)
{
	struct query q;

	query_start(&q, store, what, sql, values);
	return query_run_one(&q, err);
}

int
query_number(struct store *store, const char *what, const char *sql, const struct value *values,
    int64_t *out, struct err *err)
{
	struct query q;
	int found;

	query_start(&q, store, what, sql, values);
	if ((found = query_next(&q, err)) == -1)
		return -1;
	*out = found == 1 ? query_int(&q) : 0;
	query_end(&q);
	return 0;
}

int
query_count(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err)
{
	int64_t count;

	return query_number(store, what, sql, values, &count, err) == -1 ? -1 : (int)count;
}

int
query_ids(struct store *store, const char *what, const char *sql, const struct value *values,
    struct arena *arena, int64_t **out, struct err *err)
{
	struct query q;
	int64_t *ids = NULL;
	int count = 0, more;

	query_start(&q, store, what, sql, values);
	while ((more = query_next(&q, err)) == 1) {
		ids = arena_grow(arena, ids, (size_t)count, sizeof *ids);
		ids[count++] = query_int(&q);
	}
	*out = ids;
	return more == 0 ? count : -1;
}

int
query_control(struct store *store, const char *what, const char *sql, struct err *err)
{
	struct query q;
	int failed;

	query_start(&q, store, what, sql, NULL);
	failed = q.rc != SQLITE_OK || sqlite3_step(q.stmt) != SQLITE_DONE;
	if (failed)
		store_fail(store, what, err);
	query_end(&q);
	return failed ? -1 : 0;
}

int64_t
query_int(struct query *q)
{
	return sqlite3_column_int64(q->stmt, q->got++);
}

int
query_small(struct query *q)
{
	int64_t value = query_int(q);

	return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

double
query_real(struct query *q)
{
	return sqlite3_column_double(q->stmt, q->got++);
}

static const char *
column_text(struct query *q)
{
	const unsigned char *text = sqlite3_column_text(q->stmt, q->got++);

	assert(text != NULL || sqlite3_errcode(q->store->db) != SQLITE_NOMEM);
	return text != NULL ? (const char *)text : "";
}

char *
query_text(struct query *q, struct arena *arena)
{
	return arena_strdup(arena, column_text(q));
}

void
query_copy(struct query *q, char *out, size_t size)
{
	str_copy(out, size, column_text(q));
}

char *
query_bytes(struct query *q, struct arena *arena, size_t *length)
{
	const void *bytes = sqlite3_column_blob(q->stmt, q->got);

	*length = (size_t)sqlite3_column_bytes(q->stmt, q->got++);
	return arena_strndup(arena, bytes != NULL ? bytes : "", *length);
}

void
store_note_damage(struct store *store, int64_t game, const char *what)
{
	for (int i = 0; i < store->damage_count; i++)
		if (store->damages[i].game == game)
			return;
	if (store->damage_count == DAMAGES_MAX)
		return;
	store->damages[store->damage_count].game = game;
	str_copy(store->damages[store->damage_count++].what, sizeof store->damages[0].what, what);
}

const char *
store_uri(struct arena *arena, const char *path, const char *parameters)
{
	struct str out;

	str_init(&out, arena, 0);
	str_add(&out, "file:");
	for (; *path != '\0'; path++)
		str_addf(
		    &out, strchr("%?#", *path) != NULL ? "%%%02X" : "%c", (unsigned char)*path);
	str_add(&out, parameters);
	return out.data;
}
