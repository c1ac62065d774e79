/* SPDX-License-Identifier: ISC */
/*
 * Opening, closing and transactions (db.h).
 *
 * A failure of COMMIT, or one after which SQLite has taken the transaction
 * back by itself, leaves nothing of the transaction: there is no half of one.
 */
#include "store/db.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "store/migrate.h"
#include "store/stmt.h"

#define BUSY_MS     10000 /* how long another process's transaction is waited for */
#define WAL_WAIT_MS 10    /* between attempts at the write-ahead log */
#define MODE_SIZE   16

/* Commits are on the disk when they return; the log is written back every 16
 * MB; undoing a letter needs no file. */
#define PACE \
	"PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;" \
	"PRAGMA journal_size_limit = 33554432; PRAGMA cache_size = -16384;" \
	"PRAGMA temp_store = MEMORY;"

/* A new file is ours alone.  One that is there is not touched: closing it
 * would drop the locks another connection of this process holds on it. */
static int
make_file(const char *path, struct err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd == -1)
		return errno == EEXIST ? 0 : err_system(err, "%s: cannot make the database", path);
	if (close(fd) == -1)
		return err_system(err, "%s: cannot make the database", path);
	return 0;
}

static int
set_up(struct store *store, const char *sql, struct err *err)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return store_fail(store, "set up the database", err);
	return 0;
}

static int
keep_mode(void *mode, int columns, char **values, char **names)
{
	(void)columns;
	(void)names;
	str_copy(mode, MODE_SIZE, values[0]);
	return 0;
}

/* Where others open a new file too, SQLite says at once that it is locked: two
 * that waited could wait for each other. */
static int
set_wal(struct store *store, struct err *err)
{
	char mode[MODE_SIZE] = "";
	int result, waited = 0;

	do {
		result = sqlite3_exec(
		    store->db, "PRAGMA journal_mode = WAL", keep_mode, mode, NULL);
	} while (
	    (result & 0xff) == SQLITE_BUSY && (waited += sqlite3_sleep(WAL_WAIT_MS)) < BUSY_MS);
	if (result != SQLITE_OK)
		return store_fail(store, "switch to a write-ahead log", err);
	if (strcmp(mode, "wal") != 0)
		return err_set(err, "%s: this file system has no write-ahead log (mode \"%s\")",
		    store->path, mode);
	return 0;
}

static int
connect_to(struct store *store, const char *const *steps, int count, struct err *err)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;

	if (make_file(store->path, err) == -1)
		return -1;
	if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
		return store_fail(store, "open the database", err);
	sqlite3_extended_result_codes(store->db, 1);
	sqlite3_busy_timeout(store->db, BUSY_MS);
	if (set_up(store,
		"PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
		"PRAGMA foreign_keys = OFF;",
		err) == -1 ||
	    migrate_check(store, count, err) == -1 || set_wal(store, err) == -1 ||
	    set_up(store, PACE, err) == -1 || migrate_run(store, steps, count, err) == -1)
		return -1;
	/* Steps may rebuild tables, which is done without it. */
	return set_up(store, "PRAGMA foreign_keys = ON", err);
}

int
store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err)
{
	struct store *opened = calloc(1, sizeof *opened);

	if (opened == NULL)
		abort();
	opened->path = strdup(path);
	if (opened->path == NULL)
		abort();
	if (connect_to(opened, steps, count, err) == -1) {
		store_close(opened);
		return -1;
	}
	*store = opened;
	return 0;
}

int
store_open(struct store **store, const char *path, struct err *err)
{
	return store_open_steps(store, path, schema_steps, schema_version, err);
}

void
store_close(struct store *store)
{
	if (store == NULL)
		return;
	store_rollback(store);
	for (int i = 0; i < store->kept_count; i++)
		sqlite3_finalize(store->kept[i].stmt);
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}

/* Whatever is written into a file that nobody can open any more is lost. */
static int
check_in_place(struct store *store, struct err *err)
{
	int moved = 0;

	if (sqlite3_file_control(store->db, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
	    moved)
		return err_set(err,
		    "%s was taken away or replaced while it was open: put it back, or "
		    "restart the server",
		    store->path);
	return 0;
}

int
store_begin(struct store *store, struct err *err)
{
	assert(!store->in_transaction);
	if (check_in_place(store, err) == -1)
		return -1;
	if (query_control(store, "begin a transaction", "BEGIN IMMEDIATE", err) == -1)
		return -1;
	store->in_transaction = true;
	return 0;
}

int
store_commit(struct store *store, struct err *err)
{
	assert(store->in_transaction && store->savepoints == 0);
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
	store->savepoints = 0;
}

int
store_savepoint(struct store *store, struct err *err)
{
	assert(store->in_transaction);
	if (sqlite3_get_autocommit(store->db))
		return err_set(
		    err, "%s: the transaction was taken back after a failure", store->path);
	if (query_control(store, "set a savepoint", "SAVEPOINT letter", err) == -1)
		return -1;
	store->savepoints++;
	return 0;
}

int
store_release(struct store *store, struct err *err)
{
	assert(store->savepoints > 0);
	store->savepoints--;
	return query_control(store, "release a savepoint", "RELEASE letter", err);
}

void
store_undo(struct store *store)
{
	struct err ignored;

	assert(store->savepoints > 0);
	store->savepoints--;
	/* Where it fails, SQLite has rolled back all; commit will say so. */
	if (query_control(store, "undo", "ROLLBACK TO letter", &ignored) == 0)
		query_control(store, "undo", "RELEASE letter", &ignored);
}
