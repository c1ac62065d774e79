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
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

int
store_fail(struct store *store, const char *what, struct err *err)
{
	int code = sqlite3_errcode(store->db) & 0xff, system = sqlite3_system_errno(store->db);

	/* "disk I/O error": the system knows more. */
	if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0)
		err_set(err, "%s: cannot %s: %s (%s)", store->path, what, sqlite3_errmsg(store->db),
		    strerror(system));
	else
		err_set(err, "%s: cannot %s: %s", store->path, what, sqlite3_errmsg(store->db));
	err->is_ours = code != SQLITE_CONSTRAINT && code != SQLITE_MISMATCH &&
	    code != SQLITE_TOOBIG;
	return -1;
}

void
query_start(struct query *q, struct store *store, const char *what, const char *sql)
{
	struct statement *kept = store->kept;

	while (kept < store->kept + store->kept_count && kept->sql != sql)
		kept++;
	if (kept == store->kept + store->kept_count) {
		assert(store->kept_count < STATEMENTS_MAX);
		store->kept_count++;
		*kept = (struct statement){ .sql = sql };
	}
	*q = (struct query){ .store = store, .what = what, .is_kept = true };
	if (kept->stmt == NULL)
		q->rc = sqlite3_prepare_v3(
		    store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &kept->stmt, NULL);
	q->stmt = kept->stmt;
	assert(q->stmt == NULL || !sqlite3_stmt_busy(q->stmt));
}

static void
statement_drop(struct statement *made)
{
	sqlite3_finalize(made->stmt);
	free((char *)made->sql);
	*made = (struct statement){ NULL, NULL };
}

void
query_forget(struct store *store)
{
	for (int i = 0; i < store->kept_count; i++)
		sqlite3_finalize(store->kept[i].stmt);
	store->kept_count = 0;
	for (int i = 0; i < MADE_MAX; i++)
		statement_drop(&store->made[i]);
}

void
query_start_once(struct query *q, struct store *store, const char *what, const char *sql)
{
	struct statement *made = store->made;

	*q = (struct query){ .store = store, .what = what };
	while (made < store->made + MADE_MAX &&
	    (made->stmt == NULL || strcmp(made->sql, sql) != 0 || sqlite3_stmt_busy(made->stmt)))
		made++;
	if (made == store->made + MADE_MAX) {
		made = &store->made[store->made_next];
		/* All places may be taken, in the midst of their rows. */
		if (made->stmt != NULL && sqlite3_stmt_busy(made->stmt)) {
			q->rc = sqlite3_prepare_v2(store->db, sql, -1, &q->stmt, NULL);
			return;
		}
		store->made_next = (store->made_next + 1) % MADE_MAX;
		statement_drop(made);
		if ((made->sql = strdup(sql)) == NULL)
			abort();
		q->rc = sqlite3_prepare_v3(
		    store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &made->stmt, NULL);
	}
	q->is_kept = true;
	q->stmt = made->stmt;
}

void
query_put_int(struct query *q, int64_t value)
{
	if (q->rc == SQLITE_OK)
		q->rc = sqlite3_bind_int64(q->stmt, ++q->put, value);
}

void
query_put_id(struct query *q, int64_t id)
{
	if (id != 0)
		query_put_int(q, id);
	else if (q->rc == SQLITE_OK)
		q->rc = sqlite3_bind_null(q->stmt, ++q->put);
}

void
query_put_text(struct query *q, const char *text)
{
	if (q->rc == SQLITE_OK)
		q->rc = sqlite3_bind_text(
		    q->stmt, ++q->put, text != NULL ? text : "", -1, SQLITE_STATIC);
}

void
query_put_bytes(struct query *q, const char *bytes, size_t length)
{
	if (q->rc == SQLITE_OK)
		q->rc = sqlite3_bind_blob64(
		    q->stmt, ++q->put, length > 0 ? bytes : "", length, SQLITE_STATIC);
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
query_run_with(
    struct store *store, const char *what, const char *sql, int64_t value, struct err *err)
{
	struct query q;

	query_start(&q, store, what, sql);
	query_put_int(&q, value);
	return query_run(&q, err);
}

int
query_run_id(struct query *q, int64_t *id, struct err *err)
{
	if (query_run(q, err) == -1)
		return -1;
	*id = sqlite3_last_insert_rowid(q->store->db);
	return 0;
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
query_number(struct query *q, int64_t *out, struct err *err)
{
	if (query_next(q, err) == -1)
		return -1;
	*out = q->stmt != NULL ? query_int(q) : 0;
	query_end(q);
	return 0;
}

int
query_count(struct query *q, struct err *err)
{
	int64_t count;

	return query_number(q, &count, err) == -1 ? -1 : (int)count;
}

int
query_control(struct store *store, const char *what, const char *sql, struct err *err)
{
	struct query q;
	int failed;

	query_start(&q, store, what, sql);
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

void *
rows_more(struct arena *arena, void *rows, int count, size_t size)
{
	const int first = 8;
	void *grown;

	if (count == 0)
		return arena_alloc(arena, (size_t)first * size);
	if (count < first || (count & (count - 1)) != 0)
		return rows;
	grown = arena_alloc(arena, (size_t)count * 2 * size);
	memcpy(grown, rows, (size_t)count * size);
	return grown;
}
