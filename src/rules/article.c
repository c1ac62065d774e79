/* SPDX-License-Identifier: ISC */
/*
 * Which article of the Asian rule book a loop's verdict rests on.
 *
 * The verdict itself never depends on this: the book's articles are cases of
 * one definition (rules/repeat.h), named here so that a player can look his
 * case up.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/referee.h"

/* What the losing side's chase looked like, over the whole stretch. */
struct chase {
	enum piece_type	victim;
	unsigned	attackers;	/* 1 << type, of all */
	uint32_t	every_move;	/* attackers, by number, that took part in every move */
	bool		moved;		/* the victim or an attacker moved */
	bool		fake_root;	/* a protector that could not take back */
};

/* How a side behaved in a loop that nobody loses. */
struct habits {
	int	moves, checks, chases;
	int	excused[EXCUSE_UNCROSSED + 1];	/* moves, by excuse */
};

#define R	(1u << ROOK)
#define H	(1u << HORSE)
#define C	(1u << CANNON)

static const struct {
	enum piece_type	 victim;
	unsigned	 attackers;
	const char	*article;
} chase_articles[] = {
	{ROOK, C, "000:15"},
	{ROOK, C | H, "000:20"},
	{ROOK, H, "000:21"},
	{ROOK, R, "000:27"},
	{CANNON, R, "000:18"},
	{CANNON, C, "000:24"},
	{HORSE, R, "000:23"},
	{HORSE, H, "000:24"},
	{HORSE, C, "000:25"},
	{GUARD, C, "000:25"},
	{ELEPHANT, C, "000:25"},
	{SOLDIER, C, "000:25"},
	{SOLDIER, R, "000:31"},
};

/* The general rule against chasing one piece (seed 000, general rules 3). */
#define ARTICLE_CHASE	"000:3.3"

static bool
root_is_fake(const struct board *board, struct move capture)
{
	enum side victims = piece_side(board->at[capture.to]);
	struct board after = *board;

	board_set_turn(&after, side_other(victims));
	board_play(&after, capture);
	return square_is_attacked(&after, capture.to, victims) &&
	    !capture_is_answered(board, capture);
}

static void
chase_add(struct chase *chase, const struct repeat *repeat, const struct deed *deed,
    uint32_t victim)
{
	const struct board *board = &repeat->board;
	uint32_t now = 0;

	for (int i = 0; i < deed->threat_count; i++) {
		struct move capture = {deed->threats[i].attacker, deed->threats[i].victim};

		if (repeat->number[capture.to] != victim)
			continue;
		chase->victim = piece_type(board->at[capture.to]);
		chase->attackers |= 1u << piece_type(board->at[capture.from]);
		chase->fake_root |= root_is_fake(board, capture);
		now |= UINT32_C(1) << repeat->number[capture.from];
	}
	chase->every_move &= now;
}

static struct move
stretch_at(const struct stretch *stretch, int i)
{
	return i == stretch->count - 1 ? stretch->last : stretch->moves[i];
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
	struct chase chase = {.every_move = UINT32_MAX};
	uint8_t victim = number_at_end(stretch, victim_square);
	struct repeat repeat;
	struct deed deed;

	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		struct move move = stretch_at(stretch, i);
		bool mine = repeat.board.turn == side;
		enum piece_type type = piece_type(repeat.board.at[move.from]);

		repeat_move(&repeat, move, &deed);
		if (mine)
			chase_add(&chase, &repeat, &deed, victim);
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

static const char *
article_of_chase(const struct stretch *stretch, enum side side, uint8_t victim)
{
	struct chase chase = chase_of(stretch, side, victim);

	if (chase.victim == ROOK && chase.attackers == C && !chase.moved)
		return "000:26";
	if (chase.fake_root && chase.victim != ROOK)
		return "000:34";
	if (chase.every_move == 0 && chase.victim != ROOK)
		return "000:33";
	return article_by_types(chase.victim, chase.attackers);
}

static void
watch(const struct stretch *stretch, struct habits habits[2])
{
	struct repeat repeat;
	struct deed deed;

	memset(habits, 0, 2 * sizeof(*habits));
	repeat_begin(&repeat, stretch->start);
	for (int i = 0; i < stretch->count; i++) {
		const struct board before = repeat.board;
		struct habits *mover = &habits[before.turn];
		struct move move = stretch_at(stretch, i), attack;

		repeat_move(&repeat, move, &deed);
		mover->moves++;
		if (deed.check)
			mover->checks++;
		else if (deed.threat_count > 0)
			mover->chases++;
		else
			mover->excused[excuse_find(&before, &repeat.board, move, &attack)]++;
	}
}

/* A side that attacked on every move, and what excused it; NULL if it did not. */
static const char *
article_of_attacks(const struct habits *habits)
{
	if (habits->checks > 0 || habits->excused[EXCUSE_NONE] > 0)
		return NULL;
	if (habits->excused[EXCUSE_PROTECTED] > 0)
		return "000:3.6";
	if (habits->excused[EXCUSE_EXCHANGE] > 0)
		return "000:3.7";
	if (habits->excused[EXCUSE_ATTACKER] > 0)
		return "000:3.9";
	return habits->excused[EXCUSE_UNCROSSED] > 0 ? ARTICLE_CHASE : "000:3.4";
}

/* General rules 2 to 9, and basic principle 1. */
static const char *
article_of_peace(const struct stretch *stretch)
{
	struct habits habits[2];
	const char *article;

	watch(stretch, habits);
	for (int side = RED; side <= GREEN; side++) {
		article = article_of_attacks(&habits[side]);
		if (article != NULL)
			return article;
	}
	return habits[RED].checks > 0 || habits[GREEN].checks > 0 ? "000:3.2" : "000:2.1";
}

static const char *
article_of_check(const struct stretch *stretch, enum side checker)
{
	struct habits habits[2];

	watch(stretch, habits);
	return habits[side_other(checker)].checks > 0 ? "000:8" : "000:6";
}

const char *
article_of(const struct stretch *stretch, const struct verdict *verdict)
{
	switch (verdict->reason) {
	case REASON_PERPETUAL_CHECK:
		if (verdict->level[side_other(verdict->loser)] != LEVEL_PERMITTED)
			return "000:2.3";
		return article_of_check(stretch, verdict->loser);
	case REASON_PERPETUAL_CHASE:
		return article_of_chase(stretch, verdict->loser, verdict->victim[verdict->loser]);
	case REASON_PERPETUAL_CUT:
		return "000:add";
	case REASON_MUTUAL:
		return verdict->level[RED] == LEVEL_CHECK ? "000:7" : "000:2.2";
	default:
		return article_of_peace(stretch);
	}
}
