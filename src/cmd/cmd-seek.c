/* SPDX-License-Identifier: ISC */
/*
 * SEEK, SEEKS, TAKE: open invitations; the first who takes one plays.  Who wants to hear of them
 * gets one letter a day, when there is something new that he could take.
 *
 * An invitation keeps its options as they were written and read: they are read again when a
 * game begins, so that a colour drawn by lot is drawn for each game.
 */
#include <math.h>

#include "base/arena.h"
#include "base/str.h"
#include "cmd/challenge.h"
#include "cmd/cmd.h"
#include "play/facts.h"
#include "play/play.h"
#include "speak/tokens.h"
#include "store/ratings.h"
#include "store/seeks.h"

#define GAMES_MAX   20  /* of one invitation */
#define OPEN_MAX    5   /* invitations of one player … */
#define SEEKS_A_DAY 20  /* … and how many he may make */
#define SHOWN_MAX   100 /* in one letter */
#define NEAR        200 /* points of rating between players who are about as strong */

static void
add_seek(struct vars *vars, const struct seek *seek)
{
	vars_number(vars, "number", seek->id);
	vars_text(vars, "who", seek->userid);
	vars_number(vars, "games", seek->games);
	vars_flag(vars, "several", seek->games > 1);
	vars_time(vars, "until", seek->created + SEEK_LASTS);
}

/* rq->game: what the owner of an invitation with these options asks for. */
static enum outcome
read_game(struct request *rq, const struct player *owner, const char *options, struct order *order)
{
	const struct parse_context context = { .glossary = rq->settings->glossary,
		.writer = owner->userid };
	const char *unused;

	parse_line(rq->arena, &context,
	    arena_printf(rq->arena, "%s %s", verb_table[VERB_SEEK].name, options), order);
	order->words[0] = order->raw[0] = "";
	order->word_count = 1;
	return challenge_read(rq, order, owner, &rq->game, &unused);
}

/* The colour that is asked for, "" none. */
static const char *
color_of(const struct order *order)
{
	const char *color = challenge_value(order, GAME_OPTION_COLOR);

	return color[0] != '\0' ? color : challenge_value(order, GAME_OPTION_COLOUR);
}

static bool
is_by_lot(const struct order *order)
{
	return str_equal_nocase(color_of(order), "random");
}

/* What the invitation binds to: rq->game, which these options asked for, and which was only
 * tried.  A colour that is drawn by lot is not known yet, nor who will give a handicap. */
static void
add_terms(struct request *rq, const struct order *order, struct vars *vars)
{
	facts_game(vars, rq->game);
	facts_agreed(vars, rq->game);
	vars_flag(vars, "reader-plays", false);
	vars_flag(vars, "by-lot", is_by_lot(order));
	vars_flag(vars, "now", challenge_is_now(order));
	vars_word(vars, "side", side_name(rq->game->challenger));
	vars_flag(vars, "odds", game_handicap(rq->game) != NULL);
	vars_flag(vars, "gives", false);
	vars_text(vars, "opening", challenge_value(order, GAME_OPTION_OPENING));
	vars_text(vars, "start", challenge_value(order, GAME_OPTION_FEN));
	vars_number(vars, "share", challenge_ontime(order));
	rq->game = NULL;
}

/* The invitation as it stands: *owner, and rq->game, which it asks for.  1; 0: it cannot be begun
 * any more, as its options are no longer understood; -1. */
static int
open_seek(struct request *rq, const struct seek *seek, struct player *owner, struct order *order,
    struct err *err)
{
	struct reply *reply = rq->reply, unsaid;
	int found = players_get(rq->store, rq->arena, seek->player, owner, err);

	if (found != 1)
		return found;
	reply_init(&unsaid, rq->arena);
	rq->reply = &unsaid;
	found = read_game(rq, owner, seek->options, order) == DONE;
	rq->reply = reply;
	return found;
}

/* Could rq->from take it?  1, 0 or -1; nothing is said.  mine: what he asks of the owner; or NULL.
 */
static int
fits(struct request *rq, const struct player *owner, const struct order *order,
    const struct order *mine, struct err *err)
{
	struct reply *reply = rq->reply, unsaid;
	enum outcome outcome;

	if (owner->id == rq->from->id)
		return 0;
	reply_init(&unsaid, rq->arena);
	rq->reply = &unsaid;
	if ((outcome = challenge_check(rq, owner, err)) == DONE)
		outcome = challenge_check_ontime(rq, order, rq->from, "take-ontime", err);
	if (outcome == DONE && mine != NULL)
		outcome = challenge_check_ontime(rq, mine, owner, "take-ontime", err);
	rq->reply = reply;
	return outcome == FAILED ? -1 : outcome == DONE;
}

/* Puts it into the list, with its terms, which rq->game has. */
static int
add_listed(struct request *rq, const struct seek *seek, const struct order *order,
    struct vars *item, struct err *err)
{
	add_terms(rq, order, item);
	vars_flag(item, "own", rq->from != NULL && seek->player == rq->from->id);
	add_seek(item, seek);
	return facts_player(item, rq->store, seek->player, rq->now, err);
}

/* Is the owner about as strong as rq->from, whose rating is `mine`?  1, 0 or -1. */
static int
is_near(struct request *rq, const struct seek *seek, const struct rating *mine, struct err *err)
{
	struct rating theirs;

	if (mine->at == 0 || seek->player == rq->from->id)
		return 0;
	if (ratings_of(rq->store, seek->player, &theirs, err) == -1)
		return -1;
	return theirs.at != 0 && fabs(theirs.rating - mine->rating) <= NEAR;
}

/* Those whose owners are about as strong as who asks, or the others: how many, or -1. */
static int
list_part(struct request *rq, const struct seek *seeks, int count, const struct rating *mine,
    bool near, struct vars *vars, struct err *err)
{
	int listed = 0, rc;

	for (int i = 0; i < count; i++) {
		struct player owner;
		struct order order;
		struct vars *item;

		if (reply_is_deaf(rq->reply, seeks[i].player))
			continue;
		if ((rc = is_near(rq, &seeks[i], mine, err)) == -1)
			return -1;
		if ((rc == 1) != near)
			continue;
		if ((rc = open_seek(rq, &seeks[i], &owner, &order, err)) == -1)
			return -1;
		if (rc == 0)
			continue;
		item = vars_add(vars, "seeks");
		vars_flag(item, "first-near", near && listed == 0);
		vars_flag(item, "first-far", !near && listed == 0);
		listed++;
		if (add_listed(rq, &seeks[i], &order, item, err) == -1)
			return -1;
	}
	return listed;
}

enum outcome
seeks_run(struct request *rq, struct err *err)
{
	struct vars *vars = reply_use(rq->reply, "seek-list");
	struct rating mine = { 0 };
	struct seek *seeks;
	int count = seeks_list(rq->store, rq->arena, 0, rq->now, SHOWN_MAX, &seeks, err);
	int near, far;

	/* Whoever has blocked him would not play him. */
	if (count == -1 ||
	    (rq->from != NULL &&
		(reply_find_deaf(rq->reply, rq->store, rq->from->id, err) == -1 ||
		    ratings_of(rq->store, rq->from->id, &mine, err) == -1)))
		return FAILED;
	vars_list(vars, "seeks");
	if ((near = list_part(rq, seeks, count, &mine, true, vars, err)) == -1 ||
	    (far = list_part(rq, seeks, count, &mine, false, vars, err)) == -1)
		return FAILED;
	mine = rating_on(&mine, rq->now);
	facts_rating(vars, "your-rating", "your-sure", &mine);
	vars_flag(vars, "any-near", near > 0);
	vars_flag(vars, "any", near + far > 0);
	vars_flag(vars, "stranger", rq->from == NULL);
	return DONE;
}

/* What rq->from could take of the newest invitations, into "seeks"; those above `heard` are new.
 * *newest: of all; is one new?  0 or -1. */
static int
list_fitting(struct request *rq, int64_t heard, struct vars *vars, int64_t *newest, bool *is_new,
    struct err *err)
{
	struct seek *seeks;
	int count = seeks_list(rq->store, rq->arena, 0, rq->now, INT32_MAX, &seeks, err);

	*newest = heard;
	*is_new = false;
	vars_list(vars, "seeks");
	for (int i = count > SHOWN_MAX ? count - SHOWN_MAX : 0; i < count; i++) {
		struct player owner;
		struct order order;
		struct vars *item;
		int rc = open_seek(rq, &seeks[i], &owner, &order, err);

		if (seeks[i].id > heard)
			*newest = seeks[i].id;
		if (rc == 1)
			rc = fits(rq, &owner, &order, NULL, err);
		if (rc == -1)
			return -1;
		if (rc == 0)
			continue;
		item = vars_add(vars, "seeks");
		vars_flag(item, "new", seeks[i].id > heard);
		*is_new |= seeks[i].id > heard;
		if (add_listed(rq, &seeks[i], &order, item, err) == -1)
			return -1;
	}
	return count == -1 ? -1 : 0;
}

enum outcome
seek_news(struct request *rq, int64_t id, struct err *err)
{
	struct player *reader = rq->from = arena_alloc(rq->arena, sizeof *reader);
	int64_t heard, newest;
	struct vars *vars = vars_new(rq->arena);
	bool is_new;
	int room;

	if (players_get(rq->store, rq->arena, id, reader, err) != 1 ||
	    (room = request_room(rq, err)) == -1)
		return FAILED;
	/* He hears of them when he has. */
	if (room == 0)
		return REFUSED;
	if (seeks_heard(rq->store, id, &heard, err) == -1 ||
	    list_fitting(rq, heard, vars, &newest, &is_new, err) == -1 ||
	    seeks_note_heard(rq->store, id, newest, is_new, rq->now, err) == -1)
		return FAILED;
	if (!is_new)
		return REFUSED;
	vars_copy(reply_tell(rq->reply, id, NULL, "seek-news"), vars);
	return DONE;
}

/* How many will hear of the invitation, which rq->from makes, by a letter; -1. */
static int
count_listeners(struct request *rq, const struct order *order, struct err *err)
{
	struct player *owner = rq->from, *listener = arena_alloc(rq->arena, sizeof *listener);
	int64_t *ids;
	int count = seeks_listeners(rq->store, rq->arena, owner->id, rq->now, &ids, err), told = 0;

	for (int i = 0; i < count; i++) {
		int rc = players_get(rq->store, rq->arena, ids[i], listener, err);

		rq->from = listener;
		if (rc == 1)
			rc = fits(rq, owner, order, NULL, err);
		rq->from = owner;
		if (rc == -1)
			return -1;
		told += rc;
	}
	return count == -1 ? -1 : told;
}

static bool
has_same_terms(const struct game *a, const struct game *b)
{
	const struct terms *x = &a->terms, *y = &b->terms;

	return a->rules == b->rules && a->is_rated == b->is_rated &&
	    a->is_private == b->is_private && str_equal(a->start_fen, b->start_fen) &&
	    x->move == y->move && x->bank == y->bank && x->increment == y->increment &&
	    x->nag == y->nag && x->is_weekend_off == y->is_weekend_off &&
	    x->no_vacation == y->no_vacation && x->by_claim == y->by_claim;
}

/* The oldest invitation that begins by itself with one of rq->from's, which asks for `mine`: 1 with
 * rq->game, in which its owner has the side that both agree to; 0, -1. */
static int
find_partner(struct request *rq, const struct game *mine, const struct order *order,
    struct seek *out, struct err *err)
{
	struct seek *seeks;
	int count = seeks_list(rq->store, rq->arena, 0, rq->now, INT32_MAX, &seeks, err), rc = 0;

	for (int i = 0; i < count && rc == 0; i++) {
		struct player owner;
		struct order theirs;
		enum side side;

		if ((rc = open_seek(rq, &seeks[i], &owner, &theirs, err)) != 1)
			continue;
		side = is_by_lot(&theirs) && !is_by_lot(order) ? side_other(mine->challenger) :
								 rq->game->challenger;
		rc = challenge_is_now(&theirs) && has_same_terms(mine, rq->game) &&
			(is_by_lot(order) || side != mine->challenger) ?
		    fits(rq, &owner, &theirs, order, err) :
		    0;
		if (rc == 1) {
			rq->game->seat[side] = rq->game->seat[rq->game->challenger];
			rq->game->challenger = side;
			*out = seeks[i];
		}
	}
	if (rc != 1)
		rq->game = NULL;
	return count == -1 ? -1 : rc;
}

/* Begins rq->game, which this invitation and another one ask for, and each has one game less. */
static enum outcome
meet(struct request *rq, struct seek *own, const struct seek *their, struct err *err)
{
	struct vars *vars = vars_new(rq->arena);
	struct act *act;
	enum outcome outcome;

	challenge_seat(rq->game, rq->from);
	if (seeks_take(rq->store, their, err) == -1 ||
	    (--own->games > 0 && seeks_add(rq->store, own, err) == -1))
		return FAILED;
	act = request_act(rq);
	act->more = vars;
	vars_number(vars, "number", their->id);
	vars_number(vars, "left", their->games - 1);
	vars_number(vars, "own-number", own->id);
	vars_number(vars, "own-left", own->games);
	outcome = play_begin(act, "seek-met", "seek-met-opponent", err);
	request_add_game(rq, rq->game);
	return outcome;
}

/* May he invite once more? */
static enum outcome
check_limits(struct request *rq, struct err *err)
{
	struct seek *own;
	int room = request_room(rq, err);
	int count = seeks_list(rq->store, rq->arena, rq->from->id, rq->now, OPEN_MAX, &own, err);

	if (room == -1 || count == -1)
		return FAILED;
	if (room == 0)
		return request_refuse_full(rq, err);
	if (count >= OPEN_MAX)
		return request_refuse_number(rq, "seek-many-open", "limit", OPEN_MAX);
	return request_limit(rq, "seek", SEEKS_A_DAY, "seek-limit", err);
}

/* All of his invitations are taken back, or the one whose number stands behind "off". */
static enum outcome
take_back(struct request *rq, struct err *err)
{
	int64_t number = 0;
	struct seek seek, *own;
	struct vars *vars;
	int found, unused;

	if (rq->order->word_count > 1 &&
	    tokens_read_number(rq->order->words[1], &number, &unused)) {
		found = seeks_get(rq->store, rq->arena, number, rq->now, &seek, err);
		if (found == 1 && seek.player != rq->from->id)
			found = 0;
		if (found < 1)
			return found == -1 ?
			    FAILED :
			    request_refuse_number(rq, "seek-not-yours", "number", number);
	}
	found = seeks_list(rq->store, rq->arena, rq->from->id, rq->now, OPEN_MAX, &own, err);
	if (found < 1)
		return found == -1 ? FAILED : request_refuse(rq, "seek-none");
	vars = reply_use(rq->reply, "seek-off");
	vars_flag(vars, "one", number != 0);
	vars_number(vars, "number", number);
	return (number != 0 ? seeks_remove(rq->store, number, err) :
			      seeks_remove_of(rq->store, rq->from->id, err)) == -1 ?
	    FAILED :
	    DONE;
}

enum outcome
seek_run(struct request *rq, struct err *err)
{
	const struct order *order = rq->order;
	struct seek seek = { .player = rq->from->id, .games = 1, .created = rq->now }, partner;
	enum outcome outcome;
	struct vars *terms, *vars;
	struct order read;
	struct game *game;
	int told, met = 0;

	if (order->word_count > 0)
		return take_back(rq, err);
	if (order->game > GAMES_MAX || (order->game == 0 && order->is_numbered))
		return request_refuse_number(rq, "seek-too-many", "limit", GAMES_MAX);
	seek.options = challenge_written(rq->arena, order);
	/* Whoever wants to play at once takes either side. */
	if (challenge_is_now(order) && color_of(order)[0] == '\0')
		seek.options = arena_printf(rq->arena, "%s --color=random", seek.options);
	if (read_game(rq, rq->from, seek.options, &read) != DONE)
		return REFUSED;
	game = rq->game;
	terms = vars_new(rq->arena);
	add_terms(rq, &read, terms);
	vars_flag(terms, "own", true);
	if ((outcome = check_limits(rq, err)) != DONE)
		return outcome;
	str_copy(seek.userid, USERID_SIZE, rq->from->userid);
	if (order->game > 0)
		seek.games = (int)order->game;
	if (challenge_is_now(&read))
		met = find_partner(rq, game, &read, &partner, err);
	if (met != 0)
		return met == 1 ? meet(rq, &seek, &partner, err) : FAILED;
	if (seeks_add(rq->store, &seek, err) == -1 ||
	    (told = count_listeners(rq, &read, err)) == -1)
		return FAILED;
	vars = reply_use(rq->reply, "seek-done");
	vars_copy(vars, terms);
	add_seek(vars, &seek);
	vars_number(vars, "told", told);
	return DONE;
}

/* Begins one of the games; the options were right when they were kept. */
static enum outcome
begin(struct request *rq, const struct seek *seek, const struct player *owner, struct err *err)
{
	struct order order;
	enum outcome outcome = read_game(rq, owner, seek->options, &order);
	struct vars *vars;
	struct act *act;

	if (outcome == DONE)
		outcome = challenge_check_ontime(rq, &order, rq->from, "take-ontime", err);
	if (outcome != DONE)
		return outcome;
	challenge_seat(rq->game, rq->from);
	if (seeks_take(rq->store, seek, err) == -1)
		return FAILED;
	act = request_act(rq);
	act->more = vars = vars_new(rq->arena);
	vars_number(vars, "number", seek->id);
	vars_number(vars, "left", seek->games - 1);
	outcome = play_begin(act, "take-done", "take-opponent", err);
	request_add_game(rq, rq->game);
	return outcome;
}

static enum outcome
refuse_gone(struct request *rq, int64_t number, struct err *err)
{
	struct vars *vars;
	int64_t last;

	if (seeks_last(rq->store, &last, err) == -1)
		return FAILED;
	vars = reply_refuse(rq->reply, "take-gone");
	vars_number(vars, "number", number);
	vars_flag(vars, "never", number > last);
	return REFUSED;
}

enum outcome
take_run(struct request *rq, struct err *err)
{
	struct player owner;
	struct seek seek;
	enum outcome outcome;
	int found = seeks_get(rq->store, rq->arena, rq->order->game, rq->now, &seek, err);

	if (found == 1)
		found = players_get(rq->store, rq->arena, seek.player, &owner, err);
	if (found == -1)
		return FAILED;
	if (found == 0)
		return refuse_gone(rq, rq->order->game, err);
	if (owner.id == rq->from->id)
		return request_refuse_number(rq, "take-own", "number", seek.id);
	if ((outcome = challenge_check(rq, &owner, err)) != DONE)
		return outcome;
	return begin(rq, &seek, &owner, err);
}

static bool
is_alike(const struct seek *a, const struct seek *b)
{
	return a->games == b->games && str_equal(a->options, b->options);
}

enum outcome
seek_due(struct request *rq, int64_t id, struct err *err)
{
	struct player owner;
	int found = players_get(rq->store, rq->arena, id, &owner, err), count;
	struct seek *lapsed;

	count = seeks_remove_lapsed(rq->store, rq->arena, id, rq->now - SEEK_LASTS, &lapsed, err);
	if (found == -1 || count == -1)
		return FAILED;
	for (int i = 0; i < count && found == 1 && owner.state == PLAYER_ACTIVE; i++) {
		struct vars *vars, *item;
		int first = 0, alike = 0;

		/* Those that are alike are told together. */
		while (!is_alike(&lapsed[first], &lapsed[i]))
			first++;
		if (first < i)
			continue;
		vars = reply_tell(rq->reply, id, NULL, "seek-lapsed");
		add_seek(vars, &lapsed[i]);
		vars_text(vars, "options", lapsed[i].options);
		vars_list(vars, "alike");
		for (int j = i; j < count; j++) {
			if (!is_alike(&lapsed[i], &lapsed[j]))
				continue;
			item = vars_add(vars, "alike");
			vars_number(item, "number", lapsed[j].id);
			vars_flag(item, "another", alike++ > 0);
		}
		vars_flag(vars, "many", alike > 1);
	}
	return DONE;
}
