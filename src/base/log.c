/* SPDX-License-Identifier: ISC */
/*
 * The log: one line an event (log.h).
 */
#include "base/log.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include "base/clock.h"
#include "base/str.h"

#define LINE   1024
#define ERRORS 16 /* remembered; the oldest is forgotten first */

static enum log_to to = LOG_TO_STDERR;
static bool is_verbose;
static char name[32] = "riverpost";

static struct {
	char line[LINE];
	int64_t again; /* when it may be said again, by clock_steady_ms */
} errors[ERRORS];
static size_t next_error;

void
log_open(enum log_to where, const char *program, bool verbose)
{
	to = where;
	is_verbose = verbose;
	str_copy(name, sizeof name, program);
	if (to == LOG_TO_SYSLOG)
		openlog(name, LOG_PID, LOG_MAIL);
}

static void
put(int priority, const char *format, va_list args)
{
	char line[LINE];

	vsnprintf(line, sizeof line, format, args);
	for (char *c = line; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
	if (to == LOG_TO_SYSLOG)
		syslog(priority, "%s", line);
	else
		fprintf(stderr, "%s: %s\n", name, line);
}

void
log_debug(const char *format, ...)
{
	va_list args;

	if (!is_verbose)
		return;
	va_start(args, format);
	put(LOG_DEBUG, format, args);
	va_end(args);
}

void
log_info(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put(LOG_INFO, format, args);
	va_end(args);
}

void
log_warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put(LOG_WARNING, format, args);
	va_end(args);
}

void
log_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put(LOG_ERR, format, args);
	va_end(args);
}

/* Notes it, unless it was said within the hour. */
static bool
is_new(const char *line)
{
	int64_t now = clock_steady_ms();

	for (size_t i = 0; i < ERRORS; i++)
		if (now < errors[i].again && strcmp(errors[i].line, line) == 0)
			return false;
	str_copy(errors[next_error].line, LINE, line);
	errors[next_error].again = now + HOUR * 1000;
	next_error = (next_error + 1) % ERRORS;
	return true;
}

void
log_error_once(const char *format, ...)
{
	char line[LINE];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (is_new(line))
		log_error("%s", line);
}

void
log_recovered(void)
{
	memset(errors, 0, sizeof errors);
}
