/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window (counters.h).
 */
#include "store/counters.h"

#include "base/clock.h"
#include "store/stmt.h"

int
counters_get(struct store *store, const char *what, const char *who, int64_t since, int64_t *count,
    struct err *err)
{
	return query_number(store, "read a counter",
	    "SELECT total(times) FROM counter WHERE what = ? AND who = ? AND at >= ?",
	    WITH(TEXT(what), TEXT(who), INT(since)), count, err);
}

int
counters_first(struct store *store, const char *what, const char *who, int64_t since, int64_t *at,
    struct err *err)
{
	return query_number(store, "read a counter",
	    "SELECT coalesce(min(at), 0) FROM counter WHERE what = ? AND who = ? AND at >= ?",
	    WITH(TEXT(what), TEXT(who), INT(since)), at, err);
}

int
counters_add(struct store *store, const char *what, const char *who, int64_t now, struct err *err)
{
	return query_do(store, "count",
	    "INSERT INTO counter (what, who, at, times) VALUES (?, ?, ?, 1) ON CONFLICT (what,"
	    " who, at) DO UPDATE SET times = times + 1",
	    WITH(TEXT(what), TEXT(who), INT(now)), err);
}

int
tally_add(struct store *store, const char *what, int64_t times, int64_t now, struct err *err)
{
	if (times == 0)
		return 0;
	if (query_do(store, "count what was done",
		"INSERT INTO counter (what, who, at, times) VALUES (?, 'server', ?, ?) ON CONFLICT (what,"
		" who, at) DO UPDATE SET times = times + excluded.times",
		WITH(TEXT(what), INT(now - now % MINUTE), INT(times)), err) == -1)
		return -1;
	return query_do(store, "count what was ever done",
	    "INSERT INTO fact (name, value) VALUES ('total-' || ?, ?) ON CONFLICT (name) DO UPDATE"
	    " SET value = value + excluded.value",
	    WITH(TEXT(what), INT(times)), err);
}

int
tally_get(struct store *store, const char *what, int64_t since, int64_t *sum, struct err *err)
{
	if (since != 0)
		return counters_get(store, what, "server", since, sum, err);
	return query_number(store, "read a sum",
	    "SELECT value FROM fact WHERE name = 'total-' || ?", WITH(TEXT(what)), sum, err);
}

int
counters_expire(struct store *store, int64_t before, struct err *err)
{
	return query_do(
	    store, "forget old counts", "DELETE FROM counter WHERE at < ?", WITH(INT(before)), err);
}
