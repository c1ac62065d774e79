/* SPDX-License-Identifier: ISC */
/*
 * How much is answered (quota.h).
 */
#include "server/quota.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/token.h"
#include "base/vars.h"
#include "cmd/confirmations.h"
#include "cmd/request.h"
#include "config/config.h"
#include "mail/read/address.h"
#include "play/reply.h"
#include "server/identity.h"
#include "server/server.h"
#include "speak/verbs.h"
#include "store/counters.h"

#define TAGS_MAX 5 /* addresses fred+x, fred+y … of one mailbox answered in full */

/* *may: one more answer is within `times` the limits, and was counted; *until: when answers go on
 * if it was the last one within the limits, else 0. */
static int
count_one(const struct server *server, const char *what, const char *who, int times, int64_t now,
    bool *may, int64_t *until, struct err *err)
{
	const struct {
		int64_t limit, length;
	} windows[] = {
		{ (int64_t)server->config->answers_hour * times, HOUR },
		{ (int64_t)server->config->answers_day * times, DAY },
	};
	struct store *store = server->store;

	*may = true;
	*until = 0;
	for (int i = 0; i < 2; i++) {
		int64_t since = now - windows[i].length, count, first;

		if (counters_get(store, what, who, since, &count, err) == -1 ||
		    counters_first(store, what, who, since, &first, err) == -1)
			return -1;
		*may &= count < windows[i].limit;
		if (count == windows[i].limit - 1)
			*until = (count > 0 ? first : now) + windows[i].length + MINUTE;
	}
	return *may ? counters_add(store, what, who, now, err) : 0;
}

/* 1, and counted, or 0: it would be too much for this reader, or for all; or -1. */
static int
count_other(const struct server *server, const struct request *rq, int64_t writer, int64_t reader,
    struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)writer);
	const char *pair = arena_printf(rq->arena, "%s-%lld", who, (long long)reader);
	int may = request_may_tell(rq, writer, reader, NULL, err);

	if (may != 1)
		return may;
	return counters_add(server->store, "others", pair, rq->now, err) == -1 ||
		counters_add(server->store, "others", who, rq->now, err) == -1 ?
	    -1 :
	    1;
}

int
quota_count_others(
    const struct server *server, const struct request *rq, struct reply *reply, struct err *err)
{
	const struct player *writer = rq->speaker != NULL ? rq->speaker : rq->sender;
	struct message **at = &reply->others;
	int may = 1, left_out = 0;

	while (*at != NULL && may != -1) {
		may = 1;
		if (writer != NULL && (*at)->is_counted && (*at)->player != writer->id)
			may = count_other(server, rq, writer->id, (*at)->player, err);
		left_out += may == 0;
		if (may == 0)
			*at = (*at)->next;
		else
			at = &(*at)->next;
	}
	if (left_out > 0)
		vars_number(reply_use_above(reply, "letter-others-enough"), "limit", OTHERS_A_DAY);
	return may == -1 ? -1 : 0;
}

/* Does the letter change nothing, whatever it proves? */
static bool
only_asks(const struct request *rq)
{
	const struct parsed_letter *parsed = rq->parsed;
	bool asks = parsed != NULL && parsed->count > 0;

	for (int i = 0; asks && i < parsed->count; i++)
		asks = parsed->orders[i].verb->needs & ONLY_ASKS;
	return asks;
}

/* Addresses share a place now and then: one of them is taken for no robot in that pass. */
static bool *
answered(struct server *server, const char *address)
{
	uint32_t hash = 5381;

	for (; *address != '\0'; address++)
		hash = hash * 33 + (unsigned char)*address;
	return &server->answered[hash % (sizeof server->answered / sizeof *server->answered)];
}

/* A robot that answers every letter writes the same again when it has an answer; people who write
 * the same often do it at once, or play on.  veil: of what it orders, in which a password may
 * stand. */
static bool
is_again(struct server *server, const struct request *rq, char veil[VEIL_SIZE])
{
	const struct parsed_letter *parsed = rq->parsed;
	struct str all;

	if (rq->token == NULL || parsed == NULL || *answered(server, rq->address))
		return false;
	str_init(&all, rq->arena, 0);
	str_addf(&all, "%s", rq->address);
	for (int i = 0; i < parsed->count; i++) {
		if (parsed->orders[i].verb->needs & GOES_ALWAYS)
			return false;
		str_addf(&all, " %s", parsed->orders[i].line);
	}
	address_veil(rq->settings->keys, 0, all.data, veil);
	return parsed->count > 0;
}

/* As count_one, of such a letter. */
static int
count_again(
    struct server *server, const struct request *rq, bool *may, int64_t *until, struct err *err)
{
	char veil[VEIL_SIZE];

	*may = true;
	*until = 0;
	return is_again(server, rq, veil) ?
	    count_one(server, "answer-again", veil, 1, rq->now, may, until, err) :
	    0;
}

/* Under which name the answer is counted, with `times` the limits; NULL: it is not. */
static const char *
counter_of(const struct request *rq, bool is_done, int *times)
{
	bool is_proved = identity_is_proved(rq), is_asking = is_proved && is_done && only_asks(rq);

	*times = is_asking ? ASKING_TIMES : 1;
	if (is_asking)
		return "answer-asked";
	if (is_proved)
		return is_done ? NULL : "answer-proved";
	return "answer";
}

/* Does a stranger who may be forged hear about a sign-up?  Who answers a letter that we wrote to
 * that address is not. */
static bool
is_signup(const struct request *rq, const struct reply *reply)
{
	bool is;

	/* One that was put aside says nothing. */
	if (rq->parsed == NULL)
		return false;
	is = rq->parsed->count == 0;
	for (int i = 0; i < rq->parsed->count; i++)
		is |= (rq->parsed->orders[i].verb->manner & OPENS_ACCOUNT) != 0;
	return is && rq->sender == NULL && rq->from == NULL && reply->sender->confirm == 0;
}

/* As count_one, of who may be anybody: his mailbox, and his site. */
static int
count_unproved(const struct server *server, const struct request *rq, const struct reply *reply,
    bool *may, struct err *err)
{
	int64_t ignored;
	int counted;

	if (count_one(server, "mailbox", address_mailbox(rq->arena, rq->address), TAGS_MAX, rq->now,
		may, &ignored, err) == -1)
		return -1;
	if (!*may || !is_signup(rq, reply))
		return 0;
	counted = confirmation_count_site(rq, rq->address, err);
	*may = counted == 1;
	return counted == -1 ? -1 : 0;
}

/* That this answer is the last for a while. */
static void
say_until(const struct server *server, struct reply *reply, int times, int64_t until)
{
	struct vars *vars = reply_use_above(reply, "answers-limit");

	vars_time(vars, "until", until);
	vars_number(vars, "hour-limit", (int64_t)server->config->answers_hour * times);
	vars_number(vars, "day-limit", (int64_t)server->config->answers_day * times);
}

int
quota_count(struct server *server, const struct request *rq, struct reply *reply, bool is_done,
    struct err *err)
{
	const char *what;
	int64_t until;
	int times;
	bool may;

	what = counter_of(rq, is_done, &times);
	if (count_again(server, rq, &may, &until, err) == -1)
		return -1;
	if (until != 0)
		times = 1;
	if (what != NULL && may && until == 0 &&
	    count_one(server, what, rq->address, times, rq->now, &may, &until, err) == -1)
		return -1;
	if (may && !identity_is_proved(rq) && count_unproved(server, rq, reply, &may, err) == -1)
		return -1;
	if (!may) {
		log_warn("%s gets no answer: limit of answers reached", rq->address);
		reply->silent = true;
		return 0;
	}
	*answered(server, rq->address) = true;
	if (until != 0 && (rq->speaker != NULL || rq->sender != NULL))
		say_until(server, reply, times, until);
	return 1;
}
