/* SPDX-License-Identifier: ISC */
/*
 * The signals of `riverpost serve`: SIGTERM and SIGINT end it, SIGHUP reloads.
 *
 * They are blocked but for two places, the wait and signals_let_in, so that
 * none falls between a test and a wait; from the first moment on, so that none
 * ends a server that is only starting.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

struct pollfd;

/* Blocks them. */
void signals_catch(void);
/* poll(2) for so many seconds, which one of them ends. */
int signals_wait(struct pollfd *fds, int count, int64_t seconds);
/* Those that came meanwhile are let in. */
void signals_let_in(void);
/* Asked to end?  Sees one that still waits outside, too: between letters. */
bool signals_stop(void);
/* Asked to reload?  take: the question is answered by that. */
bool signals_reload(bool take);

#endif
