/* SPDX-License-Identifier: ISC */
/*
 * Named values for a template (vars.h), in short lists by the hashes of their names.
 */
#include "base/vars.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"

struct vars *
vars_new(struct arena *arena)
{
	struct vars *vars = arena_alloc(arena, sizeof *vars);

	vars->arena = arena;
	return vars;
}

uint32_t
vars_hash(const char *name)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619U;
	return hash;
}

const struct var *
vars_find_hashed(const struct vars *vars, const char *name, uint32_t hash)
{
	const struct var *var = vars->slots[hash % VARS_SLOTS];

	for (; var != NULL; var = var->next)
		if (var->hash == hash && strcmp(var->name, name) == 0)
			return var;
	return NULL;
}

const struct var *
vars_find(const struct vars *vars, const char *name)
{
	return vars_find_hashed(vars, name, vars_hash(name));
}

/* The variable of that name, new or found, of this kind from now on. */
static struct var *
put_hashed(struct vars *vars, const char *name, uint32_t hash, enum var_kind kind)
{
	struct var *var = (struct var *)vars_find_hashed(vars, name, hash);

	if (var == NULL) {
		struct var **slot = &vars->slots[hash % VARS_SLOTS];

		var = arena_bytes(vars->arena, sizeof *var);
		var->next = *slot;
		*slot = var;
	}
	*var = (struct var){ .next = var->next, .name = name, .hash = hash, .kind = kind };
	return var;
}

static struct var *
put(struct vars *vars, const char *name, enum var_kind kind)
{
	return put_hashed(vars, name, vars_hash(name), kind);
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
	for (size_t i = 0; i < VARS_SLOTS; i++)
		for (const struct var *var = from->slots[i]; var != NULL; var = var->next) {
			struct var *copy = put_hashed(to, var->name, var->hash, var->kind);

			copy->text = to->arena == from->arena ? var->text :
								arena_strdup(to->arena, var->text);
			copy->number = var->number;
			copy->first = var->first;
			copy->last = var->last;
			copy->object = var->object;
		}
}
