/* SPDX-License-Identifier: ISC */
/*
 * What each kind of source provides, and what source.c keeps for all of them.
 *
 * To add a kind: one file with a const struct source_ops, and a line in
 * SOURCE_KINDS (source.h).  The functions mean what source.h says; backing off
 * after failures is source.c's matter, an op that returns -1 has already dropped
 * its connection.
 */
#ifndef MAIL_SOURCE_SOURCE_OPS_H
#define MAIL_SOURCE_SOURCE_OPS_H

#include "mail/source/source.h"

struct source_ops {
	struct kind kind;
	int (*open)(struct source *source, struct err *err);
	void (*close)(struct source *source);                 /* also after a failed open */
	int (*probe)(struct source *source, struct err *err); /* NULL: begin says it all */
	/* What the doctor is told, and of how many things (FINDINGS_MAX), where a look changes less
	 * than open; NULL: he opens it, and probes. */
	int (*look)(const struct source_options *options, int64_t now, struct finding *findings);
	/* NULL: it is not known. */
	void (*waiting)(const struct source_options *options, int64_t now, struct waiting *out);
	/* NULL: they do not lie on this machine. */
	int (*give_back)(const struct source_options *options, source_wants *wants, void *context,
	    int *count, struct err *err);
	int (*begin)(struct source *source, struct err *err);
	int (*fetch)(
	    struct source *source, struct arena *arena, struct intake *intake, struct err *err);
	bool (*is_at_hand)(const struct source *source); /* NULL: where the kind is local */
	int (*settle)(
	    struct source *source, const struct intake *intake, enum settle how, struct err *err);
	/* NULL: in the folder on its server. */
	void (*aside)(
	    const struct source *source, const struct intake *intake, char *out, size_t size);
	int (*expire)(struct source *source, int64_t before, struct err *err); /* NULL: never */
	int (*idle)(struct source *source, struct err *err); /* NULL: poll by time */
	bool (*has_news)(struct source *source);             /* NULL: whatever can be read is */
	int (*wake)(struct source *source, struct err *err);
};

struct source {
	const struct source_ops *ops;
	struct source_options options; /* copied, defaults filled in */
	struct arena *arena;           /* as old as the source */
	char name[200];
	void *state;      /* the kind's own, in the arena */
	int64_t now;      /* as given to source_begin */
	int64_t asked;    /* when its kind was last asked for something, by clock_steady_ms */
	int64_t retry_at; /* after a failure; 0: none */
	int failures;     /* in a row */
	int skipped;      /* of this round: see source_skipped */
	int vanished;     /* see source_vanished */
	struct letter_mark *marks;
	size_t mark_count, mark_room;
};

#define SOURCE_EXTERN(upper, lower) extern const struct source_ops source_##lower##_ops;
SOURCE_KINDS(SOURCE_EXTERN)

/* Length of the line at `bytes` with its end (LF, CRLF or CR). */
size_t source_line(const char *bytes, size_t length);
/* Bytes up to and with the first empty line; all of them when there is none. */
size_t source_headers(const char *bytes, size_t length);

/* Of a letter of `size` bytes the server has given no more than these: is it left for a later
 * round, when the server may have the rest?  After a day it is not: intake->is_cut. */
bool source_waits_for_text(
    struct source *source, struct intake *intake, const char *bytes, size_t length, size_t size);
/* Those that are kept from earlier programs.  0 or -1. */
int marks_recall(struct source *source, struct err *err);
/* NULL: it has none.  Valid until the next call of one of these. */
struct letter_mark *marks_find(struct source *source, const char *id);
/* Puts it in the place of the one with its name.  is_kept: it outlives this program. */
void marks_set(struct source *source, const struct letter_mark *mark, bool is_kept);
void marks_drop(struct source *source, const char *id);
/* Is this letter another one than that which had its name? */
bool mark_is_of_another(const struct letter_mark *mark, int64_t size);
/* A letter is not given, or not the whole of it: since when. */
int64_t marks_late(struct source *source, const char *id, int64_t size);
/* Drops those of letters that are not there any more. */
typedef bool mark_is_there(void *context, const char *id);
void marks_tidy(struct source *source, mark_is_there *is_there, void *context);

/*
 * Letters that a mail server fails to give, or to move.
 *
 * They are skipped for a while, so that they hold up no other, and tried again
 * then; where it may be chance, not before SKIPPED_TRIES failures in a row.  They
 * stay where they are: the fault may be the server's and not the letter's.
 */
#define SKIPPED_MAX     100 /* letters known at a time; the oldest is forgotten first */
#define SKIPPED_TRIES   3
#define SKIPPED_SECONDS 900
#define SKIPPED_ID      128 /* bytes of a letter's name, with NUL */

/* All zero at first. */
struct skipped {
	struct {
		char id[SKIPPED_ID];
		int64_t until;
	} letters[SKIPPED_MAX];
	size_t next;           /* the place for one more */
	char last[SKIPPED_ID]; /* the letter that failed last */
	int failures;          /* of that one, in a row */
};

/* A letter is skipped from now on. */
void skipped_add(struct skipped *skipped, const char *id, int64_t now);
/* A letter failed, perhaps by chance; true when it is skipped from now on. */
bool skipped_note_failure(struct skipped *skipped, const char *id, int64_t now);
bool skipped_has(const struct skipped *skipped, const char *id, int64_t now);

#endif
