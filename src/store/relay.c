/* SPDX-License-Identifier: ISC */
/*
 * Days on which letters could go (relay.h).
 */
#include "store/relay.h"

#include "base/clock.h"
#include "store/stmt.h"

int
relay_note(struct store *store, int64_t now, struct err *err)
{
	return query_do(store, "note that letters go", "INSERT OR IGNORE INTO relay_day VALUES (?)",
	    WITH(INT(now / DAY)), err);
}

int
relay_days(struct store *store, int64_t first, int64_t last, struct err *err)
{
	return query_count(store, "count days on which letters went",
	    "SELECT count(*) FROM relay_day WHERE day BETWEEN ? AND ?", WITH(INT(first), INT(last)),
	    err);
}

int
relay_expire(struct store *store, int64_t before, struct err *err)
{
	return query_do(store, "forget days on which letters went",
	    "DELETE FROM relay_day WHERE day < ?", WITH(INT(before / DAY)), err);
}
