/* SPDX-License-Identifier: ISC */
/*
 * Counters with a window, and bounces (post.h).
 */
#include "base/clock.h"
#include "store/post.h"
#include "store/stmt.h"

int
counters_get(struct store *store, const char *what, const char *who, int64_t since, int64_t *count,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "read a counter",
	    "SELECT total(times) FROM counter"
	    " WHERE what = ? AND who = ? AND at >= ?");
	query_put_text(&q, what);
	query_put_text(&q, who);
	query_put_int(&q, since);
	return query_number(&q, count, err);
}

int
counters_add(struct store *store, const char *what, const char *who, int64_t now, struct err *err)
{
	struct query q;

	query_start(&q, store, "count",
	    "INSERT INTO counter (what, who, at, times)"
	    " VALUES (?, ?, ?, 1) ON CONFLICT (what, who, at) DO UPDATE SET times = times + 1");
	query_put_text(&q, what);
	query_put_text(&q, who);
	query_put_int(&q, now);
	return query_run(&q, err);
}

int
counters_expire(struct store *store, int64_t before, struct err *err)
{
	struct query q;

	query_start(&q, store, "forget old counts", "DELETE FROM counter WHERE at < ?");
	query_put_int(&q, before);
	return query_run(&q, err);
}

static int
keep_bounce(struct store *store, const char *address, int64_t day, struct err *err)
{
	struct query q;

	query_start(&q, store, "note a bounce",
	    "INSERT INTO bounce (address, day) VALUES (?, ?)"
	    " ON CONFLICT DO NOTHING");
	query_put_text(&q, address);
	query_put_int(&q, day);
	return query_run(&q, err);
}

int
bounces_add(struct store *store, const char *address, int64_t now, int64_t since, int64_t *count,
    struct err *err)
{
	struct query q;

	query_start(&q, store, "forget old bounces",
	    "DELETE FROM bounce WHERE address = ?"
	    " AND day < ?");
	query_put_text(&q, address);
	query_put_int(&q, since / DAY);
	if (query_run(&q, err) == -1 || keep_bounce(store, address, now / DAY, err) == -1)
		return -1;
	query_start(&q, store, "count bounces", "SELECT count(*) FROM bounce WHERE address = ?");
	query_put_text(&q, address);
	return query_number(&q, count, err);
}

int
addresses_stop(struct store *store, const char *address, bool stopped, struct err *err)
{
	struct query q;
	int changed;

	query_start(&q, store, "stop an address",
	    "UPDATE address SET stopped = ?1"
	    " WHERE address = ?2 AND stopped <> ?1");
	query_put_int(&q, stopped);
	query_put_text(&q, address);
	if (query_run(&q, err) == -1)
		return -1;
	changed = sqlite3_changes(store->db) > 0;
	if (stopped)
		return changed;
	query_start(&q, store, "forget bounces", "DELETE FROM bounce WHERE address = ?");
	query_put_text(&q, address);
	return query_run(&q, err) == -1 ? -1 : changed;
}
