/* SPDX-License-Identifier: ISC */
/*
 * What each kind of source provides, and what source.c keeps for all of them.
 *
 * To add a kind: one file with a const struct source_ops, and a line in
 * SOURCE_KINDS (source.h).  The functions mean what source.h says; backing off
 * after failures is source.c's matter, an op that returns -1 has already dropped
 * its connection.
 */
#ifndef MAIL_SOURCE_OPS_H
#define MAIL_SOURCE_OPS_H

#include "mail/source/source.h"

struct source_ops {
	struct kind kind;
	int (*open)(struct source *source, struct err *err);
	void (*close)(struct source *source);                 /* also after a failed open */
	int (*probe)(struct source *source, struct err *err); /* NULL: begin says it all */
	int (*begin)(struct source *source, struct err *err);
	int (*fetch)(
	    struct source *source, struct arena *arena, struct intake *intake, struct err *err);
	int (*settle)(
	    struct source *source, const struct intake *intake, enum settle how, struct err *err);
	int (*expire)(struct source *source, int64_t before, struct err *err); /* NULL: never */
	int (*idle)(struct source *source, struct err *err); /* NULL: poll by time */
	int (*wake)(struct source *source, struct err *err);
};

struct source {
	const struct source_ops *ops;
	struct source_options options; /* copied, defaults filled in */
	struct arena *arena;           /* as old as the source */
	char name[200];
	void *state;      /* the kind's own, in the arena */
	int64_t now;      /* as given to source_begin */
	int64_t retry_at; /* after a failure; 0: none */
	int failures;     /* in a row */
	int skipped;      /* of this round: see source_skipped */
	int vanished;     /* see source_vanished */
};

/* Bytes up to and with the first empty line; all of them when there is none. */
size_t source_headers(const char *bytes, size_t length);

#define SOURCE_EXTERN(upper, lower) extern const struct source_ops source_##lower##_ops;
SOURCE_KINDS(SOURCE_EXTERN)

#endif
