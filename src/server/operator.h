/* SPDX-License-Identifier: ISC */
/*
 * Letters to the operator about errors that need a person.
 */
#ifndef SERVER_OPERATOR_H
#define SERVER_OPERATOR_H

#include <stdint.h>

struct arena;
struct err;
struct server;
struct sink_answer;
struct vars;

/* Writes to the operator, if there is one, in a transaction of its own; at most ten times
 * a day with the same template. 0 or -1. */
int operator_report(struct server *server, const char *template, const struct vars *vars,
    int64_t now, struct err *err);
/* What does not work while something is broken: letters are not carried out, shipped templates
 * stand in for the operator's, or the machine plays and reviews nothing. */
enum trouble { TROUBLE_LETTERS, TROUBLE_TEMPLATES, TROUBLE_ENGINE };
/* The installation is to blame for it: tells it once a day for the same text. 0 or -1. */
int operator_trouble(
    struct server *server, enum trouble trouble, const char *what, int64_t now, struct err *err);
/* Letters wait for what is no fault of theirs: tells what the mail server answered, once a day
 * for the same code. 0 or -1. */
int operator_unsent(
    struct server *server, const struct sink_answer *answer, int64_t now, struct err *err);
/* A letter was said to its end, and the mail server did not answer: it may have been taken.  Tells
 * it once a day. 0 or -1. */
int operator_unsure(struct server *server, const char *recipient, const struct sink_answer *answer,
    int64_t now, struct err *err);
/* Another program takes letters out of this source: tells the log and the operator, once a
 * day. 0 or -1. */
int operator_other_reader(struct server *server, const char *source, int64_t now, struct err *err);
/* Games that were found to be damaged since this was last asked: tells it, once of each. 0 or
 * -1. */
int operator_damaged(struct server *server, int64_t now, struct err *err);

#endif
