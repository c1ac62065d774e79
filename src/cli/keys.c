/* SPDX-License-Identifier: ISC */
/*
 * riverpost keys: the keys that sign tokens.
 *
 * New letters get the new key; the one before still counts, so that answers to
 * letters sent so far are accepted.  After a second change they are not.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/cli.h"
#include "config/config.h"

int
cli_keys(int argc, char **argv)
{
	const struct config *config = cli_config();
	struct keys keys;
	struct err err;
	char path[PATH_MAX];

	if (argc > 2 || (argc == 2 && strcmp(argv[1], "change") != 0))
		return 2;
	if (config == NULL)
		return 1;
	str_format(path, sizeof path, "%s/keys", config->home);
	if (keys_load(&keys, path, &err) == -1 ||
	    (argc == 2 && keys_change(&keys, path, &err) == -1)) {
		fprintf(stderr, "riverpost: %s\n", err.text);
		return 1;
	}
	printf("key %d signs new letters", keys.number[0]);
	if (keys.number[1] != 0)
		printf("; key %d still counts", keys.number[1]);
	printf("%s\n", argc == 2 ? "; a running server has to be told (SIGHUP)" : "");
	return 0;
}
