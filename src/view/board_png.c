/* SPDX-License-Identifier: ISC */
/*
 * A picture of a board, put together and encoded (board_png.h).
 *
 * Nothing is drawn here: discs (board_ink.h) are copied onto the empty board, and
 * marks are rectangles of one ink.  What is kept is found again by all that makes
 * pictures differ.
 */
#include "view/board_png.h"

#include <arpa/inet.h>
#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "rules/movegen.h"
#include "view/board_ink.h"

#define KEPT_MAX  16
#define MARK_FAR  26 /* from the point to the outer side of its mark */
#define MARK_LONG 14
#define MARK_WIDE 6

/* What makes pictures differ. */
struct key {
	uint8_t at[SQUARES];
	uint8_t face, flipped, from, to;
};

static struct kept {
	struct key key;
	unsigned long used; /* 0 never */
	size_t length;
	char bytes[BOARD_PNG_MAX];
} * kept[KEPT_MAX];

static const int faces[] = { [BOARD_CLASSIC] = FACE_BOTH,
	[BOARD_HANZI] = FACE_HANZI,
	[BOARD_SIMPLIFIED] = FACE_SIMPLIFIED,
	[BOARD_LETTERS] = FACE_LETTERS,
	[BOARD_UNICODE] = -1 };

bool
board_png_has(enum board_style style)
{
	return faces[style] != -1;
}

bool
board_png_is_ready(void)
{
	return ink_palette() != NULL;
}

const char *
board_png_font(void)
{
	return ink_font();
}

/* Where a square's point lies. */
static int
point_x(uint8_t square, bool flipped)
{
	return INK_EDGE +
	    INK_CELL * (flipped ? FILES - 1 - square_file(square) : square_file(square));
}

static int
point_y(uint8_t square, bool flipped)
{
	return INK_EDGE +
	    INK_CELL * (flipped ? square_rank(square) : RANKS - 1 - square_rank(square));
}

static void
fill(uint8_t *points, int x, int y, int width, int height, enum ink ink)
{
	for (int row = y; row < y + height; row++)
		for (int column = x; column < x + width; column++) {
			uint8_t *byte = &points[row * INK_STRIDE + 1 + column / 2];

			*byte = (uint8_t)(column % 2 == 0 ? (*byte & 0x0f) | ink << 4 :
							    (*byte & 0xf0) | ink);
		}
}

/* Four angles around the point that the last move left, open to it. */
static void
add_corners(uint8_t *points, int x, int y)
{
	for (int dx = -1; dx <= 1; dx += 2) {
		for (int dy = -1; dy <= 1; dy += 2) {
			int far_x = x + dx * MARK_FAR, far_y = y + dy * MARK_FAR;

			fill(points, dx < 0 ? far_x : far_x - MARK_LONG,
			    dy < 0 ? far_y : far_y - MARK_WIDE, MARK_LONG, MARK_WIDE, INK_MARK);
			fill(points, dx < 0 ? far_x : far_x - MARK_WIDE,
			    dy < 0 ? far_y : far_y - MARK_LONG, MARK_WIDE, MARK_LONG, INK_MARK);
		}
	}
}

/* The whole picture, to be freed; NULL with err. */
static uint8_t *
put_together(const struct board *board, const struct key *key, struct err *err)
{
	bool flipped = key->flipped, is_drawn = true;
	const uint8_t *ground = ink_ground(flipped);
	size_t size = (size_t)INK_STRIDE * INK_HEIGHT;
	uint8_t *points = malloc(size);

	if (points == NULL)
		abort();
	if ((is_drawn = ground != NULL))
		memcpy(points, ground, size);
	for (uint8_t square = 0; is_drawn && square < SQUARES; square++) {
		uint8_t piece = board->at[square];
		enum rim rim = square == key->to ? RIM_MOVED : RIM_PLAIN;
		uint8_t *to = points +
		    (point_y(square, flipped) - INK_CELL / 2) * (ptrdiff_t)INK_STRIDE + 1 +
		    (point_x(square, flipped) - INK_CELL / 2) / 2;
		const struct disc *disc;

		if (piece == NO_PIECE)
			continue;
		if (piece_type(piece) == KING && side_in_check(board, piece_side(piece)))
			rim = RIM_ALARM;
		disc = ink_piece((enum face)key->face, piece, rim);
		is_drawn = disc != NULL;
		for (int y = 0; is_drawn && y < INK_CELL; y++, to += INK_STRIDE)
			memcpy(to + disc->begin[y], disc->rows[y] + disc->begin[y],
			    (size_t)(disc->end[y] - disc->begin[y]));
	}
	if (!is_drawn) {
		free(points);
		err_set(err, "cannot draw a picture");
		return NULL;
	}
	if (key->from != NO_SQUARE)
		add_corners(points, point_x(key->from, flipped), point_y(key->from, flipped));
	return points;
}

static void
put_number(uint8_t *at, uint32_t number)
{
	number = htonl(number);
	memcpy(at, &number, sizeof number);
}

/* A chunk of a PNG (its specification, 5.3): length, type, data, CRC of type and data. */
static void
add_chunk(struct kept *to, const char *type, const uint8_t *data, size_t length)
{
	uint8_t *at = (uint8_t *)to->bytes + to->length;

	put_number(at, (uint32_t)length);
	memcpy(at + 4, type, 4);
	memmove(at + 8, data, length);
	put_number(at + 8 + length, libdeflate_crc32(0, at + 4, length + 4));
	to->length += length + 12;
}

/* The fastest compression is good enough: a row is much like those above it. */
static int
encode(const uint8_t *points, struct kept *to, struct err *err)
{
	static struct libdeflate_compressor *compressor;
	static const uint8_t mark[8] = "\x89PNG\r\n\x1a\n";
	/* Width and height, then bits a point, palette, deflate, filters by row, no interlace. */
	uint8_t head[13] = { 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 0, 0, 0 };
	size_t length;

	if (compressor == NULL && (compressor = libdeflate_alloc_compressor(1)) == NULL)
		abort();
	put_number(head, INK_WIDTH);
	put_number(head + 4, INK_HEIGHT);
	memcpy(to->bytes, mark, sizeof mark);
	to->length = sizeof mark;
	add_chunk(to, "IHDR", head, sizeof head);
	add_chunk(to, "PLTE", ink_palette()[0], (size_t)INK_COLORS * 3);
	/* In its place; before and after it the frames of two chunks. */
	length = libdeflate_zlib_compress(compressor, points, (size_t)INK_STRIDE * INK_HEIGHT,
	    to->bytes + to->length + 8, sizeof to->bytes - to->length - 24);
	if (length == 0)
		return err_set(err, "cannot write a picture: it is too large");
	add_chunk(to, "IDAT", (uint8_t *)to->bytes + to->length + 8, length);
	add_chunk(to, "IEND", head, 0);
	return 0;
}

/* The picture of that key, or the place of the one that was not used for longest, its
 * `used` 0. */
static struct kept *
find_kept(const struct key *key)
{
	struct kept **oldest = &kept[0];

	for (int i = 0; i < KEPT_MAX; i++) {
		if (kept[i] == NULL && (kept[i] = calloc(1, sizeof *kept[i])) == NULL)
			abort();
		if (kept[i]->used != 0 && memcmp(&kept[i]->key, key, sizeof *key) == 0)
			return kept[i];
		if (kept[i]->used < (*oldest)->used)
			oldest = &kept[i];
		if (kept[i]->used == 0)
			break;
	}
	(*oldest)->used = 0;
	(*oldest)->key = *key;
	return *oldest;
}

int
board_png(struct arena *arena, const struct board *board, enum board_style style, bool flipped,
    const struct move *last, const char **bytes, size_t *length, struct err *err)
{
	static unsigned long uses;
	struct key key = { .face = (uint8_t)(board_png_has(style) ? faces[style] : FACE_BOTH),
		.flipped = flipped,
		.from = last != NULL ? last->from : NO_SQUARE,
		.to = last != NULL ? last->to : NO_SQUARE };
	struct kept *picture;
	uint8_t *points;
	int rc;

	memcpy(key.at, board->at, sizeof key.at);
	picture = find_kept(&key);
	if (picture->used == 0) {
		if ((points = put_together(board, &key, err)) == NULL)
			return -1;
		rc = encode(points, picture, err);
		free(points);
		if (rc == -1)
			return -1;
	}
	picture->used = ++uses;
	*bytes = memcpy(arena_alloc(arena, picture->length), picture->bytes, picture->length);
	*length = picture->length;
	return 0;
}
