/* SPDX-License-Identifier: ISC */
/*
 * `riverpost serve` as a service: the signals that end or reload it, and telling the
 * service manager how it goes.
 *
 * The signals (SIGTERM and SIGINT end it, SIGHUP reloads) are blocked and read from a
 * descriptor, so that none falls between a test and a wait; from the first moment on, so
 * that none ends a server that is only starting.
 *
 * The service manager is told by datagrams to $NOTIFY_SOCKET (sd_notify(3)'s protocol,
 * without its library).  Without one service_say_… do nothing; what cannot be sent is not
 * worth an error either.
 */
#ifndef SERVER_SERVICE_H
#define SERVER_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

/* Blocks the signals. */
void service_catch_signals(void);
/* Becomes readable when one has come; -1 without service_catch_signals. */
int service_fd(void);
/* Asked to end? */
bool service_must_stop(void);
/* Asked to reload?  take: the question is answered by that. */
bool service_must_reload(bool take);

void service_say_ready(void);
void service_say_reloading(void); /* service_say_ready() when it is over */
void service_say_stopping(void);
void service_say_alive(void); /* for the watchdog; cheap enough for each letter */
/* Seconds within which service_say_alive is expected; 0: never. */
int64_t service_watchdog(void);

#endif
