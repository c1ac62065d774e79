/* SPDX-License-Identifier: ISC */
/*
 * The commands players write.
 *
 * To add one:
 *   1. write src/cmd/cmd-NAME.c: NAME_run and its `const struct cmd cmd_NAME`
 *      (cmd-resign.c is a short one);
 *   2. add it to COMMANDS below (one line);
 *   3. write the templates it names in templates/en/, and list them in
 *      man/riverpost-templates.5;
 *   4. describe it in man/riverpost-commands.7 and templates/en/help-commands.txt;
 *   5. use it in a case that sends letters (in tests/cases).
 * What is still missing, and in which file, is said by the cases commands.t,
 * layers.t and manual.sh.
 *
 * The dispatcher (cmd_run_all) has checked everything in `needs` before run is
 * called.  run changes nothing unless it returns CMD_DONE.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "cmd/facts.h"
#include "cmd/request.h"

#define COMMANDS(X) \
	X(accept) \
	X(add) \
	X(as) \
	X(block) \
	X(challenge) \
	X(change) \
	X(chat) \
	X(claim) \
	X(confirm) \
	X(draw) \
	X(drop) \
	X(explain) \
	X(forgot) \
	X(games) \
	X(give) \
	X(help) \
	X(history) \
	X(if) \
	X(invite) \
	X(limit) \
	X(message) \
	X(more) \
	X(move) \
	X(moves) \
	X(note) \
	X(notify) \
	X(preview) \
	X(queue) \
	X(receive) \
	X(record) \
	X(reject) \
	X(rematch) \
	X(resign) \
	X(resume) \
	X(seek) \
	X(seeks) \
	X(set) \
	X(show) \
	X(showas) \
	X(signoff) \
	X(signup) \
	X(submit) \
	X(subscribe) \
	X(take) \
	X(unblock) \
	X(undo) \
	X(unqueue) \
	X(unsubscribe) \
	X(vacation) \
	X(who) \
	X(withdraw)

enum needs {
	NEEDS_PLAYER = 1 << 0,  /* the sender has an account */
	NEEDS_PROOF = 1 << 1,   /* … and has proved to be its owner */
	NEEDS_GAME = 1 << 2,    /* request.game is set, or order.all */
	NEEDS_SEAT = 1 << 3,    /* … and the sender plays in it (request.side) */
	NEEDS_RUNNING = 1 << 4, /* … and it is being played */
	ANY_TOKEN = 1 << 5,     /* harmless: any token of the player is proof */
	OPEN = 1 << 6,          /* strangers are answered */
	FINDS_OFFER = 1 << 8,   /* where no board is named, the only offer that waits is meant */
	OR_PLAYER = 1 << 9,     /* a word of the order names a player in the game's place */
	TAKES_OPTIONS = 1 << 7, /* --name=value; for others that is no command */
};

struct cmd {
	const char *name;
	const char *aliases; /* blank-separated, or NULL */
	const char *args;    /* what cmd/parse.h reads */
	unsigned needs;
	bool (*accepts)(const struct order *); /* are the words valid? NULL: any */
	/* Is word i one that this command has, as "rules" of help?  Words that are neither
	 * that nor a userid, a number, an address or a keyword of all commands make the line
	 * speech, unless the letter begins with it: "who knows". NULL: it has none. */
	bool (*expects)(const struct order *, int i);
	enum outcome (*run)(struct request *, struct reply *, struct err *);
};

#define CMD_DECLARE(name) extern const struct cmd cmd_##name;
COMMANDS(CMD_DECLARE)
extern const struct cmd *const cmd_table[]; /* ends with NULL */
#define CMD_ONE(name) +1
enum { CMD_COUNT = COMMANDS(CMD_ONE) };

/* The command of exactly this name, alias or word of a language, or of an unambiguous
 * beginning of five letters or more; NULL. word is folded. */
const struct cmd *cmd_find(const struct glossary *glossary, const char *word);
/* The command of whose name, alias or word of a language it differs by one slip of the
 * finger; NULL. */
const struct cmd *cmd_near(const struct glossary *glossary, const char *word);
/* One letter more, less, other, or two exchanged? */
bool cmd_is_slip(const char *a, const char *b);
/* A word that means something in a command where a userid may stand: "all", "off". */
bool cmd_is_keyword(const char *word);
/* Is the line, in folded words, a command that other servers of this kind have and
 * this one has not, with a password in it?  It must not be passed on as a remark. */
bool cmd_is_foreign(const char *const *words, int count);
/* A kind of offer in a game: "draw", "undo". */
bool cmd_is_offer(const char *word);
/* May this be a userid? 2-20 letters, digits, '-', '_', a letter first; no word that
 * means something in a command, no move. */
bool cmd_allows_userid(const char *userid);
/* May this be a userid, or a name in an imported game, in any script? */
bool cmd_allows_name(const char *name);

/* The command of other servers that the line begins with, or has in a move's place, and
 * that this one has not: its name among the words "foreign", *word as written; NULL. */
const char *cmd_foreign(struct arena *arena, const char *line, const char **word);
/* Does the line ask for an account, in whatever form? */
bool cmd_is_signup(struct arena *arena, const char *line);

struct plan;
struct reading;
/* Plays the move that was read, legal for the side to move; plan: what follows it, or NULL. */
enum outcome move_play(struct request *rq, struct reply *reply, const struct reading *reading,
    const struct plan *plan, struct err *err);
/* A word that `set` begins with. */
bool cmd_is_setting(const char *word);
/* The name of a setting of the player that `set` could not have made so; NULL. */
const char *set_wrong(const struct settings *settings, const struct player *player);

/* The code in an order of `confirm`, which may look like a board's number; NULL none. */
const char *confirm_code(const struct request *rq, const struct order *order);

/* Runs the orders in turn up to the first refusal; the reply then lists those that
 * were not carried out. */
enum outcome cmd_run_all(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err);
/* Answers a letter without a single command, or with a doubtful line.  A sender whose
 * address is no player's is answered only if the first order's password is a player's. */
enum outcome cmd_run_none(
    struct request *rq, const struct parsed_letter *parsed, struct reply *reply, struct err *err);

#endif
