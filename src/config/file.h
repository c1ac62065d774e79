/* SPDX-License-Identifier: ISC */
/*
 * A configuration file parsed.  Internal to config*.c.
 */
#ifndef CONFIG_FILE_H
#define CONFIG_FILE_H

#include <confuse.h>

struct err;

/* Each option a checked text, NULL where the file says nothing. *out is set on
 * failure too, for cfg_free; -1 with err: file, line, what. */
int config_file_parse(const char *path, cfg_t **out, struct err *err);

#endif
