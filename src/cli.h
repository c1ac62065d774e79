/* SPDX-License-Identifier: ISC */
/*
 * The command words that need no server: argv[0] is the word, the rest are its
 * arguments.  Each returns the exit code: 0; 1 with a line on standard error;
 * 2 for wrong usage.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>

struct board;
struct err;
struct move;

/* riverpost perft FEN DEPTH */
int	cli_perft(int argc, char **argv);
/* riverpost moves FEN */
int	cli_moves(int argc, char **argv);
/* riverpost judge [--rules=R] [--batch] FEN MOVE... */
int	cli_judge(int argc, char **argv);
/* riverpost check-games [--rules=R] [FILE]; 1 too when a game has an illegal move */
int	cli_check_games(int argc, char **argv);
/* riverpost notation --to=N [--from=N] [--batch] FEN MOVE... */
int	cli_notation(int argc, char **argv);
/* riverpost board [--style=S] [--png=FILE] [--flip] [FEN | N[#n]] [MOVE...] */
int	cli_board(int argc, char **argv);

/* What cli_board needs of the store: the position of "N" or "N#n" and the move
 * that led there (*has_last false at the start); -1 with err when there is none. */
int	cli_board_of_game(const char *number, struct board *board, struct move *last,
	    bool *has_last, struct err *err);

#endif
