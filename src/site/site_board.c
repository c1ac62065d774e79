/* SPDX-License-Identifier: ISC */
/*
 * The board of a game's page as SVG (site_internal.h).
 *
 * The picture shows the last position.  Before it stand markers, from the last ply to the start,
 * each with the id p and its number; for the one that is the target, and for all after it, a rule
 * each moves one piece, and later rules outweigh earlier ones: what is the target shows the game
 * after that ply, without any script.
 */
#include <string.h>

#include "base/str.h"
#include "site/site_internal.h"
#include "view/board_text.h"

#define X(square) (10 + 10 * square_file(square))
#define Y(square) (10 + 10 * (RANKS - 1 - square_rank(square)))
#define NOBODY    0xff

/* Which piece, numbered by where it began, stands where. */
struct men {
	uint8_t at[SQUARES]; /* its number, or NOBODY */
	uint8_t piece[SQUARES], begins[SQUARES], stands[SQUARES];
	bool is_taken[SQUARES];
	int count;
};

static void
men_begin(struct men *men, const struct board *board)
{
	memset(men, 0, sizeof *men);
	for (uint8_t square = 0; square < SQUARES; square++) {
		men->at[square] = NOBODY;
		if (board->at[square] == NO_PIECE)
			continue;
		men->piece[men->count] = board->at[square];
		men->begins[men->count] = men->stands[men->count] = square;
		men->at[square] = (uint8_t)men->count++;
	}
}

/* A rule for the marker of a ply, and for those of later ones. */
static void
add_rule(struct str *rules, int ply, int man, const char *what)
{
	str_addf(
	    rules, ":target~#p%d~svg .k%d,#p%d:target~svg .k%d{%s}\n", ply, man, ply, man, what);
}

static void
add_move(struct str *rules, struct men *men, int ply, struct move move)
{
	int man = men->at[move.from], taken = men->at[move.to];
	char place[64];

	if (taken != NOBODY) {
		men->is_taken[taken] = true;
		add_rule(rules, ply, taken, "display:none");
	}
	str_format(place, sizeof place, "transform:translate(%dpx,%dpx)", X(move.to), Y(move.to));
	add_rule(rules, ply, man, place);
	str_addf(rules, "#p%d:target~svg .t{%s;display:inline}\n", ply, place);
	str_addf(rules, "#p%d:target~svg .f{transform:translate(%dpx,%dpx);display:inline}\n", ply,
	    X(move.from), Y(move.from));
	men->at[move.to] = (uint8_t)man;
	men->at[move.from] = NOBODY;
	men->stands[man] = move.to;
}

static void
add_lines(struct str *picture)
{
	str_add(picture, "<path class=\"lines\" d=\"");
	for (int rank = 0; rank < RANKS; rank++)
		str_addf(picture, "M10 %dH90", 10 + 10 * rank);
	for (int file = 0; file < FILES; file++)
		str_addf(picture, file % (FILES - 1) == 0 ? "M%d 10V100" : "M%d 10V50m0 10V100",
		    10 + 10 * file);
	str_add(
	    picture, "M40 10L60 30M60 10L40 30M40 80L60 100M60 80L40 100\"/>\n<g class=\"names\">");
	for (int file = 0; file < FILES; file++)
		str_addf(picture, "<text x=\"%d\" y=\"110\">%c</text>", 10 + 10 * file, 'A' + file);
	for (int rank = 0; rank < RANKS; rank++)
		str_addf(
		    picture, "<text x=\"2.5\" y=\"%d\">%d</text>", 10 + 10 * rank, RANKS - rank);
	str_add(picture, "</g>\n");
}

static void
add_mark(struct str *picture, const char *class, uint8_t square)
{
	str_addf(picture, "<circle class=\"%s\" r=\"4.9\" transform=\"translate(%d %d)\"/>\n",
	    class, X(square), Y(square));
}

void
site_board(struct str *picture, struct str *rules, const struct game *game)
{
	struct men men;

	men_begin(&men, &game->start);
	str_add(rules, ":target~svg .f,:target~svg .t{display:none}\n");
	for (int man = 0; man < men.count; man++)
		str_addf(rules, ":target~svg .k%d{display:inline;transform:translate(%dpx,%dpx)}\n",
		    man, X(men.begins[man]), Y(men.begins[man]));
	for (int i = 0; i < game->length; i++)
		add_move(rules, &men, i + 1, game->moves[i]);
	add_lines(picture);
	if (game->length > 0) {
		add_mark(picture, "f", game->moves[game->length - 1].from);
		add_mark(picture, "t", game->moves[game->length - 1].to);
	}
	for (int man = 0; man < men.count; man++)
		str_addf(picture,
		    "<g class=\"k%d %s%s\" transform=\"translate(%d %d)\"><circle r=\"4.5\"/>"
		    "<text>%s</text></g>\n",
		    man, side_name(piece_side(men.piece[man])), men.is_taken[man] ? " off" : "",
		    X(men.stands[man]), Y(men.stands[man]), piece_hanzi(men.piece[man]));
}
