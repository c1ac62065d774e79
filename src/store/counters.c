/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window (counters.h).
 */
#include "store/counters.h"

#include "store/stmt.h"

int
counters_get(struct store *store, const char *what, const char *who, int64_t since, int64_t *count,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "read a counter",
	    "SELECT total(times) FROM counter WHERE what = ? AND who = ? AND at >= ?");
	query_put_text(&q, what);
	query_put_text(&q, who);
	query_put_int(&q, since);
	return query_number(&q, count, err);
}

int
counters_first(struct store *store, const char *what, const char *who, int64_t since, int64_t *at,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "read a counter",
	    "SELECT coalesce(min(at), 0) FROM counter WHERE what = ? AND who = ? AND at >= ?");
	query_put_text(&q, what);
	query_put_text(&q, who);
	query_put_int(&q, since);
	return query_number(&q, at, err);
}

int
counters_add(struct store *store, const char *what, const char *who, int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "count",
	    "INSERT INTO counter (what, who, at, times) VALUES (?, ?, ?, 1) ON CONFLICT (what,"
	    " who, at) DO UPDATE SET times = times + 1");
	query_put_text(&q, what);
	query_put_text(&q, who);
	query_put_int(&q, now);
	return query_run(&q, err);
}

int
counters_expire(struct store *store, int64_t before, struct err *err)
{
	return query_run_with(
	    store, "forget old counts", "DELETE FROM counter WHERE at < ?", before, err);
}
