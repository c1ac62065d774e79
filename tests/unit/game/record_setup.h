/* SPDX-License-Identifier: ISC */
/*
 * What the tests of scores share: records from and as text, comparing them.
 */
#ifndef GAME_RECORD_SETUP_H
#define GAME_RECORD_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "game/record.h"
#include "rules/fen.h"

/* The moves as "B3-E3 …", one text. */
static inline const char *
moves_text(struct arena *arena, const struct record *record)
{
	struct str out;
	char move[8];

	str_init(&out, arena, 0);
	for (int i = 0; i < record->length; i++) {
		move_write(record->moves[i], move);
		str_addf(&out, "%s%s", i > 0 ? " " : "", move);
	}
	return out.data;
}

static inline struct record *
record_of(struct arena *arena, const char *fen, const char *moves)
{
	struct record *record = record_new(arena, (int)strlen(moves));

	if (fen != NULL)
		assert_null(fen_read(fen, &record->start));
	while (*moves != '\0') {
		char one[8] = "";

		strncpy(one, moves, strcspn(moves, " "));
		assert_true(move_read(one, &record->moves[record->length++]));
		moves += strcspn(moves, " ");
		moves += strspn(moves, " ");
	}
	return record;
}

static inline struct record *
read_one(struct arena *arena, const char *bytes, size_t size)
{
	struct record *record = NULL;
	struct err err;
	int count = 0;

	if (record_read(arena, bytes, size, &record, &count, &err) == -1)
		return NULL;
	assert_int_equal(count, 1);
	return record;
}

static inline void
expect_same_moves(const struct record *got, const struct record *want)
{
	if (got->error != NULL)
		fail_msg("%s", got->error);
	assert_true(board_equal(&got->start, &want->start));
	assert_int_equal(got->length, want->length);
	for (int i = 0; i < want->length; i++)
		assert_true(move_equal(got->moves[i], want->moves[i]));
	assert_int_equal(got->result, want->result);
}

#endif
