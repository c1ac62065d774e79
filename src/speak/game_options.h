/* SPDX-License-Identifier: ISC */
/*
 * The options that say how a game is to be played, of commands that take any: --NAME=VALUE.
 * What the value of each is, src/cmd/challenge.c knows.
 */
#ifndef SPEAK_GAME_OPTIONS_H
#define SPEAK_GAME_OPTIONS_H

#define GAME_OPTIONS(X) \
	X(claim, CLAIM) \
	X(color, COLOR) \
	X(colour, COLOUR) \
	X(fen, FEN) \
	X(forfeittime, FORFEITTIME) \
	X(handicap, HANDICAP) \
	X(nagtime, NAGTIME) \
	X(now, NOW) \
	X(ontime, ONTIME) \
	X(opening, OPENING) \
	X(private, PRIVATE) \
	X(rated, RATED) \
	X(rules, RULES) \
	X(time, TIME) \
	X(totaltime, TOTALTIME) \
	X(vacations, VACATIONS) \
	X(weekends, WEEKENDS)

#define GAME_OPTION_ID(name, NAME) GAME_OPTION_##NAME,
enum game_option { GAME_OPTIONS(GAME_OPTION_ID) GAME_OPTION_COUNT };

/* By its name, folded; -1: there is none. */
int game_option_find(const char *name);

#endif
