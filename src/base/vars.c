/* SPDX-License-Identifier: ISC */
/*
 * Named values for a template (vars.h).
 */
#include "base/vars.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"

struct vars *
vars_new(struct arena *arena)
{
	struct vars *vars = arena_alloc(arena, sizeof *vars);

	vars->arena = arena;
	return vars;
}

/* Names are spread over some lists: a letter has about a hundred. */
static struct var **
list_of(const struct vars *vars, const char *name)
{
	unsigned char first = (unsigned char)name[0];
	unsigned char second = first != '\0' ? (unsigned char)name[1] : 0;

	return (struct var **)&vars->lists[(first + 3 * second) % VARS_LISTS];
}

const struct var *
vars_find(const struct vars *vars, const char *name)
{
	const struct var *var = *list_of(vars, name);

	while (var != NULL && (var->name[0] != name[0] || strcmp(var->name, name) != 0))
		var = var->next;
	return var;
}

/* The variable of that name, new or found, of this kind from now on. */
static struct var *
put(struct vars *vars, const char *name, enum var_kind kind)
{
	struct var *var = (struct var *)vars_find(vars, name);

	if (var == NULL) {
		struct var **list = list_of(vars, name);

		var = arena_alloc(vars->arena, sizeof *var);
		var->next = *list;
		*list = var;
	}
	*var = (struct var){ .next = var->next, .name = name, .kind = kind };
	return var;
}

void
vars_text(struct vars *vars, const char *name, const char *text)
{
	put(vars, name, VAR_TEXT)->text = arena_strdup(vars->arena, text != NULL ? text : "");
}

void
vars_textf(struct vars *vars, const char *name, const char *format, ...)
{
	struct var *var = put(vars, name, VAR_TEXT);
	va_list args;

	va_start(args, format);
	var->text = arena_vprintf(vars->arena, format, args);
	va_end(args);
}

void
vars_number(struct vars *vars, const char *name, int64_t number)
{
	put(vars, name, VAR_NUMBER)->number = number;
}

void
vars_time(struct vars *vars, const char *name, int64_t time)
{
	put(vars, name, VAR_TIME)->number = time;
}

void
vars_day(struct vars *vars, const char *name, int year, int month, int day)
{
	put(vars, name, VAR_DAY)->number = (year * 100 + month) * 100 + day;
}

void
vars_word(struct vars *vars, const char *name, const char *word)
{
	put(vars, name, VAR_WORD)->text = arena_strdup(vars->arena, word);
}

void
vars_flag(struct vars *vars, const char *name, bool value)
{
	put(vars, name, VAR_FLAG)->number = value;
}

void
vars_object(struct vars *vars, const char *name, const void *object)
{
	put(vars, name, VAR_OBJECT)->object = object;
}

void
vars_list(struct vars *vars, const char *name)
{
	const struct var *var = vars_find(vars, name);

	if (var == NULL || var->kind != VAR_LIST)
		put(vars, name, VAR_LIST);
}

struct vars *
vars_add(struct vars *vars, const char *name)
{
	struct vars *item = vars_new(vars->arena);
	struct var *list;

	vars_list(vars, name);
	list = (struct var *)vars_find(vars, name);
	if (list->last != NULL)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	return item;
}

void
vars_copy(struct vars *to, const struct vars *from)
{
	for (int i = 0; i < VARS_LISTS; i++)
		for (const struct var *var = from->lists[i]; var != NULL; var = var->next) {
			struct var *copy = put(to, var->name, var->kind);

			copy->text = to->arena == from->arena ? var->text :
								arena_strdup(to->arena, var->text);
			copy->number = var->number;
			copy->first = var->first;
			copy->last = var->last;
			copy->object = var->object;
		}
}

void
vars_replace(struct vars *vars, const char *old, const char *fresh)
{
	for (int i = 0; i < VARS_LISTS; i++)
		for (struct var *var = vars->lists[i]; var != NULL; var = var->next) {
			if (var->kind == VAR_TEXT && var->text != NULL)
				var->text = str_replace(vars->arena, var->text, old, fresh);
			for (struct vars *item = var->first; item != NULL; item = item->next)
				vars_replace(item, old, fresh);
		}
}
