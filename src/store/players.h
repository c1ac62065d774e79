/* SPDX-License-Identifier: ISC */
/*
 * Players and their addresses.
 *
 * Userids are unique without regard to case and to look-alike characters
 * (userid_key: 0/o, 1/l/i, -/_ fold together).  A confirmed address belongs to
 * one player (compared with the whole address lower-cased, ASCII only); several
 * may have named it before.
 */
#ifndef STORE_PLAYERS_H
#define STORE_PLAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

struct arena;
struct err;
struct store;

enum player_state { PLAYER_ACTIVE = 0, PLAYER_SUSPENDED = 1, PLAYER_CLOSED = 2 };

struct player {
	int64_t id;
	char userid[USERID_SIZE];
	enum player_state state;
	const char *password_hash; /* "" none: the password way is closed */
	int64_t created;
	/* Settings (command `set`). */
	const char *language;  /* "en" */
	const char *board;     /* board style name */
	bool flipped;          /* own side at the bottom */
	const char *notation;  /* notation name */
	const char *name;      /* what everybody may know him by; "" only the userid */
	const char *zone;      /* base/zone.h */
	const char *reminders; /* game/clock.h */
	bool classic_subject;
	bool
	    no_receipt; /* no letter to him where all there is to say is that his move was played */
	bool unlisted;  /* his name is left out of the list of who is here */
	bool calendar;  /* deadlines come as events for calendar programs */
	const char *digest;  /* "07:00": one letter a day for all boards, then; "" off */
	bool seeks;          /* he hears of new invitations, once a day */
	int64_t digested;    /* when the last was written, or the hour was set; 0 never */
	const char *puzzles; /* "daily", "weekly": how often he gets one; "off" */
	int64_t puzzled;     /* when the last came so, or it was set; 0 never */
	const char *html;    /* letters with pictures of boards, too: "auto", "off", "on" */
	int64_t seen;        /* the day (UTC, its first second) of his last letter; 0 unknown */
	int64_t absent;      /* when he lost a game on time and has not written since; 0 */
	bool writes_html;    /* so did his last letter: what "auto" goes by */
	int limit;           /* games at once; 0: no limit of the player's own */
	int level;           /* of a machine (store/machines.h); 0: a person */
};

struct address {
	int64_t player;
	const char *address; /* as written when it was registered */
	bool confirmed, receives;
	bool stopped;     /* hard bounces */
	int64_t old_from; /* asked for from elsewhere: it speaks for the account from then on */
};

/* 1 found, 0 not, -1 failure. Memory is the arena's. */
int players_get(struct store *, struct arena *, int64_t id, struct player *out, struct err *);
int players_find(
    struct store *, struct arena *, const char *userid, struct player *out, struct err *);
/* The player with this confirmed address. */
int players_by_address(
    struct store *, struct arena *, const char *address, struct player *out, struct err *);
/* 1 when the name, or one that looks like it (base/lookalike.h), is another player's userid or
 * public name; who only has signed up has none yet.  id: whose own do not count, 0 none. */
int players_taken(struct store *, const char *name, int64_t id, struct err *);
/* Sets player->id. */
int players_add(struct store *, struct player *player, struct err *);
int players_save(struct store *, const struct player *player, struct err *);
/* Notes player->writes_html, ->seen and ->absent alone. */
int players_note_letter(struct store *, const struct player *player, struct err *);
/* Those who want a digest, or wanted one until just now; returns how many or -1. */
int players_digested(struct store *, struct arena *, struct player **out, struct err *);
/* Notes player->digested alone. */
int players_note_digest(struct store *, int64_t player, int64_t when, struct err *);
/* Those who want puzzles; returns how many or -1. */
int players_puzzled(struct store *, struct arena *, struct player **out, struct err *);
/* Notes player->puzzled alone. */
int players_note_puzzle(struct store *, int64_t player, int64_t when, struct err *);
/* Adds an address of a player, or changes what is known of it if the player has
 * it already.  Confirming one that is another player's is a failure. */
int players_add_address(struct store *, const struct address *address, struct err *);
/* All of a player's addresses, oldest first, in the arena; returns how many or -1. */
int players_addresses(
    struct store *, struct arena *, int64_t player, struct address **out, struct err *);
/* 1 when letters go to one of his addresses; 0 when none is left to which they do, -1. */
int players_is_reached(struct store *, int64_t player, struct err *);
/* Takes an address away from a player, and out of what anybody has said; a failure when he does not
 * have it. */
int players_drop_address(struct store *, int64_t player, const char *address, struct err *);
/* Takes away those that are no old ones yet, if there are old ones; returns how many or -1. */
int players_drop_new(struct store *, int64_t player, int64_t now, struct err *);
/* Hard bounces of an address: records one; *count how many on different days since `since`. */
int bounces_add(
    struct store *, const char *address, int64_t now, int64_t since, int64_t *count, struct err *);
/* Sends no more letters there, or does again (and forgets its bounces).  1 done, 0 it
 * was so already, -1. */
int addresses_stop(struct store *, const char *address, bool stopped, struct err *);
/* How many there are, those included who have left; -1. */
int players_count(struct store *, struct err *);
/* People who have written since that time and may be listed, the latest day first, at most `limit`
 * in the arena: how many, or -1.  And how many have written who may be listed, and who may not. */
int players_here(
    struct store *, struct arena *, int64_t since, int limit, struct seat **out, struct err *);
int players_count_here(
    struct store *, int64_t since, int64_t *listed, int64_t *unlisted, struct err *);
/* All players by userid; returns how many or -1. */
int players_all(struct store *, struct arena *, struct player **out, struct err *);

/* Who takes no challenge and no words from whom. */
int blocks_add(struct store *, int64_t player, int64_t blocked, struct err *); /* twice is fine */
/* 1 done, 0 nobody of that userid was blocked, -1. */
int blocks_remove(struct store *, int64_t player, const char *userid, struct err *);
/* Whom a player has blocked, by userid, in the arena; returns how many or -1. */
int blocks_list(struct store *, struct arena *, int64_t player, struct seat **out, struct err *);
/* … and who has blocked him. */
int blocks_of(struct store *, struct arena *, int64_t blocked, int64_t **out, struct err *);
/* Forgets those of a player who leaves, and those who blocked him. */
int blocks_forget(struct store *, int64_t player, struct err *);

/* Vacations. */
int vacations_add(struct store *, int64_t player, const struct period *span, struct err *);
/* Those that end after `since`, by time, in the arena; returns how many or -1. */
int vacations_list(struct store *, struct arena *, int64_t player, int64_t since,
    const struct period **out, struct err *);
/* The one that begins then becomes another. */
int vacations_move(
    struct store *, int64_t player, int64_t begins, const struct period *span, struct err *);
/* Takes back what lies after `now` of the one that begins then, or of all (0). */
int vacations_cut(struct store *, int64_t player, int64_t begins, int64_t now, struct err *);
/* Opponents hear of a change at the end of the pass, and not too often: this one is to. */
int vacations_owe(struct store *, int64_t player, int64_t other, struct err *);
/* Whose vacations somebody is to hear of who was told nothing since `before`, a day ago, or who was
 * told of some where none is left; in the arena; how many or -1; and of one player who that is. */
int vacations_owed(struct store *, struct arena *, int64_t before, int64_t **out, struct err *);
int vacations_owed_of(
    struct store *, struct arena *, int64_t player, int64_t before, int64_t **others, struct err *);
/* What he was told last, as it was noted; "" nothing.  1, 0 no row, -1. */
int vacations_told(
    struct store *, struct arena *, int64_t player, int64_t other, const char **told, struct err *);
/* He needs to hear no more; told: what he was told at this time, or NULL: nothing. */
int vacations_note_told(
    struct store *, int64_t player, int64_t other, const char *told, int64_t at, struct err *);
/* Who was told something of them, in the arena: how many, or -1; and the same told in other words,
 * of which nobody is to hear. */
int vacations_knowing(
    struct store *, struct arena *, int64_t player, int64_t **others, struct err *);
int vacations_correct_told(
    struct store *, int64_t player, int64_t other, const char *told, struct err *);

#endif
