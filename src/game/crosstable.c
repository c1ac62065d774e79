/* SPDX-License-Identifier: ISC */
/*
 * Sections where all play all (crosstable.h).
 */
#include "game/crosstable.h"

#include <assert.h>
#include <string.h>

#define SECTION_GOOD 4

/* The player so many steps from the one who meets the last of the table. */
static int
turned(int from, int steps, int players)
{
	return (from + steps + players - 1) % (players - 1);
}

int
crosstable_pairings(int players, bool is_double, struct pairing out[PAIRINGS_MOST])
{
	int even = players + players % 2, count = 0;

	assert(players >= SECTION_LEAST && players <= SECTION_MOST);
	for (int round = 0; round < even - 1; round++) {
		int last = even - 1, first = round * (even / 2) % (even - 1);

		if (last < players)
			out[count++] = round % 2 == 0 ? (struct pairing){ round + 1, first, last } :
							(struct pairing){ round + 1, last, first };
		for (int i = 1; i < even / 2; i++)
			out[count++] = (struct pairing){ round + 1, turned(first, i, even),
				turned(first, -i, even) };
	}
	for (int i = 0, single = count; is_double && i < single; i++)
		out[count++] = (struct pairing){ out[i].round + even - 1, out[i].green,
			out[i].red };
	return count;
}

int
crosstable_sections(int players, int size)
{
	int count = (players + size - 1) / size;

	if (count > 1 && players / count < SECTION_GOOD && players <= (size + 1) * (count - 1))
		count--;
	return count;
}

int
crosstable_section(int seed, int sections)
{
	int row = seed / sections, in_row = seed % sections;

	return row % 2 == 0 ? in_row : sections - 1 - in_row;
}

static bool
counts(const struct table_game *game, const bool *has_left)
{
	return !has_left[game->red] && !has_left[game->green];
}

/* Halves that it gave one of its players. */
static int
halves(const struct table_game *game, bool green)
{
	if (game->score == SCORE_DRAW)
		return 1;
	return game->score == (green ? SCORE_GREEN : SCORE_RED) ? 2 : 0;
}

static void
add_points(const struct table_game *game, struct table_row *rows)
{
	struct table_row *red = &rows[game->red], *green = &rows[game->green];

	if (game->score == SCORE_OPEN) {
		red->open++;
		green->open++;
		return;
	}
	red->points += halves(game, false);
	green->points += halves(game, true);
	red->wins += game->score == SCORE_RED;
	green->wins += game->score == SCORE_GREEN;
	green->green_wins += game->score == SCORE_GREEN;
}

static bool
is_level(const struct table_row *a, const struct table_row *b)
{
	return a->points == b->points && a->sonneborn == b->sonneborn;
}

/* Below 0: the first stands above the second. */
static int
compare(const struct table_row *a, const struct table_row *b)
{
	const int differ[] = { b->points - a->points, b->sonneborn - a->sonneborn,
		b->mutual - a->mutual, b->wins - a->wins, b->green_wins - a->green_wins };

	for (size_t i = 0; i < sizeof differ / sizeof *differ; i++)
		if (differ[i] != 0)
			return differ[i];
	return 0;
}

/* Who is level keeps the order of the section. */
static void
sort(const struct table_row *rows, const bool *has_left, int players, int *order)
{
	int count = 0;

	for (int gone = 0; gone < 2; gone++)
		for (int i = 0, from = count; i < players; i++) {
			int at = count;

			if (has_left[i] != (gone == 1))
				continue;
			for (;
			     gone == 0 && at > from && compare(&rows[i], &rows[order[at - 1]]) < 0;
			     at--)
				order[at] = order[at - 1];
			order[at] = i;
			count++;
		}
}

void
crosstable_reckon(const struct table_game *games, int count, const bool *has_left, int players,
    struct table_row *rows, int *order)
{
	memset(rows, 0, (size_t)players * sizeof *rows);
	for (int i = 0; i < count; i++)
		if (counts(&games[i], has_left))
			add_points(&games[i], rows);
	for (int i = 0; i < count; i++) {
		if (!counts(&games[i], has_left) || games[i].score == SCORE_OPEN)
			continue;
		rows[games[i].red].sonneborn += halves(&games[i], false) *
		    rows[games[i].green].points;
		rows[games[i].green].sonneborn += halves(&games[i], true) *
		    rows[games[i].red].points;
	}
	for (int i = 0; i < count; i++) {
		struct table_row *red = &rows[games[i].red], *green = &rows[games[i].green];

		if (!counts(&games[i], has_left) || !is_level(red, green))
			continue;
		red->mutual += halves(&games[i], false);
		green->mutual += halves(&games[i], true);
	}
	sort(rows, has_left, players, order);
	for (int i = 0; i < players && !has_left[order[i]]; i++)
		rows[order[i]].place = i > 0 && compare(&rows[order[i - 1]], &rows[order[i]]) == 0 ?
		    rows[order[i - 1]].place :
		    i + 1;
}

int
crosstable_first(const struct table_row *rows, const int *order, int players, int places,
    const bool *has_gone, int *out)
{
	int count = 0, place = 0;

	for (int i = 0; i < players; i++) {
		const struct table_row *row = &rows[order[i]];

		if (row->place == 0 || (row->place != place && count >= places))
			break;
		place = row->place;
		if (!has_gone[order[i]])
			out[count++] = order[i];
	}
	return count;
}
