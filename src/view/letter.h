/* SPDX-License-Identifier: ISC */
/*
 * A message becomes a Subject and a text in its reader's language.
 *
 * The first lines of a game's letter are a stable format that programs read
 * (riverpost-commands(7)); the Subject of a game never changes, and
 * no Subject of the server parses as a command.
 */
#ifndef VIEW_LETTER_H
#define VIEW_LETTER_H

#include <stdint.h>

#include "cmd/reply.h"
#include "store/players.h"
#include "view/letter_html.h"
#include "view/template.h"

struct arena;
struct err;
struct glossary;
struct store;

struct letter_view {
	struct arena *arena;
	struct store *store;
	struct templates *templates;
	const struct glossary *glossary;
	const char *name;     /* "Riverpost" */
	const char *address;  /* where commands go */
	const char *language; /* for strangers */
	int64_t now;
	const char *reply_to;      /* where answers to this letter go; NULL none is expected */
	struct pictures *pictures; /* boards become these; NULL: text */
};

struct rendered {
	const char *subject;
	const char *text;
	const char *html; /* the same with pictures, for readers who want it; NULL none */
	struct pictures pictures;
	const char *event; /* a file for calendar programs (event.h); NULL none */
	bool is_event_off;
	struct game *game; /* whose conversation the letter belongs to; NULL none */
};

/* How a reader wants things; NULL: a stranger. */
struct reader letter_reader(const struct letter_view *view, const struct player *reader);
/* The game whose conversation the message belongs to; NULL none. */
struct game *letter_game(const struct message *message);
/* reader: NULL for a stranger. */
int letter_render(const struct letter_view *view, const struct reply *reply,
    const struct message *message, const struct player *reader, struct rendered *out,
    struct err *err);

/* What a bare list of moves comes to, in the words of the letters: the players are called by
 * their sides.  explain: with what each move was, also before and without a loop.  0 with
 * *out in the arena. */
int letter_verdict(struct arena *arena, struct templates *templates, const struct history *history,
    const struct verdict *verdict, bool explain, const char **out, struct err *err);

#endif
