/* SPDX-License-Identifier: ISC */
/*
 * The mark of a database (mark.h).
 *
 * The old mark counts beside the new one until the new one stands in the file itself, and none is
 * given before the old one does: the log may hold it still, of a start that was cut off.  So
 * whatever is cut off, the file has one of the two.
 */
#include "store/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "store/stmt.h"

#define LINE 42 /* two numbers in 20 digits each; written in place, in one piece */

/* The marks that FILE-mark has; false: it is not there, or says nothing. */
static bool
read_marks(const char *path, int64_t marks[2])
{
	char name[PATH_MAX], line[LINE + 1];
	int fd, got;

	if (!str_format(name, sizeof name, "%s-mark", path) ||
	    (fd = open(name, O_RDONLY | O_CLOEXEC)) == -1)
		return false;
	got = (int)read(fd, line, LINE);
	close(fd);
	line[got == LINE ? got : 0] = '\0';
	return sscanf(line, "%20" SCNd64 " %20" SCNd64, &marks[0], &marks[1]) == 2;
}

static int
write_marks(const char *path, int64_t old, int64_t new, struct err *err)
{
	char name[PATH_MAX], line[LINE + 1];
	int fd, rc;
	bool is_new;

	if (!str_format(name, sizeof name, "%s-mark", path))
		return err_set(err, "path too long: %.200s", path);
	str_format(line, sizeof line, "%020" PRId64 " %020" PRId64 "\n", old, new);
	is_new = access(name, F_OK) == -1;
	if ((fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) == -1)
		return err_system(err, "cannot write %s", name);
	rc = file_write(fd, name, line, LINE, err);
	if (rc == 0 && fdatasync(fd) == -1)
		rc = err_system(err, "cannot write %s", name);
	close(fd);
	return rc == 0 && is_new ? folder_sync_parent(name, err) : rc;
}

/* The mark in the file itself, without the log; false: none can be read. */
static bool
read_own(const char *path, int64_t *mark)
{
	const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt = NULL;
	struct arena *arena = arena_new();
	bool is_read = sqlite3_open_v2(store_uri(arena, path, "?mode=ro&immutable=1"), &db, flags,
			   NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, "SELECT value FROM fact WHERE name = 'mark'", -1, &stmt, NULL) ==
		SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW;

	if (is_read)
		*mark = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	arena_free(arena);
	return is_read;
}

int
mark_look(const char *path, bool *has_log, struct err *err)
{
	char name[PATH_MAX];
	int64_t marks[2], own;
	struct stat st;

	*has_log = str_format(name, sizeof name, "%s-wal", path) && stat(name, &st) == 0 &&
	    st.st_size > 0;
	/* Of a file that SQLite cannot read without its log, the check of both tells. */
	if (!*has_log || !read_marks(path, marks) || !read_own(path, &own) || own == marks[0] ||
	    own == marks[1])
		return 0;
	return err_set(err,
	    "%s is not the log of %s: was an older file put in its place? Together they would be "
	    "damaged. \"riverpost restore FILE\" puts a backup in force; a file that is to be used "
	    "as it is needs its log moved away",
	    name, path);
}

int
mark_check(struct store *store, struct err *err)
{
	struct query q;
	char complaint[200];
	int found;

	query_start(&q, store, "check the database",
	    "SELECT quick_check FROM pragma_quick_check(1) WHERE quick_check <> 'ok'", NULL);
	if ((found = query_next(&q, err)) == 0)
		return 0;
	if (found == 1) {
		query_copy(&q, complaint, sizeof complaint);
		query_end(&q);
		err_set(err,
		    "%s and its log, %s-wal, are damaged or do not belong together (%s): was an "
		    "older file put in its place? \"riverpost restore FILE\" puts a backup in "
		    "force",
		    store->path, store->path, complaint);
	}
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return -1;
}

/* Has all of the log been written into the file? */
static int
write_back(struct store *store, struct err *err)
{
	int logged, written;

	/* Where somebody else is reading, what he may need stays. */
	if (sqlite3_wal_checkpoint_v2(
		store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &logged, &written) != SQLITE_OK)
		return store_fail(store, "write the log back", err);
	return logged == written;
}

int
mark_renew(struct store *store, struct err *err)
{
	int64_t old, new;
	int rc;

	if ((rc = write_back(store, err)) != 1)
		return rc;
	if (store_fact(store, "mark", &old, err) == -1)
		return -1;
	sqlite3_randomness(sizeof new, &new);
	new = (new &INT64_MAX) | 1;
	if (write_marks(store->path, old, new, err) == -1 || store_begin(store, err) == -1)
		return -1;
	rc = store_finish(store, store_set_fact(store, "mark", new, err), err);
	if (rc == 0)
		rc = write_back(store, err);
	return rc == 1 ? write_marks(store->path, new, new, err) : rc;
}
