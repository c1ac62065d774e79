/* SPDX-License-Identifier: ISC */
/*
 * The columns of a table, once: the name of each, the member of a struct that holds its value,
 * and what it is used for.  SELECT, INSERT and UPDATE are made of them, and rows are read and
 * written by them, so that no value is known by its place.
 *
 *	static const struct column columns[] = {
 *		COLUMN("id", struct seek, id, LISTED),
 *		COLUMN("player", struct seek, player, ALWAYS),
 *	};
 *	static const struct table seeks = TABLE("seek", struct seek, columns);
 *
 *	found = row_find(store, "read an invitation", &seeks, "WHERE id = ?", WITH(INT(id)), arena,
 *	    &seek, err);
 *
 * Columns are the names of the table itself; what others add stands in COLUMN_AS.
 * Private to store/.
 */
#ifndef STORE_COLUMNS_H
#define STORE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/stmt.h"

/* How a value is stored: by the type of its member, but for the last four. */
enum column_kind {
	COLUMN_INT64,
	COLUMN_INT,
	COLUMN_ENUM,
	COLUMN_BOOL,
	COLUMN_TEXT,  /* a const char *, in the arena when it was read */
	COLUMN_CHARS, /* an array of them */
	COLUMN_ID,    /* an int64_t, whose 0 is stored as NULL */
	COLUMN_NOT,   /* a bool, whose opposite is stored */
	COLUMN_RULES, /* an enum ruleset by its name … */
	COLUMN_ENDING /* … and an enum ending */
};

/* What a column is used for; a table may have further uses, for an UPDATE of some columns. */
enum {
	LISTED = 1,
	ADDED = 2,
	SAVED = 4,
	ALWAYS = LISTED | ADDED | SAVED,
	OWN_USE = 8 /* the first of those */
};

struct column {
	const char *name;
	const char *as; /* what is read instead of it, where it is LISTED; NULL: itself */
	enum column_kind kind;
	unsigned uses;
	size_t offset, size; /* of the member */
};

struct table {
	const char *name;
	size_t row_size;
	const struct column *columns; /* the first is the id, or what a complaint names */
	size_t count;
};

#define TABLE(name, type, columns) \
	{ \
		(name), sizeof(type), (columns), sizeof(columns) / sizeof *(columns) \
	}
#define MEMBER(type, member) ((type *)NULL)->member
/* An enum without negative values is an unsigned int. */
#define KIND_OF(type, member) \
	_Generic(MEMBER(type, member), int64_t \
		 : COLUMN_INT64, int \
		 : COLUMN_INT, unsigned \
		 : COLUMN_ENUM, bool \
		 : COLUMN_BOOL, const char * \
		 : COLUMN_TEXT, char * \
		 : COLUMN_CHARS)
#define COLUMN_OF(kind, name, as, type, member, uses) \
	{ \
		(name), (as), (kind), (uses), offsetof(type, member), sizeof(MEMBER(type, member)) \
	}
#define COLUMN(name, type, member, uses) \
	COLUMN_OF(KIND_OF(type, member), name, NULL, type, member, uses)
/* Read by an expression, and not written. */
#define COLUMN_AS(as, type, member) COLUMN_OF(KIND_OF(type, member), NULL, as, type, member, LISTED)

/* All rows that "SELECT … FROM table REST" finds, in the arena; `out` is the address of a pointer
 * to rows.  How many, or -1. */
int rows_list(struct store *store, const char *what, const struct table *table, const char *rest,
    const struct value *values, struct arena *arena, void *out, struct err *err);
/* The first of them: 1 found, 0 not, -1. */
int row_find(struct store *store, const char *what, const struct table *table, const char *rest,
    const struct value *values, struct arena *arena, void *row, struct err *err);
/* "INSERT INTO table … REST"; *id, unless it is NULL, is that of the new row. */
int row_add(struct store *store, const char *what, const struct table *table, const void *row,
    const char *rest, int64_t *id, struct err *err);
/* "UPDATE table SET … REST" of the columns of that use; a failure when not exactly one row has
 * changed. */
int row_save(struct store *store, const char *what, const struct table *table, const void *row,
    unsigned use, const char *rest, const struct value *values, struct err *err);

/* For a SELECT that is put together at run time: "SELECT … FROM table", and its rows. */
struct str;
void columns_select(const struct table *table, struct str *sql);
int rows_read(
    struct query *q, const struct table *table, struct arena *arena, void *out, struct err *err);

/* Players as struct seat (players.c). */
extern const struct table player_seats, player_rows;

#endif
