/* SPDX-License-Identifier: ISC */
/*
 * Tournaments: players leave a stage that is being played, or write no more (tournament.h).
 */
#include "base/arena.h"
#include "cmd/confirmations.h"
#include "cmd/tournament_internal.h"
#include "play/facts.h"
#include "play/play.h"
#include "speak/verbs.h"
#include "store/ratings.h"

#define ANSWER_IN (3 * DAY) /* who is asked whether he still plays */

/* Since when he has not written: all that he has lost on time from then on he lost in silence; 0:
 * nothing.  An absence of the ratings begins anew after 30 days, so that he may have lost some
 * before it, after the day of his last letter. */
static int64_t
silent_since(const struct player *player)
{
	bool is_longer = player->seen != 0 && player->seen + DAY < player->absent;

	return is_longer ? player->seen + DAY : player->absent;
}

/* Has this place lost it on time since then? */
static bool
is_lost_on_time(const struct paired *p, int number, int64_t since)
{
	return p->ending == ENDING_TIME && p->ended >= since &&
	    ((p->red == number && p->result == RESULT_GREEN) ||
		(p->green == number && p->result == RESULT_RED));
}

/* Does he leave early: are fewer than half of his games over?  What he has lost on time since then
 * is not, in an absence that goes on (0: there is none). */
static bool
leaves_early(const struct sectional *section, int number, int64_t absent)
{
	int all = 0, over = 0;

	for (int i = 0; i < section->game_count; i++) {
		const struct paired *p = &section->games[i];

		if (p->red != number && p->green != number)
			continue;
		all++;
		over += p->state == GAME_OVER &&
		    !(absent != 0 && is_lost_on_time(p, number, absent));
	}
	return 2 * over < all;
}

/* What "tournament-withdrawn" says: why, and which boards he has given up. */
static void
tell_leaver(struct vars *told, const struct tournament *t, const struct contestant *place,
    enum leaving why, struct game *const *lost, int count)
{
	vars_number(told, "number", t->id);
	vars_text(told, "name", t->name);
	vars_flag(told, "early", place->left == LEFT_EARLY);
	vars_flag(told, "silent", why == LEAVES_SILENT);
	vars_flag(told, "suspended", why == LEAVES_SUSPENDED);
	vars_flag(told, "by-operator", why == LEAVES_BY_OPERATOR);
	vars_flag(told, "barred", place->asked != 0);
	vars_time(told, "barred-until", place->asked + TOURNAMENT_BARRED);
	vars_flag(told, "any-boards", count > 0);
	vars_flag(told, "one-board", count == 1);
	vars_list(told, "boards");
	vars_list(told, "rating-of");
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(told, "boards");

		vars_number(item, "board", lost[i]->id);
		vars_flag(item, "another", i > 0);
		vars_flag(item, "final", i == count - 1);
		if (!lost[i]->is_counted)
			continue;
		item = vars_add(told, "rating-of");
		facts_game(item, lost[i]);
		facts_ratings(item, lost[i]);
	}
}

/* Gives up one of his games; the first in which both have moved may count.  more: what is told of
 * an account that closes, or NULL. */
static enum outcome
give_up(struct request *rq, const struct seat *by, int64_t id, struct vars *more, bool *counted,
    struct game **out, struct err *err)
{
	struct act act = { .store = rq->store,
		.arena = rq->arena,
		.reply = rq->reply,
		.by = *by,
		.now = rq->now,
		.letter = rq->letter,
		.more = more,
		.leaves = true,
		.is_quiet = true };

	if (request_game(rq, id, &act.game, err) != 1)
		return FAILED;
	if (*counted && act.game->is_rated) {
		act.game->is_rated = false;
		act.game->unrated = UNRATED_LEFT;
	}
	*counted |= act.game->length >= 2;
	*out = act.game;
	return more != NULL ? play_leave(&act, err) : play_resign(&act, err);
}

int
tournament_withdraw(struct request *rq, const struct tournament *t, const struct stage *stage,
    struct contestant *place, enum leaving why, struct vars *more, struct vars *told,
    struct err *err)
{
	struct sectional section;
	struct player player;
	/* Who vanishes loses one that counts, too: it may be lost on time already. */
	int counts = players_get(rq->store, rq->arena, place->seat.player, &player, err) == -1 ?
	    -1 :
	    ratings_absence_counts(rq->store, player.id, player.absent, err);
	bool counted = counts == 1;
	struct game *lost[PAIRINGS_MOST];
	int count = 0;

	if (counts == -1)
		return -1;
	tournament_section(stage, place->section, &section);
	place->left = leaves_early(&section, place->number, silent_since(&player)) ? LEFT_EARLY :
										     LEFT_LATE;
	place->asked = why == LEAVES_ASKED || why == LEAVES_SILENT ? rq->now : 0;
	if (contestants_save(rq->store, place, err) == -1)
		return -1;
	for (int i = 0; i < section.game_count; i++) {
		const struct paired *p = &section.games[i];

		if ((p->red == place->number || p->green == place->number) &&
		    p->state == GAME_PLAYING &&
		    give_up(rq, &place->seat, p->game, more, &counted, &lost[count++], err) ==
			FAILED)
			return -1;
	}
	tell_leaver(told, t, place, why, lost, count);
	return 0;
}

/* Games of the stage that he has lost on time since then. */
static int
lost_on_time(const struct stage *stage, const struct contestant *place, int64_t since)
{
	int count = 0;

	for (int i = 0; i < stage->game_count; i++)
		count += stage->games[i].section == place->section &&
		    is_lost_on_time(&stage->games[i], place->number, since);
	return count;
}

bool
tournament_plays_on(const struct stage *stage, const struct contestant *place)
{
	for (int i = 0; i < stage->game_count; i++) {
		const struct paired *p = &stage->games[i];

		if (p->section == place->section && p->state == GAME_PLAYING &&
		    (p->red == place->number || p->green == place->number))
			return true;
	}
	return false;
}

int
tournament_add_waiting(struct request *rq, const struct tournament *t, int64_t player,
    struct vars *vars, struct err *err)
{
	struct paired *games;
	int count = paired_list(rq->store, rq->arena, t->id, t->stage, &games, err), waiting = 0;

	vars_list(vars, "waiting");
	for (int i = 0; i < count; i++) {
		struct game *game;
		struct vars *item;

		if (games[i].state != GAME_PLAYING)
			continue;
		if (request_game(rq, games[i].game, &game, err) != 1)
			return -1;
		if (game->seat[game_turn(game)].player != player)
			continue;
		item = vars_add(vars, "waiting");
		vars_number(item, "board", game->id);
		vars_time(item, "deadline", game_deadline(game));
		vars_flag(item, "another", waiting++ > 0);
	}
	vars_flag(vars, "any-waiting", waiting > 0);
	return count == -1 ? -1 : 0;
}

/* What follows if he does not answer; who has withdrawn early would not count for anybody. */
static void
tell_consequences(
    struct vars *vars, const struct stage *stage, const struct contestant *place, int64_t absent)
{
	struct sectional section;

	tournament_section(stage, place->section, &section);
	vars_flag(vars, "early", leaves_early(&section, place->number, absent));
	vars_flag(vars, "plays-on", tournament_plays_on(stage, place));
	vars_number(vars, "barred-for", TOURNAMENT_BARRED / DAY);
}

static const char *
numbered(struct request *rq, enum verb_id verb, int64_t number)
{
	return arena_printf(rq->arena, "%s %lld", verb_table[verb].name, (long long)number);
}

int
tournament_look_at_silence(struct request *rq, const struct tournament *t,
    const struct stage *stage, struct contestant *place, const struct player *player, int64_t *due,
    struct err *err)
{
	struct vars *vars;
	int64_t since = silent_since(player);
	int lost = since != 0 ? lost_on_time(stage, place, since) : 0;

	if (lost < 2)
		return 0;
	if (place->asked < since) {
		place->asked = rq->now;
		vars = reply_tell(rq->reply, player->id, NULL, "tournament-silent");
		vars_number(vars, "number", t->id);
		vars_text(vars, "name", t->name);
		vars_number(vars, "count", lost);
		tell_consequences(vars, stage, place, since);
		vars_time(vars, "until", rq->now + ANSWER_IN);
		if (tournament_add_waiting(rq, t, player->id, vars, err) == -1)
			return -1;
		if (contestants_save(rq->store, place, err) == -1 ||
		    confirmation_offer_either(rq, reply_letter(rq->reply, player->id, NULL),
			player->id, numbered(rq, VERB_JOIN, t->id), numbered(rq, VERB_LEAVE, t->id),
			err) == -1)
			return -1;
	} else if (rq->now >= place->asked + ANSWER_IN) {
		vars = reply_tell(rq->reply, player->id, NULL, "tournament-withdrawn");
		return tournament_withdraw(rq, t, stage, place, LEAVES_SILENT, NULL, vars, err);
	}
	*due = place->asked + ANSWER_IN < *due ? place->asked + ANSWER_IN : *due;
	return 1;
}

enum outcome
tournament_leave(
    struct request *rq, struct tournament *t, enum leaving why, struct vars *told, struct err *err)
{
	struct stage stage;
	struct contestant *place = NULL;

	if (tournament_stage(rq, t, &stage, err) == -1)
		return FAILED;
	for (int i = 0; i < stage.place_count; i++)
		if (stage.places[i].seat.player == rq->from->id && stage.places[i].left == LEFT_NOT)
			place = &stage.places[i];
	if (place == NULL)
		return REFUSED;
	if (!rq->is_sure)
		return DONE;
	/* He was asked, and has not written in between. */
	if (why == LEAVES && rq->from->absent != 0 && place->asked >= rq->from->absent)
		why = LEAVES_ASKED;
	return tournament_withdraw(rq, t, &stage, place, why, NULL, told, err) == -1 ||
		tournaments_look_again(rq->store, t->id, err) == -1 ?
	    FAILED :
	    DONE;
}

int
tournaments_leave_all(
    struct request *rq, int64_t player, enum leaving why, struct vars *more, struct err *err)
{
	int64_t *ids;
	int count = tournaments_played_by(rq->store, rq->arena, player, &ids, err);

	for (int i = 0; i < count; i++) {
		struct tournament t;
		struct stage stage;

		if (tournaments_get(rq->store, rq->arena, ids[i], &t, err) != 1 ||
		    tournament_stage(rq, &t, &stage, err) == -1)
			return -1;
		for (int k = 0; k < stage.place_count; k++)
			if (stage.places[k].seat.player == player &&
			    stage.places[k].left == LEFT_NOT &&
			    tournament_withdraw(rq, &t, &stage, &stage.places[k], why, more,
				why == LEAVES_CLOSED ?
				    vars_new(rq->arena) :
				    reply_tell(rq->reply, player, NULL, "tournament-withdrawn"),
				err) == -1)
				return -1;
		if (tournaments_look_again(rq->store, t.id, err) == -1)
			return -1;
	}
	return count;
}

enum outcome
tournament_ask_again(struct request *rq, struct err *err)
{
	const struct parse_context *context = rq->names;
	const struct contestant *place = NULL;
	struct order order;
	struct tournament t;
	struct stage stage;
	struct vars *vars;
	int found;

	parse_line(rq->arena, context, context->answer.meant, &order);
	found = tournaments_get(rq->store, rq->arena, order.game, &t, err);
	if (found != 1 || tournament_stage(rq, &t, &stage, err) == -1)
		return FAILED;
	for (int i = 0; i < stage.place_count; i++)
		if (stage.places[i].seat.player == rq->from->id && stage.places[i].left == LEFT_NOT)
			place = &stage.places[i];
	vars = reply_refuse(rq->reply,
	    place != NULL && t.state == TOURNAMENT_PLAYING ? "tournament-unclear" :
							     "tournament-gone");
	vars_number(vars, "number", t.id);
	vars_text(vars, "name", t.name);
	vars_flag(vars, "over", t.state != TOURNAMENT_PLAYING);
	vars_time(vars, "until", place != NULL ? place->asked + ANSWER_IN : 0);
	if (place != NULL)
		tell_consequences(vars, &stage, place, silent_since(rq->from));
	if (place != NULL && t.state == TOURNAMENT_PLAYING)
		rq->reply->sender->meant = rq->token->asked;
	return REFUSED;
}
