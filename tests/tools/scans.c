/* SPDX-License-Identifier: ISC */
/*
 * Loaded into the server by a case that asks which statements read whole tables: each that
 * steps through more than a hundred rows without an index is named, with how many, in the
 * file of SCANS.  What the case itself asks by sqlite3 does not count.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	rows_min = 100,
};

int
sqlite3_step(sqlite3_stmt *stmt)
{
	static int (*step)(sqlite3_stmt *);
	const char *path = getenv("SCANS");
	const char *sql = sqlite3_sql(stmt);

	if (step == NULL)
		*(void **)&step = dlsym(RTLD_NEXT, "sqlite3_step");

	int rc = step(stmt);
	int rows = rc == SQLITE_ROW ? 0 :
				      sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);

	if (rows > rows_min && path != NULL && sql != NULL &&
	    strncmp(program_invocation_short_name, "riverpost", 9) == 0) {
		int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);

		if (fd != -1) {
			dprintf(fd, "%d\t%s\n", rows, sql);
			close(fd);
		}
	}
	return rc;
}
