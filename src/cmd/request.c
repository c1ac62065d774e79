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
#include "cmd/facts.h"
#include "store/counters.h"

#define HIDING_TRIES 3

int64_t
request_token_game(const struct request *rq)
{
	return rq->token != NULL && rq->token->purpose != TOKEN_ACCOUNT ? rq->token->game : 0;
}

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
	if (found == 1)
		request_add_game(rq, *out);
	return found;
}

void
request_add_game(struct request *rq, struct game *game)
{
	if (rq->game_count < (int)(sizeof rq->games / sizeof rq->games[0]))
		rq->games[rq->game_count++] = game;
}

/* Private games and challenges are nobody else's business. */
static bool
may_see(const struct request *rq, const struct game *game)
{
	const struct player *who = rq->from != NULL ? rq->from : rq->sender;

	return (who != NULL && game_has(game, who->id)) ||
	    (!game->is_private && game->state != GAME_OFFERED);
}

enum outcome
request_visible_game(
    struct request *rq, struct reply *reply, int64_t id, struct game **out, struct err *err)
{
	int found = request_game(rq, id, out, err);

	if (found == -1)
		return CMD_FAILED;
	if (found == 1 && may_see(rq, *out))
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

enum outcome
request_is_current(struct request *rq, struct reply *reply)
{
	/* An answer is about the position of its letter, whatever the mail server says. */
	if (rq->token == NULL || rq->token->game != rq->game->id || rq->proof == PROOF_PASSWORD ||
	    rq->token->ply == rq->game->length)
		return CMD_DONE;
	return request_refuse(rq, reply, "answer-is-old");
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
request_refuse(struct request *rq, struct reply *reply, const char *template)
{
	facts_game(reply_refuse(reply, template), rq->game);
	reply_show(reply, rq->game);
	return CMD_REFUSED;
}

/* The word after "fred" in the text from *at on, which moves; NULL at the end. */
static const char *
next_word_after(struct arena *arena, const char *start, const char **at, const char *userid)
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

/* The comment may hold a command cut in two: "fred secret" is how one goes on.
 * Hashing is slow, so only the first few places are tried. */
static void
hide_password(struct request *rq)
{
	const char *at = rq->comment, *word;

	if (rq->from->password_hash[0] == '\0')
		return;
	for (int i = 0; i < HIDING_TRIES; i++) {
		word = next_word_after(rq->arena, rq->comment, &at, rq->from->userid);
		if (word == NULL)
			return;
		if (password_matches(rq->from->password_hash, word)) {
			rq->comment = parse_blank(rq->arena, rq->comment, word);
			return;
		}
	}
}

static int
add_talk(struct request *rq, struct reply *reply, enum talk_kind kind, struct err *err)
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
request_tell(struct request *rq, struct reply *reply, enum talk_kind kind, const char *template,
    const struct vars *vars, struct err *err)
{
	if (add_talk(rq, reply, kind, err) == -1)
		return -1;
	return reply_tell_all(reply, rq->store, rq->game, rq->from->id, template, vars, err);
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
