/* SPDX-License-Identifier: ISC */
/*
 * Failures, worded where they happen (err.h).
 */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void
flatten(char *text)
{
	for (; *text != '\0'; text++)
		if (*text == '\n' || *text == '\r')
			*text = ' ';
}

int
err_set(struct err *err, const char *format, ...)
{
	va_list	args;

	va_start(args, format);
	vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
	flatten(err->text);
	return -1;
}

int
err_system(struct err *err, const char *format, ...)
{
	const char	*why = strerror(errno);
	va_list		 args;
	int		 n;

	va_start(args, format);
	n = vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
	if (n >= 0 && (size_t)n < sizeof err->text)
		snprintf(err->text + n, sizeof err->text - (size_t)n, ": %s", why);
	flatten(err->text);
	return -1;
}
