/* SPDX-License-Identifier: ISC */
/*
 * How the server does, in numbers: for people, for programs (JSON), and for the text file
 * collector of Prometheus' node exporter.
 *
 * What it does itself is added up while it works (status_note), pass by pass; all else is
 * counted when it is asked for.
 */
#ifndef SERVER_STATUS_H
#define SERVER_STATUS_H

#include <stdint.h>

struct arena;
struct err;
struct pass;
struct server;
struct str;

/* What was done since it was last added to the store. */
struct activity {
	int64_t passes, ms; /* and milliseconds that they took */
	int64_t last;       /* of them, of the last pass */
	int64_t letters, done, refused, ignored, bounced, parked, sent;
};

/* One more pass, which took so long. */
void activity_add(struct activity *activity, const struct pass *pass, int64_t ms);
/* Adds it to the store, in a transaction of its own, and empties it.  0 or -1. */
int activity_note(struct activity *activity, struct server *server, int64_t now, struct err *err);

enum status_form { STATUS_TEXT, STATUS_JSON, STATUS_PROMETHEUS };
/* 0 or -1. */
int status_write(const struct server *server, enum status_form form, int64_t now, struct str *out,
    struct err *err);
/* As STATUS_PROMETHEUS, into a file that everybody may read, whole.  0 or -1. */
int status_publish(const struct server *server, const char *path, int64_t now, struct err *err);

#endif
