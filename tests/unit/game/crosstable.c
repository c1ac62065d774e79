/* SPDX-License-Identifier: ISC */
/*
 * Sections against the published table for eight, what holds for all sizes, and figures that
 * were reckoned by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "game/crosstable.h"

/* FIDE Handbook, C.05, annex 1: 7 or 8 players. */
static const char eight[] = "1-8 2-7 3-6 4-5 8-5 6-4 7-3 1-2 2-8 3-1 4-7 5-6 8-6 7-5 1-4 2-3 "
			    "3-8 4-2 5-1 6-7 8-7 1-6 2-5 3-4 4-8 5-3 6-2 7-1 ";

static void
published_table(void **state)
{
	struct pairing pairings[PAIRINGS_MOST];
	char text[sizeof eight] = "";
	int count = crosstable_pairings(8, false, pairings);

	(void)state;
	assert_int_equal(count, 28);
	for (int i = 0; i < count; i++) {
		char one[32];

		assert_int_equal(pairings[i].round, i / 4 + 1);
		snprintf(one, sizeof one, "%d-%d ", pairings[i].red + 1, pairings[i].green + 1);
		strcat(text, one);
	}
	assert_string_equal(text, eight);
}

/* Each meets each other once, plays at most once a round, and has Red as often as Green or once
 * more or less; twice: as often exactly. */
static void
all_sizes(void **state)
{
	(void)state;
	for (int players = SECTION_LEAST; players <= SECTION_MOST; players++)
		for (int twice = 0; twice < 2; twice++) {
			struct pairing pairings[PAIRINGS_MOST];
			int met[SECTION_MOST][SECTION_MOST] = { { 0 } },
			    colour[SECTION_MOST] = { 0 };
			bool plays[2 * SECTION_MOST + 1][SECTION_MOST] = { { false } };
			int count = crosstable_pairings(players, twice, pairings);

			print_message("%d players\n", players);
			assert_int_equal(count, players * (players - 1) / (twice ? 1 : 2));
			for (int i = 0; i < count; i++) {
				const struct pairing *p = &pairings[i];

				met[p->red][p->green]++;
				colour[p->red]++;
				colour[p->green]--;
				assert_false(plays[p->round][p->red] || plays[p->round][p->green]);
				plays[p->round][p->red] = plays[p->round][p->green] = true;
			}
			for (int a = 0; a < players; a++) {
				assert_true(abs(colour[a]) <= (twice ? 0 : 1));
				for (int b = 0; b < a; b++) {
					assert_int_equal(met[a][b] + met[b][a], twice ? 2 : 1);
					assert_true(!twice || met[a][b] == 1);
				}
			}
		}
}

static void
sections(void **state)
{
	static const struct {
		int players, size, sections;
	} rows[] = { { 7, 6, 1 }, { 7, 7, 1 }, { 8, 7, 2 }, { 9, 7, 2 }, { 13, 13, 1 },
		{ 14, 13, 2 }, { 14, 7, 2 }, { 15, 7, 3 }, { 6, 4, 2 }, { 5, 4, 1 }, { 64, 7, 10 },
		{ 4, 7, 1 }, { 11, 5, 2 }, { 12, 5, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		print_message("%d players, %d\n", rows[i].players, rows[i].size);
		assert_int_equal(
		    crosstable_sections(rows[i].players, rows[i].size), rows[i].sections);
	}
	/* All sizes: as equal as can be, never too small or too large. */
	for (int size = 4; size < SECTION_MOST; size++)
		for (int players = 3; players < 200; players++) {
			int count = crosstable_sections(players, size), in[64] = { 0 };

			for (int seed = 0; seed < players; seed++)
				in[crosstable_section(seed, count)]++;
			for (int i = 0; i < count; i++) {
				assert_true(in[i] >= 3 && in[i] <= size + 1);
				assert_true(abs(in[i] - in[0]) <= 1);
			}
		}
	assert_int_equal(crosstable_section(3, 3), 2);
	assert_int_equal(crosstable_section(5, 3), 0);
	assert_int_equal(crosstable_section(6, 3), 0);
}

/* Four players, once each: results by the letters of the players, "AB 1". */
static struct table_game
game_of(const char *text)
{
	return (struct table_game){ text[0] - 'A', text[1] - 'A',
		text[3] == '1'     ? SCORE_RED :
		    text[3] == '0' ? SCORE_GREEN :
		    text[3] == '=' ? SCORE_DRAW :
				     SCORE_OPEN };
}

static void
reckon(const char *const *texts, const char *left, int players, struct table_row *rows, char *order)
{
	struct table_game games[32];
	bool has_left[SECTION_MOST] = { false };
	int count = 0, places[SECTION_MOST];

	for (; texts[count] != NULL; count++)
		games[count] = game_of(texts[count]);
	for (; *left != '\0'; left++)
		has_left[*left - 'A'] = true;
	crosstable_reckon(games, count, has_left, players, rows, places);
	for (int i = 0; i < players; i++)
		order[i] = (char)('A' + places[i]);
	order[players] = '\0';
}

/* A beats B, B beats C, B beats D, D beats A, A-C and C-D are drawn: B 2 points, A and D 1 1/2
 * with 2.5 and 2.0, C 1 with 1.5; by the mutual result D would be second. */
static void
orders_differ(void **state)
{
	const char *const texts[] = { "AB 1", "BC 1", "BD 1", "DA 1", "AC =", "CD =", NULL };
	struct table_row rows[4];
	char order[5];

	(void)state;
	reckon(texts, "", 4, rows, order);
	assert_string_equal(order, "BADC");
	assert_int_equal(rows[1].points, 4);
	assert_int_equal(rows[0].points, 3);
	assert_int_equal(rows[0].sonneborn, 10);
	assert_int_equal(rows[3].sonneborn, 8);
	assert_int_equal(rows[2].points, 2);
	assert_int_equal(rows[2].sonneborn, 6);
	for (int i = 0; i < 4; i++)
		assert_int_equal(rows[order[i] - 'A'].place, i + 1);
}

/* A and B have won against one of the others each, and all else is drawn. */
static void
places_are_shared(void **state)
{
	const char *const texts[] = { "AC 1", "BD 1", "AB =", "CD =", "DA =", "CB =", NULL };
	struct table_row rows[4];
	char order[5];
	int places[4] = { 0, 1, 2, 3 }, first[4];
	bool stays[4] = { false }, a_gone[4] = { true }, both_gone[4] = { true, true };

	(void)state;
	reckon(texts, "", 4, rows, order);
	assert_string_equal(order, "ABCD");
	assert_int_equal(rows[0].place, 1);
	assert_int_equal(rows[1].place, 1);
	assert_int_equal(rows[2].place, 3);
	assert_int_equal(rows[3].place, 3);
	assert_int_equal(crosstable_first(rows, places, 4, 1, stays, first), 2);
	assert_int_equal(crosstable_first(rows, places, 4, 2, stays, first), 2);
	assert_int_equal(crosstable_first(rows, places, 4, 3, stays, first), 4);
	/* Who has gone leaves his place to the next, who may share it. */
	assert_int_equal(crosstable_first(rows, places, 4, 1, a_gone, first), 1);
	assert_int_equal(first[0], 1);
	assert_int_equal(crosstable_first(rows, places, 4, 2, a_gone, first), 3);
	assert_int_equal(crosstable_first(rows, places, 4, 1, both_gone, first), 2);
	assert_int_equal(first[0], 2);
	assert_int_equal(first[1], 3);
}

/* Games that go on are counted, and those of who has left are nobody's. */
static void
who_has_left(void **state)
{
	const char *const texts[] = { "AB 1", "BC 1", "CA 1", "DA 1", "DB 1", "CD ?", NULL };
	struct table_row rows[4];
	char order[5];

	(void)state;
	reckon(texts, "", 4, rows, order);
	assert_string_equal(order, "DABC");
	assert_int_equal(rows[2].place, 2);
	assert_int_equal(rows[3].open, 1);
	assert_int_equal(rows[2].open, 1);
	reckon(texts, "D", 4, rows, order);
	assert_string_equal(order, "ABCD");
	assert_int_equal(rows[0].place, 1);
	assert_int_equal(rows[2].place, 1);
	assert_int_equal(rows[2].open, 0);
	assert_int_equal(rows[3].place, 0);
	assert_int_equal(rows[3].points, 0);
}

/* A and B have 3 halves and 7 quarters each: their own game decides, and after wins those with
 * Green; where even these are level, both have the place. */
static void
finer_ties(void **state)
{
	const char *const mutual[] = { "BA 1", "BC 0", "BD =", "AC =", "AD 1", "CD 1", NULL };
	const char *const green[] = { "CA =", "CB =", "AB =", "DA 0", "BD 1", "CD 1", NULL };
	const char *const level[] = { "CA =", "CB =", "AB =", "AD 1", "BD 1", "CD 1", NULL };
	struct table_row rows[4];
	char order[5];

	(void)state;
	reckon(mutual, "", 4, rows, order);
	assert_int_equal(rows[0].points, 3);
	assert_int_equal(rows[1].points, 3);
	assert_int_equal(rows[0].sonneborn, 7);
	assert_int_equal(rows[1].sonneborn, 7);
	assert_string_equal(order, "CBAD");
	assert_int_equal(rows[1].place, 2);
	assert_int_equal(rows[0].place, 3);
	reckon(green, "", 4, rows, order);
	assert_string_equal(order, "ABCD");
	assert_int_equal(rows[0].place, 1);
	assert_int_equal(rows[1].place, 2);
	assert_int_equal(rows[2].place, 2);
	reckon(level, "", 4, rows, order);
	for (int i = 0; i < 3; i++)
		assert_int_equal(rows[i].place, 1);
	assert_int_equal(rows[3].place, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(published_table),
		cmocka_unit_test(all_sizes),
		cmocka_unit_test(sections),
		cmocka_unit_test(orders_differ),
		cmocka_unit_test(places_are_shared),
		cmocka_unit_test(who_has_left),
		cmocka_unit_test(finer_ties),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
