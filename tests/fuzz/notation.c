/* SPDX-License-Identifier: ISC */
/*
 * Fuzzing of moves: what is read as a move is legal and lies inside the text.
 *
 * Build with clang -fsanitize=fuzzer,address,undefined.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "tests/unit/letters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[256];
	struct notation_letters *own = letters_of(size & 2 ? "vi" : "de");
	struct board board;
	struct reading r;
	size_t at = 0;

	own->next = letters_of("ru");
	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	board_start(&board);
	while (at < strlen(text)) {
		if (size & 1)
			notation_read(text + at, &board, WXF_ANY, true, &r);
		else
			notation_read_languages(text + at, &board, own, own, &r);
		if (r.consumed > strlen(text + at))
			abort();
		if (r.kind == READ_MOVE) {
			if (!move_is_legal(&board, r.move))
				abort();
			board_play(&board, r.move);
		}
		at += r.consumed > 0 ? r.consumed : 1;
	}
	return 0;
}
