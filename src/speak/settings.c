/* SPDX-License-Identifier: ISC */
/*
 * The table of settings (settings.h).
 */
#include "speak/settings.h"

#include <string.h>

#include "speak/parse.h"
#include "store/players.h"

#define NAME_WORDS 5

const struct setting setting_table[SETTINGS] = {
	{ "language", SETTING_LANGUAGE, offsetof(struct player, language), { NULL } },
	{ "name", SETTING_NAME, offsetof(struct player, name), { NULL } },
	{ "board", SETTING_TEXT, offsetof(struct player, board),
	    { "classic", "hanzi", "simplified", "letters", "unicode", "list" } },
	{ "flipped", SETTING_FLAG, offsetof(struct player, flipped), { "off", "on" } },
	{ "notation", SETTING_TEXT, offsetof(struct player, notation),
	    { "coordinates", "wxf", "chinese", "simplified", "iccs" } },
	{ "subject", SETTING_FLAG, offsetof(struct player, classic_subject),
	    { "plain", "classic" } },
	{ "html", SETTING_TEXT, offsetof(struct player, html), { "auto", "off", "on" } },
	{ "receipt", SETTING_FLAG, offsetof(struct player, no_receipt), { "on", "off" } },
	{ "calendar", SETTING_FLAG, offsetof(struct player, calendar), { "off", "on" } },
	{ "zone", SETTING_ZONE, offsetof(struct player, zone), { NULL } },
	{ "reminders", SETTING_REMINDERS, offsetof(struct player, reminders), { NULL } },
	{ "digest", SETTING_HOUR, offsetof(struct player, digest), { NULL } },
};

const struct setting *
setting_find(const char *name)
{
	for (int i = 0; i < SETTINGS; i++)
		if (strcmp(setting_table[i].name, name) == 0)
			return &setting_table[i];
	return NULL;
}

bool
setting_ends_digest(const struct order *order)
{
	return order->word_count == 2 && strcmp(order->words[0], "digest") == 0 &&
	    strcmp(order->words[1], "off") == 0;
}

int
setting_words_max(const struct setting *setting)
{
	return setting->kind >= SETTING_ZONE ? WORDS_MAX :
	    setting->kind == SETTING_NAME    ? NAME_WORDS :
					       1;
}

int
setting_name_at(const struct order *order)
{
	static const char *const pairs[][2] = { { "public", "name" }, { "board", "flipped" } };

	for (size_t i = 0; order->word_count > 1 && i < sizeof pairs / sizeof *pairs; i++)
		if (strcmp(order->words[0], pairs[i][0]) == 0 &&
		    strcmp(order->words[1], pairs[i][1]) == 0)
			return 1;
	return 0;
}
