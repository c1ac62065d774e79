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
#include "base/utf8.h"
#include "base/zone.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"

#define VALUES_MAX   6
#define NAME_COLUMNS 40
#define NAME_WORDS   5
#define NEAR_MAX     5 /* zones that are offered */
#define NEAR_MIN     4 /* characters of a part of a name that finds it */
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What the member of struct player holds. */
enum kind {
	TEXT,     /* one of the values */
	LANGUAGE, /* the code of a language of the glossary */
	FLAG,     /* whether it is the second value */
	NAME,     /* words */
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
	{ "name", NAME, offsetof(struct player, name), { NULL } },
	{ "board", TEXT, offsetof(struct player, board),
	    { "classic", "hanzi", "simplified", "letters", "unicode", "list" } },
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

static const struct setting *
setting_find(const char *name)
{
	for (size_t i = 0; i < COUNT(settings); i++)
		if (strcmp(settings[i].name, name) == 0)
			return &settings[i];
	return NULL;
}

/* Where the name of the setting stands: "public name" is "name". */
static int
name_at(const struct order *order)
{
	return order->word_count > 1 && strcmp(order->words[0], "public") == 0 &&
	    strcmp(order->words[1], "name") == 0;
}

bool
cmd_is_setting(const char *word)
{
	return setting_find(word) != NULL || strcmp(word, "public") == 0;
}

/* The words of the value, with this between them; "" puts commas where there are none. */
static const char *
join_value(struct arena *arena, const struct order *order, int first, const char *between)
{
	struct str out;

	str_init(&out, arena, 0);
	for (int i = first; i < order->word_count; i++)
		str_addf(&out, "%s%s",
		    i == first                                                ? "" :
			between[0] == '\0' && out.data[out.length - 1] != ',' ? "," :
										between,
		    order->raw[i]);
	return out.data;
}

/* "New York", "Europe Berlin", "america/new york": as the zone files write it, or with the
 * first of its blanks as the slash. */
static bool
read_zone(struct arena *arena, const struct order *order, int first, char out[ZONE_SIZE])
{
	char *text = arena_strdup(arena, join_value(arena, order, first, "_"));
	char *blank = text;

	if (zone_find(text, out))
		return true;
	while ((blank = strchr(blank, '_')) != NULL) {
		*blank = '/';
		if (zone_find(text, out))
			return true;
		*blank++ = '_';
	}
	return false;
}

/* How somebody is called is no place for an address, or for what looks like another line. */
static bool
is_name(const char *text)
{
	return utf8_width(text) <= NAME_COLUMNS && strpbrk(text, "@<>\"*:/|") == NULL;
}

static bool
assign(const struct request *rq, const struct setting *setting, int first)
{
	void *member = (char *)rq->from + setting->member;
	const struct order *order = rq->order;
	const char *value = order->words[first];
	const struct language *language;
	char text[ZONE_SIZE > REMINDERS_SIZE ? ZONE_SIZE : REMINDERS_SIZE];
	int i;

	if (setting->kind == NAME) {
		value = join_value(rq->arena, order, first, " ");
		if (!is_name(value))
			return false;
		*(const char **)member = str_equal_nocase(value, "off") ? "" : value;
		return true;
	}
	if (setting->kind == ZONE || setting->kind == REMINDERS) {
		if (setting->kind == ZONE ?
			!read_zone(rq->arena, order, first, text) :
			!reminders_read(join_value(rq->arena, order, first, ""), text))
			return false;
		*(const char **)member = arena_strdup(rq->arena, text);
		return true;
	}
	if (setting->kind == LANGUAGE) {
		if ((language = glossary_language(rq->settings->glossary, value)) != NULL)
			rq->from->language = language->code;
		return language != NULL;
	}
	/* "set board flipped" (setting_meant). */
	i = setting->kind == FLAG && strcmp(value, setting->name) == 0 ?
	    1 :
	    str_index(setting->values, VALUES_MAX, value);
	if (i == -1)
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
			is_right = true; /* UTC, no reminders, no name */
		else if (setting->kind == NAME)
			is_right = is_name(value);
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
		vars_flag(item, "another", i > from);
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
		vars_flag(item, "choice", setting->kind < NAME);
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

/* Where many play and no zone has the name: of each zone, the cities. */
static const char *const cities[][2] = {
	{ "beijing peking guangzhou shenzhen tianjin chengdu wuhan", "Asia/Shanghai" },
	{ "hanoi haiphong danang", "Asia/Ho_Chi_Minh" },
};

/* Zones whose names are nearly what was written, or hold it. */
struct near {
	struct arena *arena;
	const char *text; /* folded, the part after the last slash, '_' for blanks */
	struct vars *vars;
	int count;
};

static void
add_near(const char *zone, void *into)
{
	struct near *near = into;
	const char *slash = strrchr(zone, '/');
	const char *city = utf8_fold(near->arena, slash != NULL ? slash + 1 : zone), *part = city;
	size_t length = strlen(near->text);
	bool is_near = cmd_is_slip(city, near->text) ||
	    (strncmp(near->text, city, strlen(city)) == 0 && near->text[strlen(city)] == '_');

	for (; part != NULL && length >= NEAR_MIN - 1 && !is_near; part = strchr(part + 1, '_'))
		is_near = strncmp(part + (*part == '_'), near->text, length) == 0;
	if (!is_near || near->count == NEAR_MAX)
		return;
	near->count++;
	vars_text(vars_add(near->vars, "near"), "zone", zone);
}

static enum outcome
refuse_value(struct request *rq, const struct setting *setting, int first, struct reply *reply)
{
	struct vars *vars = reply_refuse(reply, "set-wrong");
	const char *value = join_value(rq->arena, rq->order, first, "_"), *slash;
	struct near near = { .arena = rq->arena, .vars = vars };

	vars_text(vars, "option", setting->name);
	vars_text(vars, "value", join_value(rq->arena, rq->order, first, " "));
	vars_list(vars, "near");
	if (setting->kind == ZONE) {
		slash = strrchr(value, '/');
		near.text = utf8_fold(rq->arena, slash != NULL ? slash + 1 : value);
		zone_each(add_near, &near);
		for (size_t i = 0; i < COUNT(cities); i++)
			if (glossary_lists(cities[i][0], near.text)) {
				near.count++;
				vars_text(vars_add(vars, "near"), "zone", cities[i][1]);
			}
	}
	vars_flag(vars, "any-near", near.count > 0);
	list_settings(rq, setting, vars);
	return CMD_REFUSED;
}

/* A value has one word; a name, a zone and reminders may have more. */
static bool
set_accepts(const struct order *order)
{
	int at = name_at(order), count = order->word_count - at;
	const struct setting *setting = order->word_count > 0 ? setting_find(order->words[at]) :
								NULL;

	if (count < 2)
		return order->word_count == 0 || setting != NULL;
	return count == 2 ||
	    (setting != NULL &&
		(setting->kind == ZONE || setting->kind == REMINDERS ||
		    (setting->kind == NAME && count <= NAME_WORDS + 1)));
}

/* What one word is set to is judged when it is run; several may be anything. */
static bool
set_expects(const struct order *order, int i)
{
	int at = name_at(order);

	return setting_find(order->words[at]) != NULL && (i <= at || order->word_count == at + 2);
}

/* The setting of the name that stands there; NULL: none has it.  "set board flipped" is how people
 * switch another one on (riverpost-commands(7)). */
static const struct setting *
setting_meant(const struct order *order, int at)
{
	bool flips = order->word_count > at + 1 && strcmp(order->words[at], "board") == 0 &&
	    strcmp(order->words[at + 1], "flipped") == 0;

	return setting_find(flips ? "flipped" : order->words[at]);
}

static enum outcome
set_run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	const struct setting *setting = NULL;
	int at = name_at(order);
	bool changes = order->word_count > at + 1;
	struct vars *vars;

	if (order->word_count > 0 && (setting = setting_meant(order, at)) == NULL) {
		vars = reply_refuse(reply, "set-unknown");
		vars_text(vars, "option", order->words[at]);
		list_settings(rq, NULL, vars);
		return CMD_REFUSED;
	}
	if (changes) {
		if (!assign(rq, setting, at + 1))
			return refuse_value(rq, setting, at + 1, reply);
		if (players_save(rq->store, rq->from, err) == -1 ||
		    games_look_again(rq->store, rq->from->id, err) == -1)
			return CMD_FAILED;
	}
	vars = reply_use(reply, "set");
	vars_flag(vars, "changed", changes);
	vars_flag(vars, "one", setting != NULL);
	list_settings(rq, setting, vars);
	return CMD_DONE;
}

const struct cmd cmd_set = {
	.name = "set",
	.aliases = "settings",
	.args = "AUTH WORDS",
	.accepts = set_accepts,
	.expects = set_expects,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = set_run,
};
