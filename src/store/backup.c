/* SPDX-License-Identifier: ISC */
/*
 * Copies of the database (backup.h).
 *
 * The note is written into the copy, so that it cannot be parted from it.
 */
#include "store/backup.h"

#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "store/audit.h"
#include "store/stmt.h"

static const struct {
	const char *what, *fact, *count;
} held[] = {
	{ "players", "backup-players", "SELECT count(*) FROM player" },
	{ "games", "backup-games", "SELECT count(*) FROM game" },
	{ "moves", "backup-moves", "SELECT count(*) FROM ply" },
	{ "letters", "backup-letters",
	    "SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM outbox)" },
};
#define HELD (sizeof held / sizeof held[0])

static int
write_note(sqlite3 *copy, const char *path, int64_t now, struct err *err)
{
	char sql[512];

	/* A mark of its own: the log of what it is copied from is not its log (mark.h). */
	str_format(sql, sizeof sql,
	    "REPLACE INTO fact VALUES ('backup-at', %lld), ('mark', random() & 0x7fffffffffffffff)",
	    (long long)now);
	for (size_t i = 0; i <= HELD; i++) {
		int rc = sqlite3_exec(copy, sql, NULL, NULL, NULL);

		/* Of a database without these tables there is none. */
		if (rc == SQLITE_ERROR)
			return 0;
		if (rc != SQLITE_OK)
			return err_set(err, "%s: cannot note what the copy holds: %s", path,
			    sqlite3_errmsg(copy));
		if (i < HELD)
			str_format(sql, sizeof sql, "REPLACE INTO fact VALUES ('%s', (%s))",
			    held[i].fact, held[i].count);
	}
	return 0;
}

int
store_backup(struct store *store, const char *path, int64_t now, struct err *err)
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
		else
			result = write_note(copy, path, now, err);
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
backup_holding(struct store *store, struct holding *out, struct err *err)
{
	int64_t *const values[HELD] = { &out->players, &out->games, &out->moves, &out->letters };

	for (size_t i = 0; i < HELD; i++)
		if (query_number(
			store, "count what there is", held[i].count, NULL, values[i], err) == -1)
			return -1;
	return 0;
}

/* A fact of db.h, 0 when there is none. */
static int
read_note(struct store *store, const char *name, int64_t *out, struct err *err)
{
	return query_number(store, "read what a copy held", "SELECT value FROM fact WHERE name = ?",
	    WITH(TEXT(name)), out, err);
}

int
backup_compare(struct store *store, const struct audit *audit, int64_t *made, struct err *err)
{
	int64_t noted, count;
	char finding[120];

	if (read_note(store, "backup-at", made, err) == -1)
		return -1;
	for (size_t i = 0; i < HELD && *made != 0; i++) {
		if (read_note(store, held[i].fact, &noted, err) == -1 ||
		    query_number(store, "count what there is", held[i].count, NULL, &count, err) ==
			-1)
			return -1;
		if (count == noted)
			continue;
		str_format(finding, sizeof finding,
		    "it holds %lld %s, but held %lld when it was made", (long long)count,
		    held[i].what, (long long)noted);
		audit->tell(audit->context, finding);
	}
	return 0;
}

int
backup_kept(char out[PATH_MAX], const char *path, struct err *err)
{
	char folder[PATH_MAX];

	str_copy(folder, sizeof folder, path);
	return folder_join(out, dirname(folder), "kept", err) == -1 ? -1 : folder_make(out, err);
}

int
backup_before(struct store *store, int version, struct err *err)
{
	char folder[PATH_MAX], name[40], path[PATH_MAX], aside[PATH_MAX];
	int64_t now;

	str_format(name, sizeof name, "version-%d.sqlite", version);
	if (backup_kept(folder, store->path, err) == -1 ||
	    folder_join(path, folder, name, err) == -1)
		return -1;
	if (!str_format(aside, sizeof aside, "%s.%ld", path, (long)getpid()))
		return err_set(err, "path too long: %.200s", path);
	unlink(aside);
	if (store_backup(store, aside, clock_now(), err) == -1)
		return -1;
	/* Another process may have been first: this is of the newer version then. */
	if (query_number(
		store, "read the database's version", "PRAGMA user_version", NULL, &now, err) == -1)
		return -1;
	if (now != version) {
		unlink(aside);
		return 0;
	}
	return rename(aside, path) == -1 ? err_system(err, "cannot make %s", path) :
					   folder_sync(folder, err);
}
