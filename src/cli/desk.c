/* SPDX-License-Identifier: ISC */
/*
 * The operator's desk (desk.h).
 */
#include "cli/desk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/cli.h"
#include "cmd/shared.h"
#include "cmd/words.h"
#include "store/db.h"
#include "store/games.h"

#define SAID_MAX ((size_t)1 << 30)

/* A question must not make a home where the operator misnamed it. */
static int
must_exist(const struct config *config, struct err *err)
{
	char path[PATH_MAX];

	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	if (access(path, F_OK) == 0)
		return 0;
	return err_system(err, "there is no server's database at %s", path);
}

static int
run_in_transaction(struct desk *desk, const struct deed *deed, char **args, struct err *err)
{
	int rc;

	if (store_begin(desk->office.store, err) == -1)
		return -1;
	rc = deed->run(desk, args, err);
	if (rc != -1 && rc != DEED_USAGE)
		return store_commit(desk->office.store, err) == -1 ? -1 : rc;
	store_rollback(desk->office.store);
	return rc;
}

static int
run(struct desk *desk, const struct config *config, const struct deed *deed, char **args,
    struct err *err)
{
	bool makes_home = deed->kind == DEED_ADDS || deed->kind == DEED_BY_ITSELF;

	if (!makes_home && must_exist(config, err) == -1)
		return -1;
	if (office_open(&desk->office, config, err) == -1)
		return -1;
	if (deed->kind == DEED_CHANGES || deed->kind == DEED_ADDS)
		return run_in_transaction(desk, deed, args, err);
	return deed->run(desk, args, err);
}

int
desk_do(const struct deed *deed, int count, char **args)
{
	const struct config *config;
	struct desk desk = { .now = cli_now() };
	struct err err;
	int rc;

	if (count < deed->args_min || count > deed->args_max)
		return DEED_USAGE;
	if ((config = cli_config()) == NULL)
		return 1;
	desk.arena = arena_new();
	str_init(&desk.said, desk.arena, SAID_MAX);
	rc = run(&desk, config, deed, args, &err);
	if (rc == -1)
		fprintf(stderr, "riverpost: %s\n", err.text);
	else
		fputs(desk.said.data, stdout);
	office_close(&desk.office);
	arena_free(desk.arena);
	if (rc != -1 && fflush(stdout) == EOF) {
		fprintf(stderr, "riverpost: cannot write: %s\n", strerror(errno));
		return 1;
	}
	return rc == -1 ? 1 : rc;
}

int
desk_choose(const struct deed *deeds, int argc, char **argv)
{
	for (; argc >= 2 && deeds->name != NULL; deeds++)
		if (strcmp(deeds->name, argv[1]) == 0)
			return desk_do(deeds, argc - 2, argv + 2);
	return DEED_USAGE;
}

int
desk_game(struct desk *desk, const char *number, struct game **out, struct err *err)
{
	int64_t id;
	int move_number, found;

	if (!word_is_number(number, &id, &move_number) || move_number != 0)
		return err_set(err, "\"%s\" is no game's number", number);
	found = games_get(desk->office.store, desk->arena, id, out, err);
	if (found == 0)
		return err_set(err, "there is no game %s", number);
	return found == 1 ? 0 : -1;
}

static void
tell(struct reply *reply, struct game *game, int64_t player, const char *template,
    const struct vars *vars)
{
	struct vars *own = reply_tell(reply, player, game, template);

	vars_game(own, game);
	if (vars != NULL)
		vars_copy(own, vars);
}

int
desk_tell(struct desk *desk, struct reply *reply, struct game *game, int64_t except,
    const char *template, const struct vars *vars, struct err *err)
{
	struct seat *observers;
	int count = observers_list(desk->office.store, desk->arena, game->id, &observers, err);

	if (count == -1)
		return -1;
	for (int side = RED; side <= GREEN; side++)
		if (game->seat[side].player != 0 && game->seat[side].player != except)
			tell(reply, game, game->seat[side].player, template, vars);
	for (int i = 0; i < count; i++)
		if (observers[i].player != except && !game_has(game, observers[i].player))
			tell(reply, game, observers[i].player, template, vars);
	return 0;
}

int
desk_send(struct desk *desk, const struct reply *reply, struct err *err)
{
	struct cause cause = { .now = desk->now };

	return outgoing_write(&desk->office, desk->arena, reply, &cause, err) == 0 ? 0 : -1;
}

const char *
desk_time(struct desk *desk, int64_t time)
{
	struct civil t = clock_civil(time, 0);

	if (time == 0)
		return "-";
	return arena_printf(
	    desk->arena, "%04d-%02d-%02d %02d:%02d", t.year, t.month, t.day, t.hour, t.minute);
}
