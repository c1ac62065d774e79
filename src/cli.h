/* SPDX-License-Identifier: ISC */
/*
 * The command words that need no server: argv[0] is the word, the rest are its
 * arguments.  Each returns the exit code: 0; 1 with a line on standard error;
 * 2 for wrong usage.
 */
#ifndef CLI_H
#define CLI_H

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

#endif
