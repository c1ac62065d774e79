/* SPDX-License-Identifier: ISC */
/*
 * Letters taken from their source: handled, committed, then settled there.
 */
#ifndef SERVER_INTAKE_H
#define SERVER_INTAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "mail/source/source.h"
#include "server/postman.h"

struct arena;
struct err;
struct server;

/* One pass over all sources, counted. */
struct pass {
	int letters; /* taken: what became of them, those apart that were known already */
	int done, refused, ignored, bounced, parked;
	int sent;
	bool all_read;   /* no source failed, nothing was left unhandled */
	bool is_partial; /* a source's round goes on in the next pass */
	bool failed;     /* something did, for a fault of this installation or of a mail server */
};

/*
 * Letters of one source that are committed together.
 *
 * The first is committed by itself, so that it is answered at once; while more wait, twice
 * as many share a commit each time, up to GROUP_MAX or GROUP_MS milliseconds.
 */
#define GROUP_MAX 64
#define GROUP_MS  50
struct group {
	struct source *source;
	int size;      /* letters after which it is closed */
	int64_t since; /* clock_steady_ms of the first */
	int count;
	struct taken {
		struct intake intake; /* its bytes are gone */
		enum handled handled;
		const char *line;
	} letters[GROUP_MAX];
	struct arena *arena;
	struct arena *bytes; /* of the letter in hand */
	bool is_open;
};

void group_init(struct group *group, struct source *source);
void group_free(struct group *group);
/* Fetches and handles the source's next letter.  1, 0 none is left; -1: close the group and stop
 * this pass. */
int group_take(struct group *group, struct server *server, int64_t now, struct err *err);
/* Is it time to close it?  It is not kept open while a mail server is waited for. */
bool group_is_full(const struct group *group);
/* Commits, and settles each letter in its source.  Where the commit fails nothing was done, and
 * all of them are met again; -1. */
int group_close(struct group *group, struct server *server, struct pass *pass, struct err *err);

/* While a letter is being read, from poison_begin to poison_end, a crash of the program is
 * counted against it, in HOME/in-hand.  How often it crashed the program so far. */
int poison_begin(const struct server *server, const struct intake *intake);
void poison_end(void);

#endif
