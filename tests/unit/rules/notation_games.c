/* SPDX-License-Identifier: ISC */
/*
 * Notations over whole games: tandem pieces in every dialect, games as their
 * annotators wrote them, and what we write read back.
 *
 * Games and tandem positions lie outside the repository: $RIVERPOST_DATA.
 */
#include <ctype.h>
#include <stdlib.h>

#include "base/sanitized.h"
#include "rules/movegen.h"
#include "unit/letters.h"
#include "unit/rules/notation_setup.h"
#include "unit/rules/table_moves.h"

static void
expect(const char *where, const struct board *board, const char *text, enum wxf_dialect dialect,
    const char *want)
{
	struct reading r;
	char got[256];

	notation_read(text, board, dialect, false, &r);
	if (strcmp(reading_text(&r, got), want) != 0)
		fail_msg("%s: \"%s\": %s, want %s", where, text, got, want);
}

static void
expect_written(const char *where, enum notation notation, const struct board *board,
    struct move move, const char *want)
{
	char text[32];

	notation_write(notation, board, move, text, sizeof(text));
	if (strcmp(text, want) != 0)
		fail_msg("%s: written as %s, want %s", where, text, want);
}

static void
expect_row(const char *where, char **part)
{
	struct board board;
	struct move move;
	const char *wrong = fen_read_lenient(part[0], &board);

	if (wrong != NULL)
		fail_at(where, "%s", wrong);
	move = move_at(where, part[1], &board);
	expect(where, &board, part[2], WXF_1997, part[1]);
	expect(where, &board, part[3], WXF_2018, part[1]);
	expect(where, &board, part[4], WXF_ANY, part[1]);
	expect(where, &board, part[5], WXF_ANY, part[1]);
	/* "33.4", "P7.6": others mean another soldier by it, or any of the file. */
	if (strncmp(part[2], "33", 2) != 0 && (part[2][0] != 'P' || !isdigit(part[2][1])))
		expect(where, &board, part[2], WXF_ANY, part[1]);
	if (strcmp(part[3], "33=4") != 0 || strcmp(part[2], "3-.4") != 0)
		expect(where, &board, part[3], WXF_ANY, part[1]);
	expect_written(where, NOTATION_WXF, &board, move, part[3]);
	expect_written(where, NOTATION_CHINESE, &board, move, part[5]);
}

static void
reads_tandem_pieces(void **state)
{
	struct table table;

	(void)state;
	if (!table_open_collected(&table, "tandem.tsv", 6))
		skip();
	table_names(&table);
	while (table_next(&table))
		expect_row(table.where, table.column);
}

/* The columns after the result have the same moves in three notations. */
static void
expect_game(struct table *row)
{
	struct board board;
	char *coordinates;

	board_start(&board);
	while ((coordinates = strsep(&row->column[1], " ")) != NULL) {
		struct move move = move_at(row->where, coordinates, &board);

		expect(row->where, &board, coordinates, WXF_ANY, coordinates);
		for (int form = 2; form < 4; form++) {
			const char *text = strsep(&row->column[form], " ");

			if (text == NULL)
				fail_at(
				    row->where, "%s is not in column %d", coordinates, form + 1);
			expect(row->where, &board, text, WXF_ANY, coordinates);
		}
		board_play(&board, move);
	}
	if (row->column[2] != NULL || row->column[3] != NULL)
		fail_at(row->where, "a notation has more moves than another");
}

static void
reads_annotated_games(void **state)
{
	struct table table;
	int games = 0;

	(void)state;
	if (!table_open_collected(&table, "notation.tsv", 4))
		skip();
	table_names(&table);
	for (; table_next(&table); games++)
		expect_game(&table);
	assert_true(games >= 600);
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* Many soldiers, few files: what play alone hardly ever shows. */
static void
crowded_board(struct board *board, uint32_t *seed)
{
	enum side side = (enum side)(next_random(seed) & 1);
	int files[2] = { (int)(next_random(seed) % 9), (int)(next_random(seed) % 9) };

	board_clear(board);
	board_put(board, square_at(4, 0), piece_of(RED, KING));
	board_put(board, square_at(3, 9), piece_of(GREEN, KING));
	for (int i = 0; i < 9; i++) {
		int file = files[next_random(seed) & 1];
		int rank = (int)(next_random(seed) % 7);
		uint8_t square = square_at(file, side == RED ? rank + 3 : 6 - rank);

		if (board->at[square] == NO_PIECE)
			board_put(board, square,
			    piece_of(side,
				i < 5     ? SOLDIER :
				    i < 7 ? CANNON :
					    HORSE));
	}
	board_set_turn(board, side);
}

/* Whatever dialect or language, a move's own text never means only another. */
static void
expect_among_meanings(const struct board *board, const char *text, struct move move,
    const struct notation_letters *letters)
{
	struct reading r;
	bool among;

	notation_read_languages(text, board, letters, NULL, &r);
	among = r.kind == READ_MOVE && move_equal(r.move, move);
	for (int i = 0; r.kind == READ_AMBIGUOUS && i < r.candidate_count; i++)
		among |= move_equal(r.candidates[i], move);
	if (!among)
		fail_msg("%s", text);
}

static void
expect_own_writing_back(const struct board *board)
{
	static const enum notation all[] = { NOTATION_COORDINATES, NOTATION_WXF, NOTATION_CHINESE,
		NOTATION_SIMPLIFIED, NOTATION_ICCS, NOTATION_UCI };
	struct move moves[MOVES_MAX];
	int count = moves_legal(board, moves);
	char text[32];
	struct reading r;

	for (int i = 0; i < count; i++)
		for (size_t n = 0; n < sizeof(all) / sizeof(all[0]); n++) {
			notation_write(all[n], board, moves[i], text, sizeof(text));
			notation_read(text, board, WXF_2018, all[n] == NOTATION_ICCS, &r);
			if (r.kind != READ_MOVE || !move_equal(r.move, moves[i]) ||
			    r.consumed != strlen(text))
				fail_msg("%s", text);
			if (all[n] == NOTATION_WXF)
				expect_among_meanings(board, text, moves[i], NULL);
		}
	for (int i = 0; i < count; i++)
		for (int n = 0; n < 2; n++) {
			const struct notation_letters *letters = letters_of(n == 0 ? "vi" : "ru");

			notation_write_letters(letters, board, moves[i], text, sizeof(text));
			expect_among_meanings(board, text, moves[i], letters);
		}
}

#define POSITIONS (SANITIZED ? 2000 : 10000)

static void
reads_what_it_writes(void **state)
{
	uint32_t seed = 20181997;
	struct board board;
	int positions = 0;

	(void)state;
	while (positions < POSITIONS) {
		board_start(&board);
		for (int ply = 0; ply < 200; ply++, positions++) {
			struct move moves[MOVES_MAX];
			int count = moves_legal(&board, moves);

			if (count == 0)
				break;
			expect_own_writing_back(&board);
			board_play(&board, moves[next_random(&seed) % (unsigned)count]);
		}
	}
	for (int i = 0; i < POSITIONS / 2; i++) {
		crowded_board(&board, &seed);
		expect_own_writing_back(&board);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_tandem_pieces),
		cmocka_unit_test(reads_annotated_games),
		cmocka_unit_test(reads_what_it_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
