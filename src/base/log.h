/* SPDX-License-Identifier: ISC */
/*
 * The only log: to stderr or syslog, one line an event.
 *
 * Never log passwords, tokens, letters' texts.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_to { LOG_TO_STDERR, LOG_TO_SYSLOG };

void log_open(enum log_to to, const char *name, bool verbose);
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* An error that every pass may meet again: the same line once an hour, until a pass
 * has met none (log_recovered). */
void log_error_once(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_recovered(void);

#endif
