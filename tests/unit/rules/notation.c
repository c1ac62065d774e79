/* SPDX-License-Identifier: ISC */
/*
 * Moves read one by one: free-hand forms, tandem pieces, what is refused and
 * why, what is no move at all.
 */
#include "unit/letters.h"
#include "unit/rules/notation_setup.h"

#define MIDDLE_GAME  "2bak4/4a4/4b4/p3p3p/2p6/2P3P2/P3P3P/4B4/4A4/3AK1B2 w"
#define TWO_ROOKS    "4k4/9/9/R8/9/9/9/R8/9/3K5 w"
#define SOLDIERS_3   "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w"
#define SOLDIERS_32  "3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w"
#define SOLDIERS_4   "3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w"
#define SOLDIERS_5   "3k5/6P2/6P2/6P2/6P2/9/6P2/9/9/4K4 w"
#define SOLDIERS_32G "3k5/9/9/9/9/9/2p3p2/2p3p2/2p6/4K4 b"
#define ROOKS_CLOSE  "4k4/9/9/R8/R8/9/9/9/9/3K5 w"
#define SOLDIERS_3R  "3k5/9/6P2/6P2/6P2/9/9/9/9/4K4 w"
/* The king's file is open to a rook behind a cannon's screen; a step aside is met by another. */
#define CHECKED     "3k1r3/9/9/9/9/9/4C4/9/9/4K4 w"
#define SOLDIERS_23 "3k5/9/9/9/9/2p6/2p6/2p1p4/4p4/5K3 b"

struct form_case {
	const char *text, *fen, *want;
	int consumed; /* 0: all of text */
	bool iccs;
	enum wxf_dialect dialect;
};

static const struct form_case forms[] = {
	/* coordinates */
	{ .text = "B3-E3", .want = "B3-E3" },
	{ .text = "b3e3", .want = "B3-E3" },
	{ .text = "B3 E3", .want = "B3-E3" },
	{ .text = "B3xE3", .want = "B3-E3" },
	{ .text = "B3–E3", .want = "B3-E3" },
	{ .text = "B3—E3", .want = "B3-E3" },
	{ .text = "B3−E3", .want = "B3-E3" },
	{ .text = "B3‑E3", .want = "B3-E3" },
	{ .text = "B3﹣E3", .want = "B3-E3" },
	{ .text = "B3->E3", .want = "B3-E3" },
	{ .text = "B3 → E3", .want = "B3-E3" },
	{ .text = "b3 to e3", .want = "B3-E3" },
	{ .text = "B3 - E3", .want = "B3-E3" },
	{ .text = "Ｂ３－Ｅ３", .want = "B3-E3" },
	/* letters of Russian and Greek keyboards that look like Latin ones */
	{ .text = "В3-Е3", .want = "B3-E3" },
	{ .text = "в3е3", .want = "B3-E3" },
	{ .text = "Н3-D3", .want = "H3-D3" },
	{ .text = "А1-А2", .want = "A1-A2" },
	{ .text = "Β3-Ε3", .want = "B3-E3" },
	{ .text = "ｂ３ｅ３", .want = "B3-E3" },
	{ .text = "B3-E3!?", .want = "B3-E3" },
	{ .text = "B3-E3！", .want = "B3-E3" },
	{ .text = "1. B3-E3", .want = "B3-E3" },
	{ .text = "12... b3-e3??", .want = "B3-E3" },
	{ .text = "12…b3-e3", .want = "B3-E3" },
	{ .text = "  B3-E3, if", .want = "B3-E3", .consumed = 8 },
	{ .text = "B3-E3#12", .want = "B3-E3", .consumed = 5 },
	{ .text = "B3-E3\nHello", .want = "B3-E3", .consumed = 5 },
	{ .text = "B3\xe2\x80\x8b-E3", .want = "B3-E3" },
	{ .text = "A1-A3", .want = "A1-A3" },
	{ .text = "A10-A9", .want = "not-yours A10-A9" },
	{ .text = "a10a9", .want = "not-yours A10-A9" },
	{ .text = "A1-A0", .want = "no-piece A2-A1" },
	{ .text = "A10-A0", .want = "no-such-square" },
	{ .text = "J3-E3", .want = "no-such-square" },
	{ .text = "B11-B9", .want = "no-such-square" },
	{ .text = "B5-E5", .want = "no-piece B5-E5" },
	{ .text = "e3", .want = "-" },
	{ .text = "B3-E", .want = "-" },
	{ .text = "B3-E3x", .want = "-" },
	{ .text = "", .want = "-" },
	{ .text = "1.", .want = "-" },
	/* ICCS */
	{ .text = "H2-E2", .want = "H3-E3", .iccs = true },
	{ .text = "h2e2", .want = "H3-E3", .iccs = true },
	{ .text = "H0-G2", .want = "H1-G3" },
	{ .text = "H2-E2", .want = "no-piece H2-E2" },
	{ .text = "A10-A9", .want = "not-yours A10-A9", .iccs = true },
	{ .text = "iccs H2-E2", .want = "H3-E3" },
	{ .text = "ICCS: H2-E2", .want = "-" },
	/* WXF */
	{ .text = "C2=5", .want = "H3-E3" },
	{ .text = "C2.5", .want = "H3-E3" },
	{ .text = "c2=5", .want = "H3-E3" },
	{ .text = "C2 = 5", .want = "H3-E3" },
	{ .text = "Ｃ２＝５", .want = "H3-E3" },
	{ .text = "H2+3", .want = "H1-G3" },
	{ .text = "N2+3", .want = "H1-G3" },
	{ .text = "H2＋3", .want = "H1-G3" },
	{ .text = "B3+5", .want = "G1-E3" },
	{ .text = "M3+5", .want = "G1-E3" },
	{ .text = "E3+5!", .want = "G1-E3" },
	{ .text = "G4+5", .want = "F1-E2" },
	{ .text = "A4+5", .want = "F1-E2" },
	{ .text = "S7+1", .want = "C4-C5" },
	{ .text = "P7+1", .want = "C4-C5" },
	{ .text = "R1.2", .want = "own-piece I1-H1" },
	{ .text = "R1+1", .want = "I1-I2" },
	{ .text = "R1+9", .want = "own-piece I1-I10", .fen = "4k3R/9/9/9/9/9/9/9/9/3K4R w" },
	{ .text = "K5+1", .want = "E1-E2" },
	{ .text = "H2+5", .want = "wrong-shape" },
	{ .text = "H4+5", .want = "no-piece" },
	{ .text = "1. C2=5", .want = "H3-E3" },
	{ .text = "1.C2=5 H8+7", .want = "H3-E3", .consumed = 6 },
	{ .text = "C2=55", .want = "-" },
	{ .text = "C2=", .want = "-" },
	{ .text = "C2=0", .want = "-" },
	{ .text = "12.34", .want = "-" },
	/* Chinese */
	{ .text = "炮二平五", .want = "H3-E3" },
	{ .text = "砲二平五", .want = "H3-E3" },
	{ .text = "炮2平5", .want = "H3-E3" },
	{ .text = "炮２平５", .want = "H3-E3" },
	{ .text = "炮 二 平 五", .want = "H3-E3" },
	{ .text = "马二进三", .want = "H1-G3" },
	{ .text = "傌二進三！", .want = "H1-G3" },
	{ .text = "俥一进一", .want = "I1-I2" },
	{ .text = "⻋一进一", .want = "I1-I2" },
	{ .text = "仕四进五", .want = "F1-E2" },
	{ .text = "士四進五", .want = "F1-E2" },
	{ .text = "相三進五", .want = "G1-E3" },
	{ .text = "帅五进一", .want = "E1-E2" },
	{ .text = "兵七进一马8进7", .want = "C4-C5", .consumed = 12 },
	{ .text = "炮二平五H8+7", .want = "H3-E3", .consumed = 12 },
	{ .text = "1．炮二平五", .want = "H3-E3" },
	{ .text = "1、炮二平五", .want = "H3-E3" },
	{ .text = "炮二平五。", .want = "H3-E3", .consumed = 15 },
	{ .text = "14. 二兵平四", .fen = SOLDIERS_4, .want = "G8-F8" },
	{ .text = "13.二兵平四", .fen = SOLDIERS_4, .want = "G8-F8" },
	{ .text = "⒈炮二平五，", .want = "H3-E3", .consumed = 18 },
	{ .text = "像三进五", .want = "G1-E3" },
	{ .text = "h3 => e3", .want = "H3-E3" },
	{ .text = "马上走", .want = "-" },
	{ .text = "前進一步", .want = "-" },
	/* tandem pieces */
	{ .text = "R+=5", .fen = TWO_ROOKS, .want = "A7-E7" },
	{ .text = "+R=5", .fen = TWO_ROOKS, .want = "A7-E7" },
	{ .text = "R-=5", .fen = TWO_ROOKS, .want = "A3-E3" },
	{ .text = "前车平五", .fen = TWO_ROOKS, .want = "A7-E7" },
	{ .text = "後車平5", .fen = TWO_ROOKS, .want = "A3-E3" },
	{ .text = "车前平五", .fen = TWO_ROOKS, .want = "A7-E7" },
	{ .text = "R9=5", .fen = TWO_ROOKS, .want = "? A7-E7 A3-E3" },
	{ .text = "R9+3", .fen = TWO_ROOKS, .want = "? A7-A10 A3-A6" },
	{ .text = "R9-3", .fen = TWO_ROOKS, .want = "A7-A4" },
	{ .text = "R9-6", .fen = TWO_ROOKS, .want = "blocked A7-A1" },
	{ .text = "車九平五", .fen = TWO_ROOKS, .want = "? A7-E7 A3-E3" },
	{ .text = "C+=5", .want = "? H3-E3 B3-E3" },
	{ .text = "相五退七", .fen = MIDDLE_GAME, .want = "E3-C1" },
	{ .text = "R-+1", .fen = ROOKS_CLOSE, .want = "own-piece A6-A7" },
	{ .text = "33=4", .fen = SOLDIERS_3R, .want = "G6-F6" },
	{ .text = "33=4", .fen = SOLDIERS_3R, .want = "G7-F7", .dialect = WXF_1997 },
	{ .text = "P3=4", .fen = SOLDIERS_4, .want = "? G9-F9 G8-F8 G7-F7 G6-F6" },
	{ .text = "P7=8", .fen = SOLDIERS_3, .want = "? C8-B8 C7-B7 C6-B6" },
	{ .text = "P7=8", .fen = SOLDIERS_3, .want = "C7-B7", .dialect = WXF_1997 },
	{ .text = "wxf1997 P7=8", .fen = SOLDIERS_3, .want = "C7-B7" },
	{ .text = "兵七平八", .fen = SOLDIERS_3, .want = "? C8-B8 C7-B7 C6-B6" },
	{ .text = "P7+1", .fen = SOLDIERS_3, .want = "C8-C9" },
	{ .text = "33=4", .fen = SOLDIERS_32, .want = "? G7-F7 G6-F6" },
	{ .text = "33=4", .fen = SOLDIERS_32, .want = "G7-F7", .dialect = WXF_1997 },
	{ .text = "33=4", .fen = SOLDIERS_32, .want = "G6-F6", .dialect = WXF_2018 },
	{ .text = "wxf1997 33=4", .fen = SOLDIERS_32, .want = "G7-F7" },
	{ .text = "WXF2018 33=4", .fen = SOLDIERS_32, .want = "G6-F6", .dialect = WXF_1997 },
	{ .text = "3+=4", .fen = SOLDIERS_32, .want = "G8-F8" },
	{ .text = "+3=4", .fen = SOLDIERS_32, .want = "G8-F8" },
	{ .text = "P+=4", .fen = SOLDIERS_32, .want = "G8-F8" },
	{ .text = "中三平四", .fen = SOLDIERS_32, .want = "G7-F7" },
	{ .text = "五兵平八", .fen = SOLDIERS_32, .want = "C6-B6" },
	{ .text = "三兵平四", .fen = SOLDIERS_32, .want = "G6-F6" },
	/* Over both files from the right; only where that is no move, on each file. */
	{ .text = "一兵进一", .fen = SOLDIERS_32, .want = "G8-G9" },
	{ .text = "四兵进一", .fen = SOLDIERS_32, .want = "C7-C8" },
	{ .text = "四兵平六", .fen = SOLDIERS_32, .want = "C7-D7" },
	{ .text = "一兵平八", .fen = SOLDIERS_32, .want = "C7-B7" },
	{ .text = "1卒进1", .fen = SOLDIERS_32G, .want = "C2-C1" },
	{ .text = "３卒平２", .fen = SOLDIERS_32G, .want = "C4-B4" },
	{ .text = "４卒进１", .fen = SOLDIERS_32G, .want = "G3-G2" },
	{ .text = "２卒平６", .fen = SOLDIERS_32G, .want = "G4-F4" },
	{ .text = "Pe=8", .fen = SOLDIERS_32, .want = "C6-B6" },
	{ .text = "二兵平四", .fen = SOLDIERS_4, .want = "G8-F8" },
	{ .text = "后兵平四", .fen = SOLDIERS_4, .want = "G6-F6" },
	{ .text = "后兵平六", .fen = SOLDIERS_3, .want = "C6-D6" },
	{ .text = "12.++.4", .fen = SOLDIERS_4, .want = "G9-F9" },
	{ .text = "12.33=4", .fen = SOLDIERS_4, .want = "G7-F7" },
	{ .text = "P3+1", .fen = SOLDIERS_5, .want = "? G9-G10 G4-G5" },
	{ .text = "後３平４", .fen = SOLDIERS_23, .want = "C5-D5" },
	{ .text = "前兵三平四", .fen = SOLDIERS_32, .want = "G8-F8" },
	{ .text = "前兵七进一", .fen = SOLDIERS_32, .want = "C7-C8" },
	{ .text = "后兵七平八", .fen = SOLDIERS_32, .want = "C6-B6" },
	{ .text = "兵前七平八", .fen = SOLDIERS_32, .want = "C7-B7" },
	{ .text = "前車九平五", .fen = TWO_ROOKS, .want = "A7-E7" },
	{ .text = "前兵五进一", .fen = SOLDIERS_32, .want = "no-piece" },
};

static void
reads_every_form(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const struct form_case *c = &forms[i];
		struct board board;
		struct reading r;
		char text[256];
		size_t consumed = c->consumed ? (size_t)c->consumed : strlen(c->text);

		board_of(&board, c->fen);
		notation_read(c->text, &board, c->dialect, c->iccs, &r);
		if (strcmp(reading_text(&r, text), c->want) != 0)
			fail_msg("\"%s\": %s, want %s", c->text, text, c->want);
		if (r.kind != READ_NOT_A_MOVE && r.consumed != consumed)
			fail_msg("\"%s\": %zu bytes, want %zu", c->text, r.consumed, consumed);
	}
}

static void
tells_moves_from_words(void **state)
{
	static const struct {
		const char *text;
		bool want;
	} cases[] = { { "B3-E3", true }, { "b3e3 hello", true }, { "C2=5", true },
		{ "炮二平五", true }, { "A10-A9", true }, { "12. H2+3", true },
		{ "前炮平五", true }, { "15=6", true }, { "h2e2", true }, { "++.4", true },
		{ "resign", false }, { "accept", false }, { "draw", false }, { "help", false },
		{ "board", false }, { "e3", false }, { "b3", false }, { "games", false },
		{ "show 12", false }, { "show 123#10..14", false }, { "7", false },
		{ "Dear fred,", false }, { "12:30 is fine", false }, { "2026-11-21", false },
		{ "3 + 4 = 7", false }, { "C++17", false }, { "-- ", false }, { "--", false },
		{ "A4 paper", false }, { "78=6", false }, { "七兵平四", false }, { "馬", false },
		{ "下一步", false }, { "10.5", false }, { "12:45", false },
		{ "12-5 suits me", false }, { "1-0", false }, { "1/2-1/2", false } };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (notation_is_move_like(cases[i].text) != cases[i].want)
			fail_msg("\"%s\"", cases[i].text);
}

static void
reads_letters_of_languages(void **state)
{
	static const struct {
		const char *language, *fen, *text, *want;
	} cases[] = {
		{ "vi", NULL, "P2=5", "H3-E3" },
		{ "vi", NULL, "P2-5", "H3-E3" },
		{ "vi", NULL, "M2.3", "H1-G3" },
		{ "vi", NULL, "X1.1", "I1-I2" },
		{ "vi", NULL, "T3.5", "G1-E3" },
		{ "vi", NULL, "S4+5", "F1-E2" },
		{ "vi", NULL, "Tg5.1", "E1-E2" },
		{ "vi", NULL, "tg5+1", "E1-E2" },
		{ "vi", NULL, "B7.1", "C4-C5" },
		{ "vi", NULL, "C2=5", "H3-E3" },
		{ "vi", NULL, "P3+1", "no-piece" },
		{ "vi", TWO_ROOKS, "Xt-5", "A7-E7" },
		{ "vi", TWO_ROOKS, "Xs-5", "A3-E3" },
		{ "ru", NULL, "К2+3", "H1-G3" },
		{ "ru", NULL, "Кр5+1", "E1-E2" },
		{ "ru", NULL, "л1+1", "I1-I2" },
		{ "ru", NULL, "П2=5", "H3-E3" },
		{ "ru", NULL, "С4+5", "F1-E2" },
		{ "ru", NULL, "С3+5", "G1-E3" },
		{ "ru", NULL, "К5+1", "E1-E2" },
		/* Names, spelled out. */
		{ "vi", NULL, "Pháo 2 bình 5", "H3-E3" },
		{ "vi", NULL, "pháo 2 bình 5", "H3-E3" },
		{ "vi", NULL, "PHÁO 2 BÌNH 5", "H3-E3" },
		{ "vi", NULL, "phao 2 binh 5", "H3-E3" },
		{ "vi", NULL, "Pha\u0301o 2 bi\u0300nh 5", "H3-E3" },
		{ "en", NULL, "Pháo 2 bình 5", "H3-E3" },
		{ "vi", NULL, "Mã 2 tấn 3", "H1-G3" },
		{ "vi", NULL, "Mã 8 tiến 7", "B1-C3" },
		{ "vi", NULL, "M8t7", "B1-C3" },
		{ "vi", NULL, "M8 t 7", "B1-C3" },
		{ "en", NULL, "M8t7", "B1-C3" },
		{ "vi", NULL, "P2b5", "H3-E3" },
		{ "vi", NULL, "Chốt 7 tấn 1", "C4-C5" },
		{ "vi", NULL, "Tốt 7 tiến 1", "C4-C5" },
		{ "vi", NULL, "Binh 7 tấn 1", "C4-C5" },
		{ "vi", NULL, "Voi 3 tấn 5", "G1-E3" },
		{ "vi", NULL, "Tượng 3 tấn 5", "G1-E3" },
		{ "vi", NULL, "Sĩ 4 tấn 5", "F1-E2" },
		{ "vi", NULL, "Tướng 5 tấn 1", "E1-E2" },
		{ "vi", NULL, "Tuong 5 tan 1", "E1-E2" },
		{ "vi", NULL, "Xe 1 tấn 1", "I1-I2" },
		{ "vi", TWO_ROOKS, "Xe trước bình 5", "A7-E7" },
		{ "vi", TWO_ROOKS, "Xe sau bình 5", "A3-E3" },
		{ "vi", TWO_ROOKS, "Xe 9 tấn 3", "? A7-A10 A3-A6" },
		{ "ru", NULL, "Пушка 2=5", "H3-E3" },
		{ "en", NULL, "пушка 2 = 5", "H3-E3" },
		{ "ru", NULL, "Конь 2 вперед 3", "H1-G3" },
		{ "ru", NULL, "Конь 2 вперёд 3", "H1-G3" },
		{ "ru", NULL, "Пешка 7+1", "C4-C5" },
		{ "ru", TWO_ROOKS, "передняя ладья = 5", "A7-E7" },
		{ "en", NULL, "Cannon 2 = 5", "H3-E3" },
		{ "de", NULL, "cannon 2=5", "H3-E3" },
		{ "en", NULL, "Horse 2 forward 3", "H1-G3" },
		{ "en", NULL, "knight 8 + 7", "B1-C3" },
		{ "en", NULL, "Pawn 7 advances 1", "C4-C5" },
		{ "en", NULL, "Advisor 4 + 5", "F1-E2" },
		{ "en", TWO_ROOKS, "front rook = 5", "A7-E7" },
		{ "en", TWO_ROOKS, "Rear chariot sideways 5", "A3-E3" },
		{ "en", SOLDIERS_32, "front pawn 3 = 4", "G8-F8" },
		{ "en", SOLDIERS_32, "rear soldier 7 = 8", "C6-B6" },
		{ "en", NULL, "Cannon 2", "-" },
		{ "en", NULL, "Cannon 2 is strong", "-" },
		{ "en", NULL, "Cannon 2 = 5th", "-" },
		{ "en", NULL, "Cannons 2 = 5", "-" },
		{ "de", NULL, "Kanone 2 = 5", "H3-E3" },
		{ "de", NULL, "K2=5", "H3-E3" },
		{ "de", NULL, "P2+3", "H1-G3" },
		{ "de", NULL, "Pferd 2 vor 3", "H1-G3" },
		{ "de", NULL, "Leibwächter 4 + 5", "F1-E2" },
		{ "de", NULL, "Konig 5 vorwarts 1", "E1-E2" },
		{ "de", NULL, "W1+1", "I1-I2" },
		{ "de", TWO_ROOKS, "vorderer Wagen = 5", "A7-E7" },
		{ "de", TWO_ROOKS, "Wagen 9 zurück 3", "A7-A4" },
		/* Nobody's own letters are read as those of others. */
		{ "en", CHECKED, "K5=4", "leaves-check E1-F1" },
		{ "de", CHECKED, "K5=4", "E4-F4" },
		{ "ru", CHECKED, "K5=4", "leaves-check E1-F1" },
		{ "en", NULL, "K2=5", "no-piece" },
		{ "en", CHECKED, "P5+1", "no-piece" },
		{ "en", NULL, "П2=5", "H3-E3" },
		{ "zh-Hans", NULL, "pao 2 ping 5", "H3-E3" },
		{ "en", NULL, "Pào 2 píng 5", "H3-E3" },
		{ "en", NULL, "ma2jin3", "H1-G3" },
		{ "zh-Hant", NULL, "bing 7 jin 1", "C4-C5" },
		{ "zh-Hant", TWO_ROOKS, "qian ju ping 5", "A7-E7" },
		{ "zh-Hant", TWO_ROOKS, "hou che ping 5", "A3-E3" },
	};
	struct board board;
	struct reading r;
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		board_of(&board, cases[i].fen);
		notation_read_languages(
		    cases[i].text, &board, letters_of(cases[i].language), letters_all(), &r);
		if (strcmp(reading_text(&r, text), cases[i].want) != 0)
			fail_msg("\"%s\": %s, want %s", cases[i].text, text, cases[i].want);
	}
}

/* "." is forward with Vietnamese letters and sideways with English ones. */
static void
reads_a_dot_as_its_letters_say(void **state)
{
#define CROWDED "4k4/9/9/9/9/9/9/6PC1/9/3K5 w"  /* soldier on file 3, cannon on file 2 */
#define STACKED "4k4/9/6C2/9/6P2/9/9/9/9/3K5 w" /* soldier and cannon on file 3 */
	static const struct {
		const char *own, *fen, *text, *want, *letters;
		bool other;
	} cases[] = {
		{ "en", NULL, "C2.5", "H3-E3", NULL, false },
		{ "vi", NULL, "C2.5", "H3-E3", NULL, false },
		{ "vi", NULL, "R1.2", "own-piece I1-H1", NULL, false },
		{ "en", NULL, "X1.1", "I1-I2", "vi", false },
		{ "vi", NULL, "X1.1", "I1-I2", "vi", false },
		{ "en", NULL, "M2.3", "H1-G3", "vi", false },
		{ "vi", NULL, "M2.3", "H1-G3", "vi", false },
		{ "ru", NULL, "T3.5", "G1-E3", "vi", false },
		{ "en", CROWDED, "P2.5", "no-piece", "vi", true },
		{ "vi", CROWDED, "P2.5", "H3-H8", "vi", false },
		{ "en", STACKED, "P3.2", "? G6-H6 G8-G10", NULL, false },
		{ "vi", STACKED, "P3.2", "? G8-G10 G6-H6", NULL, false },
		{ "de", NULL, "П2.5", "H3-E3", "ru", false },
		/* Without a dot the reader's own language and WXF come first. */
		{ "en", STACKED, "P3+1", "G6-G7", NULL, true },
		{ "vi", STACKED, "P3+1", "? G8-G9 G6-G7", NULL, false },
		{ "en", NULL, "P3+1", "G4-G5", NULL, false },
	};
	struct board board;
	struct reading r;
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		board_of(&board, cases[i].fen);
		notation_read_languages(
		    cases[i].text, &board, letters_of(cases[i].own), letters_all(), &r);
		if (strcmp(reading_text(&r, text), cases[i].want) != 0)
			fail_msg("%s \"%s\": %s, want %s", cases[i].own, cases[i].text, text,
			    cases[i].want);
		if (r.kind != READ_MOVE)
			continue;
		assert_ptr_equal(
		    r.letters, cases[i].letters != NULL ? letters_of(cases[i].letters) : NULL);
		if (r.has_other_sense != cases[i].other)
			fail_msg("%s \"%s\"", cases[i].own, cases[i].text);
	}
}

static void
finds_notations_by_name(void **state)
{
	static const struct {
		const char *name;
		enum notation want;
	} cases[] = { { "coordinates", NOTATION_COORDINATES }, { "WXF", NOTATION_WXF },
		{ "chinese", NOTATION_CHINESE }, { "simplified", NOTATION_SIMPLIFIED },
		{ "iccs", NOTATION_ICCS }, { "uci", NOTATION_UCI } };
	enum notation got;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(notation_find(cases[i].name, &got));
		assert_int_equal(got, cases[i].want);
	}
	assert_false(notation_find("algebraic", &got));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_form),
		cmocka_unit_test(tells_moves_from_words),
		cmocka_unit_test(reads_letters_of_languages),
		cmocka_unit_test(reads_a_dot_as_its_letters_say),
		cmocka_unit_test(finds_notations_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
