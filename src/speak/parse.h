/* SPDX-License-Identifier: ISC */
/*
 * From the new text of a letter to orders (riverpost-commands(7)).
 *
 * Reads no database: who writes, and which userids there are, it is told.  Commands
 * stand in the letter's first paragraph, up to the first line that is none; all below
 * is speech, which is never run.  A line is a command only when all of it parses.
 */
#ifndef SPEAK_PARSE_H
#define SPEAK_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/token.h"
#include "play/glossary.h"
#include "rules/board.h"

struct arena;
struct board;
struct glossary;
struct verb;

#define WORDS_MAX  24
#define ORDERS_MAX 32

struct order_option {
	const char *name, *value;
};

struct order {
	const struct verb *verb;
	const char *line;     /* the command's name and words, without who writes */
	const char *written;  /* all of the line as written, passwords blanked */
	int64_t game;         /* 0: not named */
	bool all;             /* "all" in the game's place */
	bool names_player;    /* a word does, in the game's place: "record fred" */
	int number;           /* after "#": a printed move number; 0 none */
	bool is_numbered;     /* … which may be 0, the start, of what shows a position */
	const char *userid;   /* NULL none */
	const char *password; /* as written, case kept; NULL none */
	const char *fresh;    /* SECRET, in the same way */
	const char *move;     /* MOVE: the text; NULL */
	const char *rest;     /* what was said behind it: a reason, thanks; "" nothing */
	const char *said;     /* the words that go with it; NULL: the letter's comment does */
	/* PLAN, or what follows the move of "MOVE, if REPLY then MOVE", and below it in lines
	 * of their own: a line each, its moves with tabs between; "" off; NULL none. */
	const char *plan;
	int plan_lines;               /* of which one more than PLAN_LINES_MAX at most are kept */
	bool is_question;             /* "draw?", "B3-E3?" */
	bool is_empty;                /* a yes that may be none: an empty answer */
	bool is_never;                /* a no to this question and all that are like it */
	bool is_declined;             /* a no to this question */
	bool is_talk;                 /* words alone, in answer to a letter, mean it */
	bool has_secret;              /* a userid and its password stand in it, or seem to */
	const char *hidden;           /* a word of a setting that may be a password; NULL none */
	const char *words[WORDS_MAX]; /* folded: lower case, NFKC */
	const char *raw[WORDS_MAX];   /* the same words as written */
	int word_count;
	struct order_option options[WORDS_MAX]; /* --name=value, -name=value */
	int option_count;
};

#define ORDER_BOARDS -1 /* more than one */
/* The board that a word of a line which only asks names: "explain 12"; 0 none, or ORDER_BOARDS. */
int64_t order_board(const struct order *order);

/* The first of the words that is no part of a position: "123", "new", "fen FEN". */
int order_first_move(const struct order *order);

/* What the letter answers, as far as the meaning of its words depends on it. */
struct parse_answer {
	int64_t game;          /* the game that the answered letter is about; 0 none */
	enum token_asks asks;  /* what a yes or a no is about */
	const char *meant;     /* ASKS_MEANT: what a yes commands, a line each; NULL: it lapsed */
	const char *submitted; /* ASKS_MOVE: the move that it shows; NULL none */
	const char *otherwise; /* … and a no; words alone are a yes then.  NULL: it does nothing */
	bool takes_words;      /* words alone go to the other player of the game, … */
	const char *writer;    /* … or to this one, who has written them; NULL none */
	bool is_playing;       /* the game goes on, and he plays in it */
	bool is_his_move;      /* … now; so words that are near a move are none */
	bool has_offer;        /* the other offers something in it, or asks to take back */
	bool has_own_offer;    /* … or he does, or it is his challenge */
	bool may_claim;        /* the other's time is up, which he has to claim */
	bool is_challenge;     /* the game is one that nobody has accepted yet */
	bool carries_words;    /* ASKS_TWO: the other's words, and an offer of his is open */
	bool is_question;      /* the letter asks for a confirmation */
	bool is_deed;          /* … of a command */
	bool wants_password;   /* … or a line "password NEW" */
	bool is_invitation;    /* … or is an invitation, which "never" ends for good */
	bool is_automatic;     /* a program has answered: it means nothing */
	bool is_suspect;       /* … perhaps: it means no more than words */
	bool is_ours;          /* the answered letter is one of ours, about a game or not */
	/* Of the game, where the letter is its newest and its reader is to move; else NULL. */
	const struct board *board;
	struct spelling by;    /* … who writes moves so */
	const int64_t *boards; /* that the letter lists, if it does */
	int board_count;
};

/* What the reader of a letter is told about the world. */
struct parse_context {
	const struct glossary *glossary;
	const char *writer; /* the sender's userid; NULL: a stranger */
	const char *name;   /* what he calls himself, "Hòa Nguyễn"; NULL unknown */
	/* Has a player that userid (folded)? NULL: nobody is known but the writer. */
	bool (*is_userid)(void *source, const char *userid);
	void *source;
	bool is_own;             /* the line is the server's: stars stand for a password in it */
	bool is_stranger;        /* his remarks go to nobody */
	bool is_unread;          /* the text is not known: "" is no empty answer */
	bool is_answers_subject; /* "Re:" stood before the Subject, which is no command above a
				  * text: it may be of a letter that he sent himself */
	const char *lines;       /* the text before its mail program's soft breaks were undone;
				  * NULL: it has none */
	const char *more;        /* words beyond the text, for people: no command; NULL none */
	const char *labelled;    /* the Subject with the labels behind it; NULL unknown */
	int orders_max;          /* … that are carried out of one letter; 0: ORDERS_MAX */
	struct parse_answer answer;
};

enum line_kind {
	LINE_COMMAND, /* complete, and every word of it is certain */
	LINE_LOOSE,   /* complete, if some word is meant as a name or a value; or else speech:
		       * "who knows".  It counts on the first line only */
	LINE_NEAR,    /* no command, but strong evidence of one: a slip with a board's number,
		       * a userid with a password */
	LINE_TEXT,
	LINE_SPEECH, /* begins with "|", which says that it is speech */
	LINE_EMPTY,
	LINE_END /* "end", or one of our letters begins: nothing below is read */
};

/* LINE_NEAR, LINE_TEXT: out->verb is what is probably meant, or NULL; LINE_NEAR:
 * out->line is how it would be written ("" unknown), out->password what must not be shown. */
enum line_kind parse_line(
    struct arena *arena, const struct parse_context *context, const char *line, struct order *out);

/* Why a letter is asked about. */
enum doubt {
	DOUBT_PLACE,       /* a whole command, but where only speech stands */
	DOUBT_SLIP,        /* nearly a command */
	DOUBT_PASSWORD,    /* a password may stand in it */
	DOUBT_LEAK,        /* one does */
	DOUBT_FIRST,       /* "as", and not on the very first line */
	DOUBT_EITHER,      /* resign, or accept, and a move in one letter */
	DOUBT_MOVE,        /* a move with a question mark */
	DOUBT_RETRACTED,   /* words below a move say that it is not to be played */
	DOUBT_BROKEN,      /* the end of the command above, or words */
	DOUBT_BROKEN_MOVE, /* … or a move */
	DOUBT_LISTED /* nothing that can be read, behind the number of a board that is listed */
};

struct parsed_letter {
	int count;           /* of orders */
	bool too_many;       /* more commands than fit */
	const char *comment; /* trimmed; "" none; passwords never stand in it */
	const char *marked;  /* lines of it that "|" has marked as speech, each with its end; "" */
	const char *note;    /* the same of the words below "note", which are private */
	const char *below;   /* its lines right below the orders, in their paragraph, "" */
	bool says_something; /* … and the comment is more than thanks and names */
	bool comment_too_large; /* by bytes or lines: neither read nor kept */
	const char *doubtful;   /* the line that is asked about, passwords blanked; NULL */
	enum doubt doubt;       /* … why */
	const char *form; /* … or of the unread: as a command, passwords blanked; "" unknown */
	const char *said; /* … and the words that go with that command; "" */
	const struct verb *meant; /* the command it resembles; NULL unclear */
	const char *unread;       /* no command: the first line, passwords blanked; "" */
	bool is_below_words;      /* the order is a move, and words stand above it */
	bool from_subject;        /* the order; or the line that is unread */
	bool is_meant;         /* a yes has said so: the orders are those that were asked about */
	bool is_no;            /* … or a no: there are none */
	bool stays_asked;      /* no yes to what has two answers: a no, or neither of them */
	bool answers_two;      /* a yes or a no, to a letter that asked two things */
	bool answers_none;     /* … or none */
	bool is_request;       /* no command; but meant is what its words ask the server for */
	bool asks_how;         /* … how that is done: it is told, and no yes does it */
	bool is_complaint;     /* … or it is for the operator */
	bool asks_for_silence; /* … and that is fewer letters, or none */
	bool speaks_of_move;   /* no command; unread is a line about a move, and form which */
	const char *choices;   /* … or these moves, a line each; "" */
	bool may_be_password;  /* no command, but one word that may be: it is not shown again */
	struct order orders[ORDERS_MAX]; /* those beyond count are not cleared, but for the first */
};

#define COMMENT_BYTES_MAX (16 * 1024)
#define COMMENT_LINES_MAX 500

/* What a letter means: its orders, and those that a bare yes, "confirm", "more" and a Subject
 * mean as an answer.  subject: stripped of Re:, tags and labels. body_first: the letter answers one
 * of the server's. */
void parse_letter(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out);

/* The command for the days on which somebody says, in words for another, that he is away: "vacation
 * 0000-12-01 0000-12-08", as date_join_span has them; "" he does not, or not on which. */
const char *parse_absence(
    struct arena *arena, const struct parse_context *context, const char *words);

/* Does the letter mean nothing but one move, legal on the board that it answers? */
bool parse_is_legal_move(
    const struct parse_context *context, const struct parsed_letter *parsed, struct move *move);

#endif
