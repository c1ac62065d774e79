/* SPDX-License-Identifier: ISC */
/*
 * A message becomes a Subject and a document in its reader's language: a text, and HTML.
 *
 * The first lines of a game's letter are a stable format that programs read
 * (riverpost-commands(7)); the Subject of a game never changes, and
 * no Subject of the server parses as a command.
 */
#ifndef VIEW_LETTER_H
#define VIEW_LETTER_H

#include <stdbool.h>
#include <stdint.h>

#include "play/reply.h"
#include "store/players.h"
#include "view/doc_html.h"
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
	const char *name;             /* "Riverpost" */
	const char *address;          /* where commands go */
	const char *operator_address; /* for those who have to ask a person; NULL none */
	const char *language;         /* for strangers */
	bool has_machine;             /* there is a program that reviews games */
	int games_max;                /* that a player may have at once */
	int64_t now;
	const char *reply_to;   /* where answers to this letter go; NULL none is expected */
	const int64_t *waiting; /* the reader's boards that wait for him (letter_boards) … */
	int waiting_count;
};

struct rendered {
	const char *subject;
	const char *text;
	const char *html; /* the same with pictures, for readers who want it and where it shows more
			   * than a text; NULL none */
	struct pictures pictures;
	const char *event; /* a file for calendar programs (event.h); NULL none */
	bool is_event_off;
	struct game *game; /* whose conversation the letter belongs to; NULL none */
};

/* The game whose conversation the message belongs to; NULL none, or it shows several: an answer
 * says which it is about. */
struct game *letter_game(const struct message *message);
/* Does it carry somebody else's words about that game to its reader? */
bool letter_carries_words(
    const struct reply *reply, const struct message *message, const struct player *reader);
/* The boards that the letter lists besides that game, for its token, in the arena: how many, or
 * -1.  Those that wait for its reader are found for letter_render, too. */
int letter_boards(struct letter_view *view, const struct message *message,
    const struct player *reader, int64_t **out, struct err *err);
/* reader: NULL for a stranger.  A letter is in one language: what his lacks, or has broken, makes
 * it an English one. */
int letter_render(const struct letter_view *view, const struct reply *reply,
    const struct message *message, const struct player *reader, struct rendered *out,
    struct err *err);

#endif
