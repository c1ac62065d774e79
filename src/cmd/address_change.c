/* SPDX-License-Identifier: ISC */
/*
 * Changes of addresses that wait (address_change.h).
 */
#include "cmd/address_change.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"

#define CHANGE_WAITS (3 * DAY)

int
address_change_due(struct request *rq, int64_t *due, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);

	*due = rq->now + CHANGE_WAITS;
	for (int i = 0; i < count; i++)
		if (all[i].confirmed && all[i].old_from <= rq->now &&
		    str_equal_nocase(all[i].address, rq->address))
			*due = 0;
	return count == -1 ? -1 : 0;
}

static void
fill(struct request *rq, struct vars *vars, const char *named, int64_t due)
{
	vars_text(vars, "userid", rq->from->userid);
	vars_text(vars, "named", named);
	request_day(vars, "day", "", due);
}

int
address_change_tell(struct request *rq, const char *template, const char *named, int64_t due,
    struct vars **vars, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);

	*vars = reply_tell(rq->reply, rq->from->id, NULL, template);
	fill(rq, *vars, named, due);
	for (int i = 0; i < count; i++)
		if (all[i].confirmed && !all[i].receives && !all[i].stopped)
			fill(rq, reply_write(rq->reply, all[i].address, 0, template), named, due);
	/* It says all, whatever the limits of answers. */
	rq->reply->silent = rq->reply->sender->first == NULL;
	return count == -1 ? -1 : 0;
}

enum outcome
address_drop_due(struct request *rq, const char *address, struct err *err)
{
	struct address *all;
	int count = players_addresses(rq->store, rq->arena, rq->from->id, &all, err);
	bool is_own = false, is_last = true;

	rq->settings->addresses->normalise(rq->arena, address, &address);
	for (int i = 0; i < count; i++) {
		if (!all[i].confirmed)
			continue;
		if (str_equal_nocase(all[i].address, address))
			is_own = true;
		else
			is_last &= !all[i].receives;
	}
	if (count == -1)
		return FAILED;
	if (!is_own || is_last)
		return DONE;
	if (players_drop_address(rq->store, rq->from->id, address, err) == -1)
		return FAILED;
	vars_text(reply_tell(rq->reply, rq->from->id, NULL, "address-dropped"), "named", address);
	vars_text(
	    reply_write(rq->reply, address, 0, "address-dropped-told"), "userid", rq->from->userid);
	return DONE;
}
