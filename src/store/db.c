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
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/idn.h"
#include "base/str.h"
#include "store/backup.h"
#include "store/leaving.h"
#include "store/ratings.h"
#include "store/stmt.h"

#define BUSY_MS     10000 /* how long another process's transaction is waited for */
#define WAL_WAIT_MS 10    /* between attempts at the write-ahead log */

/* Commits are on the disk when they return; the log is written back every 16
 * MB; undoing a letter needs no file. */
#define PACE \
	"PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;" \
	"PRAGMA journal_size_limit = 33554432; PRAGMA cache_size = -4096;" \
	"PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;"

static int
pragma_number(struct store *store, const char *sql, int64_t *out, struct err *err)
{
	return query_number(store, "read the database's version", sql, NULL, out, err);
}

/* Is this an empty file, where it may be one, or one of this program and of a version from
 * `oldest` to `newest`? */
static int
migrate_check(struct store *store, int oldest, int newest, struct err *err)
{
	int64_t application, version, tables;

	/* The mark is read last: as long as it is missing, no other process has
	 * made anything of a new file yet. */
	if (pragma_number(store, "SELECT count(*) FROM sqlite_schema", &tables, err) == -1 ||
	    pragma_number(store, "PRAGMA user_version", &version, err) == -1 ||
	    pragma_number(store, "PRAGMA application_id", &application, err) == -1)
		return -1;
	if (application == 0 && version == 0 && tables == 0)
		return oldest == 0 ? 0 : err_set(err, "%s holds nothing", store->path);
	if (application != STORE_APPLICATION)
		return err_set(err, "%s: not a database of Riverpost", store->path);
	if (version > newest) {
		err_set(err,
		    "%s: written by a newer Riverpost (database version %d; this "
		    "program knows %d): please use the newer program",
		    store->path, (int)version, newest);
		err->lasts = true;
		return -1;
	}
	if (version < oldest)
		return err_set(err,
		    "%s: written by an older Riverpost (database version %d), and cannot be "
		    "brought up to date where it is: please copy it to where it can be written to",
		    store->path, (int)version);
	return 0;
}

/* idn_people(NAME) in SQL. */
static void
one_spelling(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	struct arena *arena = arena_new();

	(void)count;
	if (name != NULL)
		sqlite3_result_text(context, idn_people(arena, name), -1, SQLITE_TRANSIENT);
	arena_free(arena);
}

/* replaced(TEXT, WORD, BY) in SQL: wherever the word stands, however it is capitalised, but not
 * where it is a part of another. */
static void
replaced(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]), *start = text, *found;
	const char *word = (const char *)sqlite3_value_text(values[1]), *end;
	struct arena *arena = arena_new();
	struct str out;

	(void)count;
	str_init(&out, arena, 0);
	while ((found = str_find_nocase(text, word)) != NULL) {
		end = found + strlen(word);
		str_addn(&out, text, (size_t)(found - text));
		if (isalnum((unsigned char)*end) ||
		    (found > start && isalnum((unsigned char)found[-1])))
			str_addn(&out, found, (size_t)(end - found));
		else
			str_add(&out, (const char *)sqlite3_value_text(values[2]));
		text = end;
	}
	str_add(&out, text);
	sqlite3_result_text(context, out.data, -1, SQLITE_TRANSIENT);
	arena_free(arena);
}

void
store_prepare(struct store *store)
{
	sqlite3_create_function_v2(store->db, "replaced", 3,
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL, replaced, NULL, NULL,
	    NULL);
	sqlite3_create_function_v2(store->db, "idn_people", 1,
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL, one_spelling, NULL, NULL,
	    NULL);
}

/* The steps from that version on; those that begin an empty file are taken at once. */
static int
take_steps(struct store *store, const char *const *steps, int version, int count, struct err *err)
{
	bool is_whole = version == 0 && steps == schema_steps && count >= SCHEMA_WHOLE;
	char pragma[48];

	if (is_whole && sqlite3_exec(store->db, schema_whole, NULL, NULL, NULL) != SQLITE_OK)
		return err_set(err, "%s: cannot make a new database: %s", store->path,
		    sqlite3_errmsg(store->db));
	for (int i = is_whole ? SCHEMA_WHOLE : version; i < count; i++) {
		str_format(pragma, sizeof pragma, "PRAGMA user_version = %d", i + 1);
		if (sqlite3_exec(store->db, steps[i], NULL, NULL, NULL) != SQLITE_OK ||
		    sqlite3_exec(store->db, pragma, NULL, NULL, NULL) != SQLITE_OK)
			return err_set(err, "%s: cannot bring the database to version %d: %s",
			    store->path, i + 1, sqlite3_errmsg(store->db));
	}
	return 0;
}

int
store_make(struct store *store, struct err *err)
{
	return take_steps(store, schema_steps, 0, schema_version, err);
}

/* Takes the missing steps in one transaction with a check of every reference at its
 * end, so a file is never between two versions, whatever happens. */
static int
migrate_run(struct store *store, const char *const *steps, int count, struct err *err)
{
	int64_t version, is_broken;

	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		return -1;
	if (version >= count)
		return 0;
	if (version > 0 && backup_before(store, (int)version, err) == -1)
		return -1;
	if (store_begin(store, err) == -1)
		return -1;
	/* Asked again: another process may have migrated while this one waited. */
	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		goto fail;
	if (take_steps(store, steps, (int)version, count, err) == -1)
		goto fail;
	if (version < SCHEMA_RATINGS && count >= SCHEMA_RATINGS &&
	    ratings_rebuild(store, err) == -1)
		goto fail;
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

/* Where others open a new file too, SQLite says at once that it is locked: two
 * that waited could wait for each other. */
static int
set_wal(struct store *store, struct err *err)
{
	int result, waited = 0;
	int64_t is_wal;

	do {
		result = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
	} while (
	    (result & 0xff) == SQLITE_BUSY && (waited += sqlite3_sleep(WAL_WAIT_MS)) < BUSY_MS);
	if (result != SQLITE_OK)
		return store_fail(store, "switch to a write-ahead log", err);
	if (query_number(store, "switch to a write-ahead log",
		"SELECT journal_mode = 'wal' FROM pragma_journal_mode", NULL, &is_wal, err) == -1)
		return -1;
	return is_wal ? 0 :
			err_set(err, "%s: this file system has no write-ahead log", store->path);
}

static struct store *
new_store(const char *path)
{
	struct store *store = calloc(1, sizeof *store);

	if (store == NULL || (store->path = strdup(path)) == NULL)
		abort();
	/* The program has one thread: no locks in SQLite, and no counts of its memory.  Once it
	 * is at work, it keeps what it was told first. */
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	return store;
}

/* oldest: 1 where the file must hold something, or 0. */
static int
open_steps(struct store **out, const char *path, const char *const *steps, int oldest, int count,
    struct err *err)
{
	struct store *store = new_store(path);
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	int fd;

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
	leaving_set_keys(store, NULL);
	store_prepare(store);
	/* Steps may rebuild tables, which is done without foreign keys. */
	if (pragmas(store,
		"PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
		"PRAGMA foreign_keys = OFF;",
		err) == -1 ||
	    migrate_check(store, oldest, count, err) == -1 || set_wal(store, err) == -1 ||
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
store_open_steps(
    struct store **store, const char *path, const char *const *steps, int count, struct err *err)
{
	return open_steps(store, path, steps, 0, count, err);
}

int
store_open(struct store **store, const char *path, struct err *err)
{
	return open_steps(store, path, schema_steps, 0, schema_version, err);
}

int
store_open_again(struct store **store, const char *path, struct err *err)
{
	return open_steps(store, path, schema_steps, 1, schema_version, err);
}

/* Can SQLite keep its own files beside it? */
static bool
is_writable(const char *path)
{
	char folder[PATH_MAX];

	str_copy(folder, sizeof folder, path);
	return access(path, W_OK) == 0 && access(dirname(folder), W_OK) == 0;
}

/* Nothing may be written there, not even locks.  A write-ahead log that is left is read, its index
 * made in memory; without one the file cannot change. */
int
store_open_to_read(struct store **out, const char *path, struct err *err)
{
	const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
	struct store *store;
	struct arena *arena;
	struct stat log;
	int rc;

	if (is_writable(path))
		return store_open_again(out, path, err);
	store = new_store(path);
	arena = arena_new();
	rc = stat(arena_printf(arena, "%s-wal", path), &log);
	rc = sqlite3_open_v2(
	    store_uri(arena, path,
		rc == 0 && log.st_size > 0 ? "?mode=ro&vfs=unix-none" : "?mode=ro&immutable=1"),
	    &store->db, flags, NULL);
	arena_free(arena);
	if (rc != SQLITE_OK) {
		store_fail(store, "open the database", err);
	} else if (pragmas(store,
		       "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
		       "PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;",
		       err) == 0 &&
	    migrate_check(store, schema_version, schema_version, err) == 0) {
		sqlite3_extended_result_codes(store->db, 1);
		*out = store;
		return 0;
	}
	store_close(store);
	return -1;
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

bool
store_is_stuck(const struct store *store)
{
	return store->is_stuck;
}

static int
begin(struct store *store, struct err *err)
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
	return query_control(store, "begin a transaction", "BEGIN IMMEDIATE", err);
}

int
store_begin(struct store *store, struct err *err)
{
	assert(!store->in_transaction);
	/* SQLite may have taken the whole transaction back after a failure. */
	if (store->in_group && sqlite3_get_autocommit(store->db))
		return err_set(err,
		    "%s: a failure has undone the letters handled together: they are tried again",
		    store->path);
	if ((store->in_group ? query_control(store, "begin a letter", "SAVEPOINT letter", err) :
			       begin(store, err)) == -1)
		return -1;
	store->in_transaction = true;
	return 0;
}

int
store_group_begin(struct store *store, struct err *err)
{
	assert(!store->in_transaction && !store->in_group);
	if (begin(store, err) == -1)
		return -1;
	store->in_group = true;
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
	return rc;
}

int
store_commit(struct store *store, struct err *err)
{
	assert(store->in_transaction);
	if (query_control(store, "commit", store->in_group ? "RELEASE letter" : "COMMIT", err) ==
	    -1) {
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
		if (!store->in_group)
			query_control(store, "roll back", "ROLLBACK", &ignored);
		else if (query_control(store, "undo a letter", "ROLLBACK TO letter", &ignored) == 0)
			query_control(store, "undo a letter", "RELEASE letter", &ignored);
	}
	store->in_transaction = false;
}

int
store_finish(struct store *store, int rc, struct err *err)
{
	if (rc != -1)
		return store_commit(store, err) == -1 ? -1 : rc;
	store_rollback(store);
	return -1;
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
store_check(struct store *store, struct err *err)
{
	struct query q;
	char complaint[256];
	int found;

	query_start(&q, store, "check the database",
	    "SELECT integrity_check FROM pragma_integrity_check(1) WHERE integrity_check <> 'ok'"
	    " UNION ALL SELECT 'row ' || ifnull(rowid, 0) || ' of ' || \"table\" || ' refers to a"
	    " missing row of ' || parent FROM pragma_foreign_key_check",
	    NULL);
	if ((found = query_next(&q, err)) != 1)
		return found;
	query_copy(&q, complaint, sizeof complaint);
	query_end(&q);
	/* err_set makes one line of it. */
	return err_set(err, "%s: the database is damaged: %s", store->path, complaint);
}

int
store_fact(struct store *store, const char *name, int64_t *out, struct err *err)
{
	return query_number(store, "read a fact", "SELECT value FROM fact WHERE name = ?",
	    WITH(TEXT(name)), out, err);
}

int
store_set_fact(struct store *store, const char *name, int64_t value, struct err *err)
{
	return query_do(store, "write a fact",
	    "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET"
	    " value = excluded.value",
	    WITH(TEXT(name), INT(value)), err);
}

bool
store_next_damage(struct store *store, struct damage *out)
{
	if (store->damage_count == 0)
		return false;
	*out = store->damages[--store->damage_count];
	return true;
}
