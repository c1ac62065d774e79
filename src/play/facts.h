/* SPDX-License-Identifier: ISC */
/*
 * What letters say about a game, a move or a verdict, as variables.
 */
#ifndef PLAY_FACTS_H
#define PLAY_FACTS_H

#include "base/vars.h"
#include "game/game.h"
#include "game/prospect.h"
#include "rules/notation.h"
#include "store/games.h"
#include "store/positions.h"

/* "board", "red", "green", and how it ended: "ending" (word), "winner", "loser", "drawn". */
void facts_game(struct vars *vars, const struct game *game);
/*
 * A move on the board it is (or might be) played on: what a move in a letter is, until
 * view/ writes it in the notation of each reader, or in WXF with the letters of his language.
 */
struct placed_move {
	struct board before;
	struct move move;
	bool in_wxf;
};
void facts_placed(
    struct vars *vars, const char *name, const struct board *before, struct move move);

/* The moves that taking back to `to` plies takes: "undo-moves" (each "move", placed, and
 * "another"), how many they are, "taken-back", and "number", which the first has. */
void facts_undo(struct vars *vars, const struct game *game, int to);

/* What the result did to the ratings: "counted", and of each side "red-before", "red-after" (as
 * facts_rating) and "red-sure"; "absent", "loser-suspended": why it does not count. */
void facts_ratings(struct vars *vars, const struct game *game);
/* How it has moved both on the stairs: "any-climbs", and "climbs", one of each side, "who",
 * "another" (the second), "before" and "after", and "up", "down", "stays", "off" ("late": on time)
 * or "gone"; none: not.
 * "redone": from where they stood when it was decided otherwise. */
void facts_steps(struct vars *vars, const struct game *game);
/* "1672", with "?" if it is not settled; and how sure it is, alone. */
void facts_rating(
    struct vars *vars, const char *name, const char *sure, const struct rating *rating);

/* How strong and how reliable a player is: "rated" with "rating" and "sure", "reliable" with
 * "in-time" (in a hundred turns), "turns" and, where "any-in-time" is one, the span "answers-in",
 * none for less than a minute.  0 or -1. */
int facts_player(
    struct vars *vars, struct store *store, int64_t player, int64_t now, struct err *err);

/* What facts_game says, of a line of a list, with "moves" (as they are numbered). */
void facts_line(struct vars *vars, const struct game_line *line);
/* The day "1987-06-21"; what is known of one in part, as it is. */
void facts_date(struct vars *vars, const char *name, const char *text);
/* "apart", a word: why it does not count in figures; nothing where it counts. */
void facts_apart(struct vars *vars, enum apart apart);
/* "1-0", "0-1", "1/2"; "-" for none of them. */
const char *facts_score(enum result result);
/* "bad-fen", a word: what fen_read says, without what stands in brackets, with hyphens
 * between its words; NULL or "": empty. */
void facts_bad_fen(struct vars *vars, const char *why);
/* A length of time as a list of one item, or of none for 0: "span" (word) tells which of its
 * "days", "hours", "minutes" to show; the longer it is, the fewer. */
void facts_span(struct vars *vars, const char *name, int64_t seconds);
/* What its players agree to: "rules", "unrated", "private", and the clock;
 * "from-score": nobody here does, and nothing of that is known. */
void facts_agreed(struct vars *vars, const struct game *game);
/* What the clock of a game is: the spans "move-time", "bank-time", "increment", "nag-time", and
 * "weekends-off", "vacations-off", "by-claim"; "vacation-time": so much vacation counts. */
void facts_terms(struct vars *vars, const struct terms *terms);
/* The word for a piece of a side, NO_PIECE "none": "soldier@red", for which a language may have a
 * word of its own ("piece.soldier@red"), or one for both. */
void facts_piece(struct vars *vars, const char *name, uint8_t piece);
/* "move" and "wxf" (placed), "piece" and "taken" (words), "check", as played in `before`. */
void facts_move(struct vars *vars, const struct board *before, struct move move);
/* "counts": how near the game has come to each limit of its rule set (referee_counts); to
 * those that draw from half the way on. */
void facts_counts(struct vars *vars, const struct game *game);
/* Why a reading is illegal on a board: "refusal" and "piece" (words), "move", "square",
 * "count", "was-in-check"; where the piece is not there: whether one "is-named", the side to move
 * "has-some", and the file where it is looked for ("on-file", 0 none).
 * of_other: it is not the reader's move, and is said of its side. */
void facts_refusal(
    struct vars *vars, const struct board *board, const struct reading *reading, bool of_other);
/* A verdict, so that a player can follow it on the board move by move: "verdict" and
 * "reason" (words), "article", "varies", "used", "allowed", "leaving", "rounds", "sides" …
 * refused: the move after the game's last that the verdict is about, or NULL. */
void facts_verdict(struct vars *vars, const struct game *game, const struct move *refused,
    const struct verdict *verdict);
/* What a move would bring, and by which rule: "prospect" and "reason" (words), with what these
 * need. */
void facts_prospect(
    struct vars *vars, const struct game *game, enum prospect prospect, enum verdict_reason reason);
/* What the moves of the side to move would bring: "only-move" (it has no other), the list
 * "barred" of those that are not free, by what they bring, "besides" (word: which moves are free
 * besides an example), and "last-choice", with "enter", "back" and "lose" (placed). */
void facts_prospects(struct vars *vars, const struct game *game);
/* The last move of a game that has one: "move", and its printed "number". */
void facts_last(struct vars *vars, const struct game *game);
/* What the last plies of the game were, from `first` (1-based) on: "rounds" as of a verdict. */
void facts_moves(struct vars *vars, const struct game *game, int first);

#endif
