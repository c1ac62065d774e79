/* SPDX-License-Identifier: ISC */
/*
 * All of riverpost-reader but the reading: forks a reader for each letter.
 */
#ifndef SANDBOX_ZYGOTE_H
#define SANDBOX_ZYGOTE_H

#include <stddef.h>

struct arena;
struct letter;
struct letter_policy;

typedef void letter_reader(struct letter *letter, struct arena *arena, const char *bytes,
    size_t length, const struct letter_policy *policy);

#define ZYGOTE_NAME "riverpost-reader" /* argv[0] of the program that sandbox_start runs */

/* Serves the process that started this program (process/servant.h) until that closes the
 * connection.  `read` has the contract of reader_read_apart. */
_Noreturn void zygote_serve(letter_reader *read);

#endif
