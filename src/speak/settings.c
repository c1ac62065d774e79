/* SPDX-License-Identifier: ISC */
/*
 * The table of settings (settings.h).
 */
#include "speak/settings.h"

#include <string.h>

#include "base/str.h"
#include "play/glossary.h"
#include "speak/parse.h"
#include "speak/speech.h"
#include "store/players.h"

#define NAME_WORDS     5
#define LANGUAGE_WORDS 2 /* "tiếng Việt" */

const struct setting setting_table[SETTINGS] = {
	{ "language", SETTING_LANGUAGE, offsetof(struct player, language), { NULL }, "lang" },
	{ "name", SETTING_NAME, offsetof(struct player, name), { NULL }, NULL },
	{ "board", SETTING_TEXT, offsetof(struct player, board),
	    { "classic", "hanzi", "simplified", "letters", "unicode", "list" }, NULL },
	{ "flipped", SETTING_FLAG, offsetof(struct player, flipped), { "off", "on" }, NULL },
	{ "notation", SETTING_TEXT, offsetof(struct player, notation),
	    { "coordinates", "wxf", "chinese", "simplified", "iccs" }, "notations" },
	{ "subject", SETTING_FLAG, offsetof(struct player, classic_subject), { "plain", "classic" },
	    "subjects" },
	{ "html", SETTING_TEXT, offsetof(struct player, html), { "auto", "off", "on" },
	    "pictures images" },
	{ "receipt", SETTING_FLAG, offsetof(struct player, no_receipt), { "on", "off" },
	    "receipts" },
	{ "listed", SETTING_FLAG, offsetof(struct player, unlisted), { "on", "off" }, NULL },
	{ "calendar", SETTING_FLAG, offsetof(struct player, calendar), { "off", "on" }, NULL },
	{ "zone", SETTING_ZONE, offsetof(struct player, zone), { NULL }, "timezone time-zone tz" },
	{ "reminders", SETTING_REMINDERS, offsetof(struct player, reminders), { NULL },
	    "reminder" },
	{ "seeks", SETTING_FLAG, offsetof(struct player, seeks), { "off", "on" }, "seek" },
	{ "puzzle", SETTING_TEXT, offsetof(struct player, puzzles), { "off", "daily", "weekly" },
	    "puzzles" },
	{ "digest", SETTING_HOUR, offsetof(struct player, digest), { NULL }, NULL },
};

const struct setting *
setting_find(const char *name)
{
	for (int i = 0; i < SETTINGS; i++)
		if (strcmp(setting_table[i].name, name) == 0 ||
		    (setting_table[i].aliases != NULL &&
			glossary_lists(setting_table[i].aliases, name)))
			return &setting_table[i];
	return NULL;
}

const char *
setting_value(const struct setting *setting, const char *text)
{
	int i = text != NULL ? str_index(setting->values, SETTING_VALUES_MAX, text) : -1;

	return i != -1 ? setting->values[i] : NULL;
}

bool
setting_switches(const struct setting *setting, const char *value)
{
	return setting_value(setting, value) != NULL ||
	    ((setting->kind == SETTING_REMINDERS || setting->kind == SETTING_HOUR) &&
		strcmp(value, "off") == 0);
}

const char *
setting_switch(const struct glossary *glossary, const struct setting *setting, const char *text)
{
	const struct parse_context nobody = { .glossary = glossary };
	size_t length = text != NULL ? strlen(text) : 0;
	const char *value = length == 0                              ? NULL :
	    speech_listed(&nobody, text, SPEECH_LIST(off)) == length ? "off" :
	    speech_listed(&nobody, text, SPEECH_LIST(on)) == length  ? "on" :
								       NULL;

	return value != NULL && setting_switches(setting, value) ? value : NULL;
}

const char *
setting_of_language(const struct language *language, const char *name)
{
	return language != NULL ? language->settings[setting_find(name) - setting_table] : NULL;
}

void
settings_begin(struct player *player, const struct language *language)
{
	for (int i = 0; i < SETTINGS; i++) {
		const char **value = (const char **)((char *)player + setting_table[i].member);

		if (setting_table[i].kind != SETTING_TEXT)
			continue;
		*value = language != NULL && language->settings[i] != NULL ?
		    language->settings[i] :
		    setting_table[i].values[0];
	}
}

/* Does the word mean the setting of that name? */
static bool
is_called(const char *word, const char *name)
{
	const struct setting *setting = setting_find(word);

	return setting != NULL && strcmp(setting->name, name) == 0;
}

bool
setting_fits(const struct order *order)
{
	int at = setting_name_at(order), count = order->word_count - at;
	const struct setting *setting = order->word_count > 0 ? setting_find(order->words[at]) :
								NULL;

	if (count < 2)
		return order->word_count == 0 || setting != NULL;
	return count == 2 || (setting != NULL && count <= setting_words_max(setting) + 1);
}

bool
setting_owns(const struct order *order, int i)
{
	int at = setting_name_at(order);

	return setting_find(order->words[at]) != NULL && (i <= at || order->word_count == at + 2);
}

bool
setting_is_seeks(const struct order *order)
{
	static const char *const values[] = { "on", "off" };

	return order->game == 0 && order->word_count > 0 && is_called(order->words[0], "seeks") &&
	    (order->word_count == 1 ||
		(order->word_count == 2 && str_index(values, 2, order->words[1]) != -1));
}

bool
setting_owns_seeks(const struct order *order, int i)
{
	(void)i;
	return setting_is_seeks(order);
}

bool
setting_ends_daily(const struct order *order)
{
	return order->word_count == 2 && strcmp(order->words[1], "off") == 0 &&
	    (is_called(order->words[0], "digest") || is_called(order->words[0], "seeks") ||
		is_called(order->words[0], "puzzle"));
}

int
setting_words_max(const struct setting *setting)
{
	return setting->kind >= SETTING_ZONE  ? WORDS_MAX :
	    setting->kind == SETTING_NAME     ? NAME_WORDS :
	    setting->kind == SETTING_LANGUAGE ? LANGUAGE_WORDS :
						1;
}

int
setting_name_at(const struct order *order)
{
	static const char *const pairs[][2] = { { "public", "name" }, { "board", "flipped" },
		{ "time", "zone" } };

	for (size_t i = 0; order->word_count > 1 && i < sizeof pairs / sizeof *pairs; i++)
		if (strcmp(order->words[0], pairs[i][0]) == 0 &&
		    strcmp(order->words[1], pairs[i][1]) == 0)
			return 1;
	return 0;
}
