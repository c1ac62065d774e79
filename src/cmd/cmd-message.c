/* SPDX-License-Identifier: ISC */
/*
 * MESSAGE: the words below go to other players, who need no game with the writer.
 *
 * The server hands them on, so that nobody learns an address; they come unasked, and
 * so are counted as challenges are.
 */
#include "base/arena.h"
#include "base/str.h"
#include "cmd/cmd.h"

#define MESSAGES_A_DAY 20 /* of one player, to all others */
#define READERS_MAX    10 /* of one letter */
#define LIMIT_REACHED  "letter-others-full"

/* Why a player gets no words from this one: a template, NULL nothing is in the way.  0 or -1. */
static int
find_obstacle(struct request *rq, const struct player *player, const char **why, struct err *err)
{
	int reached, may;

	*why = player->level > 0           ? "bot-deaf" :
	    player->state != PLAYER_ACTIVE ? "message-not-active" :
					     NULL;
	if (*why != NULL)
		return 0;
	if ((reached = players_is_reached(rq->store, player->id, err)) == -1 ||
	    (may = request_may_reach(rq, player->id, err)) == -1)
		return -1;
	if (!reached)
		*why = "message-not-reached";
	else if (!may)
		*why = reply_is_deaf(rq->reply, player->id) ? "message-not-taken" : LIMIT_REACHED;
	return 0;
}

static enum outcome
refuse_reader(struct request *rq, const struct player *player, const char *why, struct err *err)
{
	return str_equal(why, LIMIT_REACHED) ?
	    request_reaches(rq, player->id, player->userid, "message-not-taken", err) :
	    request_refuse_userid(rq, why, player->userid);
}

static bool
is_named(struct player *const *named, int count, const struct player *player)
{
	for (int i = 0; i < count; i++)
		if (named[i]->id == player->id)
			return true;
	return false;
}

/* "tell fred see you tomorrow": does the message stand where names do?  *reader: whom it is for. 1,
 * 0 or -1. */
static int
is_on_line(struct request *rq, struct player *reader, struct err *err)
{
	const struct order *order = rq->order;
	struct player other;
	int found = rq->comment[0] == '\0' && order->word_count > 1 ?
	    players_find(rq->store, rq->arena, order->words[0], reader, err) :
	    0;

	for (int i = 1; i < order->word_count && found == 1; i++) {
		int known = players_find(rq->store, rq->arena, order->words[i], &other, err);

		if (known != 1)
			return known == 0 ? 1 : -1;
	}
	return found == -1 ? -1 : 0;
}

/* One who is named, or why nobody at all gets the message. */
static enum outcome
find_player(struct request *rq, const char *name, struct player **out, struct err *err)
{
	enum outcome outcome = request_player(rq, name, out, err);

	return outcome == REFUSED && rq->order->word_count > 1 ?
	    request_refuse(rq, "message-none") :
	    outcome;
}

/* All whom the order names, each once; not the writer himself.  Those whom the words cannot reach
 * are "missed" in vars: DONE, if there are others. */
static enum outcome
find_readers(
    struct request *rq, struct player **readers, int *count, struct vars *vars, struct err *err)
{
	const struct order *order = rq->order;
	const struct player *lost = NULL;
	const char *first = NULL;
	struct player **named = arena_alloc(rq->arena, (size_t)order->word_count * sizeof *named);
	int named_count = 0;

	for (int i = 0; i < order->word_count; i++) {
		struct player *player;
		enum outcome outcome = find_player(rq, order->words[i], &player, err);
		const char *why;
		struct vars *item;

		if (outcome != DONE)
			return outcome;
		if (player->id == rq->from->id)
			return request_refuse(rq, "message-self");
		if (is_named(named, named_count, player))
			continue;
		named[named_count++] = player;
		if (find_obstacle(rq, player, &why, err) == -1)
			return FAILED;
		if (why != NULL) {
			item = vars_add(vars, "missed");
			vars_text(item, "userid", player->userid);
			vars_word(item, "obstacle", why);
			if (first == NULL)
				lost = player, first = why;
		} else {
			if (*count == READERS_MAX)
				return request_refuse_number(
				    rq, "message-too-many", "limit", READERS_MAX);
			readers[(*count)++] = player;
		}
	}
	return *count == 0 ? refuse_reader(rq, lost, first, err) : DONE;
}

enum outcome
message_run(struct request *rq, struct err *err)
{
	struct player *readers[READERS_MAX];
	int count = 0;
	struct vars *vars = vars_new(rq->arena);
	struct player reader;
	int on_line = is_on_line(rq, &reader, err);
	enum outcome outcome;

	if (on_line != 0)
		return on_line == -1 ? FAILED :
				       request_refuse_userid(rq, "message-empty", reader.userid);
	if ((outcome = find_readers(rq, readers, &count, vars, err)) != DONE)
		return outcome;
	if (rq->comment[0] == '\0')
		return request_refuse_userid(rq, "message-empty", readers[0]->userid);
	vars_text(vars, "who", rq->from->userid);
	for (int i = 0; i < count; i++) {
		struct vars *item = vars_add(vars, "readers");

		vars_flag(item, "another", i > 0);
		vars_text(item, "userid", readers[i]->userid);
	}
	vars_flag(vars, "several", count > 1);
	for (int i = 0; i < count && outcome == DONE; i++)
		outcome = request_limit(rq, "message", MESSAGES_A_DAY, "message-limit", err);
	if (outcome != DONE)
		return outcome;
	rq->reply->writer = rq->from->id;
	for (int i = 0; i < count; i++)
		vars_copy(reply_tell(rq->reply, readers[i]->id, NULL, "message"), vars);
	rq->reply->writer = 0;
	if (rq->reply->remarks == NULL)
		reply_remark(rq->reply, NULL, rq->from->userid, rq->comment);
	vars_flag(vars, "words-alone", rq->order->is_talk);
	vars_flag(vars, "may-be-automatic", rq->order->is_talk && rq->names->answer.is_suspect);
	vars_flag(vars, "names-days", vacation_is_told(rq, rq->comment));
	vars_copy(reply_use(rq->reply, "message-done"), vars);
	return DONE;
}
