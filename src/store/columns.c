/* SPDX-License-Identifier: ISC */
/*
 * Rows by their columns (columns.h).
 *
 * A statement is put together once, when it is prepared: it is kept under its table, its use
 * and the rest of its text.
 */
#include "store/columns.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "game/game.h"

/* `text` for each column of that use, between commas; NULL: its name, and then `more`. */
static void
add_each(
    struct str *sql, const struct table *table, unsigned use, const char *text, const char *more)
{
	const char *comma = "";

	for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
		if ((c->uses & use) == 0)
			continue;
		str_add(sql, comma);
		if (text != NULL)
			str_add(sql, text);
		else if (use == LISTED && c->as == NULL)
			str_addf(sql, "%s.%s", table->name, c->name);
		else
			str_add(sql, c->as != NULL ? c->as : c->name);
		str_add(sql, more);
		comma = ", ";
	}
}

void
columns_select(const struct table *table, struct str *sql)
{
	str_add(sql, "SELECT ");
	add_each(sql, table, LISTED, NULL, "");
	str_addf(sql, " FROM %s ", table->name);
}

static void
start(struct query *q, struct store *store, const char *what, const struct table *table,
    unsigned use, const char *rest)
{
	struct statement *place = query_place(store, rest, table, use);
	struct arena *arena = NULL;
	struct str sql = { .data = NULL };

	if (place->stmt == NULL) {
		arena = arena_new();
		str_init(&sql, arena, 0);
		if (use == LISTED) {
			columns_select(table, &sql);
		} else if (use == ADDED) {
			str_addf(&sql, "INSERT INTO %s (", table->name);
			add_each(&sql, table, use, NULL, "");
			str_add(&sql, ") VALUES (");
			add_each(&sql, table, use, "?", "");
			str_add(&sql, ") ");
		} else {
			str_addf(&sql, "UPDATE %s SET ", table->name);
			add_each(&sql, table, use, NULL, " = ?");
			str_add(&sql, " ");
		}
		str_add(&sql, rest);
	}
	query_start_kept(q, store, what, place, sql.data);
	arena_free(arena);
}

static struct value
value_of(const struct column *c, const void *at)
{
	switch (c->kind) {
	case COLUMN_INT64:
		return INT(*(const int64_t *)at);
	case COLUMN_INT:
		return INT(*(const int *)at);
	case COLUMN_ENUM:
		return INT(*(const unsigned *)at);
	case COLUMN_BOOL:
		return INT(*(const bool *)at);
	case COLUMN_NOT:
		return INT(!*(const bool *)at);
	case COLUMN_ID:
		return ID(*(const int64_t *)at);
	case COLUMN_TEXT:
		return TEXT(*(const char *const *)at);
	case COLUMN_RULES:
		return TEXT(ruleset_name(*(const enum ruleset *)at));
	case COLUMN_ENDING:
		return TEXT(ending_name(*(const enum ending *)at));
	default:
		return TEXT(at);
	}
}

static void
put_columns(struct query *q, const struct table *table, unsigned use, const void *row)
{
	for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
		struct value value;

		if ((c->uses & use) == 0)
			continue;
		value = value_of(c, (const char *)row + c->offset);
		query_put_value(q, &value);
	}
}

/* NULL, or what is wrong with the value. */
static const char *
read_column(struct query *q, const struct column *c, struct arena *arena, void *at)
{
	if (c->kind == COLUMN_INT64 || c->kind == COLUMN_ID)
		*(int64_t *)at = query_int(q);
	else if (c->kind == COLUMN_INT)
		*(int *)at = query_small(q);
	else if (c->kind == COLUMN_ENUM)
		*(unsigned *)at = (unsigned)query_int(q);
	else if (c->kind == COLUMN_BOOL || c->kind == COLUMN_NOT)
		*(bool *)at = (query_int(q) == 0) == (c->kind == COLUMN_NOT);
	else if (c->kind == COLUMN_TEXT)
		*(const char **)at = query_text(q, arena);
	else if (c->kind == COLUMN_CHARS)
		query_copy(q, at, c->size);
	else if (c->kind == COLUMN_RULES && !ruleset_find(query_text(q, arena), at))
		return "no such rule set";
	else if (c->kind == COLUMN_ENDING && !ending_find(query_text(q, arena), at))
		return "no such ending";
	return NULL;
}

/* 0, or -1: the row is damaged, and the query ended.  The id is read first. */
static int
read_columns(
    struct query *q, const struct table *table, struct arena *arena, void *row, struct err *err)
{
	const int64_t *id = (const void *)((const char *)row + table->columns[0].offset);

	for (const struct column *c = table->columns; c < table->columns + table->count; c++) {
		const char *wrong = NULL;

		if ((c->uses & LISTED) != 0)
			wrong = read_column(q, c, arena, (char *)row + c->offset);
		if (wrong != NULL) {
			if (str_equal(table->name, "game"))
				store_note_damage(q->store, *id, wrong);
			query_end(q);
			return err_set(err, "%s: %s %lld is damaged: %s", q->store->path,
			    table->name, (long long)*id, wrong);
		}
	}
	return 0;
}

int
rows_read(
    struct query *q, const struct table *table, struct arena *arena, void *out, struct err *err)
{
	char *rows = NULL;
	int count = 0, more;

	while ((more = query_next(q, err)) == 1) {
		rows = arena_grow(arena, rows, (size_t)count, table->row_size);
		if (read_columns(q, table, arena, rows + (size_t)count++ * table->row_size, err) ==
		    -1)
			return -1;
	}
	memcpy(out, &rows, sizeof rows);
	return more == 0 ? count : -1;
}

int
rows_list(struct store *store, const char *what, const struct table *table, const char *rest,
    const struct value *values, struct arena *arena, void *out, struct err *err)
{
	struct query q;

	start(&q, store, what, table, LISTED, rest);
	query_put(&q, values);
	return rows_read(&q, table, arena, out, err);
}

int
row_find(struct store *store, const char *what, const struct table *table, const char *rest,
    const struct value *values, struct arena *arena, void *row, struct err *err)
{
	struct query q;
	int found;

	start(&q, store, what, table, LISTED, rest);
	query_put(&q, values);
	if ((found = query_next(&q, err)) == 1 && read_columns(&q, table, arena, row, err) == -1)
		return -1;
	query_end(&q);
	return found;
}

int
row_add(struct store *store, const char *what, const struct table *table, const void *row,
    const char *rest, int64_t *id, struct err *err)
{
	struct query q;

	start(&q, store, what, table, ADDED, rest);
	put_columns(&q, table, ADDED, row);
	if (query_run(&q, err) == -1)
		return -1;
	if (id != NULL)
		*id = sqlite3_last_insert_rowid(store->db);
	return 0;
}

int
row_save(struct store *store, const char *what, const struct table *table, const void *row,
    unsigned use, const char *rest, const struct value *values, struct err *err)
{
	struct query q;

	start(&q, store, what, table, use, rest);
	put_columns(&q, table, use, row);
	query_put(&q, values);
	return query_run_one(&q, err);
}
