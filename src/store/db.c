/* SPDX-License-Identifier: ISC */
/*
 * Transactions, copies and checks of the database, small facts (db.h).
 *
 * A failure of COMMIT, or one after which SQLite has taken the transaction
 * back by itself, leaves nothing of the transaction: there is no half of one.
 */
#include "store/db.h"

#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/folder.h"
#include "store/stmt.h"

int
store_begin(struct store *store, struct err *err)
{
	int moved = 0;

	assert(!store->in_transaction);
	/* What is written into a file that nobody can open any more is lost. */
	if (sqlite3_file_control(store->db, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
	    moved)
		return err_set(err,
		    "%s was taken away or replaced while it was open: put it back, or "
		    "restart the server",
		    store->path);
	if (query_control(store, "begin a transaction", "BEGIN IMMEDIATE", err) == -1)
		return -1;
	store->in_transaction = true;
	return 0;
}

int
store_commit(struct store *store, struct err *err)
{
	assert(store->in_transaction);
	if (query_control(store, "commit", "COMMIT", err) == -1) {
		store_rollback(store);
		return -1;
	}
	store->in_transaction = false;
	return 0;
}

void
store_rollback(struct store *store)
{
	struct err ignored;

	/* It can only fail when SQLite has rolled back already. */
	if (store->in_transaction && !sqlite3_get_autocommit(store->db))
		query_control(store, "roll back", "ROLLBACK", &ignored);
	store->in_transaction = false;
}

/* All pages in one step: a writer waits, and the copy is of one moment. */
static int
copy_pages(struct store *store, const char *path, struct err *err)
{
	sqlite3 *copy = NULL;
	sqlite3_backup *backup;
	int rc, result = 0;

	if (sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
		result = err_set(err, "%s: cannot open the copy: %s", path, sqlite3_errmsg(copy));
	} else if ((backup = sqlite3_backup_init(copy, "main", store->db, "main")) == NULL) {
		result = err_set(
		    err, "%s: cannot copy the database: %s", path, sqlite3_errmsg(copy));
	} else {
		sqlite3_backup_step(backup, -1);
		if ((rc = sqlite3_backup_finish(backup)) != SQLITE_OK)
			result = err_set(
			    err, "%s: cannot copy the database: %s", path, sqlite3_errstr(rc));
	}
	sqlite3_close(copy);
	return result;
}

int
store_backup(struct store *store, const char *path, struct err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), result;

	if (fd == -1)
		return err_system(err, "%s: cannot make the copy", path);
	result = copy_pages(store, path, err);
	if (result == 0 && fsync(fd) == -1)
		result = err_system(err, "%s: cannot sync", path);
	close(fd);
	if (result == 0)
		result = folder_sync_parent(path, err);
	if (result == -1)
		unlink(path);
	return result;
}

int
store_check(struct store *store, struct err *err)
{
	struct query q;
	char complaint[256] = "", table[32], parent[32];
	int64_t row;
	int found;

	query_start(&q, store, "check the database", "PRAGMA integrity_check(1)");
	if ((found = query_next(&q, err)) == -1)
		return -1;
	if (found == 1)
		query_copy(&q, complaint, sizeof complaint);
	query_end(&q);
	if (strcmp(complaint, "ok") != 0) /* err_set makes one line of it */
		return err_set(err, "%s: the database is damaged: %s", store->path, complaint);

	query_start(&q, store, "check the database's references", "PRAGMA foreign_key_check");
	if ((found = query_next(&q, err)) != 1)
		return found;
	query_copy(&q, table, sizeof table);
	row = query_int(&q);
	query_copy(&q, parent, sizeof parent);
	query_end(&q);
	return err_set(err,
	    "%s: the database is damaged: row %lld of %s refers to a missing row of %s",
	    store->path, (long long)row, table, parent);
}

int
store_fact(struct store *store, const char *name, int64_t *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "read a fact", "SELECT value FROM fact WHERE name = ?");
	query_put_text(&q, name);
	return query_number(&q, out, err);
}

int
store_set_fact(struct store *store, const char *name, int64_t value, struct err *err)
{
	struct query q;

	query_start(&q, store, "write a fact",
	    "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET"
	    " value = excluded.value");
	query_put_text(&q, name);
	query_put_int(&q, value);
	return query_run(&q, err);
}
