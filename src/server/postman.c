/* SPDX-License-Identifier: ISC */
/*
 * One letter: who wrote it, what it commands, what is answered (postman.h).
 *
 * {inbox row, changes, outbox rows} are one transaction.  A letter whose digest
 * is known changes nothing and sends nothing.  A token counts only for its own
 * player, in a letter from one of his addresses, and never against dmarc=fail
 * of the operator's mail server.
 */
#include "server/postman.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/account.h"
#include "cmd/cmd.h"
#include "cmd/glossary.h"
#include "cmd/speech.h"
#include "cmd/tokens.h"
#include "config/config.h"
#include "mail/guard/guard.h"
#include "mail/read/address.h"
#include "mail/read/subject.h"
#include "mail/source/source.h"
#include "sandbox/sandbox.h"
#include "server/operator.h"
#include "server/outgoing.h"
#include "server/probe.h"
#include "server/server.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/players.h"

#define NAMES_KEPT     8
#define STORY_MAX      300        /* bytes */
#define TAGS_MAX       5          /* addresses fred+x, fred+y … of one mailbox answered in full */
#define BOUNCE_DAYS    3          /* hard bounces on so many days … */
#define BOUNCES_WITHIN (30 * DAY) /* … of these stop an address */

/* One letter at work. */
struct postman {
	struct server *server;
	struct arena *arena;
	const struct intake *intake;
	int64_t now;
	struct letter letter;
	int64_t inbox;         /* row */
	struct player *sender; /* NULL a stranger */
	bool is_suspended;     /* the address is a suspended player's; sender is NULL */
	struct token token;
	bool has_token;
	int64_t confirm;     /* of the confirmation answered; 0 none */
	int64_t quiet_until; /* after this answer, the last for now; 0 more may follow */
	bool answers_us;     /* it answers a letter of the server's, proof or not */
	enum handled handled;
	struct str story; /* for the log: commands, boards, letters out */
};

const char *
handled_name(enum handled handled)
{
	static const char *const names[] = { "done", "refused", "ignored", "known", "bounced",
		"parked", "known", "failed", "error" };

	return names[handled];
}

/* The first token counts that this sender may use. */
static void
try_token(struct postman *p, const char *text)
{
	struct token token;

	if (text == NULL || !token_read(&p->server->keys, text, &token))
		return;
	p->answers_us = true;
	if (p->letter.dmarc == DMARC_FAIL)
		return;
	if (token.purpose == TOKEN_CONFIRM && p->confirm == 0)
		p->confirm = token.game;
	if (p->has_token || token.purpose == TOKEN_CONFIRM || token.purpose == TOKEN_BOUNCE ||
	    p->sender == NULL || token.player != p->sender->id)
		return;
	p->token = token;
	p->has_token = true;
}

/* Who wrote: the player with that address, whom this letter proves reachable; and the token
 * that he may use, from the recipients, then from the Message-IDs that the letter refers to:
 * in those of the server it stands after the last dot of the left part. */
static int
identify(struct postman *p, struct err *err)
{
	const struct letter *letter = &p->letter;
	const char *own = p->server->policy.address;
	struct player *player = arena_alloc(p->arena, sizeof *player);
	int found = players_by_address(p->server->store, p->arena, letter->from, player, err);

	if (found == -1 ||
	    (found == 1 && addresses_stop(p->server->store, letter->from, false, err) == -1))
		return -1;
	if (found == 1 && player->state == PLAYER_ACTIVE)
		p->sender = player;
	p->is_suspended = found == 1 && player->state == PLAYER_SUSPENDED;

	if (p->intake->recipient != NULL)
		try_token(p, address_tag(p->arena, p->intake->recipient, own));
	for (int i = 0; i < letter->recipient_count; i++)
		try_token(p, address_tag(p->arena, letter->recipients[i], own));
	for (int i = 0; i < letter->reference_count; i++) {
		const char *id = letter->references[i], *at = strrchr(id, '@'), *dot;

		if (at == NULL || !str_equal_nocase(at + 1, p->server->domain))
			continue;
		p->answers_us = true;
		id = arena_strndup(p->arena, id, (size_t)(at - id));
		if ((dot = strrchr(id, '.')) != NULL)
			try_token(p, dot + 1);
	}
	return 0;
}

/* Nothing, or one of the words by which people agree.  *faint: nothing, or other words beside it
 * in the first paragraph than thanks and greetings. */
static bool
is_yes(struct arena *arena, const struct parse_context *context, const char *text, bool *faint)
{
	const char *folded = utf8_fold(arena, text);
	const char *begin = folded + strspn(folded, " \t\n");
	const char *end = strstr(begin, "\n\n");
	size_t length = strcspn(begin, " \t\n.,!");
	const char *word = arena_strndup(arena, begin, length);
	char *rest = arena_strdup(arena, begin + length);

	if (end != NULL)
		rest[(size_t)(end - begin) - length] = '\0';
	str_make_line(rest);
	*faint = length == 0 || !speech_is_courtesy(arena, context, rest);
	if (length == 0 || glossary_is_yes(context->glossary, word))
		return true;
	/* These begin other sentences: "Si no fui yo". */
	return strchr(".,!\n", begin[length]) != NULL &&
	    (strcmp(word, "y") == 0 || strcmp(word, "si") == 0);
}

/* Whom the parser asks about names, often about the same again. */
struct known_players {
	struct store *store;
	struct arena *arena;
	bool failed;
	struct err *err;
	const char *asked[NAMES_KEPT];
	bool is_one[NAMES_KEPT];
	int count; /* of those asked, the last NAMES_KEPT of which are kept */
};

static bool
is_userid(void *source, const char *userid)
{
	struct known_players *known = source;
	struct player player;
	int found, place = known->count % NAMES_KEPT;

	if (known->failed)
		return false;
	for (int i = 0; i < NAMES_KEPT; i++)
		if (known->asked[i] != NULL && strcmp(known->asked[i], userid) == 0)
			return known->is_one[i];
	found = players_find(known->store, known->arena, userid, &player, known->err);
	if (found == 0)
		found = games_has_name(known->store, userid, known->err);
	known->failed |= found == -1;
	known->asked[place] = arena_strdup(known->arena, userid);
	known->is_one[place] = found == 1;
	known->count++;
	return found == 1;
}

/* Is the answer to a confirmation a yes, or a bare `accept`? */
static bool
agrees(const struct postman *p, const struct parse_context *context,
    const struct parsed_letter *parsed, bool *faint)
{
	const struct order *order = &parsed->orders[0];

	*faint = false;
	if (parsed->count == 0)
		return is_yes(p->arena, context, p->letter.text, faint);
	return parsed->count == 1 && order->cmd == cmd_find(NULL, "accept") && order->game == 0 &&
	    order->password == NULL;
}

/* What the letter commands; whether the sender may is asked when it is run. 0 or -1. */
static int
read_orders(struct postman *p, struct parsed_letter *parsed, struct err *err)
{
	const struct glossary *glossary = p->server->settings.glossary;
	const struct letter *letter = &p->letter;
	struct known_players known = { .store = p->server->store, .arena = p->arena, .err = err };
	struct parse_context context = { .glossary = glossary,
		.writer = p->sender != NULL ? p->sender->userid : NULL,
		.name = letter->from_name,
		.is_userid = is_userid,
		.source = &known };
	bool was_answer, has_password = false, faint;

	parse_letter(p->arena, &context, subject_strip(p->arena, letter->subject, &was_answer),
	    letter->text, p->answers_us, parsed);
	if (known.failed)
		return -1;
	if (p->confirm != 0 && agrees(p, &context, parsed, &faint) &&
	    !wording_is_automatic(p->arena, letter->subject, letter->text)) {
		parsed->orders[0] = (struct order){ .cmd = cmd_find(glossary, "confirm"),
			.line = "confirm",
			.written = faint ? parsed->unread : "confirm",
			.is_faint = faint };
		parsed->count = 1;
		parsed->doubtful = NULL;
	}
	for (int i = 0; i < parsed->count; i++) {
		const struct order *order = &parsed->orders[i];

		has_password |= order->password != NULL && order->cmd->needs & NEEDS_PLAYER;
		str_addf(&p->story, "%s%s", i == 0 ? "; " : ", ", order->cmd->name);
	}
	/* A stranger's remarks go to nobody, so nothing can hide in them; but with a
	 * password it may be a player who writes from somebody else's address. */
	if (p->sender == NULL && parsed->count > 0 && !has_password)
		parsed->doubtful = NULL;
	parsed->too_many |= parsed->count > p->server->settings.commands_max;
	return 0;
}

static bool
is_proved(const struct request *rq)
{
	return rq->token != NULL || rq->is_confirmed || rq->by_password != NULL ||
	    rq->proof != PROOF_NONE || (rq->sender != NULL && rq->mail_server_proof);
}

/* Until when the answers to `who` are used up, once one more is counted; 0: they are not. */
static int
find_quiet(struct postman *p, const char *what, const char *who, int64_t hour, int64_t day,
    struct err *err)
{
	const struct config *config = p->server->config;
	struct store *store = p->server->store;
	int64_t first;

	p->quiet_until = 0;
	if (hour + 1 == config->answers_hour) {
		if (counters_first(store, what, who, p->now - HOUR, &first, err) == -1)
			return -1;
		p->quiet_until = (first > 0 ? first : p->now) + HOUR + MINUTE;
	}
	if (day + 1 == config->answers_day) {
		if (counters_first(store, what, who, p->now - DAY, &first, err) == -1)
			return -1;
		p->quiet_until = (first > 0 ? first : p->now) + DAY + MINUTE;
	}
	return 0;
}

/* Counts one more answer for `who`; *may: it is within `times` the limits. */
static int
count_answer(
    struct postman *p, const char *what, const char *who, int times, bool *may, struct err *err)
{
	const struct config *config = p->server->config;
	struct store *store = p->server->store;
	int64_t hour, day;

	if (counters_get(store, what, who, p->now - HOUR, &hour, err) == -1 ||
	    counters_get(store, what, who, p->now - DAY, &day, err) == -1)
		return -1;
	*may = hour < config->answers_hour * times && day < config->answers_day * times;
	if (!*may)
		log_warn("%s gets no answer: limit of answers reached", p->letter.from);
	else if (times == 1 && find_quiet(p, what, who, hour, day, err) == -1)
		return -1;
	return *may ? counters_add(store, what, who, p->now, err) : 0;
}

/* Whether the sender is answered.  What was carried out with proof always is: it cannot be
 * part of a loop, and a fast game must not fall silent.  Answers without proof are counted
 * apart: a forged From could use up the answers to the letters of the one it names. */
static int
may_answer(struct postman *p, const struct request *rq, bool is_done, bool *may, struct err *err)
{
	const char *from = p->letter.from;
	int rc;

	*may = true;
	if (is_proved(rq) && is_done)
		return 0;
	rc = count_answer(p, is_proved(rq) ? "answer-proved" : "answer", from, 1, may, err);
	if (is_proved(rq) || !*may || rc == -1)
		return rc;
	return count_answer(p, "mailbox", address_mailbox(p->arena, from), TAGS_MAX, may, err);
}

/* The token in the envelope sender that the letter was sent to, "name+b.TOKEN"; NULL none. */
static const char *
envelope_token(const struct postman *p)
{
	const struct letter *letter = &p->letter;
	const char *own = p->server->policy.address;

	for (int i = -1; i < letter->recipient_count; i++) {
		const char *to = i == -1 ? p->intake->recipient : letter->recipients[i];
		const char *tag = to != NULL ? address_tag(p->arena, to, own) : NULL;

		if (tag != NULL && str_starts_nocase(tag, "b."))
			return tag + 2;
	}
	return NULL;
}

/* A delivery report about a letter of the server's (RFC 3464), known by the token in the
 * envelope sender.  Hard bounces on three days stop an address; a delay says nothing. */
static int
handle_bounce(struct postman *p, struct err *err)
{
	const struct bounce *bounce = &p->letter.bounce;
	struct store *store = p->server->store;
	const char *text = envelope_token(p);
	struct token token;
	struct out out;
	int64_t days;
	int found, stopped;

	p->handled = HANDLED_BOUNCED;
	if (bounce->delayed || !bounce->permanent || text == NULL ||
	    !token_read(&p->server->keys, text, &token) || token.purpose != TOKEN_BOUNCE)
		return 0;
	if ((found = outbox_get(store, p->arena, token.game, &out, err)) != 1)
		return found;
	if (bounces_add(store, out.recipient, p->now, p->now - BOUNCES_WITHIN, &days, err) == -1)
		return -1;
	log_warn("%s bounced a letter (%s)", out.recipient,
	    bounce->status != NULL ? bounce->status : "no status");
	if (days < BOUNCE_DAYS)
		return 0;
	/* Earlier letters go on bouncing: the news is told once. */
	if ((stopped = addresses_stop(store, out.recipient, true, err)) != 1)
		return stopped;
	log_warn("%s gets no more letters: bounces on %d days", out.recipient, BOUNCE_DAYS);
	out.answer = bounce->status;
	return operator_undelivered(p->server, p->arena, &out, "address-stopped", p->now, err);
}

/* A stranger for whom the mail server does not vouch; a password would prove him. */
static bool
is_forged(const struct postman *p, const struct parsed_letter *parsed)
{
	const struct order *first = &parsed->orders[0];

	return p->sender == NULL && p->letter.dmarc == DMARC_FAIL &&
	    (parsed->count == 0 || first->password == NULL || !(first->cmd->needs & NEEDS_PLAYER));
}

/* A stranger's letter, in its Subject or on its first line. */
static bool
tries_signup(const struct postman *p)
{
	const char *text = p->letter.text + strspn(p->letter.text, " \t\n");
	bool was_answer;

	return cmd_is_signup(p->arena, arena_strndup(p->arena, text, strcspn(text, "\n"))) ||
	    cmd_is_signup(p->arena, subject_strip(p->arena, p->letter.subject, &was_answer));
}

/* The letter has no commands that can be run. */
static enum outcome
run_none(struct postman *p, struct request *rq, const struct parsed_letter *parsed,
    struct reply *reply, struct err *err)
{
	const struct letter *letter = &p->letter;
	enum outcome outcome;
	bool answers;

	/* Only a robot answers to the sender of an envelope, or in such words. */
	if (parsed->count == 0 &&
	    (envelope_token(p) != NULL ||
		(p->answers_us && wording_is_automatic(p->arena, letter->subject, letter->text)))) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	outcome = account_ask_again(rq, reply, parsed->comment, &answers, err);
	if (outcome == CMD_FAILED || answers)
		return outcome;
	if (parsed->count > 0 || (p->sender != NULL && !letter->too_large))
		return cmd_run_none(rq, parsed, reply, err);
	if (p->sender == NULL && tries_signup(p))
		reply_refuse(reply, "signup-how");
	else if (p->sender == NULL)
		reply->silent = true;
	else
		vars_number(reply_refuse(reply, "too-large"), "limit",
		    (int64_t)(p->server->policy.bytes_max / 1024));
	return CMD_REFUSED;
}

/* "Yes", and nothing else in its first paragraph, as the answer to a challenge accepts it.
 * 0 or -1. */
static int
read_yes(struct postman *p, struct request *rq, struct parsed_letter *parsed, struct err *err)
{
	const char *end = strchrnul(parsed->comment, '\n');
	struct tokens tokens;
	struct game *game;
	int found;

	if (rq->token == NULL || request_token_game(rq) == 0 || parsed->count > 0 ||
	    (*end != '\0' && end[1] != '\n'))
		return 0;
	tokens_split(p->arena,
	    arena_strndup(p->arena, parsed->comment, (size_t)(end - parsed->comment)), &tokens);
	if (tokens.count != 1 || strchr(tokens.raw[0], '?') != NULL ||
	    !glossary_is_yes(p->server->settings.glossary, tokens.folded[0]))
		return 0;
	found = request_game(rq, request_token_game(rq), &game, err);
	if (found != 1 || game->state != GAME_OFFERED)
		return found == -1 ? -1 : 0;
	parsed->orders[0] = (struct order){
		.cmd = cmd_find(NULL, "accept"), .line = "accept", .written = tokens.raw[0]
	};
	parsed->count = 1;
	parsed->doubtful = NULL;
	parsed->comment = end + strspn(end, "\n");
	return 0;
}

/* That the words of a letter that was carried out are not passed on. */
static void
say_too_large(const struct postman *p, struct reply *reply)
{
	bool too_large = p->letter.too_large;
	size_t limit = too_large ? p->server->policy.bytes_max : COMMENT_BYTES_MAX;
	const struct note *last = reply->sender->last;
	struct vars *vars;

	reply->command = "";
	vars = reply_use(reply, "text-too-large");
	/* Above the board, with what else is said of the game. */
	if (last != NULL && last->show == SHOW_GAME)
		reply_show(reply, last->game);
	vars_number(vars, "limit", (int64_t)(limit / 1024));
	vars_number(vars, "lines", too_large ? 0 : COMMENT_LINES_MAX);
}

static enum outcome
run_commands(struct postman *p, struct request *rq, struct reply *reply, struct err *err)
{
	struct parsed_letter *parsed = arena_bytes(p->arena, sizeof *parsed);
	enum outcome outcome;

	if (read_orders(p, parsed, err) == -1)
		return CMD_FAILED;
	if (is_forged(p, parsed)) {
		reply->silent = true;
		return CMD_REFUSED;
	}
	if (p->is_suspended) {
		reply_refuse(reply, "account-suspended");
		reply->sender->is_barred = true;
		return CMD_REFUSED;
	}
	if (read_yes(p, rq, parsed, err) == -1)
		return CMD_FAILED;
	if (parsed->count == 0 || parsed->doubtful != NULL || parsed->too_many)
		return run_none(p, rq, parsed, reply, err);
	outcome = cmd_run_all(rq, parsed, reply, err);
	/* Commands are run even when the text below them was too large to be read. */
	if ((p->letter.too_large || parsed->comment_too_large) && !reply->silent)
		say_too_large(p, reply);
	if (outcome == CMD_DONE && rq->speaker != NULL && rq->speaker->no_receipt &&
	    reply_is_receipt(reply))
		reply->silent = true;
	return outcome;
}

/* That no more answers follow for now, and when they go on. */
static void
say_last(const struct postman *p, struct reply *reply)
{
	const struct note *last = reply->sender->last;
	struct vars *vars;

	reply->command = "";
	vars = reply_use(reply, "answers-limit");
	vars_time(vars, "until", p->quiet_until);
	vars_number(vars, "hour-limit", p->server->config->answers_hour);
	vars_number(vars, "day-limit", p->server->config->answers_day);
	/* Above the board, with what else is said of the game. */
	if (last != NULL && last->show == SHOW_GAME)
		reply_show(reply, last->game);
}

/* Leaves the sender without an answer who has had as many as he may. 0 or -1. */
static int
limit_answers(
    struct postman *p, const struct request *rq, struct reply *reply, bool is_done, struct err *err)
{
	bool may;

	if (may_answer(p, rq, is_done, &may, err) == -1)
		return -1;
	if (may && p->quiet_until != 0 && (rq->speaker != NULL || rq->sender != NULL))
		say_last(p, reply);
	if (may)
		return 0;
	reply->silent = true;
	str_add(&p->story, "; enough answers");
	if (reply->others == NULL)
		p->handled = HANDLED_IGNORED;
	return 0;
}

/* Runs the commands and settles whether the sender is answered; 0 or -1. */
static int
make_reply(struct postman *p, struct request *rq, struct reply *reply, struct err *err)
{
	const struct token *token = rq->token;
	enum outcome outcome;

	reply_init(reply, p->arena);
	/* An answer stays in the conversation of the game that was answered. */
	if (token != NULL && token->game != 0 &&
	    (token->purpose == TOKEN_GAME || token->purpose == TOKEN_MESSAGE) &&
	    request_game(rq, token->game, &reply->sender->game, err) == -1)
		return -1;
	if ((outcome = run_commands(p, rq, reply, err)) == CMD_FAILED)
		return -1;
	p->handled = outcome == CMD_DONE ? HANDLED_DONE : HANDLED_REFUSED;
	/* What the others are told was done, whatever a later line lacks. */
	if (!reply->silent)
		return limit_answers(
		    p, rq, reply, outcome == CMD_DONE || reply->others != NULL, err);
	if (reply->others == NULL) {
		p->handled = HANDLED_IGNORED;
		if (rq->sender == NULL)
			str_add(&p->story, "; a stranger");
	}
	return 0;
}

/* Remembers that the player wrote today, and whether in HTML, where it was he for sure.  A
 * confirmed sign-up has an account by now. */
static int
note_letter(const struct postman *p, const struct request *rq, struct err *err)
{
	struct player *player = rq->speaker != NULL ? rq->speaker : rq->sender, account;
	int64_t today = p->now - p->now % DAY;
	int found = 1;

	if (p->letter.too_large || !is_proved(rq))
		return 0;
	if (player == NULL) {
		player = &account;
		found = players_by_address(p->server->store, p->arena, p->letter.from, player, err);
	}
	if (found != 1 || (player->writes_html == p->letter.has_html && player->seen == today))
		return found == -1 ? -1 : 0;
	player->writes_html = p->letter.has_html;
	player->seen = today;
	return players_note_letter(p->server->store, player, err);
}

static int
handle_person(struct postman *p, struct err *err)
{
	struct store *store = p->server->store;
	struct request rq = { .arena = p->arena,
		.store = store,
		.settings = &p->server->settings,
		.now = p->now,
		.received = p->intake->received,
		.letter = p->inbox,
		.address = p->letter.from,
		.mail_server_proof = p->letter.dmarc == DMARC_PASS };
	struct cause cause = { .now = p->now,
		.letter = p->inbox,
		.digest = p->letter.digest,
		.message_id = p->letter.message_id,
		.address = p->letter.from };
	struct reply reply;
	int64_t first, next;
	bool was_answer;

	if (identify(p, err) == -1)
		return -1;
	rq.sender = p->sender;
	rq.token = p->has_token ? &p->token : NULL;
	rq.confirm = p->confirm;
	rq.subject = subject_strip(p->arena, p->letter.subject, &was_answer);
	if (make_reply(p, &rq, &reply, err) == -1 || note_letter(p, &rq, err) == -1)
		return -1;
	cause.sender = rq.speaker != NULL ? rq.speaker : rq.sender;
	if (outbox_next_id(store, &first, err) == -1 ||
	    outgoing_write(p->server, p->arena, &reply, &cause, err) == -1 ||
	    outbox_next_id(store, &next, err) == -1)
		return -1;
	for (int i = 0; i < rq.game_count; i++)
		str_addf(&p->story, "%s%lld", i == 0 ? "; board " : ", ",
		    (long long)rq.games[i].game->id);
	if (next > first)
		str_addf(&p->story, "; out %lld", (long long)first);
	if (next > first + 1)
		str_addf(&p->story, "-%lld", (long long)next - 1);
	return 0;
}

static int
handle_kind(struct postman *p, struct err *err)
{
	bool null_sender = p->intake->sender != NULL && p->intake->sender[0] == '\0';

	p->handled = HANDLED_IGNORED;
	switch (p->letter.kind) {
	case LETTER_PERSON:
		if (null_sender || p->letter.from == NULL)
			break;
		return handle_person(p, err);
	case LETTER_BOUNCE:
		return handle_bounce(p, err);
	case LETTER_UNREADABLE:
		p->handled = HANDLED_PARKED;
		break;
	case LETTER_ROBOT:
	case LETTER_LOOP:
		return probe_note(p->server, p->arena, &p->letter, p->intake->stamped, err) == -1 ?
		    -1 :
		    0;
	}
	return 0;
}

/* Within the transaction; the inbox row first, so that a second copy finds it. */
static enum handled
handle_letter(struct postman *p, struct err *err)
{
	struct store *store = p->server->store;
	int64_t known;
	int rc = inbox_find(store, p->letter.digest, &known, err);

	if (rc == 1 && (rc = inbox_was_parked(store, known, err)) != -1)
		return rc == 1 ? HANDLED_KNOWN_PARKED : HANDLED_KNOWN;
	if (rc == -1 ||
	    inbox_add(store, p->letter.digest, p->intake->id, p->letter.from, p->intake->received,
		p->now, &p->inbox, err) == -1)
		return HANDLED_ERROR;
	/* Perhaps a fault of the store that other letters share: counting this one as
	 * failed will show it. */
	if (handle_kind(p, err) != 0)
		return HANDLED_FAILED;
	if (inbox_set_outcome(store, p->inbox, handled_name(p->handled), err) == -1)
		return HANDLED_ERROR;
	return p->handled;
}

/* The one line of this letter: what links it to its source, its commands, its games and the
 * letters that it caused.  It quotes nothing from the letter.  A letter that met an error
 * changed nothing, and may come again and again: its line is logged at once, and once. */
static const char *
letter_line(const struct postman *p, struct arena *keep)
{
	const struct letter *letter = &p->letter;
	bool is_person = letter->kind == LETTER_PERSON, is_over = p->handled != HANDLED_ERROR;
	const char *line = arena_printf(keep, "letter %.12s (%s of %s) from %s: %s%s%s%s",
	    letter->digest, p->intake->id, p->intake->source,
	    letter->from != NULL ? letter->from : "nobody", handled_name(p->handled),
	    is_person ? "" : ", ", is_person ? "" : letter->kind_reason,
	    is_over ? p->story.data : "");

	if (is_over)
		return line;
	log_error_once("%s", line);
	return NULL;
}

enum handled
postman_handle(struct server *server, const struct intake *intake, int64_t now, struct arena *keep,
    const char **line, struct err *err)
{
	struct postman postman = { .server = server,
		.intake = intake,
		.now = now,
		.arena = arena_new(),
		.handled = HANDLED_ERROR };
	int rc;

	*line = NULL;
	rc = sandbox_read(
	    &postman.letter, postman.arena, intake->bytes, intake->length, &server->policy, err);
	if (rc == 1)
		postman.handled = HANDLED_FAILED;
	if (rc != 0)
		goto out;
	postman.letter.too_large |= intake->headers_only;
	str_init(&postman.story, postman.arena, STORY_MAX);
	if (store_begin(server->store, err) == 0) {
		postman.handled = handle_letter(&postman, err);
		switch (postman.handled) {
		case HANDLED_KNOWN:
		case HANDLED_KNOWN_PARKED:
		case HANDLED_FAILED:
		case HANDLED_ERROR:
			store_rollback(server->store);
			break;
		default:
			if (store_commit(server->store, err) == -1)
				postman.handled = HANDLED_ERROR;
		}
	}
	*line = letter_line(&postman, keep);
out:
	arena_free(postman.arena);
	return postman.handled;
}
