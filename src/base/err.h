/* SPDX-License-Identifier: ISC */
/*
 * Failures: errors on this side (disk, network, database).
 *
 * A function that can fail takes `struct err *err` last and returns 0 or -1.
 * On -1 the message is complete, worded where the failure happened; on success
 * *err is untouched.  Failures are logged once, by src/.  What players do
 * wrong is never an err: that is an answer (play/reply.h).
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

struct err {
	char text[512]; /* one line, no newline */
	/* The installation is to blame (disk, rights, a template), not what was being done: when
	 * it is mended, the same will succeed. */
	bool is_ours;
	/* It will be the same until a person has changed something: a login that is refused. */
	bool lasts;
};

/* Words a failure; always returns -1 so that callers may `return err_set(…)`.
 * An argument may be err->text itself.  is_ours and lasts become false. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As err_set, with ": " and strerror(errno) at its end; is_ours becomes true. */
int err_system(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
