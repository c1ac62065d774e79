/* SPDX-License-Identifier: ISC */
/*
 * Letters of the server to itself, by which the doctor tries the post.
 *
 * A signed token in the letter's own Message-ID tells it from all others, so
 * that nobody can forge one.  The server or the doctor, whichever reads it,
 * notes that it came; being a robot's letter and a loop it has no other effect.
 */
#ifndef SERVER_PROBE_H
#define SERVER_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct letter;
struct server;

enum probe_address { PROBE_PLAIN, PROBE_TAGGED }; /* xiangqi@…, xiangqi+TOKEN@… */
#define PROBE_ADDRESSES 2

struct probe {
	const char *sender; /* envelope: "" to the plain address, else as letters have it */
	const char *recipient;
	const char *message_id;
	const char *bytes;
	size_t length;
};

/* `number` names one visit of the doctor; it is positive. 0 or -1. */
int probe_make(struct probe *out, struct arena *arena, const struct server *server,
    enum probe_address to, int64_t number, int64_t now, struct err *err);

/* Notes that it came, in the transaction under way: 1, 0 for other letters, -1. */
int probe_note(const struct server *server, struct arena *arena, const struct letter *letter,
    int64_t stamped, struct err *err);

struct probe_arrival {
	bool came;
	bool has_sender; /* with its envelope sender, as mail servers tell it */
	bool as_sent;    /* and that and From are as they were */
	bool relayed;    /* with fields of a list or a relay */
	int64_t stamped; /* when, by the clock of where it came to */
};
/* What is known of that visit's letter; 0 or -1. */
int probe_look(struct probe_arrival *out, const struct server *server, enum probe_address to,
    int64_t number, struct err *err);

#endif
