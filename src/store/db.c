/* SPDX-License-Identifier: ISC */
/*
 * The database file: opened and brought to the newest version, transactions, copies
 * and checks, small facts (db.h).
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
#include "base/folder.h"
#include "base/str.h"
#include "store/stmt.h"

#define BUSY_MS     10000 /* how long another process's transaction is waited for */
#define WAL_WAIT_MS 10    /* between attempts at the write-ahead log */
#define MODE_SIZE   16

/* Commits are on the disk when they return; the log is written back every 16
 * MB; undoing a letter needs no file. */
#define PACE \
	"PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;" \
	"PRAGMA journal_size_limit = 33554432; PRAGMA cache_size = -4096;" \
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

/* The program has one thread: no locks in SQLite, and no counts of its memory. */
static void
set_up_sqlite(void)
{
	static bool done;

	if (!done) {
		sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
		sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	}
	done = true;
}

int
store_open_steps(
    struct store **out, const char *path, const char *const *steps, int count, struct err *err)
{
	struct store *store = calloc(1, sizeof *store);
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	int fd;

	if (store == NULL || (store->path = strdup(path)) == NULL)
		abort();
	set_up_sqlite();
	/* A new file is for this user alone.  One that is there is not touched: closing it
	 * would drop the locks another connection of this process holds on it. */
	if ((fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) != -1) {
		close(fd);
	} else if (errno != EEXIST) {
		err_system(err, "%s: cannot make the database", path);
		goto fail;
	}
	if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
		store_fail(store, "open the database", err);
		goto fail;
	}
	sqlite3_extended_result_codes(store->db, 1);
	sqlite3_busy_timeout(store->db, BUSY_MS);
	/* Steps may rebuild tables, which is done without foreign keys. */
	if (pragmas(store,
		"PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
		"PRAGMA foreign_keys = OFF;",
		err) == -1 ||
	    migrate_check(store, count, err) == -1 || set_wal(store, err) == -1 ||
	    pragmas(store, PACE, err) == -1 || migrate_run(store, steps, count, err) == -1 ||
	    pragmas(store, "PRAGMA foreign_keys = ON", err) == -1)
		goto fail;
	*out = store;
	return 0;
fail:
	store_close(store);
	return -1;
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
	/* An open group goes with the connection. */
	query_forget(store);
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}

/* Each transaction says how sure it has to be. */
static int
begin(struct store *store, bool is_hasty, struct err *err)
{
	int moved = 0;

	/* What is written into a file that nobody can open any more is lost. */
	if (sqlite3_file_control(store->db, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
	    moved) {
		err_set(err,
		    "%s was taken away or replaced while it was open: put it back, or "
		    "restart the server",
		    store->path);
		err->is_ours = true;
		return -1;
	}
	if (store->is_hasty != is_hasty &&
	    pragmas(store, is_hasty ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
		err) == -1)
		return -1;
	store->is_hasty = is_hasty;
	return query_control(store, "begin a transaction", "BEGIN IMMEDIATE", err);
}

/* SQLite may have taken the whole transaction back after a failure.  The first of a group can
 * be undone with the group, and needs no savepoint, for which SQLite would copy each page. */
static int
begin_in_group(struct store *store, struct err *err)
{
	if (sqlite3_get_autocommit(store->db))
		return err_set(err,
		    "%s: a failure has undone the letters handled together: they are tried again",
		    store->path);
	return store->group_count == 0 ?
	    0 :
	    query_control(store, "begin a letter", "SAVEPOINT letter", err);
}

static int
commit_in_group(struct store *store, struct err *err)
{
	if (store->group_count > 0 && query_control(store, "commit", "RELEASE letter", err) == -1)
		return -1;
	store->group_count++;
	return 0;
}

/* Where the group cannot be begun anew, the next letter of it is told so. */
static void
undo_in_group(struct store *store)
{
	struct err ignored;

	if (store->group_count == 0) {
		if (query_control(store, "undo a letter", "ROLLBACK", &ignored) == 0)
			begin(store, store->is_hasty, &ignored);
	} else if (query_control(store, "undo a letter", "ROLLBACK TO letter", &ignored) == 0) {
		query_control(store, "undo a letter", "RELEASE letter", &ignored);
	}
}

int
store_begin(struct store *store, struct err *err)
{
	assert(!store->in_transaction);
	if ((store->in_group ? begin_in_group(store, err) : begin(store, false, err)) == -1)
		return -1;
	store->in_transaction = true;
	return 0;
}

static int
begin_group(struct store *store, bool is_hasty, struct err *err)
{
	assert(!store->in_transaction && !store->in_group);
	if (begin(store, is_hasty, err) == -1)
		return -1;
	store->in_group = true;
	store->group_count = 0;
	return 0;
}

int
store_group_begin(struct store *store, struct err *err)
{
	return begin_group(store, false, err);
}

int
store_group_begin_unsynced(struct store *store, struct err *err)
{
	return begin_group(store, true, err);
}

int
store_sync(struct store *store, struct err *err)
{
	sqlite3_file *log = NULL;

	if (!store->is_unsynced)
		return 0;
	if (sqlite3_file_control(store->db, NULL, SQLITE_FCNTL_JOURNAL_POINTER, &log) !=
		SQLITE_OK ||
	    log == NULL || log->pMethods == NULL)
		return err_set(err, "%s: the write-ahead log cannot be reached", store->path);
	if (log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) != SQLITE_OK)
		return err_system(err, "%s: cannot sync the write-ahead log", store->path);
	store->is_unsynced = false;
	return 0;
}

int
store_group_end(struct store *store, struct err *err)
{
	struct err ignored;
	int rc;

	assert(!store->in_transaction && store->in_group);
	store->in_group = false;
	if (sqlite3_get_autocommit(store->db))
		return err_set(
		    err, "%s: a failure has undone the letters handled together", store->path);
	if ((rc = query_control(store, "commit", "COMMIT", err)) == -1 &&
	    !sqlite3_get_autocommit(store->db))
		query_control(store, "roll back", "ROLLBACK", &ignored);
	store->is_unsynced |= store->is_hasty;
	return rc;
}

int
store_commit(struct store *store, struct err *err)
{
	assert(store->in_transaction);
	if ((store->in_group ? commit_in_group(store, err) :
			       query_control(store, "commit", "COMMIT", err)) == -1) {
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
	if (store->in_transaction && !sqlite3_get_autocommit(store->db)) {
		if (store->in_group)
			undo_in_group(store);
		else
			query_control(store, "roll back", "ROLLBACK", &ignored);
	}
	store->in_transaction = false;
}

int
store_try(struct store *store, struct err *err)
{
	assert(store->in_transaction);
	return query_control(store, "begin a trial", "SAVEPOINT trial", err);
}

int
store_untry(struct store *store, struct err *err)
{
	if (query_control(store, "undo a trial", "ROLLBACK TO trial", err) == -1)
		return -1;
	return query_control(store, "end a trial", "RELEASE trial", err);
}

int
store_backup(struct store *store, const char *path, struct err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), rc, result = 0;
	sqlite3 *copy = NULL;
	sqlite3_backup *backup;

	if (fd == -1)
		return err_system(err, "%s: cannot make the copy", path);
	if (sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
		result = err_set(err, "%s: cannot open the copy: %s", path, sqlite3_errmsg(copy));
	} else if ((backup = sqlite3_backup_init(copy, "main", store->db, "main")) == NULL) {
		result = err_set(
		    err, "%s: cannot copy the database: %s", path, sqlite3_errmsg(copy));
	} else {
		/* All pages in one step: a writer waits, and the copy is of one moment. */
		sqlite3_backup_step(backup, -1);
		if ((rc = sqlite3_backup_finish(backup)) != SQLITE_OK)
			result = err_set(
			    err, "%s: cannot copy the database: %s", path, sqlite3_errstr(rc));
	}
	sqlite3_close(copy);
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
