/* SPDX-License-Identifier: ISC */
/*
 * SET: how a player wants his letters.
 *
 * A setting is one line of the table, a word `setting.NAME` that says what it does
 * (templates/en/words.txt), and a member of struct player (store/players.c).
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/zone.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"

#define VALUES_MAX   5
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What the member of struct player holds. */
enum kind {
	TEXT,     /* one of the values */
	LANGUAGE, /* the code of a language of the glossary */
	FLAG,     /* whether it is the second value */
	ZONE,     /* base/zone.h */
	REMINDERS /* game/clock.h */
};

static const struct setting {
	const char *name;
	enum kind kind;
	size_t member;                  /* of struct player */
	const char *values[VALUES_MAX]; /* TEXT, FLAG */
} settings[] = {
	{ "language", LANGUAGE, offsetof(struct player, language), { NULL } },
	{ "board", TEXT, offsetof(struct player, board),
	    { "classic", "hanzi", "simplified", "letters", "unicode" } },
	{ "flipped", FLAG, offsetof(struct player, flipped), { "off", "on" } },
	{ "notation", TEXT, offsetof(struct player, notation),
	    { "coordinates", "wxf", "chinese", "simplified", "iccs" } },
	{ "subject", FLAG, offsetof(struct player, classic_subject), { "plain", "classic" } },
	{ "html", TEXT, offsetof(struct player, html), { "auto", "off", "on" } },
	{ "receipt", FLAG, offsetof(struct player, no_receipt), { "on", "off" } },
	{ "calendar", FLAG, offsetof(struct player, calendar), { "off", "on" } },
	{ "zone", ZONE, offsetof(struct player, zone), { NULL } },
	{ "reminders", REMINDERS, offsetof(struct player, reminders), { NULL } },
};

static bool
assign(const struct request *rq, const struct setting *setting, const char *value)
{
	void *member = (char *)rq->from + setting->member;
	const struct language *language;
	char text[ZONE_SIZE > REMINDERS_SIZE ? ZONE_SIZE : REMINDERS_SIZE];
	int i;

	if (setting->kind == ZONE || setting->kind == REMINDERS) {
		if (setting->kind == ZONE ? !zone_find(value, text) : !reminders_read(value, text))
			return false;
		*(const char **)member = arena_strdup(rq->arena, text);
		return true;
	}
	if (setting->kind == LANGUAGE) {
		if ((language = glossary_language(rq->settings->glossary, value)) != NULL)
			rq->from->language = language->code;
		return language != NULL;
	}
	/* `set board flipped` is how people say it (riverpost-commands(7)). */
	if (strcmp(setting->name, "board") == 0 && strcmp(value, "flipped") == 0) {
		rq->from->flipped = true;
		return true;
	}
	if ((i = str_index(setting->values, VALUES_MAX, value)) == -1)
		return false;
	if (setting->kind == TEXT)
		*(const char **)member = setting->values[i];
	else
		*(bool *)member = i != 0;
	return true;
}

const char *
set_wrong(const struct settings *in_force, const struct player *player)
{
	char text[ZONE_SIZE > REMINDERS_SIZE ? ZONE_SIZE : REMINDERS_SIZE];

	for (size_t i = 0; i < COUNT(settings); i++) {
		const struct setting *setting = &settings[i];
		const char *value = setting->kind != FLAG ?
		    *(const char *const *)((const char *)player + setting->member) :
		    "";
		bool is_right = setting->kind == FLAG;

		if (setting->kind == TEXT)
			is_right = str_index(setting->values, VALUES_MAX, value) != -1;
		else if (setting->kind == LANGUAGE)
			is_right = strcmp(value, in_force->language) == 0 ||
			    glossary_language(in_force->glossary, value) != NULL;
		else if (value[0] == '\0')
			is_right = true; /* UTC, or no reminders */
		else if (setting->kind == ZONE)
			is_right = zone_find(value, text) && strcmp(value, text) == 0;
		else if (setting->kind == REMINDERS)
			is_right = reminders_read(value, text) && strcmp(value, text) == 0;
		if (!is_right)
			return setting->name;
	}
	return NULL;
}

/* only: NULL lists all. */
static void
list_settings(struct request *rq, const struct setting *only, struct vars *vars)
{
	const struct glossary *glossary = rq->settings->glossary;
	size_t from = only != NULL ? (size_t)(only - settings) : 0;
	size_t end = only != NULL ? from + 1 : COUNT(settings);

	for (size_t i = from; i < end; i++) {
		const struct setting *setting = &settings[i];
		const void *member = (const char *)rq->from + setting->member;
		struct vars *item = vars_add(vars, "options"), *value;
		int languages = setting->kind == LANGUAGE && glossary != NULL ? glossary->count : 0;

		vars_text(item, "option", setting->name);
		vars_word(item, "setting", setting->name);
		if (setting->kind == TEXT || setting->kind == LANGUAGE)
			vars_text(item, "value", *(const char *const *)member);
		else if (setting->kind == FLAG)
			vars_text(item, "value", setting->values[*(const bool *)member]);
		else
			vars_text(item, "value",
			    **(const char *const *)member != '\0' ? *(const char *const *)member :
				setting->kind == ZONE             ? "UTC" :
								    "off");
		vars_flag(item, "choice", setting->kind != ZONE && setting->kind != REMINDERS);
		vars_word(item, "format", setting->name);
		vars_list(item, "values");
		for (int v = 0; v < VALUES_MAX && setting->values[v] != NULL; v++)
			vars_text(vars_add(item, "values"), "one", setting->values[v]);
		for (int n = 0; n < languages; n++) {
			value = vars_add(item, "values");
			vars_text(value, "one", glossary->languages[n].code);
			vars_text(value, "name", glossary->languages[n].name);
		}
	}
}

static enum outcome
set_refuse(
    struct request *rq, const struct setting *setting, struct reply *reply, const char *template)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "option", rq->order->words[0]);
	vars_text(vars, "value", rq->order->raw[1]);
	list_settings(rq, setting, vars);
	return CMD_REFUSED;
}

static bool
set_accepts(const struct order *order)
{
	return order->word_count != 1;
}

static bool
set_expects(const struct order *order, int i)
{
	(void)i; /* what it is set to is judged when it is run */
	for (size_t k = 0; k < COUNT(settings); k++)
		if (strcmp(settings[k].name, order->words[0]) == 0)
			return true;
	return false;
}

static enum outcome
set_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	const struct setting *setting = NULL;
	struct vars *vars;

	if (order->word_count == 2) {
		for (size_t i = 0; i < COUNT(settings); i++)
			if (strcmp(settings[i].name, order->words[0]) == 0)
				setting = &settings[i];
		if (setting == NULL)
			return set_refuse(rq, NULL, reply, "set-unknown");
		if (!assign(rq, setting, order->words[1]))
			return set_refuse(rq, setting, reply, "set-wrong");
		if (players_save(rq->store, rq->from, err) == -1 ||
		    games_look_again(rq->store, rq->from->id, err) == -1)
			return CMD_FAILED;
	}
	vars = reply_use(reply, "set");
	vars_flag(vars, "changed", order->word_count == 2);
	list_settings(rq, NULL, vars);
	return CMD_DONE;
}

const struct cmd cmd_set = {
	.name = "set",
	.aliases = "settings",
	.args = "AUTH WORD? WORD?",
	.accepts = set_accepts,
	.expects = set_expects,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = set_run,
};
