/* SPDX-License-Identifier: ISC */
/*
 * What a challenge, an invitation and an open one (seek) share: the game that they ask for.
 */
#ifndef CMD_CHALLENGE_H
#define CMD_CHALLENGE_H

#include "cmd/request.h"
#include "speak/game_options.h"
#include "store/ratings.h"

/* The game that an order asks for, by `challenger`: its options read, he alone seated;
 * *name is whom he means, as written.  Refuses what is wrong with them. */
enum outcome challenge_read(struct request *rq, const struct order *order,
    const struct player *challenger, struct game **out, const char **name);
/* The options of an order, read into its game; *mine: the challenger's side. */
enum outcome challenge_read_options(
    struct request *rq, const struct order *order, struct game *game, enum side *mine);
/* The options of an order as they are kept: --name=value, blanks between. */
const char *challenge_written(struct arena *arena, const struct order *order);
/* The value of an option, the last one; "" if it is not there. */
const char *challenge_value(const struct order *order, enum game_option which);
/* --now: does it begin by itself with another that fits? */
bool challenge_is_now(const struct order *order);
/* --ontime: the share of turns in time, in a hundred, that the order asks of the other; 0 none. */
int challenge_ontime(const struct order *order);
/* Has this player that share (0: any)?  Of whom too few turns are known passes: 1, 0 with his
 * turns, -1. */
int challenge_has_share(struct request *rq, int share, const struct player *other,
    struct reliability *turns, struct err *err);
/* The same of an order.  Refuses with the figure: "userid", "in-time", "turns" and "share". */
enum outcome challenge_check_ontime(struct request *rq, const struct order *order,
    const struct player *other, const char *template, struct err *err);
/* May rq->from and `other` begin one more game: are they two, active, have they room, and has
 * neither blocked the other? */
enum outcome challenge_check(struct request *rq, const struct player *other, struct err *err);
/* Offers a new game in which the sender has his seat, unless that is a nuisance.  earlier: what is
 * said of the game that it follows; NULL: it follows none. */
enum outcome challenge_send(struct request *rq, struct game *game, const struct player *other,
    const struct vars *earlier, struct err *err);
void challenge_seat(struct game *game, const struct player *other);

#endif
