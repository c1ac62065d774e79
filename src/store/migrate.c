/* SPDX-License-Identifier: ISC */
/*
 * Migrations (migrate.h).
 *
 * All missing steps are one transaction with a check of every reference at its
 * end, so a file is never between two versions, whatever happens.
 */
#include "store/migrate.h"

#include "base/err.h"
#include "store/db.h"
#include "store/stmt.h"

static int
pragma_number(struct store *store, const char *sql, int64_t *out, struct err *err)
{
	struct query q;

	query_start(&q, store, "read the database's version", sql);
	return query_number(&q, out, err);
}

int
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

static int
take_step(struct store *store, const char *sql, int version, struct err *err)
{
	char *pragma;
	int rc;

	rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
	if (rc == SQLITE_OK) {
		pragma = sqlite3_mprintf("PRAGMA user_version = %d", version);
		rc = pragma == NULL ? SQLITE_NOMEM :
				      sqlite3_exec(store->db, pragma, NULL, NULL, NULL);
		sqlite3_free(pragma);
	}
	if (rc == SQLITE_OK)
		return 0;
	return err_set(err, "%s: cannot bring the database to version %d: %s", store->path, version,
	    sqlite3_errmsg(store->db));
}

static int
take_steps(struct store *store, const char *const *steps, int count, struct err *err)
{
	int64_t version, is_broken;

	/* Asked again: another process may have migrated while this one waited. */
	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		return -1;
	for (int i = (int)version; i < count; i++) {
		if (take_step(store, steps[i], i + 1, err) == -1)
			return -1;
	}
	if (pragma_number(
		store, "SELECT count(*) FROM pragma_foreign_key_check", &is_broken, err) == -1)
		return -1;
	if (is_broken)
		return err_set(err,
		    "%s: cannot bring the database to version %d: rows refer to "
		    "rows that are missing",
		    store->path, count);
	return 0;
}

int
migrate_run(struct store *store, const char *const *steps, int count, struct err *err)
{
	int64_t version;

	if (pragma_number(store, "PRAGMA user_version", &version, err) == -1)
		return -1;
	if (version >= count)
		return 0;
	if (store_begin(store, err) == -1)
		return -1;
	if (take_steps(store, steps, count, err) == -1) {
		store_rollback(store);
		return -1;
	}
	return store_commit(store, err);
}
