/* SPDX-License-Identifier: ISC */
/*
 * What the static pages show (published.h).
 */
#include "store/published.h"

#include "base/arena.h"
#include "store/positions.h"
#include "store/stmt.h"

#define IS_SHOWN "is_private = 0 AND (state = 1 OR (state = 2 AND result <> 4))"

int
published_due(struct store *store, struct arena *arena, enum page_kind kind, int limit,
    int64_t **out, struct err *err)
{
	return query_ids(store, "list pages that are due",
	    "SELECT id FROM page_due WHERE kind = ? ORDER BY id LIMIT ?",
	    WITH(INT(kind), INT(limit)), arena, out, err);
}

int
published_add(struct store *store, enum page_kind kind, int64_t id, struct err *err)
{
	return query_do(store, "note a page", "INSERT OR IGNORE INTO page_due VALUES (?, ?)",
	    WITH(INT(kind), INT(id)), err);
}

int
published_done(struct store *store, enum page_kind kind, int64_t id, struct err *err)
{
	return query_do(store, "note a page as written",
	    "DELETE FROM page_due WHERE kind = ? AND id = ?", WITH(INT(kind), INT(id)), err);
}

int
published_add_all(struct store *store, struct err *err)
{
	static const char *const sql[] = { "INSERT OR IGNORE INTO page_due SELECT 0, id FROM game",
		"INSERT OR IGNORE INTO page_due SELECT 1, id FROM player",
		"INSERT OR IGNORE INTO page_due SELECT 1, -id FROM player",
		"INSERT OR IGNORE INTO page_due SELECT 2, id FROM tournament",
		"INSERT OR IGNORE INTO page_due SELECT DISTINCT 4, (number - 1) / 50 FROM feed_entry",
		"INSERT OR IGNORE INTO page_due VALUES (5, 0), (6, 0)", NULL };

	for (int i = 0; sql[i] != NULL; i++)
		if (query_do(store, "note all pages", sql[i], NULL, err) == -1)
			return -1;
	return 0;
}

int
published_games(struct store *store, struct arena *arena, int64_t first, int64_t last,
    int64_t **out, struct err *err)
{
	return query_ids(store, "list public games",
	    "SELECT id FROM game WHERE id BETWEEN ? AND ? AND " IS_SHOWN " ORDER BY id DESC",
	    WITH(INT(first), INT(last)), arena, out, err);
}

int
published_before(struct store *store, int64_t id, int64_t *out, struct err *err)
{
	return query_number(store, "look for an earlier game",
	    "SELECT id FROM game WHERE id < ? AND " IS_SHOWN " ORDER BY id DESC LIMIT 1",
	    WITH(INT(id)), out, err);
}

int
published_after(struct store *store, int64_t id, int64_t *out, struct err *err)
{
	return query_number(store, "look for a later game",
	    "SELECT id FROM game WHERE id > ? AND " IS_SHOWN " ORDER BY id LIMIT 1", WITH(INT(id)),
	    out, err);
}

int
published_last(struct store *store, int64_t *game, int64_t *entry, struct err *err)
{
	if (query_number(store, "look for the last game",
		"SELECT id FROM game ORDER BY id DESC LIMIT 1", NULL, game, err) == -1)
		return -1;
	return query_number(store, "look for the last entry",
	    "SELECT number FROM feed_entry ORDER BY number DESC LIMIT 1", NULL, entry, err);
}

int
published_entries(struct store *store, struct arena *arena, int64_t last, int count, int64_t **out,
    struct err *err)
{
	return query_ids(store, "list entries of the feed",
	    "SELECT game FROM feed_entry WHERE number BETWEEN ? AND ? AND game IS NOT NULL"
	    " ORDER BY number DESC",
	    WITH(INT(last - count + 1), INT(last)), arena, out, err);
}

int
published_entry(struct store *store, int64_t game, int64_t *out, struct err *err)
{
	return query_number(store, "look for an entry of the feed",
	    "SELECT number FROM feed_entry WHERE game = ?", WITH(INT(game)), out, err);
}

int
published_running(
    struct store *store, struct arena *arena, int limit, int64_t **out, struct err *err)
{
	return query_ids(store, "list public games that are played",
	    "SELECT id FROM game WHERE state = 1 AND is_private = 0 ORDER BY id DESC LIMIT ?",
	    WITH(INT(limit)), arena, out, err);
}

/* Games that count in figures, as positions.h has it, from the usual start since they have an
 * opening, which tells of its moves whether there are enough: the index game_line alone answers. */
#define COUNTS \
	"state = 2 AND is_private = 0 AND result <> 4 AND opening LIKE '%-%-%-%-%' AND id NOT IN" \
	" (SELECT id FROM game WHERE red IN (SELECT id FROM player WHERE level > 0)" \
	" UNION ALL SELECT id FROM game WHERE green IN (SELECT id FROM player WHERE level > 0))"
_Static_assert(POSITION_PLIES == 4, "COUNTS asks for as many moves");

int
published_opening(struct store *store, const char *line, struct err *err)
{
	int64_t found = 0;
	int rc = query_number(store, "look for games of an opening",
	    "SELECT 1 FROM game WHERE opening >= ?1 AND opening < ?1 || '~'"
	    " AND substr(opening || ' ', length(?1) + 1, 1) = ' ' AND " COUNTS " LIMIT 1",
	    WITH(TEXT(line)), &found, err);

	return rc == -1 ? -1 : found == 1;
}

int
published_next(struct store *store, struct arena *arena, const char *line, struct next_move **out,
    struct err *err)
{
	const char *begin = line[0] != '\0' ? arena_printf(arena, "%s ", line) : "";
	struct query q;
	int count = 0, rc;

	*out = NULL;
	query_start(&q, store, "look what was played next",
	    "SELECT substr(opening, length(?1) + 1, instr(substr(opening || ' ', length(?1) + 1),"
	    " ' ') - 1) AS next, count(*), sum(result = 1), sum(result = 2), sum(result = 3)"
	    " FROM game WHERE " COUNTS
	    " AND opening >= ?1 AND opening < ?1 || '~' GROUP BY next ORDER BY 2 DESC, 1",
	    WITH(TEXT(begin)));
	while ((rc = query_next(&q, err)) == 1) {
		struct next_move *at;

		*out = arena_grow(arena, *out, (size_t)count, sizeof **out);
		at = &(*out)[count++];
		at->text = query_text(&q, arena);
		at->games = query_small(&q);
		at->red = query_small(&q);
		at->green = query_small(&q);
		at->drawn = query_small(&q);
	}
	return rc == -1 ? -1 : count;
}

int
published_decide(struct store *store, int64_t game, int64_t now, struct err *err)
{
	return query_do(store, "note a decision",
	    "UPDATE feed_entry SET decided = ? WHERE game = ?", WITH(INT(now), INT(game)), err);
}

int
published_decided(struct store *store, int64_t game, int64_t *out, struct err *err)
{
	return query_number(store, "look for a decision",
	    "SELECT decided FROM feed_entry WHERE game = ?", WITH(INT(game)), out, err);
}

/* Facts are numbers: it stands in the name of one. */
#define DOMAIN_FACT "feed-domain "

int
published_domain(
    struct store *store, struct arena *arena, const char *domain, const char **out, struct err *err)
{
	struct query q;
	int found;

	*out = domain;
	query_start(&q, store, "look for the domain of the feed",
	    "SELECT substr(name, length(?1) + 1) FROM fact WHERE name >= ?1 AND name < ?1 || '~'",
	    WITH(TEXT(DOMAIN_FACT)));
	if ((found = query_next(&q, err)) != 1)
		return found;
	*out = query_text(&q, arena);
	query_end(&q);
	return 0;
}

int
published_note_domain(struct store *store, const char *domain, struct err *err)
{
	return query_do(store, "note the domain of the feed",
	    "INSERT INTO fact (name, value) SELECT ?1 || ?2, 1 WHERE NOT EXISTS (SELECT 1 FROM fact"
	    " WHERE name >= ?1 AND name < ?1 || '~')",
	    WITH(TEXT(DOMAIN_FACT), TEXT(domain)), err);
}
