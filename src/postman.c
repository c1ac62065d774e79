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
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/shared.h"
#include "config.h"
#include "mail/source.h"
#include "office.h"
#include "postman.h"
#include "sandbox.h"
#include "self_letter.h"
#include "store/db.h"
#include "store/post.h"

#define STORY_MAX	300	/* bytes */

extern const struct cmd cmd_confirm;

const char *
handled_name(enum handled handled)
{
	static const char *const names[] = { "done", "refused", "ignored", "known", "bounced",
		"parked", "known", "failed", "trouble" };

	return names[handled];
}

/*
 * The limit on answers.  What was carried out with proof is always answered: it
 * cannot be part of a loop, and a fast game must not fall silent.  Without
 * proof a forged From could flood the one it names; nor may that use up the
 * answers to his own letters, so they are counted apart.
 */
static int
may_answer(struct work *work, bool is_proved, bool is_done, bool *may, struct err *err)
{
	const struct config	*config = work->office->config;
	const char		*what = is_proved ? "answer-proved" : "answer";
	const char		*who = work->letter.from;
	int64_t			 hour, day;

	*may = true;
	if (is_proved && is_done)
		return 0;
	if (counters_get(work->office->store, what, who, work->now - HOUR, &hour, err) == -1 ||
	    counters_get(work->office->store, what, who, work->now - DAY, &day, err) == -1)
		return -1;
	*may = hour < config->answers_hour && day < config->answers_day;
	if (!*may)
		log_warn("%s gets no answer: limit of answers reached", who);
	return *may ? counters_add(work->office->store, what, who, work->now, err) : 0;
}

/* Nothing, or one of the words by which people agree. */
static bool
is_yes(struct arena *arena, const char *text)
{
	static const char *const words[] = { "", "yes", "y", "ok", "okay", "confirm", "confirmed",
		"ja", "oui", "si", "sí", "да", "是", "好", "có", "vâng", NULL };
	const char	*folded = utf8_fold(arena, text);
	const char	*word = folded + strspn(folded, " \t\n");
	size_t		 length = strcspn(word, " \t\n.,!");

	for (int i = 0; words[i] != NULL; i++)
		if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
			return true;
	return false;
}

static void
confirm_by_answer(struct parsed *parsed)
{
	memset(&parsed->orders[0], 0, sizeof parsed->orders[0]);
	parsed->orders[0].cmd = &cmd_confirm;
	parsed->orders[0].line = "confirm";
	parsed->count = 1;
	parsed->doubtful = NULL;
}

static void
say_too_large(struct work *work, struct reply *reply)
{
	reply->command = "";
	vars_number(reply_refuse(reply, "too-large"), "limit",
	    (int64_t)(work->office->policy.bytes_max / 1024));
}

static void
tell_commands(struct work *work, const struct parsed *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		str_addf(&work->story, "%s%s", i == 0 ? "; " : ", ", parsed->orders[i].cmd->name);
}

/* The commands of the letter, as its sender may mean them. */
static void
read_commands(struct work *work, struct parsed *parsed)
{
	const struct letter	*letter = &work->letter;
	bool			 was_answer;

	parse_letter(work->arena, subject_strip(work->arena, letter->subject, &was_answer),
	    letter->text, work->answers_us, parsed);
	if (work->has_token && work->token.purpose == TOKEN_CONFIRM && parsed->count == 0 &&
	    is_yes(work->arena, letter->text))
		confirm_by_answer(parsed);
	/* A stranger's remarks go to nobody, so nothing can hide in them. */
	if (work->sender == NULL && parsed->count > 0)
		parsed->doubtful = NULL;
	parsed->too_many |= parsed->count > work->office->house.commands_max;
	tell_commands(work, parsed);
}

/* A stranger for whom our mail server does not vouch; a password would prove him. */
static bool
is_forged(const struct work *work, const struct parsed *parsed)
{
	const struct order	*first = &parsed->orders[0];

	if (work->sender != NULL || work->letter.dmarc != DMARC_FAIL)
		return false;
	return parsed->count == 0 || first->password == NULL || !(first->cmd->needs & NEEDS_PLAYER);
}

static enum outcome
run_commands(struct work *work, struct request *rq, struct reply *reply, struct err *err)
{
	struct parsed	*parsed = arena_alloc(work->arena, sizeof *parsed);

	read_commands(work, parsed);
	if (is_forged(work, parsed)) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	if (work->is_suspended) {
		reply_refuse(reply, "account-suspended");
		return CMD_REFUSED;
	}
	if (parsed->count > 0 && parsed->doubtful == NULL && !parsed->too_many)
		return cmd_run_all(rq, parsed, reply, err);
	if (work->has_token && work->token.purpose == TOKEN_CONFIRM) {
		reply_refuse(reply, "signup-unclear");
		reply->sender->confirm = work->token.game;
	} else if (work->sender == NULL)
		reply->silent = true;
	else if (work->letter.too_large && parsed->count == 0)
		say_too_large(work, reply);
	else
		cmd_run_none(rq, parsed, reply);
	return CMD_REFUSED;
}

/* An answer stays in the conversation of the game that was answered. */
static int
set_conversation(struct request *rq, struct reply *reply, struct err *err)
{
	const struct token	*token = rq->token;

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
	rq->store = work->office->store;
	rq->house = &work->office->house;
	rq->now = work->now;
	rq->received = work->intake->received;
	rq->letter = work->inbox;
	rq->address = work->letter.from;
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
	enum outcome	outcome;
	bool		may = true;

	reply_init(reply, work->arena);
	if (set_conversation(rq, reply, err) == -1)
		return -1;
	outcome = run_commands(work, rq, reply, err);
	if (outcome == CMD_FAILED ||
	    (!reply->silent && may_answer(work, has_proof(rq), outcome == CMD_DONE, &may, err) == -1))
		return -1;
	reply->silent |= !may;
	work->outcome = outcome == CMD_DONE ? "done" : "refused";
	if (reply->silent && reply->others == NULL)
		work->outcome = "ignored";
	return 0;
}

static void
tell_games(struct work *work, const struct request *rq)
{
	for (int i = 0; i < rq->game_count; i++)
		str_addf(&work->story, "%s%lld", i == 0 ? "; board " : ", ", (long long)rq->games[i]->id);
}

/* Writes the letters out, and which they are. */
static int
write_letters(struct work *work, const struct reply *reply, const struct cause *cause,
    struct err *err)
{
	int64_t	first, next;

	if (outbox_next_id(work->office->store, &first, err) == -1 ||
	    outgoing_write(work->office, work->arena, reply, cause, err) == -1 ||
	    outbox_next_id(work->office->store, &next, err) == -1)
		return -1;
	if (next > first)
		str_addf(&work->story, "; out %lld-%lld", (long long)first, (long long)next - 1);
	return 0;
}

static int
handle_person(struct work *work, struct err *err)
{
	struct request	rq;
	struct reply	reply;
	struct cause	cause = { .now = work->now, .letter = work->inbox,
		.digest = work->letter.digest, .message_id = work->letter.message_id,
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
	bool	null_sender = work->intake->sender != NULL && work->intake->sender[0] == '\0';

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
		if (self_letter_note(work->office, work->arena, &work->letter,
		    work->intake->received, err) == -1)
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
	int	was_parked = inbox_was_parked(store, id, err);

	return was_parked == -1 ? LETTER_TROUBLE : was_parked ? LETTER_KNOWN_PARKED : LETTER_KNOWN;
}

/* Within the transaction; the inbox row first, so that a second copy finds it. */
static enum handled
handle(struct work *work, const char *source, struct err *err)
{
	struct store	*store = work->office->store;
	int64_t		 known;
	int		 rc = inbox_find(store, work->letter.digest, &known, err);

	if (rc == -1)
		return LETTER_TROUBLE;
	if (rc == 1)
		return known_before(store, known, err);
	if (inbox_add(store, work->letter.digest, source, work->letter.from,
	    work->intake->received, work->now, &work->inbox, err) == -1)
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
 * games and the letters that it caused.  No words of its own stand in it. */
static void
log_letter(const struct work *work, enum handled handled)
{
	log_info("letter %.12s (%s) from %s: %s%s%s%s", work->letter.digest, work->intake->id,
	    work->letter.from != NULL ? work->letter.from : "nobody", handled_name(handled),
	    work->letter.kind != LETTER_PERSON ? ", " : "",
	    work->letter.kind != LETTER_PERSON ? work->letter.kind_reason : "", work->story.data);
}

enum handled
postman_handle(struct office *office, const struct intake *intake, int64_t now, struct err *err)
{
	struct work	work = { .office = office, .intake = intake, .now = now,
		.arena = arena_new(), .outcome = "ignored" };
	enum handled	handled = LETTER_TROUBLE;

	if (letter_read_apart(&work.letter, work.arena, intake->bytes, intake->length,
	    &office->policy, err) == -1) {
		arena_free(work.arena);
		return LETTER_TROUBLE;
	}
	work.letter.too_large |= intake->headers_only;
	str_init(&work.story, work.arena, STORY_MAX);
	if (store_begin(office->store, err) == 0) {
		handled = handle(&work, intake->id, err);
		if (changes_nothing(handled))
			store_rollback(office->store);
		else if (store_commit(office->store, err) == -1)
			handled = LETTER_TROUBLE;
	}
	log_letter(&work, handled);
	arena_free(work.arena);
	return handled;
}

int
postman_failed(struct office *office, const struct intake *intake, int64_t now, struct err *err)
{
	struct piece	piece = { intake->bytes, intake->length };
	char		digest[65];
	int64_t		count;

	digest_pieces(&piece, 1, digest);
	if (store_begin(office->store, err) == -1)
		return -1;
	if (counters_add(office->store, "failed", digest, now, err) == -1 ||
	    counters_get(office->store, "failed", digest, 0, &count, err) == -1) {
		store_rollback(office->store);
		return -1;
	}
	return store_commit(office->store, err) == -1 ? -1 : (int)count;
}
