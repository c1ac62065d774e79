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

static FILE *
open_data(const char *name)
{
	const char *folder = getenv("RIVERPOST_DATA");
	char path[4096];
	FILE *file;

	if (folder == NULL)
		skip();
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r");
	if (file == NULL)
		fail_msg("%s", path);
	return file;
}

static int
split(char *line, int separator, char **parts, int max)
{
	int n = 0;

	line[strcspn(line, "\n")] = '\0';
	while (n < max) {
		parts[n++] = line;
		line = strchr(line, separator);
		if (line == NULL)
			break;
		*line++ = '\0';
	}
	return n;
}

static void
expect(const struct board *board, const char *text, enum wxf_dialect dialect, const char *want)
{
	struct reading r;
	char got[256];

	notation_read(text, board, dialect, false, &r);
	if (strcmp(reading_text(&r, got), want) != 0)
		fail_msg("\"%s\": %s, want %s", text, got, want);
}

static void
reads_tandem_pieces(void **state)
{
	FILE *file = open_data("tandem.tsv");
	char line[1024], *part[6], text[32];

	(void)state;
	assert_non_null(fgets(line, sizeof(line), file));
	while (fgets(line, sizeof(line), file) != NULL) {
		struct board board;
		struct move move;

		assert_int_equal(split(line, '\t', part, 6), 6);
		board_of(&board, part[0]);
		assert_true(move_read(part[1], &move));
		expect(&board, part[2], WXF_1997, part[1]);
		expect(&board, part[3], WXF_2018, part[1]);
		expect(&board, part[4], WXF_ANY, part[1]);
		expect(&board, part[5], WXF_ANY, part[1]);
		/* "33.4", "P7.6": others mean another soldier by it, or any of the file. */
		if (strncmp(part[2], "33", 2) != 0 && (part[2][0] != 'P' || !isdigit(part[2][1])))
			expect(&board, part[2], WXF_ANY, part[1]);
		if (strcmp(part[3], "33=4") != 0 || strcmp(part[2], "3-.4") != 0)
			expect(&board, part[3], WXF_ANY, part[1]);
		notation_write(NOTATION_WXF, &board, move, text, sizeof(text));
		assert_string_equal(text, part[3]);
		notation_write(NOTATION_CHINESE, &board, move, text, sizeof(text));
		assert_string_equal(text, part[5]);
	}
	fclose(file);
}

static void
reads_annotated_games(void **state)
{
	static char line[65536], *part[4], *moves[3][1024];
	FILE *file = open_data("notation.tsv");
	int games = 0;

	(void)state;
	assert_non_null(fgets(line, sizeof(line), file));
	while (fgets(line, sizeof(line), file) != NULL) {
		struct board board;
		int plies;

		assert_int_equal(split(line, '\t', part, 4), 4);
		plies = split(part[1], ' ', moves[0], 1024);
		assert_int_equal(split(part[2], ' ', moves[1], 1024), plies);
		assert_int_equal(split(part[3], ' ', moves[2], 1024), plies);
		board_start(&board);
		for (int i = 0; i < plies; i++) {
			struct move move;

			assert_true(move_read(moves[0][i], &move));
			for (int form = 0; form < 3; form++)
				expect(&board, moves[form][i], WXF_ANY, moves[0][i]);
			board_play(&board, move);
		}
		games++;
	}
	fclose(file);
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
