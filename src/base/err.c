/* SPDX-License-Identifier: ISC */
/*
 * Failures, worded where they happen (err.h).
 */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

/* Into *err by way of a copy, since an argument may be err->text itself. */
static void
keep(struct err *err, const char *format, va_list args, const char *why)
{
	char text[sizeof err->text];
	size_t room = sizeof text - (why != NULL ? strlen(why) + 2 : 0);

	vsnprintf(text, room, format, args);
	if (why != NULL)
		snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", why);
	str_make_line(text);
	memcpy(err->text, text, strlen(text) + 1);
	err->lasts = false;
}

int
err_set(struct err *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(err, format, args, NULL);
	err->is_ours = false;
	va_end(args);
	return -1;
}

int
err_system(struct err *err, const char *format, ...)
{
	const char *why = strerror(errno);
	va_list args;

	va_start(args, format);
	keep(err, format, args, why);
	err->is_ours = true;
	va_end(args);
	return -1;
}
