/* SPDX-License-Identifier: ISC */
/*
 * The only log (log.h).
 */
#include "base/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"

#define LINE   1024
#define ERRORS 16 /* remembered; the oldest is forgotten first */

static enum log_to to = LOG_TO_STDERR;
static enum log_level shown = LOG_LEVEL_INFO;
static char name[32] = "riverpost";

static struct {
	char line[LINE];
	int64_t again; /* when it may be logged again, by clock_steady_ms */
} errors[ERRORS];
static size_t next_error;

/* Does anybody listen there? */
static bool
has_system_log(void)
{
	struct sockaddr_un place = { .sun_family = AF_UNIX, .sun_path = _PATH_LOG };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	/* One for streams is another kind of the same. */
	bool has_log = fd != -1 &&
	    (connect(fd, (struct sockaddr *)&place, sizeof place) == 0 || errno == EPROTOTYPE);

	if (fd != -1)
		close(fd);
	return has_log;
}

void
log_open(enum log_to where, const char *program, enum log_level least)
{
	to = where;
	shown = least;
	str_copy(name, sizeof name, program);
	if (to == LOG_TO_SYSLOG && !has_system_log()) {
		to = LOG_TO_STDERR;
		log_info("log = syslog: nothing listens at %s; standard error it is", _PATH_LOG);
	}
	if (to == LOG_TO_SYSLOG)
		openlog(name, LOG_PID, LOG_MAIL);
}

static void
log_line(enum log_level level, bool to_system, const char *format, va_list args)
{
	char line[LINE];
	/* Cron mails what is told here. */
	bool to_stderr = level <= shown && (to == LOG_TO_STDERR || shown == LOG_LEVEL_WARN);

	if (!to_system && !to_stderr)
		return;
	vsnprintf(line, sizeof line, format, args);
	str_make_line(line);
	if (to_system)
		syslog((int)level, "%s", line);
	if (to_stderr)
		fprintf(stderr, "%s: %s\n", name, line);
}

void
log_at(enum log_level level, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	log_line(level, to == LOG_TO_SYSLOG && (level <= LOG_LEVEL_INFO || level <= shown), format,
	    args);
	va_end(args);
}

void
log_kept(const char *format, ...)
{
	bool to_system = to == LOG_TO_SYSLOG || has_system_log();
	va_list args;

	if (to_system)
		openlog(name, LOG_PID, LOG_MAIL);
	va_start(args, format);
	log_line(LOG_LEVEL_INFO, to_system, format, args);
	va_end(args);
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
