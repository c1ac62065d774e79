/* SPDX-License-Identifier: ISC */
/*
 * Tournaments: stages begin and end, and players leave them (tournament.h).
 *
 * A stage begins in one transaction, with all its games: killed in between, it has not begun.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/token.h"
#include "cmd/apart.h"
#include "cmd/confirmations.h"
#include "cmd/tournament_internal.h"
#include "cmd/vacation_limit.h"
#include "game/example.h"
#include "play/play.h"
#include "speak/verbs.h"
#include "store/ratings.h"

#define TABLE_EVERY (7 * DAY)
#define END_SOON    (14 * DAY)
#define DECIDED_IN  (7 * DAY) /* by the operator, after the end of a stage */

/* Tells each player of the section, who has not left, how it stands. */
static void
tell_section(struct request *rq, const struct tournament *t, const struct stage *stage, int number)
{
	for (int i = 0; i < stage->place_count; i++) {
		const struct contestant *place = &stage->places[i];

		if (place->section == number && place->left == LEFT_NOT)
			tournament_table(rq,
			    reply_tell(rq->reply, place->seat.player, NULL, "tournament-table"), t,
			    stage, number, place->seat.player);
	}
}

/*
 * A stage begins.
 */

struct seeded {
	struct seat seat;
	double rating;
};

static int
by_rating(const void *a, const void *b)
{
	const struct seeded *x = a, *y = b;

	return x->rating != y->rating ?
	    (x->rating < y->rating) - (x->rating > y->rating) :
	    (x->seat.player > y->seat.player) - (x->seat.player < y->seat.player);
}

/* The numbers in a section are drawn. */
static void
shuffle(struct contestant *places, int count)
{
	for (int i = count - 1; i > 0; i--) {
		char digits[5];
		int with;
		struct seat seat = places[i].seat;

		code_random(digits, 4);
		digits[4] = '\0';
		with = (int)(strtol(digits, NULL, 10) % (i + 1));
		places[i].seat = places[with].seat;
		places[with].seat = seat;
	}
}

static int
begin_game(struct request *rq, const struct tournament *t, const struct contestant *places,
    const struct pairing *pairing, struct err *err)
{
	struct paired paired = { .tournament = t->id,
		.stage = t->stage,
		.section = places->section,
		.round = pairing->round,
		.red = pairing->red,
		.green = pairing->green };
	struct act act = {
		.store = rq->store, .arena = rq->arena, .reply = rq->reply, .now = rq->now
	};
	struct order order;

	if (tournament_game(rq, t->options, &order, &act.game) != DONE)
		return err_set(
		    err, "tournament %lld: its options are no longer understood", (long long)t->id);
	act.game->tournament = t->id;
	act.game->terms.vacation_days = t->vacations;
	act.game->seat[RED] = places[pairing->red].seat;
	act.game->seat[GREEN] = places[pairing->green].seat;
	if (play_begin(&act, NULL, NULL, err) == FAILED)
		return -1;
	paired.game = act.game->id;
	return paired_add(rq->store, &paired, err);
}

static int
begin_section(struct request *rq, const struct tournament *t, struct contestant *places, int count,
    struct err *err)
{
	struct pairing pairings[PAIRINGS_MOST];
	/* Two alone meet with both colours. */
	int games = crosstable_pairings(count, t->is_double || count == 2, pairings);

	shuffle(places, count);
	for (int i = 0; i < count; i++) {
		places[i].number = i;
		if (contestants_add(rq->store, &places[i], err) == -1)
			return -1;
	}
	for (int i = 0; i < games; i++)
		if (begin_game(rq, t, places, &pairings[i], err) == -1)
			return -1;
	return 0;
}

/* Where the games are rated, but not this one: "apart", with why. */
static int
add_apart(struct request *rq, struct vars *vars, int64_t board, int *count, struct err *err)
{
	struct vars *item;
	struct game *game;

	if (request_game(rq, board, &game, err) != 1)
		return -1;
	if (game->is_rated)
		return 0;
	item = vars_add(vars, "apart");
	vars_number(item, "board", board);
	vars_flag(item, "another", (*count)++ > 0);
	vars_flag(item, "one-mailbox", game->unrated == UNRATED_MAILBOX);
	vars_flag(item, "linked", game->unrated == UNRATED_LINKED);
	vars_flag(item, "often", game->unrated == UNRATED_OFTEN);
	return 0;
}

/* Each reads which games are his, in one letter, which answers to it can name. */
static int
tell_beginning(struct request *rq, const struct tournament *t, struct err *err)
{
	struct stage stage;
	struct order order;
	struct game *pattern;
	struct move example;
	char text[16] = "";

	if (tournament_stage(rq, t, &stage, err) == -1 ||
	    tournament_game(rq, t->options, &order, &pattern) != DONE)
		return -1;
	if (example_move(pattern, &example))
		move_write(example, text);
	for (int i = 0; i < stage.place_count; i++) {
		const struct contestant *place = &stage.places[i];
		struct sectional section;
		struct vars *vars = reply_tell(
		    rq->reply, place->seat.player, NULL, "tournament-begins");
		struct message *letter = reply_letter(rq->reply, place->seat.player, NULL);
		int64_t first = 0;
		int apart = 0;
		enum side begins = game_turn(pattern);

		tournament_section(&stage, place->section, &section);
		if (tournament_facts(rq, t, vars, err) != DONE)
			return -1;
		vars_number(vars, "section", place->section);
		vars_number(vars, "sections", stage.sections);
		vars_flag(vars, "only", stage.sections == 1);
		vars_flag(vars, "first-stage", t->stage == 1);
		for (int g = 0; g < section.game_count; g++) {
			const struct paired *p = &section.games[g];
			struct vars *item;
			bool is_red = p->red == place->number;

			if (!is_red && p->green != place->number)
				continue;
			item = vars_add(vars, "games");
			vars_number(item, "board", p->game);
			vars_flag(item, "to-move", is_red == (begins == RED));
			vars_text(item, "opponent",
			    section.places[is_red ? p->green : p->red].seat.userid);
			vars_word(item, "side", side_name(is_red ? RED : GREEN));
			if (is_red == (begins == RED) && first == 0)
				first = p->game;
			reply_list(rq->reply, letter, p->game);
			if (pattern->is_rated && add_apart(rq, vars, p->game, &apart, err) == -1)
				return -1;
		}
		vars_flag(vars, "any-apart", apart > 0);
		vars_number(vars, "board", first);
		vars_text(vars, "example", text);
		vars_flag(vars, "any-to-move", first != 0);
	}
	return 0;
}

/* The next stage, with these players. */
static int
begin_stage(
    struct request *rq, struct tournament *t, struct seat *players, int count, struct err *err)
{
	struct seeded *seeded = arena_alloc(rq->arena, (size_t)count * sizeof *seeded);
	struct contestant places[SECTION_MOST];
	int sections = crosstable_sections(count, t->size);

	for (int i = 0; i < count; i++) {
		seeded[i].seat = players[i];
		if (ratings_seed(rq->store, players[i].player, rq->now, &seeded[i].rating, err) ==
		    -1)
			return -1;
	}
	qsort(seeded, (size_t)count, sizeof *seeded, by_rating);
	t->stage++;
	t->state = TOURNAMENT_PLAYING;
	if (t->begun == 0)
		t->begun = rq->now;
	t->told = rq->now;
	t->shown = "";
	/* Somebody may be on vacation, or will be soon. */
	t->due = rq->now + (t->vacations > 0 ? 1 : TABLE_EVERY);
	t->stage_ends = t->days > 0 ? rq->now + t->days * DAY : 0;
	t->end_told = END_TOLD_NOT;
	for (int number = 0; number < sections; number++) {
		int size = 0;

		for (int i = 0; i < count; i++)
			if (crosstable_section(i, sections) == number)
				places[size++] = (struct contestant){ .tournament = t->id,
					.stage = t->stage,
					.section = number + 1,
					.seat = seeded[i].seat };
		if (begin_section(rq, t, places, size, err) == -1)
			return -1;
	}
	return tell_beginning(rq, t, err);
}

/* Who has joined and can still play, in the arena; of one person's accounts the first. */
static int
able_players(struct request *rq, const struct tournament *t, struct seat **out, struct err *err)
{
	int count = entrants_list(rq->store, rq->arena, t->id, out, err), able = 0;

	for (int i = 0; i < count; i++) {
		struct player player;

		if (players_get(rq->store, rq->arena, (*out)[i].player, &player, err) == -1)
			return -1;
		if (player.state == PLAYER_ACTIVE)
			(*out)[able++] = (*out)[i];
	}
	return count == -1 || apart_entrants(rq, t, *out, &able, err) == -1 ? -1 : able;
}

static enum outcome
begin_or_cancel(struct request *rq, struct tournament *t, struct err *err)
{
	struct seat *players;
	int count = able_players(rq, t, &players, err);

	if (count == -1)
		return FAILED;
	if ((t->start == 0 || rq->now < t->start) && (t->places == 0 || count < t->places)) {
		/* A place is free again, or the clock was put right. */
		t->due = t->start;
		return tournaments_save(rq->store, t, err) == -1 ? FAILED : DONE;
	}
	if (count >= TOURNAMENT_LEAST)
		return begin_stage(rq, t, players, count, err) == -1 ||
			tournaments_save(rq->store, t, err) == -1 ?
		    FAILED :
		    DONE;
	t->state = TOURNAMENT_CANCELLED;
	t->ended = rq->now;
	t->due = 0;
	for (int i = 0; i < count; i++) {
		struct vars *vars = reply_tell(
		    rq->reply, players[i].player, NULL, "tournament-too-few");

		if (tournament_facts(rq, t, vars, err) != DONE)
			return FAILED;
	}
	return tournaments_save(rq->store, t, err) == -1 ? FAILED : DONE;
}

/*
 * A stage ends.
 */

static bool
is_among(const struct seat *seats, int count, int64_t player)
{
	for (int i = 0; i < count; i++)
		if (seats[i].player == player)
			return true;
	return false;
}

/* The last tables, with who goes on, or who has won. */
static void
tell_end(struct request *rq, const struct tournament *t, const struct stage *stage,
    const struct seat *first, int count, bool is_last)
{
	for (int number = 1; number <= stage->sections; number++)
		for (int i = 0; i < stage->place_count; i++) {
			const struct contestant *place = &stage->places[i];
			struct vars *vars;

			if (place->section != number || place->left != LEFT_NOT)
				continue;
			vars = reply_tell(rq->reply, place->seat.player, NULL,
			    is_last ? "tournament-ends" : "tournament-stage-ends");
			tournament_table(rq, vars, t, stage, number, place->seat.player);
			vars_flag(vars, "first", is_among(first, count, place->seat.player));
			tournament_list_winners(vars, first, count);
		}
}

/* Those who took part, but not in the last stage, hear who has won. */
static int
tell_others(struct request *rq, const struct tournament *t, const struct stage *stage,
    const struct seat *winners, int count, struct err *err)
{
	struct seat *entrants;
	int all = entrants_list(rq->store, rq->arena, t->id, &entrants, err);

	for (int i = 0; i < all; i++) {
		struct vars *vars;
		bool plays = false;

		for (int k = 0; k < stage->place_count; k++)
			plays |= stage->places[k].seat.player == entrants[i].player;
		if (plays)
			continue;
		vars = reply_tell(rq->reply, entrants[i].player, NULL, "tournament-won");
		vars_number(vars, "number", t->id);
		vars_text(vars, "name", t->name);
		tournament_list_winners(vars, winners, count);
	}
	return all == -1 ? -1 : 0;
}

static enum outcome
end_stage(struct request *rq, struct tournament *t, const struct stage *stage, struct err *err)
{
	struct seat *first = arena_alloc(
	    rq->arena, (size_t)(stage->place_count + 1) * sizeof *first);
	int count = tournament_first(t, stage, first);
	/* A stage that is no smaller than the last would never end. */
	bool is_last = stage->sections == 1 || count < SECTION_LEAST || count >= stage->place_count;

	tell_end(rq, t, stage, first, count, is_last);
	if (!is_last && begin_stage(rq, t, first, count, err) == -1)
		return FAILED;
	if (is_last) {
		t->state = TOURNAMENT_OVER;
		t->ended = rq->now;
		t->due = 0;
		if (tell_others(rq, t, stage, first, count, err) == -1)
			return FAILED;
	}
	return tournaments_save(rq->store, t, err) == -1 ? FAILED : DONE;
}

/*
 * While it is played.
 */

/* Whose vacation soon counts no more is told a day before his clocks run again; *due: when it is
 * looked at again. */
static int
look_at_vacation(struct request *rq, const struct tournament *t, struct contestant *place,
    const struct player *player, int64_t *due, struct err *err)
{
	struct vacation_limit *limits;
	int count = t->vacations > 0 ? vacation_limits(rq, player->id, 0, &limits, err) : 0;

	for (int i = 0; i < count; i++) {
		int64_t remind = limits[i].runs - DAY;
		struct vars *vars;

		if (limits[i].tournament != t->id)
			continue;
		if (remind > rq->now)
			*due = remind < *due ? remind : *due;
		if (remind > rq->now || limits[i].runs <= rq->now ||
		    place->vacation_told == limits[i].runs)
			continue;
		vars = reply_tell(rq->reply, player->id, NULL, "tournament-vacation");
		vars_number(vars, "number", t->id);
		vars_text(vars, "name", t->name);
		vacation_limit_facts(rq, &limits[i], player->zone, vars);
		place->vacation_told = limits[i].runs;
		if (tournament_add_waiting(rq, t, player->id, vars, err) == -1 ||
		    contestants_save(rq->store, place, err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

/* Whose account was closed or suspended has left, and who does not write any more.  1 somebody is
 * asked whether he still plays, 0, -1. */
static int
look_at_players(struct request *rq, const struct tournament *t, const struct stage *stage,
    int64_t *due, struct err *err)
{
	bool is_asked = false;

	for (int i = 0; i < stage->place_count; i++) {
		struct contestant *place = &stage->places[i];
		struct player player;
		int rc;

		if (place->left != LEFT_NOT)
			continue;
		if (players_get(rq->store, rq->arena, place->seat.player, &player, err) == -1)
			return -1;
		rc = player.state == PLAYER_ACTIVE ?
		    tournament_look_at_silence(rq, t, stage, place, &player, due, err) :
		    tournament_withdraw(rq, t, stage, place, LEAVES_SUSPENDED, NULL,
			reply_tell(rq->reply, place->seat.player, NULL, "tournament-withdrawn"),
			err);
		is_asked |= rc == 1;
		if (rc == -1 ||
		    (player.state == PLAYER_ACTIVE && place->left == LEFT_NOT &&
			look_at_vacation(rq, t, place, &player, due, err) == -1))
			return -1;
	}
	return is_asked;
}

/* The boards of the stage that are open, of one player or (0) all, into "games"; how many. */
static int
list_open(struct vars *vars, const struct stage *stage, int64_t player)
{
	int count = 0;

	vars_list(vars, "games");
	for (int i = 0; i < stage->game_count; i++) {
		const struct paired *p = &stage->games[i];
		struct sectional section;
		const struct seat *red, *green;
		struct vars *item;

		if (p->state != GAME_PLAYING)
			continue;
		tournament_section(stage, p->section, &section);
		red = &section.places[p->red].seat;
		green = &section.places[p->green].seat;
		if (player != 0 && red->player != player && green->player != player)
			continue;
		item = vars_add(vars, "games");
		vars_number(item, "board", p->game);
		vars_text(item, "red", red->userid);
		vars_text(item, "green", green->userid);
		count++;
	}
	return count;
}

/* Who still plays hears when the stage ends, and once it has, so does the operator. */
static enum outcome
tell_date(struct request *rq, struct tournament *t, const struct stage *stage, bool has_ended,
    struct err *err)
{
	const char *address = rq->settings->operator_address;
	int64_t drawn = t->stage_ends + DECIDED_IN;

	for (int i = 0; i < stage->place_count; i++) {
		int64_t player = stage->places[i].seat.player;
		struct vars *vars;

		if (!tournament_plays_on(stage, &stage->places[i]))
			continue;
		vars = reply_tell(rq->reply, player, NULL,
		    has_ended ? "tournament-date-over" : "tournament-date-soon");
		if (tournament_facts(rq, t, vars, err) != DONE)
			return FAILED;
		list_open(vars, stage, player);
		vars_time(vars, "drawn-on", drawn);
	}
	if (has_ended && address != NULL) {
		struct vars *vars = reply_write(rq->reply, address, 0, "operator-tournament");

		vars_number(vars, "number", t->id);
		vars_text(vars, "name", t->name);
		vars_number(vars, "stage", t->stage);
		list_open(vars, stage, 0);
		vars_time(vars, "drawn-on", drawn);
	}
	t->end_told = has_ended ? END_TOLD_NOW : END_TOLD_SOON;
	return DONE;
}

/* What the operator has left open is drawn. */
static enum outcome
draw_open(struct request *rq, const struct stage *stage, struct err *err)
{
	for (int i = 0; i < stage->game_count; i++) {
		struct vars *more = vars_new(rq->arena);
		struct act act = { .store = rq->store,
			.arena = rq->arena,
			.reply = rq->reply,
			.more = more,
			.now = rq->now };

		if (stage->games[i].state != GAME_PLAYING)
			continue;
		vars_text(more, "why", "");
		if (request_game(rq, stage->games[i].game, &act.game, err) != 1)
			return FAILED;
		if (act.game->length < 2 && act.game->is_rated) {
			act.game->is_rated = false;
			act.game->unrated = UNRATED_UNPLAYED;
		}
		if (play_stage_over(&act, err) != DONE)
			return FAILED;
	}
	return DONE;
}

/* A stage that has a last day and open games; *due: when it is looked at again. */
static enum outcome
look_at_date(struct request *rq, struct tournament *t, const struct stage *stage, int64_t *due,
    struct err *err)
{
	int64_t soon = t->stage_ends - END_SOON, drawn = t->stage_ends + DECIDED_IN, next;
	enum outcome outcome = DONE;

	if (t->stage_ends == 0)
		return DONE;
	if (t->end_told == END_TOLD_NOW && rq->now >= drawn)
		return draw_open(rq, stage, err);
	if (t->end_told != END_TOLD_NOW && rq->now >= t->stage_ends)
		outcome = tell_date(rq, t, stage, true, err);
	else if (t->end_told == END_TOLD_NOT && rq->now >= soon)
		outcome = tell_date(rq, t, stage, false, err);
	next = t->end_told == END_TOLD_NOW ? drawn :
	    t->end_told == END_TOLD_SOON   ? t->stage_ends :
					     soon;
	*due = next < *due ? next : *due;
	return outcome;
}

/* How the games of a section stand, and who has left it, a letter each. */
static const char *
section_state(struct request *rq, const struct sectional *section)
{
	static const char results[] = { [RESULT_NONE] = '-',
		[RESULT_RED] = 'r',
		[RESULT_GREEN] = 'g',
		[RESULT_DRAW] = '=',
		[RESULT_CANCELLED] = 'x' };
	struct str state;

	str_init(&state, rq->arena, 0);
	for (int i = 0; i < section->game_count; i++)
		str_addc(&state, results[section->games[i].result]);
	for (int i = 0; i < section->size; i++)
		str_addc(&state, (char)('0' + section->places[i].left));
	return state.data;
}

/* The part of what was shown last that is about that section, from 1 on; "": there is none. */
static const char *
shown_state(struct request *rq, const struct tournament *t, int number)
{
	const char *at = t->shown;

	while (--number > 0 && *at != '\0')
		at += strcspn(at, "/") + (at[strcspn(at, "/")] == '/');
	return arena_strndup(rq->arena, at, strcspn(at, "/"));
}

/* Has a game of it ended since the tables were sent last? */
static bool
has_ended_since(const struct sectional *section, int64_t told)
{
	bool is_news = false;

	for (int i = 0; i < section->game_count; i++)
		is_news |= section->games[i].state == GAME_OVER && section->games[i].ended >= told;
	return is_news;
}

/* The tables of sections that have changed since they were sent last. */
static void
tell_news(struct request *rq, struct tournament *t, const struct stage *stage)
{
	struct str shown;

	str_init(&shown, rq->arena, 0);
	for (int number = 1; number <= stage->sections; number++) {
		struct sectional section;
		const char *state, *old = shown_state(rq, t, number);

		tournament_section(stage, number, &section);
		state = section_state(rq, &section);
		str_addf(&shown, "%s%s", number > 1 ? "/" : "", state);
		if (*old != '\0' ? !str_equal(state, old) : has_ended_since(&section, t->told))
			tell_section(rq, t, stage, number);
	}
	t->told = rq->now;
	t->shown = shown.data;
}

static enum outcome
look_at_stage(struct request *rq, struct tournament *t, struct err *err)
{
	int64_t due = INT64_MAX;
	struct stage stage;
	int over = 0, is_asked = -1;

	/* Read again, as games may be given up. */
	if (tournament_stage(rq, t, &stage, err) == -1 ||
	    (is_asked = look_at_players(rq, t, &stage, &due, err)) == -1 ||
	    tournament_stage(rq, t, &stage, err) == -1 ||
	    look_at_date(rq, t, &stage, &due, err) == FAILED ||
	    tournament_stage(rq, t, &stage, err) == -1)
		return FAILED;
	for (int i = 0; i < stage.game_count; i++)
		over += stage.games[i].state == GAME_OVER;
	/* What he says may change the table. */
	if (over == stage.game_count && !is_asked)
		return end_stage(rq, t, &stage, err);
	if (rq->now >= t->told + TABLE_EVERY)
		tell_news(rq, t, &stage);
	t->due = t->told + TABLE_EVERY < due ? t->told + TABLE_EVERY : due;
	return tournaments_save(rq->store, t, err) == -1 ? FAILED : DONE;
}

enum outcome
tournament_due(struct request *rq, int64_t id, struct err *err)
{
	struct tournament t;

	if (tournaments_get(rq->store, rq->arena, id, &t, err) != 1)
		return FAILED;
	return t.state == TOURNAMENT_OPEN ? begin_or_cancel(rq, &t, err) :
	    t.state == TOURNAMENT_PLAYING ? look_at_stage(rq, &t, err) :
					    DONE;
}

int
tournament_cancel(struct request *rq, struct tournament *t, struct err *err)
{
	struct seat *players;
	int count = entrants_list(rq->store, rq->arena, t->id, &players, err);

	if (count == -1)
		return -1;
	t->state = TOURNAMENT_CANCELLED;
	t->ended = rq->now;
	t->due = 0;
	for (int i = 0; i < count; i++) {
		struct vars *vars;

		/* Whoever calls it off is answered. */
		if (rq->from != NULL && rq->from->id == players[i].player)
			continue;
		vars = reply_tell(rq->reply, players[i].player, NULL, "tournament-cancelled");
		if (tournament_facts(rq, t, vars, err) != DONE)
			return -1;
		vars_flag(vars, "by-player", rq->from != NULL);
		vars_flag(vars, "begun", t->begun != 0);
	}
	return tournaments_save(rq->store, t, err);
}
