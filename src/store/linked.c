/* SPDX-License-Identifier: ISC */
/*
 * Accounts of one person (linked.h).
 */
#include "store/linked.h"

#include "game/game.h"
#include "store/columns.h"
#include "store/stmt.h"

/* Until the first + or @, and without the dots that this one leaves out. */
#define LOCAL  "substr(address, 1, instr(replace(address, '+', '@'), '@') - 1)"
#define DOMAIN "substr(address, instr(address, '@'))"
#define MAILBOX \
	"SELECT lower(iif(lower(" DOMAIN ") IN ('@gmail.com', '@googlemail.com'), replace(" LOCAL \
	", '.', ''), " LOCAL " || " DOMAIN ")) FROM address WHERE confirmed = 1 AND player = "

#define PAIR WITH(INT(one < other ? one : other), INT(one < other ? other : one))

int
linked_together(struct store *store, int64_t one, int64_t other, struct err *err)
{
	return query_count(store, "compare two accounts",
	    "SELECT iif(EXISTS (" MAILBOX "?1 INTERSECT " MAILBOX "?2), 1,"
	    " 2 * EXISTS (SELECT 1 FROM linked WHERE one = ?1 AND other = ?2))",
	    PAIR, err);
}

/* Rated games that the two play with each other. */
#define BETWEEN " state = 1 AND is_rated = 1 AND ?1 IN (red, green) AND ?2 IN (red, green)"

/* Those count no longer. */
static int
unrate(struct store *store, int64_t one, int64_t other, int *unrated, struct err *err)
{
	*unrated = query_count(store, "count games of linked accounts",
	    "SELECT count(*) FROM game WHERE" BETWEEN, WITH(INT(one), INT(other)), err);
	if (*unrated == -1)
		return -1;
	return query_do(store, "take games of linked accounts out of the ratings",
	    "UPDATE game SET is_rated = 0, unrated = ?3 WHERE" BETWEEN,
	    WITH(INT(one), INT(other), INT(UNRATED_LINKED)), err);
}

int
linked_set(
    struct store *store, int64_t one, int64_t other, bool is_linked, int *unrated, struct err *err)
{
	int was = query_count(store, "look for linked accounts",
	    "SELECT count(*) FROM linked WHERE one = ?1 AND other = ?2", PAIR, err);

	*unrated = 0;
	if (was == -1 || (was == 1) == is_linked)
		return was == -1 ? -1 : 0;
	if (query_do(store, "link two accounts",
		is_linked ? "INSERT INTO linked (one, other) VALUES (?1, ?2)" :
			    "DELETE FROM linked WHERE one = ?1 AND other = ?2",
		PAIR, err) == -1 ||
	    (is_linked && unrate(store, one, other, unrated, err) == -1))
		return -1;
	return 1;
}

int
linked_list(
    struct store *store, struct arena *arena, int64_t player, struct seat **out, struct err *err)
{
	return rows_list(store, "list linked accounts", &player_seats,
	    "WHERE id IN (SELECT one + other - ?1 FROM linked WHERE ?1 IN (one, other))"
	    " ORDER BY userid",
	    WITH(INT(player)), arena, out, err);
}
