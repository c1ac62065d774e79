/* SPDX-License-Identifier: ISC */
/*
 * The moves of a game as one text, "H3-E3 H10-G8 ...": written and read (games.h).
 */
#include "store/games_internal.h"

void
moves_line(const struct game *game, int count, char *end)
{
	*end = '\0';
	for (int i = 0; i < count; i++) {
		if (i > 0)
			*end++ = ' ';
		end = move_write(game->moves[i], end);
	}
}

bool
moves_line_next(const char **line, struct move *move)
{
	if (!square_read(line, &move->from) || *(*line)++ != '-' || !square_read(line, &move->to))
		return false;
	if (**line == ' ' && (*line)[1] != '\0')
		++*line;
	else if (**line != '\0')
		return false;
	return true;
}
