/* SPDX-License-Identifier: ISC */
/*
 * From the new text of a letter to orders (riverpost-commands(7)).
 *
 * Reads no database and knows no player: pure.  A line is a command only when
 * all of it parses; everything after the last command is the comment.
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
 *   AUTH	`userid password`, in the place pbmserv has it; may be missing; WORDS
 *		cannot follow
 *   SECRET	a password that proves nothing; SECRET? one that may be missing
 *   MOVE	all the rest of the line: a move and perhaps "#n"
 *   WORD	one more word; WORD? one that may be missing
 *   WORDS	any number of words
 */
struct order {
	const struct cmd *cmd;
	const char *line;             /* the command's name and words, passwords blanked */
	const char *written;          /* all of the line as written, passwords blanked */
	int64_t game;                 /* 0: not named */
	int number;                   /* after "#": a printed move number; 0 none */
	const char *userid;           /* NULL none */
	const char *password;         /* NFC, case kept; NULL none */
	const char *move;             /* MOVE: the text; NULL */
	const char *words[WORDS_MAX]; /* folded: lower case, NFKC */
	const char *raw[WORDS_MAX];   /* the same words as written */
	int word_count;
	struct {
		const char *name, *value;
	} options[WORDS_MAX]; /* --name=value, -name=value */
	int option_count;
};

enum line_kind {
	LINE_COMMAND,
	LINE_NEAR, /* resembles a command: mistyped, incomplete, or with a password */
	LINE_TEXT,
	LINE_EMPTY,
	LINE_END /* "end", or one of our letters begins: nothing below is read */
};

/* LINE_NEAR: out->cmd is the command that is probably meant, or NULL. */
enum line_kind parse_line(
    struct arena *arena, const struct glossary *glossary, const char *line, struct order *out);

struct parsed_letter {
	struct order orders[ORDERS_MAX];
	int count;
	bool too_many;           /* more commands than fit */
	const char *comment;     /* trimmed; "" none; passwords never stand in it */
	bool comment_too_large;  /* by bytes or lines: neither read nor kept */
	const char *doubtful;    /* the first line of the comment that resembles a command; NULL */
	const struct cmd *meant; /* … the command it resembles; NULL unclear */
	bool from_subject;
};

#define COMMENT_BYTES_MAX (16 * 1024)
#define COMMENT_LINES_MAX 500

/* subject: stripped of Re: and tags. body_first: the letter answers one of the server's. */
void parse_letter(struct arena *arena, const struct glossary *glossary, const char *subject,
    const char *text, bool body_first, struct parsed_letter *out);
/* The text with stars for each copy of the secret (NULL or "": none), in the arena. */
const char *parse_blank(struct arena *arena, const char *text, const char *secret);

#endif
