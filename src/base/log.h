/* SPDX-License-Identifier: ISC */
/*
 * The only log: to stderr or syslog, one line an event.  Never log passwords,
 * tokens, letters' texts.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_to { LOG_TO_STDERR, LOG_TO_SYSLOG };
/* With the numbers of syslog (RFC 5424, 6.2.1). */
enum log_level { LOG_LEVEL_ERROR = 3, LOG_LEVEL_WARN = 4, LOG_LEVEL_INFO = 6, LOG_LEVEL_DEBUG = 7 };
/* least: what matters less is left out; the system's log keeps LOG_LEVEL_INFO all the same,
 * and with LOG_LEVEL_WARN trouble is told on stderr as well.  Where no system's log listens, all
 * goes to stderr. */
void log_open(enum log_to to, const char *name, enum log_level least);

void log_at(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define log_error(...) log_at(LOG_LEVEL_ERROR, __VA_ARGS__)
#define log_warn(...)  log_at(LOG_LEVEL_WARN, __VA_ARGS__)
#define log_info(...)  log_at(LOG_LEVEL_INFO, __VA_ARGS__)
#define log_debug(...) log_at(LOG_LEVEL_DEBUG, __VA_ARGS__)
/* For what has to be found again, wherever this process writes its own lines: in the system's log
 * as well, if one listens. */
void log_kept(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* An error that every pass may meet again: the same line once an hour, until a pass
 * has met none (log_recovered). */
void log_error_once(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_recovered(void);

#endif
