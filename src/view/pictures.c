/* SPDX-License-Identifier: ISC */
/*
 * The boards of one letter as pictures (pictures.h).
 *
 * A mark begins with a control, which no text of ours or of a stranger's has.
 */
#include "view/pictures.h"

#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "game/game.h"
#include "rules/fen.h"
#include "view/board_png.h"

#define MARK '\001'

static int
find_id(const struct pictures *pictures, const char *id)
{
	for (int i = 0; i < pictures->count; i++)
		if (strcmp(pictures->at[i].id, id) == 0)
			return i;
	return pictures->count;
}

static const char *
content_id(struct arena *arena, const struct picture *picture, const char *domain)
{
	char digest[65];

	digest_pieces(&(struct piece){ picture->bytes, picture->length }, 1, digest);
	return arena_printf(arena, "board-%.16s@%s", digest, domain);
}

const char *
pictures_add(struct pictures *pictures, struct arena *arena, const struct game *game, int ply,
    bool flipped, const char *domain)
{
	struct board board = game->board;
	struct picture picture = { .last = "" };
	char fen[FEN_SIZE], move[8];
	struct err ignored;
	int place;

	game_board_at(game, ply, &board);
	if (pictures->count == PICTURES_MAX ||
	    board_png(arena, &board, flipped, ply > 0 ? &game->moves[ply - 1] : NULL,
		&picture.bytes, &picture.length, &ignored) == -1)
		return NULL;
	picture.id = content_id(arena, &picture, domain);
	fen_write(&board, 0, 1, fen);
	picture.fen = arena_strndup(arena, fen, strcspn(fen, " ") + 2);
	if (ply > 0) {
		move_write(game->moves[ply - 1], move);
		picture.last = arena_strdup(arena, move);
		picture.number = game_move_number(game, ply - 1);
	}
	place = find_id(pictures, picture.id);
	pictures->at[place] = picture;
	pictures->count += place == pictures->count;
	return arena_printf(arena, "%c%d", MARK, place);
}

const struct picture *
pictures_find(const struct pictures *pictures, const char *line)
{
	int place = line[0] == MARK ? line[1] - '0' : PICTURES_MAX;

	return place >= 0 && place < pictures->count ? &pictures->at[place] : NULL;
}
