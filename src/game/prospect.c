/* SPDX-License-Identifier: ISC */
/*
 * What moves would bring now (prospect.h): each is tried, judged and taken back.
 */
#include "game/prospect.h"

#include "rules/movegen.h"

#define PROSPECT_NAME(name, word) word,
static const char *const names[] = { PROSPECTS(PROSPECT_NAME) };

const char *
prospect_name(enum prospect prospect)
{
	return names[prospect];
}

enum prospect
prospect_of(struct game *game, struct move move, struct verdict *verdict)
{
	enum side mover = game_turn(game);

	if (game_may_play(game, move, verdict))
		return verdict->kind == VERDICT_DRAW ? PROSPECT_DRAWS : PROSPECT_FREE;
	return verdict->kind == VERDICT_LOSS && verdict->loser == mover ? PROSPECT_LOSES :
									  PROSPECT_REFUSED;
}

/* A draw that the move makes by itself; the limits of moves are counted down in the letters. */
static bool
is_by_loop(const struct verdict *verdict)
{
	return verdict->reason == REASON_REPETITION || verdict->reason == REASON_MUTUAL;
}

/* The plies played when this position stood first; -1 it has not. */
static int
stood_at(const struct game *game, const struct board *position)
{
	struct board board = game->start;

	for (int ply = 0; ply < game->length; ply++) {
		if (board_equal(&board, position))
			return ply;
		board_play(&board, game->moves[ply]);
	}
	return -1;
}

/* Does every move lose?  Then *out is one of them. */
static bool
every_move_loses(struct game *game, struct move *out, enum verdict_reason *reason)
{
	struct move moves[MOVES_MAX];
	int count = moves_legal(&game->board, moves);
	struct verdict verdict;

	for (int i = 0; i < count; i++)
		if (prospect_of(game, moves[i], &verdict) != PROSPECT_LOSES)
			return false;
	if (count == 0)
		return false;
	*out = moves[count - 1];
	*reason = verdict.reason;
	return true;
}

/* This free move repeats a position: what if it is answered as it was then? */
static void
look_ahead(const struct game *game, struct move move, struct prospects *out)
{
	struct game *after = game_at(game, game->length);
	struct ply unplayed = { 0 };
	struct verdict verdict;
	struct move reply;
	int ply;

	game_replay(after, move, &unplayed);
	ply = stood_at(game, &after->board);
	if (ply == -1)
		return;
	reply = game->moves[ply];
	if (prospect_of(after, reply, &verdict) != PROSPECT_FREE)
		return;
	game_replay(after, reply, &unplayed);
	if (!every_move_loses(after, &out->loop[2], &out->loop_reason))
		return;
	out->is_last_choice = true;
	out->loop[0] = move;
	out->loop[1] = reply;
}

void
prospects_find(const struct game *game, struct prospects *out)
{
	struct game *tried;
	struct move moves[MOVES_MAX];
	struct history history;

	*out = (struct prospects){ 0 };
	out->legal = out->kept = moves_legal(&game->board, moves);
	game_history(game, &history);
	if (referee_is_calm(&history))
		return;
	tried = game_at(game, game->length);
	for (int i = 0; i < out->legal; i++) {
		struct verdict verdict;
		enum prospect prospect = prospect_of(tried, moves[i], &verdict);

		if (prospect == PROSPECT_REFUSED || prospect == PROSPECT_LOSES)
			out->kept--;
		if (prospect != PROSPECT_FREE &&
		    (prospect != PROSPECT_DRAWS || is_by_loop(&verdict)))
			out->barred[out->barred_count++] = (struct barred){ moves[i], prospect,
				verdict.reason };
		else if (verdict.occurrences > 1 && !out->is_last_choice)
			look_ahead(game, moves[i], out);
	}
	/* With nothing else to play it is no choice. */
	out->is_last_choice &= out->kept > 1;
}
