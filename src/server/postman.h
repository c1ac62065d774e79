/* SPDX-License-Identifier: ISC */
/*
 * One letter: who wrote it, what it commands, what is answered.
 */
#ifndef SERVER_POSTMAN_H
#define SERVER_POSTMAN_H

#include <stdint.h>

struct arena;
struct err;
struct intake;
struct server;

/* What became of a letter. */
enum handled {
	HANDLED_DONE,    /* its commands were carried out */
	HANDLED_REFUSED, /* … up to a refusal */
	HANDLED_IGNORED, /* a robot's, a stranger's, a loop */
	HANDLED_BOUNCED, /* a report about a letter of the server's */
	HANDLED_PARKED,  /* unreadable: to be put aside */
	/* From here on nothing is stored. */
	HANDLED_KNOWN,        /* taken before; nothing new happened */
	HANDLED_KNOWN_PARKED, /* taken before, and to be put aside as it was then */
	HANDLED_FAILED,       /* it cannot be answered, for a fault of this installation */
	HANDLED_ERROR         /* it could not even be begun: try again */
};

/* Handles one letter in one transaction.  *line: what the log is to say when that has reached
 * the disk, in `keep`; NULL: nothing.  err: for HANDLED_FAILED and HANDLED_ERROR, and why for
 * HANDLED_PARKED. */
enum handled postman_handle(struct server *server, const struct intake *intake, int64_t now,
    struct arena *keep, const char **line, struct err *err);
/* For the log and the inbox row: "done", "refused" … */
const char *handled_name(enum handled handled);

#endif
