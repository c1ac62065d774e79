/* SPDX-License-Identifier: ISC */
/*
 * Stored times and a clock put right (stamps.h).
 */
#include "store/stamps.h"

#include "base/clock.h"
#include "base/str.h"
#include "store/stmt.h"

static const struct stamp {
	const char *name, *table, *column;
	bool is_wait;      /* for something, or counted for some time; else when it happened */
	const char *which; /* rows */
	int64_t unit;      /* seconds */
} stamps[] = {
	/* That of other games is games_give_back's to move, as are days to come that were promised
	 * (tournaments_give_back, held_give_back). */
	{ "game.turn_since", "game", "turn_since", false, "state = 2", 1 },
	{ "confirmation.created", "confirmation", "created", false, "true", 1 },
	{ "invited.at", "invited", "at", true, "true", 1 },
	{ "outbox.next_try", "outbox", "next_try", true, "state = 0", 1 },
	{ "outbox.tried", "outbox", "tried", true, "state = 0", 1 },
	{ "outbox.tried", "outbox", "tried", false, "state <> 0", 1 },
	{ "thinking.next", "thinking", "next", true, "true", 1 },
	{ "review.next", "review", "next", true, "true", 1 },
	{ "review.asked", "review", "asked", true, "true", 1 },
	{ "thinking.since", "thinking", "since", true, "true", 1 },
	{ "counter.at", "counter", "at", true, "true", 1 },
	{ "bounce.day", "bounce", "day", true, "true", DAY },
	{ "mailbox.since", "mailbox", "since", true, "true", 1 },
	{ "vacation_news.at", "vacation_news", "at", true, "true", 1 },
	{ "tournament.created", "tournament", "created", false, "true", 1 },
	{ "tournament.begun", "tournament", "begun", false, "true", 1 },
	{ "tournament.ended", "tournament", "ended", false, "true", 1 },
	{ "tournament.told", "tournament", "told", true, "true", 1 },
	{ "tournament.due", "tournament", "due", true, "true", 1 },
	{ "entrant.joined", "entrant", "joined", false, "true", 1 },
	{ "stair.since", "stair", "since", false, "true", 1 },
	{ "place.asked", "place", "asked", true, "true", 1 },
	{ "player.absent", "player", "absent", false, "true", 1 },
	{ "rating.at", "rating", "at", false, "true", 1 },
	{ "reckoning.at", "reckoning", "at", false, "true", 1 },
	{ "standing.at", "standing", "at", false, "true", 1 },
	{ "player.seen", "player", "seen", false, "true", 1 },
	{ "player.digested", "player", "digested", true, "true", 1 },
	{ "player.puzzled", "player", "puzzled", true, "true", 1 },
	{ "puzzling.asked", "puzzling", "asked", true, "true", 1 },
	{ "player.heard_at", "player", "heard_at", true, "true", 1 },
	{ "seek.created", "seek", "created", false, "true", 1 },
	{ "blocked_site.since", "blocked_site", "since", false, "true", 1 },
	{ "player.created", "player", "created", false, "true", 1 },
	{ "inbox.received", "inbox", "received", false, "true", 1 },
	{ "inbox.taken", "inbox", "taken", false, "true", 1 },
	{ "game.created", "game", "created", false, "true", 1 },
	{ "game.started", "game", "started", false, "true", 1 },
	{ "game.ended", "game", "ended", false, "true", 1 },
	{ "feed_entry.decided", "feed_entry", "decided", false, "true", 1 },
	{ "ply.received", "ply", "received", false, "true", 1 },
	{ "ply.committed", "ply", "committed", false, "true", 1 },
	{ "ply.answered", "ply", "answered", false, "true", 1 },
	{ "undone.at", "undone", "at", false, "true", 1 },
	{ "undone.told", "undone", "told", false, "true", 1 },
	{ "undone.received", "undone", "received", false, "true", 1 },
	{ "undone.committed", "undone", "committed", false, "true", 1 },
	{ "undone.answered", "undone", "answered", false, "true", 1 },
	{ "talk.at", "talk", "at", false, "true", 1 },
	{ "plan.made", "plan", "made", false, "true", 1 },
	{ "list.made", "list", "made", false, "true", 1 },
	{ "outbox.sent", "outbox", "sent", false, "true", 1 },
	{ "outbox.created", "outbox", "created", false, "true", 1 },
	{ "outbox.made", "outbox", "made", false, "true", 1 },
	{ "relay_day.day", "relay_day", "day", false, "true", DAY },
};
#define STAMPS (sizeof stamps / sizeof stamps[0])

/* Adds seconds to the rows of a stamp that are later than `after`; of two counts that fall
 * together one stays. */
static int
move(
    struct store *store, const struct stamp *stamp, int64_t seconds, int64_t after, struct err *err)
{
	struct query q;
	char sql[256];

	str_format(sql, sizeof sql, "UPDATE OR REPLACE %s SET %s = %s + ?1 WHERE %s AND %s > ?2",
	    stamp->table, stamp->column, stamp->column, stamp->which, stamp->column);
	query_start_once(&q, store, "put times right", sql,
	    WITH(INT(seconds / stamp->unit), INT(after / stamp->unit)));
	return query_run(&q, err);
}

int
stamps_back(struct store *store, int64_t now, int64_t seconds, bool was_wrong, struct err *err)
{
	for (size_t i = 0; i < STAMPS; i++)
		if ((stamps[i].is_wait || was_wrong) &&
		    move(store, &stamps[i], -seconds, now, err) == -1)
			return -1;
	return 0;
}

int
stamps_clamp(struct store *store, int64_t now, struct err *err)
{
	if (query_do(store, "end waits that are too long",
		"UPDATE outbox SET next_try = ?1 WHERE state = 0 AND next_try > ?1 + ?2",
		WITH(INT(now), INT(STAMPS_WAIT_MAX)), err) == -1)
		return -1;
	return query_do(store, "end counts from the future",
	    "UPDATE OR REPLACE counter SET at = ?1 WHERE at > ?1 + ?2",
	    WITH(INT(now), INT(STAMPS_WAIT_MAX)), err);
}

int
stamps_future(struct store *store, int64_t now, const char **where, struct err *err)
{
	static const struct stamp running = { "game.turn_since", "game", "turn_since", false,
		"state <> 2", 1 };
	int found = 0;

	for (size_t i = 0; i <= STAMPS; i++) {
		const struct stamp *stamp = i < STAMPS ? &stamps[i] : &running;
		struct query q;
		char sql[256];
		int64_t count;

		str_format(sql, sizeof sql, "SELECT count(*) FROM %s WHERE %s AND %s > ?",
		    stamp->table, stamp->which, stamp->column);
		query_start_once(
		    &q, store, "look for times in the future", sql, WITH(INT(now / stamp->unit)));
		if (query_next(&q, err) != 1)
			return -1;
		count = query_int(&q);
		query_end(&q);
		if (found == 0 && count > 0)
			*where = stamp->name;
		found += (int)count;
	}
	return found;
}
