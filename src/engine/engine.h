/* SPDX-License-Identifier: ISC */
/*
 * A program that plays xiangqi, asked for one move by UCI or UCCI: what it is told, what it
 * answers, and which of its moves is played.
 *
 * Who asks twice gets the same answer: strength is a number of nodes and a lot among the best
 * moves that the caller has drawn, never time.  The referee's word on a move is not its matter:
 * engines know no chases.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"
#include "process/child.h"

struct arena;

#define ENGINE_LINES     6 /* moves that it looks at side by side, at most */
#define ENGINE_LINE_MAX  4096
#define ENGINE_PRINT_MAX (256 * 1024)
#define ENGINE_MATE      30000 /* the score of a mate on the board; one in n moves is n less */

enum protocol { PROTOCOL_UCI, PROTOCOL_UCCI };

/* What the operator chose. */
struct engine_options {
	const char *command;                         /* a path, and words after it; NULL: none */
	const char *words[CHILD_WORDS_MAX], *folder; /* made of it by engine_read_command */
	int count;
	const char *options; /* "NAME=VALUE; NAME=VALUE", sent to it; NULL none */
	enum protocol protocol;
	bool counts_from_zero; /* its ranks, by UCI: engine_counts; by UCCI all do */
	int memory;            /* megabytes */
	int timeout;           /* seconds that an answer may take */
};

/* Reads the command; the folder is the program's own, which it may read. */
void engine_read_command(struct engine_options *options, struct arena *arena);

#define ENGINE_LEVELS 8
/* The number for a level, counted from 1, in a text of them; false: there is none. */
bool engine_level(const char *numbers, int level, int *out);

struct engine_question {
	const struct game *game;
	int nodes;
	int lines;               /* moves that it looks at side by side; 0: ENGINE_LINES */
	bool is_bare;            /* the position alone, without the moves that led to it */
	const struct move *only; /* it may choose among these; NULL: all */
	int only_count;
};

/* A move and what it is worth to the side to move, in hundredths of a soldier. */
struct engine_line {
	struct move move;
	int score, depth;
};
struct engine_answer {
	struct engine_line lines[ENGINE_LINES]; /* the best first */
	int count;
	bool is_done;
	char best[8];    /* its move as it wrote it; "" none */
	bool is_foreign; /* it plays variants of chess, and xiangqi is none of them */
	char words[200]; /* what it said to whoever runs it, last, or of an ERROR first; "" */
};

/* All that it is told, in the arena. */
const char *engine_question(
    struct arena *arena, const struct engine_options *options, const struct engine_question *its);
/* Takes in one line that it has written; blanks may stand around all words.  first: how it counts
 * the first rank, 0 or 1. */
void engine_hear(struct engine_answer *answer, int first, const char *line);
/* Its best move in the first position says how it counts ranks: no move there is one by both
 * counts.  False: it is none by either. */
bool engine_counts(const char *best, bool *from_zero);

/* May a move be played? */
typedef bool engine_filter(struct game *game, struct move move);
/* The best score of those that may be played, less `width`, and better moves: one of these, by
 * the lot.  NULL: none may be played. */
const struct engine_line *engine_choose(const struct engine_answer *answer, struct game *game,
    engine_filter *may, int width, uint32_t lot);

/* A question at work in a process of its own. */
struct thought {
	struct child child;
	struct engine_answer answer;
	int first; /* how it counts the first rank */
	char output[ENGINE_PRINT_MAX + 1];
};
/* The process that may be run; words and limits. */
void engine_command(const struct engine_options *options, struct child_plan *out);
/* -1 with err: it cannot be started, or does not listen. */
int thought_start(struct thought *thought, const struct engine_options *options,
    const char *question, struct err *err);
/* Never waits.  0 it thinks; 1 it has answered, and is gone; -1 it broke a limit, ended without
 * an answer … */
int thought_step(struct thought *thought, struct err *err);
void thought_end(struct thought *thought);

#endif
