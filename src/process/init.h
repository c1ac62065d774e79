/* SPDX-License-Identifier: ISC */
/*
 * Process 1 of a container: it inherits the children of children, and has to wait for them.
 */
#ifndef PROCESS_INIT_H
#define PROCESS_INIT_H

/* Where this process is number 1, another one goes on from here, and this one stays: it waits for
 * whatever ends, passes signals on, and ends as the other one does.  Before any thread or child. */
void init_stand_by(void);

#endif
