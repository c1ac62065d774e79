/* SPDX-License-Identifier: ISC */
/*
 * A game of ours as a record (game/record.h).
 */
#include "game/record.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "cmd/shared.h"

struct record *
record_of_game(struct arena *arena, const struct game *game, const char *site)
{
	struct record	*record = record_new(arena, game->length);
	struct civil	 day = clock_civil(game->started, 0);

	record->start = game->start;
	record->result = game->result;
	record->length = game->length;
	for (int i = 0; i < game->length; i++) {
		record->moves[i] = game->moves[i];
		record->times[i] = game->plies[i].committed;
	}
	record->fields[FIELD_EVENT] = arena_printf(arena, "Xiangqi Board %lld", (long long)game->id);
	record->fields[FIELD_SITE] = arena_strdup(arena, site);
	record->fields[FIELD_DATE] = arena_printf(arena, "%04d.%02d.%02d", day.year, day.month, day.day);
	record->fields[FIELD_RED] = game->seat[RED].userid;
	record->fields[FIELD_GREEN] = game->seat[GREEN].userid;
	record->fields[FIELD_RULES] = ruleset_name(game->rules);
	if (game->state == GAME_OVER)
		record->fields[FIELD_TERMINATION] = ending_name(game->ending);
	return record;
}
