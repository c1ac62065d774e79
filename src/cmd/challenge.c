/* SPDX-License-Identifier: ISC */
/*
 * The game that a challenge asks for (challenge.h).
 *
 * pbmserv's order: the first named plays Red; with one name the sender does.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/challenge.h"
#include "cmd/machine.h"
#include "play/facts.h"
#include "play/glossary.h"
#include "play/play.h"
#include "rules/notation.h"
#include "speak/verbs.h"

#define CHALLENGES_A_DAY   50 /* of one player to one other … */
#define CHALLENGES_WAITING 20 /* … and of these without an answer */

static bool
read_flag(const char *value, bool *out)
{
	*out = !str_equal_nocase(value, "no") && !str_equal_nocase(value, "off");
	return !*out || value[0] == '\0' || str_equal_nocase(value, "yes") ||
	    str_equal_nocase(value, "on");
}

static bool
read_color(const char *value, enum side *mine)
{
	char digit[2];

	if (str_equal_nocase(value, "random")) {
		code_random(digit, 1);
		*mine = (digit[0] & 1) ? RED : GREEN;
		return true;
	}
	*mine = str_equal_nocase(value, "red") ? RED : GREEN;
	return *mine == RED || str_equal_nocase(value, "green") || str_equal_nocase(value, "black");
}

/* The options: what the value of each is. */
enum value {
	RULES,
	FLAG,
	NO_FLAG,
	DURATION,
	TIME,
	COLOR,
	SHARE,
	ONLY_SEEK,
	FROM,
	FROM_HANDICAP,
	FROM_OPENING
};
static const struct {
	enum value value;
	size_t at; /* in struct game */
} options[GAME_OPTION_COUNT] = {
	[GAME_OPTION_CLAIM] = { FLAG, offsetof(struct game, terms.by_claim) },
	[GAME_OPTION_COLOR] = { COLOR, 0 },
	[GAME_OPTION_COLOUR] = { COLOR, 0 },
	[GAME_OPTION_FEN] = { FROM, 0 },
	[GAME_OPTION_FORFEITTIME] = { DURATION, offsetof(struct game, terms.move) },
	[GAME_OPTION_HANDICAP] = { FROM_HANDICAP, 0 },
	[GAME_OPTION_NAGTIME] = { DURATION, offsetof(struct game, terms.nag) },
	[GAME_OPTION_NOW] = { ONLY_SEEK, 0 },
	[GAME_OPTION_ONTIME] = { SHARE, 0 },
	[GAME_OPTION_OPENING] = { FROM_OPENING, 0 },
	[GAME_OPTION_PRIVATE] = { FLAG, offsetof(struct game, is_private) },
	[GAME_OPTION_RATED] = { FLAG, offsetof(struct game, is_rated) },
	[GAME_OPTION_RULES] = { RULES, 0 },
	[GAME_OPTION_TIME] = { TIME, 0 },
	[GAME_OPTION_TOTALTIME] = { DURATION, offsetof(struct game, terms.bank) },
	[GAME_OPTION_VACATIONS] = { NO_FLAG, offsetof(struct game, terms.no_vacation) },
	[GAME_OPTION_WEEKENDS] = { NO_FLAG, offsetof(struct game, terms.is_weekend_off) },
};

/* "90", "90%": 1 to 100; 0: it is none. */
static int
read_share(const char *value)
{
	size_t digits = strspn(value, "0123456789");
	int share = digits > 0 && digits <= 3 ? (int)strtol(value, NULL, 10) : 0;

	return share <= 100 && strcmp(value + digits, value[digits] == '%' ? "%" : "") == 0 ?
	    share :
	    0;
}

/* Begins after a line of moves, numbered or not.  *wrong: where it goes wrong, "" at its end. */
static bool
start_after(struct request *rq, struct game *game, const char *line, const char **wrong)
{
	struct board board = game->start;
	char fen[FEN_SIZE];
	const char *why;

	*wrong = "";
	if (line[0] == '\0')
		return false;
	for (const char *at = line;;) {
		size_t digits, length;
		struct reading reading;

		at += strspn(at, " ");
		digits = strspn(at, "0123456789");
		if (digits > 0 && at[digits] == '.') {
			at += digits + strspn(at + digits, ".");
			continue;
		}
		*wrong = at;
		if (*at == '\0')
			break;
		if ((length = notation_form_end(at, NULL, NULL)) == 0)
			length = strcspn(at, " ");
		*wrong = arena_strndup(rq->arena, at, length);
		if (glossary_read_move(rq->settings->glossary, request_spelling(rq->from), *wrong,
			&board, &reading) != READ_MOVE)
			return false;
		board_play(&board, reading.move);
		at += length;
	}
	fen_write(&board, 0, 1, fen);
	return game_set_start(game, fen, &why);
}

/* *why: what is wrong with a FEN; of a line of moves, *wrong: where it is. */
static bool
read_option(struct request *rq, struct game *game, const char *value, int which, enum side *mine,
    const char **why, const char **wrong)
{
	void *at = (char *)game + options[which].at;
	bool valid, flag;

	switch (options[which].value) {
	case RULES:
		return ruleset_find(utf8_fold(game->arena, value), &game->rules);
	case FLAG:
		return read_flag(value, at);
	case NO_FLAG:
		valid = read_flag(value, &flag);
		*(bool *)at = !flag;
		return valid;
	case DURATION:
		return duration_read(value, at);
	case TIME:
		return true; /* read_time has */
	case COLOR:
		return read_color(value, mine);
	case SHARE:
		return read_share(value) > 0;
	case ONLY_SEEK:
		return read_flag(value, &flag);
	case FROM:
		return game_set_start(game, value, why);
	case FROM_HANDICAP:
		value = handicap_find(utf8_fold(game->arena, value));
		return value != NULL && game_set_start(game, value, why);
	case FROM_OPENING:
		return start_after(rq, game, value, wrong);
	}
	return false;
}

static enum outcome
refuse_option(struct request *rq, const struct order_option *option, const char *template,
    const char *why, const char *wrong)
{
	struct vars *vars = reply_refuse(rq->reply, template);

	vars_text(vars, "option", option->name);
	vars_word(vars, "takes", option->name);
	vars_text(vars, "value", option->value);
	facts_bad_fen(vars, why);
	vars_text(vars, "wrong", wrong);
	return REFUSED;
}

static enum outcome
refuse_value(struct request *rq, const struct order_option *option, const char *why)
{
	enum value kind = options[game_option_find(option->name)].value;
	bool is_long = (kind == TIME || kind == DURATION) && duration_is_too_long(option->value);

	return refuse_option(
	    rq, option, is_long ? "challenge-too-long" : "challenge-option-wrong", why, NULL);
}

/* --time sets all of the clock, wherever it stands; what is said beside it changes that.  *timed:
 * its clock, all 0 without it. */
static enum outcome
read_time(struct request *rq, const struct order *order, struct terms *terms, struct terms *timed)
{
	*timed = (struct terms){ 0 };
	for (int i = 0; i < order->option_count; i++) {
		const struct order_option *option = &order->options[i];
		int which = game_option_find(option->name);

		if (which == -1 || options[which].value != TIME)
			continue;
		if (!terms_read_time(terms, option->value))
			return refuse_value(rq, option, "");
		*timed = *terms;
	}
	return DONE;
}

/* Is there no such option, or not for this verb? */
static bool
is_unknown(const struct order *order, int which)
{
	return which == -1 ||
	    (options[which].value == ONLY_SEEK && order->verb != &verb_table[VERB_SEEK]);
}

/* Do both set the same? */
static bool
are_same(int one, int other)
{
	return one != -1 && other != -1 && options[one].value == options[other].value &&
	    options[one].at == options[other].at;
}

/* The first that sets what another has set otherwise; NULL. */
static const struct order_option *
find_twice(const struct order *order)
{
	for (int i = 0; i < order->option_count; i++)
		for (int j = 0; j < i; j++) {
			const struct order_option *one = &order->options[j];
			const struct order_option *other = &order->options[i];
			int which = game_option_find(other->name);

			if (are_same(game_option_find(one->name), which) &&
			    options[which].value < FROM &&
			    !str_equal_nocase(one->value, other->value))
				return other;
		}
	return NULL;
}

static const struct order_option *
find_option(const struct order *order, enum game_option which)
{
	for (int i = 0; i < order->option_count; i++)
		if (game_option_find(order->options[i].name) == (int)which)
			return &order->options[i];
	return NULL;
}

/* One of an order's options. */
static enum outcome
take_option(struct request *rq, const struct order *order, const struct order_option *option,
    const struct terms *timed, struct game *game, enum side *mine, bool *has_start)
{
	int which = game_option_find(option->name);
	const char *why = "", *wrong = NULL;

	if (is_unknown(order, which))
		return refuse_option(rq, option, "challenge-option-unknown", "", "");
	if (options[which].value == TIME)
		return DONE;
	if ((which == GAME_OPTION_TOTALTIME && timed->bank != 0) ||
	    (which == GAME_OPTION_FORFEITTIME && timed->move != 0))
		return refuse_option(rq, option, "challenge-two-clocks", "", "");
	if (options[which].value >= FROM) {
		if (*has_start)
			return refuse_option(rq, option, "challenge-two-starts", "", "");
		*has_start = true;
		game_set_start(game, FEN_START, &why);
		why = "";
	}
	if (read_option(rq, game, option->value, which, mine, &why, &wrong))
		return DONE;
	return wrong != NULL ? refuse_option(rq, option, "challenge-opening-wrong", why, wrong) :
			       refuse_value(rq, option, why);
}

/* The time until a side may lose at the earliest; 0: there is no such time. */
static int64_t
least_time(const struct terms *terms)
{
	if (terms->move == 0 || terms->bank == 0)
		return terms->move + terms->bank;
	return terms->move < terms->bank ? terms->move : terms->bank;
}

/* What each option has set, beside what others have.  is_agreed: it was agreed to once, and stays
 * what it was. */
static enum outcome
check_together(struct request *rq, const struct order *order, struct game *game, bool is_agreed)
{
	const struct order_option *nag = find_option(order, GAME_OPTION_NAGTIME);
	const struct order_option *rated = find_option(order, GAME_OPTION_RATED);
	int64_t time = least_time(&game->terms);

	if (time != 0 && nag != NULL && game->terms.nag > time && !is_agreed)
		return refuse_option(rq, nag, "challenge-late-reminder", "", "");
	/* One that would come when time is up comes at half of it, as where none was asked for. */
	if (time != 0 && game->terms.nag >= time)
		game->terms.nag = 0;
	if (strcmp(game->start_fen, FEN_START) == 0)
		return DONE;
	/* It was asked for in so many words. */
	if (rated != NULL && game->is_rated && !is_agreed)
		return refuse_option(rq, rated, "challenge-never-rated", "", "");
	game->is_rated = false;
	return DONE;
}

enum outcome
challenge_read_options(
    struct request *rq, const struct order *order, struct game *game, enum side *mine)
{
	/* "--color=random", and the colour drawn */
	bool is_agreed = order != rq->order, has_start = false;
	const struct order_option *twice = is_agreed ? NULL : find_twice(order);
	struct terms timed;
	enum outcome outcome;

	if (twice != NULL)
		return refuse_option(rq, twice, "challenge-twice", "", "");
	outcome = read_time(rq, order, &game->terms, &timed);
	for (int i = 0; i < order->option_count && outcome == DONE; i++)
		outcome = take_option(
		    rq, order, &order->options[i], &timed, game, mine, &has_start);
	return outcome == DONE ? check_together(rq, order, game, is_agreed) : outcome;
}

const char *
challenge_written(struct arena *arena, const struct order *order)
{
	struct str text;

	str_init(&text, arena, 0);
	for (int i = 0; i < order->option_count; i++)
		str_addf(&text, "%s--%s%s%s", i > 0 ? " " : "", order->options[i].name,
		    order->options[i].value[0] != '\0' ? "=" : "", order->options[i].value);
	return text.data;
}

const char *
challenge_value(const struct order *order, enum game_option which)
{
	const char *value = "";

	for (int i = 0; i < order->option_count; i++)
		if (game_option_find(order->options[i].name) == (int)which)
			value = order->options[i].value;
	return value;
}

bool
challenge_is_now(const struct order *order)
{
	bool is_now = false;

	for (int i = 0; i < order->option_count; i++)
		if (game_option_find(order->options[i].name) == GAME_OPTION_NOW)
			read_flag(order->options[i].value, &is_now);
	return is_now;
}

int
challenge_ontime(const struct order *order)
{
	return read_share(challenge_value(order, GAME_OPTION_ONTIME));
}

int
challenge_has_share(struct request *rq, int share, const struct player *other,
    struct reliability *turns, struct err *err)
{
	if (share == 0 || other->level > 0)
		return 1;
	if (ratings_reliability(rq->store, rq->arena, other->id, turns, err) == -1)
		return -1;
	return turns->turns < RELIABLE_LEAST || 100 * turns->in_time >= share * turns->turns;
}

enum outcome
challenge_check_ontime(struct request *rq, const struct order *order, const struct player *other,
    const char *template, struct err *err)
{
	int share = challenge_ontime(order);
	struct reliability turns;
	struct vars *vars;
	int rc = challenge_has_share(rq, share, other, &turns, err);

	if (rc != 0)
		return rc == 1 ? DONE : FAILED;
	vars = reply_refuse(rq->reply, template);
	vars_text(vars, "userid", other->userid);
	vars_number(vars, "in-time", 100 * turns.in_time / turns.turns);
	vars_number(vars, "turns", turns.turns);
	vars_number(vars, "share", share);
	return REFUSED;
}

/* Who is meant, and the challenger's colour by the order of the names; NULL: others. */
static const char *
opponent_of(const struct order *order, const char *challenger, enum side *mine)
{
	*mine = RED;
	if (order->word_count == 1 || machine_level(order) > 0)
		return order->raw[0];
	if (str_equal_nocase(order->words[0], challenger))
		return order->raw[1];
	*mine = GREEN;
	return str_equal_nocase(order->words[1], challenger) ? order->raw[0] : NULL;
}

static void
seat(struct game *game, enum side side, const struct player *player)
{
	game->seat[side].player = player->id;
	str_copy(game->seat[side].userid, SEAT_NAME_SIZE, player->userid);
}

enum outcome
challenge_read(struct request *rq, const struct order *order, const struct player *challenger,
    struct game **out, const char **name)
{
	struct game *game = *out = game_new(rq->arena, rq->now);
	enum outcome outcome;
	enum side mine;

	*name = opponent_of(order, challenger->userid, &mine);
	if (*name == NULL) {
		const char *option = strchr(order->words[1], '=') != NULL ? order->words[1] : "";

		/* "--time 3d" */
		for (int i = 0; i < order->option_count && option[0] == '\0'; i++)
			if (order->options[i].value[0] == '\0')
				option = arena_printf(
				    rq->arena, "%s=%s", order->options[i].name, order->words[1]);
		outcome = request_refuse_text(rq, "challenge-not-you", "value", challenger->userid);
		vars_text(rq->reply->sender->last->vars, "option", option);
		vars_text(rq->reply->sender->last->vars, "one", order->words[0]);
		vars_text(rq->reply->sender->last->vars, "other", order->words[1]);
		return outcome;
	}
	/* By lot, as it has no wish of its own; but it is the one who gives. */
	if (machine_level(order) > 0)
		read_color("random", &mine);
	for (int i = 0; i < order->option_count && machine_level(order) > 0; i++)
		if (str_equal(order->options[i].name, "handicap"))
			mine = GREEN;
	game->is_rated = true;
	game->terms.nag = rq->settings->nagtime * DAY;
	game->terms.move = rq->settings->forfeittime * DAY;
	if ((outcome = challenge_read_options(rq, order, game, &mine)) != DONE)
		return outcome;
	seat(game, mine, challenger);
	game->challenger = mine;
	return DONE;
}

void
challenge_seat(struct game *game, const struct player *other)
{
	seat(game, side_other(game->challenger), other);
}

/* Has one of them blocked the other? */
static enum outcome
check_blocks(struct request *rq, const struct player *other, struct err *err)
{
	struct seat *blocked;
	int count = blocks_list(rq->store, rq->arena, rq->from->id, &blocked, err);

	for (int i = 0; i < count; i++)
		if (blocked[i].player == other->id)
			return request_refuse_userid(rq, "challenge-blocked", other->userid);
	if (count == -1)
		return FAILED;
	return request_reaches(rq, other->id, other->userid, "challenge-not-taken", err);
}

enum outcome
challenge_check(struct request *rq, const struct player *other, struct err *err)
{
	int room = request_room(rq, err), theirs = games_count(rq->store, other->id, err);

	if (room == -1 || theirs == -1)
		return FAILED;
	if (other->id == rq->from->id)
		return request_refuse(rq, "challenge-self");
	if (other->state != PLAYER_ACTIVE)
		return request_refuse_userid(rq, "challenge-not-active", other->userid);
	if (room == 0)
		return request_refuse_full(rq, err);
	if (other->level > 0)
		return DONE;
	if (theirs >= rq->settings->games_max || (other->limit > 0 && theirs >= other->limit))
		return request_refuse_text(rq, "challenge-other-full", "value", other->userid);
	return check_blocks(rq, other, err);
}

/* A challenge comes unasked: too many of them would be a nuisance, and would leave
 * the other no room for games with anybody else. */
static enum outcome
check_nuisance(struct request *rq, const struct player *other, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.opponent = other->id,
		.viewer = -1,
		.of_state = { [GAME_OFFERED] = true } };
	const char *pair = arena_printf(
	    rq->arena, "%lld-%lld", (long long)rq->from->id, (long long)other->id);
	struct game_line *lines;
	int may, waiting = games_list(rq->store, rq->arena, &filter, &lines, err);

	if (waiting == -1)
		return FAILED;
	may = waiting >= CHALLENGES_WAITING ?
	    0 :
	    request_count(rq, "challenge", pair, rq->now - DAY, CHALLENGES_A_DAY, err);
	if (may != 0)
		return may == 1 ? DONE : FAILED;
	return request_refuse_text(rq, "challenge-too-many", "value", other->userid);
}

enum outcome
challenge_send(struct request *rq, struct game *game, const struct player *other,
    const struct vars *earlier, struct err *err)
{
	struct vars *vars = vars_new(rq->arena);
	enum outcome outcome = check_nuisance(rq, other, err);
	struct act *act;
	int reached;

	if (outcome != DONE)
		return outcome;
	if (other->level > 0)
		return machine_begin(rq, game, other->level, err);
	challenge_seat(game, other);
	rq->game = game;
	act = request_act(rq);
	if (earlier != NULL)
		vars_copy(vars, earlier);
	vars_text(vars, "public-name", rq->from->name);
	if (facts_player(vars, rq->store, rq->from->id, rq->now, err) == -1 ||
	    (reached = players_is_reached(rq->store, other->id, err)) == -1)
		return FAILED;
	vars_flag(vars, "unreached", reached == 0);
	vars_text(vars, "userid", other->userid);
	act->more = vars;
	outcome = play_challenge(act, err);
	request_add_game(rq, game);
	return outcome;
}
