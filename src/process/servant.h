/* SPDX-License-Identifier: ISC */
/*
 * A process that serves this one, at the other end of a connection.
 *
 * It ends when that connection does, and not by a signal to the whole terminal or
 * service.  Whoever makes one before it learns secrets, or gives up rights, has in it a
 * process that knows none, or has them still.
 */
#ifndef PROCESS_SERVANT_H
#define PROCESS_SERVANT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct err;

#define SERVANT_CONTROL 3 /* the servant's end, as its descriptor */

/* All zero: none. */
struct servant {
	int control; /* our end; 0: none */
	pid_t pid;
};

/* Runs serve(argument) in a process of its own; it must not return.  Of our descriptors it
 * has standard error and the connection, a socket of this type (SOCK_STREAM ...); its input
 * and output are /dev/null.  `what` names it in errors: "the reader of letters". */
int servant_start(struct servant *servant, int type, void (*serve)(const char *argument),
    const char *argument, const char *what, struct err *err);
/* The same for what is another program, which become(argument) executes and does nothing else:
 * our memory is not copied for it.  If that fails, it returns. */
int servant_start_program(struct servant *servant, int type, void (*become)(const char *argument),
    const char *argument, const char *what, struct err *err);
void servant_stop(struct servant *servant); /* waits for its end; without one nothing */

/* One message with descriptors, `count` of them, by either side; the sender's stay open. */
bool servant_send(int control, const void *bytes, size_t length, const int *fds, size_t count);
/* Bytes of a message with just so many descriptors; 0 at the end, or for any other one. */
size_t servant_receive(void *bytes, size_t size, int *fds, size_t count);

#endif
