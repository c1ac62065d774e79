/* SPDX-License-Identifier: ISC */
/*
 * What several commands need (shared.h).
 */
#include "cmd/shared.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "store/counters.h"
#include "store/games.h"

#define HIDING_TRIES 3

int
request_game(struct request *rq, int64_t id, struct game **out, struct err *err)
{
	int found;

	for (int i = 0; i < rq->game_count; i++)
		if (rq->games[i]->id == id) {
			*out = rq->games[i];
			return 1;
		}
	found = games_get(rq->store, rq->arena, id, out, err);
	if (found == 1 && rq->game_count < (int)(sizeof rq->games / sizeof rq->games[0]))
		rq->games[rq->game_count++] = *out;
	return found;
}

bool
request_may_see(const struct request *rq, const struct game *game)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;

	if (who != NULL && game_has(game, who->id))
		return true;
	return !game->is_private && game->state != GAME_OFFERED;
}

/* The word behind "fred" in the text from *at on, which moves; NULL at the end. */
static const char *
word_behind(struct arena *arena, const char *start, const char **at, const char *userid)
{
	while ((*at = str_find_nocase(*at, userid)) != NULL) {
		bool is_word = *at == start || isspace((unsigned char)(*at)[-1]);

		*at += strlen(userid);
		if (is_word && (**at == ' ' || **at == '\t')) {
			*at += strspn(*at, " \t");
			return arena_strndup(arena, *at, strcspn(*at, " \t\n"));
		}
	}
	return NULL;
}

/* "fred secret" is how commands begin that this may be the rest of.  Hashing is slow, so
 * only the first few places are tried. */
static void
hide_password(struct request *rq)
{
	const char *at = rq->comment, *word;

	if (rq->from->password_hash[0] == '\0')
		return;
	for (int i = 0; i < HIDING_TRIES &&
	     (word = word_behind(rq->arena, rq->comment, &at, rq->from->userid)) != NULL;
	     i++)
		if (password_matches(rq->from->password_hash, word)) {
			rq->comment = parse_blank(rq->arena, rq->comment, word);
			return;
		}
}

int
request_talk(struct request *rq, struct reply *reply, enum talk_kind kind, struct err *err)
{
	struct talk talk = { .game = rq->game->id,
		.player = rq->from->id,
		.userid = rq->from->userid,
		.ply = rq->game->length,
		.kind = kind,
		.at = rq->now };

	if (rq->comment_taken || rq->comment[0] == '\0')
		return 0;
	rq->comment_taken = true;
	hide_password(rq);
	talk.text = rq->comment;
	reply_remark(reply, rq->game, rq->from->userid, rq->comment);
	return talk_add(rq->store, &talk, err);
}

int
request_tell(struct request *rq, struct reply *reply, const char *template, const struct vars *vars,
    struct err *err)
{
	struct seat *observers;
	int count = observers_list(rq->store, rq->arena, rq->game->id, &observers, err);

	if (count == -1)
		return -1;
	for (int side = RED; side <= GREEN; side++) {
		int64_t player = rq->game->seat[side].player;

		if (player != rq->from->id && player != 0)
			vars_copy(reply_tell(reply, player, rq->game, template), vars);
	}
	for (int i = 0; i < count; i++)
		if (observers[i].player != rq->from->id && !game_has(rq->game, observers[i].player))
			vars_copy(reply_tell(reply, observers[i].player, rq->game, template), vars);
	return 0;
}

int
request_player(struct request *rq, struct reply *reply, const char *userid, struct player **out,
    struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	int found = players_find(rq->store, rq->arena, userid, player, err);

	*out = player;
	if (found == -1)
		return -1;
	if (found == 1 && player->state != PLAYER_CLOSED)
		return 1;
	vars_text(reply_refuse(reply, "player-unknown"), "userid", userid);
	return 0;
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

enum outcome
request_is_current(struct request *rq, struct reply *reply)
{
	struct vars *vars;

	/* An answer is about the position of its letter, whatever the mail server says. */
	if (rq->token == NULL || rq->token->game != rq->game->id || rq->proof == PROOF_PASSWORD ||
	    rq->token->ply == rq->game->length)
		return CMD_DONE;
	vars = reply_refuse(reply, "answer-is-old");
	vars_game(vars, rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

void
vars_game(struct vars *vars, const struct game *game)
{
	vars_number(vars, "board", game->id);
	vars_text(vars, "red", game->seat[RED].userid);
	vars_text(vars, "green", game->seat[GREEN].userid);
	vars_text(vars, "turn", game->seat[game_turn(game)].userid);
	vars_text(vars, "challenger", game->seat[game->challenger].userid);
	vars_text(vars, "challenged", game->seat[side_other(game->challenger)].userid);
	vars_flag(vars, "over", game->state == GAME_OVER);
	vars_flag(vars, "cancelled", game->result == RESULT_CANCELLED);
	vars_flag(vars, "drawn", game->result == RESULT_DRAW);
	vars_flag(vars, "won", game->result == RESULT_RED || game->result == RESULT_GREEN);
	vars_text(vars, "winner", game->seat[game->result == RESULT_GREEN].userid);
	vars_text(vars, "loser", game->seat[game->result != RESULT_GREEN].userid);
	if (game->state == GAME_OVER)
		vars_word(vars, "ending", ending_name(game->ending));
}

void
vars_move(struct vars *vars, const struct board *before, struct move move)
{
	struct board after = *before;
	char text[32];
	uint8_t taken = board_play(&after, move);

	move_write(move, text);
	vars_text(vars, "move", text);
	notation_write(NOTATION_WXF, before, move, text, sizeof text);
	vars_text(vars, "wxf", text);
	vars_word(vars, "piece", piece_name(piece_type(before->at[move.from])));
	vars_flag(vars, "takes", taken != NO_PIECE);
	vars_word(vars, "taken", taken != NO_PIECE ? piece_name(piece_type(taken)) : "none");
	vars_flag(vars, "check", side_in_check(&after, (enum side)after.turn));
}

void
vars_copy(struct vars *to, const struct vars *from)
{
	for (const struct var *var = from->first; var != NULL; var = var->next) {
		switch (var->kind) {
		case VAR_TEXT:
			vars_text(to, var->name, var->text);
			break;
		case VAR_WORD:
			vars_word(to, var->name, var->text);
			break;
		case VAR_NUMBER:
			vars_number(to, var->name, var->number);
			break;
		case VAR_TIME:
			vars_time(to, var->name, var->number);
			break;
		case VAR_FLAG:
			vars_flag(to, var->name, var->number != 0);
			break;
		case VAR_LIST:
			vars_share(to, var);
			break;
		}
	}
}

/* Words that mean something where a userid may stand. */
static bool
is_reserved(const char *userid)
{
	static const char *const reserved[] = { "riverpost", "server", "operator", "admin", "root",
		"postmaster", "bot", "red", "green", "black", "white", "all", "me", "vs", "nobody",
		"anyone", "end", "multiple", "xiangqi", "xq", "board", "game", "new", "fen", "yes",
		"active", "next", "inactive", "won", "lost", "drawn", "as", "since", "until",
		"opening", "by", "limit", "off", "on", NULL };

	for (int i = 0; reserved[i] != NULL; i++)
		if (str_equal_nocase(userid, reserved[i]))
			return true;
	return false;
}

/* "b3", "a10": a square, with which a move might begin. */
static bool
is_square(const char *userid)
{
	uint8_t square;

	return square_read(&userid, &square) && *userid == '\0';
}

bool
userid_is_sound(const char *userid)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char word[USERID_SIZE] = "";
	size_t length = strlen(userid);

	if (length < 2 || length > 20 || strchr(letters, userid[0]) == NULL)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (strchr(letters, userid[i]) == NULL && strchr("0123456789-_", userid[i]) == NULL)
			return false;
		word[i] = (char)tolower((unsigned char)userid[i]);
	}
	return !is_reserved(word) && cmd_find(NULL, word) == NULL && !is_square(word) &&
	    !notation_is_move_like(word);
}
