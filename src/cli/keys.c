/* SPDX-License-Identifier: ISC */
/*
 * riverpost keys, and riverpost init.
 *
 * The keys sign tokens.  New letters get the newest; the one before it still counts,
 * so that answers to letters sent so far are accepted.  After a second change they
 * are not.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
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
		return cli_wrong(argv[argc - 1], CLI_TOO_MUCH);
	if (config == NULL)
		return 1;
	str_format(path, sizeof path, "%s/keys", config->home);
	/* None are made here: beside a database they would be the wrong ones. */
	if (access(path, F_OK) == -1) {
		err_system(&err, "there are no keys of a server at %s", path);
		return cli_failed(&err);
	}
	if (keys_load(&keys, path, &err) == -1 ||
	    (argc == 2 && keys_change(&keys, path, &err) == -1))
		return cli_failed(&err);
	printf("key %d signs new letters", keys.number[0]);
	if (keys.number[1] != 0)
		printf("; key %d still counts", keys.number[1]);
	printf("%s\n", argc == 2 ? "; a running server has to be told (SIGHUP)" : "");
	return 0;
}

/* By hand alone: a home that has lost its database, or its keys, is not to begin anew by itself. */
static int
init_home(struct admin *admin, char **args, struct err *err)
{
	(void)err;
	str_addf(&admin->output, "%s has a database and keys\n", admin->server.config->home);
	admin_log(admin, "init", args);
	return ACTION_DONE;
}

const struct action cli_init[] = { { "init", 0, 0, ACTION_BEGINS, init_home } };
