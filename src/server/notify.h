/* SPDX-License-Identifier: ISC */
/*
 * Telling the service manager how it goes: sd_notify(3)'s protocol, datagrams
 * to $NOTIFY_SOCKET, without its library.
 *
 * Without a service manager all of these do nothing; what cannot be sent is
 * not worth an error either.
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include <stdint.h>

void notify_ready(void);
void notify_reloading(void); /* notify_ready() when it is over */
void notify_stopping(void);
void notify_alive(void); /* the watchdog's due; cheap enough for each letter */
/* Seconds within which notify_alive is awaited; 0: never. */
int64_t notify_period(void);

#endif
