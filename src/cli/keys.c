/* SPDX-License-Identifier: ISC */
/*
 * riverpost keys, riverpost keys sign, and riverpost init.
 *
 * The keys sign tokens.  New letters get the newest; the one before it still counts,
 * so that answers to letters sent so far are accepted.  After a second change they
 * are not.  A pair of another kind signs scores (base/signing.h).
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/signing.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "config/config.h"

/* Those that sign scores; with a new pair first, if that is wanted. */
static int
sign_keys(const char *home, bool renews)
{
	struct signing signing;
	struct err err;
	char path[PATH_MAX], since[24], until[24];

	if (folder_join(path, home, SIGNING_FILE, &err) == -1 ||
	    signing_make(path, cli_now(), &err) == -1 ||
	    (renews && signing_renew(path, cli_now(), &err) == -1) ||
	    signing_read(&signing, path, &err) == -1)
		return cli_failed(&err);
	for (int i = 0; i < signing.count; i++) {
		const struct signing_key *key = &signing.keys[i];

		clock_format_iso(since, sizeof since, key->since);
		clock_format_iso(until, sizeof until, key->until);
		if (i == 0)
			printf("%s signs scores since %.10s\n", key->public, since);
		else
			printf("%s signed scores from %.10s to %.10s\n", key->public, since, until);
	}
	return 0;
}

/* The word that can stand neither behind "change" nor behind "sign"; NULL: there is none. */
static const char *
misfit(int argc, char **argv)
{
	bool signs = argc > 1 && strcmp(argv[1], "sign") == 0;

	if (argc > 1 && !signs && strcmp(argv[1], "change") != 0)
		return argv[1];
	if (argc > 2 && (!signs || strcmp(argv[2], "--renew") != 0))
		return argv[2];
	return argc > 3 ? argv[3] : NULL;
}

int
cli_keys(int argc, char **argv)
{
	const struct config *config = cli_config();
	struct keys keys;
	struct err err;
	char path[PATH_MAX];

	if (misfit(argc, argv) != NULL)
		return cli_wrong(misfit(argc, argv), CLI_TOO_MUCH);
	if (config == NULL)
		return 1;
	str_format(path, sizeof path, "%s/keys", config->home);
	/* None are made here: beside a database they would be the wrong ones. */
	if (access(path, F_OK) == -1) {
		err_system(&err, "there are no keys of a server at %s", path);
		return cli_failed(&err);
	}
	if (argc > 1 && strcmp(argv[1], "sign") == 0)
		return sign_keys(config->home, argc == 3);
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
	if (signing_make(admin->server.signing, admin->now, err) == -1)
		return -1;
	str_addf(&admin->output, "%s has a database and keys\n", admin->server.config->home);
	admin_log(admin, "init", args);
	return ACTION_DONE;
}

const struct action cli_init[] = { { "init", 0, 0, ACTION_BEGINS, init_home } };
