/* SPDX-License-Identifier: ISC */
/*
 * One letter's commands at work: who speaks, with what proof, about which game;
 * and what many commands do with it.
 *
 * A function that returns an enum outcome has said why in the reply when it
 * returns REFUSED, and in err when it returns FAILED.
 */
#ifndef CMD_REQUEST_H
#define CMD_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "play/act.h"
#include "speak/parse.h"
#include "store/lists.h"
#include "store/players.h"

struct arena;
struct err;
struct glossary;
struct store;

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
	const char *name;             /* "Riverpost" */
	const char *address;          /* where commands go */
	const char *operator_address; /* NULL none */
	const char *language;         /* for strangers */
	const struct glossary *glossary;
	const struct keys *keys;
	const char *signing; /* the file of what signs scores (base/signing.h) */
	const struct address_ops *addresses;
	int nagtime, forfeittime; /* days, for new games */
	const char *stairs;       /* the time of games on the stairs; terms_read_time() */
	int games_max;            /* games a player may have at once */
	int commands_max;         /* commands a letter */
	int answers_hour;         /* answers to one address in an hour */
	int keep;                 /* days, for letters as they came */
	bool players_announce;    /* tournaments */
	bool has_machine;         /* there is a program to play against */
};

struct request {
	struct arena *arena;
	struct store *store;
	const struct settings *settings;
	struct reply *reply; /* what is said to the sender, and to others */
	int64_t now;         /* the commit */
	int64_t received;    /* the letter's arrival */
	int64_t letter;      /* inbox row */

	const char *address;       /* From, normalised */
	const char *language;      /* a stranger's, as his letter shows it; NULL it does not */
	struct player *sender;     /* whose address that is; NULL a stranger */
	const struct token *token; /* a genuine one of the sender's; NULL none */
	const struct listed
	    *listed; /* the boards that the letter answered lists, with that token */
	int listed_count;
	/* The number in the token of the confirmation that is answered, by whomever; 0 none.
	 * It proves nothing before its row is found to be for this address. */
	int64_t confirm;
	bool too_old;    /* the letter that is answered was signed with a key that is gone */
	bool of_another; /* … went to another player */
	bool mail_server_proof, mail_server_denial;
	bool is_confirmed;      /* … and so it was */
	bool is_sure;           /* a command that waited for it runs now */
	struct player *speaker; /* who has spoken in it, and is answered; NULL none yet */
	int64_t tries;          /* that are left today after a wrong password */
	const char *password;   /* the speaker's, found right, for all that follows; or NULL */

	const struct parsed_letter *parsed; /* all that it orders */
	const struct parse_context *names;  /* whom it was asked about names; NULL nobody */
	int64_t named; /* the board that its last line named; 0 none, or ORDER_BOARDS */

	/* Set by cmd_run_all for each command. */
	const struct order *order;
	const struct order *deed; /* what the command that ran stands for: it runs next; or NULL */
	struct player *from;      /* who speaks: never NULL with NEEDS_PLAYER */
	enum proof proof;
	struct game *game;
	enum side side;
	int puzzle_steps;    /* moves of a puzzle that this letter has found */
	const char *comment; /* "" none */
	const char *note;    /* "" none */
	bool leaks;          /* his password stands where it must not */
	bool comment_sifted; /* no password of the speaker's stands in it */
	int hashed;          /* words of this letter that might have been his password */

	struct request_game {
		struct game *game;
		int turn;        /* at which the letter found it */
		bool plans_wait; /* until the whole letter is read */
	} games[16];             /* games of this letter, loaded once */
	int game_count;
};

/* How he writes moves; NULL: a stranger. */
struct spelling request_spelling(const struct player *player);
/* The game whose letter is answered; 0 none. */
int64_t request_token_game(const struct request *rq);
/* Is the letter answered about that game, or does it list it?  *turn: at which of its turns. */
bool request_answers(const struct request *rq, int64_t game, int *turn);
/* 1 with *out (one struct game per letter and number), 0 no such game, -1 err. */
int request_game(struct request *rq, int64_t id, struct game **out, struct err *err);
/* Something of this player changed that bears on his clocks, also in the games that the letter has
 * read: what it shows, and its calendar file, are of the new ones.  0 or -1. */
int request_look_again(struct request *rq, int64_t player, struct err *err);
/* A new game of this letter. */
void request_add_game(struct request *rq, struct game *game);
/* May the one who speaks see the game of that number?  1 with *out, 0 or -1. */
int request_sees(struct request *rq, int64_t id, struct game **out, struct err *err);
/* The game of that number, if he may. */
enum outcome request_visible_game(
    struct request *rq, int64_t id, struct game **out, struct err *err);
/* The player of that userid, whose account is not closed. */
enum outcome request_player(
    struct request *rq, const char *userid, struct player **out, struct err *err);
#define ASKING_TIMES 5  /* what a player may ask, and tell others, against what a stranger may */
#define OTHERS_A_DAY 30 /* letters from one player to another */
/* May one more letter go, with those of the list that are counted?  1, 0 it would be too much for
 * this reader, or for all, -1. */
int request_may_tell(const struct request *rq, int64_t writer, int64_t reader,
    const struct message *waiting, struct err *err);
/* Would words of the speaker's reach a player, who may have blocked him or had too many letters?
 * 1, 0 or -1; rq->reply->deaf is found on the way. */
int request_may_reach(struct request *rq, int64_t player, struct err *err);
/* Refuses what is nothing if that player does not get it, a challenge or words: he has blocked it,
 * with this template, or it would be too much. */
enum outcome request_reaches(
    struct request *rq, int64_t player, const char *userid, const char *template, struct err *err);
/* Does rq->from observe rq->game, or follow one who plays it, and hear what is said now?  1, 0 or
 * -1. */
int request_observes(struct request *rq, struct err *err);
/* Refuses an answer to a letter about another turn of rq->game than the present one or
 * the `back` turns before it. */
enum outcome request_is_current(struct request *rq, int back);
/* Is the letter that is answered old, and not the newest of its game?  1, 0 or -1. */
int request_answers_old(struct request *rq, struct err *err);
/* How many games rq->from may still begin, by the server's limit and his own; or -1. */
int request_room(struct request *rq, struct err *err);
/* Refuses another game to him. */
enum outcome request_refuse_full(struct request *rq, struct err *err);
/* Counts one more, unless it was counted `most` times since then: 1 it was not, 0, -1. */
int request_count(const struct request *rq, const char *what, const char *who, int64_t since,
    int most, struct err *err);
/* Counts what rq->from does; refuses, with "limit" and rq->game if there is one, when that was
 * done `most` times in a day. */
enum outcome request_limit(
    struct request *rq, const char *what, int most, const char *template, struct err *err);

/* The only game with an open offer that the order answers or takes back: DONE with *id; refused
 * where there is none, or several. */
enum outcome request_find_offer(struct request *rq, int64_t *id, struct err *err);
/* Refuses the position after a move, by its printed number, that was not played yet. */
enum outcome request_is_played(struct request *rq, const struct game *game, int number);
/* Whoever plays on a board without players is called by his side, as the sender's language says. */
void request_name_sides(const struct request *rq, struct game *game);
/* The game of that number, if he may see it, as it stood after a printed move number: 0 the start,
 * TOKENS_NOW all of it. */
enum outcome request_position(
    struct request *rq, int64_t id, int number, struct game **out, struct err *err);
/* The open games of who writes, in the arena, the only one in *game if it is one; how many, or -1.
 */
int request_only_game(
    struct request *rq, struct game_line **lines, struct game **game, struct err *err);
/* The order as an answer to a letter about its board: a move, a line that only asks or says what to
 * do with a move, or the command's name; "" where it is more. */
const char *request_wanted(const struct order *order);
/* Refuses an order of which it is not plain what board is meant. */
enum outcome request_which_game(struct request *rq, struct err *err);
/* Refuses, with no variable, or with one. */
enum outcome request_refuse(struct request *rq, const char *template);
enum outcome request_refuse_text(
    struct request *rq, const char *template, const char *name, const char *text);
enum outcome request_refuse_number(
    struct request *rq, const char *template, const char *name, int64_t number);
/* Refuses with "userid". */
enum outcome request_refuse_userid(struct request *rq, const char *template, const char *userid);
/* There is no player of that name; or the line was said to the other player of the game. */
enum outcome request_refuse_unknown(struct request *rq, const char *userid);
/* Says why not, with facts_game, and shows rq->game. Returns REFUSED. */
enum outcome request_refuse_game(struct request *rq, const char *template);
/* What rq->from does in rq->game, with the letter's words, unless they went to others already. */
struct act *request_act(const struct request *rq);
/* The line of the words in which the speaker's userid and then his password stand,
 * blanked as in the words; NULL none. Where they seem to, it costs hashing. */
const char *request_find_password(struct request *rq, const char **words);
/* Is the word the speaker's password?  It costs hashing: rq->hashed counts them. */
bool request_is_password(struct request *rq, const char *word);
/* His password among the words of a line that is no command; NULL none. */
const char *request_password_in(struct request *rq, const char *line);
/* What a line is shown with: who speaks is its writer. */
struct parse_context request_context(const struct request *rq);
/* The day of a time in a zone ("": UTC). */
void request_day(struct vars *vars, const char *name, const char *zone, int64_t time);
/* The lines below the first one begin with two blanks: only what the server itself says stands
 * at the margin, so that nobody can put words into another's mouth. */
const char *request_indent(struct arena *arena, const char *text);

#endif
