/* SPDX-License-Identifier: ISC */
/*
 * The pieces as people draw them (pieces.h).
 */
#include "view/pieces.h"

#include "rules/board.h"

const char *
piece_hanzi(uint8_t piece)
{
	static const char *const hanzi[2][8] = {
		[RED] = { [KING] = "帥",
		    [GUARD] = "仕",
		    [ELEPHANT] = "相",
		    [ROOK] = "俥",
		    [HORSE] = "傌",
		    [CANNON] = "炮",
		    [SOLDIER] = "兵" },
		[GREEN] = { [KING] = "將",
		    [GUARD] = "士",
		    [ELEPHANT] = "象",
		    [ROOK] = "車",
		    [HORSE] = "馬",
		    [CANNON] = "砲",
		    [SOLDIER] = "卒" },
	};

	return hanzi[piece_side(piece)][piece_type(piece)];
}

const char *
piece_symbol(uint8_t piece)
{
	static const char *const symbols[2][8] = {
		[RED] = { [KING] = "🩠",
		    [GUARD] = "🩡",
		    [ELEPHANT] = "🩢",
		    [HORSE] = "🩣",
		    [ROOK] = "🩤",
		    [CANNON] = "🩥",
		    [SOLDIER] = "🩦" },
		[GREEN] = { [KING] = "🩧",
		    [GUARD] = "🩨",
		    [ELEPHANT] = "🩩",
		    [HORSE] = "🩪",
		    [ROOK] = "🩫",
		    [CANNON] = "🩬",
		    [SOLDIER] = "🩭" },
	};

	return symbols[piece_side(piece)][piece_type(piece)];
}
