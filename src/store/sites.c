/* SPDX-License-Identifier: ISC */
/*
 * Addresses and domains that are shut out (sites.h).
 */
#include "store/sites.h"

#include <string.h>

#include "store/columns.h"

static const struct column columns[] = {
	COLUMN_AS("name", struct site, name),
	COLUMN_AS("since", struct site, blocked),
};
static const struct table sites = TABLE("blocked_site", struct site, columns);

int
sites_block(struct store *store, const char *name, int64_t now, struct err *err)
{
	if (query_do(store, "shut a site out", "INSERT OR IGNORE INTO blocked_site VALUES (?, ?)",
		WITH(TEXT(name), INT(now)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
sites_unblock(struct store *store, const char *name, struct err *err)
{
	if (query_do(store, "let a site in", "DELETE FROM blocked_site WHERE name = ?",
		WITH(TEXT(name)), err) == -1)
		return -1;
	return sqlite3_changes(store->db);
}

int
sites_shut(struct store *store, const char *address, struct err *err)
{
	const char *at = strrchr(address, '@');

	return query_count(store, "see whether a site is shut out",
	    "SELECT count(*) > 0 FROM blocked_site WHERE name IN (?1, ?2,"
	    " substr(?1, 1, instr(?1, '+') - 1) || '@' || ?2) OR"
	    " lower(substr(?2, -length(name) - 1)) = '.' || lower(name)",
	    WITH(TEXT(address), TEXT(at != NULL ? at + 1 : "")), err);
}

int
sites_list(struct store *store, struct arena *arena, struct site **out, struct err *err)
{
	return rows_list(store, "list sites", &sites, "ORDER BY name", NULL, arena, out, err);
}
