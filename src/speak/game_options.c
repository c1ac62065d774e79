/* SPDX-License-Identifier: ISC */
/*
 * The options of games, by name (game_options.h).
 */
#include "speak/game_options.h"

#include "base/str.h"

int
game_option_find(const char *name)
{
#define GAME_OPTION_NAME(name, NAME) #name,
	static const char *const names[] = { GAME_OPTIONS(GAME_OPTION_NAME) };

	return str_index(names, GAME_OPTION_COUNT, name);
}
