/* SPDX-License-Identifier: ISC */
/*
 * Which words are commands, which are nearly, and which are left for userids; and the
 * dispatcher: who speaks, about which game, and may he?  Then the command.
 *
 * A stranger learns nothing here but what the open commands say; where proof is
 * missing or wrong only the registered address is told, once an hour.
 */
#include "cmd/cmd.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cmd/glossary.h"
#include "cmd/tokens.h"
#include "rules/notation.h"
#include "store/counters.h"
#include "store/db.h"

#define BEGINNING_MIN         5
#define SLIP_MIN              4  /* characters of a word that is mistyped */
#define WORD_MAX              24 /* … and more than it has */
#define WRONG_PASSWORDS_A_DAY 10
#define SIGNUP_WORDS_MAX      4 /* of a line that asks for an account */
#define COUNT(array)          (sizeof(array) / sizeof(array)[0])

#define CMD_ADDRESS(name) &cmd_##name,
const struct cmd *const cmd_table[] = { COMMANDS(CMD_ADDRESS) NULL };

const struct cmd *
cmd_find(const struct glossary *glossary, const char *word)
{
	const struct cmd *found = NULL;
	size_t length = strlen(word);

	for (int i = 0; cmd_table[i] != NULL; i++)
		if (strcmp(cmd_table[i]->name, word) == 0 ||
		    glossary_lists(cmd_table[i]->aliases, word))
			return cmd_table[i];
	for (int n = 0; glossary != NULL && n < glossary->count; n++) {
		const struct language *language = &glossary->languages[n];

		/* Most words are none. */
		if (language->all != NULL && strstr(language->all, word) == NULL)
			continue;
		for (int i = 0; cmd_table[i] != NULL; i++)
			if (glossary_lists(language->commands[i], word))
				return cmd_table[i];
	}
	if (length < BEGINNING_MIN)
		return NULL;
	for (int i = 0; cmd_table[i] != NULL; i++) {
		if (strncmp(cmd_table[i]->name, word, length) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = cmd_table[i];
	}
	return found;
}

/* The characters of a word; returns how many, at most `most`. */
static size_t
characters(const char *word, size_t most, uint32_t *out)
{
	size_t count = 0;

	while (*word != '\0' && count < most)
		out[count++] = utf8_next(&word);
	return count;
}

static bool
is_slip(const uint32_t *a, size_t la, const uint32_t *b, size_t lb)
{
	size_t begin = 0, end = 0, most = la > lb ? la : lb, differ;

	if (la == WORD_MAX || lb == WORD_MAX || 2 * most > la + lb + 1)
		return false;
	while (begin < la && begin < lb && a[begin] == b[begin])
		begin++;
	while (end < la - begin && end < lb - begin && a[la - 1 - end] == b[lb - 1 - end])
		end++;
	differ = most - begin - end;
	return differ <= 1 ||
	    (differ == 2 && la == lb && a[begin] == b[begin + 1] && a[begin + 1] == b[begin]);
}

bool
cmd_is_slip(const char *left, const char *right)
{
	uint32_t a[WORD_MAX], b[WORD_MAX];
	size_t la = characters(left, WORD_MAX, a), lb = characters(right, WORD_MAX, b);

	return is_slip(a, la, b, lb);
}

/* A word, to be compared with many. */
struct characters {
	uint32_t at[WORD_MAX];
	size_t count;
};

/* Is it a slip of one of the words, which have blanks between them? */
static bool
slips_from(const char *words, const struct characters *word)
{
	uint32_t one[WORD_MAX];

	if (words == NULL)
		return false;
	while (*(words += strspn(words, " ")) != '\0') {
		size_t count = 0;

		while (*words != '\0' && *words != ' ' && count < WORD_MAX)
			one[count++] = utf8_next(&words);
		/* Short words are slips of too much else. */
		if (count >= SLIP_MIN && is_slip(word->at, word->count, one, count))
			return true;
		words = strchrnul(words, ' ');
	}
	return false;
}

const struct cmd *
cmd_near(const struct glossary *glossary, const char *word)
{
	struct characters mistyped;

	mistyped.count = characters(word, WORD_MAX, mistyped.at);
	for (int i = 0; cmd_table[i] != NULL; i++) {
		if (slips_from(cmd_table[i]->name, &mistyped) ||
		    slips_from(cmd_table[i]->aliases, &mistyped))
			return cmd_table[i];
		for (int n = 0; glossary != NULL && n < glossary->count; n++)
			if (slips_from(glossary->languages[n].commands[i], &mistyped))
				return cmd_table[i];
	}
	return NULL;
}

/* "*" any word, "#" a number, "@" an address, and perhaps more after it. */
static bool
has_form(const char *const *words, int count, const char *form)
{
	int i;

	for (i = 0; *form != '\0' && i < count; i++) {
		size_t length = strcspn(form, " ");
		bool fits = *form == '#' ? tokens_is_number(words[i]) :
		    *form == '@'         ? strchr(words[i], '@') != NULL :
					   *form == '*' ||
			(strlen(words[i]) == length && strncmp(words[i], form, length) == 0);

		if (!fits)
			return false;
		if (*form == '@')
			return true;
		form += length + strspn(form + length, " ");
	}
	return *form == '\0' && i == count;
}

bool
cmd_is_foreign(const char *const *words, int count)
{
	static const char *const forms[] = { "change address * * @" };

	for (size_t i = 0; i < COUNT(forms); i++)
		if (has_form(words, count, forms[i]))
			return true;
	return false;
}

const char *
cmd_foreign(struct arena *arena, const char *line, const char **word)
{
	/* Words of one meaning, blanks between: what to write instead has one name. */
	static const struct {
		const char *words, *name;
	} foreign[] = { { "kibitz broadcast", "message" }, { "info users", "who" },
		{ "delete", "signoff" }, { "list", "list" },
		{ "standings standing ratings rating rank ranking ladder stats", "ratings" },
		{ "match", "seek" }, { "password passwd", "password" }, { "address", "address" },
		{ "position", "position" }, { "pass swap pie nag", "nothing" } };
	struct tokens tokens;

	tokens_split(arena, line, &tokens);
	if (tokens.count > 1 &&
	    (strcmp(tokens.folded[0], "xiangqi") == 0 || strcmp(tokens.folded[0], "xq") == 0))
		tokens_drop(&tokens, 0);
	if (tokens.count == 0)
		return NULL;
	*word = tokens.folded[0];
	if (cmd_find(NULL, *word) == &cmd_move)
		*word = tokens.folded[tokens.count - 1];
	for (size_t i = 0; cmd_find(NULL, *word) == NULL && i < COUNT(foreign); i++)
		if (glossary_lists(foreign[i].words, *word))
			return foreign[i].name;
	return NULL;
}

bool
cmd_is_keyword(const char *word)
{
	static const char *const keywords[] = { "red", "green", "black", "white", "all", "vs",
		"new", "fen", "active", "next", "inactive", "won", "lost", "drawn", "as", "since",
		"until", "opening", "by", "limit", "after", "off", "on" };

	return str_index(keywords, COUNT(keywords), word) != -1;
}

bool
cmd_is_offer(const char *word)
{
	return strcmp(word, "draw") == 0 || strcmp(word, "undo") == 0;
}

bool
cmd_allows_userid(const char *userid)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char others[] = "0123456789-_";
	static const char *const reserved[] = { "riverpost", "server", "operator", "admin", "root",
		"postmaster", "bot", "me", "nobody", "anyone", "end", "multiple", "xiangqi", "xq",
		"board", "game", "yes" };
	char word[USERID_SIZE] = "";
	const char *at = word;
	size_t length = strlen(userid);
	uint8_t square;

	if (length < 2 || length > 20 || strchr(letters, userid[0]) == NULL)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (strchr(letters, userid[i]) == NULL && strchr(others, userid[i]) == NULL)
			return false;
		word[i] = (char)tolower((unsigned char)userid[i]);
	}
	/* "b3", "a10": a square, with which a move might begin. */
	if (square_read(&at, &square) && *at == '\0')
		return false;
	return str_index(reserved, COUNT(reserved), word) == -1 && !cmd_is_keyword(word) &&
	    cmd_find(NULL, word) == NULL && !notation_is_move_like(word);
}

bool
cmd_allows_name(const char *name)
{
	bool has_script = false;

	for (const char *at = name; *at != '\0'; at++)
		has_script |= (unsigned char)*at >= 0x80;
	return has_script ? !notation_is_move_like(name) : cmd_allows_userid(name);
}

bool
cmd_is_signup(struct arena *arena, const char *line)
{
	struct tokens tokens;
	const char *word;

	tokens_split(arena, line, &tokens);
	if (tokens.count > 1 &&
	    (strcmp(tokens.folded[0], "xiangqi") == 0 || strcmp(tokens.folded[0], "xq") == 0))
		tokens_drop(&tokens, 0);
	if (tokens.count == 0 || tokens.count > SIGNUP_WORDS_MAX)
		return false;
	word = tokens.folded[0];
	if (strcmp(word, "sign") == 0)
		return tokens.count > 1 && strcmp(tokens.folded[1], "up") == 0;
	/* "Register now" is what advertisements say. */
	return cmd_find(NULL, word) == &cmd_signup &&
	    (strcmp(word, "register") != 0 || tokens.count == 1);
}

/* Tells the writer nothing, unless the letter is answered anyway: then the answer must
 * account for every command. */
static enum outcome
say_nothing(const struct request *rq, struct reply *reply)
{
	if (rq->speaker != NULL && reply->sender->first != NULL)
		reply_refuse(reply, "not-proved");
	else
		reply->silent = true;
	return CMD_REFUSED;
}

/* Tells the registered player, once an hour at most for all such notices; if the letter
 * is answered anyway, the answer says it instead. */
static enum outcome
notice(struct request *rq, struct reply *reply, const struct player *player, const char *template,
    struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	struct game *game = NULL;
	int64_t count;
	struct vars *vars;
	int left;

	say_nothing(rq, reply);
	if (!reply->silent)
		return CMD_REFUSED;
	if (counters_get(rq->store, "notice", who, rq->now - HOUR, &count, err) == -1)
		return CMD_FAILED;
	if (count > 0)
		return CMD_REFUSED;
	if (counters_add(rq->store, "notice", who, rq->now, err) == -1)
		return CMD_FAILED;
	/* The answer to a notice about a game of his is proof enough for that game. */
	if (rq->game != NULL && game_has(rq->game, player->id))
		game = rq->game;
	vars = reply_tell(reply, player->id, game, template);
	left = rq->parsed->count - (int)(rq->order - rq->parsed->orders);
	vars_flag(vars, "several", left > 1);
	for (int i = 0; i < left; i++)
		vars_text(vars_add(vars, "commands"), "command", rq->order[i].written);
	return CMD_REFUSED;
}

/* CMD_DONE with rq->from and rq->proof, by this player's password. */
static enum outcome
check_password(struct request *rq, struct reply *reply, struct player *player, struct err *err)
{
	const char *who = arena_printf(rq->arena, "%lld", (long long)player->id);
	const char *password = rq->order->password;
	bool is_sender = rq->sender != NULL && rq->sender->id == player->id, known;
	int64_t wrong;

	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return CMD_FAILED;
	rq->from = is_sender ? rq->sender : player;
	if (wrong >= WRONG_PASSWORDS_A_DAY) {
		/* Others have guessed until passwords were closed: the sender's other proof
		 * goes on working. */
		if (is_sender && (rq->token != NULL || rq->mail_server_proof))
			return CMD_DONE;
		return notice(rq, reply, player, "password-closed", err);
	}
	/* Hashing takes a tenth of a second: once for all of a letter, which has one speaker. */
	known = rq->password != NULL && str_equal(rq->password, password);
	if (!known && !password_matches(player->password_hash, password)) {
		if (counters_add(rq->store, "password", who, rq->now, err) == -1)
			return CMD_FAILED;
		return notice(rq, reply, player, "password-wrong", err);
	}
	rq->password = password;
	rq->proof = PROOF_PASSWORD;
	rq->by_password = rq->from;
	return CMD_DONE;
}

/* There is no such player, which takes as long to find out as that a password is wrong, and
 * counts as much. */
static enum outcome
check_nobody(struct request *rq, struct reply *reply, const char *userid, struct err *err)
{
	const char *who = arena_printf(rq->arena, "?%.*s", USERID_SIZE, userid);
	int64_t wrong;

	if (counters_get(rq->store, "password", who, rq->now - rq->now % DAY, &wrong, err) == -1)
		return CMD_FAILED;
	if (wrong < WRONG_PASSWORDS_A_DAY) {
		password_matches("", rq->order->password);
		if (counters_add(rq->store, "password", who, rq->now, err) == -1)
			return CMD_FAILED;
	}
	/* A player has mistyped a name, perhaps his own. */
	if (rq->sender == NULL)
		return say_nothing(rq, reply);
	vars_text(reply_refuse(reply, "player-unknown"), "userid", userid);
	return CMD_REFUSED;
}

/* The player whose password stands in the order: the one it names, or the sender. */
static enum outcome
identify_by_password(struct request *rq, struct reply *reply, struct err *err)
{
	struct player *player = arena_alloc(rq->arena, sizeof *player);
	const char *userid = rq->order->userid;
	int found;

	if (userid == NULL && rq->from == NULL)
		return say_nothing(rq, reply);
	if (userid == NULL)
		userid = rq->from->userid;
	/* Before anything is looked up: the answer goes to one player, and must not
	 * tell him of another's games or passwords. */
	if (rq->speaker != NULL && !str_equal_nocase(userid, rq->speaker->userid)) {
		vars_text(reply_refuse(reply, "one-speaker"), "userid", rq->speaker->userid);
		return CMD_REFUSED;
	}
	found = players_find(rq->store, rq->arena, userid, player, err);
	if (found == -1)
		return CMD_FAILED;
	if (found == 0 || player->state != PLAYER_ACTIVE)
		return check_nobody(rq, reply, userid, err);
	return check_password(rq, reply, player, err);
}

static bool
token_covers(const struct token *token, const struct order *order, const struct game *game)
{
	if (token == NULL)
		return false;
	if (order->cmd->needs & ANY_TOKEN || order->all)
		return true;
	if (game != NULL)
		return token->game == game->id && token->purpose != TOKEN_ACCOUNT;
	return token->purpose == TOKEN_ACCOUNT ||
	    (token->purpose == TOKEN_MESSAGE && token->game == 0);
}

/* Finds out who speaks, and by which proof.  One letter speaks for one player. */
static enum outcome
identify(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome = CMD_DONE;

	rq->from = rq->speaker != NULL ? rq->speaker : rq->sender;
	rq->proof = PROOF_NONE;
	if (rq->by_password != NULL)
		rq->proof = PROOF_PASSWORD;
	if (rq->order->password != NULL && rq->order->cmd != &cmd_signup)
		outcome = identify_by_password(rq, reply, err);
	if (outcome != CMD_DONE)
		return outcome;
	if (rq->proof == PROOF_NONE && rq->from != NULL && rq->from == rq->sender &&
	    rq->mail_server_proof)
		rq->proof = PROOF_MAIL_SERVER;
	if (rq->from == NULL && !(rq->order->cmd->needs & OPEN))
		return say_nothing(rq, reply);
	rq->speaker = rq->from;
	return CMD_DONE;
}

static enum outcome
need_seat(struct request *rq, struct reply *reply)
{
	if (!game_has(rq->game, rq->from->id)) {
		facts_game(reply_refuse(reply, "not-your-game"), rq->game);
		return CMD_REFUSED;
	}
	rq->side = game_side_of(rq->game, rq->from->id);
	if (!(rq->order->cmd->needs & NEEDS_RUNNING) || rq->game->state == GAME_PLAYING)
		return CMD_DONE;
	return request_refuse(rq, reply,
	    rq->game->state == GAME_OVER         ? "game-is-over" :
		rq->side == rq->game->challenger ? "game-waits-for-other" :
						   "game-waits-for-you");
}

/* Would the order be carried out, with proof?  It is tried on copies, and undone. */
static enum outcome
try_order(struct request *rq, struct reply *reply, struct err *err)
{
	const struct cmd *cmd = rq->order->cmd;
	struct request trial = *rq;
	struct player from = *rq->from;
	struct reply said;
	enum outcome outcome = CMD_DONE;

	reply_init(&said, rq->arena);
	said.command = reply->command;
	trial.from = trial.sender = &from;
	trial.game_count = 0;
	if (store_try(rq->store, err) == -1)
		return CMD_FAILED;
	if (rq->game != NULL && request_game(&trial, rq->game->id, &trial.game, err) == -1)
		return CMD_FAILED;
	if (cmd->needs & NEEDS_SEAT && trial.game != NULL)
		outcome = need_seat(&trial, &said);
	if (outcome == CMD_DONE)
		outcome = cmd->run(&trial, &said, err);
	if (outcome == CMD_FAILED || store_untry(rq->store, err) == -1)
		return CMD_FAILED;
	if (outcome == CMD_REFUSED)
		reply_take(reply, &said);
	return outcome;
}

/* Only a sound line is worth the question whether it was the sender's. */
static enum outcome
need_proof(struct request *rq, struct reply *reply, struct err *err)
{
	enum outcome outcome;

	if (rq->proof == PROOF_NONE && rq->from == rq->sender &&
	    (token_covers(rq->token, rq->order, rq->game) ||
		(rq->is_confirmed && rq->order->cmd->needs & ANY_TOKEN)))
		rq->proof = PROOF_TOKEN;
	if (rq->proof != PROOF_NONE)
		return CMD_DONE;
	if (rq->from == rq->sender && (outcome = try_order(rq, reply, err)) != CMD_DONE)
		return outcome;
	if (rq->token == NULL || rq->from != rq->sender || rq->game == NULL)
		return notice(rq, reply, rq->from, "proof-missing", err);
	/* The sender is genuine, but may have mistaken the board. */
	return request_refuse(rq, reply, "proof-other-board");
}

static enum outcome
find_game(struct request *rq, struct reply *reply, struct err *err)
{
	int64_t id = rq->order->game, answered = request_token_game(rq);

	/* Below a line that names a board that one is meant, or the one answered. */
	if (id != 0)
		rq->named = id;
	else if (rq->named == 0 || answered == 0 || rq->named == answered)
		id = rq->named != 0 ? rq->named : answered;
	else
		return request_which_game(rq, reply, err);
	if (id == 0 && rq->order->cmd->needs & FINDS_OFFER &&
	    request_find_offer(rq, rq->order->cmd == &cmd_withdraw, &id, err) == -1)
		return CMD_FAILED;
	if (id == 0)
		return request_which_game(rq, reply, err);
	return request_visible_game(rq, reply, id, &rq->game, err);
}

/* What became of each line, unless there was one, which was carried out: that says itself.
 * ended: the order that was refused, or their number. */
static void
add_account(struct request *rq, const struct parsed_letter *parsed, int ended, struct reply *reply)
{
	struct vars *account = vars_new(rq->arena);
	int done = 0;

	vars_list(account, "done-lines");
	vars_list(account, "left-lines");
	vars_text(account, "refused-line", "");
	for (int i = 0; i < parsed->count; i++) {
		const struct order *order = &parsed->orders[i];

		if (i == ended) {
			vars_text(account, "refused-line", order->written);
		} else if (order->cmd != &cmd_as) {
			vars_text(vars_add(account, i < ended ? "done-lines" : "left-lines"),
			    "line", order->written);
			done += i < ended;
		}
	}
	if (done > 1 || ended < parsed->count)
		reply->sender->account = account;
}

/* What the question about a line is filled with; the form is how it would be written. */
static void
add_question(struct vars *vars, const char *line, const char *form, enum doubt doubt)
{
	static const struct {
		enum doubt doubt;
		const char *name;
	} doubts[] = { { DOUBT_PLACE, "place" }, { DOUBT_SLIP, "slip" },
		{ DOUBT_PASSWORD, "password" }, { DOUBT_LEAK, "leak" }, { DOUBT_FIRST, "first" },
		{ DOUBT_RESIGN, "resign" }, { DOUBT_MOVE, "move" } };

	vars_text(vars, "line", line);
	vars_text(vars, "form", form);
	for (size_t i = 0; i < COUNT(doubts); i++)
		vars_flag(vars, doubts[i].name, doubt == doubts[i].doubt);
}

/* Before the speaker, who is known by now, does anything: is his password in his words? */
static enum outcome
sift_comment(struct request *rq, struct reply *reply)
{
	const char *line;

	if (rq->comment_sifted || rq->proof == PROOF_NONE)
		return CMD_DONE;
	rq->comment_sifted = true;
	if ((line = request_find_password(rq, &rq->comment)) == NULL &&
	    (line = request_find_password(rq, &rq->note)) == NULL)
		return CMD_DONE;
	add_question(reply_refuse(reply, "doubtful"), line, "", DOUBT_LEAK);
	if (rq->game != NULL)
		reply_show(reply, rq->game);
	return CMD_REFUSED;
}

/* A letter without anything to carry out. */
static enum outcome
refuse_letter(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err)
{
	const char *line = parsed->doubtful != NULL ? parsed->doubtful : parsed->unread;
	const struct cmd *meant = parsed->meant;
	const char *foreign, *word = "";
	struct vars *vars;

	if (line[0] == '\0' && parsed->count > 0 && parsed->comment[0] == '\0') {
		line = parsed->orders[0].written;
		meant = parsed->orders[0].cmd;
	} else if (line[0] == '\0') {
		line = arena_strndup(rq->arena, parsed->comment, strcspn(parsed->comment, "\n"));
	}
	reply->command = "";
	vars = reply_refuse(reply,
	    parsed->too_many             ? "too-many-commands" :
		parsed->doubtful != NULL ? "doubtful" :
					   "no-command");
	vars_number(vars, "limit", rq->settings->commands_max);
	foreign = cmd_foreign(rq->arena, line, &word);
	vars_flag(vars, "is-foreign", foreign != NULL);
	vars_word(vars, "foreign", foreign != NULL ? foreign : "nothing");
	vars_text(vars, "foreign-word", word);
	vars_text(vars, "meant", meant != NULL ? meant->name : "");
	vars_word(vars, "how", meant != NULL ? meant->name : "");
	add_question(vars, line, parsed->form, parsed->doubt);
	vars_text(vars, "opponent", "");
	if (request_token_game(rq) != 0 &&
	    request_game(rq, request_token_game(rq), &rq->game, err) == 1) {
		reply_show(reply, rq->game);
		if (rq->sender != NULL && game_has(rq->game, rq->sender->id))
			vars_text(vars, "opponent",
			    rq->game->seat[side_other(game_side_of(rq->game, rq->sender->id))]
				.userid);
	}
	return CMD_REFUSED;
}

/* "record fred" */
static bool
names_player(const struct order *order)
{
	return order->cmd->needs & OR_PLAYER && order->game == 0 && order->word_count > 0 &&
	    (order->cmd->expects == NULL || !order->cmd->expects(order, 0));
}

static enum outcome
run_order(struct request *rq, struct reply *reply, struct err *err)
{
	const struct cmd *cmd = rq->order->cmd;
	enum outcome outcome = identify(rq, reply, err);

	if (outcome == CMD_DONE && cmd->needs & NEEDS_GAME && !rq->order->all &&
	    !names_player(rq->order))
		outcome = find_game(rq, reply, err);
	if (outcome == CMD_DONE && cmd->needs & NEEDS_PROOF)
		outcome = need_proof(rq, reply, err);
	if (outcome == CMD_DONE && cmd->needs & NEEDS_SEAT && rq->game != NULL)
		outcome = need_seat(rq, reply);
	if (outcome == CMD_DONE)
		outcome = sift_comment(rq, reply);
	return outcome == CMD_DONE ? cmd->run(rq, reply, err) : outcome;
}

/* "confirm" in an answer about a game, which is no confirmation's, or "confirm 123 fred
 * secret": the move that was submitted.  The order to be run in its place, or itself. */
static const struct order *
meant_order(struct request *rq, const struct order *order)
{
	struct order *meant;

	if (order->cmd != &cmd_confirm || order->word_count > 0 ||
	    (order->game == 0 && (rq->confirm != 0 || request_token_game(rq) == 0)) ||
	    confirm_code(rq, order) != NULL)
		return order;
	meant = arena_alloc(rq->arena, sizeof *meant);
	*meant = *order;
	meant->cmd = &cmd_submit;
	return meant;
}

enum outcome
cmd_run_all(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err)
{
	enum outcome outcome = CMD_DONE;
	int i;

	rq->comment = parsed->comment;
	rq->note = parsed->note;
	rq->parsed = parsed;
	for (i = 0; i < parsed->count && outcome == CMD_DONE; i++) {
		rq->order = meant_order(rq, &parsed->orders[i]);
		rq->game = NULL;
		reply->command = rq->order->written;
		outcome = run_order(rq, reply, err);
	}
	/* "as fred secret" alone, or above what is no command. */
	if (outcome == CMD_DONE && reply->sender->first == NULL && reply->others == NULL &&
	    !reply->silent)
		return refuse_letter(rq, parsed, reply, err);
	reply->command = "";
	add_account(rq, parsed, outcome == CMD_REFUSED ? i - 1 : i, reply);
	return outcome;
}

enum outcome
cmd_run_none(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err)
{
	enum outcome outcome;

	rq->from = rq->sender;
	if (rq->from == NULL) {
		rq->order = &parsed->orders[0];
		rq->parsed = parsed;
		if ((outcome = identify(rq, reply, err)) != CMD_DONE)
			return outcome;
		if (rq->from == NULL)
			return say_nothing(rq, reply);
	}
	return refuse_letter(rq, parsed, reply, err);
}
