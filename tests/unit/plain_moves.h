/* SPDX-License-Identifier: ISC */
/*
 * A second move generator, for tests: a board of letters, every move made, and
 * the king looked for among what could then be taken.  Shares no idea with
 * rules/movegen.c but the rules, and is not meant to be quick.
 */
#ifndef UNIT_PLAIN_MOVES_H
#define UNIT_PLAIN_MOVES_H

#include "rules/board.h"

/* The second generator's board: x is the file, y the rank from Red's side. */

struct plain {
	char at[10][9]; /* piece letters of the seeds, '.' empty */
};

static bool
is_red(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
of_side(char c, bool red)
{
	return c != '.' && is_red(c) == red;
}

static bool
in_palace(int x, int y, bool red)
{
	return x >= 3 && x <= 5 && (red ? y >= 0 && y <= 2 : y >= 7 && y <= 9);
}

static int
pieces_between(const struct plain *p, int x, int y, int tx, int ty)
{
	int dx = (tx > x) - (tx < x), dy = (ty > y) - (ty < y), n = 0;

	for (x += dx, y += dy; x != tx || y != ty; x += dx, y += dy)
		n += p->at[y][x] != '.';
	return n;
}

static bool
soldier_reach(bool red, int y, int dx, int dy)
{
	bool crossed = red ? y > 4 : y < 5;

	return dy == 0 ? crossed && dx * dx == 1 : dx == 0 && dy == (red ? 1 : -1);
}

static bool
elephant_reach(const struct plain *p, int x, int y, int tx, int ty)
{
	bool crosses = is_red(p->at[y][x]) ? ty > 4 : ty < 5;

	return (tx - x) * (tx - x) == 4 && (ty - y) * (ty - y) == 4 && !crosses &&
	    p->at[(y + ty) / 2][(x + tx) / 2] == '.';
}

static bool
short_reach(const struct plain *p, int x, int y, int tx, int ty)
{
	bool red = is_red(p->at[y][x]);
	int dx = tx - x, dy = ty - y, square = dx * dx + dy * dy;

	switch (p->at[y][x] | 0x20) {
	case 'h':
		return square == 5 && p->at[y + dy / 2][x + dx / 2] == '.';
	case 'e':
		return elephant_reach(p, x, y, tx, ty);
	case 'g':
		return square == 2 && in_palace(tx, ty, red);
	case 'k':
		return square == 1 && in_palace(tx, ty, red);
	default:
		return soldier_reach(red, y, dx, dy);
	}
}

static bool
plain_reach(const struct plain *p, int x, int y, int tx, int ty)
{
	char piece = p->at[y][x] | 0x20;
	char target = p->at[ty][tx];
	bool straight = (x == tx) != (y == ty);

	if (piece == 'k' && (target | 0x20) == 'k' && x == tx && y != ty)
		return pieces_between(p, x, y, tx, ty) == 0;
	if (piece == 'r')
		return straight && pieces_between(p, x, y, tx, ty) == 0;
	if (piece == 'c')
		return straight && pieces_between(p, x, y, tx, ty) == (target != '.');
	return short_reach(p, x, y, tx, ty);
}

static int
plain_checks(const struct plain *p, bool red_king)
{
	int n = 0, king = 0;

	for (int i = 0; i < 90; i++)
		if (p->at[i / 9][i % 9] == (red_king ? 'K' : 'k'))
			king = i;
	for (int i = 0; i < 90; i++)
		if (of_side(p->at[i / 9][i % 9], !red_king))
			n += plain_reach(p, i % 9, i / 9, king % 9, king / 9);
	return n;
}

static bool
plain_tried(const struct plain *p, int i, int j, bool red)
{
	struct plain after = *p;

	after.at[j / 9][j % 9] = after.at[i / 9][i % 9];
	after.at[i / 9][i % 9] = '.';
	return plain_checks(&after, red) == 0;
}

static int
plain_moves(const struct plain *p, bool red, bool captures, struct move *out)
{
	int n = 0;

	for (int i = 0; i < 90; i++)
		for (int j = 0; j < 90; j++) {
			char target = p->at[j / 9][j % 9];

			if (!of_side(p->at[i / 9][i % 9], red) || of_side(target, red) ||
			    (target | 0x20) == 'k' || (captures && target == '.'))
				continue;
			if (plain_reach(p, i % 9, i / 9, j % 9, j / 9) && plain_tried(p, i, j, red))
				out[n++] = (struct move){ (uint8_t)i, (uint8_t)j };
		}
	return n;
}

static struct plain
plain_of(const struct board *board)
{
	struct plain p;

	for (uint8_t i = 0; i < 90; i++)
		p.at[i / 9][i % 9] = piece_letter(board->at[i]);
	return p;
}

#endif
