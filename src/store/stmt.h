/* SPDX-License-Identifier: ISC */
/*
 * Statements: prepared once, kept, and used in a few lines.
 *
 *	query_do(store, "take an offer back", "DELETE FROM seek WHERE id = ?", WITH(INT(id)), err);
 *
 *	query_start(&q, store, "read a score", "SELECT score FROM imported WHERE game = ?",
 *	    WITH(INT(game)));
 *	found = query_next(&q, err);		1 a row, 0 no more, -1 failure
 *	if (found == 1)
 *		score = query_text(&q, arena);
 *	query_end(&q);
 *
 * Parameters and columns are taken in their order.  A failure to prepare or
 * bind is kept and told by query_next, so nothing in between needs a check.
 * What has more than a few columns is described once, as a table (columns.h).
 * Private to store/.
 */
#ifndef STORE_STMT_H
#define STORE_STMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "store/db.h"

struct arena;
struct err;

#define STATEMENTS_MAX 512
#define DAMAGES_MAX    16

struct table;

struct statement {
	const char *sql;           /* the address is the key: string constants only … */
	const struct table *table; /* … with what it is completed by (columns.h) */
	unsigned use;
	sqlite3_stmt *stmt;
};

struct store {
	sqlite3 *db;
	char *path;
	bool in_transaction;
	bool in_group; /* of transactions that are committed together */
	bool is_stuck; /* store_is_stuck */
	struct statement kept[STATEMENTS_MAX];
	int kept_count;
	struct damage damages[DAMAGES_MAX]; /* store_next_damage */
	int damage_count;
};

/* The name of a file as SQLite takes it with parameters (https://www.sqlite.org/uri.html). */
const char *store_uri(struct arena *arena, const char *path, const char *parameters);

struct query {
	struct store *store;
	sqlite3_stmt *stmt; /* NULL after query_end */
	const char *what;   /* "cannot <what>: …" */
	int rc;
	int put, got;
	bool is_kept;
};

/* What stands for a `?`; of an ID, 0 is stored as NULL, of a text NULL as "".  WITH makes a list
 * of them, NULL is an empty one. */
struct value {
	enum { VALUES_END, VALUE_INT, VALUE_ID, VALUE_TEXT, VALUE_BYTES, VALUE_REAL } kind;
	int64_t number; /* of bytes: how many */
	const char *text;
	double real;
};
#define INT(x)           ((struct value){ VALUE_INT, (x), NULL, 0 })
#define ID(x)            ((struct value){ VALUE_ID, (x), NULL, 0 })
#define TEXT(x)          ((struct value){ VALUE_TEXT, 0, (x), 0 })
#define BYTES(x, length) ((struct value){ VALUE_BYTES, (int64_t)(length), (x), 0 })
#define REAL(x)          ((struct value){ VALUE_REAL, 0, NULL, (x) })
#define WITH(...)        ((const struct value[]){ __VA_ARGS__, { VALUES_END, 0, NULL, 0 } })

/* sql must be a string constant; its statement is kept until store_close. */
void query_start(struct query *q, struct store *store, const char *what, const char *sql,
    const struct value *values);
/* For SQL put together at run time. */
void query_start_once(struct query *q, struct store *store, const char *what, const char *sql,
    const struct value *values);
/* The same of a statement known by more than its text: its place; and its start, where `sql`
 * matters only as long as the place has no statement. */
struct statement *query_place(
    struct store *store, const char *sql, const struct table *table, unsigned use);
void query_start_kept(struct query *q, struct store *store, const char *what,
    struct statement *place, const char *sql);
/* All that are kept: before the database is closed. */
void query_forget(struct store *store);

/* What stands in this game's rows is no game. */
void store_note_damage(struct store *store, int64_t game, const char *what);

/* Text and bytes must stay until query_end. */
void query_put_value(struct query *q, const struct value *value);
void query_put(struct query *q, const struct value *values);

/* After 0 and -1 the query is ended already. */
int query_next(struct query *q, struct err *err);
void query_end(struct query *q);
/* Runs to the end; 0 or -1. */
int query_run(struct query *q, struct err *err);
/* As query_run; it is a failure when not exactly one row was changed. */
int query_run_one(struct query *q, struct err *err);

/* From the start to the end: 0 or -1. */
int query_do(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err);
/* It is a failure when not exactly one row was changed. */
int query_do_one(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err);
/* The one number that is asked for, 0 where there is no row; 0 or -1. */
int query_number(struct store *store, const char *what, const char *sql, const struct value *values,
    int64_t *out, struct err *err);
/* The same of a small number: it, or -1. */
int query_count(struct store *store, const char *what, const char *sql, const struct value *values,
    struct err *err);
/* Rows of one number each, in the arena; how many or -1. */
int query_ids(struct store *store, const char *what, const char *sql, const struct value *values,
    struct arena *arena, int64_t **out, struct err *err);
/* BEGIN, COMMIT and the like. */
int query_control(struct store *store, const char *what, const char *sql, struct err *err);

int64_t query_int(struct query *q); /* NULL is 0 */
int query_small(struct query *q);   /* a value the program stored as int */
double query_real(struct query *q);
char *query_text(struct query *q, struct arena *arena); /* NULL is "" */
void query_copy(struct query *q, char *out, size_t size);
char *query_bytes(struct query *q, struct arena *arena, size_t *length);

/* Words the last failure of the connection; returns -1. */
int store_fail(struct store *store, const char *what, struct err *err);

#endif
