/* SPDX-License-Identifier: ISC */
/*
 * Watching folders for new names: inotify where the system has it.
 */
#ifndef MAIL_WATCH_H
#define MAIL_WATCH_H

/* A descriptor that becomes readable when a name appears in one of the
 * folders; -1 where that cannot be had (then poll by time). */
int watch_open(const char *const *folders, int count);
/* Forgets what was reported so far. */
void watch_drain(int fd);

#endif
