/* SPDX-License-Identifier: ISC */
/*
 * riverpost backup: copies of database and keys, and whether one is sound.
 *
 * A backup is two files of mode 0600, both needed: FILE, the database, and
 * FILE.keys, without which no answer to a letter sent so far is believed; and, where
 * there is one, FILE.signing with what signs scores.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/signing.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
#include "cli/check.h"
#include "cli/cli.h"
#include "cli/copy.h"
#include "config/config.h"
#include "store/audit.h"
#include "store/backup.h"

#define KEEP_MAX 100000
#define PATTERN  "riverpost-dddddddd-dddddd.sqlite" /* d is a digit: the time, in UTC */

/* Keys first: they are old when a newer key is made in between, but the two
 * last ones count. */
static int
backup_make(struct admin *admin, const char *file, struct err *err)
{
	const char *keys = arena_printf(admin->arena, "%s.keys", file);
	const char *signing = arena_printf(admin->arena, "%s." SIGNING_FILE, file);
	int has_signing;

	if (access(file, F_OK) == 0)
		return err_set(err, "%s is there already", file);
	if (access(keys, F_OK) == 0 || access(signing, F_OK) == 0)
		return err_set(err, "cannot make %s: it is there already",
		    access(keys, F_OK) == 0 ? keys : signing);
	if (admin->server.keys.number[0] == 0)
		return err_set(err, "there are no keys in %s: a backup needs them",
		    admin->server.config->home);
	if (keys_save(&admin->server.keys, keys, false, err) == -1)
		return -1;
	if ((has_signing = signing_copy(admin->server.signing, signing, err)) == -1) {
		unlink(keys);
		return -1;
	}
	/* It syncs the folder, and with it both names. */
	if (store_backup(admin->server.store, file, admin->now, err) == -1) {
		unlink(keys);
		unlink(signing);
		return -1;
	}
	str_addf(&admin->output, "database in %s, keys in %s%s%s\n", file, keys,
	    has_signing ? " and " : "", has_signing ? signing : "");
	return ACTION_DONE;
}

static int
is_dated(const struct dirent *entry)
{
	const char *name = entry->d_name, *pattern = PATTERN;

	for (; *pattern != '\0' && *name != '\0'; pattern++, name++)
		if (*pattern == 'd' ? *name < '0' || *name > '9' : *pattern != *name)
			return 0;
	return *pattern == *name;
}

/* The oldest backups of the folder go, so that `keep` are left with the one just made; that one
 * stays, whatever the clock says. */
static int
remove_old(struct admin *admin, const char *folder, const char *made, int keep, struct err *err)
{
	struct dirent **names;
	int count = scandir(folder, &names, is_dated, alphasort), rc = 0, left = count;

	if (count == -1)
		return err_system(err, "cannot read folder %s", folder);
	for (int i = 0; i < count; i++) {
		const char *path = arena_printf(admin->arena, "%s/%s", folder, names[i]->d_name);

		if (left > keep && strcmp(path, made) != 0) {
			left--;
			if (unlink(path) == -1)
				rc = err_system(err, "cannot remove %s", path);
			unlink(arena_printf(admin->arena, "%s.keys", path));
			unlink(arena_printf(admin->arena, "%s." SIGNING_FILE, path));
		}
		free(names[i]);
	}
	free(names);
	return rc;
}

static int
backup_keep(struct admin *admin, char **args, struct err *err)
{
	struct civil t = clock_civil(admin->now, 0);
	const char *file;
	char *end;
	long keep = strtol(args[1], &end, 10);

	if (end == args[1] || *end != '\0' || keep < 1 || keep > KEEP_MAX)
		return cli_wrong(args[1], "not a number of backups to keep");
	file = arena_printf(admin->arena, "%s/riverpost-%04d%02d%02d-%02d%02d%02d.sqlite", args[2],
	    t.year, t.month, t.day, t.hour, t.minute, t.second);
	if (folder_make(args[2], err) == -1 || backup_make(admin, file, err) == -1)
		return -1;
	return remove_old(admin, args[2], file, (int)keep, err) == -1 ? -1 : ACTION_DONE;
}

static int
backup_run(struct admin *admin, char **args, struct err *err)
{
	if (strcmp(args[0], "--keep") != 0)
		return args[1] == NULL ? backup_make(admin, args[0], err) :
					 cli_wrong(args[1], CLI_TOO_MUCH);
	return args[1] == NULL || args[2] == NULL ?
	    cli_wrong(args[0], "a number and a folder are to stand after this") :
	    backup_keep(admin, args, err);
}

static void
tell(void *context, const char *finding)
{
	struct admin *admin = context;

	str_addf(&admin->output, "%s\n", finding);
}

/* How much is wrong with it; -1. */
static int
verify(struct copy *copy, struct err *err)
{
	struct admin *admin = &copy->admin;
	size_t before = admin->output.length;
	struct audit audit = { tell, admin };
	struct holding holding;
	int64_t made;
	int wrong;

	if (backup_compare(admin->server.store, &audit, &made, err) == -1 ||
	    backup_holding(admin->server.store, &holding, err) == -1)
		return -1;
	wrong = admin->output.length > before;
	wrong += check_all(admin);
	str_addf(&admin->output, "made %s: %lld players, %lld games, %lld moves, %lld letters\n",
	    made != 0 ? admin_time(admin, made) : "at a time that is not noted in it",
	    (long long)holding.players, (long long)holding.games, (long long)holding.moves,
	    (long long)holding.letters);
	return wrong;
}

static int
backup_verify(const char *file)
{
	struct copy copy;
	struct err err;
	int wrong = -1;

	if (copy_open(&copy, file, copy_place(), NULL, &err) == 0)
		wrong = verify(&copy, &err);
	if (wrong != -1)
		fputs(copy.admin.output.data, stdout);
	copy_close(&copy);
	return wrong == -1 ? cli_failed(&err) : wrong > 0;
}

int
cli_backup(int argc, char **argv)
{
	static const struct action action = { "backup", 1, 3, ACTION_READS, backup_run };

	if (argc < 2 || strcmp(argv[1], "--verify") != 0)
		return admin_do(&action, argc - 1, argv + 1);
	if (argc == 3)
		return backup_verify(argv[2]);
	return argc == 2 ? cli_wrong(argv[1], "a word is missing after this one") :
			   cli_wrong(argv[3], CLI_TOO_MUCH);
}
