/* SPDX-License-Identifier: ISC */
/*
 * From the new text of a letter to orders (riverpost-commands(7)).
 *
 * Reads no database: who writes, and which userids there are, it is told.  Commands
 * stand in the letter's first paragraph, up to the first line that is none; all below
 * is speech, which is never run.  A line is a command only when all of it parses.
 */
#ifndef CMD_PARSE_H
#define CMD_PARSE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct cmd;
struct glossary;

#define WORDS_MAX  24
#define ORDERS_MAX 32

/*
 * What `args` of a command may hold, in order:
 *   GAME	a board number, "123" or "#123" or "123#14"; may be missing (an
 *		answer to a letter of a game knows it)
 *   GAMES	the same, or "all"
 *   AUTH	`userid password`, in the place pbmserv has it; may be missing; WORDS
 *		can follow where they are addresses, or what is set
 *   SECRET	a new password, which proves nothing; SECRET? one that may be missing
 *   MOVE	all the rest of the line: a move and perhaps "#n"
 *   PLAN	all the rest of the line: "REPLY then MOVE, if REPLY then MOVE ..." or "off"
 *   WORD	one more word; WORD? one that may be missing
 *   WORDS	any number of words
 *   USERIDS	the same, of players
 *   OFFER?	"draw" or "undo"; may be missing
 *   REASON	the rest of the line, said to others; only behind a board's number
 */
struct order_option {
	const char *name, *value;
};

struct order {
	const struct cmd *cmd;
	const char *line;     /* the command's name and words, passwords blanked */
	const char *written;  /* all of the line as written, passwords blanked */
	int64_t game;         /* 0: not named */
	bool all;             /* "all" in the game's place */
	int number;           /* after "#": a printed move number; 0 none */
	const char *userid;   /* NULL none */
	const char *password; /* NFC, case kept; NULL none */
	const char *fresh;    /* SECRET, in the same way */
	const char *move;     /* MOVE: the text; NULL */
	const char *rest;     /* MOVE, REASON: what was said behind it; "" nothing */
	/* PLAN, or what follows the move of "MOVE, if REPLY then MOVE", and below it in lines
	 * of their own: a line each, its moves with tabs between; "" off; NULL none. */
	const char *plan;
	int plan_lines;               /* of which one more than PLAN_LINES_MAX at most are kept */
	bool is_question;             /* "draw?", "B3-E3?" */
	bool is_faint;                /* a yes that may be none: an empty answer, "yes, but ..." */
	bool has_secret;              /* a userid and its password stand in it, or seem to */
	const char *words[WORDS_MAX]; /* folded: lower case, NFKC */
	const char *raw[WORDS_MAX];   /* the same words as written */
	int word_count;
	struct order_option options[WORDS_MAX]; /* --name=value, -name=value */
	int option_count;
};

/* What the reader of a letter is told about the world. */
struct parse_context {
	const struct glossary *glossary;
	const char *writer; /* the sender's userid; NULL: a stranger */
	const char *name;   /* what he calls himself, "Hòa Nguyễn"; NULL unknown */
	/* Has a player that userid (folded)? NULL: nobody is known but the writer. */
	bool (*is_userid)(void *source, const char *userid);
	void *source;
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

/* LINE_NEAR, LINE_TEXT: out->cmd is the command that is probably meant, or NULL; LINE_NEAR:
 * out->line is how it would be written ("" unknown), out->password what must not be shown. */
enum line_kind parse_line(
    struct arena *arena, const struct parse_context *context, const char *line, struct order *out);

/* Why a letter is asked about. */
enum doubt {
	DOUBT_PLACE,    /* a whole command, but where only speech stands */
	DOUBT_SLIP,     /* nearly a command */
	DOUBT_PASSWORD, /* a password may stand in it */
	DOUBT_LEAK,     /* one does */
	DOUBT_FIRST,    /* "as", and not on the very first line */
	DOUBT_RESIGN,   /* resign and a move in one letter */
	DOUBT_MOVE      /* a move with a question mark */
};

struct parsed_letter {
	int count;              /* of orders */
	bool too_many;          /* more commands than fit */
	const char *comment;    /* trimmed; "" none; passwords never stand in it */
	const char *note;       /* the same of the words below "note", which are private */
	bool comment_too_large; /* by bytes or lines: neither read nor kept */
	bool is_blanked;        /* a password stood in the comment */
	const char *doubtful;   /* the line that is asked about, passwords blanked; NULL */
	enum doubt doubt;       /* … why */
	const char *form; /* … or of the unread: as a command, passwords blanked; "" unknown */
	const struct cmd *meant; /* the command it resembles; NULL unclear */
	const char *unread;      /* no command: the first line, passwords blanked; "" */
	bool from_subject;
	struct order orders[ORDERS_MAX]; /* those beyond count are not cleared, but for the first */
};

#define COMMENT_BYTES_MAX (16 * 1024)
#define COMMENT_LINES_MAX 500

/* subject: stripped of Re: and tags. body_first: the letter answers one of the server's. */
void parse_letter(struct arena *arena, const struct parse_context *context, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out);
/* The text with stars for each copy of the secret (NULL or "": none), in the arena. */
const char *parse_blank(struct arena *arena, const char *text, const char *secret);

#endif
