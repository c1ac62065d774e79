/* SPDX-License-Identifier: ISC */
/*
 * The names of an enum's values: one table, NAMES[VALUE] = "name", read both
 * ways.  Values without a name may be NULL.
 */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stddef.h>

#include "base/str.h"

/* The value of a name (ASCII case ignored), or -1: names_find(TABLE_OF(names), name). */
#define TABLE_OF(names) (names), sizeof(names) / sizeof((names)[0])

static inline int
names_find(const char *const names[], size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (names[i] != NULL && str_equal_nocase(names[i], name))
			return (int)i;
	return -1;
}

#endif
