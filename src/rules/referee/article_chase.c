/* SPDX-License-Identifier: ISC */
/*
 * Which article of the Asian rule book a losing chase falls under.
 *
 * Most articles say who chases whom; some say what was special about it (a
 * tied rook, a king that chases too, an exchange offered), and those go first.
 * What fits no article is named by the general rule.
 */
#include <string.h>

#include "rules/line_masks.h"
#include "rules/movegen.h"
#include "rules/referee/judges.h"
#include "rules/shape.h"

/* What the losing side's chase looked like, over the whole stretch. */
struct chase {
	enum piece_type victim;
	unsigned attackers;  /* 1 << type, of all */
	uint32_t every_move; /* attackers, by number, that took part in every move */
	bool moved;          /* the victim or an attacker moved */
	bool fake_root;      /* a protector that could not take back */
	bool offered;        /* some move offered to exchange the victim, too */
	/* After every move of the chaser: */
	bool escorted; /* the king or soldier that moved attacked the victim */
	bool tied;     /* the victim, a rook, could not move before a horse */
	bool menaced;  /* the victim, before a cannon, pinned the chaser's rook */
};

#define R (1u << ROOK)
#define H (1u << HORSE)
#define C (1u << CANNON)

static const struct {
	enum piece_type victim;
	unsigned attackers;
	const char *article;
} chase_articles[] = {
	{ ROOK, C, "000:15" },
	{ ROOK, C | H, "000:20" },
	{ ROOK, H, "000:21" },
	{ ROOK, R, "000:27" },
	{ CANNON, R, "000:18" },
	{ CANNON, C, "000:24" },
	{ HORSE, R, "000:23" },
	{ HORSE, H, "000:24" },
	{ HORSE, C, "000:25" },
	{ GUARD, C, "000:25" },
	{ ELEPHANT, C, "000:25" },
	{ SOLDIER, C, "000:25" },
	{ SOLDIER, R, "000:31" },
};

/* The general rule against chasing one piece (seed 000, general rules 3). */
#define ARTICLE_CHASE "000:3.3"

static void
chase_add(
    struct chase *chase, const struct repeat *repeat, const struct effect *effect, uint32_t victim)
{
	const struct board *board = &repeat->board;
	uint32_t now = 0;

	for (int i = 0; i < effect->threat_count; i++) {
		struct move capture = { effect->threats[i].attacker, effect->threats[i].victim };

		if (repeat->number[capture.to] != victim)
			continue;
		chase->victim = piece_type(board->at[capture.to]);
		chase->attackers |= 1u << piece_type(board->at[capture.from]);
		chase->fake_root |= threat_reason(board, capture) == THREAT_FAKE_ROOT;
		now |= UINT32_C(1) << repeat->number[capture.from];
	}
	chase->every_move &= now;
}

static bool
is_escorted(const struct board *board, uint8_t mover, uint8_t victim)
{
	enum piece_type type = piece_type(board->at[mover]);
	struct move captures[MOVES_MAX];
	int count;

	if (type != KING && type != SOLDIER)
		return false;
	count = captures_from(board, mover, captures);
	for (int i = 0; i < count; i++)
		if (captures[i].to == victim)
			return true;
	return false;
}

/* A rook that must stay, because a horse would else give check; it may take that
 * horse at most. */
static bool
is_tied(const struct board *board, uint8_t victim)
{
	enum side side = piece_side(board->at[victim]);
	struct board without = *board;
	struct move moves[MOVES_MAX];
	uint8_t squares[16];
	int count = moves_legal(board, moves);

	if (piece_type(board->at[victim]) != ROOK)
		return false;
	for (int i = 0; i < count; i++)
		if (moves[i].from == victim && piece_type(board->at[moves[i].to]) != HORSE)
			return false;
	board_put(&without, victim, NO_PIECE);
	count = checkers(&without, side_other(side), squares);
	for (int i = 0; i < count; i++)
		if (piece_type(without.at[squares[i]]) == HORSE)
			return true;
	return false;
}

/* From its king the chaser sees a rook of its own, then the victim, then a cannon. */
static bool
is_menaced(const struct board *board, enum side side, uint8_t victim)
{
	uint8_t king = board->king[side];
	enum side other = side_other(side);

	for (enum direction direction = 0; direction < DIRECTIONS; direction++) {
		struct ray ray = ray_from(board, king, direction);
		uint32_t own = bit_lowest(ray.all), pinning = bit_lowest(bits_beyond(ray.all));
		uint32_t behind = bit_lowest(bits_beyond(bits_beyond(ray.all)));

		if ((own & ray.of[side]) != 0 && (pinning & ray.of[other]) != 0 &&
		    (behind & ray.of[other]) != 0 &&
		    piece_type(board->at[ray_square(king, direction, own)]) == ROOK &&
		    ray_square(king, direction, pinning) == victim &&
		    piece_type(board->at[ray_square(king, direction, behind)]) == CANNON)
			return true;
	}
	return false;
}

/* Does the move attack the victim with one of its own kind that it could take? */
static bool
offers_exchange(
    const struct board *before, const struct board *after, struct move move, uint8_t victim)
{
	enum side side = (enum side)before->turn;
	struct move attacks[MOVES_MAX];
	int count = attacks_list(after, side, attacks);

	for (int i = 0; i < count; i++) {
		struct move earlier = attacks[i];

		if (attacks[i].to != victim || exemption_of(after, attacks[i]) != EXEMPT_EXCHANGE)
			continue;
		if (earlier.from == move.to)
			earlier.from = move.from;
		if (!piece_can_take(before, earlier))
			return true;
	}
	return false;
}

static void
chase_look(struct chase *chase, const struct board *before, const struct board *after,
    struct move move, uint8_t victim)
{
	enum side side = (enum side)before->turn;

	chase->offered |= offers_exchange(before, after, move, victim);
	chase->escorted &= is_escorted(after, move.to, victim);
	chase->tied &= is_tied(after, victim);
	chase->menaced &= is_menaced(after, side, victim);
}

static uint8_t
square_of_number(const struct repeat *repeat, uint32_t number)
{
	uint8_t square = 0;

	while (repeat->board.at[square] == NO_PIECE || repeat->number[square] != number)
		square++;
	return square;
}

static uint8_t
number_at_end(const struct stretch *stretch, uint8_t square)
{
	struct repeat repeat;

	repeat_begin(&repeat, stretch->start);
	for (int i = stretch->count - 1; i >= 0; i--)
		if (stretch_at(stretch, i).to == square)
			square = stretch_at(stretch, i).from;
	return repeat.number[square];
}

static struct chase
chase_of(const struct stretch *stretch, enum side side, uint8_t victim_square)
{
	struct chase chase = {
		.every_move = UINT32_MAX, .escorted = true, .tied = true, .menaced = true
	};
	uint8_t victim = number_at_end(stretch, victim_square);
	struct repeat repeat;
	struct effect effect;

	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		const struct board before = repeat.board;
		struct move move = stretch_at(stretch, i);
		bool mine = before.turn == side;
		enum piece_type type = piece_type(before.at[move.from]);

		repeat_move(&repeat, move, &effect);
		if (mine) {
			chase_add(&chase, &repeat, &effect, victim);
			chase_look(&chase, &before, &repeat.board, move,
			    square_of_number(&repeat, victim));
		}
		chase.moved |= mine ? type == CANNON : repeat.number[move.to] == victim;
	}
	return chase;
}

static const char *
article_by_types(enum piece_type victim, unsigned attackers)
{
	bool several_types = (attackers & (attackers - 1)) != 0;

	for (size_t i = 0; i < sizeof(chase_articles) / sizeof(chase_articles[0]); i++)
		if (chase_articles[i].victim == victim && chase_articles[i].attackers == attackers)
			return chase_articles[i].article;
	return several_types ? "000:33" : ARTICLE_CHASE;
}

/* What was special about it, if anything. */
static const char *
article_by_manner(const struct chase *chase)
{
	if (chase->victim == ROOK && chase->menaced && (chase->attackers & (H | C)) != 0)
		return "000:37";
	if (chase->tied)
		return "000:19";
	if (chase->escorted)
		return "000:30";
	return chase->offered ? "000:36" : NULL;
}

const char *
article_of_chase(const struct stretch *stretch, enum side side, uint8_t victim)
{
	struct chase chase = chase_of(stretch, side, victim);
	const char *manner = article_by_manner(&chase);

	if (manner != NULL)
		return manner;
	if (chase.victim == ROOK && chase.attackers == C && !chase.moved)
		return "000:26";
	if (chase.fake_root && chase.victim != ROOK)
		return "000:34";
	if (chase.every_move == 0 && chase.victim != ROOK)
		return "000:33";
	return article_by_types(chase.victim, chase.attackers);
}
