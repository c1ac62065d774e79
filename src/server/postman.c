/* SPDX-License-Identifier: ISC */
/*
 * One letter: who wrote it, what it commands, what is answered.
 *
 * {inbox row, changes, outbox rows} are one transaction.  A letter whose digest
 * is known changes nothing and sends nothing.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "cmd/cmd.h"
#include "mail/guard/wording.h"
#include "mail/read/address.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/postman.h"
#include "server/probe.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/inbox.h"
#include "store/outbox.h"

#define STORY_MAX 300 /* bytes */

const char *
handled_name(enum handled handled)
{
	static const char *const names[] = { "done", "refused", "ignored", "known", "bounced",
		"parked", "known", "failed", "trouble" };

	return names[handled];
}

static void
say_too_large(struct vars *vars, size_t limit)
{
	vars_number(vars, "limit", (int64_t)(limit / 1024));
}

/* Commands are run even when the text below was too large to be read. */
static enum outcome
run_orders(struct work *work, struct request *rq, const struct parsed_letter *parsed,
    struct reply *reply, struct err *err)
{
	enum outcome outcome = cmd_run_all(rq, parsed, reply, err);
	struct vars *vars;

	if ((work->letter.too_large || parsed->comment_too_large) && !reply->silent) {
		reply->command = "";
		vars = reply_use(reply, "text-too-large");
		say_too_large(vars,
		    work->letter.too_large ? work->server->policy.bytes_max : COMMENT_BYTES_MAX);
		vars_number(vars, "lines", work->letter.too_large ? 0 : COMMENT_LINES_MAX);
	}
	return outcome;
}

/* A stranger for whom our mail server does not vouch; a password would prove him. */
static bool
is_forged(const struct work *work, const struct parsed_letter *parsed)
{
	const struct order *first = &parsed->orders[0];

	if (work->sender != NULL || work->letter.dmarc != DMARC_FAIL)
		return false;
	return parsed->count == 0 || first->password == NULL || !(first->cmd->needs & NEEDS_PLAYER);
}

/* Nobody else answers to the sender of an envelope, or in such words. */
static bool
is_robots(const struct work *work)
{
	const struct letter *letter = &work->letter;

	return postman_envelope_token(work) != NULL ||
	    (work->answers_us && wording_is_automatic(work->arena, letter->subject, letter->text));
}

/* The letter has no commands that can be run. */
static enum outcome
run_none(struct work *work, struct request *rq, const struct parsed_letter *parsed,
    struct reply *reply, struct err *err)
{
	if (parsed->count == 0 && is_robots(work)) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	if (work->has_token && work->token.purpose == TOKEN_CONFIRM) {
		reply_refuse(reply, "signup-unclear");
		reply->sender->confirm = work->token.game;
		return CMD_REFUSED;
	}
	if (parsed->count > 0 || (work->sender != NULL && !work->letter.too_large))
		return cmd_run_none(rq, parsed, reply, err);
	if (work->sender == NULL)
		reply->silent = true;
	else
		say_too_large(reply_refuse(reply, "too-large"), work->server->policy.bytes_max);
	return CMD_REFUSED;
}

static enum outcome
run_commands(struct work *work, struct request *rq, struct reply *reply, struct err *err)
{
	struct parsed_letter *parsed = arena_alloc(work->arena, sizeof *parsed);

	postman_read_orders(work, parsed);
	if (is_forged(work, parsed)) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	if (work->is_suspended) {
		reply_refuse(reply, "account-suspended");
		return CMD_REFUSED;
	}
	if (parsed->count > 0 && parsed->doubtful == NULL && !parsed->too_many)
		return run_orders(work, rq, parsed, reply, err);
	return run_none(work, rq, parsed, reply, err);
}

/* An answer stays in the conversation of the game that was answered. */
static int
set_conversation(struct request *rq, struct reply *reply, struct err *err)
{
	const struct token *token = rq->token;

	if (token == NULL || token->game == 0 ||
	    (token->purpose != TOKEN_GAME && token->purpose != TOKEN_MESSAGE))
		return 0;
	return request_game(rq, token->game, &reply->sender->game, err) == -1 ? -1 : 0;
}

static void
set_request(struct work *work, struct request *rq)
{
	memset(rq, 0, sizeof *rq);
	rq->arena = work->arena;
	rq->store = work->server->store;
	rq->settings = &work->server->settings;
	rq->now = work->now;
	rq->received = work->intake->received;
	rq->letter = work->inbox;
	rq->address = work->letter.from;
	rq->mailbox = address_untagged(work->arena, rq->address);
	rq->sender = work->sender;
	rq->token = work->has_token ? &work->token : NULL;
	rq->mail_server_proof = work->letter.dmarc == DMARC_PASS;
}

static bool
has_proof(const struct request *rq)
{
	return rq->token != NULL || rq->by_password != NULL || rq->proof != PROOF_NONE ||
	    (rq->sender != NULL && rq->mail_server_proof);
}

/* Runs the commands and settles whether the sender is answered; 0 or -1. */
static int
make_reply(struct work *work, struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome;
	bool may = true;

	reply_init(reply, work->arena);
	if (set_conversation(rq, reply, err) == -1)
		return -1;
	outcome = run_commands(work, rq, reply, err);
	if (outcome == CMD_FAILED ||
	    (!reply->silent &&
		postman_may_answer(work, has_proof(rq), outcome == CMD_DONE, &may, err) == -1))
		return -1;
	reply->silent |= !may;
	work->outcome = outcome == CMD_DONE ? "done" : "refused";
	if (reply->silent && reply->others == NULL) {
		work->outcome = "ignored";
		str_add(&work->story,
		    !may                   ? "; enough answers" :
			rq->sender == NULL ? "; a stranger" :
					     "");
	}
	return 0;
}

static void
tell_games(struct work *work, const struct request *rq)
{
	for (int i = 0; i < rq->game_count; i++)
		str_addf(&work->story, "%s%lld", i == 0 ? "; board " : ", ",
		    (long long)rq->games[i]->id);
}

/* Writes the letters out, and which they are. */
static int
write_letters(
    struct work *work, const struct reply *reply, const struct cause *cause, struct err *err)
{
	int64_t first, next;

	if (outbox_next_id(work->server->store, &first, err) == -1 ||
	    outgoing_write(work->server, work->arena, reply, cause, err) == -1 ||
	    outbox_next_id(work->server->store, &next, err) == -1)
		return -1;
	if (next > first)
		str_addf(&work->story, "; out %lld", (long long)first);
	if (next > first + 1)
		str_addf(&work->story, "-%lld", (long long)next - 1);
	return 0;
}

static int
handle_person(struct work *work, struct err *err)
{
	struct request rq;
	struct reply reply;
	struct cause cause = { .now = work->now,
		.letter = work->inbox,
		.digest = work->letter.digest,
		.message_id = work->letter.message_id,
		.address = work->letter.from };

	if (postman_find_sender(work, err) == -1)
		return -1;
	postman_find_token(work);
	set_request(work, &rq);
	if (make_reply(work, &rq, &reply, err) == -1)
		return -1;
	cause.sender = rq.speaker != NULL ? rq.speaker : rq.sender;
	tell_games(work, &rq);
	return write_letters(work, &reply, &cause, err);
}

static int
handle_kind(struct work *work, struct err *err)
{
	bool null_sender = work->intake->sender != NULL && work->intake->sender[0] == '\0';

	switch (work->letter.kind) {
	case LETTER_PERSON:
		if (null_sender || work->letter.from == NULL)
			break;
		return handle_person(work, err);
	case LETTER_BOUNCE:
		return postman_bounce(work, err);
	case LETTER_UNREADABLE:
		work->outcome = "parked";
		return 0;
	case LETTER_ROBOT:
	case LETTER_LOOP:
		if (probe_note(
			work->server, work->arena, &work->letter, work->intake->stamped, err) == -1)
			return -1;
		break;
	}
	work->outcome = "ignored";
	return 0;
}

static enum handled
handled_as(const char *outcome)
{
	for (enum handled h = LETTER_DONE; h < LETTER_FAILED; h++)
		if (strcmp(handled_name(h), outcome) == 0)
			return h;
	return LETTER_IGNORED;
}

static enum handled
known_before(struct store *store, int64_t id, struct err *err)
{
	int was_parked = inbox_was_parked(store, id, err);

	return was_parked == -1 ? LETTER_TROUBLE : was_parked ? LETTER_KNOWN_PARKED : LETTER_KNOWN;
}

/* Within the transaction; the inbox row first, so that a second copy finds it. */
static enum handled
handle(struct work *work, const char *source, struct err *err)
{
	struct store *store = work->server->store;
	int64_t known;
	int rc = inbox_find(store, work->letter.digest, &known, err);

	if (rc == -1)
		return LETTER_TROUBLE;
	if (rc == 1)
		return known_before(store, known, err);
	if (inbox_add(store, work->letter.digest, source, work->letter.from, work->intake->received,
		work->now, &work->inbox, err) == -1)
		return LETTER_TROUBLE;
	/* Perhaps a fault of the store that other letters share: counting this one as
	 * failed will show it. */
	if (handle_kind(work, err) != 0)
		return LETTER_FAILED;
	if (inbox_set_outcome(store, work->inbox, work->outcome, err) == -1)
		return LETTER_TROUBLE;
	return handled_as(work->outcome);
}

static bool
changes_nothing(enum handled handled)
{
	return handled == LETTER_KNOWN || handled == LETTER_KNOWN_PARKED ||
	    handled == LETTER_FAILED || handled == LETTER_TROUBLE;
}

/* The one line of this letter: what links it to its source, its commands, its
 * games and the letters that it caused.  No words of its own stand in it.  Nothing came
 * of one in trouble, which may be met again and again. */
static void
log_letter(const struct work *work, enum handled handled)
{
	const struct letter *letter = &work->letter;
	bool is_person = letter->kind == LETTER_PERSON;
	bool is_over = handled != LETTER_TROUBLE;
	void (*say)(const char *, ...) = is_over ? log_info : log_trouble;

	say("letter %.12s (%s of %s) from %s: %s%s%s%s", letter->digest, work->intake->id,
	    work->intake->source, letter->from != NULL ? letter->from : "nobody",
	    handled_name(handled), is_person ? "" : ", ", is_person ? "" : letter->kind_reason,
	    is_over ? work->story.data : "");
}

enum handled
postman_handle(struct server *server, const struct intake *intake, int64_t now, struct err *err)
{
	struct work work = { .server = server,
		.intake = intake,
		.now = now,
		.arena = arena_new(),
		.outcome = "ignored" };
	enum handled handled = LETTER_TROUBLE;

	if (sandbox_read(&work.letter, work.arena, intake->bytes, intake->length, &server->policy,
		err) == -1) {
		arena_free(work.arena);
		return LETTER_TROUBLE;
	}
	work.letter.too_large |= intake->headers_only;
	str_init(&work.story, work.arena, STORY_MAX);
	if (store_begin(server->store, err) == 0) {
		handled = handle(&work, intake->id, err);
		if (changes_nothing(handled))
			store_rollback(server->store);
		else if (store_commit(server->store, err) == -1)
			handled = LETTER_TROUBLE;
	}
	log_letter(&work, handled);
	arena_free(work.arena);
	return handled;
}

int
postman_failed(struct server *server, const struct intake *intake, int64_t now, struct err *err)
{
	struct piece piece = { intake->bytes, intake->length };
	char digest[65];
	int64_t count;

	digest_pieces(&piece, 1, digest);
	if (store_begin(server->store, err) == -1)
		return -1;
	if (counters_add(server->store, "failed", digest, now, err) == -1 ||
	    counters_get(server->store, "failed", digest, 0, &count, err) == -1) {
		store_rollback(server->store);
		return -1;
	}
	return store_commit(server->store, err) == -1 ? -1 : (int)count;
}
