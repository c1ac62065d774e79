/* SPDX-License-Identifier: ISC */
/*
 * Scores: what is written is read back as the same game, in every format;
 * other programs' habits and encodings are understood.
 *
 * Real games lie outside the repository: $RIVERPOST_DATA.
 */
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit/game/record_setup.h"
#include "unit/rules/table_moves.h"

static const enum record_format all_formats[] = { RECORD_PGN, RECORD_PGN_WXF, RECORD_PGN_ICCS,
	RECORD_DHTMLXQ, RECORD_WXF, RECORD_XQF };
#define FORMATS (sizeof(all_formats) / sizeof(all_formats[0]))

#define ENDGAME  "4k4/9/4P4/9/9/9/9/9/4p4/3K5 b - - 0 1"
#define SOLDIERS "3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1"

static void
expect_back(struct arena *arena, const struct record *record)
{
	for (size_t i = 0; i < FORMATS; i++) {
		struct str out;
		struct record *back;

		str_init(&out, arena, 0);
		record_write(&out, record, all_formats[i]);
		back = read_one(arena, out.data, out.length);
		if (back == NULL)
			fail_msg("format %zu is not read back", i);
		expect_same_moves(back, record);
	}
}

static enum result
result_at(const char *where, const char *text)
{
	if (strcmp(text, "1-0") == 0)
		return RESULT_RED;
	if (strcmp(text, "0-1") == 0)
		return RESULT_GREEN;
	if (strcmp(text, "1/2-1/2") == 0)
		return RESULT_DRAW;
	if (strcmp(text, "*") == 0)
		return RESULT_NONE;
	fail_at(where, "%s is no result", text);
}

static void
real_games_come_back(void **state)
{
	struct arena *arena;
	struct table table;
	int games = 0;

	(void)state;
	if (!table_open_collected(&table, "notation.tsv", 4))
		skip();
	table_names(&table);
	arena = arena_new();
	for (; table_next(&table); games++) {
		const char *moves = table.column[1];
		struct record *record = record_new(arena, (int)strlen(moves));
		struct board board = record->start;

		record->length = moves_at(
		    table.where, moves, &board, record->moves, (int)strlen(moves));
		record->result = result_at(table.where, table.column[0]);
		expect_back(arena, record);
		arena_clear(arena);
	}
	arena_free(arena);
	assert_true(games >= 600);
}

static void
other_starts_come_back(void **state)
{
	static const struct {
		const char *fen, *moves;
	} cases[] = {
		{ NULL, "" },
		{ NULL, "H3-E3" },
		{ ENDGAME, "" },
		{ ENDGAME, "E2-D2" },
		{ SOLDIERS, "G6-F6" },
		{ SOLDIERS, "G7-F7 D10-D9 G6-F6" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record *record = record_of(arena, cases[i].fen, cases[i].moves);

		record->fields[FIELD_EVENT] = "x";
		expect_back(arena, record);
	}
	arena_free(arena);
}

static void
names_comments_and_times_come_back(void **state)
{
	struct arena *arena = arena_new();
	struct record *record = record_of(arena, NULL, "H3-E3 H10-G8 H1-G3");

	(void)state;
	record->fields[FIELD_RED] = "fred";
	record->fields[FIELD_GREEN] = "吕钦";
	record->fields[FIELD_EVENT] = "A \"friendly\" match";
	record->fields[FIELD_DATE] = "2026-11-21";
	record->fields[FIELD_SITE] = "北京";
	record->comments[0] = "before";
	record->comments[1] = "first\nsecond line";
	record->comments[3] = "好棋！[/DhtmlXQ] {1}";
	record->times[0] = 1000000000;
	record->times[1] = 1000086400;
	record->result = RESULT_DRAW;
	for (size_t i = 0; i < FORMATS; i++) {
		bool has_times = all_formats[i] != RECORD_DHTMLXQ;
		struct str out;
		struct record *back;

		str_init(&out, arena, 0);
		record_write(&out, record, all_formats[i]);
		back = read_one(arena, out.data, out.length);
		assert_non_null(back);
		expect_same_moves(back, record);
		assert_string_equal(back->fields[FIELD_RED], "fred");
		assert_string_equal(back->fields[FIELD_GREEN], "吕钦");
		assert_string_equal(back->fields[FIELD_EVENT], "A \"friendly\" match");
		assert_string_equal(back->fields[FIELD_DATE], "2026-11-21");
		assert_string_equal(back->fields[FIELD_SITE], "北京");
		assert_string_equal(back->comments[0], "before");
		assert_string_equal(back->comments[1], "first\nsecond line");
		assert_null(back->comments[2]);
		assert_non_null(strstr(back->comments[3], "好棋！"));
		assert_non_null(strchr(back->comments[3], '1'));
		assert_int_equal(back->times[0], has_times ? 1000000000 : 0);
		assert_int_equal(back->times[1], has_times ? 1000086400 : 0);
		assert_int_equal(back->times[2], 0);
	}
	arena_free(arena);
}

static void
our_games_become_records(void **state)
{
	struct arena *arena = arena_new();
	struct game *game = game_new(arena, 1000000000);
	struct ply ply = { .committed = 1000000100 };
	struct move move;
	struct record *record;

	(void)state;
	assert_true(move_read("H3-E3", &move));
	strcpy(game->seat[RED].userid, "fred");
	strcpy(game->seat[GREEN].userid, "wilma");
	game->id = 123;
	game->started = 1000000000;
	game_replay(game, move, &ply);
	game_end(game, RESULT_RED, ENDING_RESIGNATION, 1000000200);
	record = record_from_game(arena, game);
	expect_back(arena, record);
	assert_string_equal(moves_text(arena, record), "H3-E3");
	assert_string_equal(record->fields[FIELD_GREEN], "wilma");
	assert_string_equal(record->fields[FIELD_DATE], "2001.09.09");
	assert_string_equal(record->fields[FIELD_TERMINATION], "resignation");
	assert_int_equal(record->times[0], 1000000100);
	arena_free(arena);
}

#define TWO       "H3-E3 H10-G8"
#define ALGEBRAIC "H3-E3 B10-C8 H1-G3 H10-G8 I1-H1 I10-I9 D1-E2 G10-E8 E3-E7 D10-E9 C4-C5"

static const struct {
	const char *text, *moves;
	enum result result;
	const char *red;
} habits[] = {
	{ "[Game \"Chinese Chess\"]\n[Red \"a\"]\n[Result \"1-0\"]\n\n1. 炮二平五 馬８進７\n1-0\n",
	    TWO, RESULT_RED, "a" },
	{ "[GAME \"Chinese Chess\"]\r\n[white \"a\"]\r\n[FORMAT \"wxf\"]\r\n\r\n1. C2.5 H8+7\r\n",
	    TWO, RESULT_NONE, "a" },
	{ "[Game \"Chinese Chess\"][Red \"a\"][Format \"ICCS\"]\n1. H2-E2 H9-G7 0-1", TWO,
	    RESULT_GREEN, "a" },
	{ "[Red \"a\"]\n1. h2e2 h9g7 *", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n1. H3-E3 H10-G8 1/2-1/2", TWO, RESULT_DRAW, "a" },
	{ "[Red \"a \\\"b\\\"\"]\n1. C2=5 {one {two} three} H8+7 (1... H2+3 {no} 2. H2+3) 1-0", TWO,
	    RESULT_RED, "a \"b\"" },
	{ "[Red \"a\"]\n{never closed { 1. C2=5 } 1. C2=5 H8+7", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n1. C2=5\n; a line\n1. ... H8+7!? $3 1-0", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n  1.炮二平五馬８進７ 红胜", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n1．炮二平五（好）　馬8進7　和棋", TWO, RESULT_DRAW, "a" },
	{ "Hello,\nhere is the game:\n\n[Red \"a\"]\n1. C2=5 H8+7", TWO, RESULT_NONE, "a" },
	{ "[Red a]\n1. C2=5 H8+7", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n[FEN \"" SOLDIERS "\"]\n1. 3-=4 K4+1", "G6-F6 D10-D9", RESULT_NONE, "a" },
	{ "1. C2=5 H8+7", TWO, RESULT_NONE, NULL },
	{ "FORMAT\tWXF\nRED\ta;;1500;\nBLACK\tb;;;\nRESULT\t1-0\n\nSTART{\n1. C2.5 H8+7\n}END\n",
	    TWO, RESULT_RED, "a" },
	{ "[DhtmlXQ]\n[DhtmlXQ_red]a[/DhtmlXQ_red]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n"
	  "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383"
	  "[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n"
	  "[DhtmlXQ_move_0_1_1]7967[/DhtmlXQ_move_0_1_1]\n[/DhtmlXQ]",
	    TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n% not ours\n1. C2=5\n%\nH8+7", TWO, RESULT_NONE, "a" },
	{ "[DhtmlXQ_red]a[/DhtmlXQ_red][DhtmlXQ_comment0_2]x[/DhtmlXQ_comment0_2]"
	  "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
	    TWO, RESULT_NONE, "a" },
	{ "RED a \nSTART{C2=5 H8+7}", TWO, RESULT_NONE, "a" },
	/* Algebraic, ranks from 0 and from 1, with both letters for horse and elephant. */
	{ "[Red \"a\"]\n1. Che2 Hg7 1-0", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n1.Che3 {+0.30/18 41} Ng8 {book} *", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n1. Ch2-e2 Hh9-g7", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n1. Che2 Hc7 2. Hg2 Hg7 3. Rh0 Ri8 4. Ade1 Ege7 5. Cxe6+ Ade8 6. c4 1-0",
	    ALGEBRAIC, RESULT_RED, "a" },
	{ "[Red \"a\"]\n1. Che3 Nc8 2. Ng3 Ng8 3. Rh1 Ri9 4. Ade2 Bge8 5. Cxe7+ Ade9 6. c5 1-0",
	    ALGEBRAIC, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[FEN \"3k5/9/9/9/4p4/4P4/9/9/9/4K4 w\"]\n1. xe5 Kd8", "E5-E6 D10-D9",
	    RESULT_NONE, "a" },
	/* Its first move is one in ICCS, too. */
	{ "[Red \"a\"]\n1. c3c4 Hg7", "C4-C5 H10-G8", RESULT_NONE, "a" },
	{ "FORMAT LALG\nRED a\nSTART{\n1. Ch2-e2 Nh9-g7\n}END", TWO, RESULT_NONE, "a" },
	{ "FORMAT SALG\nRED a\nSTART{\n1. Che2 Ng7\n}END", TWO, RESULT_NONE, "a" },
	/* In a format whose coordinates are ICCS unless it says otherwise. */
	{ "RED a\nSTART{\n1. H2-E2 H9-G7\n}END\n", TWO, RESULT_NONE, "a" },
	{ "FORMAT ICCS\nRED a\nSTART{\n1. H2-E2 H9-G7\n}END\n", TWO, RESULT_NONE, "a" },
	{ "FORMAT ICCS\nRED a\nFEN 3k5/9/9/9/9/9/9/9/R8/R3K4 r\nSTART{\n1. A1-B1\n}END\n", "A2-B2",
	    RESULT_NONE, "a" },
	{ "[Red \"a\"]\n[Format \"ICCS \"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/R3K4 w\"]\n1. A1-B1",
	    "A2-B2", RESULT_NONE, "a" },
	{ "[Red \"a\"]\n[Format \" ucci\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/R3K4 w\"]\n1. A1-B1",
	    "A2-B2", RESULT_NONE, "a" },
	{ "[Red \"a\"]\n[Format \"Other\"]\n1. H2-E2 H9-G7", TWO, RESULT_NONE, "a" },
	{ "[Red \"a\"]\n[Result \"红方胜\"]\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"先胜\"]\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"平局\"]\n1. C2=5 H8+7", TWO, RESULT_DRAW, "a" },
	{ "[Red \"a\"]\n[Result \"1 - 0\"]\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"1–0\"]\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"0:1\"]\n1. C2=5 H8+7", TWO, RESULT_GREEN, "a" },
	{ "[Red \"a\"]\n[Result \"0:15:00\"]\n1. C2=5 H8+7", TWO, RESULT_NONE, "a" },
	{ "[DhtmlXQ_redname]a[/DhtmlXQ_redname][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]", TWO,
	    RESULT_NONE, "a" },
	{ "[DhtmlXQ_red]T a[/DhtmlXQ_red][DhtmlXQ_redname]a[/DhtmlXQ_redname]"
	  "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
	    TWO, RESULT_NONE, "T a" },
	{ "[DhtmlXQ_redname]a[/DhtmlXQ_redname][DhtmlXQ_red]T a[/DhtmlXQ_red]"
	  "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
	    TWO, RESULT_NONE, "T a" },
	{ "[DhtmlXQ_red][/DhtmlXQ_red][DhtmlXQ_redname]a[/DhtmlXQ_redname]"
	  "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
	    TWO, RESULT_NONE, "a" },
	{ "[dhtmlxq_movelist]7747 7062[/dhtmlxq_movelist]", TWO, RESULT_NONE, NULL },
	{ "[Red 'a']\n[Result '1-0']\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red 'a 'b'']\n1. C2=5 H8+7", TWO, RESULT_NONE, "a 'b'" },
	{ "[Red “a”]\n[Result “1-0”]\n1. C2=5 H8+7", TWO, RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"1-0\"]\n1. C2=5 H8+7\n----------\nby a program 2.0\n", TWO,
	    RESULT_RED, "a" },
	{ "[Red \"a\"]\n[Result \"1-0\"]\n1. C2=5 H8+7\n\nSee http://a.test/", TWO, RESULT_RED,
	    "a" },
	{ "[Red \"a\"]\n[Result \"1-0\"]\n1. 炮二平五 馬８進７\n黑方认输\n", TWO, RESULT_RED, "a" },
	{ "----------\n标题: T\n红方： a \n黑方:\n结果: 红方胜\n----------\n"
	  "  1. 炮二平五  …………\n\n好棋\n\n  1. …………  马８进７\n----------\nby a program, C2=5\n",
	    TWO, RESULT_RED, "a" },
	{ "標題: T\r\n紅方: a\r\n結果: 和\r\n1. 炮二平五 馬8進7 1/2-1/2\r\n", TWO, RESULT_DRAW,
	    "a" },
};

static void
habits_are_understood(void **state)
{
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); i++) {
		struct record *record = read_one(arena, habits[i].text, strlen(habits[i].text));

		if (record == NULL || record->error != NULL)
			fail_msg("%s: %s", habits[i].text, record ? record->error : "not read");
		assert_string_equal(moves_text(arena, record), habits[i].moves);
		assert_int_equal(record->result, habits[i].result);
		if (habits[i].red != NULL)
			assert_string_equal(record->fields[FIELD_RED], habits[i].red);
	}
	arena_free(arena);
}

static void
errors_end_a_game(void **state)
{
	static const struct {
		const char *text, *moves, *error;
	} cases[] = {
		{ "[Red \"a\"]\n1. C2=5 H8+7 2. H9+9", "H3-E3 H10-G8", "H9+9" },
		{ "[Red \"a\"]\n1. C2=5 foo", "H3-E3", "foo" },
		{ "[Red \"a\"]\n[FEN \"9/9\"]\n1. C2=5", "", "start position" },
		{ "[FEN \"" SOLDIERS "\"]\n1. 33=4", "", "two ways" },
		{ "[FEN \"3k5/9/9/9/9/9/9/R8/R8/4K4 w\"]\n1. A2-B2", "", "two ways" },
		{ "FORMAT OTHER\nSTART{\n1. Ch2-e2\n}END", "", "FORMAT OTHER" },
		/* A rook of its own for either counting of ranks. */
		{ "[FEN \"3k5/9/9/9/9/9/9/9/R8/R4K3 w\"]\n1. Re1", "", "two ways" },
		{ "[Red \"a\"]\n1. Rc0", "", "Rc0" },
		{ "FORMAT WXF\nSETUP{ Ke0 Ca0 kd9 MOVE 1 RED }\nSTART{\n1. C2.5\n}END", "",
		    "SETUP" },
		{ "FORMAT WXF\nSETUP{\nKe0 Ca0 kd9\n}\nSTART{\n1. C2.5\n}END", "", "SETUP" },
		{ "[DhtmlXQ_movelist]77477770[/DhtmlXQ_movelist]", "H3-E3", "H3-H10" },
		/* Words below the moves, but not where moves may be lost. */
		{ "[Red \"a\"]\n1. C2=5 H8+7\nfoo", TWO, "foo" },
		{ "[Result \"1-0\"]\n1. C2=5 H8+7 foo", TWO, "foo" },
		{ "[Result \"1-0\"]\n1. C2=5 H8+7\nfoo\n2. H2+3", TWO, "foo" },
		{ "[Result \"1-0\"]\n1. C2=5 H8+7\nfoo {x} 2. H2+3", TWO, "foo" },
		{ "结果: 红方胜\n1. 炮二平五 foo 马８进７", "H3-E3", "foo" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record *record = read_one(arena, cases[i].text, strlen(cases[i].text));

		assert_non_null(record);
		assert_string_equal(moves_text(arena, record), cases[i].moves);
		if (record->error == NULL || strstr(record->error, cases[i].error) == NULL)
			fail_msg("%s: %s", cases[i].text, record->error);
	}
	arena_free(arena);
}

static void
several_games_in_a_file(void **state)
{
	static const char one[] = "[Red \"a\"]\n[Result \"1-0\"]\n\n1. C2=5 H8+7 1-0\n\n",
			  two[] = "START{\n1. C2=5 {a {b}} H8+7\n}END\n\n",
			  three[] = "[DhtmlXQ]\n"
				    "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
	const char *texts[] = { one, two, three };
	struct arena *arena = arena_new();
	struct record *record;
	struct err err;
	int count;

	(void)state;
	for (int i = 0; i < 3; i++) {
		const char *text = arena_printf(arena, "%s%s%s", texts[i], texts[i], texts[i]);

		assert_int_equal(record_read(arena, text, strlen(text), &record, &count, &err), 0);
		assert_int_equal(count, 3);
		for (; record != NULL; record = record->next)
			assert_string_equal(moves_text(arena, record), TWO);
	}
	assert_int_equal(record_read(arena, "hello", 5, &record, &count, &err), -1);
	assert_int_equal(record_read(arena, "", 0, &record, &count, &err), -1);
	arena_free(arena);
}

/* Each game's moves and result, a line each, with what is said of it. */
static const char *
games_text(struct arena *arena, const char *text)
{
	static const char *const results[] = { "*", "1-0", "0-1", "1/2-1/2" };
	struct record *record;
	struct err err;
	struct str out;
	int count;

	assert_int_equal(record_read(arena, text, strlen(text), &record, &count, &err), 0);
	str_init(&out, arena, 0);
	for (; record != NULL; record = record->next)
		str_addf(&out, "%s %s%s%s%s\n", moves_text(arena, record), results[record->result],
		    record->note != NULL ? " " : "", record->note != NULL ? record->note : "",
		    record->error != NULL ? " refused" : "");
	return out.data;
}

/* Signs, numbers and remarks around moves change nothing; what stands for no move is no move. */
static void
what_is_no_move_is_told_from_moves(void **state)
{
	static const struct {
		const char *text, *games;
	} cases[] = {
		{ "1. C2=5 ± H8+7 ∓ 2. H2+3 ∞ R9=8 -+", "H3-E3 H10-G8 H1-G3 I10-H10 *\n" },
		{ "1. C2=5 ⩲ H8+7 N 2. H2+3□ R9=8!? +/- $14", "H3-E3 H10-G8 H1-G3 I10-H10 *\n" },
		{ "①炮二平五 马８进７ ②马二进三 D 车９平８", "H3-E3 H10-G8 H1-G3 I10-H10 *\n" },
		{ "第1回合 炮二平五 马８进７\n第二回合：马二进三", "H3-E3 H10-G8 H1-G3 *\n" },
		/* Each would be a legal move of the other side. */
		{ "1. C2=5 -- 2. H2+3 H8+7", "H3-E3 * refused\n" },
		{ "1. C2=5 Z0 2. H2+3 H8+7", "H3-E3 * refused\n" },
		{ "1. h2e2 0000 2. h9g7 h0g2", "H3-E3 * refused\n" },
		{ "1. C2=5 H8+7 (1. ... -- 2. H2+3) 2. H2+3 --",
		    "H3-E3 H10-G8 H1-G3 * 1 variation left out\n" },
		{ "1. C2=5 (0:05) H8+7 (so so) 2. H2+3（红优）", "H3-E3 H10-G8 H1-G3 *\n" },
		{ "1. C2=5 (\n1. C8=5) H8+7", "H3-E3 H10-G8 * 1 variation left out\n" },
		{ "FORMAT WXF\nSTART{\n1. C2=5 (\n1. C8=5) H8+7 (good)\n}END\n",
		    "H3-E3 H10-G8 * 1 variation left out\n" },
		/* The Format names another notation than the moves have. */
		{ "[Format \"WXF\"]\n\n1. H2-E2 H9-G7 2. H0-G2", "H3-E3 H10-G8 H1-G3 *\n" },
		{ "[Format \"ICCS\"]\n\n1. H3-E3 H10-G8 2. H1-G3", "H3-E3 H10-G8 H1-G3 *\n" },
		{ "C2=5;H8+7;H2+3;R9=8\n", "H3-E3 H10-G8 H1-G3 I10-H10 *\n" },
		{ "1. C2=5 ;H8+7 is usual\nH8+7\n", "H3-E3 H10-G8 *\n" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(games_text(arena, cases[i].text), cases[i].games);
	arena_free(arena);
}

static void
games_end_where_they_do(void **state)
{
	static const struct {
		const char *text, *games;
	} cases[] = {
		{ "1. C2=5 1-0\n\n1. C8=5 0-1\n\n1. H2+3 1/2-1/2\n",
		    "H3-E3 1-0\nB3-E3 0-1\nH1-G3 1/2-1/2\n" },
		{ "1. C2=5 1-0 1. C8=5 0-1\n", "H3-E3 1-0\nB3-E3 0-1\n" },
		{ "[Red \"a\"]\n\n1. C2=5 * {a comment} ; and one\n\n1. C8=5 0-1\n",
		    "H3-E3 *\nB3-E3 0-1\n" },
		{ "[Red \"a\"]\n\n1. C2=5 1-0\nwith thanks to all\n", "H3-E3 1-0\n" },
		{ "[Red \"a\"]\n\n1. C2=5 1-0\n\n1. C9=5 0-1\n", "H3-E3 1-0\n * refused\n" },
		/* A head without moves, whose FEN is its own. */
		{ "[Red \"a\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/R3K4 w\"]\n\n[Red \"b\"]\n\n1. C2=5\n",
		    " *\nH3-E3 *\n" },
		{ "[Red \"a\"]\n\n1. C2=5 { open\nH8+7\n\n[Red \"b\"]\n\n1. C8=5 {shut} 0-1\n",
		    "H3-E3 * a comment has no end\nB3-E3 0-1\n" },
		{ "[Red \"a\"]\n\n1. C2=5 (1. C8=5 H2+3\n\n[Red \"b\"]\n\n1. C8=5 (1. C2=5) 0-1\n",
		    "H3-E3 * a variation has no end; 1 variation left out\n"
		    "B3-E3 0-1 1 variation left out\n" },
		{ "[Red \"a\"]\n\n1. C2=5 (1. C8=5 (1. H2+3) H8+7) H8+7\n",
		    "H3-E3 H10-G8 * 2 variations left out\n" },
		{ "[Result \"1-0\"]\n\n1. C2=5 0-1\n",
		    "H3-E3 1-0 its Result says 1-0, its end 0-1\n" },
		{ "[Result \"1-0\"]\n\n1. C2=5 *\n", "H3-E3 1-0\n" },
		{ "1. C2=5 1 - 0\n\n1. C8=5 1/2 - 1/2\n\n1. H2+3 ０－１\n",
		    "H3-E3 1-0\nB3-E3 1/2-1/2\nH1-G3 0-1\n" },
		{ "[Red \"a\"]\n\n1. C2=5 1-0[Red \"b\"]\n\n1. C8=5 0-1\n",
		    "H3-E3 1-0\nB3-E3 0-1\n" },
		{ "[Result \"Red wins\"]\n\n1. C2=5\n\n[Result \"black won\"]\n\n1. C8=5\n\n"
		  "[Result \"Draw agreed\"]\n\n1. H2+3\n",
		    "H3-E3 1-0\nB3-E3 0-1\nH1-G3 1/2-1/2\n" },
		{ "[Result \"2-0\"]\n\n1. C2=5\n\n[Result \"none\"]\n\n1. C8=5\n",
		    "H3-E3 * its Result \"2-0\" is not one that is known\nB3-E3 *\n" },
		{ "[Red \"a\"]\n\n1. C2=5 H8+7 2. H2+3 Green resigns\n",
		    "H3-E3 H10-G8 H1-G3 1-0\n" },
		{ "[Red \"a\"]\n\n1. C2=5 Red wins a cannon 1. ... H8+7\n", "H3-E3 * refused\n" },
		{ "[Red \"a\"]\n\n1. C2=5\n----------\nby a program (http://a.test/)\n\n"
		  "[Red \"b\"]\n\n1. C8=5\n",
		    "H3-E3 *\nB3-E3 *\n" },
		{ "[Red \"a\"]\n\n1. C2=5\n----------\n1. ... H8+7\n", "H3-E3 H10-G8 *\n" },
		{ "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
		  "[DhtmlXQ_move_0_1_1]1747[/DhtmlXQ_move_0_1_1]"
		  "[DhtmlXQ_move_0_2_2]7062[/DhtmlXQ_move_0_2_2]",
		    "H3-E3 * 2 variations left out\n" },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(games_text(arena, cases[i].text), cases[i].games);
	arena_free(arena);
}

static void
chinese_heads_are_read(void **state)
{
	static const char text[] = "-----\n标题: T\n赛事: E\n日期: 2001.05.06\n地点: S\n红方: U\n"
				   "黑方: V\n评论: \n作者: W\n-----\n1. 炮二平五 …\n\n好棋\n\n1. … "
				   "马８进７\n-----\nby a program\n"
				   "-----\n标题: 2\n-----\n1. 炮八平五\n";
	static const char *const fields[RECORD_FIELDS] = { [FIELD_TITLE] = "T",
		[FIELD_EVENT] = "E",
		[FIELD_DATE] = "2001.05.06",
		[FIELD_SITE] = "S",
		[FIELD_RED] = "U",
		[FIELD_GREEN] = "V",
		[FIELD_ANNOTATOR] = "W" };
	struct arena *arena = arena_new();
	struct record *record;
	struct err err;
	int count;

	(void)state;
	assert_int_equal(record_read(arena, text, strlen(text), &record, &count, &err), 0);
	assert_int_equal(count, 2);
	for (int i = 0; i < RECORD_FIELDS; i++)
		if (fields[i] == NULL)
			assert_null(record->fields[i]);
		else
			assert_string_equal(record->fields[i], fields[i]);
	assert_string_equal(record->comments[1], "好棋");
	assert_null(record->comments[2]);
	assert_string_equal(record->next->fields[FIELD_TITLE], "2");
	assert_string_equal(moves_text(arena, record->next), "B3-E3");
	assert_int_equal(record_read(arena, "红方: a\nhello\n", 17, &record, &count, &err), -1);
	arena_free(arena);
}

static void
line_comments_are_kept(void **state)
{
	static const char text[] = "[Red \"a\"]\n\n1. C2=5 ; a line\n1. ... H8+7\n";
	struct arena *arena = arena_new();

	(void)state;
	assert_string_equal(read_one(arena, text, strlen(text))->comments[1], "a line");
	arena_free(arena);
}

static size_t
encode(const char *charset, const char *text, char *out, size_t room)
{
	iconv_t cd = iconv_open(charset, "UTF-8");
	char *in = (char *)(uintptr_t)text, *at = out;
	size_t size = strlen(text), left = room;

	assert_true(cd != (iconv_t)-1);
	assert_true(iconv(cd, &in, &size, &at, &left) != (size_t)-1);
	iconv_close(cd);
	return room - left;
}

static void
encodings_are_told_apart(void **state)
{
	static const struct {
		const char *charset, *text;
	} cases[] = {
		{ "GB18030", "[Red \"许银川\"]\n1. 炮二平五 马８进７\n" },
		{ "GBK", "[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n" },
		{ "BIG5", "[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n" },
		{ "UTF-8", "[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n" },
		{ "UTF-8", "\xef\xbb\xbf[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n" },
		{ "UTF-16", "[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n" },
	};
	struct arena *arena = arena_new();
	char bytes[256];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t size = encode(cases[i].charset, cases[i].text, bytes, sizeof(bytes));
		struct record *record = read_one(arena, bytes, size);

		assert_non_null(record);
		assert_string_equal(moves_text(arena, record), TWO);
		assert_string_equal(record->fields[FIELD_RED], i == 0 ? "许银川" : "許銀川");
	}
	arena_free(arena);
}

static void
formats_have_names(void **state)
{
	static const struct {
		const char *name;
		enum record_format want;
		const char *suffix;
	} cases[] = { { "pgn", RECORD_PGN, "pgn" }, { "Chinese", RECORD_PGN, "pgn" },
		{ "pgn-wxf", RECORD_PGN_WXF, "pgn" }, { "iccs", RECORD_PGN_ICCS, "pgn" },
		{ "WXF", RECORD_WXF, "wxf" }, { "dhtmlxq", RECORD_DHTMLXQ, "txt" },
		{ "xqf", RECORD_XQF, "xqf" } };
	enum record_format format;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(record_format_find(cases[i].name, &format));
		assert_int_equal(format, cases[i].want);
		assert_string_equal(record_format_suffix(format), cases[i].suffix);
	}
	assert_false(record_format_find("cbr", &format));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_games_come_back),
		cmocka_unit_test(other_starts_come_back),
		cmocka_unit_test(names_comments_and_times_come_back),
		cmocka_unit_test(our_games_become_records),
		cmocka_unit_test(habits_are_understood),
		cmocka_unit_test(errors_end_a_game),
		cmocka_unit_test(several_games_in_a_file),
		cmocka_unit_test(what_is_no_move_is_told_from_moves),
		cmocka_unit_test(games_end_where_they_do),
		cmocka_unit_test(chinese_heads_are_read),
		cmocka_unit_test(line_comments_are_kept),
		cmocka_unit_test(encodings_are_told_apart),
		cmocka_unit_test(formats_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
