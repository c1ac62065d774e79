/* SPDX-License-Identifier: ISC */
/*
 * One letter's commands at work: who speaks, with what proof, about which game;
 * and what many commands do with it.
 *
 * A function that returns an enum outcome has said why in the reply when it
 * returns CMD_REFUSED, and in err when it returns CMD_FAILED.
 */
#ifndef CMD_REQUEST_H
#define CMD_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "cmd/parse.h"
#include "cmd/reply.h"
#include "game/game.h"
#include "rules/notation.h"
#include "store/games.h"
#include "store/players.h"

struct arena;
struct err;
struct glossary;
struct store;

enum outcome {
	CMD_DONE,
	CMD_REFUSED, /* the reply says why; the letter's later commands are not carried out */
	CMD_FAILED   /* err; the whole letter is undone and handled again */
};

/* How the sender proved who he is. */
enum proof { PROOF_NONE, PROOF_TOKEN, PROOF_PASSWORD, PROOF_MAIL_SERVER };

/* What commands ask about addresses; mail/read/address.h has the answers. */
struct address_ops {
	bool (*normalise)(struct arena *, const char *text, const char **out);
	const char *(*mailbox)(struct arena *, const char *address);
	const char *(*site)(struct arena *, const char *address);
};

/* What the operator configured, as far as commands care. */
struct settings {
	const char *name;     /* "Riverpost" */
	const char *address;  /* where commands go */
	const char *language; /* for strangers */
	const struct glossary *glossary;
	const struct keys *keys;
	const struct address_ops *addresses;
	int nagtime, forfeittime; /* days, for new games */
	int games_max;            /* games a player may have at once */
	int commands_max;         /* commands a letter */
};

struct request {
	struct arena *arena;
	struct store *store;
	const struct settings *settings;
	int64_t now;      /* the commit */
	int64_t received; /* the letter's arrival */
	int64_t letter;   /* inbox row */

	const char *subject;       /* without Re: and the like; NULL unknown */
	const char *address;       /* From, normalised */
	struct player *sender;     /* whose address that is; NULL a stranger */
	const struct token *token; /* a genuine one of the sender's; NULL none */
	/* The number in the token of the confirmation that is answered, by whomever; 0 none.
	 * It proves nothing before its row is found to be for this address. */
	int64_t confirm;
	bool mail_server_proof;
	bool is_confirmed;          /* … and so it was */
	bool is_sure;               /* a command that waited for it runs now */
	struct player *speaker;     /* who has spoken in it, and is answered; NULL none yet */
	struct player *by_password; /* the speaker, proved for all of this letter; NULL */
	const char *password;       /* the speaker's, found right; NULL none yet */

	const struct parsed_letter *parsed; /* all that it orders */
	int64_t named;                      /* the board that its last line named; 0 none */

	/* Set by cmd_run_all for each command. */
	const struct order *order;
	struct player *from; /* who speaks: never NULL with NEEDS_PLAYER */
	enum proof proof;
	struct game *game;
	enum side side;
	const char *comment; /* "" none */
	const char *note;    /* "" none */
	bool comment_taken;  /* it went to the players of a game */
	bool comment_sifted; /* no password of the speaker's stands in it */

	struct request_game {
		struct game *game;
		int turn; /* at which the letter found it */
	} games[16];      /* games of this letter, loaded once */
	int game_count;
};

/* The game whose letter is answered; 0 none. */
int64_t request_token_game(const struct request *rq);
/* 1 with *out (one struct game per letter and number), 0 no such game, -1 err. */
int request_game(struct request *rq, int64_t id, struct game **out, struct err *err);
/* A new game of this letter. */
void request_add_game(struct request *rq, struct game *game);
/* The game of that number, if the one who speaks may see it. */
enum outcome request_visible_game(
    struct request *rq, struct reply *reply, int64_t id, struct game **out, struct err *err);
/* The player of that userid. */
enum outcome request_player(struct request *rq, struct reply *reply, const char *userid,
    struct player **out, struct err *err);
/* Refuses what `other` has blocked, with this template: a challenge, words. */
enum outcome request_is_blocked(struct request *rq, struct reply *reply, const struct seat *other,
    const char *template, struct err *err);
/* Refuses an answer to a letter about another turn of rq->game than the present one or
 * the `back` turns before it. */
enum outcome request_is_current(struct request *rq, struct reply *reply, int back);
/* How many games rq->from may still begin, by the server's limit and his own; or -1. */
int request_room(struct request *rq, struct err *err);
/* Refuses another game to him. */
enum outcome request_refuse_full(struct request *rq, struct reply *reply);
/* Counts what comes to others unasked; *may: it was done less than `most` times in a day,
 * by rq->from to `to` (0: to anybody). 0 or -1. */
int request_count(
    struct request *rq, const char *what, int64_t to, int most, bool *may, struct err *err);

/* The only game with an open offer to rq->from, or (mine) of his own. 0 with *id, 0 none or
 * several; -1. */
int request_find_offer(struct request *rq, bool mine, int64_t *id, struct err *err);
/* Refuses the position after a move, by its printed number, that was not played yet. */
enum outcome request_is_played(struct reply *reply, const struct game *game, int number);
/* Refuses an order of which it is not plain what board is meant. */
enum outcome request_which_game(struct request *rq, struct reply *reply, struct err *err);
/* Says why not, with facts_game, and shows rq->game. Returns CMD_REFUSED. */
enum outcome request_refuse(struct request *rq, struct reply *reply, const char *template);
/* Says why a text is no move that can be played on the board: what it was read as. */
enum outcome request_refuse_reading(struct request *rq, struct reply *reply, const char *text,
    const struct board *board, const struct reading *reading);
/* Tells the opponent of rq->from, and the observers, about rq->game; with the
 * letter's comment, which goes to the talk of the game, unless that went already. 0 or -1. */
int request_tell(struct request *rq, struct reply *reply, enum talk_kind kind, const char *template,
    const struct vars *vars, struct err *err);
/* The line of the words in which the speaker's userid and then his password stand,
 * blanked as in the words; NULL none. Where they seem to, it costs hashing. */
const char *request_find_password(struct request *rq, const char **words);
/* The lines below the first one begin with two blanks: only what the server itself says stands
 * at the margin, so that nobody can put words into another's mouth. */
const char *request_indent(struct arena *arena, const char *text);
/* rq->game was changed: saves it, and tells the sender and the others, both with
 * facts_game and "who". */
enum outcome request_finish(struct request *rq, struct reply *reply, const char *template,
    const char *others_template, struct err *err);

#endif
