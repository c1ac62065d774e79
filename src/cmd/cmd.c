/* SPDX-License-Identifier: ISC */
/*
 * The dispatcher: who speaks, about which game, and may he?  Then the command.
 *
 * A stranger learns nothing here but what the open commands say; where proof is
 * missing or wrong only the registered address is told, once an hour.
 */
#include "cmd/cmd.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/confirmations.h"
#include "cmd/question.h"
#include "cmd/tournament.h"
#include "play/play.h"
#include "speak/secret.h"
#include "speak/settings.h"
#include "store/counters.h"
#include "store/db.h"

/* What carries out which verb. */
#define CMD_RUN(name, NAME) [VERB_##NAME] = name##_run,
static enum outcome (*const run[VERB_COUNT])(struct request *, struct err *) = { VERBS(CMD_RUN) };

#define WRONG_PASSWORDS_A_DAY 10
#define UNPROVED_AN_HOUR      2

/* Tells the writer nothing, unless the letter is answered anyway: then the answer must
 * account for every command; where it is about the board, its own answer is proof. */
static enum outcome
say_nothing(const struct request *rq)
{
	bool is_about = rq->game != NULL && rq->speaker != NULL && !rq->mail_server_denial &&
	    game_has(rq->game, rq->speaker->id);
	/* Its words are lost. */
	bool is_whole = is_about && !(rq->order->verb->manner & (WRITES_TO | BEGINS_SPEECH));

	if (rq->speaker != NULL && rq->reply->sender->first != NULL)
		vars_text(is_about ? reply_refuse_game(rq->reply, rq->game, "proof-none") :
				     reply_refuse(rq->reply, "proof-none"),
		    "wanted", is_whole ? rq->order->line : "");
	else
		rq->reply->silent = true;
	return REFUSED;
}

/* The commands from this one on, shown in the letter that asks whether they are the reader's, a
 * line each; NULL: a yes cannot stand for them, because words or a password go with one. */
static const char *
list_commands(struct request *rq, struct vars *vars, struct message *letter)
{
	int left = rq->parsed->count - (int)(rq->order - rq->parsed->orders), shown = 0;
	bool is_all = true, is_worded = false;
	struct str lines;

	str_init(&lines, rq->arena, 0);
	for (int i = 0; i < left; i++) {
		const struct order *order = &rq->order[i];
		const struct verb *verb = order->verb;
		/* The answer will be proof enough. */
		const char *line = order->password != NULL && !(verb->needs & OWN_PASSWORD) ?
		    order->line :
		    order->written;

		if (verb->manner & OPENS_LETTER)
			continue;
		shown++;
		vars_text(vars_add(vars, "commands"), "command", line);
		reply_list(rq->reply, letter, order->game);
		if (verb->manner & (WRITES_TO | BEGINS_SPEECH))
			is_worded |= rq->parsed->comment[0] != '\0' || rq->parsed->note[0] != '\0';
		else if (verb->needs & NEEDS_SEAT)
			is_worded |= rq->parsed->says_something;
		is_all &= !(verb->manner & (WRITES_TO | BEGINS_SPEECH)) &&
		    strstr(line, BLANKED) == NULL;
		str_add(&lines, line);
		str_addc(&lines, '\n');
	}
	vars_flag(vars, "several", shown > 1);
	vars_flag(vars, "starred", strstr(lines.data, BLANKED) != NULL);
	vars_flag(vars, "worded", is_worded);
	return is_all && shown > 0 ? lines.data : NULL;
}

/* Tells the registered player, once an hour at most for all such notices, and of a command without
 * proof once more, which says until when it is the last; if the letter is answered anyway, the
 * answer says it instead. */
static enum outcome
notice(struct request *rq, const struct player *player, const char *template, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	struct game *game = NULL;
	struct vars *vars;
	const char *lines;
	bool has_offer, is_missing = str_equal(template, "proof-missing");
	int64_t said, first;
	int may;

	say_nothing(rq);
	if (!rq->reply->silent)
		return REFUSED;
	if ((may = request_count(
		 rq, "notice", who, rq->now - HOUR, is_missing ? UNPROVED_AN_HOUR : 1, err)) != 1)
		return may == 0 ? REFUSED : FAILED;
	if (counters_get(rq->store, "notice", who, rq->now - HOUR, &said, err) == -1 ||
	    counters_first(rq->store, "notice", who, rq->now - HOUR, &first, err) == -1)
		return FAILED;
	/* The answer to a notice about a game of his is proof enough for that game. */
	if (rq->game != NULL && game_has(rq->game, player->id))
		game = rq->game;
	vars = reply_tell(rq->reply, player->id, game, template);
	vars_flag(vars, "denied", rq->mail_server_denial);
	vars_text(vars, "from", rq->address);
	vars_number(vars, "tries", rq->tries);
	vars_flag(vars, "no-password", player->password_hash[0] == '\0');
	lines = list_commands(rq, vars, reply_letter(rq->reply, player->id, game));
	if (said >= UNPROVED_AN_HOUR)
		vars_time(vars, "quiet", first + HOUR + MINUTE);
	/* The answer would come by the same way. */
	if (!is_missing || rq->mail_server_denial || player != rq->sender || lines == NULL)
		return REFUSED;
	if (confirmation_offer_yes(rq, reply_letter(rq->reply, player->id, game), lines, err) == -1)
		return FAILED;
	question_opponent(rq, &has_offer);
	vars_flag(vars, "yes", !has_offer);
	return REFUSED;
}

/* Was a line sent back as we had shown it? */
static bool
is_starred(const struct order *order)
{
	return str_equal(order->password, BLANKED);
}

/* Is the order's password that of the hash?  1, or 0, which is counted for `who`, or -1.
 * *is_closed: there were too many wrong ones; none is tried.  *is_old: the hash is. */
static int
try_password(struct request *rq, const char *who, const char *hash, bool *is_closed, bool *is_old,
    struct err *err)
{
	const char *password = rq->order->password;
	int64_t wrong;

	*is_old = false;
	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return -1;
	*is_closed = wrong >= WRONG_PASSWORDS_A_DAY;
	if (*is_closed)
		return 0;
	/* Hashing takes a tenth of a second: once for all of a letter, which has one speaker. */
	if ((hash[0] != '\0' && rq->password != NULL && str_equal(rq->password, password)) ||
	    password_matches(hash, password, is_old))
		return 1;
	rq->tries = WRONG_PASSWORDS_A_DAY - wrong;
	if (is_starred(rq->order))
		return 0;
	rq->tries--;
	return counters_add(rq->store, "password", who, rq->now, err);
}

/* The speaker's password, in today's form. */
static int
renew_hash(struct request *rq, struct err *err)
{
	char hash[PASSWORD_HASH_SIZE];

	if (password_hash(rq->order->password, hash, err) == -1)
		return -1;
	rq->from->password_hash = arena_strdup(rq->arena, hash);
	return players_save(rq->store, rq->from, err);
}

/* DONE with rq->from and rq->proof, by this player's password. */
static enum outcome
check_password(struct request *rq, struct player *player, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	bool is_sender = rq->sender != NULL && rq->sender->id == player->id, is_closed, is_old;
	int right = try_password(rq, who, player->password_hash, &is_closed, &is_old, err);

	if (right == -1)
		return FAILED;
	rq->from = is_sender ? rq->sender : player;
	if (is_old && renew_hash(rq, err) == -1)
		return FAILED;
	if (right == 1) {
		rq->password = rq->order->password;
		rq->proof = PROOF_PASSWORD;
		reply_speak(rq->reply, rq->from->language, false);
		return DONE;
	}
	/* Others have guessed until passwords were closed: the sender's other proof goes on
	 * working. */
	if (is_closed && is_sender && (rq->token != NULL || rq->mail_server_proof))
		return DONE;
	return notice(rq, player,
	    is_closed && player->password_hash[0] != '\0' ? "password-closed" : "password-wrong",
	    err);
}

/* There is no such player, which takes as long to find out as that a password is wrong, and
 * counts as much. */
static enum outcome
check_nobody(struct request *rq, const char *userid, struct err *err)
{
	char veil[VEIL_SIZE];
	const char *who;
	bool is_closed, is_old;

	/* Where a userid belongs a password may stand. */
	address_veil(rq->settings->keys, 0, userid, veil);
	who = arena_printf(rq->arena, "?%s", veil);

	if (try_password(rq, who, "", &is_closed, &is_old, err) == -1)
		return FAILED;
	/* A player has mistyped a name, perhaps his own. */
	return rq->sender == NULL ? say_nothing(rq) : request_refuse_unknown(rq, userid);
}

/* The player whose password stands in the order: the one it names, or the sender. */
static enum outcome
identify_by_password(struct request *rq, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	const char *userid = rq->order->userid;
	int found;

	if (userid == NULL && rq->from == NULL)
		return say_nothing(rq);
	if (userid == NULL)
		userid = rq->from->userid;
	/* Before anything is looked up: the answer goes to one player, and must not
	 * tell him of another's games or passwords. */
	if (rq->speaker != NULL && !str_equal_nocase(userid, rq->speaker->userid))
		return request_refuse_userid(rq, "letter-one-speaker", rq->speaker->userid);
	found = players_find(rq->store, rq->arena, userid, player, err);
	if (found == -1)
		return FAILED;
	if (found == 0 || player->state != PLAYER_ACTIVE)
		return check_nobody(rq, userid, err);
	return check_password(rq, player, err);
}

static bool
token_covers(const struct request *rq)
{
	const struct token *token = rq->token;
	int turn;

	if (token == NULL)
		return false;
	if (rq->order->verb->needs & ANY_TOKEN || rq->order->all)
		return true;
	if (rq->game != NULL)
		return request_answers(rq, rq->game->id, &turn);
	return token->purpose == TOKEN_ACCOUNT || token->purpose == TOKEN_PUZZLE ||
	    (token->purpose == TOKEN_MESSAGE && token->game == 0);
}

/* Stars in the place of one's own give none, and need none in an answer. */
static bool
gives_password(const struct request *rq)
{
	const struct order *order = rq->order;
	bool is_own = rq->from != NULL &&
	    (order->userid == NULL || str_equal_nocase(order->userid, rq->from->userid));

	return order->password != NULL && !(order->verb->needs & OWN_PASSWORD) &&
	    !(is_own && is_starred(order));
}

/* Is it one that changes something with words only, without any? */
static bool
only_asks(const struct order *order)
{
	return order->verb->needs & OPEN_ALONE && order->word_count == 0;
}

/* A stranger takes what the lists show that he may ask for, and names nobody. */
static bool
wants_to_play(const struct order *order)
{
	bool joins_stairs = order->verb == &verb_table[VERB_STAIRS] &&
	    str_equal(order->words[0], "join");

	return (joins_stairs ||
		   (verb_takes(order->verb, ARG_INVITATION) &&
		       order->verb != &verb_table[VERB_LEAVE])) &&
	    order->userid == NULL && order->password == NULL;
}

/* Finds out who speaks, and by which proof.  One letter speaks for one player. */
static enum outcome
identify(struct request *rq, struct err *err)
{
	enum outcome outcome = DONE;

	rq->from = rq->speaker != NULL ? rq->speaker : rq->sender;
	rq->proof = rq->password != NULL ? PROOF_PASSWORD : PROOF_NONE;
	if (gives_password(rq))
		outcome = identify_by_password(rq, err);
	if (outcome != DONE)
		return outcome;
	if (rq->proof == PROOF_NONE && rq->from != NULL && rq->from == rq->sender &&
	    rq->mail_server_proof)
		rq->proof = PROOF_MAIL_SERVER;
	if (rq->from == NULL && !(rq->order->verb->needs & OPEN) && !only_asks(rq->order))
		return !rq->of_another && wants_to_play(rq->order) ?
		    request_refuse_text(rq, "signup-first", "wanted", rq->order->line) :
		    say_nothing(rq);
	rq->speaker = rq->from;
	return DONE;
}

static enum outcome
need_seat(struct request *rq)
{
	if (!game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(rq->reply, "game-not-yours"), rq->game);
		return REFUSED;
	}
	rq->side = game_side_of(rq->game, rq->from->id);
	if (!(rq->order->verb->needs & NEEDS_RUNNING) || rq->game->state == GAME_PLAYING)
		return DONE;
	return act_check_playing(request_act(rq));
}

/* An answer is about the turn of its letter, or, for some, also about the next one; what was
 * asked about has been found to be so. */
static enum outcome
carry_out(struct request *rq, struct err *err)
{
	const struct verb *verb = rq->order->verb;
	enum outcome outcome = DONE;

	if (rq->game != NULL && !rq->is_sure && verb->needs & (NEEDS_CURRENT | NEEDS_RECENT))
		outcome = request_is_current(rq, verb->needs & NEEDS_RECENT ? 1 : 0);
	rq->reply->is_counted = !(verb->needs & GOES_ALWAYS);
	rq->reply->is_idle = verb->needs & STOPS_AT_BLOCK ||
	    (rq->reply->is_counted && rq->game != NULL && rq->game->state == GAME_OFFERED);
	if (rq->reply->is_idle && rq->from != NULL &&
	    reply_find_deaf(rq->reply, rq->store, rq->from->id, err) == -1)
		return FAILED;
	if (outcome == DONE)
		outcome = run[verb_id(verb)](rq, err);
	if (outcome == DONE && verb->manner & PASSES_WORDS)
		outcome = chat_pass_on(rq, err);
	rq->reply->is_counted = rq->reply->is_idle = false;
	return outcome;
}

/* Would the order be carried out, with proof?  It is tried on copies, and undone. */
static enum outcome
try_order(struct request *rq, struct err *err)
{
	const struct verb *verb = rq->order->verb;
	struct request trial = *rq;
	struct player from = *rq->from;
	struct reply said;
	enum outcome outcome = DONE;

	reply_init(&said, rq->arena);
	said.command = rq->reply->command;
	trial.from = trial.sender = &from;
	trial.reply = &said;
	trial.game_count = 0;
	if (store_try(rq->store, err) == -1)
		return FAILED;
	if (rq->game != NULL && request_game(&trial, rq->game->id, &trial.game, err) == -1)
		return FAILED;
	if (verb->needs & NEEDS_SEAT && trial.game != NULL)
		outcome = need_seat(&trial);
	if (outcome == DONE)
		outcome = carry_out(&trial, err);
	if (outcome == FAILED || store_untry(rq->store, err) == -1)
		return FAILED;
	if (outcome == REFUSED)
		reply_take(rq->reply, &said);
	return outcome;
}

/* A letter that lay about for weeks is weak proof: 1 when what is ordered in the answer to it has
 * to be asked about, 0 or -1.  Without its arguments a command only shows what is set. */
static int
is_stale(struct request *rq, struct err *err)
{
	const struct verb *verb = rq->order->verb;
	bool is_elsewhere = rq->game != NULL && rq->game->id != request_token_game(rq);

	if (rq->proof != PROOF_TOKEN || rq->token == NULL || rq->is_sure ||
	    !(verb->needs & NEEDS_FRESH || (verb->needs & FRESH_ELSEWHERE && is_elsewhere)) ||
	    (!verb_takes(verb, ARG_BOARD) && rq->order->word_count == 0) ||
	    (verb_takes(verb, ARG_SETTING) && setting_ends_daily(rq->order)))
		return 0;
	return request_answers_old(rq, err);
}

/* Carries the order out, or asks about it first, if it is sound. */
static enum outcome
ask_or_carry_out(struct request *rq, struct err *err)
{
	int stale = is_stale(rq, err);
	enum outcome outcome;

	if (stale != 1)
		return stale == 0 ? carry_out(rq, err) : FAILED;
	outcome = try_order(rq, err);
	return outcome == DONE ? confirmation_ask_owner(rq, err) : outcome;
}

/* Only a sound line is worth the question whether it was the sender's. */
static enum outcome
need_proof(struct request *rq, struct err *err)
{
	enum outcome outcome;

	if (rq->proof == PROOF_NONE && rq->from == rq->sender &&
	    (token_covers(rq) || (rq->is_confirmed && rq->order->verb->needs & ANY_TOKEN)))
		rq->proof = PROOF_TOKEN;
	if (rq->proof != PROOF_NONE)
		return DONE;
	if (rq->from == rq->sender && (outcome = try_order(rq, err)) != DONE)
		return outcome;
	if (rq->token == NULL || rq->from != rq->sender || rq->game == NULL)
		return notice(rq, rq->from, "proof-missing", err);
	/* The sender is genuine, but may have mistaken the board. */
	vars_text(reply_refuse_game(rq->reply, rq->game, "proof-other-board"), "wanted",
	    request_wanted(rq->order));
	return REFUSED;
}

/* Does the letter that is answered list one board?  Then what is no matter of a running game is
 * about that; the rest, if it is the only one of who writes: a move is looked for among the boards
 * that are listed.  What only shows a board shows his only one whatever he answers.  0 or -1. */
static int
take_only_game(struct request *rq, int64_t *id, struct err *err)
{
	struct game_line *lines;
	struct game *game;
	int count;

	unsigned needs = rq->order->verb->needs;
	bool only_asks = needs & ONLY_ASKS;

	if ((rq->listed_count != 1 && !only_asks) || rq->from == NULL || rq->from != rq->sender)
		return 0;
	if (rq->listed_count == 1 && !(needs & NEEDS_RUNNING)) {
		*id = rq->listed[0].game;
		return 0;
	}
	if ((count = request_only_game(rq, &lines, &game, err)) == -1)
		return -1;
	if (count == 1 && (only_asks || lines[0].id == rq->listed[0].game))
		*id = lines[0].id;
	return 0;
}

static enum outcome
find_game(struct request *rq, struct err *err)
{
	int64_t id = rq->order->game, answered = request_token_game(rq);
	enum outcome outcome;

	/* Below a line that names a board that one is meant, or the one answered. */
	if (id != 0)
		rq->named = id;
	else if (rq->named == 0 ||
	    (rq->named != ORDER_BOARDS && (answered == 0 || rq->named == answered)))
		id = rq->named != 0 ? rq->named : answered;
	else
		return request_which_game(rq, err);
	if (id == 0 && rq->order->verb->needs & FINDS_OFFER &&
	    (outcome = request_find_offer(rq, &id, err)) != DONE)
		return outcome;
	if (id == 0 && take_only_game(rq, &id, err) == -1)
		return FAILED;
	if (id == 0)
		return request_which_game(rq, err);
	return request_visible_game(rq, id, &rq->game, err);
}

/* What became of a line, and how it is shown. */
struct fate {
	enum { FATE_LEFT, FATE_DONE, FATE_REFUSED } what;
	const char *line;
};

/* What became of each line, unless there was one, which was carried out: that says itself.
 * ended: the order that was refused, or their number. */
static void
add_account(struct request *rq, int ended)
{
	struct vars *account = vars_new(rq->arena);
	int done = 0;

	vars_list(account, "done-lines");
	vars_list(account, "left-lines");
	vars_text(account, "refused-line", "");
	for (int i = 0; i < rq->parsed->count; i++) {
		const struct order *order = &rq->parsed->orders[i];

		if (i == ended) {
			vars_text(account, "refused-line", rq->reply->command);
		} else if (!(order->verb->manner & OPENS_LETTER)) {
			vars_text(vars_add(account, i < ended ? "done-lines" : "left-lines"),
			    "line", order->written);
			done += i < ended;
		}
	}
	vars_flag(account, "any-done", done > 0 && ended < rq->parsed->count);
	if (done > 1 || ended < rq->parsed->count)
		rq->reply->sender->account = account;
}

/* What became of each line of an answer to a letter that lists boards. */
static void
add_results(struct request *rq, const struct fate *fates)
{
	struct message *answer = rq->reply->sender;

	answer->account = vars_new(rq->arena);
	for (int i = 0; i < rq->parsed->count; i++) {
		const struct order *order = &rq->parsed->orders[i];
		struct vars *item;

		if (order->verb->manner & OPENS_LETTER ||
		    (order->verb->needs & ONLY_ASKS && fates[i].what == FATE_DONE))
			continue;
		item = vars_add(answer->account, "results");
		vars_text(item, "line", fates[i].line);
		vars_object(item, "note", fates[i].line);
		vars_flag(item, "done", fates[i].what == FATE_DONE);
		vars_flag(item, "refused", fates[i].what == FATE_REFUSED);
		/* It says enough; but how a game ended is worth a look. */
		for (struct note *note = answer->first; note != NULL; note = note->next)
			if (note->show == SHOW_GAME && note->game->state == GAME_PLAYING &&
			    note->line == fates[i].line)
				note->show = SHOW_NOTHING;
	}
}

/* What answers an answer to a letter that lists boards lists them again, for what is sent next. */
static void
list_again(struct request *rq)
{
	for (int i = 0; rq->from != NULL && rq->from == rq->sender && i < rq->listed_count; i++)
		reply_list(rq->reply, rq->reply->sender, rq->listed[i].game);
}

/* Before anything of the line is shown: is a word of it that has no meaning there the password
 * of the player whose it is? */
static enum outcome
sift_line(struct request *rq)
{
	const char *hidden = rq->order->hidden;

	if (hidden == NULL || rq->from == NULL || rq->hashed++ >= CANDIDATES_MAX ||
	    !request_is_password(rq, hidden))
		return DONE;
	rq->leaks = true;
	rq->reply->command = secret_blank_word(rq->arena, rq->order->written, hidden);
	question_add(
	    reply_refuse(rq->reply, "letter-doubtful"), rq->reply->command, "", DOUBT_LEAK);
	return REFUSED;
}

/* Before the speaker, who is known by now, does anything: is his password in his words? */
static enum outcome
sift_comment(struct request *rq)
{
	const char *line;

	if (rq->proof == PROOF_NONE || rq->comment_sifted)
		return DONE;
	rq->comment_sifted = true;
	if ((line = request_find_password(rq, &rq->comment)) == NULL &&
	    (line = request_find_password(rq, &rq->note)) == NULL)
		return DONE;
	rq->leaks = true;
	question_add(reply_refuse(rq->reply, "letter-doubtful"), line, "", DOUBT_LEAK);
	if (rq->game != NULL)
		reply_show(rq->reply, rq->game);
	return REFUSED;
}

/* What the command that ran stands for.  It was proved, and asked about. */
static enum outcome
run_deed(struct request *rq, struct err *err)
{
	const struct verb *verb = rq->deed->verb;
	enum outcome outcome = DONE;

	rq->order = rq->deed;
	rq->deed = NULL;
	if (verb->needs & NEEDS_GAME && rq->order->game != 0)
		outcome = find_game(rq, err);
	if (outcome == DONE && verb->needs & NEEDS_SEAT && rq->game != NULL)
		outcome = need_seat(rq);
	return outcome == DONE ? carry_out(rq, err) : outcome;
}

/* Is it about one game?  "unsubscribe", in answer to a letter about no board, of who hears of
 * invitations ends that. */
static bool
wants_game(const struct request *rq)
{
	const struct order *order = rq->order;
	bool ends_news = order->verb == &verb_table[VERB_UNSUBSCRIBE] && order->game == 0 &&
	    rq->from != NULL && rq->from->seeks && rq->listed_count == 0 &&
	    request_token_game(rq) == 0;

	return order->verb->needs & NEEDS_GAME && !order->all && !order->names_player && !ends_news;
}

/* Who speaks, and what he orders. */
static enum outcome
hear_order(struct request *rq, struct err *err)
{
	enum outcome outcome = identify(rq, err);

	if (outcome == DONE)
		outcome = sift_line(rq);
	return outcome == DONE && tournament_read_withdraw(rq, err) == -1 ? FAILED : outcome;
}

static enum outcome
run_order(struct request *rq, struct err *err)
{
	enum outcome outcome = hear_order(rq, err);
	const struct verb *verb = rq->order->verb;

	if (outcome == DONE && wants_game(rq))
		outcome = find_game(rq, err);
	if (outcome == DONE && verb->needs & NEEDS_PROOF && !only_asks(rq->order))
		outcome = need_proof(rq, err);
	if (outcome == DONE && verb->needs & NEEDS_SEAT && rq->game != NULL)
		outcome = need_seat(rq);
	if (outcome == DONE)
		outcome = sift_comment(rq);
	if (outcome == DONE)
		outcome = ask_or_carry_out(rq, err);
	if (outcome == DONE && rq->deed != NULL)
		outcome = run_deed(rq, err);
	rq->is_sure = false;
	return outcome;
}

/* Does the order have to wait, because one above was refused?  Where a letter lists boards, and its
 * answer names them, each of them is a matter of its own. */
static bool
must_wait(const struct request *rq, const struct fate *fates, int at)
{
	const struct order *orders = rq->parsed->orders;

	for (int i = 0; i < at; i++)
		if (fates[i].what == FATE_REFUSED &&
		    (rq->listed_count == 0 || rq->leaks || orders[i].game == 0 ||
			orders[at].game == 0 || orders[i].game == orders[at].game))
			return true;
	return false;
}

/* Do words below the command go somewhere, or does its answer say what became of them? */
static bool
has_words(const struct verb *verb)
{
	return verb->needs & OWN_PASSWORD ||
	    (verb->needs & TAKES_OPTIONS && !(verb->needs & ONLY_ASKS)) ||
	    verb->manner & (BEGINS_SPEECH | WRITES_TO | CONFIRMS | CONFIRMS_MOVE | PASSES_WORDS);
}

#define LINES_QUOTED 5

/* A line that went to nobody: is it a command, or nearly one? */
static void
add_line(struct request *rq, struct vars *account, const char *line)
{
	struct parse_context context = request_context(rq);
	struct parsed_letter *alone = arena_alloc(rq->arena, sizeof *alone);
	struct vars *item = vars_add(account, "unread-lines");
	const char *secret = request_password_in(rq, line);
	struct order order;
	bool is_command;

	context.glossary = rq->settings->glossary;
	parse_letter(rq->arena, &context, "", line, true, alone);
	vars_text(item, "line", secret_blank_word(rq->arena, line, secret));
	/* What is a command only where a letter begins with it is left out. */
	is_command = parse_line(rq->arena, &context, line, &order) == LINE_COMMAND;
	vars_flag(item, "command", is_command);
	/* By itself it would be one, and refused. */
	vars_flag(item, "wrong", alone->count > 0 && !is_command);
	vars_text(item, "form",
	    alone->count == 0 && alone->form != NULL && secret == NULL &&
		    strstr(alone->form, BLANKED) == NULL ?
		alone->form :
		"");
}

/* The lines below a player's commands that went to nobody, quoted. */
static void
add_unread(struct request *rq, struct vars *account)
{
	const struct parse_context context = request_context(rq);
	const char *text = secret_blank(rq->arena, &context, rq->parsed->below);

	for (int i = 0; i < LINES_QUOTED && *text != '\0'; i++) {
		size_t length = strcspn(text, "\n");

		add_line(rq, account, arena_strndup(rq->arena, text, length));
		text += length + (text[length] == '\n');
	}
}

/* Were words lost that a player would miss? */
static bool
tells_of_words(const struct request *rq)
{
	return rq->from != NULL &&
	    (rq->parsed->below[0] != '\0' ||
		(rq->parsed->says_something && (rq->named != 0 || request_token_game(rq) != 0)));
}

/* What became of words that went to nobody. */
static void
account_for_words(struct request *rq, int ended)
{
	const struct parsed_letter *parsed = rq->parsed;
	struct message *answer = rq->reply->sender;
	bool refused = ended < parsed->count, any_words = false, any_seat = false;
	bool lost = rq->comment[0] != '\0' && rq->reply->remarks == NULL && !rq->leaks;

	for (int i = 0; i < parsed->count; i++) {
		any_words |= has_words(parsed->orders[i].verb);
		any_seat |= (parsed->orders[i].verb->needs & NEEDS_SEAT) != 0;
	}
	if (answer->account != NULL)
		vars_flag(answer->account, "words-kept", lost && refused && any_seat);
	/* A stranger is told nothing of what resembles a player's command. */
	if (!lost || any_words || !tells_of_words(rq) ||
	    (refused && (any_seat || answer->account == NULL)))
		return;
	if (answer->account == NULL) {
		answer->account = vars_new(rq->arena);
		vars_text(vars_add(answer->account, "done-lines"), "line",
		    parsed->orders[parsed->count - 1].written);
	}
	vars_flag(answer->account, "words-lost", parsed->below[0] == '\0');
	add_unread(rq, answer->account);
}

/* The plans that wait for the end of the letter. */
static int
play_plans(struct request *rq, struct err *err)
{
	struct game *last = rq->game;
	int rc = 0;

	for (int i = 0; i < rq->game_count && rc == 0; i++) {
		rq->game = rq->games[i].game;
		if (rq->games[i].plans_wait)
			rc = play_planned(request_act(rq), err);
	}
	rq->game = last;
	return rc;
}

/* Each order in turn; *ended: the first that was refused, or their number. */
static enum outcome
run_orders(struct request *rq, struct fate *fates, int *ended, struct err *err)
{
	const struct parsed_letter *parsed = rq->parsed;
	enum outcome outcome;

	*ended = parsed->count;
	for (int i = 0; i < parsed->count; i++) {
		fates[i] = (struct fate){ FATE_LEFT, parsed->orders[i].written };
		if (must_wait(rq, fates, i))
			continue;
		rq->order = &parsed->orders[i];
		rq->game = NULL;
		rq->reply->command = rq->order->written;
		if (rq->order->said != NULL) {
			rq->comment = rq->order->said;
			rq->comment_sifted = false;
		}
		if (order_board(rq->order) != 0)
			rq->named = order_board(rq->order);
		outcome = run_order(rq, err);
		if (outcome == FAILED ||
		    (outcome == REFUSED && tournament_say_leave(rq, err) == -1))
			return FAILED;
		fates[i].what = outcome == DONE ? FATE_DONE : FATE_REFUSED;
		fates[i].line = rq->reply->command;
		if (outcome == REFUSED && *ended == parsed->count)
			*ended = i;
	}
	if (parsed->orders[0].said != NULL)
		rq->comment = parsed->comment;
	return *ended < parsed->count ? REFUSED : DONE;
}

/* "as fred secret" alone, or above what is no command. */
static bool
says_only_who(const struct parsed_letter *parsed)
{
	for (int i = 0; i < parsed->count; i++)
		if (!(parsed->orders[i].verb->manner & OPENS_LETTER))
			return false;
	return true;
}

/* Is a word of a line that was not carried out, or that only asked, the password of the player who
 * speaks?  Then it is shown in no letter, as it was written or folded. */
static void
sift_answer(struct request *rq, const struct fate *fates)
{
	const char *secret;
	struct str lines;

	if (rq->from == NULL)
		return;
	str_init(&lines, rq->arena, 0);
	for (int i = 0; i < rq->parsed->count; i++) {
		const struct order *order = &rq->parsed->orders[i];

		if (fates[i].what != FATE_DONE || (order->verb->needs & OPEN && order->game == 0))
			str_addf(&lines, "%s\n", order->written);
	}
	if ((secret = request_password_in(rq, lines.data)) == NULL)
		return;
	reply_replace(rq->reply, secret, BLANKED);
	reply_replace(rq->reply, utf8_fold(rq->arena, secret), BLANKED);
}

enum outcome
cmd_run_all(struct request *rq, struct err *err)
{
	struct fate fates[ORDERS_MAX];
	enum outcome outcome;
	int ended;

	rq->comment = rq->parsed->comment;
	rq->note = rq->parsed->note;
	if ((outcome = run_orders(rq, fates, &ended, err)) == FAILED || play_plans(rq, err) == -1)
		return FAILED;
	if (outcome == DONE && says_only_who(rq->parsed))
		return question_refuse_letter(rq, err);
	if (rq->listed_count > 0 && rq->parsed->count > 1)
		add_results(rq, fates);
	else
		add_account(rq, ended);
	account_for_words(rq, ended);
	rq->reply->command = "";
	if (outcome == DONE && rq->from != NULL && rq->from == rq->sender && !rq->leaks &&
	    vacation_hint(rq, rq->comment, err) == -1)
		return FAILED;
	sift_answer(rq, fates);
	list_again(rq);
	rq->reply->command = "";
	return outcome;
}

enum outcome
cmd_run_none(struct request *rq, struct err *err)
{
	enum outcome outcome;

	rq->from = rq->sender;
	if (rq->from == NULL) {
		rq->order = &rq->parsed->orders[0];
		if ((outcome = identify(rq, err)) != DONE || rq->from == NULL)
			return outcome != DONE ? outcome : say_nothing(rq);
	}
	list_again(rq);
	if (rq->parsed->stays_asked)
		return tournament_ask_again(rq, err);
	return puzzle_is_spoken_of(rq) ? puzzle_run_none(rq, err) : question_refuse_letter(rq, err);
}
