/* SPDX-License-Identifier: ISC */
/*
 * Changes of an account's addresses that are asked for from elsewhere: they wait three days, in
 * which each old address can stop them.
 *
 * An address that was added from elsewhere is no old one before those days are over.
 */
#ifndef CMD_ADDRESS_CHANGE_H
#define CMD_ADDRESS_CHANGE_H

#include <stdint.h>

#include "cmd/request.h"

/* When what this letter asks of rq->from's addresses is due; 0 at once, for it came from an old
 * one.  0 or -1. */
int address_change_due(struct request *rq, int64_t *due, struct err *err);
/* Tells each of rq->from's addresses of a change that waits; *vars: of the letter to those that
 * get letters.  0 or -1. */
int address_change_tell(struct request *rq, const char *template, const char *named, int64_t due,
    struct vars **vars, struct err *err);
/* That one is dropped now, unless it is the last. */
enum outcome address_drop_due(struct request *rq, const char *address, struct err *err);

#endif
