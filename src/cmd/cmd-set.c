/* SPDX-License-Identifier: ISC */
/*
 * SET: how a player wants his letters; the settings are a table, speak/settings.h.
 */
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "cmd/cmd.h"
#include "play/glossary.h"
#include "speak/names.h"
#include "speak/settings.h"
#include "speak/tokens.h"
#include "speak/verbs.h"

#define NAME_COLUMNS 40
#define NEAR_MAX     5 /* zones that are offered */
#define NEAR_MIN     4 /* characters of a part of a name that finds it */
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The words of the value, with this between them. */
static const char *
join_value(struct arena *arena, const struct order *order, int first, const char *between)
{
	struct str out;

	str_init(&out, arena, 0);
	for (int i = first; i < order->word_count; i++)
		str_addf(&out, "%s%s", i > first ? between : "", order->raw[i]);
	return out.data;
}

/* "New_York", "Europe_Berlin", "america/new_york": as the zone files write it, or with the
 * first of its blanks, which are '_' here, as the slash; as the list has it, "(now UTC-5)" behind
 * it, too. */
static bool
read_zone(struct arena *arena, const char *value, char out[ZONE_SIZE])
{
	char *text = arena_strdup(arena, value), *blank = text, *now = strstr(text, "_(");

	if (now != NULL)
		*now = '\0';
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

/* The value as it is kept; NULL: the setting cannot have it. */
static const char *
read_value(struct arena *arena, const struct settings *in_force, const struct setting *setting,
    const char *value)
{
	char text[ZONE_SIZE > REMINDERS_SIZE ? ZONE_SIZE : REMINDERS_SIZE];
	const struct language *language;
	const char *switched = setting_switch(in_force->glossary, setting, value);

	switch (setting->kind) {
	case SETTING_TEXT:
	case SETTING_FLAG:
		return setting_value(
		    setting, setting_value(setting, value) == NULL ? switched : value);
	case SETTING_LANGUAGE:
		language = glossary_language_called(in_force->glossary, value);
		return language != NULL ? language->code : NULL;
	case SETTING_NAME:
		return !is_name(value) ? NULL : str_equal_nocase(value, "off") ? "" : value;
	case SETTING_ZONE:
		return read_zone(arena, value, text) ? arena_strdup(arena, text) : NULL;
	case SETTING_REMINDERS:
		value = switched != NULL ? switched : value;
		return reminders_read(value, text) ? arena_strdup(arena, text) : NULL;
	case SETTING_HOUR:
		value = switched != NULL ? switched : value;
		return hour_read(value, text) ? arena_strdup(arena, text) : NULL;
	}
	return NULL;
}

static bool
assign(const struct request *rq, const struct setting *setting, int first)
{
	void *member = (char *)rq->from + setting->member;
	/* "set board flipped" switches it on. */
	const char *value = first < rq->order->word_count ? rq->order->words[first] : "on";

	if (setting->kind == SETTING_LANGUAGE)
		value = utf8_fold(rq->arena, join_value(rq->arena, rq->order, first, "-"));
	else if (setting->kind >= SETTING_NAME)
		value = join_value(
		    rq->arena, rq->order, first, setting->kind == SETTING_ZONE ? "_" : " ");
	if ((value = read_value(rq->arena, rq->settings, setting, value)) == NULL)
		return false;
	if (setting->kind == SETTING_FLAG)
		*(bool *)member = value == setting->values[1];
	else
		*(const char **)member = value;
	return true;
}

/* As it is written; "" none. */
static const char *
value_of(const struct player *player, const struct setting *setting)
{
	const void *member = (const char *)player + setting->member;

	return setting->kind == SETTING_FLAG ? setting->values[*(const bool *)member] :
					       *(const char *const *)member;
}

const char *
set_wrong(struct arena *arena, const struct settings *in_force, const struct player *player)
{
	for (size_t i = 0; i < SETTINGS; i++) {
		const struct setting *setting = &setting_table[i];
		const char *value = value_of(player, setting), *right;

		/* UTC, no name; and the language that strangers get. */
		if ((value[0] == '\0' && setting->kind >= SETTING_NAME) ||
		    (setting->kind == SETTING_LANGUAGE && strcmp(value, in_force->language) == 0))
			continue;
		right = read_value(arena, in_force, setting, value);
		if (right == NULL || strcmp(right, value) != 0)
			return setting->name;
	}
	return NULL;
}

/* As the list has it: "" is UTC, or off; an offset in the form in which letters tell times. */
static const char *
shown_value(const struct request *rq, const struct setting *setting)
{
	const char *value = value_of(rq->from, setting);
	char offset[ZONE_OFFSET_SIZE];

	if (setting->kind == SETTING_ZONE && !zone_has_name(value)) {
		zone_write_offset(value, rq->now, offset);
		return arena_strdup(rq->arena, offset);
	}
	return value[0] == '\0' && setting->kind >= SETTING_NAME ? "off" : value;
}

/* only: NULL lists all. */
static void
list_settings(struct request *rq, const struct setting *only, struct vars *vars)
{
	const struct glossary *glossary = rq->settings->glossary;

	for (size_t i = 0; i < SETTINGS; i++) {
		const struct setting *setting = &setting_table[i];
		bool is_named = setting->kind == SETTING_ZONE && zone_has_name(rq->from->zone);
		char offset[ZONE_OFFSET_SIZE] = "";
		bool lists = setting->kind == SETTING_LANGUAGE && glossary != NULL;
		struct vars *item, *one;

		if (only != NULL && setting != only)
			continue;
		item = vars_add(vars, "options");
		vars_text(item, "option", setting->name);
		vars_flag(item, "another", only == NULL && i > 0);
		vars_word(item, "setting", setting->name);
		vars_text(item, "value", shown_value(rq, setting));
		if (is_named)
			zone_write_offset(rq->from->zone, rq->now, offset);
		vars_text(item, "offset", offset);
		vars_flag(item, "choice", setting->kind < SETTING_NAME);
		vars_word(item, "format", setting->name);
		for (int v = 0; v < SETTING_VALUES_MAX && setting->values[v] != NULL; v++)
			vars_text(vars_add(item, "values"), "one", setting->values[v]);
		for (int n = 0; lists && n < glossary->count; n++) {
			one = vars_add(item, "values");
			vars_text(one, "one", glossary->languages[n].code);
			vars_text(one, "name", glossary->languages[n].name);
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
	bool is_near = verb_is_slip(city, near->text) ||
	    (strncmp(near->text, city, strlen(city)) == 0 && near->text[strlen(city)] == '_');

	for (; part != NULL && length >= NEAR_MIN - 1 && !is_near; part = strchr(part + 1, '_'))
		is_near = strncmp(part + (*part == '_'), near->text, length) == 0;
	if (!is_near || near->count == NEAR_MAX)
		return;
	near->count++;
	vars_text(vars_add(near->vars, "near"), "zone", zone);
}

static enum outcome
refuse_value(struct request *rq, const struct setting *setting, int first)
{
	struct vars *vars = reply_refuse(rq->reply, "set-wrong");
	const char *value = join_value(rq->arena, rq->order, first, "_"), *slash;
	struct near near = { .arena = rq->arena, .vars = vars };

	vars_text(vars, "option", setting->name);
	vars_text(vars, "value", join_value(rq->arena, rq->order, first, " "));
	if (setting->kind == SETTING_ZONE) {
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
	return REFUSED;
}

/* A public name is to tell players apart, as userids do: nobody else's, and no word that a
 * letter may consist of.  0 it is nobody's, 1, -1. */
static int
is_name_taken(struct request *rq, struct err *err)
{
	const struct glossary *glossary = rq->settings->glossary;
	const char *name = rq->from->name, *folded = utf8_fold(rq->arena, name);

	if (name_is_reserved(glossary, name) || verb_find(glossary, folded) != NULL ||
	    verb_is_keyword(folded))
		return 1;
	return players_taken(rq->store, name, rq->from->id, err);
}

/* Does the time of a board that may have been left to a digest end before the next one, now that
 * its hour is another?  1, 0 or -1. */
static int
ends_before_digest(struct request *rq, struct err *err)
{
	int64_t *ids, next = hour_next(rq->from->digest, rq->from->zone, rq->now);
	int count = games_waiting(rq->store, rq->arena, rq->from->id, &ids, err);
	struct game *first;

	if (count <= 0)
		return count;
	if (games_get(rq->store, rq->arena, ids[0], &first, err) != 1)
		return -1;
	return game_deadline(first) != 0 && game_deadline(first) < next + DIGEST_MARGIN;
}

/* The next digest is the first one from now on; the last one comes at once, and so does one that
 * would be too late for a board (server/digest.c). */
static int
set_digested(struct request *rq, bool had_digest, struct err *err)
{
	int ends = 0;

	if (rq->from->digest[0] == '\0')
		return 0;
	if (had_digest && (ends = ends_before_digest(rq, err)) == -1)
		return -1;
	rq->from->digested = ends ? rq->now - 2 * DAY : rq->now;
	return 0;
}

/* Changes one, as the words from `at` on say. */
static enum outcome
change(struct request *rq, const struct setting *setting, int at, struct err *err)
{
	const char *was = rq->from->name, *zone = rq->from->zone;
	bool had_digest = rq->from->digest[0] != '\0';
	int taken = 0;

	if (!assign(rq, setting, at))
		return refuse_value(rq, setting, at);
	if (setting->kind == SETTING_NAME && rq->from->name[0] != '\0' &&
	    (taken = is_name_taken(rq, err)) == 1) {
		request_refuse_text(rq, "set-name-taken", "value", rq->from->name);
		rq->from->name = was;
		return REFUSED;
	}
	if ((setting->kind == SETTING_HOUR || setting->kind == SETTING_ZONE) &&
	    set_digested(rq, had_digest, err) == -1)
		return FAILED;
	if (str_equal(setting->name, "puzzle"))
		rq->from->puzzled = rq->now;
	if (taken == -1 || players_save(rq->store, rq->from, err) == -1 ||
	    (setting->kind == SETTING_ZONE && vacation_keep_days(rq, zone, err) == -1) ||
	    request_look_again(rq, rq->from->id, err) == -1)
		return FAILED;
	return DONE;
}

/* The deadlines of all his turns, for who has just asked for them as events. */
static int
tell_deadlines(struct request *rq, struct err *err)
{
	int64_t *ids;
	int count = games_waiting(rq->store, rq->arena, rq->from->id, &ids, err);

	for (int i = 0; i < count; i++) {
		struct game *game;

		if (games_get(rq->store, rq->arena, ids[i], &game, err) != 1)
			return -1;
		if (game_deadline(game) != 0)
			reply_move_deadline(rq->reply, game);
	}
	return count == -1 ? -1 : 0;
}

bool
set_is_so(struct arena *arena, const struct player *player, const char *form, struct is_so *out)
{
	const char *verb = verb_table[VERB_SET].name;
	const struct setting *setting;
	struct order order = { 0 };
	struct tokens tokens;
	const char *value;
	int at;

	tokens_split(arena, form, &tokens);
	if (tokens.count < 3 || tokens.count > WORDS_MAX || !str_equal(tokens.folded[0], verb))
		return false;
	for (; order.word_count + 1 < tokens.count; order.word_count++)
		order.words[order.word_count] = tokens.folded[order.word_count + 1];
	at = setting_name_at(&order);
	if ((setting = setting_find(order.words[at])) == NULL || order.word_count > at + 2)
		return false;
	value = at + 1 < order.word_count ? order.words[at + 1] : "on";
	if (!str_equal_nocase(value, value_of(player, setting)))
		return false;
	out->now = arena_printf(arena, "%s %s %s", verb, setting->name, value_of(player, setting));
	value = setting->kind == SETTING_FLAG ?
	    setting->values[str_equal(value_of(player, setting), setting->values[0])] :
	    "off";
	out->undo = "";
	if (setting->kind == SETTING_FLAG ||
	    (setting_switches(setting, value) && !str_equal(value_of(player, setting), value)))
		out->undo = arena_printf(arena, "%s %s %s", verb, setting->name, value);
	return true;
}

/* "next-digest", if the hour of it was set. */
static void
add_next_digest(struct vars *vars, const struct player *player, bool is_set, int64_t now)
{
	bool tells = is_set && player->digest[0] != '\0';

	vars_flag(vars, "tells-digest", tells);
	vars_time(vars, "next-digest", tells ? hour_next(player->digest, player->zone, now) : 0);
}

enum outcome
set_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	const struct setting *setting = NULL;
	int at = setting_name_at(order);
	bool flips = at > 0 && strcmp(order->words[0], "board") == 0;
	bool changes = flips || order->word_count > at + 1;
	enum outcome outcome;
	struct vars *vars;

	if (order->word_count > 0 && (setting = setting_find(order->words[at])) == NULL) {
		vars = reply_refuse(rq->reply, "set-unknown");
		vars_text(vars, "option", order->words[at]);
		list_settings(rq, NULL, vars);
		return REFUSED;
	}
	if (changes && (outcome = change(rq, setting, at + 1, err)) != DONE)
		return outcome;
	if (changes && str_equal(setting->name, "calendar") && rq->from->calendar &&
	    tell_deadlines(rq, err) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "set");
	vars_flag(vars, "changed", changes);
	vars_flag(vars, "alone", changes && rq->parsed->count == 1);
	vars_flag(vars, "one", setting != NULL);
	vars_flag(vars, "tells-time", changes && setting->kind == SETTING_ZONE);
	vars_time(vars, "now", rq->now);
	add_next_digest(vars, rq->from, changes && setting->kind == SETTING_HOUR, rq->now);
	list_settings(rq, setting, vars);
	return DONE;
}
