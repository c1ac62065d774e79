/* SPDX-License-Identifier: ISC */
/*
 * Machines and their levels in commands (levels.h).
 */
#include "speak/levels.h"

#include <string.h>

#include "base/str.h"
#include "speak/parse.h"
#include "speak/verbs.h"

static const struct {
	const char *name;
	int level;
} levels[] = { { "beginner", 1 }, { "easy", 2 }, { "weak", 2 }, { "medium", 4 }, { "normal", 4 },
	{ "club", 4 }, { "hard", 6 }, { "strong", 6 }, { "expert", 7 }, { "master", 8 } };

const char *
levels_behind_name(const char *word)
{
	static const char *const names[] = { "bot", "computer", "engine", "machine" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(word, names[i], strlen(names[i])) == 0)
			return word + strlen(names[i]);
	return NULL;
}

int
levels_named(const char *word)
{
	if (word[0] >= '1' && word[0] <= '0' + LEVELS && word[1] == '\0')
		return word[0] - '0';
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		if (strcmp(word, levels[i].name) == 0)
			return levels[i].level;
	return 0;
}

const char *
levels_names(struct arena *arena)
{
	struct str names;

	str_init(&names, arena, 0);
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		if (i == 0 || levels[i].level != levels[i - 1].level)
			str_addf(&names, "%s%s", i > 0 ? ", " : "", levels[i].name);
	return names.data;
}

bool
levels_own(const struct order *order, int i)
{
	const char *behind = order->verb->manner & ASKS_FOR_GAME && order->word_count > 0 ?
	    levels_behind_name(order->words[0]) :
	    NULL;

	if (behind == NULL || behind[strspn(behind, "0123456789")] != '\0')
		return false;
	return i == 0 || (i == 1 && *behind == '\0' && levels_named(order->words[1]) != 0);
}
