/* SPDX-License-Identifier: ISC */
/*
 * The words of the command line: argv[0] is the word, the rest are its
 * arguments.  Each returns the exit code: 0; 1 with a line on standard error;
 * 2 for wrong usage, which main() then words.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

struct arena;
struct board;
struct err;
struct str;

/* Options that may stand before or after the word; main() sets them. */
extern struct cli_options {
	const char *file, *home; /* NULL: not given */
	const char *backup;      /* the home is a copy of it (copy.h); NULL: it is none */
	int64_t now;             /* 0: the clock's */
	bool verbose;
} cli_options;

/* riverpost run ; riverpost serve ; riverpost deliver ... (or 75) */
int cli_run(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_deliver(int argc, char **argv);
/* riverpost config [--manual] */
int cli_print_config(int argc, char **argv);
/* riverpost perft FEN DEPTH */
int cli_perft(int argc, char **argv);
/* riverpost moves FEN */
int cli_moves(int argc, char **argv);
/* riverpost judge [--rules=R] [--explain] [--batch] FEN MOVE... */
int cli_judge(int argc, char **argv);
/* riverpost check-games [--rules=R] [FILE]; 1 too when a game has an illegal move */
int cli_check_games(int argc, char **argv);
/* riverpost notation --to=N [--from=N] [--batch] FEN MOVE... */
int cli_notation(int argc, char **argv);
/* riverpost board [--style=S] [--png=FILE] [--flip] [FEN | N[#n]] [MOVE...] */
int cli_board(int argc, char **argv);

/* Operators' own language. */
extern const struct board_labels cli_board_labels;
/* riverpost read [FILE] */
int cli_read(int argc, char **argv);
/* riverpost queue [list | retry ID | drop ID] */
int cli_queue(int argc, char **argv);
/* riverpost doctor [--letter [--wait=SECONDS]] */
int cli_doctor(int argc, char **argv);
/* riverpost backup FILE | --keep N DIR | --verify FILE; riverpost restore FILE | --alone */
int cli_backup(int argc, char **argv);
int cli_restore(int argc, char **argv);
/* riverpost keys [change | sign [--renew]] */
int cli_keys(int argc, char **argv);
/* riverpost verify FILE [SIGFILE] [--key=KEY] */
int cli_verify(int argc, char **argv);

/* What is wrong with which word of the command line (NULL: one is missing): returns 2, upon
 * which main says it and the usage, in one line. */
extern char cli_fault[400];
#define CLI_TOO_MUCH "I cannot use this word here"
#define CLI_RULES    "there is no such rule set; there are server, asian and cxq"
int cli_wrong(const char *value, const char *what);
/* Says the failure on standard error; returns 1. */
int cli_failed(const struct err *err);
/* A position that the board can hold, the kings not facing, or "start": NULL, or what is wrong. */
const char *cli_position_fault(const char *fen, struct board *board);
/* The same; false after a line on standard error. */
bool cli_position(const char *fen, struct board *board);
/* The configuration in force, loaded once; NULL after a line on standard error. */
const struct config *cli_config(void);
/* The same, with the failure for the caller: 0 or -1. */
int cli_load_config(const struct config **out, struct err *err);
/* --now, or the clock. */
int64_t cli_now(void);

#define CLI_FILE_MAX ((size_t)256 * 1024 * 1024) /* bytes of what is read whole */
/* Each line of a file, or of standard input, without its end; empty ones are left out.
 * -1 after a line on standard error. */
int cli_each_line(const char *path, void (*each)(void *context, char *line), void *context);

#endif
