/* SPDX-License-Identifier: ISC */
/*
 * Statements: prepared once, kept, and used in a few lines.
 *
 *	query_start(&q, store, "read a fact", "SELECT value FROM fact WHERE name = ?");
 *	query_put_text(&q, name);
 *	found = query_next(&q, err);		1 a row, 0 no more, -1 failure
 *	if (found == 1)
 *		value = query_int(&q);
 *	query_end(&q);
 *
 * Parameters and columns are taken in their order.  A failure to prepare or
 * bind is kept and told by query_next, so nothing in between needs a check.
 * Private to store/.
 */
#ifndef STORE_STMT_H
#define STORE_STMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

struct arena;
struct err;

#define STATEMENTS_MAX 512
#define MADE_MAX       8 /* statements put together at run time that are kept */

struct statement {
	const char *sql; /* the address is the key: string constants only */
	sqlite3_stmt *stmt;
};

struct store {
	sqlite3 *db;
	char *path;
	bool in_transaction;
	bool in_group;    /* of transactions that are committed together */
	int group_count;  /* those that it has */
	bool is_hasty;    /* commits do not wait for the disk */
	bool is_unsynced; /* one did not */
	struct statement kept[STATEMENTS_MAX];
	int kept_count;
	struct statement made[MADE_MAX]; /* their texts are the store's */
	int made_next;                   /* the one whose place the next takes */
};

struct query {
	struct store *store;
	sqlite3_stmt *stmt; /* NULL after query_end */
	const char *what;   /* "cannot <what>: …" */
	int rc;
	int put, got;
	bool is_kept;
};

/* sql must be a string constant; its statement is kept until store_close. */
void query_start(struct query *q, struct store *store, const char *what, const char *sql);
/* For SQL put together at run time: the last few are kept. */
void query_start_once(struct query *q, struct store *store, const char *what, const char *sql);
/* All that are kept: before the database is closed. */
void query_forget(struct store *store);

/* Text and bytes must stay until query_end. */
void query_put_int(struct query *q, int64_t value);
void query_put_id(struct query *q, int64_t id);         /* 0 is stored as NULL */
void query_put_text(struct query *q, const char *text); /* NULL is stored as "" */
void query_put_bytes(struct query *q, const char *bytes, size_t length);

/* After 0 and -1 the query is ended already. */
int query_next(struct query *q, struct err *err);
void query_end(struct query *q);
/* Runs to the end; 0 or -1. */
int query_run(struct query *q, struct err *err);
/* All of a statement whose one parameter is a number. */
int query_run_with(
    struct store *store, const char *what, const char *sql, int64_t value, struct err *err);
/* As query_run; *id is that of the row inserted. */
int query_run_id(struct query *q, int64_t *id, struct err *err);
/* As query_run; it is a failure when not exactly one row was changed. */
int query_run_one(struct query *q, struct err *err);
/* For a query of exactly one number; 0 or -1. */
int query_number(struct query *q, int64_t *out, struct err *err);
/* The same of a small number: it, or -1. */
int query_count(struct query *q, struct err *err);
/* BEGIN, COMMIT and the like. */
int query_control(struct store *store, const char *what, const char *sql, struct err *err);

int64_t query_int(struct query *q);                     /* NULL is 0 */
int query_small(struct query *q);                       /* a value the program stored as int */
char *query_text(struct query *q, struct arena *arena); /* NULL is "" */
void query_copy(struct query *q, char *out, size_t size);
char *query_bytes(struct query *q, struct arena *arena, size_t *length);

/* Words the last failure of the connection; returns -1. */
int store_fail(struct store *store, const char *what, struct err *err);
/* Room for one more row after `count` rows of `size` bytes; doubles as needed. */
void *rows_more(struct arena *arena, void *rows, int count, size_t size);

#endif
