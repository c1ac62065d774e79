/* SPDX-License-Identifier: ISC */
/*
 * Where letters come from: Maildir, the spool of riverpost-deliver, IMAP, POP3.
 *
 * Order of calls: source_open, then rounds of { source_fetch until 0, handle
 * each, source_settle each after its commit }, source_wait between rounds,
 * source_close.  A letter not settled is fetched again in the next round (or
 * after a restart); the inbox digest makes that harmless.  A failure closes
 * the connection; the next source_fetch opens it again, with waits that grow.
 */
#ifndef MAIL_SOURCE_SOURCE_H
#define MAIL_SOURCE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/net/kind.h"
#include "mail/net/url.h"

struct arena;
struct err;

/* All kinds; the first is the default.  source_imap.c holds source_imap_ops; Maildir and
 * spool share a file. */
#define SOURCE_KINDS(KIND) \
	KIND(MAILDIR, maildir) \
	KIND(SPOOL, spool) \
	KIND(IMAP, imap) \
	KIND(POP3, pop3)
#define SOURCE_ENUM(upper, lower) SOURCE_##upper,
enum source_kind { SOURCE_KINDS(SOURCE_ENUM) };

/*
 * A letter that stays in a mailbox on a server although it should not.  It is known by its name
 * and its size together: servers give names again.
 */
enum mark_kind {
	MARK_LATE,  /* the server does not give it, or not the whole of it */
	MARK_TAKEN, /* it was taken, and is not to be read again */
	MARK_COPIED /* the same, and it lies in its folder already */
};
#define MARK_TRIES 3 /* to move it; then it is left where it is */
struct letter_mark {
	char id[128]; /* as in struct intake */
	int64_t size; /* bytes, as the server says; 0: not known */
	enum mark_kind kind;
	int64_t since;
	int tries;      /* to move it, that failed */
	bool is_moved;  /* the server says so, and no search has looked since */
	bool is_parked; /* `failed` is its folder */
	bool is_told;   /* to the operator */
	bool is_kept;   /* by the memory */
};

/* Keeps marks longer than this program lives; functions give 0 or -1. */
struct source_memory {
	void *context;
	int (*recall)(void *context, const char *source, struct arena *arena,
	    struct letter_mark **marks, size_t *count, struct err *err);
	int (*keep)(
	    void *context, const char *source, const struct letter_mark *mark, struct err *err);
	int (*forget)(void *context, const char *source, const char *id, struct err *err);
};

struct source_options {
	enum source_kind kind;
	const char *path; /* Maildir or spool folder; POP3: Maildir for parked letters, or NULL */
	const char *url;  /* imaps://host[:port]/INBOX, imap://…, pop3s://… */
	struct login login;
	const char *processed; /* folder for taken letters: "Processed" */
	const char *failed;    /* folder for parked letters: "Failed" */
	size_t bytes_max;      /* of one letter; of a larger one only the headers are fetched */
	const struct source_memory *memory; /* as old as the source; NULL: this program's alone */
};

/* One letter as it arrived. */
struct intake {
	const char *bytes; /* in the arena given to source_fetch */
	size_t length;
	bool headers_only;     /* the letter was larger than bytes_max */
	bool is_cut;           /* for a day the server has given no more than a part of it */
	int64_t received;      /* seconds; by the source, but never in the future */
	int64_t stamped;       /* the same as its clock has it */
	const char *sender;    /* envelope sender if the source knows it ("" for <>); NULL */
	const char *recipient; /* envelope recipient; NULL */
	const char *source;    /* its name (source_name) */
	char id[128]; /* names the letter within its source, for the log and for settling */
};

enum settle {
	SETTLE_PROCESSED, /* committed: move to `processed` */
	SETTLE_FAILED     /* parked: move to `failed` */
};

struct source;

/* What the kind is and needs; NULL past the last. */
const struct kind *source_kind(int kind);
/* Copies the options. */
int source_open(struct source **source, const struct source_options *options, struct err *err);
void source_close(struct source *source);
/* "maildir /path", "imaps://user@host/INBOX": for the log; no secrets. */
const char *source_name(const struct source *source);
void source_describe(const struct source_options *options, char *out, size_t size); /* the same */
/* When a source that failed is tried again; 0: it has not failed.  Until then
 * its rounds are empty, which does not mean that nothing waits. */
int64_t source_retry_at(const struct source *source);
/* Takes nothing: looks whether the mailbox can be opened, and makes the folders on its
 * server where they are missing; in words: how many findings (FINDINGS_MAX). */
int source_look(const struct source_options *options, int64_t now, struct finding *findings);
/* What lies in a mailbox on this machine, asked without opening it: letters that wait to be read,
 * the time of the oldest (0: none), letters put aside.  False: of a mailbox on a server it is
 * not known. */
struct waiting {
	int64_t unread, oldest, aside;
};
bool source_waiting(const struct source_options *options, int64_t now, struct waiting *out);
/* Moves the letters that were taken and that `wants` says 1 to (0: not, -1: stop) back to where
 * they came from, to be read again.  *count: how many; 0, or -1.  Where they lie on a server, or
 * nowhere, *count is -1. */
typedef int source_wants(void *context, const struct intake *intake, struct err *err);
int source_return(const struct source_options *options, source_wants *wants, void *context,
    int *count, struct err *err);
/* How many letters of this round could not be read, by a fault of this machine or of
 * the mail server: they stay where they are, and others go on. */
int source_skipped(const struct source *source);
/* How many letters, since it was last asked, another reader had taken away before they
 * were moved: two servers on one mailbox carry out the same letters. */
int source_vanished(struct source *source);
/* The next trouble in this mailbox of which the operator is to be told, letters of one kind
 * together: false: none.  What was told is not asked for again. */
struct source_trouble {
	bool is_late; /* the server does not give them since a day; else they cannot be moved */
	int count;
	const char *id; /* of one of them */
};
bool source_trouble(struct source *source, struct source_trouble *out);
/* Begins a round: afterwards source_fetch goes through what waits now. */
int source_begin(struct source *source, int64_t now, struct err *err);
/* 1 a letter, 0 none left, -1 failure. */
int source_fetch(
    struct source *source, struct arena *arena, struct intake *intake, struct err *err);
/* Will source_fetch have a letter without waiting for a mail server? */
bool source_is_at_hand(const struct source *source);
/* Takes effect by the next source_begin, source_idle or source_close; what is
 * lost before is fetched again. */
int source_settle(
    struct source *source, const struct intake *intake, enum settle how, struct err *err);
/* Where this letter lies once it was parked: a file, or a folder on a mail server. */
void source_aside(const struct source *source, const struct intake *intake, char *out, size_t size);
/* Deletes what was settled before `before` (seconds) and lies in a Maildir on this machine;
 * folders on a mail server are its owner's. */
int source_expire(struct source *source, int64_t before, struct err *err);
/* A descriptor that becomes readable when something may have come (inotify,
 * IMAP IDLE), or -1: poll by time.  source_idle before poll(2), source_wake after;
 * between them at most SOURCE_IDLE_MAX seconds (RFC 2177: under 29 minutes). */
#define SOURCE_IDLE_MAX 600
int source_idle(struct source *source, struct err *err);
/* Asked where it is readable: has something come, so that a round is worth while?  Never waits. */
bool source_has_news(struct source *source);
void source_wake(struct source *source);

#endif
