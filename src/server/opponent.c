/* SPDX-License-Identifier: ISC */
/*
 * The machines at their games (opponent.h).
 *
 * What the program says is never believed: a move is played if the rules allow it, and else it is
 * asked again, with less to misunderstand; at last the first move that is allowed is played.
 * When it fails altogether its clock stands, and it is tried again, soon, and then hourly.
 *
 * Nobody is helped in a game with a person: while its opponent has the position on such a board, it
 * does not play, and its clock stands.
 */
#include "server/opponent.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "config/config.h"
#include "play/play.h"
#include "rules/movegen.h"
#include "rules/status.h"
#include "server/operator.h"
#include "server/outgoing.h"
#include "server/ranks.h"
#include "server/reviewer.h"
#include "server/server.h"
#include "store/db.h"
#include "store/games.h"
#include "store/machines.h"
#include "store/parallel.h"
#include "store/reviews.h"

#define MATE_SEEN   3      /* from this level on a mate on the next move is never missed */
#define LOST        (-900) /* so low … */
#define LOST_MOVES  3      /* … for so many moves, and it resigns */
#define DRAWN       30     /* so even, after … */
#define DRAWN_PLIES 80     /* … so many plies, and a draw is agreed to */
#define GIVEN_UP    (14 * DAY)

/* How it is asked, one after the other. */
enum stage { STAGE_MOVES, STAGE_BARE, STAGE_ALLOWED, STAGE_OURS };

/* A game in which it thinks. */
struct thinker {
	struct thought thought;
	bool is_busy;
	int64_t game;
	int turn, level;
	enum stage stage;
	int64_t began; /* by clock_steady_ms */
};

struct opponents {
	struct thinker *slots;
	int count;
	struct engine_options engine; /* the operator's, and how it counts ranks … */
	bool is_known, is_asked;      /* … once it was asked; while it is */
	struct thought thought;       /* that question */
	bool has_looked, has_written; /* for games; letters */
	struct reviewer *reviewer;    /* while no game calls */
};

/* A game looked at: the machine acts. */
struct turn {
	struct server *server;
	struct arena *arena;
	struct reply reply;
	struct act act;
	struct thinking thinking;
	int level;
};

struct opponents *
opponents_open(const struct server *server)
{
	struct opponents *all = calloc(1, sizeof *all);

	if (all == NULL)
		abort();
	all->count = server->config->engine_processes;
	all->slots = calloc((size_t)all->count, sizeof *all->slots);
	if (all->slots == NULL)
		abort();
	all->reviewer = reviewer_open();
	all->engine = server->config->engine;
	all->is_known = all->engine.protocol == PROTOCOL_UCCI || !server->settings.has_machine;
	return all;
}

void
opponents_close(struct opponents *all)
{
	if (all == NULL)
		return;
	for (int i = 0; i < all->count; i++)
		if (all->slots[i].is_busy)
			thought_end(&all->slots[i].thought);
	if (all->is_asked)
		thought_end(&all->thought);
	reviewer_close(all->reviewer);
	free(all->slots);
	free(all);
}

/* About a game that is played. */
static bool
is_playing(const struct opponents *all)
{
	for (int i = 0; i < all->count; i++)
		if (all->slots[i].is_busy)
			return true;
	return false;
}

bool
opponents_think(const struct opponents *all)
{
	return all->is_asked || is_playing(all) || reviewer_thinks(all->reviewer);
}

bool
opponents_wrote(struct opponents *all)
{
	bool has = all->has_written | reviewer_wrote(all->reviewer);

	all->has_written = false;
	return has;
}

/* The game, and what is known of it; 1, 0 no machine has anything to do in it, -1. */
static int
turn_read(struct turn *turn, struct server *server, struct arena *arena, int64_t game, int64_t now,
    struct err *err)
{
	struct player player;
	int found;

	*turn = (struct turn){ .server = server, .arena = arena };
	turn->act = (struct act){ .store = server->store,
		.arena = arena,
		.reply = &turn->reply,
		.now = now,
		.is_quiet = true };
	reply_init(&turn->reply, arena);
	if ((found = games_get(server->store, arena, game, &turn->act.game, err)) != 1)
		return found;
	for (int side = RED; side <= GREEN && turn->level == 0; side++) {
		turn->act.by = turn->act.game->seat[side];
		if ((found = players_get(
			 server->store, arena, turn->act.by.player, &player, err)) == -1)
			return -1;
		turn->level = found == 1 ? player.level : 0;
	}
	if (turn->level == 0 || turn->act.game->state != GAME_PLAYING)
		return 0;
	if (thinking_get(server->store, game, &turn->thinking, err) == -1)
		return -1;
	if (turn->thinking.turn != turn->act.game->turns) {
		turn->thinking.turn = turn->act.game->turns;
		turn->thinking.tries = 0;
		turn->thinking.since = turn->thinking.next = 0;
		turn->thinking.is_told = false;
	}
	return 1;
}

static bool
is_to_move(const struct turn *turn)
{
	return game_turn(turn->act.game) == act_side(&turn->act);
}

static int64_t
opponent_of(struct turn *turn)
{
	return turn->act.game->seat[side_other(act_side(&turn->act))].player;
}

/* A line for the one who plays against it, in the letter that he gets. */
static struct vars *
say(struct turn *turn, const char *template)
{
	return act_say(&turn->act, opponent_of(turn), template);
}

/* All that was done in a transaction: kept, and told. */
static int
turn_keep(struct turn *turn, enum outcome outcome, struct err *err)
{
	if (outcome == FAILED || thinking_put(turn->act.store, &turn->thinking, err) == -1)
		return -1;
	return outgoing_write(
	    turn->server, turn->arena, &turn->reply, &(struct cause){ .now = turn->act.now }, err);
}

/* Would the rules let it play that? */
static bool
may_play(struct game *game, struct move move)
{
	struct verdict verdict;

	return move_is_legal(&game->board, move) && game_may_play(game, move, &verdict);
}

/* All that may be played; where nothing may, all that is legal.  mate: the first that ends the
 * game, if there is one. */
static int
list_allowed(struct game *game, struct move out[MOVES_MAX], const struct move **mate)
{
	struct move legal[MOVES_MAX];
	int count = moves_legal(&game->board, legal), allowed = 0;

	*mate = NULL;
	for (int i = 0; i < count; i++) {
		struct board after = game->board;

		if (!may_play(game, legal[i]))
			continue;
		out[allowed] = legal[i];
		board_play(&after, legal[i]);
		if (*mate == NULL && !moves_any(&after))
			*mate = &out[allowed];
		allowed++;
	}
	for (; allowed == 0 && allowed < count; allowed++)
		out[allowed] = legal[allowed];
	return allowed;
}

/* The lot of this turn: the same whenever it is drawn. */
static uint32_t
draw_lot(const struct turn *turn)
{
	const char *what = arena_printf(
	    turn->arena, "lot:%lld:%d", (long long)turn->act.game->id, turn->act.game->turns);
	char digest[65];

	digest_pieces((const struct piece[]){ { (const char *)turn->server->keys.key[0],
						  sizeof turn->server->keys.key[0] },
			  { what, strlen(what) } },
	    2, digest);
	digest[8] = '\0';
	return (uint32_t)strtoul(digest, NULL, 16);
}

static bool
is_even(const struct turn *turn)
{
	return abs(turn->thinking.score) <= DRAWN && turn->act.game->length > DRAWN_PLIES;
}

/* The turn in which it waited, ill or not, is gone with the moves. */
static void
undo_answered(struct turn *turn, bool agreed)
{
	if (agreed) {
		turn->thinking.undone++;
		turn->thinking.low = 0;
		turn->thinking.next = 0;
		turn->thinking.is_told = false;
	} else {
		vars_number(say(turn, "bot-undone"), "limit", UNDONE_MAX);
	}
}

/* It is not the machine's turn, or need not think for it: an offer is answered.  1 something was
 * done, 0, -1. */
static int
answer_offer(struct turn *turn, struct err *err)
{
	struct game *game = turn->act.game;
	enum side other = side_other(act_side(&turn->act));
	enum offer offer = play_open_offer(game, other, OFFER_UNDO);
	enum outcome outcome;
	bool agreed;

	if (offer == OFFER_UNDO)
		agreed = turn->thinking.undone < UNDONE_MAX;
	else if (!is_to_move(turn) &&
	    (offer = play_open_offer(game, other, OFFER_DRAW)) == OFFER_DRAW)
		agreed = is_even(turn);
	else
		return 0;
	outcome = play_answer(&turn->act, agreed ? ANSWER_ACCEPT : ANSWER_REJECT, offer, err);
	if (outcome == REFUSED)
		return 0;
	if (outcome == DONE && offer == OFFER_UNDO)
		undo_answered(turn, agreed);
	return turn_keep(turn, outcome, err) == -1 ? -1 : 1;
}

/* Its own turn, with the line it has chosen. */
static enum outcome
play_line(struct turn *turn, const struct engine_line *line, struct err *err)
{
	struct game *game = turn->act.game;
	bool draw = play_open_offer(game, side_other(act_side(&turn->act)), OFFER_DRAW) ==
	    OFFER_DRAW;

	turn->thinking.score = line->score;
	turn->thinking.low = line->score <= LOST ? turn->thinking.low + 1 : 0;
	if (turn->thinking.low >= LOST_MOVES) {
		say(turn, "bot-resigns");
		return play_resign(&turn->act, err);
	}
	if (draw && is_even(turn))
		return play_answer(&turn->act, ANSWER_ACCEPT, OFFER_DRAW, err);
	if (draw)
		say(turn, "bot-plays-on");
	return play_move(&turn->act, line->move, NULL, err);
}

/* Time that it may not use, or a failure: its clock stands. */
static int
stand_still(struct turn *turn, struct err *err)
{
	turn->act.game->turn_since = turn->act.now;
	return games_save(turn->act.store, turn->act.game, err);
}

/* While its opponent has the position on a board with a person it waits, and he reads why; then its
 * turn begins anew.  Nothing is kept where nothing changes.  1 it waits, 0, -1. */
static int
wait_elsewhere(struct turn *turn, struct err *err)
{
	struct thinking *thinking = &turn->thinking;
	int64_t board = parallel_board(
	    turn->act.store, turn->arena, turn->act.game, opponent_of(turn), err);
	bool waits = thinking->next == THINKING_ELSEWHERE;
	struct vars *vars;

	if (board == -1)
		return -1;
	if (waits == (board > 0))
		return waits;
	if (board > 0) {
		vars = say(turn, "bot-elsewhere");
		vars_number(vars, "elsewhere", board);
		vars_flag(vars, "undoable",
		    game_undo_to(turn->act.game, side_other(act_side(&turn->act))) >= 0 &&
			thinking->undone < UNDONE_MAX);
	}
	thinking->next = board > 0 ? THINKING_ELSEWHERE : 0;
	thinking->is_told = board > 0;
	if (stand_still(turn, err) == -1 || turn_keep(turn, DONE, err) == -1)
		return -1;
	return board > 0;
}

/* The program failed; why: how. */
static int
note_failure(struct turn *turn, const char *why, struct err *err)
{
	struct thinking *thinking = &turn->thinking;
	int64_t now = turn->act.now;
	enum outcome outcome = DONE;

	log_warn("board %lld: %s", (long long)thinking->game, why);
	if (thinking->tries++ == 0)
		thinking->since = now;
	thinking->next = now +
	    (thinking->tries == 1        ? MINUTE :
		    thinking->tries == 2 ? 10 * MINUTE :
					   HOUR);
	if (now - thinking->since > GIVEN_UP) {
		outcome = play_machine_gone(&turn->act, err);
	} else if (stand_still(turn, err) == -1) {
		return -1;
	} else if (thinking->tries == THINKING_ILL) {
		say(turn, "bot-ill");
	}
	return turn_keep(turn, outcome, err);
}

/* Asks the program, as the slot's stage has it.  0; -1 with *why: it cannot be. */
static int
ask(const struct engine_options *engine, struct thinker *slot, struct turn *turn, struct err *why)
{
	const struct config *config = turn->server->config;
	struct engine_question question = { .game = turn->act.game,
		.is_bare = slot->stage != STAGE_MOVES };
	struct move allowed[MOVES_MAX];
	const struct move *mate;

	if (!turn->server->settings.has_machine)
		return err_set(why, "no program that plays is installed, or configured");
	engine_level(config->engine_nodes, turn->level, &question.nodes);
	if (slot->stage == STAGE_ALLOWED) {
		question.only = allowed;
		question.only_count = list_allowed(turn->act.game, allowed, &mate);
	}
	slot->is_busy = true;
	slot->game = turn->act.game->id;
	slot->turn = turn->act.game->turns;
	slot->level = turn->level;
	slot->began = clock_steady_ms();
	if (thought_start(
		&slot->thought, engine, engine_question(turn->arena, engine, &question), why) == 0)
		return 0;
	slot->is_busy = false;
	return -1;
}

/* What it has chosen of its answer; .score as before where that is not its own. */
static bool
choose(struct thinker *slot, struct turn *turn, struct engine_line *out)
{
	struct game *game = turn->act.game;
	const struct engine_line *line;
	struct move allowed[MOVES_MAX];
	const struct move *mate;
	int width = 0;

	engine_level(turn->server->config->engine_widths, turn->level, &width);
	list_allowed(game, allowed, &mate);
	line = engine_choose(&slot->thought.answer, game, may_play, width, draw_lot(turn));
	*out = (struct engine_line){ .move = allowed[0], .score = turn->thinking.score };
	if (line != NULL)
		*out = *line;
	if (mate != NULL && turn->level >= MATE_SEEN)
		*out = (struct engine_line){ .move = *mate, .score = ENGINE_MATE - 1 };
	return line != NULL || slot->stage == STAGE_OURS;
}

/* In a transaction: the answer, or the failure, is made of it what it can be.  why: "" or how it
 * failed.  1 it is to be asked again, 0, -1. */
static int
use_answer(struct thinker *slot, struct turn *turn, const char *why, struct err *err)
{
	struct engine_line line;
	enum outcome outcome;

	int rc;

	if (machines_time(
		turn->act.store, turn->act.now, clock_steady_ms() - slot->began + 1, err) == -1)
		return -1;
	/* The letters of people went on meanwhile. */
	if ((rc = answer_offer(turn, err)) == 0)
		rc = wait_elsewhere(turn, err);
	if (rc != 0)
		return rc == 1 ? 0 : -1;
	if (why[0] != '\0')
		return note_failure(turn, why, err);
	outcome = choose(slot, turn, &line) ? play_line(turn, &line, err) : REFUSED;
	if (outcome != REFUSED)
		return turn_keep(turn, outcome, err);
	log_warn("board %lld: no move of the program's is allowed", (long long)turn->act.game->id);
	return slot->stage < STAGE_OURS ? 1 : note_failure(turn, "no-move", err);
}

/* It has answered, or failed.  0 or -1. */
static int
settle(struct opponents *all, struct thinker *slot, struct server *server, int64_t now,
    const char *why, struct err *err)
{
	struct arena *arena = arena_new();
	struct turn turn;
	struct err other;
	int rc = store_begin(server->store, err);

	slot->is_busy = false;
	if (rc == 0)
		rc = turn_read(&turn, server, arena, slot->game, now, err);
	if (rc == 1 && turn.act.game->turns == slot->turn && is_to_move(&turn)) {
		rc = use_answer(slot, &turn, why, err);
		all->has_written = true;
	} else if (rc == 1) {
		rc = 0;
	}
	rc = store_finish(server->store, rc, err);
	if (rc == 1 && ++slot->stage == STAGE_OURS)
		rc = settle(all, slot, server, now, "", err);
	else if (rc == 1)
		rc = ask(&all->engine, slot, &turn, err);
	if (rc != -1 && why[0] != '\0' && turn.thinking.tries == THINKING_ILL &&
	    operator_trouble(server, TROUBLE_ENGINE, why, now, &other) == -1)
		log_error_once("%s", other.text);
	arena_free(arena);
	return rc;
}

/* Nothing more of this hour is left for thinking. */
static int
put_off(struct turn *turn, struct err *err)
{
	turn->thinking.next = (turn->act.now / HOUR + 1) * HOUR;
	if (!turn->thinking.is_told)
		vars_time(say(turn, "bot-later"), "at", turn->thinking.next);
	turn->thinking.is_told = true;
	return stand_still(turn, err) == -1 ? -1 : turn_keep(turn, DONE, err);
}

/* In a transaction: it begins to think, if it may.  0 or -1; *why: how the program failed. */
static int
think(struct opponents *all, struct thinker *slot, struct turn *turn, struct err *why,
    struct err *err)
{
	int64_t used = machines_time(turn->act.store, turn->act.now, 0, err);

	if (used < 0)
		return -1;
	if (used >= turn->server->config->engine_seconds * 1000)
		return put_off(turn, err);
	slot->stage = STAGE_MOVES;
	if (ask(&all->engine, slot, turn, why) == -1)
		return note_failure(turn, why->text, err);
	return 0;
}

/* A game that calls for it: answered at once, or the program begins to think.  0 or -1. */
static int
begin(struct opponents *all, struct thinker *slot, struct server *server, int64_t game, int64_t now,
    struct err *err)
{
	struct arena *arena = arena_new();
	struct turn turn;
	struct err why = { .text = "" };
	bool waited = false;
	int answered = 0, rc = store_begin(server->store, err);

	if (rc == 0 && (rc = turn_read(&turn, server, arena, game, now, err)) == 1) {
		waited = turn.thinking.next == THINKING_ELSEWHERE;
		answered = rc = answer_offer(&turn, err);
		if (rc == 0 && is_to_move(&turn))
			rc = wait_elsewhere(&turn, err);
		if (rc == 0 && is_to_move(&turn) && turn.thinking.next <= now)
			rc = think(all, slot, &turn, &why, err);
		all->has_written |= !slot->is_busy && !(waited && answered == 0 && rc == 1);
		all->has_looked &= answered != 1; /* there may be more to do */
	}
	rc = store_finish(server->store, rc, err);
	if (why.text[0] != '\0' && turn.thinking.tries == THINKING_ILL &&
	    operator_trouble(server, TROUBLE_ENGINE, why.text, now, err) == -1)
		rc = -1;
	arena_free(arena);
	return rc == -1 ? -1 : 0;
}

/* A game that no slot has, for each slot that is free.  0 or -1. */
static int
look(struct opponents *all, struct server *server, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	int64_t *ids;
	int count = machines_due(server->store, arena, now, &ids, err), rc = count == -1 ? -1 : 0;

	all->has_looked = true;
	for (int i = 0; i < count; i++) {
		struct thinker *slot = NULL;
		bool is_known = false;

		for (int k = 0; k < all->count; k++) {
			if (!all->slots[k].is_busy)
				slot = &all->slots[k];
			else if (all->slots[k].game == ids[i])
				is_known = true;
		}
		if (slot == NULL)
			break;
		if (!is_known && begin(all, slot, server, ids[i], now, err) == -1)
			rc = -1;
	}
	arena_free(arena);
	return rc;
}

/*
 * How a program that speaks UCI counts ranks: asked once, and kept while it is the same.
 */

/* Does anything call for it?  1, 0 or -1. */
static int
is_wanted(struct server *server, struct arena *arena, int64_t now, struct err *err)
{
	struct wanted wanted;
	int64_t *ids;
	int count = machines_due(server->store, arena, now, &ids, err);

	return count != 0 ? (count == -1 ? -1 : 1) :
			    reviews_due(server->store, arena, now, &wanted, err);
}

/* What is known of it, or the question begins; a failure is left to be told of a game.  0 or -1. */
static int
find_count(struct opponents *all, struct server *server, int64_t now, struct err *err)
{
	struct arena *arena = arena_new();
	struct engine_question question = ranks_question(arena, now);
	struct err why;
	int rc = is_wanted(server, arena, now, err);
	int known = rc == 1 ? ranks_find(server->store, &all->engine, err) : rc;

	if (rc == 1 && known == 0)
		all->is_asked = thought_start(&all->thought, &all->engine,
				    engine_question(arena, &all->engine, &question), &why) == 0;
	all->is_known = rc == 1 && known != -1 && !all->is_asked;
	arena_free(arena);
	return known == -1 ? -1 : 0;
}

/* It has answered; what makes no sense is left as UCI has it.  0 or -1. */
static int
hear_count(struct opponents *all, struct server *server, struct err *err)
{
	struct err why = { .text = "" };
	int ended = thought_step(&all->thought, &why), rc;

	if (ended == 0)
		return 0;
	all->is_asked = false;
	all->is_known = true;
	if (ended == -1 || !engine_counts(all->thought.answer.best, &all->engine.counts_from_zero))
		return 0;
	if ((rc = store_begin(server->store, err)) == 0)
		rc = ranks_keep(server->store, &all->engine, err);
	return store_finish(server->store, rc, err);
}

int
opponents_step(
    struct opponents *all, struct server *server, bool anew, int64_t now, struct err *err)
{
	int rc = 0;

	all->has_looked &= !anew;
	if (!all->is_known)
		rc = all->is_asked ? hear_count(all, server, err) :
				     find_count(all, server, now, err);
	if (!all->is_known)
		return rc == -1 ? -1 : opponents_think(all);
	for (int i = 0; i < all->count; i++) {
		struct thinker *slot = &all->slots[i];
		struct err why = { .text = "" };
		int ended = slot->is_busy ? thought_step(&slot->thought, &why) : 0;

		if (ended == 0)
			continue;
		all->has_looked = false;
		if (settle(all, slot, server, now, ended == -1 ? why.text : "", err) == -1)
			rc = -1;
	}
	while (rc == 0 && !all->has_looked)
		rc = look(all, server, now, err);
	if (rc == 0)
		rc = reviewer_step(all->reviewer, server, &all->engine, !is_playing(all), now, err);
	return rc == -1 ? -1 : opponents_think(all);
}
