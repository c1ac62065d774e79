/* SPDX-License-Identifier: ISC */
/*
 * One game as a state machine: offered, playing, over.
 *
 * `board` is always `start` with `moves` played, and nothing leaves GAME_OVER.
 * Whether a move is legal by the basic rules is the caller's question
 * (rules/status.h words the answer); what it comes to is the referee's.
 */
#include "game/game.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "rules/movegen.h"
#include "rules/status.h"

#define ENDING_NAME(name, word) word,
static const char *const ending_names[] = { ENDINGS(ENDING_NAME) };

/* The ends that a verdict brings about; none for the others. */
static const enum ending verdict_endings[] = {
	[REASON_CHECKMATE] = ENDING_CHECKMATE,
	[REASON_STALEMATE] = ENDING_STALEMATE,
	[REASON_PERPETUAL_CHECK] = ENDING_PERPETUAL_CHECK,
	[REASON_PERPETUAL_CHASE] = ENDING_PERPETUAL_CHASE,
	[REASON_PERPETUAL_CUT] = ENDING_PERPETUAL_CHASE,
	[REASON_REPETITION] = ENDING_REPETITION,
	[REASON_MUTUAL] = ENDING_REPETITION,
	[REASON_DEAD_POSITION] = ENDING_DEAD_POSITION,
	[REASON_NO_CAPTURE] = ENDING_NO_CAPTURE,
	[REASON_EFFECTIVE_MOVES] = ENDING_EFFECTIVE_MOVES,
	[REASON_LENGTH] = ENDING_LENGTH,
};

const char *
ending_name(enum ending ending)
{
	return ending_names[ending];
}

bool
ending_find(const char *name, enum ending *out)
{
	int i = str_index(ending_names, sizeof ending_names / sizeof *ending_names, name);

	if (i != -1)
		*out = (enum ending)i;
	return i != -1;
}

bool
ending_is_by_verdict(enum ending ending)
{
	for (size_t i = 0; i < sizeof verdict_endings / sizeof *verdict_endings; i++)
		if (ending != ENDING_NONE && verdict_endings[i] == ending)
			return true;
	return false;
}

struct game *
game_new(struct arena *arena, int64_t now)
{
	struct game *game = arena_alloc(arena, sizeof *game);

	game->arena = arena;
	game->state = GAME_OFFERED;
	game->rules = RULES_SERVER;
	game->rules_version = RULESET_VERSION;
	game->draw.last[RED] = game->draw.last[GREEN] = -1;
	game->undo.last[RED] = game->undo.last[GREEN] = -1;
	game->created = game->turn_since = now;
	game->calendar[RED] = game->calendar[GREEN] = (struct calendar){ .zone = "",
		.reminders = REMINDERS_DEFAULT };
	board_start(&game->start);
	game->board = game->start;
	fen_write(&game->start, 0, 1, game->start_fen);
	return game;
}

bool
game_set_start(struct game *game, const char *fen, const char **why)
{
	struct board board;

	assert(game->length == 0);
	*why = fen_read(fen, &board);
	if (*why != NULL)
		return false;
	if (!moves_any(&board)) {
		*why = "the side to move has no move";
		return false;
	}
	if (board_is_dead(&board)) {
		*why = "neither side can win";
		return false;
	}
	game->start = game->board = board;
	fen_write(&board, 0, 1, game->start_fen);
	return true;
}

#define ABOVE_HOME "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/"

static const struct {
	const char *name, *fen;
} handicaps[] = { { "rook", ABOVE_HOME "1C5C1/9/1NBAKABNR w - - 0 1" },
	{ "horse", ABOVE_HOME "1C5C1/9/R1BAKABNR w - - 0 1" },
	{ "two-horses", ABOVE_HOME "1C5C1/9/R1BAKAB1R w - - 0 1" },
	{ "cannon", ABOVE_HOME "7C1/9/RNBAKABNR w - - 0 1" },
	{ "first-move", ABOVE_HOME "1C5C1/9/RNBAKABNR b - - 0 1" } };

const char *
handicap_find(const char *name)
{
	for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++)
		if (strcmp(handicaps[i].name, name) == 0)
			return handicaps[i].fen;
	return NULL;
}

const char *
game_handicap(const struct game *game)
{
	for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++)
		if (strcmp(handicaps[i].fen, game->start_fen) == 0)
			return handicaps[i].name;
	return NULL;
}

/* Makes room for so many moves in all. */
static void
make_room(struct game *game, int count)
{
	size_t length = (size_t)game->length;
	int room = game->room == 0 ? 64 : game->room;
	struct move *moves;
	struct ply *plies;
	uint8_t *taken;

	if (count <= game->room)
		return;
	while (room < count)
		room *= 2;
	moves = arena_bytes(game->arena, (size_t)room * sizeof *moves);
	plies = arena_bytes(game->arena, (size_t)room * sizeof *plies);
	taken = arena_bytes(game->arena, (size_t)room);
	if (length > 0) {
		memcpy(moves, game->moves, length * sizeof *moves);
		memcpy(plies, game->plies, length * sizeof *plies);
		memcpy(taken, game->taken, length);
	}
	game->moves = moves;
	game->plies = plies;
	game->taken = taken;
	game->room = room;
}

bool
game_is_early(const struct game *game, int ply)
{
	return ply < 2 * EARLY_MOVES &&
	    (strcmp(game->start_fen, FEN_START) == 0 || game_handicap(game) != NULL);
}

uint8_t
game_replay(struct game *game, struct move move, const struct ply *ply)
{
	make_room(game, game->length + 1);
	game->moves[game->length] = move;
	game->plies[game->length] = *ply;
	game->plies[game->length].turn = ++game->turns;
	game->taken[game->length] = board_play(&game->board, move);
	return game->taken[game->length++];
}

int
game_replay_all(struct game *game, const struct move *moves, int count)
{
	int played;

	if (count == 0)
		return 0;
	make_room(game, game->length + count);
	played = board_play_all(&game->board, moves, count, game->taken + game->length);
	for (int i = 0; i < played; i++) {
		game->plies[game->length] = (struct ply){ .turn = ++game->turns, .spent = -1 };
		game->moves[game->length++] = moves[i];
	}
	return played;
}

bool
game_is_match(const struct game *game)
{
	return (game->tournament != 0 && !game->is_tournament_off) || game->is_stairs;
}

bool
game_has(const struct game *game, int64_t player)
{
	return player != 0 &&
	    (game->seat[RED].player == player || game->seat[GREEN].player == player);
}

enum side
game_side_of(const struct game *game, int64_t player)
{
	assert(game_has(game, player));
	return game->seat[RED].player == player ? RED : GREEN;
}

enum side
game_turn(const struct game *game)
{
	return (enum side)game->board.turn;
}

bool
game_board_at(const struct game *game, int ply, struct board *out)
{
	if (ply < 0 || ply > game->length)
		return false;
	*out = ply == game->length ? game->board : game->start;
	if (ply < game->length)
		board_play_all(out, game->moves, ply, NULL);
	return true;
}

struct game *
game_at(const struct game *game, int plies)
{
	struct game *then = arena_bytes(game->arena, sizeof *then);

	*then = *game;
	then->length = plies;
	then->room = 0; /* what is played goes elsewhere */
	game_board_at(game, plies, &then->board);
	return then;
}

int
game_move_number(const struct game *game, int ply)
{
	return (ply + game->start.turn) / 2 + 1;
}

int
game_plies_at(const struct game *game, int number)
{
	int plies = number * 2 - game->start.turn;

	return plies < game->length ? plies : game->length;
}

void
game_history(const struct game *game, struct history *out)
{
	out->rules = game->rules;
	out->start = game->start;
	out->moves = game->moves;
	out->length = game->length;
	out->refused[RED] = game->refused[RED];
	out->refused[GREEN] = game->refused[GREEN];
}

struct turn_clock
game_clock(const struct game *game)
{
	enum side side = game_turn(game);
	const struct terms *terms = &game->terms;
	int64_t allowed = terms->move != 0 ? terms->move + game->given[side] : -1;

	if (terms->bank != 0 && (allowed == -1 || game->bank[side] < allowed))
		allowed = game->bank[side];
	return (struct turn_clock){ .terms = terms,
		.calendar = &game->calendar[side],
		.since = game->turn_since,
		.allowed = allowed,
		.held = game->held };
}

int64_t
game_deadline(const struct game *game)
{
	struct turn_clock clock;

	if (game->state != GAME_PLAYING)
		return 0;
	clock = game_clock(game);
	return clock_deadline(&clock);
}

int64_t
game_lapses(const struct game *game)
{
	assert(game->state == GAME_OFFERED);
	return game->turn_since + OFFER_LAPSES;
}

/* Where time is up only by a claim, the deadline is one more thing that players are told of. */
int64_t
game_due(const struct game *game)
{
	struct turn_clock clock;
	int64_t deadline, reminder;
	bool is_last;

	if (game->state == GAME_OFFERED)
		return game->reminded == 0 ? game->turn_since + OFFER_REMINDS : game_lapses(game);
	if (game->state != GAME_PLAYING)
		return 0;
	clock = game_clock(game);
	deadline = clock_deadline(&clock);
	reminder = clock_reminder(&clock, game->reminded, &is_last);
	if (game->terms.by_claim && !game->is_claimed && game->reminded >= deadline)
		deadline = 0;
	if (!game->is_held_told && game->held.to > game->held.from &&
	    (deadline == 0 || game->held.to < deadline))
		deadline = game->held.to;
	return reminder != 0 && (deadline == 0 || reminder < deadline) ? reminder : deadline;
}

bool
game_began(const struct game *game)
{
	return game->result != RESULT_CANCELLED || game->started != 0;
}

bool
game_may_claim(const struct game *game, enum side side, int64_t now)
{
	int64_t deadline = game_deadline(game);

	return game->terms.by_claim && game_turn(game) != side && deadline != 0 && now >= deadline;
}

void
game_give(struct game *game, enum side side, int64_t seconds)
{
	if (game->terms.bank != 0)
		game->bank[side] += seconds;
	if (game->terms.move != 0)
		game->given[side] += seconds;
	game->gifts[side_other(side)] += seconds;
	game->is_claimed = false;
}

/* The mover's clock stops with his letter's arrival; the other's begins. */
static void
punch(struct game *game, enum side mover, const struct turn_clock *clock, const struct ply *ply)
{
	int64_t spent = clock_spent(clock, ply->received != 0 ? ply->received : ply->committed);

	game->plies[game->length - 1].spent = spent;
	if (game->terms.bank != 0) {
		game->bank[mover] -= spent < game->bank[mover] ? spent : game->bank[mover];
		game->bank[mover] += game->terms.increment;
	}
	game->given[mover] = 0;
	game->reminded = 0;
	game->is_claimed = false;
	game->held = (struct period){ 0, 0 };
	game->turn_since = ply->committed;
}

void
game_accept(struct game *game, int64_t now)
{
	assert(game->state == GAME_OFFERED);
	game->state = GAME_PLAYING;
	game->started = game->turn_since = now;
	game->reminded = 0;
	game->bank[RED] = game->bank[GREEN] = game->terms.bank;
}

void
game_decline(struct game *game, enum ending how, int64_t now)
{
	assert(game->state == GAME_OFFERED);
	game_end(game, RESULT_CANCELLED, how, now);
}

static enum result
won_by(enum side side)
{
	return side == RED ? RESULT_RED : RESULT_GREEN;
}

enum result
result_of_verdict(const struct verdict *verdict)
{
	if (verdict->kind == VERDICT_DRAW)
		return RESULT_DRAW;
	return verdict->kind == VERDICT_LOSS ? won_by(side_other(verdict->loser)) : RESULT_NONE;
}

/* A losing repetition that `server` has refused twice is not played at the third
 * attempt, and loses; one that is the only move is played. */
static bool
is_third_attempt(const struct game *game, enum side mover, const struct verdict *verdict)
{
	enum ending ending = verdict_endings[verdict->reason];

	return verdict->kind == VERDICT_LOSS && game->rules == RULES_SERVER &&
	    verdict->loser == mover && game->refused[mover] >= 2 &&
	    (ending == ENDING_PERPETUAL_CHECK || ending == ENDING_PERPETUAL_CHASE);
}

enum play
game_play(struct game *game, struct move move, const struct ply *ply, struct verdict *verdict)
{
	enum side mover = game_turn(game);
	struct turn_clock clock = game_clock(game);
	enum result decided;
	uint8_t taken;
	bool is_third;

	assert(game->state == GAME_PLAYING);
	taken = game_replay(game, move, ply);
	game_verdict(game, verdict);
	is_third = is_third_attempt(game, mover, verdict);
	if (verdict->kind == VERDICT_REFUSED || is_third) {
		board_unplay(&game->board, move, taken);
		game->length--;
		game->turns--; /* it was not played */
		if (verdict->reason != REASON_CHECK_LIMIT)
			game->refused[mover]++;
		if (!is_third)
			return PLAY_REFUSED;
		game_end(
		    game, won_by(side_other(mover)), ENDING_REFUSED_REPETITION, ply->committed);
		return PLAY_LOST;
	}
	if (game->draw.is_open && game->draw.by != mover)
		game->draw.is_open = false;
	if (game->undo.is_open && game->undo.by != mover)
		game->undo.is_open = false;
	punch(game, mover, &clock, ply);
	if ((decided = result_of_verdict(verdict)) != RESULT_NONE) {
		assert(verdict_endings[verdict->reason] != ENDING_NONE);
		game_end(game, decided, verdict_endings[verdict->reason], ply->committed);
	}
	return PLAY_DONE;
}

bool
game_may_play(struct game *game, struct move move, struct verdict *verdict)
{
	enum side mover = game_turn(game);
	struct ply unplayed = { 0 };
	uint8_t taken = game_replay(game, move, &unplayed);

	game_verdict(game, verdict);
	board_unplay(&game->board, move, taken);
	game->length--;
	game->turns--;
	return verdict->kind != VERDICT_REFUSED &&
	    (verdict->kind != VERDICT_LOSS || verdict->loser != mover);
}

void
game_verdict(const struct game *game, struct verdict *verdict)
{
	struct history history;

	game_history(game, &history);
	referee_judge(&history, verdict);
}

/* A game in which not both have moved was never really played; in a tournament or on the stairs it
 * is lost all the same, but not rated. */
static void
lose(struct game *game, enum side loser, enum ending how, int64_t now)
{
	if (game->length < 2 && game_is_match(game) && game->is_rated) {
		game->is_rated = false;
		game->unrated = UNRATED_UNPLAYED;
	}
	if (game->length < 2 && !game_is_match(game))
		game_end(game, RESULT_CANCELLED, ENDING_CANCELLED, now);
	else
		game_end(game, won_by(side_other(loser)), how, now);
}

void
game_resign(struct game *game, enum side side, int64_t now)
{
	assert(game->state == GAME_PLAYING);
	lose(game, side, ENDING_RESIGNATION, now);
}

void
game_leave(struct game *game, enum side side, int64_t now)
{
	assert(game->state == GAME_PLAYING);
	lose(game, side, ENDING_CLOSED, now);
}

/* None is open, and this side's last one is long ago. */
static bool
may_offer(const struct game *game, const struct proposal *proposal, enum side side)
{
	int last = proposal->last[side];

	return game->state == GAME_PLAYING && !proposal->is_open &&
	    (last == -1 || game->length - last >= 2 * OFFER_REPEAT_MOVES);
}

bool
game_may_offer_draw(const struct game *game, enum side side)
{
	return may_offer(game, &game->draw, side);
}

void
game_offer(struct game *game, struct proposal *proposal, enum side side)
{
	assert(may_offer(game, proposal, side));
	proposal->is_open = true;
	proposal->by = side;
	proposal->last[side] = game->length;
}

/* The length before the last move of `side` among the first `length`. */
static int
before_own_move(const struct game *game, enum side side, int length)
{
	bool is_own = ((int)game->start.turn + length) % 2 != (int)side;
	int to = is_own ? length - 1 : length - 2;

	return to >= 0 ? to : -1;
}

int
game_undo_to(const struct game *game, enum side side)
{
	return before_own_move(game, side, game->length);
}

int
game_undo_offered_to(const struct game *game)
{
	assert(game->undo.is_open);
	return before_own_move(game, game->undo.by, game->undo.last[game->undo.by]);
}

bool
game_may_offer_undo(const struct game *game, enum side side)
{
	return !game_is_match(game) && may_offer(game, &game->undo, side) &&
	    game_undo_to(game, side) >= 0;
}

void
game_take_back(struct game *game, int length, int64_t now)
{
	assert(game->state == GAME_PLAYING && length >= 0 && length < game->length);
	game_board_at(game, length, &game->board);
	game->turns += game->length - length;
	game->length = length;
	for (int side = RED; side <= GREEN; side++) {
		if (game->draw.last[side] > length)
			game->draw.last[side] = length;
		if (game->undo.last[side] > length)
			game->undo.last[side] = length;
	}
	game->draw.is_open = game->undo.is_open = false;
	game->reminded = 0;
	game->is_claimed = false;
	game->held = (struct period){ 0, 0 };
	game->turn_since = now;
}

void
game_forfeit(struct game *game, int64_t now)
{
	enum side loser = game_turn(game);

	assert(game->state == GAME_PLAYING);
	if (game->length >= 2 && side_is_bare(&game->board, side_other(loser)))
		game_end(game, RESULT_DRAW, ENDING_TIME, now);
	else
		lose(game, loser, ENDING_TIME, now);
}

void
game_end(struct game *game, enum result result, enum ending ending, int64_t now)
{
	assert(game->state != GAME_OVER);
	game->state = GAME_OVER;
	game->result = result;
	game->ending = ending;
	game->ended = now;
	game->draw.is_open = game->undo.is_open = false;
}
