/* SPDX-License-Identifier: ISC */
/*
 * The commands players write.
 *
 * To add one:
 *   1. write src/cmd/cmd-NAME.c: one `const struct cmd cmd_NAME` and its run;
 *   2. add it to the table in src/cmd/table.c (one line);
 *   3. write its templates in templates/en/ (and the other languages);
 *   4. describe it in man/riverpost-commands.7 and templates/en/help-commands.txt.
 *
 * The dispatcher (cmd_run) has checked everything in `needs` before run is
 * called.  run changes nothing unless it returns CMD_DONE.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "cmd/parse.h"
#include "cmd/reply.h"
#include "game/game.h"
#include "store/players.h"

struct arena;
struct err;
struct glossary;
struct store;

enum outcome {
	CMD_DONE,
	CMD_REFUSED, /* the reply says why; the letter's further commands are not tried */
	CMD_FAILED   /* err; the whole letter is undone and handled again */
};

enum needs {
	NEEDS_PLAYER = 1 << 0,  /* the sender has an account */
	NEEDS_PROOF = 1 << 1,   /* … and has proved to be its owner */
	NEEDS_GAME = 1 << 2,    /* request.game is set */
	NEEDS_SEAT = 1 << 3,    /* … and the sender plays in it (request.side) */
	NEEDS_RUNNING = 1 << 4, /* … and it is being played */
	ANY_TOKEN = 1 << 5,     /* harmless: any token of the player is proof */
	OPEN = 1 << 6,          /* strangers are answered */
};

/* How the sender proved who he is. */
enum proof { PROOF_NONE, PROOF_TOKEN, PROOF_PASSWORD, PROOF_MAIL_SERVER };

/* What the operator configured, as far as commands care. */
struct settings {
	const char *name;     /* "Riverpost" */
	const char *address;  /* where commands go */
	const char *language; /* for strangers */
	const struct glossary *glossary;
	int nagtime, forfeittime; /* days, for new games */
	int games_max;            /* games a player may have at once */
	int commands_max;         /* commands a letter */
};

/* One letter's commands at work. */
struct request {
	struct arena *arena;
	struct store *store;
	const struct settings *settings;
	int64_t now;      /* the commit */
	int64_t received; /* the letter's arrival */
	int64_t letter;   /* inbox row */

	const char *address;       /* From, normalised */
	const char *mailbox;       /* the same without a tag: who is counted */
	struct player *sender;     /* whose address that is; NULL a stranger */
	const struct token *token; /* a genuine one of the sender's; NULL none */
	bool mail_server_proof;
	struct player *speaker;     /* who has spoken in it, and is answered; NULL none yet */
	struct player *by_password; /* the speaker, proved for all of this letter; NULL */
	const char *password;       /* the speaker's, found right; NULL none yet */

	/* Set by cmd_run for each command. */
	const struct order *order;
	struct player *from; /* who speaks: never NULL with NEEDS_PLAYER */
	enum proof proof;
	struct game *game;
	enum side side;
	const char *comment; /* "" none */
	bool comment_taken;  /* it went to the players of a game */

	struct game *games[16]; /* games of this letter, loaded once */
	int game_count;
};

struct cmd {
	const char *name;
	const char *aliases; /* blank-separated, or NULL */
	const char *args;    /* what cmd/parse.h reads */
	unsigned needs;
	bool (*accepts)(const struct order *); /* are the words sound? NULL: any */
	enum outcome (*run)(struct request *, struct reply *, struct err *);
};

extern const struct cmd *const cmd_table[]; /* ends with NULL */

/* The command of exactly this name, alias or word of a language, or of an unambiguous
 * beginning of five letters or more; NULL. word is folded. */
const struct cmd *cmd_find(const struct glossary *glossary, const char *word);
/* The command whose name is one slip of the finger away; NULL. */
const struct cmd *cmd_near(const char *word);

/* Is it a line, in folded words, of a command that other servers of this kind have and
 * this one has not, with a password in it?  It must not be passed on as a remark. */
bool cmd_is_elsewhere(const char *const *words, int count);

/* Runs the orders in turn up to the first refusal; the reply then lists what
 * was not tried. Returns CMD_DONE, CMD_REFUSED or CMD_FAILED. */
enum outcome cmd_run_all(
    struct request *rq, const struct parsed *parsed, struct reply *reply, struct err *err);

/* A letter without a single command, or with a doubtful line.  Who is no player by his
 * address is told so only when the first order's password makes him one. */
enum outcome cmd_run_none(
    struct request *rq, const struct parsed *parsed, struct reply *reply, struct err *err);

#endif
