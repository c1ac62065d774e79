/* SPDX-License-Identifier: ISC */
/*
 * Every legal move of random games, written by a small writer of this file in each
 * language's letters and words, is read as that move, or refused with a list that
 * has it.
 *
 * Pieces of one kind on one file are left out: they are notation_games' matter.
 * RIVERPOST_GAMES: how many games (2).
 */
#include <stdlib.h>

#include "rules/movegen.h"
#include "unit/letters.h"
#include "unit/rules/notation_setup.h"

#define PLIES 50

enum { FORWARD, BACKWARD, SIDEWAYS };

/* What stands for each piece (by enum piece_type), each direction and each digit. */
static const struct spelling {
	const char *name;
	const char *reader; /* the language of whoever wrote it; NULL none */
	const char *pieces[2][KING + 1];
	const char *ways[3];
	const char *digits[2]; /* by side; nine characters; NULL 1 to 9 */
	const char *blank;
} spellings[] = {
	{ "wxf", NULL,
	    { { [KING] = "K",
		  [GUARD] = "A",
		  [ELEPHANT] = "E",
		  [ROOK] = "R",
		  [HORSE] = "H",
		  [CANNON] = "C",
		  [SOLDIER] = "P" },
		{ [KING] = "k",
		    [GUARD] = "a",
		    [ELEPHANT] = "e",
		    [ROOK] = "r",
		    [HORSE] = "h",
		    [CANNON] = "c",
		    [SOLDIER] = "p" } },
	    { "+", "-", "=" }, { NULL, NULL }, "" },
	{ "English words", "en",
	    { { [KING] = "King",
		  [GUARD] = "Advisor",
		  [ELEPHANT] = "Elephant",
		  [ROOK] = "Rook",
		  [HORSE] = "Horse",
		  [CANNON] = "Cannon",
		  [SOLDIER] = "Pawn" },
		{ [KING] = "general",
		    [GUARD] = "guard",
		    [ELEPHANT] = "bishop",
		    [ROOK] = "chariot",
		    [HORSE] = "knight",
		    [CANNON] = "cannon",
		    [SOLDIER] = "soldier" } },
	    { "+", "-", "=" }, { NULL, NULL }, " " },
	{ "Vietnamese letters", "vi",
	    { { [KING] = "Tg",
		  [GUARD] = "S",
		  [ELEPHANT] = "T",
		  [ROOK] = "X",
		  [HORSE] = "M",
		  [CANNON] = "P",
		  [SOLDIER] = "B" },
		{ [KING] = "tg",
		    [GUARD] = "s",
		    [ELEPHANT] = "t",
		    [ROOK] = "x",
		    [HORSE] = "m",
		    [CANNON] = "p",
		    [SOLDIER] = "b" } },
	    { ".", "/", "-" }, { NULL, NULL }, "" },
	{ "Vietnamese words", "vi",
	    { { [KING] = "Tướng",
		  [GUARD] = "Sĩ",
		  [ELEPHANT] = "Tượng",
		  [ROOK] = "Xe",
		  [HORSE] = "Mã",
		  [CANNON] = "Pháo",
		  [SOLDIER] = "Chốt" },
		{ [KING] = "tướng",
		    [GUARD] = "sĩ",
		    [ELEPHANT] = "tượng",
		    [ROOK] = "xe",
		    [HORSE] = "ngựa",
		    [CANNON] = "pháo",
		    [SOLDIER] = "tốt" } },
	    { "tiến", "thoái", "bình" }, { NULL, NULL }, " " },
	{ "Russian letters", "ru",
	    { { [KING] = "Кр",
		  [GUARD] = "Св",
		  [ELEPHANT] = "Сл",
		  [ROOK] = "Л",
		  [HORSE] = "Кн",
		  [CANNON] = "Пу",
		  [SOLDIER] = "Пш" },
		{ [KING] = "кр",
		    [GUARD] = "св",
		    [ELEPHANT] = "сл",
		    [ROOK] = "л",
		    [HORSE] = "кн",
		    [CANNON] = "пу",
		    [SOLDIER] = "пш" } },
	    { "+", "-", "=" }, { NULL, NULL }, "" },
	{ "Russian words", "ru",
	    { { [KING] = "Король",
		  [GUARD] = "Советник",
		  [ELEPHANT] = "Слон",
		  [ROOK] = "Ладья",
		  [HORSE] = "Конь",
		  [CANNON] = "Пушка",
		  [SOLDIER] = "Пешка" },
		{ [KING] = "король",
		    [GUARD] = "советник",
		    [ELEPHANT] = "слон",
		    [ROOK] = "ладья",
		    [HORSE] = "конь",
		    [CANNON] = "пушка",
		    [SOLDIER] = "пешка" } },
	    { "вперёд", "назад", "=" }, { NULL, NULL }, " " },
	{ "German letters", "de",
	    { { [KING] = "G",
		  [GUARD] = "L",
		  [ELEPHANT] = "E",
		  [ROOK] = "W",
		  [HORSE] = "P",
		  [CANNON] = "K",
		  [SOLDIER] = "S" },
		{ [KING] = "g",
		    [GUARD] = "l",
		    [ELEPHANT] = "e",
		    [ROOK] = "w",
		    [HORSE] = "p",
		    [CANNON] = "k",
		    [SOLDIER] = "s" } },
	    { "+", "-", "=" }, { NULL, NULL }, "" },
	{ "German words", "de",
	    { { [KING] = "König",
		  [GUARD] = "Leibwächter",
		  [ELEPHANT] = "Elefant",
		  [ROOK] = "Wagen",
		  [HORSE] = "Pferd",
		  [CANNON] = "Kanone",
		  [SOLDIER] = "Soldat" },
		{ [KING] = "General",
		    [GUARD] = "Mandarin",
		    [ELEPHANT] = "Elefant",
		    [ROOK] = "Turm",
		    [HORSE] = "Springer",
		    [CANNON] = "Kanone",
		    [SOLDIER] = "Bauer" } },
	    { "vor", "zurück", "=" }, { NULL, NULL }, " " },
	{ "traditional", NULL,
	    { { [KING] = "帥",
		  [GUARD] = "仕",
		  [ELEPHANT] = "相",
		  [ROOK] = "俥",
		  [HORSE] = "傌",
		  [CANNON] = "炮",
		  [SOLDIER] = "兵" },
		{ [KING] = "將",
		    [GUARD] = "士",
		    [ELEPHANT] = "象",
		    [ROOK] = "車",
		    [HORSE] = "馬",
		    [CANNON] = "砲",
		    [SOLDIER] = "卒" } },
	    { "進", "退", "平" }, { "一二三四五六七八九", "１２３４５６７８９" }, "" },
	{ "simplified", "zh-Hans",
	    { { [KING] = "帅",
		  [GUARD] = "仕",
		  [ELEPHANT] = "相",
		  [ROOK] = "车",
		  [HORSE] = "马",
		  [CANNON] = "炮",
		  [SOLDIER] = "兵" },
		{ [KING] = "将",
		    [GUARD] = "士",
		    [ELEPHANT] = "象",
		    [ROOK] = "车",
		    [HORSE] = "马",
		    [CANNON] = "炮",
		    [SOLDIER] = "卒" } },
	    { "进", "退", "平" }, { "一二三四五六七八九", NULL }, "" },
};
#define SPELLINGS (sizeof spellings / sizeof *spellings)

static void
add_digit(char *out, const char *digits, int digit)
{
	if (digits == NULL)
		sprintf(out + strlen(out), "%d", digit);
	else
		strncat(out, digits + 3 * (digit - 1), 3); /* each has three bytes */
}

/* Files are counted from the mover's right; steps, or where a slanting move ends. */
static void
write_move(const struct spelling *s, const struct board *board, struct move move, char *out)
{
	int side = board->turn, from_file = move.from % 9, to_file = move.to % 9;
	int type = piece_type(board->at[move.from]);
	int up = (move.to / 9 - move.from / 9) * (side == RED ? 1 : -1);
	int file = side == RED ? 9 - from_file : from_file + 1;
	int target = side == RED ? 9 - to_file : to_file + 1;
	bool is_straight = from_file == to_file;
	int way = up == 0 ? SIDEWAYS : up > 0 ? FORWARD : BACKWARD;

	strcpy(out, s->pieces[side][type]);
	strcat(out, s->blank);
	add_digit(out, s->digits[side], file);
	strcat(out, s->blank);
	strcat(out, s->ways[way]);
	strcat(out, s->blank);
	add_digit(out, s->digits[side], is_straight ? abs(up) : target);
}

static bool
has_twin(const struct board *board, uint8_t square)
{
	for (int other = square % 9; other < SQUARES; other += 9)
		if (other != square && board->at[other] == board->at[square])
			return true;
	return false;
}

/* 1 read as it, 0 offered among others; anything else fails. */
static int
check_move(const struct spelling *s, const struct board *board, struct move move)
{
	const struct notation_letters *own = s->reader != NULL ? letters_of(s->reader) : NULL;
	struct reading r;
	char text[128], got[256];

	write_move(s, board, move, text);
	notation_read_languages(text, board, own, letters_all(), &r);
	if (r.kind == READ_MOVE && r.move.from == move.from && r.move.to == move.to)
		return 1;
	for (int i = 0; r.kind == READ_AMBIGUOUS && i < r.candidate_count; i++)
		if (r.candidates[i].from == move.from && r.candidates[i].to == move.to)
			return 0;
	move_write(move, got);
	fail_msg("%s: %s, which is %s, is read as %s", s->name, text, got, reading_text(&r, got));
	return -1;
}

static void
reads_every_spelling(void **state)
{
	const char *count = getenv("RIVERPOST_GAMES");
	int games = count != NULL ? atoi(count) : 2, read[SPELLINGS] = { 0 }, moves_tried = 0;
	uint32_t seed = 20261122;

	(void)state;
	for (int game = 0; game < games; game++) {
		struct move moves[MOVES_MAX];
		struct board board;
		int found;

		board_start(&board);
		for (int ply = 0; ply < PLIES && (found = moves_legal(&board, moves)) > 0; ply++) {
			for (int i = 0; i < found; i++) {
				if (has_twin(&board, moves[i].from))
					continue;
				moves_tried++;
				for (size_t s = 0; s < SPELLINGS; s++)
					read[s] += check_move(&spellings[s], &board, moves[i]);
			}
			seed = seed * 1664525 + 1013904223;
			board_play(&board, moves[(seed >> 8) % (uint32_t)found]);
		}
	}
	for (size_t s = 0; s < SPELLINGS; s++) {
		print_message("%s: %d of %d read, the others offered\n", spellings[s].name, read[s],
		    moves_tried);
		assert_true(read[s] > moves_tried / 2);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(reads_every_spelling) };

	return cmocka_run_group_tests_name("notation_spellings", tests, NULL, NULL);
}
