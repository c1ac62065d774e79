/* SPDX-License-Identifier: ISC */
/*
 * What many commands do (request.h).
 */
#include "cmd/request.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "cmd/facts.h"
#include "store/counters.h"

#define FINDING_TRIES 3  /* hashing is slow */
#define BOARDS_NAMED  20 /* at most, where it is asked which is meant */

int64_t
request_token_game(const struct request *rq)
{
	enum token_purpose purpose = rq->token != NULL ? rq->token->purpose : TOKEN_ACCOUNT;

	return purpose == TOKEN_GAME || purpose == TOKEN_MESSAGE ? rq->token->game : 0;
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

void
request_add_game(struct request *rq, struct game *game)
{
	if (rq->game_count < (int)(sizeof rq->games / sizeof rq->games[0]))
		rq->games[rq->game_count++] = (struct request_game){ game, game->turns };
}

enum outcome
request_visible_game(
    struct request *rq, struct reply *reply, int64_t id, struct game **out, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	int found = request_game(rq, id, out, err);

	if (found == -1)
		return CMD_FAILED;
	/* Private games and challenges are nobody else's business. */
	if (found == 1 &&
	    ((who != NULL && game_has(*out, who->id)) ||
		(!(*out)->is_private && (*out)->state != GAME_OFFERED)))
		return CMD_DONE;
	*out = NULL;
	vars_number(reply_refuse(reply, "game-unknown"), "board", id);
	return CMD_REFUSED;
}

enum outcome
request_player(struct request *rq, struct reply *reply, const char *userid, struct player **out,
    struct err *err)
{
	int found;

	*out = arena_alloc(rq->arena, sizeof **out);
	found = players_find(rq->store, rq->arena, userid, *out, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 1 && (*out)->state != PLAYER_CLOSED)
		return CMD_DONE;
	vars_text(reply_refuse(reply, "player-unknown"), "userid", userid);
	return CMD_REFUSED;
}

/* Who has blocked rq->from is deaf to this letter. 0 or -1. */
static int
find_deaf(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t *deaf;
	int count = blocks_of(rq->store, rq->arena, rq->from->id, &deaf, err);

	if (count == -1)
		return -1;
	reply->deaf = deaf;
	reply->deaf_count = count;
	return 0;
}

enum outcome
request_is_blocked(struct request *rq, struct reply *reply, const struct seat *other,
    const char *template, struct err *err)
{
	if (find_deaf(rq, reply, err) == -1)
		return CMD_FAILED;
	if (!reply_is_deaf(reply, other->player))
		return CMD_DONE;
	vars_text(reply_refuse(reply, template), "userid", other->userid);
	return CMD_REFUSED;
}

enum outcome
request_is_current(struct request *rq, struct reply *reply, int back)
{
	const struct order *order = rq->order;
	int turn = rq->game->turns;
	struct vars *vars;

	/* An answer is about the turn of its letter, whatever the mail server says; only
	 * who names the game and gives a password writes a letter of its own. */
	if (request_token_game(rq) != rq->game->id ||
	    (rq->proof == PROOF_PASSWORD && order->game != 0))
		return CMD_DONE;
	/* The commands above in this letter may have moved. */
	for (int i = 0; i < rq->game_count; i++)
		if (rq->games[i].game == rq->game)
			turn = rq->games[i].turn;
	if (rq->token->turn <= turn && rq->token->turn >= turn - back)
		return CMD_DONE;
	request_refuse(rq, reply, "answer-is-old");
	vars = reply->sender->last->vars;
	vars_flag(vars, "moves", order->move != NULL && rq->game->state == GAME_PLAYING);
	vars_flag(vars, "my-turn", game_turn(rq->game) == rq->side);
	vars_text(vars, "again", order->move != NULL ? "" : order->cmd->name);
	return CMD_REFUSED;
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
request_refuse_full(struct request *rq, struct reply *reply)
{
	struct vars *vars = reply_refuse(reply, "too-many-games");

	vars_number(vars, "limit", games_limit(rq));
	vars_flag(vars, "own", games_limit(rq) < rq->settings->games_max);
	return CMD_REFUSED;
}

int
request_count(
    struct request *rq, const char *what, int64_t to, int most, bool *may, struct err *err)
{
	char who[48];
	int64_t count;

	str_format(who, sizeof who, "%lld-%lld", (long long)rq->from->id, (long long)to);
	if (counters_get(rq->store, what, who, rq->now - DAY, &count, err) == -1)
		return -1;
	*may = count < most;
	return *may ? counters_add(rq->store, what, who, rq->now, err) : 0;
}

int
request_find_offer(struct request *rq, bool mine, int64_t *id, struct err *err)
{
	struct game_filter filter = { .player = rq->from->id,
		.viewer = rq->from->id,
		.of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true } };
	struct game_line *lines;
	int count = games_list(rq->store, rq->arena, &filter, &lines, err), offers = 0;

	for (int i = 0; i < count; i++) {
		struct game *game;
		enum side by;

		if (request_game(rq, lines[i].id, &game, err) != 1)
			return -1;
		by = game_side_of(game, rq->from->id);
		by = mine ? by : side_other(by);
		if (game->state == GAME_OFFERED ? game->challenger != by :
						  !(game->draw_offered && game->draw_by == by) &&
			    !(game->undo_offered && game->undo_by == by))
			continue;
		*id = offers++ == 0 ? game->id : 0;
	}
	return count == -1 ? -1 : 0;
}

enum outcome
request_is_played(struct reply *reply, const struct game *game, int number)
{
	int last = game->length > 0 ? game_move_number(game, game->length - 1) : 0;
	struct vars *vars;

	if (number <= last)
		return CMD_DONE;
	vars = reply_refuse(reply, "show-too-far");
	facts_game(vars, game);
	vars_number(vars, "number", number);
	vars_number(vars, "moves", last);
	return CMD_REFUSED;
}

enum outcome
request_which_game(struct request *rq, struct reply *reply, struct err *err)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;
	struct game_filter filter = { .of_state = { [GAME_OFFERED] = true, [GAME_PLAYING] = true },
		.limit = BOARDS_NAMED };
	struct vars *vars = reply_refuse(reply, "game-missing");
	struct game_line *lines;
	struct game *game;
	int count = 0;

	vars_text(vars, "name", rq->order->cmd->name);
	vars_text(vars, "wanted", rq->order->move != NULL ? rq->order->move : "");
	vars_list(vars, "boards");
	vars_flag(vars, "boards-known", false);
	vars_flag(vars, "none", false);
	vars_flag(vars, "shown", false);
	if (who == NULL)
		return CMD_REFUSED;
	filter.player = filter.viewer = who->id;
	if ((count = games_list(rq->store, rq->arena, &filter, &lines, err)) == -1)
		return CMD_FAILED;
	vars_flag(vars, "boards-known", count > 0);
	vars_flag(vars, "none", count == 0 && rq->order->move != NULL);
	for (int i = 0; i < count; i++)
		vars_number(vars_add(vars, "boards"), "board", lines[i].id);
	/* An answer to this is about the only board that he can mean. */
	if (count != 1 || rq->order->move == NULL)
		return CMD_REFUSED;
	if (request_game(rq, lines[0].id, &game, err) != 1)
		return CMD_FAILED;
	vars_flag(vars, "shown", true);
	vars_number(vars, "board", game->id);
	reply_show(reply, game);
	return CMD_REFUSED;
}

enum outcome
request_refuse(struct request *rq, struct reply *reply, const char *template)
{
	facts_game(reply_refuse(reply, template), rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

/* "iccs" is the move that the text would be with ranks that begin with 0. */
static void
add_iccs(struct vars *vars, const struct board *board, const char *text)
{
	struct reading reading;
	char move[8] = "";

	if (notation_read(text, board, WXF_ANY, true, &reading) == READ_MOVE &&
	    reading.form == NOTATION_ICCS)
		move_write(reading.move, move);
	vars_text(vars, "iccs", move);
}

enum outcome
request_refuse_reading(struct request *rq, struct reply *reply, const char *text,
    const struct board *board, const struct reading *reading)
{
	struct vars *vars;

	request_refuse(rq, reply,
	    reading->kind == READ_AMBIGUOUS   ? "move-ambiguous" :
		reading->kind == READ_ILLEGAL ? "move-illegal" :
						"move-unreadable");
	vars = reply->sender->last->vars;
	vars_text(vars, "text", text);
	if (reading->kind == READ_ILLEGAL) {
		facts_refusal(vars, board, reading);
		add_iccs(vars, board, text);
	}
	for (int i = 0; reading->kind == READ_AMBIGUOUS && i < reading->candidate_count; i++)
		facts_placed(
		    vars_add(vars, "candidates"), "candidate", board, reading->candidates[i]);
	return CMD_REFUSED;
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

const char *
request_find_password(struct request *rq, const char **words)
{
	const char *userid = rq->from->userid, *hash = rq->from->password_hash;
	const char *comment = *words, *at = comment;

	for (int tries = 0; hash[0] != '\0' && tries < FINDING_TRIES &&
	     (at = str_find_nocase(at, userid)) != NULL;) {
		bool begins = at == comment || isspace((unsigned char)at[-1]);
		size_t between, length;
		const char *name = at;

		at += strlen(userid);
		between = strspn(at, " \t\n:/,;=");
		if (!begins || between == 0 || at[between] == '\0')
			continue;
		at += between;
		/* With the end of the sentence, and without. */
		for (length = strcspn(at, " \t\n"); length > 0; length--) {
			const char *word = arena_strndup(rq->arena, at, length);

			if (password_matches(hash, word)) {
				*words = parse_blank(rq->arena, comment, word);
				return parse_blank(
				    rq->arena, lines_around(rq->arena, comment, name, at), word);
			}
			if (strchr(".,;:!?)", word[length - 1]) == NULL)
				break;
		}
		tries++;
	}
	return NULL;
}

int
request_tell(struct request *rq, struct reply *reply, enum talk_kind kind, const char *template,
    const struct vars *vars, struct err *err)
{
	bool speaks = !rq->comment_taken && rq->comment[0] != '\0';
	int rc;

	if (speaks) {
		struct talk talk = { .game = rq->game->id,
			.player = rq->from->id,
			.userid = rq->from->userid,
			.ply = rq->game->length,
			.kind = kind,
			.at = rq->now };

		rq->comment_taken = true;
		talk.text = rq->comment;
		if (find_deaf(rq, reply, err) == -1)
			return -1;
		reply_remark(reply, rq->game, rq->from->userid, rq->comment);
		if (talk_add(rq->store, &talk, err) == -1)
			return -1;
	}
	for (int i = 0; speaks && i < 2; i++) {
		const struct seat *seat = &rq->game->seat[i];

		if (!reply_is_deaf(reply, seat->player))
			continue;
		vars_text(reply_use(reply, "words-not-taken"), "userid", seat->userid);
		reply_show(reply, rq->game);
	}
	reply->is_talk = kind == TALK_CHAT;
	rc = reply_tell_all(reply, rq->store, rq->game, rq->from->id, template, vars, err);
	reply->is_talk = false;
	return rc;
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

enum outcome
request_finish(struct request *rq, struct reply *reply, const char *template,
    const char *others_template, struct err *err)
{
	struct vars *vars = reply_use(reply, template);

	facts_game(vars, rq->game);
	vars_text(vars, "who", rq->from->userid);
	reply_show(reply, rq->game);
	if (games_save(rq->store, rq->game, err) == -1 ||
	    request_tell(rq, reply, TALK_COMMENT, others_template, vars, err) == -1)
		return CMD_FAILED;
	return CMD_DONE;
}
