/* SPDX-License-Identifier: ISC */
/*
 * Tournaments: who takes part, in which stage and section, and which games are played for them.
 *
 * How a section stands is reckoned from its games (game/crosstable.h); nothing of it is stored.
 */
#ifndef STORE_TOURNAMENTS_H
#define STORE_TOURNAMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

struct arena;
struct err;
struct store;

/* Stored as numbers: never renumber. */
enum tournament_state {
	TOURNAMENT_OPEN = 0, /* players may join */
	TOURNAMENT_PLAYING = 1,
	TOURNAMENT_OVER = 2,
	TOURNAMENT_CANCELLED = 3
};

struct tournament {
	int64_t id;
	const char *name;
	const char *options; /* of its games, as --name=value, blanks between */
	int size;            /* of a section, at most; crosstable_sections */
	int advance;         /* how many of each section go on */
	bool is_double;      /* each pair plays twice */
	int places;          /* for so many players: it begins when they are taken; 0 any number */
	enum tournament_state state;
	int days; /* a stage lasts at most; 0 any number */
	/* Of a player's vacation that stop his clocks in a stage; 0 any number. */
	int vacations;
	/* Whom it admits; 0 anybody. */
	int min_rating, max_rating;
	int ontime;        /* in a hundred of his turns */
	int64_t announcer; /* the player; 0 the operator */
	int stage;         /* being played, from 1 on; 0 before the start */
	int64_t start;     /* when it begins; 0: when all places are taken */
	int64_t created, begun, ended;
	int64_t told;      /* tables were sent last */
	const char *shown; /* how their games stood then, a section each, "/" between; "" unknown */
	int64_t stage_ends; /* when the games of the stage that are open are decided; 0 never */
	enum end_told { END_TOLD_NOT = 0, END_TOLD_SOON = 1, END_TOLD_NOW = 2 } end_told;
	int64_t due; /* to be looked at; 0 not by itself */
};

int tournaments_add(struct store *, struct tournament *, struct err *); /* sets id */
int tournaments_save(struct store *, const struct tournament *, struct err *);
/* 1 found, 0, -1. */
int tournaments_get(
    struct store *, struct arena *, int64_t id, struct tournament *out, struct err *);
/* Those that are open or played, and then those that are over, the newest first, `most` at most;
 * how many, or -1. */
int tournaments_list(
    struct store *, struct arena *, int most, struct tournament **out, struct err *);
/* The one that this player has announced and that has not begun: 1 found, 0, -1. */
int tournaments_announced(
    struct store *, struct arena *, int64_t player, struct tournament *out, struct err *);
/* Ids of those that have to be looked at by then; how many, or -1. */
int tournaments_due(struct store *, struct arena *, int64_t before, int64_t **out, struct err *);
/* Ids of those that are being played in whose stage this player is, and has not left; how many, or
 * -1. */
int tournaments_played_by(
    struct store *, struct arena *, int64_t player, int64_t **out, struct err *);
/* Those that are being played whose stage he has left; how many, or -1. */
int tournaments_left_by(
    struct store *, struct arena *, int64_t player, struct tournament **out, struct err *);
/* Gives `seconds` to the last day of each stage, and to all who are asked whether they still play
 * (after an outage); negative: takes. */
int tournaments_give_back(struct store *, int64_t seconds, struct err *);
/* When his silence last put this player out of one; 0 never.  0 or -1. */
int tournaments_put_out(struct store *, int64_t player, int64_t *at, struct err *);
/* A game of it is over: it is due. */
int tournaments_look_again(struct store *, int64_t id, struct err *);
/* This player's days of vacation have changed: those that limit them are due. */
int tournaments_look_at_vacations(struct store *, int64_t player, struct err *);

/* Who has joined, in that order, in the arena; how many or -1. */
int entrants_list(
    struct store *, struct arena *, int64_t tournament, struct seat **out, struct err *);
/* 1, 0 he had joined already, -1. */
int entrants_add(struct store *, int64_t tournament, int64_t player, int64_t now, struct err *);
/* 1, 0 he had not joined, -1. */
int entrants_remove(struct store *, int64_t tournament, int64_t player, struct err *);

/* How a player has left a stage; stored as numbers: never renumber. */
enum left { LEFT_NOT = 0, LEFT_EARLY = 1 /* none of his games counts */, LEFT_LATE = 2 };
struct contestant {
	int64_t tournament;
	int stage, section; /* from 1 on */
	int number;         /* in the section, from 0 on: crosstable_pairings */
	struct seat seat;
	enum left left;
	/* Whether he is still there; 0 never.  Has he left: when, if his silence has led to it. */
	int64_t asked;
	/* He was told that his clocks run from then on although he is on vacation; 0 never. */
	int64_t vacation_told;
};
int contestants_add(struct store *, const struct contestant *, struct err *);
/* Of a stage, by section and number, in the arena; how many or -1. */
int contestants_list(struct store *, struct arena *, int64_t tournament, int stage,
    struct contestant **out, struct err *);
/* How he has left, and what he was asked and told. */
int contestants_save(struct store *, const struct contestant *, struct err *);
/* He was told, in the stage that is being played, from when on his clocks run. */
int contestants_note_vacation(
    struct store *, int64_t tournament, int64_t player, int64_t runs, struct err *);

/* A game of a section. */
struct paired {
	int64_t tournament;
	int stage, section;
	int round, red, green; /* numbers of places */
	int64_t game;
	enum game_state state;
	enum result result;
	enum ending ending;
	int64_t ended;
};
int paired_add(struct store *, const struct paired *, struct err *);
/* Of a stage, by section and round, in the arena; how many or -1. */
int paired_list(struct store *, struct arena *, int64_t tournament, int stage, struct paired **out,
    struct err *);

#endif
