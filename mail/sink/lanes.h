/* SPDX-License-Identifier: ISC */
/*
 * Several letters on their way at once, each in a lane with a sink of its own.
 *
 * A slow or dead recipient holds up one lane and no more.  Order: lanes_open;
 * lanes_put while a lane is free; lanes_take for each letter that came to its
 * end; lanes_close.  All of it is called by one thread; the lanes' own threads
 * begin with the first letter, and share nothing with it but that letter.
 */
#ifndef MAIL_LANES_H
#define MAIL_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/sink/sink.h"

struct lanes;

struct freight {
	int64_t id;                                    /* the caller's name for it */
	const char *sender, *recipient, *name, *bytes; /* as for sink_send */
	size_t length;
};

/* As many lanes as options->connections says. */
int lanes_open(struct lanes **lanes, const struct sink_options *options, struct err *err);
/* Waits for what is on its way; its answers are lost. NULL is fine. */
void lanes_close(struct lanes *lanes);

bool lanes_has_room(const struct lanes *lanes);
/* Letters put and not yet taken. */
int lanes_under_way(const struct lanes *lanes);
bool lanes_has_recipient(const struct lanes *lanes, const char *recipient);
/* Where there is room; copies all of it. */
void lanes_put(struct lanes *lanes, const struct freight *freight);
/* Waits at most `ms` milliseconds; false when no letter came to its end. */
bool lanes_take(struct lanes *lanes, int ms, int64_t *id, struct sink_answer *answer);
/* Becomes readable when a letter came to its end. */
int lanes_fd(const struct lanes *lanes);
/* Letters on their way end soon, as SENT_RETRY if they are not sent by then. */
void lanes_hurry(struct lanes *lanes);

#endif
