/* SPDX-License-Identifier: ISC */
/*
 * riverpost restore: a backup in force again.
 *
 * Nothing is lost by it: the backup is brought up to date and looked through apart, before
 * anything is moved; what was there is kept; letters that were taken since are read again.  The
 * home is locked meanwhile, so that no server works in it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/signing.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/cli.h"
#include "cli/copy.h"
#include "config/config.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/lock.h"
#include "store/audit.h"
#include "store/backup.h"
#include "store/db.h"
#include "store/inbox.h"

#define DIGESTS_KEPT (365 * DAY) /* a day less than the server keeps them (tick.c) */

struct restore {
	const struct config *config;
	struct arena *arena;
	struct copy copy; /* its output is what is told */
	int64_t made;     /* when the backup was; 0: unknown */
};

static const char *
in_home(struct restore *restore, const char *name)
{
	return arena_printf(restore->arena, "%s/%s", restore->config->home, name);
}

static void
note_first(void *first, const char *finding)
{
	char *text = first;

	if (text[0] == '\0')
		str_copy(text, 120, finding);
}

/* From now on it is in force, and no twin of it was found (server/twin.h). */
static int
mark(struct store *store, int64_t now, struct err *err)
{
	return store_set_fact(store, "restored-at", now, err) == -1 ?
	    -1 :
	    store_set_fact(store, "twin-at", 0, err);
}

/* Only a sound one, with a mark that it was restored: from when on, and which letters it knows. */
static int
examine(struct restore *restore, const char *file, struct err *err)
{
	struct store *store = restore->copy.admin.server.store;
	char first[120] = "";
	struct audit audit = { note_first, first };
	int rc;

	if (store_check(store, err) == -1 ||
	    backup_compare(store, &audit, &restore->made, err) == -1)
		return -1;
	if (first[0] != '\0')
		return err_set(err, "%s is damaged: %s", file, first);
	if (store_begin(store, err) == -1)
		return -1;
	rc = mark(store, restore->copy.admin.now, err);
	return store_finish(store, rc, err);
}

/* A name that is there goes to another one. */
static int
move(const char *from, const char *to, struct err *err)
{
	return rename(from, to) == 0 || errno == ENOENT ?
	    0 :
	    err_system(err, "cannot move %s to %s", from, to);
}

/* What is in force goes aside, as a backup: the log first, without which it is an older state of
 * itself, never a wrong one. */
static int
keep_present(struct restore *restore, struct err *err)
{
	static const char *const ends[] = { "-wal", "-shm", "" };
	struct arena *arena = restore->arena;
	struct civil t = clock_civil(restore->copy.admin.now, 0);
	const char *database = in_home(restore, "riverpost.sqlite"), *base;
	struct keys keys;
	char folder[PATH_MAX];

	if (access(database, F_OK) == -1)
		return 0;
	if (backup_kept(folder, database, err) == -1)
		return -1;
	base = arena_printf(arena, "%s/replaced-%04d%02d%02d-%02d%02d%02d.sqlite", folder, t.year,
	    t.month, t.day, t.hour, t.minute, t.second);
	for (int i = 2; access(base, F_OK) == 0; i++)
		base = arena_printf(arena, "%s/replaced-%04d%02d%02d-%02d%02d%02d-%d.sqlite",
		    folder, t.year, t.month, t.day, t.hour, t.minute, t.second, i);
	if (access(in_home(restore, "keys"), F_OK) == 0 &&
	    (keys_load(&keys, in_home(restore, "keys"), err) == -1 ||
		keys_save(&keys, arena_printf(arena, "%s.keys", base), false, err) == -1))
		return -1;
	if (signing_copy(in_home(restore, SIGNING_FILE),
		arena_printf(arena, "%s." SIGNING_FILE, base), err) == -1)
		return -1;
	for (int i = 0; i < 3; i++)
		if (move(arena_printf(arena, "%s%s", database, ends[i]),
			arena_printf(arena, "%s%s", base, ends[i]), err) == -1)
			return -1;
	str_addf(&restore->copy.admin.output, "what was there is kept in %s, for %d days\n", base,
	    restore->config->keep);
	return folder_sync(folder, err);
}

/* Keys that were made after the backup, but still take the backup's, stay. */
static int
take_keys(struct restore *restore, struct err *err)
{
	const struct keys *old = &restore->copy.admin.server.keys;
	const char *path = in_home(restore, "keys");
	struct keys present;

	if (access(path, F_OK) == 0 && keys_load(&present, path, err) == 0) {
		for (int i = 0; i < 2; i++)
			if (present.number[i] == old->number[0] &&
			    memcmp(present.key[i], old->key[0], sizeof old->key[0]) == 0)
				return 0;
		str_add(&restore->copy.admin.output,
		    "the keys are those of the backup again: if others have these, call keys "
		    "change, twice\n");
	}
	return keys_save(old, path, true, err);
}

/* The same of what signs scores: no public key is lost by it. */
static int
take_signing(struct restore *restore, struct err *err)
{
	const char *path = in_home(restore, SIGNING_FILE);
	const char *old = arena_printf(restore->arena, "%s/" SIGNING_FILE, restore->copy.folder);

	return restore->copy.has_signing ? signing_take(path, old, restore->copy.admin.now, err) :
					   0;
}

/* A letter that the backup does not know; of those so old that it need not know them, none. */
static int
is_unknown(void *context, const struct intake *intake, struct err *err)
{
	struct restore *restore = context;
	struct server *server = &restore->copy.admin.server;
	struct arena *arena = arena_new();
	struct letter letter = { 0 };
	int64_t id;
	int found, rc;

	if (restore->made != 0 && intake->stamped < restore->made - DIGESTS_KEPT) {
		arena_free(arena);
		return 0;
	}
	rc = sandbox_read(&letter, arena, intake->bytes, intake->length, &server->policy, err);
	found = rc == 0 ? inbox_find(server->store, letter.digest, &id, err) : -1;
	if (found == 0)
		found = inbox_find(server->store, letter.digest_bytes, &id, err);
	arena_free(arena);
	return found == -1 ? -1 : !found;
}

static int
return_letters(struct restore *restore, struct err *err)
{
	struct str *output = &restore->copy.admin.output;
	int all = 0, count;

	for (int i = 0; i < restore->config->source_count; i++) {
		const struct source_options *options = &restore->config->sources[i].options;
		char name[200];

		if (source_return(options, is_unknown, restore, &count, err) == -1)
			return -1;
		source_describe(options, name, sizeof name);
		if (count == -1)
			str_addf(output,
			    "letters of %s that came since lie in its folder %s: move them back "
			    "to the inbox with a mail program\n",
			    name, options->processed);
		else
			all += count;
	}
	str_addf(output, "%d letter%s will be read again\n", all, all == 1 ? "" : "s");
	return 0;
}

/* Letters are returned first, while the old database is in force: a restore that is cut off can be
 * made again, and letters that come twice are known. */
static int
put_in_force(struct restore *restore, struct err *err)
{
	struct arena *arena = restore->arena;
	const char *fresh = arena_printf(arena, "%s/riverpost.sqlite", restore->copy.folder);

	if (return_letters(restore, err) == -1)
		return -1;
	copy_detach(&restore->copy);
	if (keep_present(restore, err) == -1 ||
	    move(fresh, in_home(restore, "riverpost.sqlite"), err) == -1 ||
	    take_keys(restore, err) == -1 || take_signing(restore, err) == -1)
		return -1;
	return folder_sync(restore->config->home, err);
}

static int
restore_run(struct restore *restore, const char *file, struct err *err)
{
	struct admin *admin = &restore->copy.admin;
	char *words[] = { (char *)file, NULL };
	struct holding holding;

	if (copy_open(&restore->copy, file, restore->config->home, in_home(restore, "keys"), err) ==
		-1 ||
	    examine(restore, file, err) == -1 ||
	    backup_holding(admin->server.store, &holding, err) == -1)
		return -1;
	str_addf(&admin->output, "%s: made %s, with %lld players, %lld games, %lld moves\n", file,
	    restore->made != 0 ? admin_time(admin, restore->made) :
				 "at a time that is not noted in it",
	    (long long)holding.players, (long long)holding.games, (long long)holding.moves);
	if (!restore->copy.has_keys)
		str_addf(&admin->output, "%s.keys is not there: the keys in force stay\n", file);
	if (put_in_force(restore, err) == -1)
		return -1;
	admin_log(admin, "restore", words);
	fputs(admin->output.data, stdout);
	return 0;
}

/* The operator has seen to it that there is no other. */
static int
restore_alone(struct admin *admin, char **args, struct err *err)
{
	(void)args;
	str_add(&admin->output, "letters are read and sent again\n");
	return mark(admin->server.store, admin->now, err) == -1 ? -1 : ACTION_DONE;
}

int
cli_restore(int argc, char **argv)
{
	static const struct action alone = { "restore --alone", 0, 0, ACTION_CHANGES,
		restore_alone };
	struct restore restore = { 0 };
	struct lock lock;
	struct err err;
	int rc;

	if (argc != 2)
		return argc > 2 ? cli_wrong(argv[2], CLI_TOO_MUCH) :
				  cli_wrong(NULL, "a word is missing");
	if (strcmp(argv[1], "--alone") == 0)
		return admin_do(&alone, 0, argv + 2);
	if ((restore.config = cli_config()) == NULL)
		return 1;
	if (access(argv[1], R_OK) == -1) {
		err_system(&err, "cannot read %s", argv[1]);
		return cli_failed(&err);
	}
	rc = lock_home(&lock, restore.config->home, &err);
	if (rc == 1)
		err_set(&err, "a server is at work in %s: stop it first", restore.config->home);
	if (rc == 0) {
		restore.arena = arena_new();
		rc = sandbox_start(config_reader(), NULL, &err);
		if (rc == 0)
			rc = restore_run(&restore, argv[1], &err);
		sandbox_stop();
		copy_close(&restore.copy);
		arena_free(restore.arena);
	}
	lock_release(&lock);
	return rc == 0 ? 0 : cli_failed(&err);
}
