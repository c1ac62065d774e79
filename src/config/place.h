/* SPDX-License-Identifier: ISC */
/*
 * Where the program lies, and what lies beside it.
 */
#ifndef PLACE_H
#define PLACE_H

#include <limits.h>

/* The folder of the shipped templates: beside a program that was not installed,
 * else where it was installed to, else where it was built to be. */
const char *place_templates(char out[PATH_MAX]);

#endif
