/* SPDX-License-Identifier: ISC */
/*
 * Scores in and out: a game as other programs keep it.
 *
 * Reading is lenient about everything but the moves: those are legal by the
 * basic rules, and where one cannot be read for certain the game ends before it
 * and `error` says why.  Variations are left out, which `note` says.  Sources: the formats as
 * their programs write them; XQF by its author's description of version 1.0 and
 * what is known of the encrypted versions 11-18.
 */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "rules/board.h"

struct arena;
struct err;
struct str;

enum record_format {
	RECORD_PGN, /* PGN with Chinese moves, which no Format tag means */
	RECORD_PGN_WXF,
	RECORD_PGN_ICCS,
	RECORD_DHTMLXQ, /* [DhtmlXQ]…[/DhtmlXQ], pasted in forums */
	RECORD_WXF,     /* FORMAT WXF … START{ … }END */
	RECORD_XQF      /* binary; written in version 10 */
};

enum record_field {
	FIELD_TITLE,
	FIELD_EVENT,
	FIELD_SITE,
	FIELD_DATE,
	FIELD_ROUND,
	FIELD_RED,
	FIELD_GREEN,
	FIELD_RED_TEAM,
	FIELD_GREEN_TEAM,
	FIELD_TIME_CONTROL,
	FIELD_TERMINATION,
	FIELD_OPENING,
	FIELD_ANNOTATOR,
	FIELD_RULES
};
#define RECORD_FIELDS 14

/* All memory is the arena's it was made with. */
struct record {
	struct board start;
	int length; /* plies */
	struct move *moves;
	const char **comments;             /* length + 1: after each move, [0] before all */
	int64_t *times;                    /* length: when played (UTC), 0 unknown */
	const char *fields[RECORD_FIELDS]; /* UTF-8 without control characters, NFC; or NULL */
	enum result result;                /* RESULT_NONE: there is none, or it is not known */
	const char *error;                 /* why reading ended before the last move; or NULL */
	const char *note;                  /* what is left out, or contradicts itself; or NULL */
	struct record *next;               /* the next game of the same file */
};

/* A record with room for `length` moves, all empty, from the start position. */
struct record *record_new(struct arena *arena, int length);
/* One of this server's games: players' userids, date, rules, ending, times; no comments. */
struct record *record_from_game(struct arena *arena, const struct game *game);
/* Reads all games of a file in any format and encoding.  -1: it holds none. */
int record_read(struct arena *arena, const char *bytes, size_t size, struct record **first,
    int *count, struct err *err);
/* Adds the record to out (whose limit may cut it: str.full).  Texts that a
 * format has no room for are shortened or left out, moves never. */
void record_write(struct str *out, const struct record *record, enum record_format format);
/* "pgn" and "chinese", "pgn-wxf", "iccs", "dhtmlxq", "wxf", "xqf". */
bool record_format_find(const char *name, enum record_format *format);
/* Is it one of these, or another form of a game that can be asked for: "signed", "gif"? */
bool record_is_form(const char *name);
/* "1-0" … "*" */
const char *result_text(enum result result);
const char *record_format_suffix(enum record_format format); /* "pgn" … */

#endif
