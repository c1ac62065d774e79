/* SPDX-License-Identifier: ISC */
/*
 * What a letter's commands have to say, and to whom: template names and
 * variables, no words.
 *
 * A reply becomes one letter to the sender (all notes in order) and one letter
 * for each {player, game} that is told something.  view/letter.h makes the
 * text; server/outgoing.c the bytes and the outbox rows.
 */
#ifndef PLAY_REPLY_H
#define PLAY_REPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vars.h"
#include "game/game.h"

struct arena;
struct err;
struct store;

/* What became of what somebody wanted done. */
enum outcome {
	DONE,
	REFUSED, /* the reply says why; the letter's later commands are not carried out */
	FAILED   /* err; the whole letter is undone and handled again */
};

/* Moves that are to be shown one after the other, in pictures of the reader's kind. */
struct film {
	struct board start;
	const struct move *moves;
	int count;
	bool is_green; /* the reader plays Green */
};

struct file {
	struct file *next;
	const char *name, *type, *bytes;
	size_t length;
	const struct film *film; /* in place of bytes, until it is drawn; or NULL */
};

/* What stands below a note. */
enum show {
	SHOW_NOTHING,
	SHOW_GAME, /* the whole letter of a game: summary, moves, board, clock, forms */
	SHOW_BOARD /* the board alone */
};

/* What a board shows of a square besides its piece. */
enum square_mark { SQUARE_PLAIN, SQUARE_MOVER, SQUARE_TARGET };

/* One thing said: a template and its variables. */
struct note {
	struct note *next;
	const char *template;
	struct vars *vars;
	const char *line; /* of the letter answered that it is about, as in reply.command; NULL */
	enum show show;
	struct game *game;    /* what is shown */
	int ply;              /* SHOW_BOARD: the position after so many plies */
	const uint8_t *marks; /* SHOW_BOARD: by square, enum square_mark; NULL none */
	bool refused;         /* the Subject says Error */
};

/* A letter to one reader. */
struct message {
	struct message *next;
	int64_t player;       /* 0: the address of a stranger */
	const char *address;  /* stranger's, or one address only (confirmations); else NULL */
	const char *language; /* for a stranger; NULL: the server's */
	bool is_guess;        /* … and the writer of the letter answered never chose it */
	struct game *game;    /* whose conversation it belongs to; NULL none */
	struct note *first, *last;
	struct file *file; /* attached; NULL none */
	/* Boards that it lists or asks about: an answer may be about each that is the reader's. */
	int64_t *boards;
	size_t board_count;
	/* Games whose deadline it tells anew, for the calendar of its reader. */
	const struct game **moved;
	size_t moved_count;
	/* What became of the letter's lines, for the template "account": lists
	 * "done-lines" and "left-lines", and "refused-line", or "results", each with its "note"
	 * (its note.line); NULL: it says itself. */
	struct vars *account;
	bool is_counted; /* nothing in it goes always (server/quota.h) */
	bool is_barred;  /* the reader's account is suspended: no form of answer works */
	int64_t confirm; /* the sign-up this letter confirms; 0 none */
	int64_t meant;   /* the confirmation with the commands that it asks about; 0 none */
	int64_t writer;  /* whose words it carries, about no game: they can be answered; 0 none */
	bool tells;      /* something besides a player's words */
	bool asks;       /* the reader something, which no yes answers */
	bool asks_offer; /* a refusal that asks whether what stands open in the game is accepted */
	int64_t puzzle;  /* that it asks, as its token names it (cmd/cmd-puzzle.c); 0 none */
	bool asks_move;  /* whether this one is played, which was submitted */
	struct move submitted;
};

/* What a player said to the others of a game. */
struct remark {
	struct remark *next;
	const struct game *game; /* NULL: of none */
	const char *userid, *text;
};

struct reply {
	struct arena *arena;
	const char *language; /* for strangers; NULL: the server's */
	bool is_guess;        /* nobody chose that */
	struct remark *remarks;
	struct message *sender; /* notes for whoever wrote */
	struct message *others; /* list */
	struct file *file;      /* list, for the sender */
	const char *command;    /* the line being run, as written, passwords blanked */
	bool silent;            /* the sender gets no letter at all */
	const int64_t *deaf; /* players whom no remark reaches: they have blocked who writes … */
	int deaf_count;
	bool is_counted; /* what others are told now may be too much for them */
	int64_t writer;  /* … and can answer this player by words alone; 0 nobody */
	bool is_talk; /* … and what is told now is nothing else, so that they get no letter … */
	bool is_idle; /* … or is nothing that the game needs */
};

void reply_init(struct reply *reply, struct arena *arena);
/* Strangers, and who wrote, if he is one, are told in this language from now on; NULL: the
 * server's. is_guess: the letter shows it, nobody chose it. */
void reply_speak(struct reply *reply, const char *language, bool is_guess);
/* The sender is told the deadline of this game anew. */
void reply_move_deadline(struct reply *reply, const struct game *game);
/* Says something to the sender; returns the variables to fill. */
struct vars *reply_use(struct reply *reply, const char *template);
/* As reply_use, of the whole letter: above the board, with what else is said of the game. */
struct vars *reply_use_above(struct reply *reply, const char *template);
/* As reply_use, with facts_game, and shows the game. */
struct vars *reply_use_game(struct reply *reply, struct game *game, const char *template);
/* As reply_use, and the letter is an error letter. */
struct vars *reply_refuse(struct reply *reply, const char *template);
/* As reply_use_game, … */
struct vars *reply_refuse_game(struct reply *reply, struct game *game, const char *template);
/* Is all that is said to the sender that his move was played, in a game that goes on, or that his
 * words were passed on? */
bool reply_is_receipt(const struct reply *reply);
/* Says to the sender of `reply` all that `said` says to its own. */
void reply_take(struct reply *reply, const struct reply *said);
/* Shows this game, or its board after `ply` plies, below what was said last to the sender. */
void reply_show(struct reply *reply, struct game *game);
void reply_show_board(struct reply *reply, struct game *game, int ply);
/* Shows the game's first board below what was said last to anybody by reply_write. */
void reply_show_last(struct reply *reply, struct game *game);
/* That letter is in this language; as reply_speak. */
void reply_speak_last(struct reply *reply, const char *language, bool is_guess);
/* Says something to another player, about a game (whose board is shown) or not (NULL). */
struct vars *reply_tell(
    struct reply *reply, int64_t player, struct game *game, const char *template);
/* The letter that reply_tell adds to. */
struct message *reply_letter(struct reply *reply, int64_t player, struct game *game);
/* It lists this board, too; 0: none. */
void reply_list(struct reply *reply, struct message *message, int64_t board);
/* A letter to an address that belongs to no account yet; confirm: sign-up id or 0. */
struct vars *reply_write(
    struct reply *reply, const char *address, int64_t confirm, const char *template);
void reply_attach(
    struct reply *reply, const char *name, const char *type, const char *bytes, size_t length);
/* A film, which is drawn when the letter is written. */
void reply_attach_film(struct reply *reply, const char *name, const struct film *film);
/* Puts `fresh` in the place of each copy of `old` in all texts that are said to anybody. */
void reply_replace(struct reply *reply, const char *old, const char *fresh);
/* Reads reply->deaf: those who have blocked this player. 0 or -1. */
int reply_find_deaf(struct reply *reply, struct store *store, int64_t player, struct err *err);
/* Is it one of reply->deaf? */
bool reply_is_deaf(const struct reply *reply, int64_t player);
/* Puts a remark into every letter of this reply that shows the game, but to the deaf; NULL: into
 * those that show none, whose templates have a place for it. */
void reply_remark(
    struct reply *reply, const struct game *game, const char *userid, const char *text);

#endif
