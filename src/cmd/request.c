/* SPDX-License-Identifier: ISC */
/*
 * What many commands do (request.h).
 */
#include "cmd/request.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/zone.h"
#include "play/facts.h"
#include "play/glossary.h"
#include "play/play.h"
#include "speak/secret.h"
#include "speak/tokens.h"
#include "speak/verbs.h"
#include "store/counters.h"

#define LETTER_IS_OLD (14 * DAY)
#define BOARDS_NAMED  20 /* at most, where it is asked which is meant */
#define BOARDS_SHOWN  6  /* … each with the line that means it */
#define LAPSED_SHOWN  (60 * DAY)

struct spelling
request_spelling(const struct player *player)
{
	return (struct spelling){ player != NULL ? player->language : "",
		player != NULL && strcmp(player->notation, "iccs") == 0 };
}

int64_t
request_token_game(const struct request *rq)
{
	enum token_purpose purpose = rq->token != NULL ? rq->token->purpose : TOKEN_ACCOUNT;

	return purpose == TOKEN_GAME || purpose == TOKEN_MESSAGE ? rq->token->game : 0;
}

bool
request_answers(const struct request *rq, int64_t game, int *turn)
{
	for (int i = 0; i < rq->listed_count; i++)
		if (rq->listed[i].game == game) {
			*turn = rq->listed[i].turn;
			return true;
		}
	if (game == 0 || request_token_game(rq) != game)
		return false;
	*turn = rq->token->turn;
	return true;
}

int
request_game(struct request *rq, int64_t id, struct game **out, struct err *err)
{
	int found;

	for (int i = 0; i < rq->game_count; i++)
		if (rq->games[i].game->id == id) {
			*out = rq->games[i].game;
			return 1;
		}
	found = games_get(rq->store, rq->arena, id, out, err);
	if (found == 1)
		request_add_game(rq, *out);
	return found;
}

int
request_look_again(struct request *rq, int64_t player, struct err *err)
{
	for (int i = 0; i < rq->game_count; i++)
		if (games_read_calendars(rq->store, rq->games[i].game, err) == -1)
			return -1;
	return games_look_again(rq->store, player, err);
}

void
request_add_game(struct request *rq, struct game *game)
{
	if (rq->game_count < (int)(sizeof rq->games / sizeof rq->games[0]))
		rq->games[rq->game_count++] = (struct request_game){ game, game->turns, false };
}

int
request_sees(struct request *rq, int64_t id, struct game **out, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	int found = request_game(rq, id, out, err);

	/* Private games and challenges are nobody else's business. */
	if (found == 1 && (who == NULL || !game_has(*out, who->id)))
		found = !(*out)->is_private && (*out)->state != GAME_OFFERED;
	return found;
}

enum outcome
request_visible_game(struct request *rq, int64_t id, struct game **out, struct err *err)
{
	int sees = request_sees(rq, id, out, err);

	if (sees != 0)
		return sees == 1 ? DONE : FAILED;
	*out = NULL;
	return request_refuse_number(rq, "game-unknown", "board", id);
}

enum outcome
request_player(struct request *rq, const char *userid, struct player **out, struct err *err)
{
	size_t length = strlen(userid);
	int found;

	/* "challenge fred.": a line may end with a stop. */
	if (length > 1 && userid[length - 1] == '.')
		userid = arena_strndup(rq->arena, userid, length - 1);
	*out = arena_alloc(rq->arena, sizeof **out);
	found = players_find(rq->store, rq->arena, userid, *out, err);
	if (found == -1)
		return FAILED;
	if (found == 0)
		return request_refuse_unknown(rq, userid);
	if ((*out)->state == PLAYER_CLOSED)
		return request_refuse_userid(rq, "who-closed", (*out)->userid);
	return DONE;
}

int
request_may_tell(const struct request *rq, int64_t writer, int64_t reader,
    const struct message *waiting, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)writer);
	const char *pair = arena_printf(rq->arena, "%s-%lld", who, (long long)reader);
	int64_t today, hour;

	if (counters_get(rq->store, "others", pair, rq->now - DAY, &today, err) == -1 ||
	    counters_get(rq->store, "others", who, rq->now - HOUR, &hour, err) == -1)
		return -1;
	for (; waiting != NULL; waiting = waiting->next) {
		today += waiting->is_counted && waiting->player == reader;
		hour += waiting->is_counted;
	}
	return today < OTHERS_A_DAY && hour < (int64_t)rq->settings->answers_hour * ASKING_TIMES;
}

int
request_may_reach(struct request *rq, int64_t player, struct err *err)
{
	struct reply *reply = rq->reply;

	if (reply_find_deaf(reply, rq->store, rq->from->id, err) == -1)
		return -1;
	if (reply_is_deaf(reply, player))
		return 0;
	return player != rq->from->id && reply->is_counted ?
	    request_may_tell(rq, rq->from->id, player, reply->others, err) :
	    1;
}

enum outcome
request_reaches(
    struct request *rq, int64_t player, const char *userid, const char *template, struct err *err)
{
	struct vars *vars;
	int may = request_may_reach(rq, player, err);

	if (may != 0)
		return may == 1 ? DONE : FAILED;
	if (reply_is_deaf(rq->reply, player))
		return request_refuse_userid(rq, template, userid);
	vars = reply_refuse(rq->reply, "letter-others-full");
	vars_text(vars, "userid", userid);
	vars_number(vars, "limit", OTHERS_A_DAY);
	vars_number(vars, "hour-limit", (int64_t)rq->settings->answers_hour * ASKING_TIMES);
	return REFUSED;
}

int
request_observes(struct request *rq, struct err *err)
{
	struct seat *observers;
	int count = observers_list(
	    rq->store, rq->arena, rq->game->id, rq->game->state == GAME_OVER, &observers, err);

	for (int i = 0; i < count; i++)
		if (observers[i].player == rq->from->id)
			return 1;
	return count == -1 ? -1 : 0;
}

/* The turn at which the letter found the game: the commands above may have moved. */
static int
turn_found(const struct request *rq, const struct game *game)
{
	for (int i = 0; i < rq->game_count; i++)
		if (rq->games[i].game == game)
			return rq->games[i].turn;
	return game->turns;
}

enum outcome
request_is_current(struct request *rq, int back)
{
	const struct order *order = rq->order;
	int turn = turn_found(rq, rq->game), answered;
	struct vars *vars;

	/* An answer is about the turn of its letter, whatever the mail server says; only
	 * who names the game and gives a password writes a letter of its own. */
	if (!request_answers(rq, rq->game->id, &answered) ||
	    (rq->proof == PROOF_PASSWORD && order->game != 0))
		return DONE;
	if (answered <= turn && answered >= turn - back)
		return DONE;
	vars = reply_refuse_game(rq->reply, rq->game, "letter-is-old");
	vars_flag(vars, "moves", order->move != NULL && rq->game->state == GAME_PLAYING);
	vars_flag(
	    vars, "my-turn", rq->game->state == GAME_PLAYING && game_turn(rq->game) == rq->side);
	/* What waited to be confirmed is gone. */
	if (order->move == NULL && !(order->verb->manner & CONFIRMS_MOVE))
		vars_text(vars, "again",
		    order->word_count > 0 || order->plan != NULL ? order->line : order->verb->name);
	return REFUSED;
}

/* Where the token does not say when it was made, a letter of a game is taken for as old as the
 * turn that it is about, and one of no game has its day in the token (server/outgoing.c). */
int
request_answers_old(struct request *rq, struct err *err)
{
	const struct token *token = rq->token;
	int64_t id = rq->game != NULL ? rq->game->id : 0;
	int64_t written = token->made != 0 ? token->made : token->turn * DAY;
	struct game *game;
	int found, turn = token->turn;

	if (!request_answers(rq, id, &turn))
		id = request_token_game(rq);

	if (id != 0) {
		if ((found = request_game(rq, id, &game, err)) == -1)
			return -1;
		if (found == 1 && turn == turn_found(rq, game))
			return 0;
		if (token->made == 0 && games_turn_began(rq->store, id, turn, &written, err) == -1)
			return -1;
	}
	return rq->now - written > LETTER_IS_OLD;
}

static int
games_limit(const struct request *rq)
{
	int own = rq->from->limit, all = rq->settings->games_max;

	return own > 0 && own < all ? own : all;
}

int
request_room(struct request *rq, struct err *err)
{
	int taken = games_taken(rq->store, rq->from->id, err), limit = games_limit(rq);

	return taken == -1 ? -1 : taken < limit ? limit - taken : 0;
}

enum outcome
request_refuse_full(struct request *rq, struct err *err)
{
	int count = games_taken(rq->store, rq->from->id, err);
	struct vars *vars;

	if (count == -1)
		return FAILED;
	vars = reply_refuse(rq->reply, "challenge-full");
	vars_number(vars, "count", count);
	vars_number(vars, "limit", games_limit(rq));
	vars_number(vars, "surplus", count - games_limit(rq) + 1);
	vars_flag(vars, "own", games_limit(rq) < rq->settings->games_max);
	return REFUSED;
}

int
request_count(const struct request *rq, const char *what, const char *who, int64_t since, int most,
    struct err *err)
{
	int64_t count;

	if (counters_get(rq->store, what, who, since, &count, err) == -1)
		return -1;
	if (count >= most)
		return 0;
	return counters_add(rq->store, what, who, rq->now, err) == -1 ? -1 : 1;
}

enum outcome
request_limit(struct request *rq, const char *what, int most, const char *template, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld-0", (long long)rq->from->id);
	int may = request_count(rq, what, who, rq->now - DAY, most, err);

	if (may != 0)
		return may == 1 ? DONE : FAILED;
	vars_number(rq->game != NULL ? reply_refuse_game(rq->reply, rq->game, template) :
				       reply_refuse(rq->reply, template),
	    "limit", most);
	return REFUSED;
}

enum outcome
request_is_played(struct request *rq, const struct game *game, int number)
{
	int last = game->length > 0 ? game_move_number(game, game->length - 1) : 0;
	struct vars *vars;

	if (number <= last)
		return DONE;
	vars = reply_refuse(rq->reply, "show-too-far");
	facts_game(vars, game);
	vars_number(vars, "number", number);
	vars_number(vars, "moves", last);
	return REFUSED;
}

void
request_name_sides(const struct request *rq, struct game *game)
{
	const struct glossary *glossary = rq->settings->glossary;
	const char *code = rq->from != NULL ? rq->from->language : rq->language;
	const struct language *english = glossary_language(glossary, "en"),
			      *own = code != NULL ? glossary_language(glossary, code) : english;

	for (int side = RED; side <= GREEN; side++) {
		const char *name = own != NULL ? own->sides[side] : NULL;

		if (name == NULL && english != NULL)
			name = english->sides[side];
		str_copy(game->seat[side].userid, SEAT_NAME_SIZE,
		    name != NULL ? name : side_name((enum side)side));
	}
}

enum outcome
request_position(struct request *rq, int64_t id, int number, struct game **out, struct err *err)
{
	struct game *game;
	enum outcome outcome = request_visible_game(rq, id, &game, err);

	if (outcome != DONE || (outcome = request_is_played(rq, game, number)) != DONE)
		return outcome;
	*out = game_at(game,
	    number == TOKENS_NOW ? game->length :
		number == 0      ? 0 :
				   game_plies_at(game, number));
	return DONE;
}

/* Can the order mean that board?  A move, only where he is to move and it is one.  1, 0 or -1. */
static int
may_be_played(struct request *rq, int64_t id, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	const char *move = rq->order->move;
	struct reading reading;
	struct game *game;
	int found;

	if (who == NULL || move == NULL || !(rq->order->verb->manner & MEANT_BY_MOVE))
		return 1;
	if ((found = request_game(rq, id, &game, err)) != 1)
		return found;
	return game->state == GAME_PLAYING && game->seat[game_turn(game)].player == who->id &&
	    glossary_read_any(rq->settings->glossary, request_spelling(rq->from), move,
		&game->board, &reading) == READ_MOVE;
}

int
request_only_game(struct request *rq, struct game_line **lines, struct game **game, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	struct game_filter filter = { .of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true },
		.limit = BOARDS_NAMED };
	int count;

	*game = NULL;
	if (who == NULL)
		return 0;
	filter.player = filter.viewer = who->id;
	count = games_list(rq->store, rq->arena, &filter, lines, err);
	return count == 1 && request_game(rq, (*lines)[0].id, game, err) == -1 ? -1 : count;
}

/* Is there an offer on this board that the order answers or takes back?  1, 0 or -1. */
static int
has_offer(struct request *rq, int64_t id, struct err *err)
{
	bool mine = rq->order->verb->needs & FINDS_OWN_OFFER;
	struct game *game;
	enum side side;

	if (request_game(rq, id, &game, err) != 1)
		return -1;
	side = game_side_of(game, rq->from->id);
	return play_open_offer(game, mine ? side : side_other(side), OFFER_ANY) != OFFER_NONE;
}

const char *
request_wanted(const struct order *order)
{
	/* "queue 1. C2=5", of which the move alone would be played */
	if ((order->move != NULL || order->plan != NULL) && !(order->verb->manner & MEANT_BY_MOVE))
		return order->line;
	if (order->move != NULL)
		return order->move;
	if (order->verb->needs & ONLY_ASKS)
		return order->line;
	return order->word_count == 0 && order->option_count == 0 ? order->verb->name : "";
}

/* The order with the number of a board behind the command's name, or in front of a move: as it
 * would be written. */
static const char *
form_with(const struct request *rq, const char *board)
{
	const struct order *order = rq->order;
	const char *name = order->verb->name, *line = order->line;
	bool is_move = order->move != NULL && order->verb->manner & MEANT_BY_MOVE;
	const char *rest = strncmp(line, name, strlen(name)) == 0 ? line + strlen(name) : "";

	if (is_move && order->plan == NULL)
		return arena_printf(rq->arena, "%s %s", board, order->move);
	if (strstr(rest, BLANKED) != NULL)
		rest = "";
	if (is_move)
		return arena_printf(rq->arena, "%s%s", board, rest);
	/* "explain rating 12" */
	return verb_takes(order->verb, ARG_EXPLAINED) ?
	    arena_printf(rq->arena, "%s%s %s", name, rest, board) :
	    arena_printf(rq->arena, "%s %s%s", name, board, rest);
}

/* … that of this board, which the order may mean: one of "boards". */
static void
add_board(struct request *rq, struct vars *vars, int64_t board, bool another)
{
	struct vars *item = vars_add(vars, "boards");

	vars_number(item, "board", board);
	vars_flag(item, "another", another);
	vars_text(item, "form", form_with(rq, arena_printf(rq->arena, "%lld", (long long)board)));
}

/* The letter that is answered lists boards: it is one of these.  0 or -1. */
static int
say_listed(struct request *rq, struct vars *vars, struct err *err)
{
	int named = 0;

	vars_flag(vars, "boards-listed", true);
	for (int i = 0; i < rq->listed_count && named < BOARDS_NAMED; i++) {
		int64_t board = rq->listed[i].game;
		int fits = may_be_played(rq, board, err);

		if (fits == -1)
			return -1;
		if (fits == 0)
			continue;
		if (named == 0)
			vars_text(vars, "form",
			    form_with(rq, arena_printf(rq->arena, "%lld", (long long)board)));
		add_board(rq, vars, board, named++ > 0);
	}
	vars_flag(vars, "nowhere", named == 0);
	return 0;
}

/* Is the number of a board all that it lacks?  has_words: below it. */
static bool
needs_number_alone(const struct order *order, bool has_words)
{
	return !(has_words && order->verb->manner & (WRITES_TO | BEGINS_SPEECH)) &&
	    order->plan_lines <= 1 && strstr(order->line, BLANKED) == NULL;
}

/* A line above names one board, and the letter that is answered is about another.  0 or -1. */
static int
say_two(struct request *rq, struct vars *vars, struct err *err)
{
	const int64_t boards[] = { rq->named, request_token_game(rq) };
	int named = 0;

	vars_flag(vars, "two-named", true);
	vars_number(vars, "named", boards[0]);
	vars_number(vars, "answered", boards[1]);
	for (int i = 0; i < 2; i++) {
		struct game *game;
		int fits = request_sees(rq, boards[i], &game, err);

		if (fits == 1 && rq->order->verb->needs & NEEDS_SEAT &&
		    (rq->from == NULL || !game_has(game, rq->from->id)))
			continue;
		if (fits == 1)
			fits = may_be_played(rq, boards[i], err);
		if (fits == -1)
			return -1;
		if (fits == 0)
			continue;
		add_board(rq, vars, boards[i], named++ > 0);
		reply_list(rq->reply, rq->reply->sender, boards[i]);
	}
	vars_flag(vars, "nowhere", named == 0);
	vars_flag(vars, "few", named > 0 && needs_number_alone(rq->order, rq->comment[0] != '\0'));
	return 0;
}

/* One of the writer's own: each that the order may mean.  0 or -1. */
static int
say_own(struct request *rq, struct vars *vars, struct err *err)
{
	struct game_line *lines;
	struct game *game;
	int count = request_only_game(rq, &lines, &game, err), named = 0;
	bool is_idle = count == 0 && (rq->from != NULL || rq->sender != NULL);

	if (count == -1)
		return -1;
	vars_flag(vars, "none",
	    is_idle && (rq->order->move != NULL || rq->order->verb->needs & NEEDS_RUNNING));
	vars_flag(vars, "idle", is_idle);
	for (int i = 0; i < count; i++) {
		int answers = rq->order->verb->needs & FINDS_OFFER ?
		    has_offer(rq, lines[i].id, err) :
		    may_be_played(rq, lines[i].id, err);

		if (answers == -1)
			return -1;
		if (answers == 0)
			continue;
		vars_flag(vars, "boards-known", true);
		add_board(rq, vars, lines[i].id, named++ > 0);
		reply_list(rq->reply, rq->reply->sender, lines[i].id);
	}
	vars_flag(vars, "few",
	    named > 0 && named <= BOARDS_SHOWN &&
		needs_number_alone(rq->order, rq->comment[0] != '\0'));
	/* An answer to this is about the only board that he can mean. */
	if (game == NULL || game->state != GAME_PLAYING)
		return 0;
	vars_flag(vars, "only", true);
	vars_number(vars, "board", game->id);
	reply_show(rq->reply, game);
	return 0;
}

enum outcome
request_which_game(struct request *rq, struct err *err)
{
	struct vars *vars = reply_refuse(rq->reply, "game-missing");
	int64_t answered = request_token_game(rq);
	const char *move = rq->order->move;
	int rc = 0;

	/* "H3-H5, if ..." */
	if (move != NULL && strchr(",;", move[strlen(move) - 1]) != NULL)
		move = arena_strndup(rq->arena, move, strlen(move) - 1);

	rq->reply->sender->asks = true;
	vars_text(vars, "form", form_with(rq, "123"));
	vars_text(vars, "wanted", request_wanted(rq->order));
	vars_text(vars, "wanted-move", move);
	vars_flag(
	    vars, "moves", rq->order->move != NULL && rq->order->verb->manner & MEANT_BY_MOVE);
	vars_flag(vars, "denied", rq->mail_server_denial);
	vars_flag(vars, "too-old", rq->too_old);
	vars_flag(vars, "of-another", rq->of_another);
	/* None of his own games. */
	if (verb_takes(rq->order->verb, ARG_WATCHED) && rq->listed_count == 0)
		vars_flag(vars, "leaves", rq->order->verb == &verb_table[VERB_UNSUBSCRIBE]);
	else if (answered != 0 && rq->named > 0)
		rc = say_two(rq, vars, err);
	else if (answered == 0 && rq->listed_count > 0)
		rc = say_listed(rq, vars, err);
	else
		rc = say_own(rq, vars, err);
	return rc == -1 ? FAILED : REFUSED;
}

/* The last challenge of his own, or to him, that lapsed: "lapsed-board" (0 none), "who" and
 * "lapsed". */
static int
lapsed_vars(struct request *rq, bool own, struct vars *vars, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = rq->from->id,
		.of_state = { [GAME_OVER] = true },
		.since = rq->now - LAPSED_SHOWN,
		.ending = ending_name(ENDING_LAPSED),
		.newest_first = true };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err);

	vars_number(vars, "lapsed-board", 0);
	for (int i = 0; i < count; i++) {
		const struct game_line *line = &lines[i];
		enum side other = side_other(line->challenger);

		if ((line->seat[line->challenger].player == rq->from->id) != own)
			continue;
		vars_number(vars, "lapsed-board", line->id);
		vars_time(vars, "lapsed", line->ended);
		vars_text(vars, "who", line->seat[own ? other : line->challenger].userid);
		break;
	}
	return count == -1 ? -1 : 0;
}

enum outcome
request_find_offer(struct request *rq, int64_t *id, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = rq->from->id,
		.of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true } };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err), offers = 0;
	struct vars *vars;

	for (int i = 0; i < count; i++) {
		int answers = has_offer(rq, lines[i].id, err);

		if (answers == -1)
			return FAILED;
		if (answers == 1 && offers++ == 0)
			*id = lines[i].id;
	}
	if (count == -1)
		return FAILED;
	if (offers == 1)
		return DONE;
	if (offers > 1)
		return request_which_game(rq, err);
	vars = reply_refuse(rq->reply, "offer-none");
	vars_text(vars, "name", rq->order->verb->name);
	vars_flag(vars, "own", rq->order->verb->needs & FINDS_OWN_OFFER);
	return lapsed_vars(rq, rq->order->verb->needs & FINDS_OWN_OFFER, vars, err) == -1 ? FAILED :
											    REFUSED;
}

enum outcome
request_refuse(struct request *rq, const char *template)
{
	reply_refuse(rq->reply, template);
	return REFUSED;
}

enum outcome
request_refuse_text(struct request *rq, const char *template, const char *name, const char *text)
{
	vars_text(reply_refuse(rq->reply, template), name, text);
	return REFUSED;
}

enum outcome
request_refuse_number(struct request *rq, const char *template, const char *name, int64_t number)
{
	vars_number(reply_refuse(rq->reply, template), name, number);
	return REFUSED;
}

enum outcome
request_refuse_unknown(struct request *rq, const char *userid)
{
	struct vars *vars = reply_refuse(rq->reply, "who-unknown");
	const struct parsed_letter *parsed = rq->parsed;

	vars_text(vars, "userid", userid);
	/* "who cares", in answer to the letter of a game, is said to the other player. */
	vars_flag(vars, "may-be-message",
	    rq->names != NULL && rq->names->answer.takes_words && parsed != NULL &&
		parsed->count == 1 && parsed->comment[0] == '\0');
	return REFUSED;
}

enum outcome
request_refuse_userid(struct request *rq, const char *template, const char *userid)
{
	return request_refuse_text(rq, template, "userid", userid);
}

enum outcome
request_refuse_game(struct request *rq, const char *template)
{
	reply_refuse_game(rq->reply, rq->game, template);
	return REFUSED;
}

/* The whole line, or the lines, from `begin` to `end`, as one, in the arena. */
static const char *
lines_around(struct arena *arena, const char *text, const char *begin, const char *end)
{
	char *line;

	while (begin > text && begin[-1] != '\n')
		begin--;
	line = arena_strndup(arena, begin, (size_t)(strchrnul(end, '\n') - begin));
	str_make_line(line);
	return line;
}

bool
request_is_password(struct request *rq, const char *word)
{
	const char *hash = rq->from->password_hash;

	return hash[0] != '\0' && password_matches(hash, word, NULL);
}

/* Which of these words, without or with the marks around it, is the speaker's password? */
static const char *
try_candidates(struct request *rq, const char *const *candidates, int count)
{
	static const char marks[] = "<>()[]{}\"'.,:;!?";

	for (int i = 0; i < count && rq->hashed < CANDIDATES_MAX; i++, rq->hashed++) {
		const char *word = candidates[i] + strspn(candidates[i], marks);
		size_t length = strlen(word);

		while (length > 0 && strchr(marks, word[length - 1]) != NULL)
			length--;
		word = arena_strndup(rq->arena, word, length);
		if (length > 0 && request_is_password(rq, word))
			return word;
		if (!str_equal(word, candidates[i]) && request_is_password(rq, candidates[i]))
			return candidates[i];
	}
	return NULL;
}

struct parse_context
request_context(const struct request *rq)
{
	const struct parse_context *names = rq->names;

	return (struct parse_context){ .writer = rq->from != NULL ? rq->from->userid : NULL,
		.is_userid = names != NULL ? names->is_userid : NULL,
		.source = names != NULL ? names->source : NULL };
}

const char *
request_password_in(struct request *rq, const char *line)
{
	const struct parse_context context = request_context(rq);
	const char *candidates[CANDIDATES_MAX];

	return try_candidates(
	    rq, candidates, secret_candidates(rq->arena, &context, line, false, candidates));
}

#define COMMAND_WORDS 5 /* of a short line */

/* May the words be a mistyped command, in which any word may be the password? */
static bool
may_be_command(const struct request *rq, const char *words)
{
	struct tokens tokens;

	if (!rq->order->is_talk || strchr(words, '\n') != NULL)
		return false;
	tokens_split(rq->arena, words, &tokens);
	return tokens.count <= COMMAND_WORDS;
}

/* The line as it may be shown: of a mistyped command, not only the word that was found. */
static const char *
blank_line(struct request *rq, const char *line, const char *word)
{
	const struct parse_context context = request_context(rq);
	struct tokens tokens;
	struct str shown;

	if (!may_be_command(rq, line))
		return secret_blank_word(rq->arena, line, word);
	tokens_split(rq->arena, line, &tokens);
	str_init(&shown, rq->arena, 0);
	secret_blank_words(rq->arena, &context, &tokens, tokens.raw);
	for (int i = 0; i < tokens.count; i++)
		str_addf(&shown, "%s%s", i > 0 ? " " : "", tokens.raw[i]);
	return secret_blank_word(rq->arena, shown.data, word);
}

/* What the words call a password, or have alone after a command that takes one. */
static const char *
find_named(struct request *rq, const char **words)
{
	const struct parse_context context = request_context(rq);
	const char *candidates[CANDIDATES_MAX], *comment = *words;
	int count = secret_candidates(
	    rq->arena, &context, comment, !may_be_command(rq, comment), candidates);
	const char *word = try_candidates(rq, candidates, count);
	const char *at = word != NULL ? strstr(comment, word) : NULL;

	if (at == NULL)
		return NULL;
	*words = blank_line(rq, comment, word);
	return blank_line(rq, lines_around(rq->arena, comment, at, at), word);
}

const char *
request_find_password(struct request *rq, const char **words)
{
	const char *userid = rq->from->userid, *comment = *words, *at = comment;

	while (rq->hashed < CANDIDATES_MAX && (at = str_find_nocase(at, userid)) != NULL) {
		bool begins = at == comment || strchr(" \t\n<([{\"'*=", at[-1]) != NULL;
		size_t between, length;
		const char *name = at;

		at += strlen(userid);
		between = strspn(at, " \t\n:/,;=<>()[]{}\"'*");
		if (!begins || between == 0 || at[between] == '\0')
			continue;
		at += between;
		/* With the end of the sentence, and without. */
		for (length = strcspn(at, " \t\n"); length > 0; length--) {
			const char *word = arena_strndup(rq->arena, at, length);

			if (request_is_password(rq, word)) {
				*words = secret_blank_word(rq->arena, comment, word);
				return secret_blank_word(
				    rq->arena, lines_around(rq->arena, comment, name, at), word);
			}
			if (strchr(".,;:!?)>]}\"'*", word[length - 1]) == NULL)
				break;
		}
		rq->hashed++;
	}
	return find_named(rq, words);
}

/* Words go with the first command that takes some, or with the one that they belong to. */
static const char *
words_of(const struct request *rq)
{
	const struct remark *said = rq->reply->remarks;

	while (
	    said != NULL && rq->order != NULL && rq->order->said != NULL && said->game != rq->game)
		said = said->next;
	return said == NULL ? rq->comment : NULL;
}

struct act *
request_act(const struct request *rq)
{
	struct act *act = arena_alloc(rq->arena, sizeof *act);

	*act = (struct act){ .store = rq->store,
		.arena = rq->arena,
		.reply = rq->reply,
		.game = rq->game,
		.by.player = rq->from->id,
		.now = rq->now,
		.received = rq->received,
		.letter = rq->letter,
		.words = words_of(rq) };

	str_copy(act->by.userid, USERID_SIZE, rq->from->userid);
	return act;
}

void
request_day(struct vars *vars, const char *name, const char *zone, int64_t time)
{
	struct civil day = zone_civil(zone, time);

	vars_day(vars, name, day.year, day.month, day.day);
}

const char *
request_indent(struct arena *arena, const char *text)
{
	struct str out;

	str_init(&out, arena, 0);
	for (; *text != '\0'; text++) {
		str_addc(&out, *text);
		if (*text == '\n')
			str_add(&out, "  ");
	}
	return out.data;
}
