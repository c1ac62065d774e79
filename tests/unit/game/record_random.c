/* SPDX-License-Identifier: ISC */
/*
 * Random games with random texts, written and read back in every format.
 *
 * The texts are made of what could end a comment, a name or a game in one of
 * the formats.  Moves, start and result must come back whatever they hold; a
 * comment must come back as a comment.
 */
#include "rules/movegen.h"
#include "unit/game/record_setup.h"

#define GAMES     150
#define PLIES_MAX 60

static const char *const starts[] = {
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
	"3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w",
	"4k4/9/9/9/9/4p1p2/4p1p2/4p4/9/3K5 b",
	"3k5/6P2/6P2/6P2/6P2/9/6P2/9/9/4K4 w",
	"3k1a3/4a4/R3b4/R4C3/9/5CN2/6N2/4B4/4A4/4KA3 w",
};
static const char *const pieces[] = { "{", "}", "[", "]", "(", ")", ";", "%", "\n", "\r\n", " ",
	"\"", "\\", "1-0", "*", "炮二平五", "C2=5", "[/DhtmlXQ]", "[DhtmlXQ_comment1]", "[DhtmlXQ]",
	"}END", "START{", "FORMAT WXF", "红胜", "é", "||", "\t", "1.", "$3", "--", "word",
	"[Event \"x\"]", "\n[Event \"x\"]\n", "\n\n", "//" };

static uint32_t
next_random(uint32_t below)
{
	static uint32_t state = 88172645u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % below;
}

static const char *
random_text(struct arena *arena)
{
	struct str out;

	str_init(&out, arena, 0);
	for (uint32_t n = 1 + next_random(5); n > 0; n--)
		str_add(&out, pieces[next_random(sizeof(pieces) / sizeof(pieces[0]))]);
	return out.data;
}

static struct record *
random_game(struct arena *arena)
{
	struct record *record = record_new(arena, PLIES_MAX);
	struct board board;
	struct move moves[MOVES_MAX];
	int count, wanted = (int)next_random(PLIES_MAX) + 1;

	assert_null(
	    fen_read(starts[next_random(sizeof(starts) / sizeof(starts[0]))], &record->start));
	board = record->start;
	while (record->length < wanted && (count = moves_legal(&board, moves)) > 0) {
		struct move move = moves[next_random((uint32_t)count)];

		record->moves[record->length++] = move;
		board_play(&board, move);
	}
	for (int i = 0; i <= record->length; i++)
		if (next_random(4) == 0)
			record->comments[i] = random_text(arena);
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (next_random(3) == 0)
			record->fields[i] = random_text(arena);
	record->result = (enum result)next_random(RESULT_DRAW + 1);
	return record;
}

static bool
says_something(const char *text)
{
	return text != NULL && strspn(text, " \t\r\n|") < strlen(text);
}

static void
random_games_come_back(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (int i = 0; i < GAMES; i++, arena_clear(arena)) {
		struct record *record = random_game(arena);

		for (int format = RECORD_PGN; format <= RECORD_XQF; format++) {
			struct record *back;
			struct str out;

			str_init(&out, arena, 0);
			record_write(&out, record, (enum record_format)format);
			back = read_one(arena, out.data, out.length);
			assert_non_null(back);
			expect_same_moves(back, record);
			for (int ply = 0; ply <= record->length; ply++)
				if (says_something(record->comments[ply]) !=
				    says_something(back->comments[ply]))
					fail_msg("format %d: a comment comes or goes", format);
		}
	}
	arena_free(arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
