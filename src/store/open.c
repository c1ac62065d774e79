/* SPDX-License-Identifier: ISC */
/*
 * Opening a database file, and bringing it to the newest version (open.h).
 */
#include "store/open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "store/db.h"
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

static int
pragma_number(struct store *store, const char *sql, int64_t *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "read the database's version", sql);
	return query_number(&q, out, err);
}

/* Is this an empty file, or one of this program and of a version up to `newest`? */
static int
migrate_check(struct store *store, int newest, struct err *err)
{
	int64_t application, version, tables;

	/* The mark is read last: as long as it is missing, no other process has
	 * made anything of a new file yet. */
	if (pragma_number(store, "SELECT count(*) FROM sqlite_schema", &tables, err) == -1 ||
	    pragma_number(store, "PRAGMA user_version", &version, err) == -1 ||
	    pragma_number(store, "PRAGMA application_id", &application, err) == -1)
		return -1;
	if (application == 0 && version == 0 && tables == 0)
		return 0;
	if (application != STORE_APPLICATION)
		return err_set(err, "%s: not a database of Riverpost", store->path);
	if (version > newest)
		return err_set(err,
		    "%s: written by a newer Riverpost (database version %d; this "
		    "program knows %d): please use the newer program",
		    store->path, (int)version, newest);
	return 0;
}

/* Takes the missing steps in one transaction with a check of every reference at its
 * end, so a file is never between two versions, whatever happens. */
static int
migrate_run(struct store *store, const char *const *steps, int count, struct err *err)
{
	int64_t version, is_broken;
	char pragma[48];

	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		return -1;
	if (version >= count)
		return 0;
	if (store_begin(store, err) == -1)
		return -1;
	/* Asked again: another process may have migrated while this one waited. */
	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		goto fail;
	for (int i = (int)version; i < count; i++) {
		str_format(pragma, sizeof pragma, "PRAGMA user_version = %d", i + 1);
		if (sqlite3_exec(store->db, steps[i], NULL, NULL, NULL) != SQLITE_OK ||
		    sqlite3_exec(store->db, pragma, NULL, NULL, NULL) != SQLITE_OK) {
			err_set(err, "%s: cannot bring the database to version %d: %s", store->path,
			    i + 1, sqlite3_errmsg(store->db));
			goto fail;
		}
	}
	if (pragma_number(
		store, "SELECT count(*) FROM pragma_foreign_key_check", &is_broken, err) == -1)
		goto fail;
	if (is_broken) {
		err_set(err,
		    "%s: cannot bring the database to version %d: rows refer to rows that are "
		    "missing",
		    store->path, count);
		goto fail;
	}
	return store_commit(store, err);
fail:
	store_rollback(store);
	return -1;
}

static int
pragmas(struct store *store, const char *sql, struct err *err)
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
open_file(struct store *store, const char *const *steps, int count, struct err *err)
{
	int fd;
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;

	/* A new file is for this user alone.  One that is there is not touched: closing it
	 * would drop the locks another connection of this process holds on it. */
	if ((fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) != -1)
		close(fd);
	else if (errno != EEXIST)
		return err_system(err, "%s: cannot make the database", store->path);
	if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
		return store_fail(store, "open the database", err);
	sqlite3_extended_result_codes(store->db, 1);
	sqlite3_busy_timeout(store->db, BUSY_MS);
	/* Steps may rebuild tables, which is done without foreign keys. */
	if (pragmas(store,
		"PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
		"PRAGMA foreign_keys = OFF;",
		err) == -1 ||
	    migrate_check(store, count, err) == -1 || set_wal(store, err) == -1 ||
	    pragmas(store, PACE, err) == -1 || migrate_run(store, steps, count, err) == -1)
		return -1;
	return pragmas(store, "PRAGMA foreign_keys = ON", err);
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
	if (open_file(opened, steps, count, err) == -1) {
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
