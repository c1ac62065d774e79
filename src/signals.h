/* SPDX-License-Identifier: ISC */
/*
 * The signals of `riverpost serve`: SIGTERM and SIGINT end it, SIGHUP reloads.
 *
 * They are blocked but for two places, the wait and signals_let_in, so that
 * none falls between a test and a wait.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Blocks them; *open_mask is what lets them in again. */
void	signals_catch(sigset_t *open_mask);
/* Those that came meanwhile are let in. */
void	signals_let_in(const sigset_t *open_mask);
/* Asked to end?  Sees one that still waits outside, too: between letters. */
bool	signals_stop(void);
/* Asked to reload?  take: the question is answered by that. */
bool	signals_reload(bool take);

#endif
