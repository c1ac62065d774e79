/* SPDX-License-Identifier: ISC */
/*
 * Failures, worded where they happen, and the log (err.h).
 */
#include "base/err.h"

#include <errno.h>
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
	int64_t again; /* when it may be logged again, by clock_steady_ms */
} errors[ERRORS];
static size_t next_error;

static void
make_one_line(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
}

/* Into *err by way of a copy, since an argument may be err->text itself. */
static void
keep(struct err *err, const char *format, va_list args, const char *why)
{
	char text[sizeof err->text];
	size_t room = sizeof text - (why != NULL ? strlen(why) + 2 : 0);

	vsnprintf(text, room, format, args);
	if (why != NULL)
		snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", why);
	make_one_line(text);
	memcpy(err->text, text, strlen(text) + 1);
}

int
err_set(struct err *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(err, format, args, NULL);
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
	va_end(args);
	return -1;
}

void
log_open(enum log_to where, const char *program, bool verbose)
{
	to = where;
	is_verbose = verbose;
	str_copy(name, sizeof name, program);
	if (to == LOG_TO_SYSLOG)
		openlog(name, LOG_PID, LOG_MAIL);
}

void
log_at(enum log_level level, const char *format, ...)
{
	char line[LINE];
	va_list args;

	if (level == LOG_LEVEL_DEBUG && !is_verbose)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	make_one_line(line);
	if (to == LOG_TO_SYSLOG)
		syslog((int)level, "%s", line);
	else
		fprintf(stderr, "%s: %s\n", name, line);
}

void
log_error_once(const char *format, ...)
{
	int64_t now = clock_steady_ms();
	char line[LINE];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	for (size_t i = 0; i < ERRORS; i++)
		if (now < errors[i].again && strcmp(errors[i].line, line) == 0)
			return;
	str_copy(errors[next_error].line, LINE, line);
	errors[next_error].again = now + HOUR * 1000;
	next_error = (next_error + 1) % ERRORS;
	log_error("%s", line);
}

void
log_recovered(void)
{
	memset(errors, 0, sizeof errors);
}
