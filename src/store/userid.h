/* SPDX-License-Identifier: ISC */
/*
 * What makes two userids look alike (players.h).  Private to store/.
 */
#ifndef STORE_USERID_H
#define STORE_USERID_H

#include "game/game.h"

/* Equal keys: the userids differ at most in case, 0/o, 1/l/i and -/_. Stored: the
 * folding never changes. */
void userid_key(const char *userid, char out[USERID_SIZE]);

#endif
