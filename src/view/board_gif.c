/* SPDX-License-Identifier: ISC */
/*
 * A game as a film, encoded by giflib (board_gif.h).
 */
#include "view/board_gif.h"

#include <gif_lib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "view/board_draw.h"
#include "view/board_png.h"

#define TENTHS    6
#define WIDTH     BOARD_WIDTH(TENTHS)
#define HEIGHT    BOARD_HEIGHT(TENTHS)
#define POINTS    (WIDTH * HEIGHT)
#define UNCHANGED BOARD_COLORS /* the colour of points that stay as they were */
#define COLORS    16           /* a power of two, for the palette */
/* Hundredths of a second. */
#define EACH 120
#define LAST 600

struct rectangle {
	int left, top, width, height;
};

struct encoder {
	GifFileType *gif;
	struct str out;
	uint8_t before[POINTS], now[POINTS];
};

static int
add_bytes(GifFileType *gif, const GifByteType *bytes, int length)
{
	struct encoder *encoder = gif->UserData;

	str_addn(&encoder->out, (const char *)bytes, (size_t)length);
	return encoder->out.full ? 0 : length;
}

/* The palette, and that it begins again for ever. */
static bool
put_head(struct encoder *encoder)
{
	static const GifByteType forever[] = { 1, 0, 0 };
	GifColorType colors[COLORS] = { 0 };
	ColorMapObject *map;
	bool is_put;

	for (int i = 0; i < BOARD_COLORS; i++)
		colors[i] = (GifColorType){ board_palette[i].red, board_palette[i].green,
			board_palette[i].blue };
	map = GifMakeMapObject(COLORS, colors);
	EGifSetGifVersion(encoder->gif, true);
	is_put = map != NULL &&
	    EGifPutScreenDesc(encoder->gif, WIDTH, HEIGHT, 8, 0, map) == GIF_OK &&
	    EGifPutExtensionLeader(encoder->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
	    EGifPutExtensionBlock(encoder->gif, 11, "NETSCAPE2.0") == GIF_OK &&
	    EGifPutExtensionBlock(encoder->gif, sizeof forever, forever) == GIF_OK &&
	    EGifPutExtensionTrailer(encoder->gif) == GIF_OK;
	GifFreeMapObject(map);
	return is_put;
}

/* Where encoder->now differs from encoder->before; one point, where nothing does. */
static struct rectangle
find_change(const struct encoder *encoder)
{
	int left = WIDTH, right = -1, top = HEIGHT, bottom = -1;

	for (int i = 0; i < POINTS; i++) {
		int x = i % WIDTH, y = i / WIDTH;

		if (encoder->now[i] == encoder->before[i])
			continue;
		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y;
	}
	return right == -1 ? (struct rectangle){ 0, 0, 1, 1 } :
			     (struct rectangle){ left, top, right - left + 1, bottom - top + 1 };
}

/* is_first: the whole board. */
static bool
put_frame(struct encoder *encoder, bool is_first, int delay)
{
	struct rectangle at = is_first ? (struct rectangle){ 0, 0, WIDTH, HEIGHT } :
					 find_change(encoder);
	GraphicsControlBlock control = { .DisposalMode = DISPOSE_DO_NOT,
		.DelayTime = delay,
		.TransparentColor = is_first ? NO_TRANSPARENT_COLOR : UNCHANGED };
	GifByteType bytes[4], line[WIDTH];

	EGifGCBToExtension(&control, bytes);
	if (EGifPutExtension(encoder->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) != GIF_OK ||
	    EGifPutImageDesc(encoder->gif, at.left, at.top, at.width, at.height, false, NULL) !=
		GIF_OK)
		return false;
	for (int y = at.top; y < at.top + at.height; y++) {
		for (int x = 0; x < at.width; x++) {
			int i = y * WIDTH + at.left + x;

			line[x] = is_first || encoder->now[i] != encoder->before[i] ?
			    encoder->now[i] :
			    UNCHANGED;
		}
		if (EGifPutLine(encoder->gif, line, at.width) != GIF_OK)
			return false;
	}
	return true;
}

static bool
put_game(struct encoder *encoder, struct board *board, struct look *look, const struct move *moves,
    int count)
{
	if (!put_head(encoder))
		return false;
	for (int i = 0; i <= count; i++) {
		if (i > 0) {
			board_play(board, moves[i - 1]);
			look->from = moves[i - 1].from;
			look->to = moves[i - 1].to;
		}
		if (!board_draw(board, look, TENTHS, encoder->now) ||
		    !put_frame(encoder, i == 0, i == count ? LAST : EACH))
			return false;
		memcpy(encoder->before, encoder->now, sizeof encoder->before);
	}
	return true;
}

int
board_gif(struct arena *arena, const struct board *start, const struct move *moves, int count,
    enum board_style style, bool flipped, const char **bytes, size_t *length, struct err *err)
{
	struct encoder *encoder = arena_alloc(arena, sizeof *encoder);
	struct board board = *start;
	struct look look = { .style = board_png_has(style) ? (uint8_t)style : BOARD_CLASSIC,
		.flipped = flipped,
		.from = NO_SQUARE,
		.to = NO_SQUARE };
	bool is_drawn;
	int why;

	str_init(&encoder->out, arena, 0);
	if ((encoder->gif = EGifOpen(encoder, add_bytes, &why)) == NULL)
		return err_set(err, "cannot draw a film: no memory");
	is_drawn = put_game(encoder, &board, &look, moves, count);
	if (EGifCloseFile(encoder->gif, &why) != GIF_OK || !is_drawn)
		return err_set(err, "cannot draw a film");
	*bytes = encoder->out.data;
	*length = encoder->out.length;
	return 0;
}
