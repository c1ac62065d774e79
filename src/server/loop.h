/* SPDX-License-Identifier: ISC */
/*
 * The loop: read all waiting letters, clocks, send; cron mode is one turn of it.
 */
#ifndef SERVER_LOOP_H
#define SERVER_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct config;

/* Exit codes, as sysexits(3) has them: trouble that may pass; what stays until a person has changed
 * something. */
enum { LOOP_TROUBLE = 75, LOOP_LASTING = 78 };

/* `riverpost run`: one pass; prints a one-line summary where a letter was put
 * aside, or always (tells_all).  now 0: the clock's.
 * Returns the exit code: 0, or one of those above when an error of this installation stopped it. */
int loop_run(const struct config *config, int64_t now, bool tells_all);
/* `riverpost serve`, after service_catch_signals: until SIGTERM or SIGINT; SIGHUP reloads the
 * configuration by calling reload, which may return NULL to keep the present one; what it
 * returns is the server's.  Returns as loop_run. */
int loop_serve(const struct config *config, struct config *(*reload)(void));

#endif
