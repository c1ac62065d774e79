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
struct move;
struct str;

/* Options that may stand before or after the word; main() sets them. */
extern struct cli_options {
	const char *file, *home; /* NULL: not given */
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

/* What cli_board needs of the store: the position of "N" or "N#n" and the move
 * that led there (*has_last false at the start); -1 with err when there is none. */
int cli_board_of_game(
    const char *number, struct board *board, struct move *last, bool *has_last, struct err *err);

/* riverpost read [FILE] */
int cli_read(int argc, char **argv);
/* riverpost player list | show U | add U ADDRESS | password U | suspend U | restore U | delete U */
int cli_player(int argc, char **argv);
/* riverpost game list | show N | adjudicate N RESULT | cancel N | clock N NAG FORFEIT */
int cli_game(int argc, char **argv);
/* riverpost queue [list | retry ID | drop ID] */
int cli_queue(int argc, char **argv);
/* riverpost import FILE... ; riverpost export [--format=F] [N...] */
int cli_import(int argc, char **argv);
int cli_export(int argc, char **argv);
/* riverpost backup FILE ; riverpost check ; riverpost doctor [--letter [--wait=SECONDS]] */
int cli_backup(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_doctor(int argc, char **argv);
/* riverpost keys [change] */
int cli_keys(int argc, char **argv);

/* What is wrong with which word of the command line (NULL: one is missing): returns 2, upon
 * which main says it and the usage, in one line. */
extern char cli_fault[400];
#define CLI_TOO_MUCH "I cannot use this word here"
#define CLI_RULES    "there is no such rule set; there are server, asian and cxq"
int cli_wrong(const char *value, const char *what);
/* The configuration in force, loaded once; NULL after a line on standard error. */
const struct config *cli_config(void);
/* The same, with the failure for the caller: 0 or -1. */
int cli_load_config(const struct config **out, struct err *err);
/* --now, or the clock. */
int64_t cli_now(void);

/* All of a file, or of standard input (path NULL): *out is made in the arena; -1 with err. */
int cli_read_file(const char *path, struct arena *arena, struct str *out, struct err *err);
/* Each line of a file, or of standard input, without its end; empty ones are left out.
 * -1 after a line on standard error. */
int cli_each_line(const char *path, void (*each)(void *context, char *line), void *context);

#endif
