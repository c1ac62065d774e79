/* SPDX-License-Identifier: ISC */
/*
 * The verbs of commands, as data: what the parser, the dispatcher, the help and the manual
 * know of each.
 *
 * To add one: a line in VERBS, in alphabetical order, its entry in verbs.c, and its run
 * function in src/cmd (CONTRIBUTING).  The parser names no verb: what it does with one follows
 * from the kinds of its arguments and from its manner.
 */
#ifndef SPEAK_VERBS_H
#define SPEAK_VERBS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct glossary;
struct tokens;

#define VERBS(X) \
	X(accept, ACCEPT) \
	X(add, ADD) \
	X(announce, ANNOUNCE) \
	X(as, AS) \
	X(block, BLOCK) \
	X(challenge, CHALLENGE) \
	X(change, CHANGE) \
	X(chat, CHAT) \
	X(claim, CLAIM) \
	X(confirm, CONFIRM) \
	X(data, DATA) \
	X(draw, DRAW) \
	X(drop, DROP) \
	X(explain, EXPLAIN) \
	X(forgot, FORGOT) \
	X(games, GAMES) \
	X(give, GIVE) \
	X(help, HELP) \
	X(history, HISTORY) \
	X(if, IF) \
	X(invite, INVITE) \
	X(join, JOIN) \
	X(leave, LEAVE) \
	X(limit, LIMIT) \
	X(message, MESSAGE) \
	X(more, MORE) \
	X(move, MOVE) \
	X(moves, MOVES) \
	X(note, NOTE) \
	X(notify, NOTIFY) \
	X(opening, OPENING) \
	X(position, POSITION) \
	X(preview, PREVIEW) \
	X(puzzle, PUZZLE) \
	X(queue, QUEUE) \
	X(rating, RATING) \
	X(receive, RECEIVE) \
	X(record, RECORD) \
	X(reject, REJECT) \
	X(rematch, REMATCH) \
	X(resign, RESIGN) \
	X(resume, RESUME) \
	X(review, REVIEW) \
	X(seek, SEEK) \
	X(seeks, SEEKS) \
	X(set, SET) \
	X(show, SHOW) \
	X(showas, SHOWAS) \
	X(signoff, SIGNOFF) \
	X(signup, SIGNUP) \
	X(stairs, STAIRS) \
	X(standings, STANDINGS) \
	X(stats, STATS) \
	X(stop, STOP) \
	X(submit, SUBMIT) \
	X(subscribe, SUBSCRIBE) \
	X(take, TAKE) \
	X(tournament, TOURNAMENT) \
	X(tournaments, TOURNAMENTS) \
	X(unblock, UNBLOCK) \
	X(undo, UNDO) \
	X(unqueue, UNQUEUE) \
	X(unsubscribe, UNSUBSCRIBE) \
	X(vacation, VACATION) \
	X(who, WHO) \
	X(withdraw, WITHDRAW)

#define VERB_ID(name, NAME) VERB_##NAME,
enum verb_id { VERBS(VERB_ID) VERB_COUNT };

/* The kinds of arguments, in the order in which they are written; parse_args.c reads them. */
enum arg_kind {
	ARG_END,
	ARG_BOARD,        /* "123", "#123", "123#14"; may be missing: an answer to a letter of a
			   * game knows it */
	ARG_BOARD_OR_ALL, /* the same, or "all" */
	ARG_INVITATION,   /* the number of an open invitation, or of a tournament */
	ARG_AUTH,         /* `userid password`, in the place pbmserv has it; may be missing */
	ARG_AUTH_NEEDED,  /* … and may not */
	ARG_MOVE,         /* all the rest of the line: a move, "#n", and what then follows */
	ARG_MOVE_ALONE,   /* … without that */
	ARG_PLAN,         /* "REPLY then MOVE, if REPLY then MOVE ..." or "off" */
	ARG_OFFER,        /* "draw" or "undo"; may be missing */
	ARG_REASON,     /* the rest of the line, said to others; only after a board's number, or in
			 * the answer to a challenge */
	ARG_SECRET,     /* a new password, which proves nothing; may be missing */
	ARG_CODE,       /* of a confirmation; may be missing */
	ARG_WORD,       /* any one word */
	ARG_WORD_MAYBE, /* … which may be missing */
	ARG_WORDS,      /* any number of words */
	ARG_USERIDS,    /* one or more players */
	ARG_WATCHED,    /* a player, in the place of a board */
	ARG_ADDRESS,
	ARG_ADDRESSES,       /* one or more */
	ARG_MORE_ADDRESSES,  /* any number, after a userid */
	ARG_ADDRESS_ON_OFF,  /* an address with "on" or "off", or nothing */
	ARG_CHANGED,         /* "password" or "address", and what that needs */
	ARG_EXPLAINED,       /* a board's number as a word, "rating" before it; may be missing */
	ARG_BOARDS_OR_USER,  /* boards, with moves of theirs, or a userid and which of his; or
			      * which of the writer's own */
	ARG_BOARDS_OR_WHICH, /* … or which of the writer's own */
	ARG_GAMES_OF,        /* a userid, and which of his games; both may be missing */
	ARG_SPAN,            /* "3d" */
	ARG_SQUARE,          /* may be missing */
	ARG_TOPIC,           /* of the help; may be missing */
	ARG_QUERY,           /* of finished games (speak/query.h) */
	ARG_STANDINGS,       /* how many, "since DATE", "inactive"; or a userid */
	ARG_STAIRS,          /* what is wanted on the stairs (speak/query.h); or nothing */
	ARG_PAGE,            /* a line that asks for more of them, or nothing */
	ARG_MOST,            /* a number, or "off"; may be missing */
	ARG_ANNOUNCED,       /* a tournament's name, or "off", perhaps with its number */
	ARG_OFF,             /* "off", perhaps with a number, or nothing */
	ARG_DATES,           /* two days, "off", "off" and a day, or nothing */
	ARG_POSITION,        /* the first word of a position: a board, "new", "fen" */
	ARG_MOVES,           /* what is left of that, and moves */
	ARG_SOUGHT,          /* a position (speak/sought.h) */
	ARG_RECORD,          /* a userid or a form of scores, or both */
	ARG_PUZZLE,          /* "answer", "score" or a move; or nothing */
	ARG_SETTING,         /* a setting (speak/settings.h), and its value; or nothing */
	ARG_KINDS
};

#define VERB_ARGS_MAX 5

/* What the dispatcher checks before a command runs. */
enum needs {
	NEEDS_PLAYER = 1 << 0,     /* the sender has an account */
	NEEDS_PROOF = 1 << 1,      /* … and has proved to be its owner */
	NEEDS_GAME = 1 << 2,       /* request.game is set, or order.all */
	NEEDS_SEAT = 1 << 3,       /* … and the sender plays in it (request.side) */
	NEEDS_RUNNING = 1 << 4,    /* … and it is being played */
	ANY_TOKEN = 1 << 5,        /* harmless: any token of the player is proof */
	OPEN = 1 << 6,             /* strangers are answered */
	TAKES_OPTIONS = 1 << 7,    /* --name=value; for others that is no command */
	FINDS_OFFER = 1 << 8,      /* where no board is named, the only offer that waits is meant */
	FINDS_OWN_OFFER = 1 << 9,  /* … that the sender has made */
	OWN_PASSWORD = 1 << 10,    /* a password in it is none of a player's yet */
	NEEDS_CURRENT = 1 << 11,   /* in an answer: to a letter about this turn of the game */
	NEEDS_RECENT = 1 << 12,    /* … or about the one before */
	NEEDS_FRESH = 1 << 13,     /* in an answer to an old letter it is asked about first */
	FRESH_ELSEWHERE = 1 << 14, /* … where it names another game than that letter's */
	GOES_ALWAYS = 1 << 15,     /* what it tells others is not counted: moves, ends, answers */
	ONLY_ASKS = 1 << 16,       /* it changes nothing, whoever proves what */
	STOPS_AT_BLOCK = 1 << 17,  /* whoever has blocked the writer is not told of it */
	OPEN_ALONE = 1 << 18,      /* without words it only asks, and strangers are answered */
};

/* How a verb is spoken, and what else than its name means it. */
enum manner {
	OPENS_LETTER = 1 << 0,   /* on the first line only: names who writes all that follows */
	IS_FINAL = 1 << 1,       /* in the first paragraph only, and not beside a move */
	IS_PLAIN = 1 << 2,       /* even where only speech stands, the letter is asked about it */
	SHOWS_BOARD = 1 << 3,    /* … with a number; "board 12" may mean it */
	MAY_BE_ASKED = 1 << 4,   /* "draw?" is a question that is a command */
	BEGINS_SPEECH = 1 << 5,  /* nothing below is a command */
	IS_PRIVATE = 1 << 6,     /* … and goes to nobody else */
	MEANT_BY_MOVE = 1 << 8,  /* by a move alone */
	MEANT_BY_PLAN = 1 << 9,  /* by what looks like a line of a plan */
	MEANT_BY_BAR = 1 << 10,  /* by a bar in front of the first line */
	MEANT_BY_YES = 1 << 11,  /* by a yes to a challenge or an offer */
	MEANT_BY_NO = 1 << 7,    /* by a no to it */
	WRITES_TO = 1 << 16,     /* by words that answer a player's */
	CONFIRMS = 1 << 12,      /* by a yes to a question of the server */
	CONFIRMS_MOVE = 1 << 13, /* by the verb that CONFIRMS, about a game */
	HAS_PAGES = 1 << 14,     /* its answer may go on */
	ASKS_FOR_PAGE = 1 << 15, /* … with this; the Subject answered says how */
	ASKS_FOR_GAME = 1 << 17, /* by "play with fred" */
	OPENS_ACCOUNT = 1 << 18, /* by "sign up" */
	PASSES_WORDS =
	    1 << 20, /* it tells others nothing; words below it go to them as below chat */
	MAY_BE_POLITE = 1 << 19, /* thanks and greetings may stand behind it */
};

struct verb {
	const char *name;
	const char *aliases; /* blank-separated, or NULL */
	enum arg_kind args[VERB_ARGS_MAX];
	unsigned needs;
	unsigned manner;
};

/* By id, and so in alphabetical order; every verb that is spoken of stands in it. */
extern const struct verb verb_table[VERB_COUNT];
enum verb_id verb_id(const struct verb *verb);

/* The only verb with this manner. */
const struct verb *verb_meant_by(enum manner manner);
/* Has the verb of this name pages? */
bool verb_has_pages(const char *name);
/* Has it an argument of that kind? */
bool verb_takes(const struct verb *verb, enum arg_kind kind);

/* The verb of exactly this name, alias or word of a language, or of an unambiguous beginning
 * of five letters or more; NULL. word is folded. */
const struct verb *verb_find(const struct glossary *glossary, const char *word);
/* Bytes of the command in hanzi at the beginning of the folded word, where what stands behind it
 * without a blank may be its argument, "挑战fred"; 0: there is none. */
size_t verb_glued(const struct glossary *glossary, const char *word);
/* Words with which the line begins and which together are a command, "xin thua", become one, with
 * hyphens between them. */
void verb_join(struct arena *arena, const struct glossary *glossary, struct tokens *tokens);
/* The verb of whose name, alias or word of a language it differs by one slip of the finger;
 * NULL. */
const struct verb *verb_near(const struct glossary *glossary, const char *word);
/* One letter more, less, other, or two exchanged? */
bool verb_is_slip(const char *a, const char *b);
/* A word that means something in a command where a userid may stand: "all", "off". */
bool verb_is_keyword(const char *word);
/* Is the line, in folded words, a command that other servers of this kind have and
 * this one has not, with a password in it?  It must not be passed on as a remark. */
bool verb_is_foreign(const char *const *words, int count);
/* The command of other servers that the line begins with, or has in a move's place, and
 * that this one has not, or what is asked for in words: its name among the words "foreign", *word
 * as written, "" no command; NULL. */
const char *verb_foreign(struct arena *arena, const char *line, const char **word);
/* Do the first two words ask for an account together, "sign up" as "sign-up" does? */
bool verb_is_in_two(
    struct arena *arena, const struct glossary *glossary, const struct tokens *tokens);
/* Does the line ask for an account, in whatever form? */
bool verb_is_signup(struct arena *arena, const struct glossary *glossary, const char *line);
/* May this be a userid? 2-20 letters, digits, '-', '_', a letter first; no word that
 * means something in a command, no move. */
bool verb_allows_userid(const char *userid);
/* May this be a userid, or a name in an imported game, in any script? */
bool verb_allows_name(const char *name);

#endif
