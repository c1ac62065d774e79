/* SPDX-License-Identifier: ISC */
/*
 * riverpost import and riverpost export: games in and out of files.
 *
 * An imported game is a finished, unrated one between two names that are no
 * players of ours, so it changes nobody's history.  It is stored once: a game
 * with the same names, date, start and moves is there already, also when it is
 * one of ours that was exported before.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/admin.h"
#include "cli/archived.h"
#include "cli/cli.h"
#include "cmd/facts.h"
#include "config/config.h"
#include "game/record.h"
#include "store/db.h"
#include "store/games.h"

#define FILE_MAX    ((size_t)256 * 1024 * 1024)
#define BATCH       200 /* games a commit: a server at work must not wait long */
#define NUMBERS_MAX 100000

struct import {
	struct admin *admin;
	struct arena *arena; /* of one game */
	const char *file;
	int open; /* stored since the last commit */
	int stored, known, left_out;
	int64_t first, last; /* numbers of those stored */
};

static int
read_file(const char *path, struct str *out, struct err *err)
{
	FILE *file = fopen(path, "rbe");
	char buffer[65536];
	size_t n;
	int rc = 0;

	if (file == NULL)
		return err_system(err, "cannot read %s", path);
	while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
		str_addn(out, buffer, n);
	if (ferror(file))
		rc = err_system(err, "cannot read %s", path);
	else if (out->full)
		rc = err_set(err, "%s is too large", path);
	fclose(file);
	return rc;
}

/* Stores a game; its number is told at the end. */
static int
keep(struct import *import, struct game *game, struct err *err)
{
	struct store *store = import->admin->server.store;

	if (import->open == 0 && store_begin(store, err) == -1)
		return -1;
	if (games_add(store, game, err) == -1) {
		store_rollback(store);
		return -1;
	}
	if (import->first == 0)
		import->first = game->id;
	import->last = game->id;
	import->stored++;
	import->open = (import->open + 1) % BATCH;
	return import->open == 0 ? store_commit(store, err) : 0;
}

static int
take(struct import *import, const struct record *record, int number, struct err *err)
{
	struct game *game;
	const char *why;
	int known;

	if ((why = archive_game(import->arena, record, import->admin->now, &game)) != NULL) {
		fprintf(stderr, "riverpost: %s: game %d: %s\n", import->file, number, why);
		import->left_out++;
		return 0;
	}
	known = archive_find(import->admin->server.store, import->arena, game, err);
	if (known == 0)
		return keep(import, game, err);
	import->known += known == 1;
	return known == -1 ? -1 : 0;
}

static int
take_file(struct import *import, const char *path, struct err *err)
{
	struct arena *arena = arena_new();
	struct record *record;
	struct str bytes;
	struct err why;
	int count, rc = 0, number = 0;

	import->file = path;
	str_init(&bytes, arena, FILE_MAX);
	if (read_file(path, &bytes, err) == -1) {
		rc = -1;
	} else if (record_read(arena, bytes.data, bytes.length, &record, &count, &why) == -1) {
		rc = err_set(err, "%s: %s", path, why.text);
	} else {
		for (; record != NULL && rc == 0; record = record->next) {
			rc = take(import, record, ++number, err);
			arena_clear(import->arena);
		}
	}
	arena_free(arena);
	return rc;
}

/* What was stored before a failure stays: the same command goes on from there. */
static int
import_files(struct admin *admin, char **args, struct err *err)
{
	struct import import = { .admin = admin, .arena = arena_new() };
	struct err ignored;
	int rc = 0;

	for (int i = 0; args[i] != NULL && rc == 0; i++)
		rc = take_file(&import, args[i], err);
	if (import.open > 0 && store_commit(admin->server.store, rc == 0 ? err : &ignored) == -1)
		rc = -1;
	arena_free(import.arena);
	if (rc == -1)
		return -1;
	str_addf(&admin->output, "%d stored", import.stored);
	if (import.stored > 0)
		str_addf(&admin->output, " (games %lld to %lld)", (long long)import.first,
		    (long long)import.last);
	str_addf(
	    &admin->output, ", %d known already, %d left out\n", import.known, import.left_out);
	return import.left_out > 0 ? ACTION_TROUBLE : ACTION_DONE;
}

int
cli_import(int argc, char **argv)
{
	static const struct action action = { "import", 1, INT_MAX, ACTION_BY_ITSELF,
		import_files };

	return admin_do(&action, argc - 1, argv + 1);
}

static int
write_game(struct admin *admin, const struct game *game, enum record_format format, struct err *err)
{
	struct record *record = record_from_game(game->arena, game);
	struct str out;

	record->fields[FIELD_SITE] = admin->server.config->name;
	if (game->started == 0)
		record->fields[FIELD_DATE] = NULL;
	str_init(&out, game->arena, 0);
	record_write(&out, record, format);
	if (out.full)
		return err_set(err, "game %lld is too large", (long long)game->id);
	if (fwrite(out.data, 1, out.length, stdout) != out.length)
		return err_system(err, "cannot write game %lld", (long long)game->id);
	return 0;
}

static int
write_all(struct admin *admin, enum record_format format, struct err *err)
{
	struct game_filter filter = { .of_state = { false, false, true }, .limit = INT_MAX };
	struct arena *arena = arena_new();
	struct game_line *lines;
	struct game *game;
	int rc = 0;
	int count = games_list(admin->server.store, admin->arena, &filter, &lines, err);

	for (int i = 0; i < count && rc == 0; i++) {
		if (games_get(admin->server.store, arena, lines[i].id, &game, err) != 1)
			rc = -1;
		else
			rc = write_game(admin, game, format, err);
		arena_clear(arena);
	}
	arena_free(arena);
	return count == -1 ? -1 : rc;
}

static int
write_some(struct admin *admin, char **numbers, enum record_format format, struct err *err)
{
	for (int i = 0; numbers[i] != NULL; i++) {
		struct game *game;

		if (admin_game(admin, numbers[i], &game, err) == -1 ||
		    write_game(admin, game, format, err) == -1)
			return -1;
	}
	return 0;
}

/* Takes the option out of the arguments wherever it stands. */
static bool
take_format(char **args, enum record_format *format)
{
	bool is_known = true;
	int kept = 0;

	for (int i = 0; args[i] != NULL; i++) {
		if (strncmp(args[i], "--format=", 9) == 0)
			is_known = record_format_find(args[i] + 9, format) && is_known;
		else
			args[kept++] = args[i];
	}
	args[kept] = NULL;
	return is_known;
}

static int
export_games(struct admin *admin, char **args, struct err *err)
{
	enum record_format format = RECORD_PGN_WXF;

	if (!take_format(args, &format))
		return ACTION_USAGE;
	if (format == RECORD_XQF && (args[0] == NULL || args[1] != NULL))
		return err_set(err, "an XQF file holds one game: name one number");
	return args[0] == NULL ? write_all(admin, format, err) :
				 write_some(admin, args, format, err);
}

int
cli_export(int argc, char **argv)
{
	static const struct action action = { "export", 0, NUMBERS_MAX, ACTION_READS,
		export_games };

	return admin_do(&action, argc - 1, argv + 1);
}
