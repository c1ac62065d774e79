/* SPDX-License-Identifier: ISC */
/*
 * riverpost backup, riverpost keys, and boards of games for riverpost
 * board.
 *
 * A backup is two files of mode 0600, both needed: FILE, the database, and
 * FILE.keys, without which no answer to a letter sent so far is believed.  To
 * restore, stop the server and put them back as HOME/riverpost.sqlite (without
 * a -wal and a -shm beside it) and HOME/keys.
 *
 * The keys sign tokens.  New letters get the newest; the one before it still counts,
 * so that answers to letters sent so far are accepted.  After a second change they
 * are not.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/folder.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cmd/tokens.h"
#include "config/config.h"
#include "rules/referee/referee.h"
#include "store/db.h"
#include "store/games.h"

#define KEYS_MAX 4096 /* bytes of a key file */

static int
copy_keys(const char *from, const char *to, struct err *err)
{
	char bytes[KEYS_MAX];
	ssize_t length;
	int fd = open(from, O_RDONLY | O_CLOEXEC), rc;

	if (fd == -1)
		return err_system(err, "cannot open %s", from);
	length = read(fd, bytes, KEYS_MAX);
	close(fd);
	if (length == -1)
		return err_system(err, "cannot read %s", from);
	if (length == 0 || length == KEYS_MAX)
		return err_set(err, "%s is not a key file", from);
	if ((fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) == -1)
		return err_system(err, "cannot make %s", to);
	rc = file_write(fd, to, bytes, (size_t)length, err);
	if (rc == 0 && fsync(fd) == -1)
		rc = err_system(err, "cannot sync %s", to);
	if (close(fd) == -1 && rc == 0)
		rc = err_system(err, "cannot write %s", to);
	if (rc == -1)
		unlink(to);
	return rc;
}

/* Keys first: they are old when a newer key is made in between, but the two
 * last ones count. */
static int
backup_store(struct admin *admin, char **args, struct err *err)
{
	const char *keys = arena_printf(admin->arena, "%s.keys", args[0]);

	if (access(args[0], F_OK) == 0)
		return err_set(err, "%s is there already", args[0]);
	if (copy_keys(
		arena_printf(admin->arena, "%s/keys", admin->server.config->home), keys, err) == -1)
		return -1;
	/* It syncs the folder, and with it both names. */
	if (store_backup(admin->server.store, args[0], err) == -1) {
		unlink(keys);
		return -1;
	}
	str_addf(&admin->output, "database in %s, keys in %s\n", args[0], keys);
	return ACTION_DONE;
}

int
cli_backup(int argc, char **argv)
{
	static const struct action action = { "backup", 1, 1, ACTION_READS, backup_store };

	return admin_do(&action, argc - 1, argv + 1);
}

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

int
cli_board_of_game(
    const char *number, struct board *board, struct move *last, bool *has_last, struct err *err)
{
	const struct config *config = cli_config();
	struct arena *arena;
	struct store *store;
	struct game *game;
	char path[PATH_MAX];
	int64_t id;
	int move_number, found, ply, rc = -1;

	if (config == NULL)
		return err_set(err, "there is no configuration to find game %s with", number);
	if (!tokens_read_number(number, &id, &move_number))
		return err_set(err, "\"%s\" is not the number of a game", number);
	str_format(path, sizeof path, "%s/riverpost.sqlite", config->home);
	if (access(path, F_OK) == -1)
		return err_system(err, "there is no database of a server at %s", path);
	if (store_open(&store, path, err) == -1)
		return -1;
	arena = arena_new();
	if ((found = games_get(store, arena, id, &game, err)) == 0)
		err_set(err, "there is no game %lld", (long long)id);
	if (found == 1) {
		ply = move_number == 0 ? game->length :
					 move_number * 2 - (game->start.turn == GREEN);
		if (ply > game->length + 1) {
			err_set(err, "game %lld has no move %d", (long long)id, move_number);
		} else {
			ply = ply > game->length ? game->length : ply;
			game_board_at(game, ply, board);
			if ((*has_last = ply > 0))
				*last = game->moves[ply - 1];
			rc = 0;
		}
	}
	arena_free(arena);
	store_close(store);
	return rc;
}
