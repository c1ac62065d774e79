/* SPDX-License-Identifier: ISC */
/*
 * riverpost position: what was played in positions, a line for each move and game, for other
 * programs.  --scan plays all games through and uses no index: both answers are the same.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "store/positions.h"

#define GAMES_SHOWN 10

static void
write_move(struct str *out, struct move move)
{
	char text[8];

	if (move.from == move.to)
		str_copy(text, sizeof text, "end");
	else
		move_write(move, text);
	str_add(out, text);
}

static void
write_scored(struct str *out, const struct scored *scored, int mirrored)
{
	str_addf(out, " %d games, red %d, green %d, drawn %d, unknown %d, mirrored %d",
	    scored->games, scored->red, scored->green, scored->drawn, scored->unknown, mirrored);
}

static void
write_found(struct str *out, const char *fen, const struct found_position *found)
{
	static const char *const apart[] = { [APART_NOT] = "",
		[APART_MACHINE] = ", against a machine",
		[APART_ELSEWHERE] = ", from another position",
		[APART_SHORT] = ", short" };

	str_addf(out, "%s:", fen);
	write_scored(out, &found->scored, found->mirrored);
	str_addf(out, ", apart %d\n", found->apart);
	for (int i = 0; i < found->move_count; i++) {
		str_add(out, "  ");
		write_move(out, found->moves[i].move);
		str_addc(out, ':');
		write_scored(out, &found->moves[i].scored, found->moves[i].mirrored);
		str_addc(out, '\n');
	}
	for (int i = 0; i < found->game_count; i++) {
		const struct position_game *game = &found->games[i];

		str_addf(out, "  game %lld, ply %d, then ", (long long)game->line.id, game->ply);
		write_move(out, game->next);
		str_addf(out, "%s%s\n", game->is_mirrored ? ", mirrored" : "", apart[game->apart]);
	}
	if (!found->is_whole)
		str_add(out, "  some games have not been looked through yet\n");
}

static int
find_run(struct admin *admin, char **args, struct err *err)
{
	bool scans = strcmp(args[0], "--scan") == 0;

	if (scans && args[1] == NULL)
		return cli_wrong(NULL, "--scan needs a position");
	for (int i = scans; args[i] != NULL; i++) {
		struct arena *arena = arena_new();
		struct found_position found;
		struct board board;
		const char *wrong = cli_position_fault(args[i], &board);
		int rc = wrong != NULL ?
		    err_set(err, "\"%s\": not a position: %s", args[i], wrong) :
		    scans ?
		    positions_scan(admin->server.store, arena, &board, GAMES_SHOWN, &found, err) :
		    positions_find(admin->server.store, arena, &board, 0, GAMES_SHOWN, &found, err);

		if (rc == 0)
			write_found(&admin->output, args[i], &found);
		arena_free(arena);
		if (rc == -1)
			return -1;
	}
	return ACTION_DONE;
}

const struct action cli_positions[] = { { "position", 1, INT_MAX, ACTION_READS, find_run } };
