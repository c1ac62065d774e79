/* SPDX-License-Identifier: ISC */
/*
 * `riverpost perft` and `riverpost moves`: what the move generator makes.
 *
 * Positions are read leniently (rules/fen.h), for other programs' test
 * positions; moves come sorted by square, so that two outputs can be compared
 * line by line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "rules/movegen.h"

#define DEPTH_MAX 20

static int
move_compare(const void *a, const void *b)
{
	const struct move *left = a, *right = b;

	return left->from != right->from ? left->from - right->from : left->to - right->to;
}

static int
moves_sorted(const struct board *board, struct move moves[MOVES_MAX])
{
	int count = moves_legal(board, moves);

	qsort(moves, (size_t)count, sizeof *moves, move_compare);
	return count;
}

int
cli_moves(int argc, char **argv)
{
	struct board board;
	struct move moves[MOVES_MAX];
	int count;

	if (argc != 2)
		return argc < 2 ? cli_wrong(NULL, "a position is missing") :
				  cli_wrong(argv[2], CLI_TOO_MUCH);
	if (!cli_position(argv[1], &board))
		return 1;
	count = moves_sorted(&board, moves);
	for (int i = 0; i < count; i++) {
		char text[8];

		move_write(moves[i], text);
		puts(text);
	}
	return 0;
}

int
cli_perft(int argc, char **argv)
{
	struct board board;
	struct move moves[MOVES_MAX];
	char *end;
	long depth;
	int count;
	uint64_t total = 0;

	if (argc != 3)
		return argc < 3 ? cli_wrong(NULL, "a position and a depth are wanted") :
				  cli_wrong(argv[3], CLI_TOO_MUCH);
	depth = strtol(argv[2], &end, 10);
	if (end == argv[2] || *end != '\0' || depth < 0 || depth > DEPTH_MAX)
		return cli_wrong(argv[2], "not a depth");
	if (!cli_position(argv[1], &board))
		return 1;
	count = depth == 0 ? 0 : moves_sorted(&board, moves);
	for (int i = 0; i < count; i++) {
		struct board after = board;
		uint64_t nodes;
		char text[8];

		board_play(&after, moves[i]);
		nodes = perft(&after, (int)depth - 1);
		total += nodes;
		move_write(moves[i], text);
		printf("%s %" PRIu64 "\n", text, nodes);
	}
	printf("nodes %" PRIu64 "\n", depth == 0 ? 1 : total);
	return 0;
}
