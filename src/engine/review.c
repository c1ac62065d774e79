/* SPDX-License-Identifier: ISC */
/*
 * Opinions on positions, weighed (review.h).
 */
#include "engine/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/movegen.h"

#define CURVE 0.00368208

void
opinion_read(struct opinion *out, const struct engine_answer *answer)
{
	*out = (struct opinion){ .score = answer->count > 0 ? answer->lines[0].score : 0 };
	for (int i = 0; i < answer->count && out->count < REVIEW_LINES; i++)
		if (answer->lines[i].depth >= 0)
			out->best[out->count++] = answer->lines[i].move;
}

void
opinion_lost(struct opinion *out)
{
	*out = (struct opinion){ .score = -ENGINE_MATE };
}

/* "35,B3-E3,H3-E3 ". */
void
opinion_write(const struct opinion *opinion, char out[OPINION_SIZE])
{
	char *end;

	str_format(out, OPINION_SIZE, "%d", opinion->score);
	end = out + strlen(out);
	for (int i = 0; i < opinion->count; i++) {
		*end++ = ',';
		end = move_write(opinion->best[i], end);
	}
	*end++ = ' ';
	*end = '\0';
}

bool
opinion_next(const char **text, struct opinion *out)
{
	char *end;

	*out = (struct opinion){ .score = (int)strtol(*text, &end, 10) };
	if (end == *text)
		return false;
	while (*end == ',' && out->count < REVIEW_LINES) {
		char move[8];
		size_t length = strcspn(++end, ", ");

		str_format(move, sizeof move, "%.*s", (int)length, end);
		if (!move_read(move, &out->best[out->count++]))
			return false;
		end += length;
	}
	if (*end != ' ')
		return false;
	*text = end + 1;
	return true;
}

double
review_chance(int score)
{
	return 50 + 50 * (2 / (1 + exp(-CURVE * score)) - 1);
}

/* The first of its moves that the rules allow there; false: none. */
static bool
find_better(const struct game *game, int ply, const struct opinion *opinion, struct move *out)
{
	struct game *then = game_at(game, ply);
	struct verdict verdict;

	for (int i = 0; i < opinion->count; i++) {
		*out = opinion->best[i];
		if (move_is_legal(&then->board, *out) && game_may_play(then, *out, &verdict))
			return true;
	}
	return false;
}

/* Keeps it, if it is one of the dearest. */
static void
add_slip(struct review *review, const struct slip *slip)
{
	int at = review->slip_count;

	while (
	    at > 0 && review->slips[at - 1].from - review->slips[at - 1].to < slip->from - slip->to)
		at--;
	if (at == REVIEW_SLIPS)
		return;
	if (review->slip_count < REVIEW_SLIPS)
		review->slip_count++;
	memmove(&review->slips[at + 1], &review->slips[at],
	    (size_t)(review->slip_count - 1 - at) * sizeof *slip);
	review->slips[at] = *slip;
}

void
review_weigh(const struct game *game, const struct opinion *opinions, struct review *out)
{
	struct board board;

	*out = (struct review){ .slip_count = 0 };
	for (int ply = 0; ply < game->length && game_board_at(game, ply, &board); ply++) {
		const struct opinion *then = &opinions[ply];
		struct slip slip = { .ply = ply,
			.from = review_chance(then->score),
			.to = review_chance(-opinions[ply + 1].score) };
		bool good = false;

		for (int i = 0; i < then->count; i++)
			good |= move_equal(then->best[i], game->moves[ply]);
		out->moves[board.turn]++;
		out->good[board.turn] += good;
		if (slip.from - slip.to >= REVIEW_LEAST &&
		    find_better(game, ply, then, &slip.better) &&
		    !move_equal(slip.better, game->moves[ply]))
			add_slip(out, &slip);
	}
}
