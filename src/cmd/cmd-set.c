/* SPDX-License-Identifier: ISC */
/*
 * SET: how a player wants his letters.
 *
 * One table: name, allowed values, and where the value goes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/glossary.h"
#include "cmd/shared.h"

static const char *const languages[] = { NULL }; /* those of the glossary */
static const char *const on_off[] = { "off", "on", NULL };
static const char *const boards[] = { "classic", "hanzi", "letters", "unicode", NULL };
static const char *const notations[] = { "coordinates", "wxf", "chinese", "simplified", "iccs",
	NULL };
static const char *const subjects[] = { "plain", "classic", NULL };

static const struct option {
	const char *name;
	const char *const *values; /* NULL: a time zone */
} options[] = {
	{ "language", languages },
	{ "board", boards },
	{ "flipped", on_off },
	{ "notation", notations },
	{ "subject", subjects },
	{ "html", on_off },
	{ "zone", NULL },
};
#define OPTIONS (sizeof options / sizeof options[0])

/* "+02:00", "-0330", "UTC+8", "+8". */
static bool
read_zone(struct arena *arena, const char *value, int *minutes)
{
	if (str_starts_nocase(value, "utc"))
		value += 3;
	if (strlen(value) == 2)
		value = arena_printf(arena, "%c0%c", value[0], value[1]);
	return clock_parse_zone(value, minutes);
}

static const char *
current(struct arena *arena, const struct player *player, const char *name)
{
	if (strcmp(name, "language") == 0)
		return player->language;
	if (strcmp(name, "board") == 0)
		return player->board;
	if (strcmp(name, "flipped") == 0)
		return on_off[player->flipped];
	if (strcmp(name, "notation") == 0)
		return player->notation;
	if (strcmp(name, "subject") == 0)
		return subjects[player->classic_subject];
	if (strcmp(name, "html") == 0)
		return on_off[player->html];
	return arena_printf(arena, "UTC%+03d:%02d", player->zone / 60, abs(player->zone % 60));
}

/* NULL at the end; NULL: any value of the option's form. */
static const char *const *
values_of(const struct request *rq, const struct option *option)
{
	const struct glossary *glossary = rq->settings->glossary;
	int count = glossary != NULL ? glossary->count : 0;
	const char **codes;

	if (option->values != languages)
		return option->values;
	codes = arena_alloc(rq->arena, (size_t)(count + 1) * sizeof *codes);
	for (int i = 0; i < count; i++)
		codes[i] = glossary->languages[i].code;
	return codes;
}

/* The index of a value, compared without regard to case; -1. */
static int
find_value(const char *const *values, const char *value)
{
	for (int i = 0; values[i] != NULL; i++)
		if (str_equal_nocase(values[i], value))
			return i;
	return -1;
}

static bool
assign(const struct request *rq, const struct option *option, const char *value)
{
	struct player *player = rq->from;
	const char *const *values = values_of(rq, option);
	int i;

	if (values == NULL)
		return read_zone(rq->arena, value, &player->zone);
	/* `set board flipped` is how people say it (riverpost-commands(7)). */
	if (option->values == boards && strcmp(value, "flipped") == 0) {
		player->flipped = true;
		return true;
	}
	if ((i = find_value(values, value)) == -1)
		return false;
	if (option->values == languages)
		player->language = values[i];
	else if (option->values == boards)
		player->board = boards[i];
	else if (option->values == notations)
		player->notation = notations[i];
	else if (option->values == subjects)
		player->classic_subject = i != 0;
	else if (strcmp(option->name, "html") == 0)
		player->html = i != 0;
	else
		player->flipped = i != 0;
	return true;
}

static void
list_options(struct request *rq, struct vars *vars)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		struct vars *item = vars_add(vars, "options");
		const char *const *values = values_of(rq, &options[i]);

		vars_text(item, "option", options[i].name);
		vars_text(item, "value", current(rq->arena, rq->from, options[i].name));
		vars_flag(item, "choice", options[i].values != NULL);
		vars_list(item, "values");
		for (int v = 0; values != NULL && values[v] != NULL; v++) {
			struct vars *value = vars_add(item, "values");

			vars_text(value, "one", values[v]);
			if (options[i].values == languages)
				vars_text(value, "name", rq->settings->glossary->languages[v].name);
		}
	}
}

static enum outcome
refuse(struct request *rq, struct reply *reply, const char *template)
{
	struct vars *vars = reply_refuse(reply, template);

	vars_text(vars, "option", rq->order->words[0]);
	vars_text(vars, "value", rq->order->word_count > 1 ? rq->order->raw[1] : "");
	list_options(rq, vars);
	return CMD_REFUSED;
}

static enum outcome
run(struct request *rq, struct reply *reply, struct err *err)
{
	const struct order *order = rq->order;
	const struct option *option = NULL;
	struct vars *vars;

	if (order->word_count == 2) {
		for (size_t i = 0; i < OPTIONS; i++)
			if (strcmp(options[i].name, order->words[0]) == 0)
				option = &options[i];
		if (option == NULL)
			return refuse(rq, reply, "set-unknown");
		if (!assign(rq, option, order->words[1]))
			return refuse(rq, reply, "set-wrong");
		if (players_save(rq->store, rq->from, err) == -1)
			return CMD_FAILED;
	}
	vars = reply_use(reply, "set");
	vars_flag(vars, "changed", order->word_count == 2);
	list_options(rq, vars);
	return CMD_DONE;
}

static bool
accepts(const struct order *order)
{
	return order->word_count != 1;
}

const struct cmd cmd_set = {
	.name = "set",
	.aliases = "settings",
	.args = "AUTH WORD? WORD?",
	.accepts = accepts,
	.needs = NEEDS_PLAYER | NEEDS_PROOF | ANY_TOKEN,
	.run = run,
};
