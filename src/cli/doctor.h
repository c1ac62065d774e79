/* SPDX-License-Identifier: ISC */
/*
 * riverpost doctor: what is wrong with this installation, in plain words.
 *
 * To add a check: write `static void check_…(struct doctor *)`, which says one
 * line or more, and put it into the table of its file (cli_doctor.c: whether a
 * server works; cli_doctor_home.c: what is kept; cli_doctor_mail.c: the ways in
 * and out; cli_doctor_letter.c: a letter through both).  Checks change nothing
 * here, the last apart: a doctor called by root must not leave files that the
 * server cannot open.
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
	bool is_full;          /* the disk: told, and reason enough for other failures */
	int wrong;
	int wait; /* seconds for the letter; 0: none is sent */
};

typedef void doctor_check(struct doctor *doctor);

extern doctor_check *const doctor_home_checks[]; /* each ends with NULL */
extern doctor_check *const doctor_mail_checks[];
extern doctor_check *const doctor_letter_checks[];

/* "ok: …" */
void doctor_ok(struct doctor *doctor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "wrong: …, do this: …"; `remedy` is output as it is. */
void doctor_wrong(struct doctor *doctor, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A path below the home folder, in the arena. */
const char *doctor_in_home(const struct doctor *doctor, const char *name);
/* What to do about a failure, by the words mail/ tells it with. */
const char *doctor_remedy(const char *failure);
/* "5 minutes", "3 hours", "2 days" in the arena. */
const char *doctor_span(struct doctor *doctor, int64_t seconds);

#endif
