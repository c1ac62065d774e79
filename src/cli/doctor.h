/* SPDX-License-Identifier: ISC */
/*
 * riverpost doctor: what is wrong with this installation, in plain words.
 *
 * To add a check: write `static void check_...(struct doctor *)`, which prints one
 * line or more, and call it at the end of its file: doctor.c whether a server is
 * running, doctor_home.c what is kept, doctor_mail.c the sources and the sink, doctor_fence.c their
 * folders, doctor_letter.c a letter through both.  Checks change nothing here, the last apart: a
 * doctor called by root must not leave files that the server cannot open.
 */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct config;

struct doctor {
	struct arena *arena;
	const struct config *config;
	int64_t now;
	bool is_new;           /* nothing is kept yet: no server has run */
	struct server *server; /* NULL when it cannot be opened */
	bool is_full;          /* the disk: reported, and reason enough for other failures */
	int wrong;
	int wait; /* seconds for the letter; 0: none is sent */
};

/* The checks of each file. */
void doctor_home(struct doctor *doctor);
void doctor_mail(struct doctor *doctor);
void doctor_fence(struct doctor *doctor);
void doctor_letter(struct doctor *doctor);

/* "ok: …" */
void doctor_ok(struct doctor *doctor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "wrong: …, do this: …"; `remedy` is printed as it is. */
void doctor_wrong(struct doctor *doctor, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A path below the home folder, in the arena. */
const char *doctor_in_home(const struct doctor *doctor, const char *name);
/* What to do about a failure, by the words in which mail/ reports it. */
const char *doctor_remedy(const char *failure);
/* "5 minutes", "3 hours", "2 days" in the arena. */
const char *doctor_span(struct doctor *doctor, int64_t seconds);

#endif
