/* SPDX-License-Identifier: ISC */
/*
 * What each kind of sink provides, and what sink.c keeps for all of them.
 *
 * To add a kind: one file with a const struct sink_ops, and a line in SINK_KINDS
 * (sink.h).  No op waits, close and probe apart.
 */
#ifndef MAIL_SINK_SINK_OPS_H
#define MAIL_SINK_SINK_OPS_H

#include "mail/sink/rejection.h"
#include "mail/sink/sink.h"

struct arena;

/* A place for one letter on its way. */
struct slot {
	enum { SLOT_FREE, SLOT_PENDING, SLOT_ENDED } stage;
	struct delivery delivery; /* its addresses were looked at */
	/* Its addresses as mail servers take them, in A-labels (base/idn.h). */
	const char *from, *to;
	struct arena *arena; /* of the letter */
	int returns;         /* how often a connection was turned away with it */
};

struct sink_ops {
	struct kind kind;
	int (*open)(struct sink *sink, struct err *err); /* NULL: there is nothing to open */
	void (*close)(struct sink *sink); /* also after a failed open; NULL: nothing is kept */
	int (*probe)(struct sink *sink, struct err *err); /* NULL: open says it all */
	/* What the doctor is told, where a look changes less than open; NULL: he opens it, and
	 * probes. */
	void (*look)(const struct sink_options *options, struct finding *finding);
	/* Takes up a pending slot's letter; it may end at once. */
	void (*begin)(struct sink *sink, struct slot *slot);
	/* Goes on with the pending ones as far as it can.  NULL: letters end in begin. */
	void (*run)(struct sink *sink);
	/* Lets go of a pending slot; may end it. */
	void (*cancel)(struct sink *sink, struct slot *slot);
};

struct sink {
	const struct sink_ops *ops;
	struct sink_options options; /* copied, defaults filled in */
	struct arena *arena;         /* as old as the sink */
	char name[200];
	void *state;      /* the kind's own, in the arena */
	int epoll;        /* what run waits for: the timer, and what the kind adds */
	int timer;        /* see sink_wake_at */
	int64_t wakes_at; /* the timer, by clock_steady_ms; 0: never */
	bool is_aborted;
	int limit; /* letters on their way at once, now: from 1 to options.connections */
	/* For as many letters on their way as there are connections, and as many that ended. */
	int slot_count;
	struct slot *slots;
};

#define SINK_EXTERN(upper, lower) extern const struct sink_ops sink_##lower##_ops;
SINK_KINDS(SINK_EXTERN)

/* The letter has ended, and was to blame if it was not sent.  The text is made one printable
 * line. */
void slot_end(struct slot *slot, enum sent sent, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same where the letter is not to blame: it is tried again. */
void slot_blame(struct slot *slot, enum blame blame, int code, const char *text);
/* The same where all of it was said, and no answer came. */
void slot_unsure(struct slot *slot, enum blame blame, const char *text);
enum blame blame_of_rejection(enum rejection rejection);
/* When run is to be called at the latest, by clock_steady_ms; 0: never.  It may be called
 * sooner. */
void sink_wake_at(struct sink *sink, int64_t ms);
/* The letter with CRLF made LF, in the slot's arena. */
const char *slot_unix_lines(struct slot *slot, size_t *length);
/* The letter as it goes over an SMTP line, with its final dot (RFC 5321, 4.5.2), there too. */
const char *slot_dotted_lines(struct slot *slot, size_t *length);

#endif
