/* SPDX-License-Identifier: ISC */
/*
 * The settings of a player, as data: what `set` reads, prints and assigns.
 *
 * A setting is one line of the table, a member of struct player (store/players.h), and a word
 * `setting.NAME` that says what it does (templates/en/words.txt).
 */
#ifndef SPEAK_SETTINGS_H
#define SPEAK_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct glossary;
struct language;
struct order;
struct player;

#define SETTING_VALUES_MAX 6

/* What the member of struct player holds. */
enum setting_kind {
	SETTING_TEXT,      /* one of the values */
	SETTING_LANGUAGE,  /* the code of a language of the glossary */
	SETTING_FLAG,      /* whether it is the second value */
	SETTING_NAME,      /* words */
	SETTING_ZONE,      /* base/zone.h */
	SETTING_REMINDERS, /* game/clock.h … */
	SETTING_HOUR       /* … too */
};

struct setting {
	const char *name;
	enum setting_kind kind;
	size_t member;                          /* of struct player */
	const char *values[SETTING_VALUES_MAX]; /* SETTING_TEXT, SETTING_FLAG */
	const char *aliases;                    /* blank-separated, or NULL */
};

#define SETTINGS 15
extern const struct setting setting_table[SETTINGS];

/* That value of a SETTING_TEXT or SETTING_FLAG, as it has it; NULL: it has none (or text is NULL).
 */
const char *setting_value(const struct setting *setting, const char *text);
/* Can it be switched so, "on" or "off"? */
bool setting_switches(const struct setting *setting, const char *value);
/* The same of words that mean these in some language, folded, "never": "on", "off" or NULL. */
const char *setting_switch(
    const struct glossary *glossary, const struct setting *setting, const char *text);
/* What players of that language begin with; NULL: what everybody does (also of NULL). */
const char *setting_of_language(const struct language *language, const char *name);
/* Gives a new player what players of his language begin with; NULL: as everybody. */
void settings_begin(struct player *player, const struct language *language);
/* By its name or an alias; NULL. */
const struct setting *setting_find(const char *name);
/* Are its words a setting, with a value or none, which is judged when it is run? */
bool setting_fits(const struct order *order);
/* Is word i plainly a setting's name or value? */
bool setting_owns(const struct order *order, int i);
/* Are its words "seeks", and perhaps "on" or "off"?  So the setting can be had by other verbs. */
bool setting_is_seeks(const struct order *order);
bool setting_owns_seeks(const struct order *order, int i);
/* Does the order do nothing but end letters that come by themselves?  That is no harm. */
bool setting_ends_daily(const struct order *order);
/* How many words its value may have. */
int setting_words_max(const struct setting *setting);
/* Where the name of the setting stands in the order's words: "public name" is "name",
 * "board flipped" is "flipped", "time zone" is "zone". */
int setting_name_at(const struct order *order);

#endif
