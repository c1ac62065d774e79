/* SPDX-License-Identifier: ISC */
/*
 * Tables from outside, collected in the folder that RIVERPOST_DATA names or kept in
 * tests/data: a row a line, columns between tabs, lines that begin with # are comments.
 *
 * What cannot be used is told on standard error as "FILE:ROW: ID: what", ID being the
 * row's first column, and ends the program with 1.
 */
#ifndef UNIT_TABLE_H
#define UNIT_TABLE_H

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_COLUMNS 16

struct table {
	char *column[TABLE_COLUMNS]; /* of the row; changed at will */
	char where[PATH_MAX + 100];  /* "FILE:ROW: ID", for messages */
	/* Private. */
	char path[PATH_MAX], line[16384];
	FILE *file;
	int columns, row;
	bool has_rows;
};

/* Says what cannot be used, and where; ends the program. */
__attribute__((format(printf, 2, 3), noreturn)) static inline void
fail_at(const char *where, const char *what, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "%s: ", where);
	va_start(args, what);
	vfprintf(stderr, what, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

/* The path of something collected; false: RIVERPOST_DATA is not set. */
static inline bool
collected(char path[PATH_MAX], const char *name)
{
	const char *folder = getenv("RIVERPOST_DATA");

	if (folder == NULL || *folder == '\0')
		return false;
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
		fail_at(name, "the path is too long");
	return true;
}

/* Each row has so many columns, or more. */
static inline void
table_open(struct table *table, const char *path, int columns)
{
	table->file = fopen(path, "r");
	if (table->file == NULL)
		fail_at(path, "%s", strerror(errno));
	snprintf(table->path, sizeof table->path, "%s", path);
	table->columns = columns;
	table->row = 0;
	table->has_rows = false;
}

/* False where RIVERPOST_DATA is not set, and nothing is open then. */
static inline bool
table_open_collected(struct table *table, const char *name, int columns)
{
	char path[PATH_MAX];

	if (!collected(path, name))
		return false;
	table_open(table, path, columns);
	return true;
}

/* Splits the line; returns how many columns it has. */
static inline int
table_split(struct table *table)
{
	char *rest = table->line;
	int count = 0;

	memset(table->column, 0, sizeof table->column);
	while (rest != NULL && count < TABLE_COLUMNS)
		table->column[count++] = strsep(&rest, "\t");
	return count;
}

/* The next row; false: that was the last, and the table is closed. */
static inline bool
table_next(struct table *table)
{
	int count;

	do {
		size_t length;

		snprintf(table->where, sizeof table->where, "%s:%d", table->path, ++table->row);
		if (fgets(table->line, sizeof table->line, table->file) == NULL) {
			if (!table->has_rows || ferror(table->file))
				fail_at(table->where, "no row can be read");
			fclose(table->file);
			return false;
		}
		length = strcspn(table->line, "\n");
		if (table->line[length] == '\0' && !feof(table->file))
			fail_at(table->where, "the line is too long");
		table->line[length] = '\0';
	} while (table->line[0] == '#');
	count = table_split(table);
	if (count < table->columns)
		fail_at(table->where, "%d columns, not %d", count, table->columns);
	snprintf(table->where, sizeof table->where, "%s:%d: %.80s", table->path, table->row,
	    table->column[0]);
	table->has_rows = true;
	return true;
}

/* Passes over the first row, which names the columns: no other may have fewer. */
static inline void
table_names(struct table *table)
{
	table_next(table);
	while (table->columns < TABLE_COLUMNS && table->column[table->columns] != NULL)
		table->columns++;
	table->has_rows = false;
}

#endif
