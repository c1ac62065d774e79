/* SPDX-License-Identifier: ISC */
/*
 * How much there is of everything (numbers.h).
 */
#include "store/numbers.h"

#include <string.h>

#include "store/stmt.h"

/* ?1 is the time. */
static const char *const questions[NUMBERS] = {
	[NUMBER_SCHEMA] = "SELECT user_version FROM pragma_user_version",
	[NUMBER_WAITING] = "SELECT count(*) FROM outbox WHERE state = 0",
	[NUMBER_WAITING_OLDEST] = "SELECT ifnull(min(created), 0) FROM outbox WHERE state = 0",
	[NUMBER_FAILED] =
	    "SELECT count(*) FROM outbox WHERE state IN (2, 3) AND created > ?1 - 604800",
	[NUMBER_STOPPED] = "SELECT count(*) FROM address WHERE stopped = 1",
	[NUMBER_HELD] = "SELECT count(*) FROM aside JOIN game ON game.id = game WHERE state = 1 AND"
			" aside.turn = turns AND ends > ?1",
	[NUMBER_OFFERED] = "SELECT count(*) FROM game WHERE state = 0",
	[NUMBER_PLAYING] = "SELECT count(*) FROM game WHERE state = 1",
	[NUMBER_OVER] = "SELECT count(*) FROM game WHERE state = 2",
	[NUMBER_ACTIVE] = "SELECT count(*) FROM player WHERE state = 0 AND level = 0",
	[NUMBER_SUSPENDED] = "SELECT count(*) FROM player WHERE state = 1",
	[NUMBER_CLOSED] = "SELECT count(*) FROM player WHERE state = 2",
	[NUMBER_SEEN] = "SELECT count(*) FROM player WHERE state = 0 AND seen > ?1 - 30 * 86400",
};

int
numbers_read(struct store *store, int64_t now, int64_t out[NUMBERS], struct err *err)
{
	for (int i = 0; i < NUMBERS; i++) {
		const struct value *values = strchr(questions[i], '?') != NULL ? WITH(INT(now)) :
										 NULL;

		if (query_number(
			store, "count what there is", questions[i], values, &out[i], err) == -1)
			return -1;
	}
	return 0;
}
