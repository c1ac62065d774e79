/* SPDX-License-Identifier: ISC */
/*
 * The database as a whole: copies, checks, small facts (db.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "store/db.h"
#include "store/stmt.h"

/* All pages in one step: a writer waits, and the copy is of one moment. */
static int
copy_pages(struct store *store, sqlite3 *copy, const char *path, struct err *err)
{
	sqlite3_backup *backup = sqlite3_backup_init(copy, "main", store->db, "main");
	int rc;

	if (backup == NULL)
		return err_set(err, "%s: cannot copy the database: %s", path, sqlite3_errmsg(copy));
	sqlite3_backup_step(backup, -1);
	rc = sqlite3_backup_finish(backup);
	if (rc != SQLITE_OK)
		return err_set(err, "%s: cannot copy the database: %s", path, sqlite3_errstr(rc));
	return 0;
}

static int
copy_to(struct store *store, const char *path, struct err *err)
{
	sqlite3 *copy = NULL;
	int result = -1;

	if (sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
		err_set(err, "%s: cannot open the copy: %s", path, sqlite3_errmsg(copy));
	else
		result = copy_pages(store, copy, path, err);
	sqlite3_close(copy);
	return result;
}

static int
sync_path(const char *path, int flags, struct err *err)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd == -1)
		return err_system(err, "%s: cannot open", path);
	if (fsync(fd) == -1) {
		err_system(err, "%s: cannot sync", path);
		close(fd);
		return -1;
	}
	close(fd);
	return 0;
}

int
store_backup(struct store *store, const char *path, struct err *err)
{
	char folder[PATH_MAX];
	int fd;

	if (!str_copy(folder, sizeof folder, path))
		return err_set(err, "%s: the name is too long", path);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_system(err, "%s: cannot make the copy", path);
	close(fd);
	if (copy_to(store, path, err) == -1 || sync_path(path, O_RDWR, err) == -1 ||
	    sync_path(dirname(folder), O_RDONLY | O_DIRECTORY, err) == -1) {
		unlink(path);
		return -1;
	}
	return 0;
}

static int
check_pages(struct store *store, struct err *err)
{
	struct query q;
	char complaint[256] = "";

	query_start(&q, store, "check the database", "PRAGMA integrity_check(1)");
	if (query_next(&q, err) == -1)
		return -1;
	if (q.stmt != NULL)
		query_copy(&q, complaint, sizeof complaint);
	query_end(&q);
	if (strcmp(complaint, "ok") == 0)
		return 0;
	for (char *c = complaint; *c != '\0'; c++) {
		if (*c == '\n')
			*c = ' ';
	}
	return err_set(err, "%s: the database is damaged: %s", store->path, complaint);
}

static int
check_references(struct store *store, struct err *err)
{
	struct query q;
	char table[32], parent[32];
	int64_t row;
	int found;

	query_start(&q, store, "check the database's references", "PRAGMA foreign_key_check");
	found = query_next(&q, err);
	if (found != 1)
		return found;
	query_copy(&q, table, sizeof table);
	row = query_int(&q);
	query_copy(&q, parent, sizeof parent);
	query_end(&q);
	return err_set(err,
	    "%s: the database is damaged: row %lld of %s refers to a missing row "
	    "of %s",
	    store->path, (long long)row, table, parent);
}

int
store_check(struct store *store, struct err *err)
{
	if (check_pages(store, err) == -1)
		return -1;
	return check_references(store, err);
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
	    "INSERT INTO fact (name, value) VALUES (?, ?)"
	    " ON CONFLICT (name) DO UPDATE SET value = excluded.value");
	query_put_text(&q, name);
	query_put_int(&q, value);
	return query_run(&q, err);
}
