/* SPDX-License-Identifier: ISC */
/*
 * REVIEW: a program looks at each position of a game that is over, and its player reads which
 * moves cost most.
 *
 * The program does so when there is time for it (server/reviewer.c).  Nobody is helped in a game
 * that goes on: while one of the players has a position of this game on another board, there is no
 * review.
 */
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "engine/review.h"
#include "game/record.h"
#include "rules/pair.h"
#include "store/reviews.h"

#define REVIEWS_A_DAY 5
#define BARS          60 /* of the graph, at most */

/* Has the game come to that position? */
static bool
has_position(const struct game *game, const struct board *board)
{
	struct board then;

	for (int ply = 0; game_board_at(game, ply, &then); ply++)
		if (pair_is_image(&then, board))
			return true;
	return false;
}

/* Is one of the players playing from a position of the game?  1, 0 or -1. */
static int
is_played_on(struct request *rq, const struct game *game, struct err *err)
{
	for (int side = RED; side <= GREEN; side++) {
		struct game_filter filter = { .player = game->seat[side].player,
			.viewer = -1,
			.of_state = { [GAME_PLAYING] = true },
			.limit = INT32_MAX };
		struct game_line *lines;
		int count = games_list(rq->store, rq->arena, &filter, &lines, err);

		if (count == -1)
			return -1;
		for (int i = 0; i < count; i++) {
			struct game *other;

			if (games_get(rq->store, rq->arena, lines[i].id, &other, err) == -1)
				return -1;
			if (!game_is_early(other, other->length) &&
			    has_position(game, &other->board))
				return 1;
		}
	}
	return 0;
}

/* Why not; NULL: nothing stands against it. */
static const char *
find_obstacle(struct request *rq, const struct game *game)
{
	if (!rq->settings->has_machine)
		return "review-none";
	if (game->state != GAME_OVER)
		return "review-running";
	return game->length < 2         ? "review-short" :
	    game->length > REVIEW_MOVES ? "review-long" :
					  NULL;
}

enum outcome
review_run(struct request *rq, struct err *err)
{
	const struct game *game = rq->game;
	const char *obstacle = find_obstacle(rq, game);
	enum outcome outcome = DONE;
	struct vars *vars;
	int rc = 0;

	if (obstacle == NULL && (rc = is_played_on(rq, game, err)) == 1)
		obstacle = "review-played-on";
	if (obstacle == NULL && rc != -1)
		outcome = request_limit(rq, "review", REVIEWS_A_DAY, "review-too-many", err);
	if (rc == -1 || outcome != DONE)
		return rc == -1 ? FAILED : outcome;
	if (obstacle == NULL &&
	    (rc = reviews_add(rq->store, game->id, rq->from->id, rq->now, err)) == -1)
		return FAILED;
	vars = obstacle != NULL ? reply_refuse(rq->reply, obstacle) :
				  reply_use(rq->reply, "review-done");
	facts_game(vars, game);
	vars_number(vars, "limit", REVIEW_MOVES / 2);
	vars_number(vars, "positions", game->length + 1);
	vars_flag(vars, "again", obstacle == NULL && rc == 0);
	return obstacle != NULL ? REFUSED : DONE;
}

/* What Red can hope for after so many plies, in a hundred. */
static double
hope_of_red(const struct game *game, int ply, const struct opinion *opinion)
{
	double chance = review_chance(opinion->score);
	struct board board;

	return game_board_at(game, ply, &board) && board.turn == GREEN ? 100 - chance : chance;
}

static const char *
draw_course(struct arena *arena, const struct game *game, const struct opinion *opinions)
{
	static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	int count = game->length + 1, width = count < BARS ? count : BARS;
	struct str line;

	str_init(&line, arena, 0);
	for (int i = 0; i < width; i++) {
		int ply = i * (count - 1) / (width - 1);

		str_add(&line, bars[lround(7 * hope_of_red(game, ply, &opinions[ply]) / 100)]);
	}
	return line.data;
}

/* The score, with what each position is worth to Red in soldiers, as other programs read it. */
static struct file *
make_score(struct request *rq, const struct game *game, const struct opinion *opinions)
{
	struct record *record = record_from_game(rq->arena, game);
	struct file *file = arena_alloc(rq->arena, sizeof *file);
	struct board board;
	struct str out;

	for (int ply = 0; game_board_at(game, ply, &board); ply++) {
		int score = board.turn == GREEN ? -opinions[ply].score : opinions[ply].score;
		int mate = ENGINE_MATE - abs(score);

		record->comments[ply] = mate < 1000 ?
		    arena_printf(rq->arena, "[%%eval #%d]", score < 0 ? -mate : mate) :
		    arena_printf(rq->arena, "[%%eval %.2f]", score / 100.0);
	}
	record->fields[FIELD_SITE] = rq->settings->name;
	str_init(&out, rq->arena, 0);
	record_write(&out, record, RECORD_PGN_WXF);
	*file = (struct file){
		.name = arena_printf(rq->arena, "review-%lld.pgn", (long long)game->id),
		.type = "application/x-chess-pgn; charset=utf-8",
		.bytes = out.data,
		.length = out.length,
	};
	return file;
}

/* A move that cost much, above the board on which it was played. */
static void
tell_slip(
    struct request *rq, const struct wanted *wanted, struct game *game, const struct slip *slip)
{
	struct vars *vars = reply_tell(rq->reply, wanted->player, NULL, "review-slip");
	struct note *note = reply_letter(rq->reply, wanted->player, NULL)->last;
	struct board board;

	game_board_at(game, slip->ply, &board);
	vars_number(vars, "number", game_move_number(game, slip->ply));
	vars_text(vars, "who", game->seat[board.turn].userid);
	facts_placed(vars, "move", &board, game->moves[slip->ply]);
	facts_placed(vars, "better", &board, slip->better);
	vars_number(vars, "from", lround(slip->from));
	vars_number(vars, "to", lround(slip->to));
	note->show = SHOW_BOARD;
	note->game = game;
	note->ply = slip->ply;
}

enum outcome
review_tell(struct request *rq, const struct wanted *wanted, struct game *game, struct err *err)
{
	struct opinion *opinions = arena_alloc(
	    rq->arena, (size_t)(game->length + 1) * sizeof *opinions);
	const char *found = wanted->found;
	struct review review;
	struct message *letter;
	struct vars *vars;
	int rc;

	for (int ply = 0; ply <= game->length; ply++)
		if (!opinion_next(&found, &opinions[ply]))
			return err_set(
				   err, "game %lld: its review is damaged", (long long)game->id),
			       FAILED;
	/* It may be one since the review was asked for. */
	if ((rc = is_played_on(rq, game, err)) != 0) {
		if (rc == 1)
			facts_game(
			    reply_tell(rq->reply, wanted->player, NULL, "review-played-on"), game);
		return rc == 1 ? REFUSED : FAILED;
	}
	review_weigh(game, opinions, &review);
	vars = reply_tell(rq->reply, wanted->player, NULL, "review");
	facts_game(vars, game);
	vars_number(vars, "nodes", REVIEW_NODES);
	vars_text(vars, "course", draw_course(rq->arena, game, opinions));
	vars_number(vars, "red-moves", review.moves[RED]);
	vars_number(vars, "red-good", review.good[RED]);
	vars_number(vars, "green-moves", review.moves[GREEN]);
	vars_number(vars, "green-good", review.good[GREEN]);
	vars_flag(vars, "red-one", review.moves[RED] == 1);
	vars_flag(vars, "red-none", review.good[RED] == 0);
	vars_flag(vars, "green-none", review.good[GREEN] == 0);
	vars_number(vars, "slips", review.slip_count);
	letter = reply_letter(rq->reply, wanted->player, NULL);
	letter->file = make_score(rq, game, opinions);
	reply_list(rq->reply, letter, game->id);
	for (int i = 0; i < review.slip_count; i++)
		tell_slip(rq, wanted, game, &review.slips[i]);
	return DONE;
}
