/* SPDX-License-Identifier: ISC */
/*
 * What each kind of sink provides, and what sink.c keeps for all of them.
 *
 * To add a kind: one file with a const struct sink_ops, and a line in SINK_KINDS
 * (sink.h).
 */
#ifndef MAIL_SINK_OPS_H
#define MAIL_SINK_OPS_H

#include "mail/sink/sink.h"

struct arena;

/* One letter to one recipient; addresses were looked at (sink.c). */
struct parcel {
	const char *sender; /* "" is <> */
	const char *recipient;
	const char *name;
	const char *bytes;
	size_t length;
};

struct sink_ops {
	struct kind kind;
	int (*open)(struct sink *sink, struct err *err);
	void (*close)(struct sink *sink); /* also after a failed open */
	int (*probe)(struct sink *sink, struct err *err);
	void (*send)(struct sink *sink, const struct parcel *parcel, struct sink_answer *answer);
	void (*hurry)(struct sink *sink); /* NULL: it is never slow */
};

struct sink {
	const struct sink_ops *ops;
	struct sink_options options; /* copied, defaults filled in */
	struct arena *arena;         /* as old as the sink */
	char name[200];
	void *state; /* the kind's own, in the arena */
};

#define SINK_EXTERN(upper, lower) extern const struct sink_ops sink_##lower##_ops;
SINK_KINDS(SINK_EXTERN)

/* Fills *answer; the text is made one printable line. */
void answer_set(struct sink_answer *answer, enum sent sent, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
