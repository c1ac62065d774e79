/* SPDX-License-Identifier: ISC */
/*
 * Accounts opened and closed.
 */
#ifndef CMD_ACCOUNT_H
#define CMD_ACCOUNT_H

#include "cmd/request.h"
#include "store/confirmations.h"

/* Opens the account that was asked for, if its name is still free, and welcomes the sender,
 * who has answered from its address; the game that he was invited to begins. */
enum outcome account_open(struct request *rq, const struct confirmation *signup, struct err *err);
/* What the template "welcome" says to whoever has just got this account. */
void account_welcome(
    struct vars *vars, const struct player *player, const struct settings *settings);
/* Ends the open games of a player who leaves, tells the others and each of his addresses, and
 * closes the account; why: the operator's reason, "" none; NULL: he closes it himself.  *games:
 * how many ended.  0 or -1. */
int account_close(struct store *store, struct arena *arena, struct player *player, int64_t now,
    const char *why, struct reply *reply, int *games, struct err *err);

#endif
