/* SPDX-License-Identifier: ISC */
/*
 * What the operator's words share (admin.h).
 */
#include "cli/admin.h"

#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "server/outgoing.h"
#include "speak/tokens.h"
#include "store/db.h"
#include "store/games.h"

#define OUTPUT_MAX ((size_t)1 << 30)

void
admin_log(struct admin *admin, const char *name, char **args)
{
	const struct passwd *user = getpwuid(getuid());
	/* Whoever is somebody else by sudo(8), which sets this. */
	const char *caller = getenv("SUDO_USER");
	const char *hand = user != NULL ? user->pw_name : "somebody unknown";

	log_kept("by hand of %s: %s %s",
	    caller == NULL || strcmp(caller, hand) == 0 ?
		hand :
		arena_printf(admin->arena, "%s (as %s)", caller, hand),
	    name, admin_words(admin, args));
}

static int
admin_run(struct admin *admin, const struct config *config, const char *name,
    const struct action *action, char **args, struct err *err)
{
	static const enum server_use uses[] = { [ACTION_READS] = SERVER_READS,
		[ACTION_CHANGES] = SERVER_WORKS,
		[ACTION_ADDS] = SERVER_WORKS,
		[ACTION_BY_ITSELF] = SERVER_WORKS,
		[ACTION_BEGINS] = SERVER_BEGINS };
	bool makes_home = action->kind >= ACTION_ADDS;
	bool changes = action->kind == ACTION_CHANGES || action->kind == ACTION_ADDS;
	char path[PATH_MAX];
	int rc;

	if (cli_options.backup != NULL && action->kind != ACTION_READS)
		return err_set(err, "%s is a backup: it can be looked at, but not changed",
		    cli_options.backup);
	/* A question must not make a home where the operator misnamed it. */
	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	if (!makes_home && access(path, F_OK) == -1)
		return err_system(err, "there is no database of a server at %s", path);
	if (server_open(&admin->server, config, uses[action->kind], err) == -1)
		return -1;
	if (changes && store_begin(admin->server.store, err) == -1)
		return -1;
	rc = action->run(admin, args, err);
	if (changes && (rc == -1 || rc == ACTION_USAGE))
		store_rollback(admin->server.store);
	else if (changes && store_commit(admin->server.store, err) == -1)
		return -1;
	else if (changes)
		admin_log(admin, name, args);
	return rc;
}

/* noun: the command's first word, where the action is its second; or NULL. */
static int
perform(const char *noun, const struct action *action, int count, char **args)
{
	const struct config *config;
	const char *name = action->name;
	struct admin admin = { .now = cli_now() };
	struct err err;
	int rc;

	if (count < action->args_min || count > action->args_max)
		return count > action->args_max ?
		    cli_wrong(args[action->args_max], CLI_TOO_MUCH) :
		    cli_wrong(action->name, "a word is missing after this one");
	if ((config = cli_config()) == NULL)
		return 1;
	admin.arena = arena_new();
	str_init(&admin.output, admin.arena, OUTPUT_MAX);
	if (noun != NULL)
		name = arena_printf(admin.arena, "%s %s", noun, action->name);
	rc = admin_run(&admin, config, name, action, args, &err);
	if (rc != -1 && (fputs(admin.output.data, stdout) == EOF || fflush(stdout) == EOF))
		rc = err_system(&err, "cannot write");
	server_close(&admin.server);
	arena_free(admin.arena);
	return rc == -1 ? cli_failed(&err) : rc;
}

int
admin_do(const struct action *action, int count, char **args)
{
	return perform(NULL, action, count, args);
}

int
admin_choose(const struct action *actions, int argc, char **argv)
{
	if (strcmp(actions->name, argv[0]) == 0)
		return admin_do(actions, argc - 1, argv + 1);
	for (; argc >= 2 && actions->name != NULL; actions++)
		if (strcmp(actions->name, argv[1]) == 0)
			return perform(argv[0], actions, argc - 2, argv + 2);
	return argc >= 2 ? cli_wrong(argv[1], "I do not know this word") :
			   cli_wrong(NULL, "a word is missing");
}

const char *
admin_words(struct admin *admin, char **words)
{
	struct str text;

	str_init(&text, admin->arena, 0);
	for (; *words != NULL; words++)
		str_addf(&text, "%s%s", text.length > 0 ? " " : "", *words);
	return utf8_clean(admin->arena, text.data, text.length, false);
}

int
admin_game(struct admin *admin, const char *number, int *move, struct game **out, struct err *err)
{
	int64_t id;
	int move_number, found;

	if (!tokens_read_number(number, &id, &move_number) || (move == NULL && move_number != 0))
		return err_set(err, "\"%s\" is not the number of a game", number);
	if (move != NULL)
		*move = move_number;
	found = games_get(admin->server.store, admin->arena, id, out, err);
	if (found == 0)
		return err_set(err, "there is no game %lld", (long long)id);
	return found == 1 ? 0 : -1;
}

int
admin_send(struct admin *admin, const struct reply *reply, struct err *err)
{
	return outgoing_write(
	    &admin->server, admin->arena, reply, &(struct cause){ .now = admin->now }, err);
}

void
admin_request(struct admin *admin, struct reply *reply, struct request *out)
{
	*out = (struct request){ .arena = admin->arena,
		.store = admin->server.store,
		.settings = &admin->server.settings,
		.reply = reply,
		.now = admin->now };
}

const char *
admin_time(struct admin *admin, int64_t time)
{
	struct civil t = clock_civil(time, 0);

	if (time == 0)
		return "-";
	return arena_printf(
	    admin->arena, "%04d-%02d-%02d %02d:%02d", t.year, t.month, t.day, t.hour, t.minute);
}
