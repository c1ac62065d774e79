/* SPDX-License-Identifier: ISC */
/*
 * Which article of the Asian rule book a loop's verdict rests on.
 *
 * The verdict itself never depends on this: the book's articles are cases of
 * one definition (repeat.h), named here so that players can look their case up.
 * Most articles on losing chases say who chases whom; some say what was special
 * about it (a tied rook, a king that chases too, an exchange offered), and those
 * go first.  What the moves do not show for certain is named by a general rule:
 * a wrong article would be worse than none.
 */

#include "rules/board_lines.h"
#include "rules/movegen.h"
#include "rules/referee/internal.h"
#include "rules/shape.h"

#define BIT(n) (UINT32_C(1) << (n))

/* General rules, where nothing more special is found. */
#define ARTICLE_CHASE "000:3.3" /* against chasing one piece */
#define ARTICLE_DRAW  "000:2.1"

/* What the losing side's chase looked like, over the whole stretch. */
struct chase {
	enum piece_type victim;
	uint32_t attackers;  /* 1 << type, of all */
	uint32_t every_move; /* attackers, by number, that took part in every move */
	bool moved;          /* the victim or an attacker moved */
	bool countered;      /* the victim chased, too, and was protected */
	bool is_protected;   /* a protector could take back */
	bool fake_root;      /* a protector that could not */
	bool offered;        /* some move offered to exchange the victim, too */
	/* After every move of the chaser: */
	bool escorted; /* the king or soldier that moved attacked the victim */
	bool tied;     /* the victim, a rook, could not move before a horse */
	bool menaced;  /* the victim, before a cannon, pinned the chaser's rook */
};

#define R BIT(ROOK)
#define H BIT(HORSE)
#define C BIT(CANNON)

static const struct {
	enum piece_type victim;
	uint32_t attackers;
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

static void
chase_add(
    struct chase *chase, const struct repeat *repeat, const struct effect *effect, uint8_t victim)
{
	const struct board *board = &repeat->board;
	uint32_t now = 0;

	for (int i = 0; i < effect->threat_count; i++) {
		struct move capture = { effect->threats[i].attacker, effect->threats[i].victim };

		if (capture.to != victim)
			continue;
		chase->victim = piece_type(board->at[capture.to]);
		chase->attackers |= BIT(piece_type(board->at[capture.from]));
		chase->is_protected |= threat_reason(board, capture) == THREAT_GREATER;
		chase->fake_root |= threat_reason(board, capture) == THREAT_FAKE_ROOT;
		now |= BIT(repeat->number[capture.from]);
	}
	chase->every_move &= now;
}

static bool
is_escorted(const struct board *board, uint8_t mover, uint8_t victim)
{
	enum piece_type type = piece_type(board->at[mover]);

	return (type == KING || type == SOLDIER) &&
	    capture_stands(board, (struct move){ mover, victim });
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
		uint32_t last = bit_lowest(bits_beyond(bits_beyond(ray.all)));

		if ((own & ray.of[side]) != 0 && (pinning & ray.of[other]) != 0 &&
		    (last & ray.of[other]) != 0 &&
		    piece_type(board->at[ray_square(king, direction, own)]) == ROOK &&
		    ray_square(king, direction, pinning) == victim &&
		    piece_type(board->at[ray_square(king, direction, last)]) == CANNON)
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
		if (!capture_stands(before, earlier))
			return true;
	}
	return false;
}

/* victim: where it stands at the end. */
static struct chase
chase_of(const struct stretch *stretch, enum side side, uint8_t victim)
{
	struct chase chase = {
		.every_move = UINT32_MAX, .escorted = true, .tied = true, .menaced = true
	};
	struct repeat repeat;
	struct effect effect;

	for (int i = stretch->count - 1; i >= 0; i--)
		if (stretch_at(stretch, i).to == victim)
			victim = stretch_at(stretch, i).from;
	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		const struct board before = repeat.board;
		struct move move = stretch_at(stretch, i);

		repeat_move(&repeat, move, &effect);
		if (before.turn == side) {
			chase_add(&chase, &repeat, &effect, victim);
			chase.offered |= offers_exchange(&before, &repeat.board, move, victim);
			chase.escorted &= is_escorted(&repeat.board, move.to, victim);
			chase.tied &= is_tied(&repeat.board, victim);
			chase.menaced &= is_menaced(&repeat.board, side, victim);
			chase.moved |= piece_type(repeat.board.at[move.to]) == CANNON;
		} else {
			chase.moved |= move.from == victim;
			victim = move.from == victim ? move.to : victim;
			for (int n = 0; n < effect.threat_count; n++)
				chase.countered |= effect.threats[n].attacker == victim;
		}
	}
	chase.countered &= chase.is_protected;
	return chase;
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

static const char *
article_of_chase(const struct stretch *stretch, const struct verdict *verdict)
{
	enum side side = verdict->loser;
	struct chase chase = chase_of(stretch, side, verdict->victim[side]);
	bool innocent = verdict->level[side_other(side)] == LEVEL_PERMITTED;
	const char *manner = article_by_manner(&chase);
	bool several_types = (chase.attackers & (chase.attackers - 1)) != 0;

	if (manner != NULL)
		return manner;
	/* A protected rook that chases back, as it may, is met in article 15 (diagram 21). */
	if (chase.victim == ROOK && chase.attackers == C && !chase.moved &&
	    !(chase.countered && innocent))
		return "000:26";
	if (chase.fake_root && chase.victim != ROOK)
		return "000:34";
	if (chase.every_move == 0 && chase.victim != ROOK)
		return "000:33";
	for (size_t i = 0; i < sizeof(chase_articles) / sizeof(chase_articles[0]); i++)
		if (chase_articles[i].victim == chase.victim &&
		    chase_articles[i].attackers == chase.attackers)
			return chase_articles[i].article;
	return several_types ? "000:33" : ARTICLE_CHASE;
}

static bool
has_checked(const struct stretch *stretch, enum side side)
{
	struct board board = *stretch->start;

	for (int i = 0; i < stretch->count; i++) {
		board_play(&board, stretch_at(stretch, i));
		if (board.turn != side && side_in_check(&board, side_other(side)))
			return true;
	}
	return false;
}

/* Both chase for ever: a rook and a horse have an article of their own. */
static const char *
article_of_mutual(const struct stretch *stretch, const struct verdict *verdict)
{
	struct board end = *stretch->start;
	uint32_t victims = 0;

	if (verdict->level[RED] == LEVEL_CHECK)
		return "000:7";
	for (int i = 0; i < stretch->count; i++)
		board_play(&end, stretch_at(stretch, i));
	for (int side = RED; side <= GREEN; side++)
		victims |= BIT(piece_type(end.at[verdict->victim[side]]));
	return victims == (BIT(ROOK) | BIT(HORSE)) ? "000:22" : "000:2.2";
}

const char *
article_of(const struct stretch *stretch, const struct verdict *verdict)
{
	switch (verdict->reason) {
	case REASON_PERPETUAL_CHECK:
		return has_checked(stretch, side_other(verdict->loser)) ? "000:8" : "000:6";
	case REASON_PERPETUAL_CHASE:
		return article_of_chase(stretch, verdict);
	case REASON_PERPETUAL_CUT:
		return "000:add";
	case REASON_MUTUAL:
		return article_of_mutual(stretch, verdict);
	default:
		return ARTICLE_DRAW;
	}
}
