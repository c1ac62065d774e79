/* SPDX-License-Identifier: ISC */
/*
 * The commands players write, and their dispatcher.
 *
 * A command is a verb (speak/verbs.h says how to add one) and its run function, NAME_run, here
 * in src/cmd/cmd-NAME.c (cmd-resign.c is a short one).  The dispatcher (cmd_run_all) has
 * checked everything in the verb's `needs` before run is called.  run changes nothing unless it
 * returns DONE.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "cmd/request.h"
#include "play/facts.h"
#include "speak/verbs.h"

#define CMD_DECLARE(name, NAME) enum outcome name##_run(struct request *, struct err *);
VERBS(CMD_DECLARE)

struct climber;
struct plan;
struct wanted;
/* Reads the conditional lines that are ordered on the board on which the opponent is to move;
 * lines that cannot be played are refused, each with its reason, and the others with them. */
enum outcome if_read(struct request *rq, const struct board *board, struct plan *out);
/* The name of a setting of the player that `set` could not have made so; NULL. */
const char *set_wrong(
    struct arena *arena, const struct settings *settings, const struct player *player);
/* "set board flipped": is it so already?  Then *out says how it is set now, "set flipped on", and
 * what undoes that, "" several things do. */
struct is_so {
	const char *now, *undo;
};
bool set_is_so(
    struct arena *arena, const struct player *player, const char *form, struct is_so *out);

/* The words of the letter, which no command has passed on, go to whom `chat` tells.  DONE also
 * where there are none, or too many. */
enum outcome chat_pass_on(struct request *rq, struct err *err);

/* Carries out a change of addresses that waited and is due, by its confirmation's number. */
enum outcome confirm_due(struct request *rq, int64_t id, struct err *err);
/* Takes the player's open invitations away that have lapsed, and tells him. */
enum outcome seek_due(struct request *rq, int64_t id, struct err *err);
/* Tells the player of invitations that he could take, if one is newer than what he has heard of.
 * REFUSED: there is none. */
enum outcome seek_news(struct request *rq, int64_t id, struct err *err);
/* From now on the player hears of new invitations, or no more. */
enum outcome subscribe_hear(struct request *rq, bool hears, struct err *err);
/* The player's vacations keep their days, which were those of the zone `was`. 0 or -1. */
int vacation_keep_days(struct request *rq, const char *was, struct err *err);
/* Words of rq->from that went to another player: who says in them that he is away on days on which
 * his clock runs is told the command that stops it.  0 or -1. */
int vacation_hint(struct request *rq, const char *words, struct err *err);
/* Do the words give such days? */
bool vacation_is_told(struct request *rq, const char *words);
/* The command as it is sent again: with its two days, where they are said in another way
 * ("0000-14-01"); "": they are none, or it is not known whose. */
const char *vacation_form(const struct request *rq, const char *form);
/* An opponent hears of changes in a player's vacations once in so many seconds (store/players.h).
 */
#define VACATION_TOLD DAY
/* Tells those who are to hear of this player's vacations. */
enum outcome vacation_due(struct request *rq, int64_t id, struct err *err);
/* "withdraw 3" of who has no open board 3, and has joined tournament 3 before it begins, is
 * "leave 3": rq->order becomes that.  0 or -1. */
int tournament_read_withdraw(struct request *rq, struct err *err);
/* Of one that was refused: how he leaves the tournament of that number, if he is in it.  0 or -1.
 */
int tournament_say_leave(struct request *rq, struct err *err);
/* A month has begun: empty steps of the stairs close. */
enum outcome stairs_month_due(struct request *rq, int64_t month, struct err *err);
/* Which of his games go on, once he is off the stairs. */
void stairs_left_facts(struct vars *vars, const struct climber *climber);
/* Each position of the game was looked at: tells who wanted to know.  REFUSED: another game that
 * goes on has come to one of them; he is told that. */
enum outcome review_tell(
    struct request *rq, const struct wanted *wanted, struct game *game, struct err *err);

/* Sends rq->from a puzzle that he has not had.  REFUSED: there is none, and nothing is said. */
enum outcome puzzle_send(struct request *rq, struct err *err);
/* In an answer to a puzzle a move of no board is its, and who gives up gives up that. */
void puzzle_take(struct request *rq, struct parsed_letter *parsed);
/* Is the letter an answer to a puzzle, and no command nor nearly one?  Then it shows the puzzle. */
bool puzzle_is_spoken_of(const struct request *rq);
enum outcome puzzle_run_none(struct request *rq, struct err *err);
/* Runs the orders of rq->parsed in turn up to the first refusal; the reply then lists those that
 * were not carried out. */
enum outcome cmd_run_all(struct request *rq, struct err *err);
/* Answers a letter without a single command, or with a doubtful line.  A sender whose
 * address is no player's is answered only if the first order's password is a player's. */
enum outcome cmd_run_none(struct request *rq, struct err *err);

#endif
