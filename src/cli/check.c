/* SPDX-License-Identifier: ISC */
/*
 * riverpost check: what is wrong with the database, one sentence a finding; riverpost ratings.
 *
 * The file, the schema and the rows are store/audit.h's; here every game is played
 * through, and what players wrote is held against what they may write.
 */
#include "cli/check.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/signing.h"
#include "base/str.h"
#include "base/token.h"
#include "cli/admin.h"
#include "cli/cli.h"
#include "cmd/cmd.h"
#include "config/config.h"
#include "game/plan.h"
#include "rules/movegen.h"
#include "rules/referee/referee.h"
#include "store/audit.h"
#include "store/games.h"
#include "store/plans.h"
#include "store/players.h"
#include "store/positions.h"
#include "store/ratings.h"

#define GAMES_TOLD_MAX 100 /* games with something wrong; the others are counted */

/* What is found: printed at once, a line each. */
struct findings {
	struct admin *admin;
	int count;
};

static void
tell(void *context, const char *finding)
{
	struct findings *findings = context;

	str_addf(&findings->admin->output, "%s\n", finding);
	findings->count++;
}

/* What the rules say against the game as it is stored; NULL: nothing. */
static const char *
contradiction(struct arena *arena, const struct game *game)
{
	struct history history;
	struct verdict verdict;
	enum result decided;
	int judged;

	game_history(game, &history);
	judged = referee_replay(&history, &verdict);
	decided = result_of_verdict(&verdict);
	if (verdict.kind == VERDICT_REFUSED)
		return arena_printf(arena, "ply %d should have been refused: %s", judged,
		    verdict_reason_name(verdict.reason));
	if (judged < game->length)
		return arena_printf(arena, "it went on after ply %d had ended it: %s", judged,
		    verdict_reason_name(verdict.reason));
	if (decided != RESULT_NONE && game->state == GAME_PLAYING)
		return arena_printf(arena, "it is being played, but its last move ended it: %s",
		    verdict_reason_name(verdict.reason));
	if (decided != RESULT_NONE && decided != game->result)
		return "its result is not that of its last move";
	return decided == RESULT_NONE && ending_is_by_verdict(game->ending) ?
	    "its last move does not bring about the end that is stored" :
	    NULL;
}

/* What is wrong with a game whose moves could be played; NULL: nothing. */
static const char *
wrong_with(struct arena *arena, const struct game *game)
{
	/* Games from elsewhere ended as they ended. */
	if (game->seat[RED].player == 0 && game->seat[GREEN].player == 0)
		return NULL;
	if (game->is_rated && strcmp(game->start_fen, FEN_START) != 0)
		return "it is rated, but did not begin from the usual start";
	if (game->rules_version > RULESET_VERSION)
		return "it was judged by rules of a later version";
	/* Earlier versions of the rules judged differently. */
	if (game->state == GAME_OFFERED || game->rules_version != RULESET_VERSION)
		return NULL;
	return contradiction(arena, game);
}

/* Is what a plan of the game waits to play what can be played? */
static bool
is_plan_sound(const struct game *game, const struct stored_plan *stored, struct plan *plan)
{
	struct board board;

	if (!plan_read(stored->moves, plan))
		return false;
	/* Void ones may be of moves that were taken back. */
	if (stored->kind == PLAN_QUEUE || game->state != GAME_PLAYING ||
	    stored->turn != game->turns)
		return true;
	for (int i = 0; i < plan->count; i++) {
		const struct plan_line *line = &plan->lines[i];

		if (!game_board_at(game, stored->ply, &board))
			return false;
		for (int k = 0; k < line->length; k++) {
			if (!move_is_legal(&board, line->moves[k]))
				return false;
			board_play(&board, line->moves[k]);
		}
	}
	return true;
}

static int
check_plans(struct store *store, struct arena *arena, const struct game *game, const char **wrong,
    struct err *err)
{
	struct plan *plan = arena_alloc(arena, sizeof *plan);
	struct stored_plan *stored;
	int count = plans_list(store, arena, game->id, 0, &stored, err);

	for (int i = 0; i < count && *wrong == NULL; i++)
		if (!is_plan_sound(game, &stored[i], plan))
			*wrong = arena_printf(arena,
			    "what player %lld has planned cannot be played",
			    (long long)stored[i].player);
	return count == -1 ? -1 : 0;
}

/* Plays a game through. */
static void
check_game(struct findings *findings, struct arena *arena, int64_t id, int *told)
{
	struct store *store = findings->admin->server.store;
	struct game *game;
	struct err err;
	const char *wrong = NULL;
	int found = games_get(store, arena, id, &game, &err);

	if (found == 1 &&
	    (games_check(store, game, &wrong, &err) == -1 ||
		check_plans(store, arena, game, &wrong, &err) == -1))
		found = -1;
	if (found == 1 && wrong == NULL)
		wrong = wrong_with(arena, game);
	if (found != -1 && wrong == NULL)
		return;
	findings->count++;
	if (++*told > GAMES_TOLD_MAX)
		return;
	if (found == -1)
		str_addf(&findings->admin->output, "%s\n", err.text);
	else
		str_addf(&findings->admin->output, "game %lld: %s\n", (long long)id, wrong);
}

static int
check_games(struct findings *findings, int *count, struct err *err)
{
	struct admin *admin = findings->admin;
	struct arena *arena = arena_new();
	int64_t *ids;
	int told = 0;

	*count = games_all(admin->server.store, admin->arena, &ids, err);
	for (int i = 0; i < *count; i++) {
		arena_clear(arena);
		check_game(findings, arena, ids[i], &told);
	}
	if (told > GAMES_TOLD_MAX)
		str_addf(&admin->output, "… and %d more games\n", told - GAMES_TOLD_MAX);
	arena_free(arena);
	return *count == -1 ? -1 : 0;
}

static int
check_players(struct findings *findings, struct err *err)
{
	struct admin *admin = findings->admin;
	struct player *players;
	int count = players_all(admin->server.store, admin->arena, &players, err);

	for (int i = 0; i < count; i++) {
		const struct player *player = &players[i];
		const char *setting = set_wrong(admin->arena, &admin->server.settings, player);

		if (setting != NULL)
			tell(findings,
			    arena_printf(admin->arena,
				"player %s: the setting %s has a value that cannot be set",
				player->userid, setting));
	}
	return count == -1 ? -1 : 0;
}

static int
check_ratings(struct findings *findings, int64_t *games, struct err *err)
{
	struct admin *admin = findings->admin;
	const char *first;
	int wrong = ratings_check(admin->server.store, admin->arena, &first, games, err);

	if (wrong > 0)
		tell(findings, first);
	if (wrong > 1)
		tell(findings, arena_printf(admin->arena, "… and %d more ratings", wrong - 1));
	return wrong == -1 ? -1 : 0;
}

static int
check_positions(struct findings *findings, struct err *err)
{
	struct admin *admin = findings->admin;
	const char *first;
	int wrong = positions_check(admin->server.store, admin->arena, &first, err);

	if (wrong > 0)
		tell(findings, arena_printf(admin->arena, "positions: %s", first));
	if (wrong > 1)
		tell(findings, arena_printf(admin->arena, "… and %d more positions", wrong - 1));
	return wrong == -1 ? -1 : 0;
}

static void
check_keys(struct findings *findings)
{
	struct admin *admin = findings->admin;
	const struct keys *keys = &admin->server.keys;
	const char *path = arena_printf(admin->arena, "%s/keys", admin->server.config->home);
	static const uint8_t nothing[sizeof keys->key[0]];
	struct signing signing;
	struct stat st;
	struct err why;

	if (access(path, F_OK) == -1)
		tell(findings, arena_printf(admin->arena, "keys: there are none at %s", path));
	else if (keys->number[0] == keys->number[1])
		tell(findings, "keys: the two have the same number");
	for (int i = 0; i < 2; i++)
		if ((keys->number[i] != 0) == (memcmp(keys->key[i], nothing, sizeof nothing) == 0))
			tell(findings,
			    arena_printf(admin->arena, "keys: key %d is not what it should be",
				keys->number[i]));
	if (stat(path, &st) == 0 && (st.st_mode & 077) != 0)
		tell(findings, "keys: others can read the file");
	if (stat(admin->server.signing, &st) == -1)
		return;
	if ((st.st_mode & 077) != 0)
		tell(findings, "keys: others can read the file of those that sign scores");
	if (signing_read(&signing, admin->server.signing, &why) == -1)
		tell(findings, arena_printf(admin->arena, "keys: %s", why.text));
}

int
check_all(struct admin *admin)
{
	struct findings findings = { admin, 0 };
	struct audit audit = { tell, &findings };
	struct err why;
	int games = 0;
	int64_t counted;

	/* What stops one part is a finding, too, and does not stop the others. */
	if (audit_store(admin->server.store, admin->now, &audit, &why) == -1)
		tell(&findings, why.text);
	if (check_players(&findings, &why) == -1)
		tell(&findings, why.text);
	if (check_games(&findings, &games, &why) == -1)
		tell(&findings, why.text);
	if (check_ratings(&findings, &counted, &why) == -1)
		tell(&findings, why.text);
	if (check_positions(&findings, &why) == -1)
		tell(&findings, why.text);
	check_keys(&findings);
	str_addf(&admin->output, "%d game%s checked, %d problem%s\n", games > 0 ? games : 0,
	    games == 1 ? "" : "s", findings.count, findings.count == 1 ? "" : "s");
	return findings.count;
}

static int
check_run(struct admin *admin, char **args, struct err *err)
{
	(void)args;
	(void)err;
	return check_all(admin) > 0 ? ACTION_TROUBLE : ACTION_DONE;
}

const struct action cli_check[] = { { "check", 0, 0, ACTION_READS, check_run } };

static int
check_ratings_alone(struct admin *admin, char **args, struct err *err)
{
	struct findings findings = { admin, 0 };
	int64_t games;

	(void)args;
	if (check_ratings(&findings, &games, err) == -1)
		return -1;
	str_addf(&admin->output, "%lld games counted, %s\n", (long long)games,
	    findings.count > 0 ? "the ratings are not those of the games" :
				 "all ratings as they are");
	return findings.count > 0 ? ACTION_TROUBLE : ACTION_DONE;
}

static int
rebuild_ratings(struct admin *admin, char **args, struct err *err)
{
	return ratings_rebuild(admin->server.store, err) == -1 ?
	    -1 :
	    check_ratings_alone(admin, args, err);
}

const struct action cli_ratings[] = { { "--check", 0, 0, ACTION_READS, check_ratings_alone },
	{ "--rebuild", 0, 0, ACTION_CHANGES, rebuild_ratings }, { 0 } };
