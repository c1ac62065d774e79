/* SPDX-License-Identifier: ISC */
/*
 * One letter: who wrote it, what it commands, what is answered (postman.h).
 *
 * {inbox row, changes, outbox rows} are one transaction.  A letter whose digest
 * is known changes nothing and sends nothing.
 */
#include "server/postman.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/idn.h"
#include "base/log.h"
#include "base/str.h"
#include "base/token.h"
#include "base/utf8.h"
#include "cmd/cmd.h"
#include "cmd/confirmations.h"
#include "config/config.h"
#include "mail/guard/guard.h"
#include "mail/read/address.h"
#include "mail/read/subject.h"
#include "mail/source/source.h"
#include "play/glossary.h"
#include "play/play.h"
#include "sandbox/sandbox.h"
#include "server/elsewhere.h"
#include "server/identity.h"
#include "server/newcomer.h"
#include "server/outgoing.h"
#include "server/probe.h"
#include "server/quota.h"
#include "server/reach.h"
#include "server/server.h"
#include "server/twin.h"
#include "speak/heard.h"
#include "speak/parse.h"
#include "speak/secret.h"
#include "speak/speech.h"
#include "store/asides.h"
#include "store/counters.h"
#include "store/db.h"
#include "store/inbox.h"
#include "store/machines.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/sites.h"

#define SUSPECTS_MAX   3          /* a day, from one address */
#define STORY_MAX      300        /* bytes */
#define BOUNCE_DAYS    3          /* hard bounces on so many days … */
#define BOUNCES_WITHIN (30 * DAY) /* … of these stop an address */

/* One letter at work. */
struct postman {
	struct server *server;
	struct arena *arena;
	const struct intake *intake;
	int64_t now;
	struct letter letter;
	int64_t inbox; /* row */
	struct identity who;
	bool is_twins; /* it answers a twin's letter (twin.h) */
	/* Its text, and nothing else, is a program's, and it may be a person's all the same. */
	bool is_suspect;
	enum handled handled;
	struct str story; /* for the log: commands, boards, letters out */
	const char *why;  /* … and why it is not answered; NULL: settle_answer knows */
};

const char *
handled_name(enum handled handled)
{
	static const char *const names[] = { "done", "refused", "ignored", "bounced", "parked",
		"known", "known", "failed", "error" };

	return names[handled];
}

/* Whom the parser asks about names. */
struct known_players {
	struct store *store;
	struct arena *arena;
	bool failed;
	struct err *err;
};

static bool
is_userid(void *source, const char *userid)
{
	struct known_players *known = source;
	struct player player;
	int found;

	if (known->failed)
		return false;
	found = players_find(known->store, known->arena, userid, &player, known->err);
	if (found == 0)
		found = games_has_name(known->store, userid, known->err);
	known->failed |= found == -1;
	return found == 1;
}

/* Only a robot answers to the sender of an envelope, or in such words; and a tap on a face is no
 * more than that. */
static bool
is_robots(const struct postman *p)
{
	return identity_envelope_token(p->server, p->arena, &p->letter, p->intake) != NULL ||
	    (p->who.answers_us && !p->is_suspect &&
		wording_is_automatic(p->arena, p->letter.subject, p->letter.text)) ||
	    p->letter.is_reaction;
}

/* The address, and what stands for the words of its letter, whatever signs are among them. */
static const char *
words_key(const struct postman *p)
{
	const char *folded = utf8_fold(p->arena, p->letter.text);
	struct piece pieces[] = { { p->letter.from, strlen(p->letter.from) }, { "", 0 } };
	struct str words;
	char digest[65];

	str_init(&words, p->arena, 0);
	for (const char *at = folded, *next = at; *at != '\0'; at = next)
		if (utf8_is_alnum(utf8_next(&next)))
			str_addn(&words, at, (size_t)(next - at));
	pieces[1] = (struct piece){ words.data, words.length };
	digest_pieces(pieces, 2, digest);
	return arena_strdup(p->arena, digest);
}

/* People say that they are on holiday, too: the first such letters of a day that could go to
 * another player, and of which only the text speaks against a person, are no robot's.  A robot says
 * the same each time, and a few a day keep no two robots going.  0 or -1. */
static int
suspect(struct postman *p, const struct parse_answer *answer, struct err *err)
{
	int64_t today, same;

	if (!is_robots(p) || !(answer->takes_words || answer->writer != NULL) ||
	    wording_is_automatic(p->arena, p->letter.subject, ""))
		return 0;
	if (counters_get(
		p->server->store, "automatic", p->letter.from, p->now - DAY, &today, err) == -1 ||
	    counters_get(
		p->server->store, "automatic-words", words_key(p), p->now - DAY, &same, err) == -1)
		return -1;
	p->is_suspect = today < SUSPECTS_MAX && same == 0;
	return 0;
}

/* Nothing but words came of it: none like them again today.  0 or -1. */
static int
note_suspect(const struct postman *p, const struct request *rq, struct err *err)
{
	const struct parsed_letter *parsed = rq->parsed;

	if (!p->is_suspect || (parsed->count > 0 && !parsed->orders[0].is_talk))
		return 0;
	return counters_add(p->server->store, "automatic", p->letter.from, p->now, err) == -1 ||
		counters_add(p->server->store, "automatic-words", words_key(p), p->now, err) == -1 ?
	    -1 :
	    0;
}

/* What a yes orders, and a no, as confirmations.h says. */
static void
split_meant(struct arena *arena, const char *detail, struct parse_answer *answer)
{
	size_t length = strcspn(detail + 1, "\n");

	answer->meant = detail;
	if (detail[0] != '\n' || detail[1 + length] == '\0')
		return;
	answer->meant = arena_strndup(arena, detail + 1, length);
	answer->otherwise = detail + 1 + length + 1;
}

/* What the letter whose token came back has asked, or who wrote what it carried; 0 or -1. */
static int
find_asked(struct postman *p, struct request *rq, struct parse_answer *answer, struct err *err)
{
	const struct token *token = rq->token;
	struct store *store = p->server->store;
	struct player *writer = arena_alloc(p->arena, sizeof *writer);
	struct confirmation asked;
	int found = 1;

	answer->asks = token->asks;
	if (token->asks == ASKS_MOVE) {
		char move[8];

		move_write(move_of_number(token->asked), move);
		answer->submitted = arena_strdup(p->arena, move);
	}
	answer->carries_words = token->asks == ASKS_TWO && token->asked == TWO_WITH_WORDS;
	if (token->asks == ASKS_MEANT) {
		found = confirmations_get(store, p->arena, token->asked, p->now, &asked, err);
		if (found == 1 && asked.kind == CONFIRM_DEED && asked.player == token->player)
			split_meant(p->arena, asked.detail, answer);
	} else if (token->asks == ASKS_WORDS && token->asked != 0) {
		found = players_get(store, p->arena, token->asked, writer, err);
		if (found == 1 && writer->state == PLAYER_ACTIVE)
			answer->writer = writer->userid;
	}
	return found == -1 ? -1 : 0;
}

/* What an answer to a letter of this game may say. */
static void
set_game(struct parse_answer *answer, const struct game *game, int64_t writer, int64_t now)
{
	answer->is_challenge = game->state == GAME_OFFERED;
	if (answer->is_challenge && answer->asks == ASKS_NOTHING &&
	    game->seat[game->challenger].player != writer)
		answer->asks = ASKS_CHALLENGE;
	answer->has_offer = game_has(game, writer) &&
	    play_open_offer(game, side_other(game_side_of(game, writer)), OFFER_ANY) != OFFER_NONE;
	answer->has_own_offer = game_has(game, writer) &&
	    (answer->is_challenge ?
		    game->seat[game->challenger].player == writer :
		    play_open_offer(game, game_side_of(game, writer), OFFER_ANY) != OFFER_NONE);
	answer->may_claim = game->state == GAME_PLAYING && game_has(game, writer) &&
	    game_may_claim(game, game_side_of(game, writer), now);
	/* A yes to a move that was submitted, or to what the other offers? */
	if (answer->asks == ASKS_MOVE && answer->has_offer)
		answer->asks = ASKS_TWO;
	answer->takes_words = game_has(game, writer);
	answer->is_playing = game->state == GAME_PLAYING && game_has(game, writer);
	answer->is_his_move = game->state == GAME_PLAYING &&
	    game->seat[game_turn(game)].player == writer;
}

/* What the letter that asks for a confirmation asks; 0 or -1. */
static int
find_question(struct request *rq, struct parse_answer *answer, struct err *err)
{
	struct confirmation waiting;
	int found;

	if ((found = confirmation_find(rq, NULL, &waiting, err)) == -1)
		return -1;
	rq->is_confirmed = false; /* not yet */
	answer->wants_password = found == 1 && confirmation_is_own_forgot(&waiting);
	answer->is_invitation = found == 1 && waiting.kind == CONFIRM_INVITE;
	answer->is_deed = found == 1 && waiting.kind == CONFIRM_DEED;
	return 0;
}

static void
list_boards(struct postman *p, const struct request *rq, struct parse_answer *answer)
{
	int64_t *boards = arena_bytes(p->arena, (size_t)rq->listed_count * sizeof *boards + 1);

	for (int i = 0; i < rq->listed_count; i++)
		boards[i] = rq->listed[i].game;
	answer->boards = boards;
	answer->board_count = rq->listed_count;
}

/* What the letter answers; 0 or -1. */
static int
find_answered(struct postman *p, struct request *rq, struct parse_answer *answer, struct err *err)
{
	struct game *game = NULL;
	int found;

	answer->game = request_token_game(rq);
	answer->is_ours = rq->token != NULL;
	list_boards(p, rq, answer);
	if (rq->token != NULL && find_asked(p, rq, answer, err) == -1)
		return -1;
	if (answer->game != 0) {
		if ((found = request_game(rq, answer->game, &game, err)) == -1)
			return -1;
		if (found == 1)
			set_game(answer, game, rq->sender->id, p->now);
	}
	if (suspect(p, answer, err) == -1)
		return -1;
	answer->is_automatic = is_robots(p) || p->letter.is_recall;
	answer->is_suspect = p->is_suspect;
	if (answer->is_his_move && !answer->is_automatic && !answer->is_suspect &&
	    rq->token->turn == game->turns) {
		answer->board = &game->board;
		answer->by = request_spelling(rq->sender);
	}
	answer->is_question = p->who.confirm != 0;
	return answer->is_question ? find_question(rq, answer, err) : 0;
}

/* A text without a command may have another charset, or marks, than its label says: what makes one
 * legal move of it is how all of it is read. */
static void
read_otherwise(struct postman *p, const struct parse_context *context, struct parsed_letter *parsed)
{
	struct parsed_letter *other = arena_alloc(p->arena, sizeof *other), *chosen = NULL;
	struct move move, first = { 0 };

	if (context->answer.board == NULL || parsed->doubtful != NULL ||
	    (parsed->count > 0 && !parsed->orders[0].is_talk))
		return;
	for (int i = 0; i < LETTER_OTHERS_MAX && p->letter.others[i] != NULL; i++) {
		parse_letter(p->arena, context, subject_unlabel(p->arena, context->labelled),
		    p->letter.others[i], p->who.answers_us, other);
		if (!parse_is_legal_move(context, other, &move))
			continue;
		if (chosen != NULL && !move_equal(move, first))
			return;
		if (chosen != NULL)
			continue;
		chosen = other;
		first = move;
		other = arena_alloc(p->arena, sizeof *other);
	}
	if (chosen != NULL)
		*parsed = *chosen;
}

/* What the letter means; whether the sender may is asked when it is run. 0 or -1. */
static int
read_orders(struct postman *p, struct request *rq, struct parsed_letter *parsed, struct err *err)
{
	struct known_players *known = arena_alloc(p->arena, sizeof *known);
	struct parse_context *context = arena_alloc(p->arena, sizeof *context);

	*known = (struct known_players){ .store = p->server->store, .arena = p->arena, .err = err };
	*context = (struct parse_context){ .glossary = p->server->settings.glossary,
		.writer = p->who.sender != NULL ? p->who.sender->userid : NULL,
		.name = p->letter.from_name,
		.is_userid = is_userid,
		.source = known,
		.is_stranger = p->who.sender == NULL,
		.is_unread = p->letter.too_large || p->letter.unread != UNREAD_NONE,
		.orders_max = p->server->settings.commands_max };

	if (find_answered(p, rq, &context->answer, err) == -1)
		return -1;
	if (p->letter.more[0] != '\0')
		context->more = p->letter.more;
	context->lines = p->letter.lines;
	context->labelled = subject_strip(
	    p->arena, p->letter.subject, &context->is_answers_subject);
	parse_letter(p->arena, context, subject_unlabel(p->arena, context->labelled),
	    p->letter.text, p->who.answers_us, parsed);
	read_otherwise(p, context, parsed);
	rq->names = context;
	puzzle_take(rq, parsed);
	for (int i = 0; i < parsed->count; i++)
		str_addf(&p->story, "%s%s", i == 0 ? "; " : ", ", parsed->orders[i].verb->name);
	return known->failed ? -1 : 0;
}

/* A delivery report about a letter of the server's (RFC 3464), known by the token in the
 * envelope sender.  Hard bounces on three days stop an address; a delay says nothing. */
static int
handle_bounce(struct postman *p, struct err *err)
{
	const struct bounce *bounce = &p->letter.bounce;
	struct store *store = p->server->store;
	const char *text = identity_envelope_token(p->server, p->arena, &p->letter, p->intake);
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
	return reach_lost(p->server, p->arena, &out, true, p->now, err);
}

/* A stranger for whom the mail server does not vouch; a password would prove him. */
static bool
is_forged(const struct postman *p, const struct parsed_letter *parsed)
{
	const struct order *first = &parsed->orders[0];

	return p->who.sender == NULL && p->letter.dmarc == DMARC_FAIL &&
	    (parsed->count == 0 || first->password == NULL || !(first->verb->needs & NEEDS_PLAYER));
}

/* A program asks for an earlier letter back: nothing is, and whoever is known is told. */
static enum outcome
refuse_recall(const struct postman *p, struct reply *reply)
{
	reply_use(reply, "letter-recall");
	reply->silent = p->who.sender == NULL;
	return REFUSED;
}

/* A letter that asks nothing of the server, and answers nothing. */
static enum outcome
refuse_none(struct postman *p, struct request *rq, const struct parsed_letter *parsed,
    struct reply *reply, struct err *err)
{
	const struct letter *letter = &p->letter;
	bool is_known = p->who.sender != NULL;

	if (parsed->count == 0 && speech_is_picture(letter->text)) {
		p->why = "; a picture";
		reply->silent = true;
	} else if (parsed->count > 0 || (is_known && !letter->too_large)) {
		return cmd_run_none(rq, err);
	} else if (!is_known && newcomer_tries(p->arena, p->server->settings.glossary, letter)) {
		reply_refuse(reply, "signup-how");
	} else if (!is_known && newcomer_asks(p->arena, p->server->settings.glossary, letter)) {
		newcomer_welcome(reply, p->server->settings.address);
	} else if (!is_known) {
		reply->silent = true;
	} else {
		vars_number(reply_refuse(reply, "letter-too-large"), "limit",
		    (int64_t)(p->server->policy.bytes_max / 1024));
	}
	return REFUSED;
}

/* The letter has no commands that can be run. */
static enum outcome
run_none(struct postman *p, struct request *rq, const struct parsed_letter *parsed,
    struct reply *reply, struct err *err)
{
	enum outcome outcome;
	bool answers;

	if (parsed->count == 0 && is_robots(p)) {
		p->why = p->letter.is_reaction ? "; a reaction" : "; an automatic answer";
		reply->silent = true;
		return REFUSED;
	}
	if (parsed->is_no && rq->confirm != 0 &&
	    confirmations_remove(rq->store, rq->confirm, err) == -1)
		return FAILED;
	outcome = confirmation_ask_again(
	    rq, parsed->may_be_password && !parsed->is_no, &answers, err);
	if (outcome == FAILED || answers)
		return outcome;
	return refuse_none(p, rq, parsed, reply, err);
}

/* That the words of a letter that was carried out are not passed on. */
static void
say_too_large(const struct postman *p, struct reply *reply)
{
	bool too_large = p->letter.too_large;
	size_t limit = too_large ? p->server->policy.bytes_max : COMMENT_BYTES_MAX;
	struct vars *vars = reply_use_above(reply, "letter-text-too-large");

	vars_number(vars, "limit", (int64_t)(limit / 1024));
	vars_number(vars, "lines", too_large ? 0 : COMMENT_LINES_MAX);
}

/* That a line was taken for a part of what is quoted. */
static void
say_left(const struct postman *p, const struct request *rq, struct reply *reply)
{
	struct vars *vars = reply_use_above(reply, "letter-line-left");

	vars_text(vars, "line", secret_blank(p->arena, rq->names, p->letter.left));
}

/* That some of the letter's words are not passed on. */
static void
say_lost(const struct postman *p, const struct request *rq, struct reply *reply)
{
	if (reply->silent)
		return;
	/* Commands are run even when the text below them was too large to be read. */
	if (p->letter.too_large || rq->parsed->comment_too_large)
		say_too_large(p, reply);
	if (p->letter.left[0] != '\0')
		say_left(p, rq, reply);
	if (rq->parsed->is_request && rq->token != NULL && rq->token->game != 0)
		reply_use_above(reply, "letter-asked");
}

/* Of a move alone there is no receipt for those who want none; nor, as a machine answers at once,
 * of that or an offer in a game with one.  Of a claim alone only what comes of it is told
 * (play/time.c).  0 or -1. */
static int
spare_receipt(const struct request *rq, struct reply *reply, struct err *err)
{
	const struct note *note = reply->sender->first;
	int machines = 0;

	if (note == NULL ||
	    (rq->speaker != NULL && rq->speaker->no_receipt && reply_is_receipt(reply)))
		reply->silent = true;
	if (rq->settings->has_machine && note != NULL && note->next == NULL && note->game != NULL &&
	    (reply_is_receipt(reply) || strcmp(note->template, "draw-offered") == 0 ||
		strcmp(note->template, "undo-offered") == 0))
		machines = machines_play(rq->store, note->game, err);
	if (machines == 1)
		reply->silent = true;
	return machines == -1 ? -1 : 0;
}

/* Has it no text, or beside what is encrypted one without a command? */
static bool
is_unread(const struct postman *p, const struct parsed_letter *parsed)
{
	bool is_command = parsed->count > 0 && parsed->doubtful == NULL &&
	    !parsed->orders[0].is_talk;

	return p->letter.unread != UNREAD_NONE || (p->letter.is_sealed && !is_command);
}

/* Whatever its Subject says, the text may say otherwise.  A stranger is told where he asked for
 * something, or answers what he was asked. */
static enum outcome
refuse_unread(struct postman *p, struct request *rq, struct reply *reply)
{
	static const char *const names[] = { [UNREAD_ENCRYPTED] = "encrypted",
		[UNREAD_WINMAIL] = "winmail",
		[UNREAD_ATTACHED] = "attached" };

	/* Beside a text only what is encrypted makes a letter unread. */
	vars_flag(reply_refuse(reply, "letter-unread"),
	    names[p->letter.unread != UNREAD_NONE ? p->letter.unread : UNREAD_ENCRYPTED], true);
	reply->silent = p->who.sender == NULL && rq->confirm == 0 && rq->parsed->count == 0;
	return REFUSED;
}

/* "challenge fred", and below it: "I have no account yet." */
static void
answer_newcomer(const struct postman *p, const struct parsed_letter *parsed, struct reply *reply)
{
	if (reply->silent && p->who.sender == NULL &&
	    parsed->orders[0].verb->needs & NEEDS_PLAYER && !is_robots(p) &&
	    newcomer_asks(p->arena, p->server->settings.glossary, &p->letter)) {
		newcomer_welcome(reply, p->server->settings.address);
		reply->silent = false;
	}
}

static enum outcome
run_commands(struct postman *p, struct request *rq, struct reply *reply, struct err *err)
{
	const struct parsed_letter *parsed = rq->parsed;
	enum outcome outcome;

	if (is_forged(p, parsed)) {
		p->why = "; dmarc=fail";
		reply->silent = true;
		return REFUSED;
	}
	if (p->who.is_suspended) {
		reply_refuse(reply, "account-suspended");
		reply->sender->is_barred = true;
		return REFUSED;
	}
	if (p->letter.is_recall && parsed->count == 0)
		return refuse_recall(p, reply);
	if (is_unread(p, parsed))
		return refuse_unread(p, rq, reply);
	if (parsed->count == 0 || parsed->doubtful != NULL || parsed->too_many)
		return run_none(p, rq, parsed, reply, err);
	outcome = cmd_run_all(rq, err);
	if (outcome == REFUSED)
		answer_newcomer(p, parsed, reply);
	say_lost(p, rq, reply);
	return outcome == DONE && spare_receipt(rq, reply, err) == -1 ? FAILED : outcome;
}

/* Whether the sender is answered, once his commands were run; 0 or -1. */
static int
settle_answer(
    struct postman *p, const struct request *rq, struct reply *reply, bool is_done, struct err *err)
{
	int answered = 0;

	/* A robot without a mark says nothing else: such answers are counted. */
	if (rq->parsed->count > 0 && rq->parsed->orders[0].is_talk)
		is_done = false;
	/* He wants no word about what is done. */
	if (reply->silent && (is_done || reply->others != NULL))
		return 0;
	if (!reply->silent && (answered = quota_count(p->server, rq, reply, is_done, err)) == 0)
		p->why = "; enough answers";
	if (reply->silent && p->why == NULL)
		p->why = rq->sender == NULL ? "; a stranger" : "; no proof";
	if (reply->silent)
		str_add(&p->story, p->why);
	if (reply->silent && reply->others == NULL)
		p->handled = HANDLED_IGNORED;
	return answered == -1 ? -1 : 0;
}

/* A player's, or what a stranger's letter shows; else that of the question that it answers. */
static void
choose_language(const struct postman *p, struct request *rq)
{
	if (rq->sender != NULL) {
		reply_speak(rq->reply, rq->sender->language, false);
		return;
	}
	rq->language = language_heard(p->arena, rq->settings->glossary, p->letter.language,
	    p->letter.subject, p->letter.text);
	if (rq->language != NULL || rq->reply->language == NULL)
		reply_speak(rq->reply, rq->language, true);
}

/* Runs the commands; 0 or -1. */
static int
make_reply(struct postman *p, struct request *rq, struct reply *reply, struct err *err)
{
	const struct token *token = rq->token;
	enum outcome outcome;

	choose_language(p, rq);
	/* An answer stays in the conversation of the game that was answered. */
	if (token != NULL && token->game != 0 &&
	    (token->purpose == TOKEN_GAME || token->purpose == TOKEN_MESSAGE) &&
	    request_game(rq, token->game, &reply->sender->game, err) == -1)
		return -1;
	if ((outcome = run_commands(p, rq, reply, err)) == FAILED || note_suspect(p, rq, err) == -1)
		return -1;
	p->handled = outcome == DONE ? HANDLED_DONE : HANDLED_REFUSED;
	if (reply->others != NULL && quota_count_others(p->server, rq, reply, err) == -1)
		return -1;
	/* What the others are told was done, whatever a later line lacks. */
	if (settle_answer(p, rq, reply, outcome == DONE || reply->others != NULL, err) == -1)
		return -1;
	return rq->parsed->count == 0 && is_robots(p) ? 0 : elsewhere_tell(rq, &p->who, err);
}

/* A command, whole, in a letter with a token of its writer's: no robot writes that. */
static bool
is_command(const struct postman *p, const struct parsed_letter *parsed)
{
	const struct order *first = &parsed->orders[0];

	return (p->who.has_token || p->who.owner != 0 || p->who.confirm != 0) &&
	    !p->letter.too_large && p->letter.unread == UNREAD_NONE && parsed->count > 0 &&
	    parsed->doubtful == NULL && !parsed->too_many && !first->is_talk && !first->is_empty;
}

/* Who wrote it, and what it asks for.  1; 0: it is a list's or a relay's, and no command; -1. */
static int
find_orders(struct postman *p, struct request *rq, struct err *err)
{
	struct parsed_letter *parsed = arena_bytes(p->arena, sizeof *parsed);

	if ((p->is_twins = twin_find(p->server, p->arena, &p->letter, err) == 1) ||
	    identity_find(&p->who, p->server, p->arena, &p->letter, p->intake, err) == -1)
		return -1;
	rq->sender = p->who.sender;
	rq->token = p->who.has_token ? &p->who.token : NULL;
	rq->listed = p->who.listed;
	rq->listed_count = p->who.listed_count;
	rq->confirm = p->who.confirm;
	rq->too_old = p->who.answers_us && !p->who.any_token;
	rq->of_another = p->who.sender != NULL && p->who.of_others && !p->who.has_token;
	rq->parsed = parsed;
	if (read_orders(p, rq, parsed, err) == -1)
		return -1;
	return !p->letter.may_command || is_command(p, parsed);
}

static int
handle_person(struct postman *p, struct err *err)
{
	struct store *store = p->server->store;
	struct reply reply;
	struct request rq = { .arena = p->arena,
		.store = store,
		.settings = &p->server->settings,
		.reply = &reply,
		.now = p->now,
		.received = p->intake->received,
		.letter = p->inbox,
		.address = p->letter.from,
		.mail_server_proof = p->letter.dmarc == DMARC_PASS,
		.mail_server_denial = p->letter.dmarc == DMARC_FAIL };
	struct cause cause = { .now = p->now,
		.received = p->intake->received,
		.letter = p->inbox,
		.digest = p->letter.digest,
		.message_id = p->letter.message_id,
		.address = p->letter.from };
	int64_t first, next;
	int found;

	reply_init(&reply, p->arena);
	found = find_orders(p, &rq, err);
	if (found != 1)
		return found;
	if (reach_again(p->server, p->arena, p->letter.from, p->who.sender, p->now, err) == -1 ||
	    make_reply(p, &rq, &reply, err) == -1 ||
	    identity_note(p->server, &p->letter, &rq, err) == -1)
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

/* From an address that the operator has shut out, by the letter or by its envelope?  1, 0 or -1. */
static int
is_shut_out(struct postman *p, struct err *err)
{
	struct store *store = p->server->store;
	int shut = sites_shut(store, p->letter.from, err);

	if (shut == 0 && p->intake->sender != NULL)
		shut = sites_shut(store, idn_people(p->arena, p->intake->sender), err);
	if (shut == 1)
		str_add(&p->story, "; blocked");
	return shut;
}

static int
handle_kind(struct postman *p, struct err *err)
{
	bool null_sender = p->intake->sender != NULL && p->intake->sender[0] == '\0';
	enum letter_kind kind = p->letter.may_command ? LETTER_PERSON : p->letter.kind;
	int shut;

	p->handled = HANDLED_IGNORED;
	switch (kind) {
	case LETTER_PERSON:
		if (null_sender || p->letter.from == NULL) {
			str_add(&p->story,
			    null_sender ? "; its envelope has no sender" : "; no From address");
			break;
		}
		if ((shut = is_shut_out(p, err)) != 0)
			return shut == -1 ? -1 : 0;
		return handle_person(p, err);
	case LETTER_BOUNCE:
		return handle_bounce(p, err);
	case LETTER_UNREADABLE:
		p->handled = HANDLED_PARKED;
		err_set(err, "%s", p->letter.kind_reason);
		break;
	case LETTER_ROBOT:
	case LETTER_LOOP:
		return probe_note(p->server, p->arena, &p->letter, p->intake->stamped, err) == -1 ?
		    -1 :
		    0;
	}
	return 0;
}

/* Was it taken before?  1 with p->inbox, 0 or -1. */
static int
find_known(struct postman *p, bool *was_parked, struct err *err)
{
	struct store *store = p->server->store;
	int rc = inbox_find(store, p->letter.digest, &p->inbox, err), parked = 0;

	if (rc == 0)
		rc = inbox_find(store, p->letter.digest_bytes, &p->inbox, err);
	if (rc == 1)
		parked = inbox_was_parked(store, p->inbox, err);
	*was_parked = parked == 1;
	return parked == -1 ? -1 : rc;
}

/* Within the transaction; the inbox row first, so that a second copy finds it.  What could not be
 * read comes again where the operator has put it back, and may be readable for this program. */
static enum handled
handle_letter(struct postman *p, struct err *err)
{
	struct store *store = p->server->store;
	bool was_parked;
	int rc = find_known(p, &was_parked, err);

	if (rc == 1 && !was_parked)
		return HANDLED_KNOWN;
	if (rc == 1 && p->letter.kind == LETTER_UNREADABLE)
		return HANDLED_KNOWN_PARKED;
	if (rc == -1)
		return HANDLED_ERROR;
	if (rc == 0 &&
	    inbox_add(store, p->letter.digest, p->intake->id, p->letter.from, p->intake->received,
		p->now, &p->inbox, err) == -1)
		return HANDLED_ERROR;
	if (asides_mend(store, p->letter.digest_bytes, p->now, err) == -1)
		return HANDLED_ERROR;
	/* Perhaps a fault of the store that other letters share: counting this one as
	 * failed will show it. */
	if (handle_kind(p, err) != 0)
		return HANDLED_FAILED;
	/* The same from its writer's own hand may be more. */
	if (p->letter.may_command && p->handled == HANDLED_IGNORED &&
	    inbox_set_digest(store, p->inbox, p->letter.digest_bytes, err) == -1)
		return HANDLED_ERROR;
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
		if (postman.handled >= HANDLED_KNOWN)
			store_rollback(server->store);
		else if (store_commit(server->store, err) == -1)
			postman.handled = HANDLED_ERROR;
		if (postman.is_twins && twin_note(server, now, err) == -1)
			postman.handled = HANDLED_ERROR;
	}
	*line = letter_line(&postman, keep);
out:
	arena_free(postman.arena);
	return postman.handled;
}
