/* SPDX-License-Identifier: ISC */
/*
 * A password from standard input.
 */
#ifndef SECRET_H
#define SECRET_H

#include <stddef.h>

struct err;

#define SECRET_SIZE 130 /* 128 bytes, as in letters, and the NUL, and one to see more */

/* One line; on a terminal asked for twice and not shown.  Refuses what could
 * not be written in a letter: nothing, blanks, control characters, too much. */
int secret_read(char out[SECRET_SIZE], struct err *err);
void secret_forget(char secret[SECRET_SIZE]);

#endif
